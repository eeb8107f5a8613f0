//! A WebSocket server: each binary message is one value.
//!
//! The server keeps the ten best scores. A client adds its own score or asks for the table. A client is `WebSocketClient` (Godot 3) or
//! `WebSocketPeer` (Godot 4). In a browser, WebSocket and WebRTC are the only transports.
//!
//! ```text
//! cargo run --example websocket                                         shows itself, with a client of its own
//! cargo run --example websocket -- --listen 127.0.0.1:7777              serves clients of Godot 4
//! cargo run --example websocket -- --listen 127.0.0.1:7777 --godot 3    serves clients of Godot 3
//! godot3-server --path examples/clients-godot3 -s websocket.gd -- 127.0.0.1 7777
//! godot --headless --path examples/clients-godot4 -s websocket.gd -- 127.0.0.1 7777
//! ```

use std::error::Error;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes};
use options::Options;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::{Message, protocol::WebSocketConfig};

#[path = "websocket/client.rs"]
mod client;
#[path = "../common/options.rs"]
mod options;

type Failure = Box<dyn Error + Send + Sync>;

/// `{"type": "submit", "name": "Ann", "points": 120}` or `{"type": "show", "count": 3}`.
#[derive(Debug, GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
enum Request {
    Submit {
        #[godot_var(max_len = 20)]
        name: String,
        points: u32,
    },
    Show {
        count: u8,
    },
}

/// The answer: `[{"name": "Ann", "points": 120}]`, best first.
type Table = Vec<Score>;

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Score {
    name: String,
    points: u32,
}

const MAX_BYTES: usize = 1024;
const LIMITS: Limits = Limits::DEFAULT.with_bytes(MAX_BYTES).with_depth(4);
const MAX_CLIENTS: usize = 100;
/// The time limit for the handshake.
const PATIENCE: Duration = Duration::from_secs(5);
/// A client that is silent for so long is disconnected.
const SILENCE: Duration = Duration::from_secs(60);

async fn serve<D: Dialect>(listener: TcpListener) -> Result<(), Failure> {
    let table = Arc::new(Mutex::new(Table::new()));
    let places = Arc::new(Semaphore::new(MAX_CLIENTS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await?;
        // An error concerns a client that left before being accepted.
        let Ok((stream, client)) = listener.accept().await else { continue };
        let table = Arc::clone(&table);
        tokio::spawn(async move {
            match talk::<D>(stream, client, &table).await {
                Ok(()) => println!("{client} has gone"),
                Err(error) => println!("{client} -> closed: {error}"),
            }
            drop(place);
        });
    }
}

async fn talk<D: Dialect>(
    stream: TcpStream,
    client: SocketAddr,
    table: &Mutex<Table>,
) -> Result<(), Failure> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_BYTES))
        .max_frame_size(Some(MAX_BYTES))
        .read_buffer_size(4096);
    let mut socket = timeout(PATIENCE, accept_async_with_config(stream, Some(config))).await??;
    while let Some(message) = timeout(SILENCE, socket.next()).await? {
        let bytes = match message? {
            Message::Binary(bytes) => bytes,
            // The error says what to send instead.
            Message::Text(text) => text.into(),
            // The library answers pings.
            _ => continue,
        };
        let request = Request::from_variant_bytes_with::<D>(&bytes, LIMITS)?;
        println!("{client} -> {request:?}");
        let answer = answer(request, &mut table.lock().unwrap_or_else(PoisonError::into_inner));
        let message = Message::binary(answer.to_variant_bytes::<D>()?);
        timeout(SILENCE, socket.send(message)).await??;
    }
    Ok(())
}

fn answer(request: Request, table: &mut Table) -> Table {
    match request {
        Request::Submit { name, points } => {
            let place = table.partition_point(|other| other.points >= points);
            table.insert(place, Score { name, points });
            table.truncate(10);
            table.clone()
        }
        Request::Show { count } => table.iter().take(count.into()).cloned().collect(),
    }
}

async fn run<D: Dialect>(options: &Options) -> Result<(), Failure> {
    let listener = TcpListener::bind(options.address()).await?;
    let address = listener.local_addr()?;
    println!("listening on {address}");
    if options.listen.is_some() {
        return serve::<D>(listener).await;
    }
    tokio::spawn(serve::<D>(listener));
    client::play::<D>(address).await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.godot3 { run::<Godot3>(&options).await } else { run::<Godot4>(&options).await }
}
