//! A chat over TCP with tokio and this library's codec: a stream of values, each after its length.
//!
//! A client is a `StreamPeerTCP` with `put_var` and `get_var`, in both Godot 3 and Godot 4.
//!
//! ```text
//! cargo run --example tcp_tokio               shows itself, with clients of its own
//! cargo run --example tcp_tokio -- --listen 127.0.0.1:7777
//!                                                              serves clients of Godot 4
//!     --godot 3                                                serves clients of Godot 3
//! godot3-server --path examples/clients-godot3 -s tcp.gd -- 127.0.0.1 7777
//! godot --headless --path examples/clients-godot4 -s tcp.gd -- 127.0.0.1 7777
//! ```

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use godot_var::bridges::codec::VariantCodec;
use godot_var::framing::LengthOrder;
use godot_var::{Dialect, Godot3, Godot4, GodotVar, Limits};
use options::Options;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Semaphore, broadcast};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::codec::Framed;

#[path = "tcp_tokio/client.rs"]
mod client;
#[path = "../common/options.rs"]
mod options;

type Failure = Box<dyn Error + Send + Sync>;

/// `[1, "Ann"]`, then any number of `[2, "hello"]`.
#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
enum ToServer {
    #[godot_var(id = 1)]
    Join(#[godot_var(max_len = 32)] String),
    #[godot_var(id = 2)]
    Say(#[godot_var(max_len = 500)] String),
}

/// `[1, "Ann"]`, `[2, "Ann", "hello"]`, `[3, "Ann"]`.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum ToClient {
    #[godot_var(id = 1)]
    Joined(String),
    #[godot_var(id = 2)]
    Said { name: String, text: String },
    #[godot_var(id = 3)]
    Left(String),
}

/// A connection: `next` receives a message of the client, `send` sends one.
type Client<D> = Framed<TcpStream, VariantCodec<ToServer, ToClient, D>>;

/// The messages to everybody in the room.
type Room = broadcast::Sender<ToClient>;

/// The default of `StreamPeerTCP`; scripts can set `big_endian`.
const ORDER: LengthOrder = LengthOrder::LittleEndian;
/// Larger than any message. Without this limit a client could make the server buffer 16 MiB.
const LIMITS: Limits = Limits::DEFAULT.with_bytes(1024).with_depth(4);
const MAX_CLIENTS: usize = 100;
/// The time limit for joining, not for the pauses between messages.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time between two messages of a client. What it sends faster waits in its stream, so it cannot make the others late.
const PACE: Duration = Duration::from_millis(10);
/// A client that is this many messages late misses the oldest of them: very many that talk at this pace throw nobody out.
const MAX_LATE: usize = 4 * MAX_CLIENTS;

async fn serve<D: Dialect>(listener: TcpListener) -> Result<(), Failure> {
    let room = Room::new(MAX_LATE);
    let places = Arc::new(Semaphore::new(MAX_CLIENTS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await?;
        // An error concerns a client that left before being accepted.
        let Ok((stream, client)) = listener.accept().await else { continue };
        let framed = Client::<D>::new(stream, VariantCodec::with_limits(ORDER, LIMITS));
        let room = room.clone();
        tokio::spawn(async move {
            let outcome = join(framed, &room).await;
            println!("{client} has gone: {outcome:?}");
            drop(place);
        });
    }
}

async fn join<D: Dialect>(mut client: Client<D>, room: &Room) -> Result<(), Failure> {
    let Some(ToServer::Join(name)) = timeout(PATIENCE, client.next()).await?.transpose()? else {
        return Err("a name comes first".into());
    };
    let news = room.subscribe();
    // An error means that the room is empty.
    let _ = room.send(ToClient::Joined(name.clone()));
    let outcome = talk(client, &name, room, news).await;
    let _ = room.send(ToClient::Left(name));
    outcome
}

async fn talk<D: Dialect>(
    mut client: Client<D>,
    name: &str,
    room: &Room,
    mut news: broadcast::Receiver<ToClient>,
) -> Result<(), Failure> {
    let mut turn = Instant::now();
    loop {
        let next = async {
            sleep_until(turn).await;
            client.next().await
        };
        tokio::select! {
            message = next => match message.transpose()? {
                Some(ToServer::Say(text)) => {
                    turn = Instant::now() + PACE;
                    println!("{name:?}: {text:?}");
                    let _ = room.send(ToClient::Said { name: name.into(), text });
                }
                Some(ToServer::Join(_)) => return Err("joined twice".into()),
                None => return Ok(()),
            },
            message = news.recv() => match message {
                Ok(message) => timeout(PATIENCE, client.send(message)).await??,
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return Ok(()),
            },
        }
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
    client::chat::<D>(address).await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.godot3 { run::<Godot3>(&options).await } else { run::<Godot4>(&options).await }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More is said than a client may be late, before it has its turn.
    #[tokio::test]
    async fn many_talkers_throw_nobody_out() {
        const TALKERS: usize = 90;
        const SAID: usize = 10;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let stream = TcpStream::connect(address).await.expect("a connection");
        let codec = VariantCodec::<ToClient, ToServer, Godot4>::with_limits(ORDER, LIMITS);
        let mut quiet = Framed::new(stream, codec);
        let (stream, _) = listener.accept().await.expect("a connection");
        let client = Client::<Godot4>::new(stream, VariantCodec::with_limits(ORDER, LIMITS));
        let room = Room::new(MAX_LATE);
        let news = room.subscribe();
        for text in 0..SAID {
            for name in 0..TALKERS {
                let said = ToClient::Said { name: name.to_string(), text: text.to_string() };
                room.send(said).expect("somebody hears it");
            }
        }
        let served = talk(client, "Ann", &room, news);
        let listens = async {
            let last =
                ToClient::Said { name: (TALKERS - 1).to_string(), text: (SAID - 1).to_string() };
            let mut heard = 0;
            loop {
                heard += 1;
                if quiet.next().await.expect("it stays").expect("a message") == last {
                    break;
                }
            }
            // It leaves.
            drop(quiet);
            heard
        };
        let (outcome, heard) = tokio::join!(served, listens);
        outcome.expect("it has left by itself");
        assert!((MAX_LATE..TALKERS * SAID).contains(&heard), "{heard}");
    }
}
