//! Agones' sidecar, if there is one: the calls of its HTTP interface that a game server makes.

use std::env;
use std::net::Ipv4Addr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Failure;

/// Agones sets this variable in each container of a game server.
const PORT: &str = "AGONES_SDK_HTTP_PORT";
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
pub(crate) struct Sidecar(Option<u16>);

impl Sidecar {
    pub(crate) fn from_env() -> Self {
        Self(env::var(PORT).ok().and_then(|port| port.parse().ok()))
    }

    /// Calls `ready`, `health`, `allocate` or `shutdown`. Does nothing without a sidecar.
    pub(crate) async fn post(self, call: &str) -> Result<(), Failure> {
        let Some(port) = self.0 else { return Ok(()) };
        let request = format!(
            "POST /{call} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
        );
        let answer = timeout(PATIENCE, async {
            let mut socket = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
            socket.write_all(request.as_bytes()).await?;
            let mut answer = [0; 12];
            socket.read_exact(&mut answer).await?;
            Ok::<_, Failure>(answer)
        });
        match &answer.await?? {
            b"HTTP/1.1 200" => Ok(()),
            other => Err(format!("{call}: {}", String::from_utf8_lossy(other)).into()),
        }
    }
}
