//! Messages on their way: servers that only listen, proxies, and a client that sends and hears the answers; over UDP, TCP,
//! WebSocket and ENet.
//!
//! A listener or proxy gets an [`Event`] for each message, from threads that end with the program. They wait while
//! [`MAX_WAITING`] events, or messages of [`MAX_WAITING_BYTES`], are not yet taken.

mod enet;
mod events;
mod outbox;
mod record;
mod tcp;
mod udp;
mod websocket;

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

pub use events::Events;
pub use outbox::Outgoing;
pub use record::Recording;

use self::outbox::Outbox;

pub use crate::Transport;

/// Events that wait to be taken, at most.
pub const MAX_WAITING: usize = 1024;

/// The bytes of messages that wait to be taken, at most, or one message.
pub const MAX_WAITING_BYTES: usize = 1 << 24;

/// Clients at a time, at most.
pub const MAX_CLIENTS: usize = 64;

/// How long somebody may be silent before that is looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long a server may take to let a client in.
const PATIENCE: Duration = Duration::from_secs(5);

impl Transport {
    const ALL: [(Self, &str); 4] =
        [(Self::Udp, "udp"), (Self::Tcp, "tcp"), (Self::WebSocket, "ws"), (Self::Enet, "enet")];

    /// Its name in an address: `udp`, `tcp`, `ws` or `enet`.
    pub fn scheme(self) -> &'static str {
        Self::ALL.into_iter().find(|(transport, _)| *transport == self).map_or("", |it| it.1)
    }
}

/// An address with its transport: `udp://127.0.0.1:7777`, `ws://localhost:7777/game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// What carries messages there.
    pub transport: Transport,
    /// The host and the port.
    pub host: String,
    /// What follows them in a WebSocket's address, with its slash.
    pub path: String,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.transport.scheme(), self.host, self.path)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORMS: &str = "udp://HOST:PORT, tcp://…, ws://… or enet://…";
        let Some((scheme, rest)) = text.split_once("://") else {
            let at = if text.contains(':') { text } else { "HOST:PORT" };
            return Err(format!("no transport: write udp://{at}, or tcp://…, ws://… or enet://…"));
        };
        if scheme == "wss" {
            let way = "put a program that handles TLS in between, such as `socat` or `stunnel`";
            return Err(format!("wss needs TLS, which this program does not support; {way}"));
        }
        let known = Transport::ALL.into_iter().find(|(_, name)| *name == scheme);
        let Some((transport, _)) = known else { return Err(format!("expected {FORMS}")) };
        let (host, path) = match rest.find('/') {
            Some(at) if transport == Transport::WebSocket => rest.split_at(at),
            Some(_) => return Err(format!("expected {scheme}://HOST:PORT, without a path")),
            None => (rest, ""),
        };
        let Some((name, port)) =
            host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok())
        else {
            return Err(format!("expected {scheme}://HOST:PORT, found no port"));
        };
        if name.is_empty() {
            return Err(format!(
                "no host: write {scheme}://127.0.0.1:{port} for this machine, or {scheme}://0.0.0.0:{port} to listen at all \
                 its addresses"
            ));
        }
        Ok(Self { transport, host: host.to_owned(), path: path.to_owned() })
    }
}

impl Address {
    fn resolve(&self) -> io::Result<SocketAddr> {
        let found = self.host.to_socket_addrs().map_err(|error| self.wrong(&error))?.next();
        found.ok_or_else(|| self.wrong(&io::Error::other("the host has no address")))
    }

    /// An error with the address that it is about.
    fn wrong(&self, error: &io::Error) -> io::Error {
        let what = match error.kind() {
            io::ErrorKind::ConnectionRefused => {
                "connection refused: no server listens there".into()
            }
            io::ErrorKind::ConnectionReset => "the other side closed the connection".into(),
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "no answer".into(),
            _ => error.to_string(),
        };
        io::Error::new(error.kind(), format!("{self}: {what}"))
    }
}

/// Where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From a client.
    ToServer,
    /// From the server.
    ToClient,
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where it goes.
    pub way: Way,
    /// The client's address.
    pub client: SocketAddr,
    /// The server's address.
    pub server: SocketAddr,
    /// When it was seen, in nanoseconds since 1970.
    pub nanoseconds: i128,
    /// What it is, without the frame of a stream.
    pub bytes: Vec<u8>,
    /// Whether it is the first that a server sends over a WebSocket.
    pub is_first_answer: bool,
}

impl Seen {
    fn now(way: Way, client: SocketAddr, server: SocketAddr, bytes: &[u8]) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let nanoseconds = i128::try_from(since.as_nanos()).unwrap_or_default();
        let bytes = bytes.to_owned();
        Self { way, client, server, nanoseconds, bytes, is_first_answer: false }
    }

    /// Whether it is, on the wire of the multiplayer, the number that the server of a `WebSocketMultiplayerPeer` gives its client
    /// before the first packet.
    pub const fn is_client_number(&self) -> bool {
        self.is_first_answer && self.bytes.len() == 4
    }

    /// Who sent it, and to whom.
    pub const fn ends(&self) -> (SocketAddr, SocketAddr) {
        match self.way {
            Way::ToServer => (self.client, self.server),
            Way::ToClient => (self.server, self.client),
        }
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message has come, and gone on.
    Message(Seen),
    /// Something else, in words: who has come, who has gone and why.
    Note(String),
}

/// What is told to whoever looks on.
#[derive(Clone, Debug)]
struct Sink {
    events: events::Sender,
    /// The longest message.
    max: usize,
    /// How long clients wait for a server that does not listen yet.
    wait: Duration,
    /// Whether that was said since the server was last there.
    is_wait_told: Arc<AtomicBool>,
}

impl Sink {
    fn new(max: usize, wait: Duration) -> (Self, Events) {
        let (events, receiver) = events::queue();
        (Self { events, max, wait, is_wait_told: Arc::default() }, receiver)
    }

    fn message(&self, way: Way, client: SocketAddr, server: SocketAddr, bytes: &[u8]) {
        self.seen(Seen::now(way, client, server, bytes));
    }

    fn seen(&self, seen: Seen) {
        self.events.send(Event::Message(seen));
    }

    fn note(&self, note: String) {
        self.events.send(Event::Note(note));
    }
}

/// Takes what clients send, and answers nothing. Returns the address, whose port may have been 0, and what happens.
///
/// `max` is the longest message, in bytes. What is longer ends the connection of its sender.
///
/// # Errors
/// When the address cannot be listened to.
pub fn listen(address: &Address, max: usize) -> io::Result<(SocketAddr, Events)> {
    let (sink, receiver) = Sink::new(max, Duration::ZERO);
    let at = address.resolve()?;
    let at = match address.transport {
        Transport::Udp => udp::listen(at, sink),
        Transport::Tcp => tcp::listen(at, sink),
        Transport::WebSocket => websocket::listen(at, sink),
        Transport::Enet => enet::listen(at, sink),
    };
    Ok((at.map_err(|error| address.wrong(&error))?, receiver))
}

/// Stands between clients, who come to one address, and their server. Bytes go on as they came.
///
/// Over TCP and WebSocket a client waits up to `wait` for a server that does not listen yet. ENet sends its first packet again
/// by itself.
///
/// # Errors
/// When the address cannot be listened to, if both have different transports, or if the server's address is that of the proxy itself.
pub fn proxy(
    address: &Address,
    server: &Address,
    max: usize,
    wait: Duration,
) -> io::Result<(SocketAddr, Events)> {
    if address.transport != server.transport {
        let message = format!("{address} and {server}: both need the same transport");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let (sink, receiver) = Sink::new(max, wait);
    let (at, to) = (address.resolve()?, server.resolve()?);
    if reaches(at, to) {
        let message = format!(
            "{server} is the address of the proxy itself ({at}), which would get its own packets; give the proxy another port \
             than the server"
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let at = match address.transport {
        Transport::Udp => udp::proxy(at, to, sink),
        Transport::Tcp => tcp::proxy(at, to, sink),
        Transport::WebSocket => websocket::proxy(at, to, server.path.clone(), sink),
        Transport::Enet => enet::proxy(at, to, sink),
    };
    Ok((at.map_err(|error| address.wrong(&error))?, receiver))
}

/// Whether a packet to `to` arrives at a socket that listens at `at`.
fn reaches(at: SocketAddr, to: SocketAddr) -> bool {
    if at.port() == 0 || at.port() != to.port() {
        return false;
    }
    let (at, to) = (at.ip().to_canonical(), to.ip().to_canonical());
    // The system sends packets for no address to this machine.
    let loopback = match to {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
    };
    let to = if to.is_unspecified() { loopback } else { to };
    // A socket for all addresses of IPv6 gets packets of IPv4, too. Only an address of this machine can be bound.
    let is_any = at.is_unspecified() && (at.is_ipv6() || to.is_ipv4());
    at == to || is_any && (to.is_loopback() || UdpSocket::bind((to, 0)).is_ok())
}

/// What a client does after it has sent its messages.
pub enum Step {
    /// It waits for more answers.
    Wait,
    /// It goes.
    End,
}

/// Sends messages to a server, each at its time. `look` gets each answer, and nothing from time to time; it says when to go. Returns who has
/// ended it.
///
/// With `godot3` messages over ENet are after the header of Godot 3, and answers are without it.
///
/// # Errors
/// When there is no such server, when the connection breaks, and those of `look`.
pub fn send(
    address: &Address,
    messages: Outgoing<'_>,
    godot3: bool,
    max: usize,
    look: &mut dyn FnMut(Option<Seen>) -> io::Result<Step>,
) -> io::Result<EndedBy> {
    let to = address.resolve()?;
    let mut own_error = false;
    let mut look = |seen: Option<Seen>| {
        let step = look(seen);
        own_error = step.is_err();
        step
    };
    let messages = Outbox::new(messages)?;
    let done = match address.transport {
        Transport::Udp => udp::send(to, messages, &mut look),
        Transport::Tcp => tcp::send(to, messages, max, &mut look),
        Transport::WebSocket => websocket::send(address, to, messages, max, &mut look),
        Transport::Enet => enet::send(to, messages, godot3, max, &mut look),
    };
    done.map_err(|error| if own_error { error } else { address.wrong(&error) })
}

/// Who has ended a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// The client, as it has seen enough.
    Client,
    /// The server.
    Server,
}

/// The address of this machine at which a socket to another one can be bound.
const fn any_port(to: SocketAddr) -> SocketAddr {
    match to {
        SocketAddr::V4(_) => SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0),
        SocketAddr::V6(_) => SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), 0),
    }
}

/// Whether nothing has come in the time of one look.
fn is_silence(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}
