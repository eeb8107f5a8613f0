//! WebSocket connections of clients: each packet is a binary message.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::Failure;

/// Accepts packets for a client. Dropping it closes the connection.
pub(crate) type Link = mpsc::Sender<Vec<u8>>;

/// Events of the connections.
pub(crate) enum Arrival {
    /// A new client, which waits for the id from the server.
    Connected {
        link: Link,
        id: oneshot::Sender<i32>,
    },
    Received {
        peer: i32,
        bytes: Vec<u8>,
    },
    Disconnected(i32),
}

const MAX_BYTES: usize = 65_535;
/// How many packets may wait for a client that reads slowly.
const MAX_WAITING: usize = 256;
/// The time limit for the handshake, and for sending a message.
const PATIENCE: Duration = Duration::from_secs(5);

/// Accepts up to this number of clients at once.
pub(crate) async fn accept(
    listener: TcpListener,
    max_clients: usize,
    arrivals: mpsc::Sender<Arrival>,
) -> Result<(), Failure> {
    let places = Arc::new(Semaphore::new(max_clients));
    loop {
        let place = Arc::clone(&places).acquire_owned().await?;
        // An error concerns a client that left before being accepted.
        let Ok((stream, address)) = listener.accept().await else { continue };
        let arrivals = arrivals.clone();
        tokio::spawn(async move {
            if let Err(error) = talk(stream, &arrivals).await {
                println!("{address} -> closed: {error}");
            }
            drop(place);
        });
    }
}

async fn talk(stream: TcpStream, arrivals: &mpsc::Sender<Arrival>) -> Result<(), Failure> {
    stream.set_nodelay(true)?;
    let config =
        WebSocketConfig::default().max_message_size(Some(MAX_BYTES)).read_buffer_size(1024);
    let mut socket = timeout(PATIENCE, accept_async_with_config(stream, Some(config))).await??;
    let ((link, mut packets), (id, given)) = (mpsc::channel(MAX_WAITING), oneshot::channel());
    arrivals.send(Arrival::Connected { link, id }).await?;
    let peer = given.await?;
    let ended = async {
        loop {
            tokio::select! {
                packet = packets.recv() => {
                    let Some(bytes) = packet else { return Ok::<_, Failure>(socket.close(None).await?) };
                    timeout(PATIENCE, socket.send(Message::binary(bytes))).await??;
                }
                message = socket.next() => {
                    let Some(message) = message else { return Ok(()) };
                    // The library answers pings. Clients do not send text.
                    let Message::Binary(bytes) = message? else { continue };
                    arrivals.send(Arrival::Received { peer, bytes: bytes.into() }).await?;
                }
            }
        }
    }
    .await;
    arrivals.send(Arrival::Disconnected(peer)).await?;
    ended
}
