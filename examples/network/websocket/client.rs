//! A client: what `clients-godot3/websocket.gd` does, in Rust.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use godot_var::{Dialect, FromVariantBytes, ToVariantBytes};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::{Failure, Request, Score, Table};

/// Adds two scores, and asks for the best one.
pub(crate) async fn play<D: Dialect>(server: SocketAddr) -> Result<(), Failure> {
    let stream = TcpStream::connect(server).await?;
    let (mut socket, _) = client_async(format!("ws://{server}/"), stream).await?;
    for request in [
        Request::Submit { name: "Ann".into(), points: 120 },
        Request::Submit { name: "Bob".into(), points: 250 },
        Request::Show { count: 1 },
    ] {
        socket.send(Message::binary(request.to_variant_bytes::<D>()?)).await?;
        let answer = socket.next().await.ok_or("the server has ended it")??.into_data();
        let table = Table::from_variant_bytes::<D>(&answer)?;
        println!("{table:?}");
        if let Request::Show { .. } = request {
            assert_eq!(table, [Score { name: "Bob".into(), points: 250 }]);
        }
    }
    socket.close(None).await?;
    println!("OK");
    Ok(())
}
