//! A game server over UDP, TCP and WebSocket, with bots that test it.
//!
//! ```text
//! cargo run --example arena                               bots play, and check what they see
//! cargo run --example arena -- --listen 127.0.0.1:7777    serves clients until interrupted
//! cargo run --example arena -- --bots 127.0.0.1:7777      bots play on that server
//!     --websocket 127.0.0.1:7778    serves browsers, too: each binary message is one message
//!     --seconds N     ends after so long
//!     --godot 3       speaks with clients of Godot 3; with those of Godot 4 otherwise
//!     --flat          speaks in flat messages, a quarter of the bytes, which are the same in every engine
//! ```
//!
//! The messages are those of `schemas/arena.rs`. The folders `arena-client-…` are clients in GDScript, C# and TypeScript.
//!
//! The server trusts the position that a client reports. A real game's server should not.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::{Godot3, Godot4, Vector3};

use arena::{
    Bye, ClientMessage, Greeting, Hello, Join, PlayerState, ServerMessage, Snapshot, Welcome,
};
use bots::Bots;
use form::{Flat, Form};
use link::{LIMITS, Link};
use log::Log;
use stream::Stream;

#[path = "../schemas/arena.rs"]
pub mod arena;
#[path = "arena/bots.rs"]
mod bots;
#[path = "arena/form.rs"]
mod form;
#[path = "arena/link.rs"]
mod link;
#[path = "arena/log.rs"]
mod log;
#[path = "arena/stream.rs"]
mod stream;

const SUCCESS: &str = "OK: 3 bots have seen and heard each other";

type Failure = Box<dyn Error + Send + Sync>;

const TICK: Duration = Duration::from_millis(50);
/// UDP does not report that a client has left.
const SILENCE: Duration = Duration::from_secs(5);
/// With this many players a snapshot is a datagram of a few kilobytes.
const MAX_PLAYERS: usize = 16;
/// The time in which a client must join after connecting, and then show that it has read the welcome.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many bytes the server sends to an unverified address for each byte from it.
const AMPLIFICATION: usize = 3;

struct Player {
    name: String,
    state: PlayerState,
    moves: i32,
    heard: Instant,
    /// Whether the player has sent its number. Before that, its datagrams may have a forged sender address.
    known: bool,
}

/// Returns the state of a player before its first move.
fn newborn(id: u32) -> PlayerState {
    let (pos, vel) = (Vector3::ZERO, Vector3::ZERO);
    PlayerState { id, pos, vel, yaw: 0.0, health: 100, grounded: true }
}

/// Tells a player that client and server have other protocols.
fn update_the_game(server: &str, client: &str) -> String {
    format!("server {server:.4}…, client {client:.4}…: update the game")
}

/// The answer to a client's first word.
fn greet<F: Form>(hello: &Hello) -> ServerMessage {
    if hello.layout == F::LAYOUT {
        ServerMessage::Greeting(Greeting { layout: F::LAYOUT.to_owned() })
    } else {
        ServerMessage::Bye(Bye { reason: update_the_game(F::LAYOUT, &hello.layout) })
    }
}

/// The arena. `F` is the form of its messages: flat, or Variants in the dialect of its clients' engine, because type ids differ between
/// Godot 3 and 4.
struct Server<F> {
    udp: UdpSocket,
    tcp: TcpListener,
    websocket: Option<TcpListener>,
    streams: BTreeMap<Link, Stream>,
    players: BTreeMap<Link, Player>,
    log: Log,
    dropped: usize,
    tick: i64,
    form: PhantomData<F>,
}

impl<F: Form> Server<F> {
    fn bind(address: SocketAddr) -> io::Result<Self> {
        let tcp = TcpListener::bind(address)?;
        tcp.set_nonblocking(true)?;
        let udp = match UdpSocket::bind(tcp.local_addr()?) {
            // The port that was free for TCP is in use for UDP.
            Err(error) if error.kind() == ErrorKind::AddrInUse && address.port() == 0 => {
                return Self::bind(address);
            }
            udp => udp?,
        };
        udp.set_nonblocking(true)?;
        Ok(Self {
            udp,
            tcp,
            websocket: None,
            streams: BTreeMap::new(),
            players: BTreeMap::new(),
            log: Log::new(),
            dropped: 0,
            tick: 0,
            form: PhantomData,
        })
    }

    /// Serves WebSocket at this address, too. Returns the address, with a port if it had none.
    fn bind_websocket(&mut self, address: SocketAddr) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        self.websocket.insert(listener).local_addr()
    }

    /// Serves until `done`, and then once more to read everything that was sent before.
    fn run(&mut self, done: impl Fn() -> bool) {
        let mut next_tick = Instant::now();
        loop {
            let last = done();
            self.read_datagrams();
            self.accept_streams();
            self.read_streams();
            if Instant::now() >= next_tick {
                next_tick += TICK;
                self.tick();
            }
            if last {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.send_to_all(&ServerMessage::Bye(Bye { reason: "the arena closes".into() }));
    }

    fn read_datagrams(&mut self) {
        // A longer datagram is cut here, but it exceeds the limit anyway.
        let mut buffer = [0; 8192];
        loop {
            match self.udp.recv_from(&mut buffer) {
                Ok((len, from)) => self.read_message(Link::Udp(from), &buffer[..len]),
                // Windows returns this error if an earlier datagram of this server was not received.
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
                Err(_) => return,
            }
        }
    }

    fn accept_streams(&mut self) {
        while let Ok((socket, from)) = self.tcp.accept() {
            self.insert(Link::Tcp(from), Stream::frames(socket));
        }
        while let Some(Ok((socket, from))) = self.websocket.as_ref().map(TcpListener::accept) {
            self.insert(Link::WebSocket(from), Stream::websocket(socket));
        }
    }

    fn insert(&mut self, link: Link, stream: Result<Stream, Failure>) {
        // A client that is only connected is not a player yet, but uses a socket.
        if self.streams.len() == 2 * MAX_PLAYERS {
            self.close_idle_stream();
        }
        match stream {
            Ok(stream) => drop(self.streams.insert(link, stream)),
            Err(error) => self.log_end(link, &error),
        }
    }

    fn log_end(&mut self, link: Link, error: &Failure) {
        // Escaped, because it may contain text that the client sent.
        let error = error.to_string();
        self.log.line(format_args!("{link} -> closed: {}", error.escape_debug()));
    }

    /// Makes room: closes the oldest connection of the address with most connections without a player.
    fn close_idle_stream(&mut self) {
        let idle = |link: &Link| !self.players.contains_key(link);
        let mut connections: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for link in self.streams.keys().filter(|link| idle(link)) {
            *connections.entry(link.ip()).or_default() += 1;
        }
        let oldest = self
            .streams
            .iter()
            .filter(|(link, _)| idle(link))
            .max_by_key(|(link, stream)| (connections[&link.ip()], stream.opened.elapsed()))
            .map(|(link, _)| *link);
        if let Some(link) = oldest {
            self.close(link);
        }
    }

    fn read_streams(&mut self) {
        let links: Vec<Link> = self.streams.keys().copied().collect();
        for link in links {
            let Some(stream) = self.streams.get_mut(&link) else { continue };
            let mut messages = Vec::new();
            let open = stream.receive(&mut messages);
            for message in messages {
                // Decoding a message may close the stream.
                if self.streams.contains_key(&link) {
                    self.read_message(link, &message);
                }
            }
            if let Err(error) = &open {
                // The start of the next message is unknown.
                self.log_end(link, error);
            }
            if !open.unwrap_or(false) {
                self.close(link);
            }
        }
    }

    fn read_message(&mut self, from: Link, bytes: &[u8]) {
        match F::decode::<ClientMessage>(bytes, LIMITS) {
            Ok(message) => {
                self.log.line(format_args!("{from} -> {message:?}"));
                self.handle(from, message, bytes.len());
            }
            Err(error) => {
                // Escaped, because it may contain text that the client sent.
                let error = error.to_string();
                let (len, error) = (bytes.len(), error.escape_debug());
                self.log.line(format_args!("{from} -> dropped {len} bytes: {error}"));
                self.dropped += 1;
            }
        }
    }

    fn handle(&mut self, from: Link, message: ClientMessage, len: usize) {
        let message = match message {
            ClientMessage::Hello(hello) => return self.answer(from, &greet::<F>(&hello), len),
            ClientMessage::Join(join) => return self.join(from, join, len),
            message => message,
        };
        let Some(player) = self.players.get_mut(&from) else {
            return self.log.line(format_args!("{from} has not joined"));
        };
        player.heard = Instant::now();
        match message {
            ClientMessage::Move(state) if state.id == player.state.id => {
                player.state = state;
                player.moves += 1;
                player.known = true;
            }
            ClientMessage::Move(state) => {
                self.log.line(format_args!("{from} is not player {}", state.id));
            }
            ClientMessage::Chat(chat) if player.known => {
                self.send_to_all(&ServerMessage::Chat(chat));
            }
            ClientMessage::Leave => self.close(from),
            ClientMessage::Chat(_) | ClientMessage::Join(_) | ClientMessage::Hello(_) => {}
        }
    }

    /// Answers a join message of `len` bytes.
    fn join(&mut self, from: Link, join: Join, len: usize) {
        let answer = match self.admit(from, join) {
            Ok(you) => ServerMessage::Welcome(Welcome { you, tick: self.tick }),
            Err(reason) => ServerMessage::Bye(Bye { reason }),
        };
        self.answer(from, &answer, len);
    }

    /// Answers a message of `len` bytes.
    fn answer(&mut self, from: Link, answer: &ServerMessage, len: usize) {
        match F::encode(answer) {
            Ok(bytes) if !from.is_datagrams() || bytes.len() <= AMPLIFICATION * len => {
                self.log.line(format_args!("{from} <- {} bytes: {answer:?}", bytes.len()));
                self.send_bytes(from, &bytes);
            }
            Ok(_) => self.log.line(format_args!("{from} has no answer: it would be too long")),
            Err(error) => self.log.line(format_args!("not sent: {error}")),
        }
    }

    /// Returns the player's number, or the reason why it cannot join.
    fn admit(&mut self, from: Link, join: Join) -> Result<u32, String> {
        if let Some(player) = self.players.get(&from) {
            // The welcome was lost, or is on its way.
            return Ok(player.state.id);
        }
        self.make_way(&join.name);
        if self.players.len() == MAX_PLAYERS {
            return Err("the arena is full".into());
        }
        if self.players.values().any(|player| player.name == join.name) {
            return Err(format!("there is a {} already", join.name));
        }
        // A number that nobody can guess: a client that sends it has read the welcome. It has 31 bits, so that an int of 32 bits can hold
        // it.
        let id = getrandom::u32().map_err(|error| error.to_string())? >> 1;
        let (name, heard) = (join.name, Instant::now());
        let known = !from.is_datagrams();
        self.players.insert(from, Player { name, state: newborn(id), moves: 0, heard, known });
        Ok(id)
    }

    /// Removes a player that has not shown yet that it exists, to free a place or the name.
    fn make_way(&mut self, name: &str) {
        let full = self.players.len() == MAX_PLAYERS;
        let in_the_way = |player: &Player| !player.known && (full || player.name == name);
        let longest = self
            .players
            .iter()
            .filter(|(_, player)| in_the_way(player))
            .max_by_key(|(_, player)| (player.name == name, player.heard.elapsed()))
            .map(|(link, _)| *link);
        if let Some(link) = longest {
            self.close(link);
        }
    }

    fn close(&mut self, link: Link) {
        if let Some(player) = self.players.remove(&link) {
            self.log.line(format_args!("{link}: {} is gone", player.name.escape_debug()));
        }
        self.streams.remove(&link);
    }

    fn tick(&mut self) {
        self.tick += 1;
        let silent = |player: &Player| {
            player.heard.elapsed() > if player.known { SILENCE } else { PATIENCE }
        };
        let gone: Vec<Link> =
            self.players.iter().filter(|(_, p)| silent(p)).map(|(link, _)| *link).collect();
        for link in gone {
            if self.players[&link].known {
                self.send(link, &ServerMessage::Bye(Bye { reason: "no word for 5 s".into() }));
            }
            self.close(link);
        }
        let idle: Vec<Link> = self
            .streams
            .iter()
            .filter(|(link, stream)| {
                stream.opened.elapsed() > PATIENCE && !self.players.contains_key(link)
            })
            .map(|(link, _)| *link)
            .collect();
        for link in idle {
            self.log.line(format_args!("{link} has not joined"));
            self.close(link);
        }
        let known = || self.players.values().filter(|player| player.known);
        if known().next().is_none() {
            return;
        }
        let mut players: Vec<_> = known().map(|p| p.state.clone()).collect();
        players.sort_by_key(|state| state.id);
        let scores = known().map(|p| (p.name.clone(), p.moves)).collect();
        let snapshot = Snapshot { tick: self.tick, players, scores };
        self.send_to_all(&ServerMessage::Snapshot(snapshot));
    }

    fn send(&mut self, to: Link, message: &ServerMessage) {
        match F::encode(message) {
            Ok(bytes) => {
                self.log.line(format_args!("{to} <- {} bytes: {message:?}", bytes.len()));
                self.send_bytes(to, &bytes);
            }
            Err(error) => self.log.line(format_args!("not sent: {error}")),
        }
    }

    /// Encodes the message once for all players.
    fn send_to_all(&mut self, message: &ServerMessage) {
        match F::encode(message) {
            Ok(bytes) => {
                let known = self.players.iter().filter(|(_, player)| player.known);
                let links: Vec<Link> = known.map(|(link, _)| *link).collect();
                let (receivers, len) = (links.len(), bytes.len());
                self.log.line(format_args!("all {receivers} <- {len} bytes: {message:?}"));
                for link in links {
                    self.send_bytes(link, &bytes);
                }
            }
            Err(error) => self.log.line(format_args!("not sent: {error}")),
        }
    }

    fn send_bytes(&mut self, to: Link, bytes: &[u8]) {
        match to {
            // A datagram that cannot be sent counts as lost.
            Link::Udp(address) => drop(self.udp.send_to(bytes, address)),
            Link::Tcp(_) | Link::WebSocket(_) => {
                if self.streams.get_mut(&to).is_some_and(|stream| !stream.send(bytes)) {
                    self.close(to);
                }
            }
        }
    }
}

/// Lets bots play against a server on free ports.
fn demonstrate<F: Form>() -> Result<(), Failure> {
    let mut server = Server::<F>::bind((Ipv4Addr::LOCALHOST, 0).into())?;
    let address = server.tcp.local_addr()?;
    println!("listening on {address} (UDP and TCP)");
    let websocket = server.bind_websocket((Ipv4Addr::LOCALHOST, 0).into())?;
    let nonsense = F::nonsense()?;
    let vandal = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    for datagram in &nonsense {
        vandal.send_to(datagram, address)?;
    }
    let bots =
        Bots::start::<F>([Link::Udp(address), Link::WebSocket(websocket), Link::Tcp(address)]);
    server.run(|| bots.are_finished());
    bots.join()?;
    if !server.players.is_empty() {
        return Err("a player has not left".into());
    }
    if server.dropped != nonsense.len() {
        return Err(format!("{} messages dropped", server.dropped).into());
    }
    println!("{SUCCESS}");
    Ok(())
}

#[derive(Default)]
struct Options {
    listen: Option<SocketAddr>,
    websocket: Option<SocketAddr>,
    bots: Option<SocketAddr>,
    godot3: bool,
    flat: bool,
    seconds: Option<u64>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut options = Self::default();
        while let Some(name) = arguments.next() {
            if name == "--flat" {
                options.flat = true;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            match (&*name, &*value) {
                ("--listen", address) => options.listen = Some(address.parse()?),
                ("--websocket", address) => options.websocket = Some(address.parse()?),
                ("--bots", address) => options.bots = Some(address.parse()?),
                ("--seconds", seconds) => options.seconds = Some(seconds.parse()?),
                ("--godot", version) if matches!(version.split('.').next(), Some("3" | "4")) => {
                    options.godot3 = version.starts_with('3');
                }
                _ => return Err(format!("{name} {value}: not an option").into()),
            }
        }
        if options.websocket.is_some() && options.listen.is_none() {
            return Err("--websocket needs --listen".into());
        }
        Ok(options)
    }
}

fn run<F: Form>(options: &Options) -> Result<(), Failure> {
    if let Some(server) = options.bots {
        Bots::start::<F>([Link::Udp(server), Link::Udp(server), Link::Tcp(server)]).join()?;
        println!("{SUCCESS}");
        return Ok(());
    }
    let Some(address) = options.listen else { return demonstrate::<F>() };
    let mut server = Server::<F>::bind(address)?;
    println!("listening on {} (UDP and TCP)", server.tcp.local_addr()?);
    if let Some(address) = options.websocket {
        println!("listening on {} (WebSocket)", server.bind_websocket(address)?);
    }
    let started = Instant::now();
    let limit = options.seconds.map(Duration::from_secs);
    server.run(|| limit.is_some_and(|limit| started.elapsed() >= limit));
    Ok(())
}

fn main() -> ExitCode {
    let result = Options::parse(std::env::args().skip(1)).and_then(|options| {
        match (options.flat, options.godot3) {
            (true, _) => run::<Flat>(&options),
            (false, true) => run::<Godot3>(&options),
            (false, false) => run::<Godot4>(&options),
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("FAILED: {failure}");
            ExitCode::FAILURE
        }
    }
}
