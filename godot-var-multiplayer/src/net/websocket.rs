//! WebSocket as Godot's peers use it: each packet is a binary message, and the first one tells the client its id.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::SocketAddr;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::OnceLock;
use std::time::Instant;

use godot_var_enet::network;
use mio::net::{TcpListener, TcpStream};
use mio::{Interest, Registry, Token};
use tungstenite::client::IntoClientRequest;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::MidHandshake;
use tungstenite::handshake::client::ClientHandshake;
use tungstenite::handshake::server::{Callback, ErrorResponse, Request, Response, ServerHandshake};
use tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use super::{FIRST_LINK, Inbox, Kind, LISTENER, NetConfig, Payload};
use crate::godot3::Message as Godot3Message;
use crate::watch::{self, Transport};
use crate::{Misfit, SERVER, TransferMode};

/// How many connections there may be besides those of peers: in their handshake, or closing.
const MAX_OTHERS: usize = 256;
/// How many of an IP address may be in their handshake.
const MAX_HANDSHAKES: usize = 64;
/// How many connections are accepted before it is the turn of the game: a stranger can make as many as it likes.
const MAX_ACCEPTED: usize = 16;
/// The longest request of a client, in bytes. The library reads it from its beginning with each part that arrives.
const MAX_REQUEST: usize = 1 << 14;
/// How many packets of a connection, and how many bytes, are read before it is the turn of the next one.
const MAX_PACKETS: usize = 100;
const MAX_BYTES: usize = 1 << 16;
/// How many bytes of all connections are read before it is the turn of the game: frames may have none but their header.
const MAX_BYTES_OF_ALL: usize = 16 * MAX_BYTES;
const HANDSHAKE: Duration = Duration::from_secs(5);
/// How long a peer may take to answer the end of its connection.
const FAREWELL: Duration = Duration::from_secs(2);
/// A peer that sends nothing for so long gets a ping.
const QUIET: Duration = Duration::from_secs(10);
/// A peer that sends nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(30);
/// How often the times above are compared.
const PERIOD: Duration = Duration::from_millis(500);

/// A connection, which its owner and the library's reader share.
///
/// The library reads until a message is complete, and a peer can send frames for ever without completing one. So the stream ends each
/// turn after a number of bytes.
#[derive(Clone, Debug)]
struct Stream {
    tcp: Arc<TcpStream>,
    /// The bytes that may still be read in this turn.
    left: Arc<AtomicUsize>,
    waiting: watch::Waiting,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.load(Ordering::Relaxed);
        if left == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        let end = buffer.len().min(left);
        let len = (&*self.tcp).read(buffer.get_mut(..end).unwrap_or_default())?;
        self.left.fetch_sub(len, Ordering::Relaxed);
        Ok(len)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = (&*self.tcp).write(bytes)?;
        self.waiting.remove(len);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.tcp).flush()
    }
}

/// Chooses the sub-protocol of a client.
struct Choice {
    /// Empty if any is accepted.
    accepted: Arc<[String]>,
    /// Why the client is refused.
    refused: Arc<OnceLock<Misfit>>,
}

impl Callback for Choice {
    fn on_request(
        self,
        request: &Request,
        mut response: Response,
    ) -> Result<Response, ErrorResponse> {
        let headers = request.headers().get_all(SEC_WEBSOCKET_PROTOCOL).iter();
        let names = headers.filter_map(|header| header.to_str().ok());
        let offered: Vec<_> = names.flat_map(|names| names.split(',')).map(str::trim).collect();
        let mut of_both = offered.iter().filter(|name| {
            self.accepted.is_empty() || self.accepted.iter().any(|one| one == **name)
        });
        match of_both.next().map(|name| HeaderValue::from_str(name)) {
            Some(Ok(name)) => {
                response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, name);
                Ok(response)
            }
            None if self.accepted.is_empty() => Ok(response),
            _ => {
                let offered = offered.join(", ").chars().take(128).collect::<String>();
                let accepted = self.accepted.join(" or ");
                let misfit =
                    Misfit::Protocol { offered: offered.into(), accepted: accepted.into() };
                let mut refusal = ErrorResponse::new(Some(misfit.to_string()));
                *refusal.status_mut() = StatusCode::BAD_REQUEST;
                let _ = self.refused.set(misfit);
                Err(refusal)
            }
        }
    }
}

enum State {
    /// Nothing has arrived yet.
    Accepted,
    Answering(MidHandshake<ServerHandshake<Stream, Choice>>, Arc<OnceLock<Misfit>>),
    Asking(MidHandshake<ClientHandshake<Stream>>),
    /// A client whose server has not told its id yet.
    Nameless(WebSocket<Stream>),
    /// The connection of a peer.
    Open(i32, WebSocket<Stream>),
    /// One side has told the other that the connection ends. The answer may still be sent.
    Closing(WebSocket<Stream>),
    Ended,
}

struct Link {
    stream: Stream,
    address: SocketAddr,
    state: State,
    /// When the state began that has a time limit.
    since: Instant,
    heard: Instant,
    is_pinged: bool,
    /// The bytes that a client may still send before the end of its request.
    request: usize,
}

pub(super) struct Web {
    listener: Option<TcpListener>,
    /// Whether connections may wait that no readiness reports again.
    is_asked: bool,
    accepted: Arc<[String]>,
    max_peers: usize,
    max_packet_bytes: usize,
    max_waiting_bytes: usize,
    godot3: bool,
    links: BTreeMap<usize, Link>,
    peers: BTreeMap<i32, usize>,
    /// The links to read.
    ready: BTreeSet<usize>,
    /// The links with bytes to write.
    unsent: BTreeSet<usize>,
    last_token: usize,
    /// The link to read first in the next turn.
    next_token: usize,
    last_id: i32,
    compared: Instant,
    /// For a client: the id that the server has told.
    pub(super) id: Option<i32>,
    /// For a client: why the handshake failed.
    pub(super) failed: Option<Error>,
}

impl Web {
    pub(super) fn new(config: &NetConfig) -> Self {
        Self {
            listener: None,
            is_asked: false,
            accepted: config.protocols.clone().into(),
            max_peers: config.max_peers,
            max_packet_bytes: config.max_packet_bytes,
            max_waiting_bytes: config.max_waiting_bytes,
            godot3: config.godot3,
            links: BTreeMap::new(),
            peers: BTreeMap::new(),
            ready: BTreeSet::new(),
            unsent: BTreeSet::new(),
            last_token: FIRST_LINK,
            next_token: FIRST_LINK,
            last_id: SERVER,
            compared: Instant::now(),
            id: None,
            failed: None,
        }
    }

    pub(super) fn listen(
        &mut self,
        address: SocketAddr,
        registry: &Registry,
    ) -> io::Result<SocketAddr> {
        let mut listener = TcpListener::bind(address)?;
        registry.register(&mut listener, LISTENER, Interest::READABLE)?;
        self.listener.insert(listener).local_addr()
    }

    /// Begins the handshake with a server. `url` is for the server alone: the address is of the socket.
    pub(super) fn connect(
        &mut self,
        url: &str,
        stream: std::net::TcpStream,
        registry: &Registry,
    ) -> io::Result<()> {
        let invalid = |error: Error| io::Error::new(ErrorKind::InvalidInput, error);
        let mut request = url.into_client_request().map_err(invalid)?;
        if !self.accepted.is_empty() {
            let protocols = HeaderValue::from_str(&self.accepted.join(", "));
            let protocols =
                protocols.map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
            request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, protocols);
        }
        stream.set_nonblocking(true)?;
        let address = stream.peer_addr()?;
        let token = self.add(TcpStream::from_std(stream), address, registry)?;
        let config = self.config();
        if let Some(link) = self.links.get_mut(&token) {
            let handshake = ClientHandshake::start(link.stream.clone(), request, Some(config));
            link.state = State::Asking(handshake.map_err(invalid)?);
        }
        Ok(())
    }

    pub(super) fn has(&self, peer: i32) -> bool {
        self.peers.contains_key(&peer)
    }

    pub(super) fn count(&self) -> usize {
        self.peers.len()
    }

    /// Returns how many bytes wait for the peers.
    pub(super) fn waiting(&self) -> usize {
        self.links.values().map(|link| link.stream.waiting.get()).sum()
    }

    /// Whether something may wait that no readiness reports again.
    pub(super) fn is_drained(&self) -> bool {
        self.ready.is_empty() && !self.is_asked
    }

    /// The readiness of the listener.
    pub(super) const fn ask(&mut self) {
        self.is_asked = true;
    }

    /// The readiness of a link.
    pub(super) fn wake(&mut self, token: usize) {
        self.ready.insert(token);
        self.unsent.insert(token);
    }

    fn config(&self) -> WebSocketConfig {
        WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(4096)
            .max_write_buffer_size(self.max_waiting_bytes.max(4097))
            .max_message_size(Some(self.max_packet_bytes))
            .max_frame_size(Some(self.max_packet_bytes))
    }

    fn add(
        &mut self,
        mut stream: TcpStream,
        address: SocketAddr,
        registry: &Registry,
    ) -> io::Result<usize> {
        self.last_token += 1;
        let token = self.last_token;
        stream.set_nodelay(true)?;
        registry.register(&mut stream, Token(token), Interest::READABLE | Interest::WRITABLE)?;
        let (tcp, waiting) = (Arc::new(stream), watch::Waiting::default());
        let stream = Stream { tcp, left: Arc::default(), waiting };
        let now = Instant::now();
        let state = State::Accepted;
        let (since, heard, request) = (now, now, MAX_REQUEST);
        let link = Link { stream, address, state, since, heard, is_pinged: false, request };
        self.links.insert(token, link);
        self.ready.insert(token);
        Ok(token)
    }

    /// Reads what has arrived, and accepts clients. `others` is the number of peers of other transports.
    pub(super) fn turn(
        &mut self,
        registry: &Registry,
        others: usize,
        is_taken: impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) {
        for _ in 0..MAX_ACCEPTED {
            let Some(listener) = self.listener.as_ref().filter(|_| self.is_asked) else { break };
            match listener.accept() {
                Ok((stream, address)) => {
                    if let Some(misfit) = self.has_no_place(address) {
                        inbox.report(address, misfit);
                    } else if let Ok(token) = self.add(stream, address, registry) {
                        // A request that has arrived is no longer half a handshake for the next client.
                        self.ready.remove(&token);
                        self.read(token, others, &is_taken, inbox);
                    }
                }
                // Errors such as too many open files do not end soon, so it is asked again after the period.
                Err(error) => self.is_asked = error.kind() == ErrorKind::ConnectionAborted,
            }
        }
        // Begins after the last one that was read, so that each gets its turn.
        let mut ready = core::mem::take(&mut self.ready);
        let later = ready.split_off(&self.next_token);
        let mut left = MAX_BYTES_OF_ALL;
        for token in later.into_iter().chain(ready) {
            if left == 0 {
                self.ready.insert(token);
                continue;
            }
            left = left.saturating_sub(self.read(token, others, &is_taken, inbox));
            self.next_token = token + 1;
        }
        if self.compared.elapsed() > PERIOD {
            self.compared = Instant::now();
            self.is_asked = self.listener.is_some();
            self.compare_times(inbox);
        }
    }

    /// Whether a new connection has no place, and why. Connections that are closing leave theirs.
    fn has_no_place(&mut self, address: SocketAddr) -> Option<Misfit> {
        let is_half = |link: &&Link| {
            matches!(link.state, State::Accepted | State::Answering(..))
                && network(link.address.ip()) == network(address.ip())
        };
        if self.links.values().filter(is_half).count() >= MAX_HANDSHAKES {
            return Some(Misfit::Handshakes(MAX_HANDSHAKES));
        }
        if self.links.len() >= self.max_peers + MAX_OTHERS {
            let is_closing = |link: &Link| matches!(link.state, State::Closing(_));
            let Some(&token) = self.links.iter().find(|(_, link)| is_closing(link)).map(|it| it.0)
            else {
                return Some(Misfit::Full);
            };
            self.links.remove(&token);
        }
        None
    }

    /// Reads a link, and returns how many bytes at most.
    fn read(
        &mut self,
        token: usize,
        others: usize,
        is_taken: &impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) -> usize {
        let Some(mut link) = self.links.remove(&token) else { return 0 };
        let is_half = matches!(link.state, State::Accepted | State::Answering(..));
        let limit = if is_half && self.is_server() { link.request } else { MAX_BYTES };
        link.stream.left.store(limit, Ordering::Relaxed);
        link.state = match core::mem::replace(&mut link.state, State::Ended) {
            State::Accepted => self.begin(&link, inbox),
            State::Answering(handshake, refused) => {
                Self::answer(&link, handshake.handshake(), refused, inbox)
            }
            State::Asking(handshake) => match handshake.handshake() {
                Ok((socket, _)) => State::Nameless(socket),
                Err(HandshakeError::Interrupted(handshake)) => State::Asking(handshake),
                Err(HandshakeError::Failure(error)) => {
                    self.failed = Some(error);
                    inbox.push(SERVER, Kind::Disconnected);
                    State::Ended
                }
            },
            state => state,
        };
        link.request = link.stream.left.load(Ordering::Relaxed);
        link.state = match core::mem::replace(&mut link.state, State::Ended) {
            State::Answering(..) if link.request == 0 => {
                inbox.report(link.address, Misfit::NotWebSocket);
                State::Ended
            }
            State::Nameless(socket) if self.is_server() => {
                self.welcome(token, &link, socket, others, is_taken, inbox)
            }
            State::Nameless(socket) => self.learn_id(token, socket, inbox),
            state => state,
        };
        link.state = match core::mem::replace(&mut link.state, State::Ended) {
            State::Open(peer, socket) => self.read_packets(token, peer, &mut link, socket, inbox),
            State::Closing(socket) => self.read_rest(token, socket),
            state => state,
        };
        let left = link.stream.left.load(Ordering::Relaxed);
        if !matches!(link.state, State::Ended) {
            if left == 0 {
                // No readiness reports the rest.
                self.ready.insert(token);
            }
            self.links.insert(token, link);
        }
        limit - left.min(limit)
    }

    const fn is_server(&self) -> bool {
        self.listener.is_some()
    }

    /// Looks at the first bytes of a client.
    fn begin(&self, link: &Link, inbox: &mut Inbox) -> State {
        const GET: &[u8] = b"GET ";
        let mut first = [0; GET.len()];
        let first = match link.stream.tcp.peek(&mut first) {
            Ok(0) => return State::Ended,
            Ok(len) => first.get(..len).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return State::Accepted,
            Err(_) => return State::Ended,
        };
        // The first byte of a record of TLS.
        if first.first() == Some(&22) {
            inbox.report(link.address, Misfit::Tls);
            return State::Ended;
        }
        if !GET.starts_with(first) {
            inbox.report(link.address, Misfit::NotWebSocket);
            return State::Ended;
        }
        if first.len() < GET.len() {
            return State::Accepted;
        }
        let refused = Arc::new(OnceLock::new());
        let choice = Choice { accepted: Arc::clone(&self.accepted), refused: Arc::clone(&refused) };
        let handshake = ServerHandshake::start(link.stream.clone(), choice, Some(self.config()));
        Self::answer(link, handshake.handshake(), refused, inbox)
    }

    fn answer(
        link: &Link,
        step: Result<WebSocket<Stream>, HandshakeError<ServerHandshake<Stream, Choice>>>,
        refused: Arc<OnceLock<Misfit>>,
        inbox: &mut Inbox,
    ) -> State {
        let error = match step {
            Ok(socket) => return State::Nameless(socket),
            Err(HandshakeError::Interrupted(handshake)) => {
                return State::Answering(handshake, refused);
            }
            Err(HandshakeError::Failure(error)) => error,
        };
        let misfit = match error {
            Error::Http(_) => refused.get().cloned().unwrap_or(Misfit::NotWebSocket),
            Error::Protocol(
                ProtocolError::MissingConnectionUpgradeHeader
                | ProtocolError::MissingUpgradeWebSocketHeader,
            ) => {
                let text = std::format!("The client {}.\n", Misfit::Page);
                // A browser that does not get it shows an error of its own.
                let _ = link.stream.clone().write_all(
                    std::format!(
                        "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\
                         Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n{text}",
                        text.len()
                    )
                    .as_bytes(),
                );
                Misfit::Page
            }
            // The client has left.
            Error::Io(_) | Error::Protocol(ProtocolError::HandshakeIncomplete) => {
                return State::Ended;
            }
            _ => Misfit::NotWebSocket,
        };
        inbox.report(link.address, misfit);
        State::Ended
    }

    /// Gives a client an id.
    fn welcome(
        &mut self,
        token: usize,
        link: &Link,
        mut socket: WebSocket<Stream>,
        others: usize,
        is_taken: &impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) -> State {
        if self.peers.len() + others >= self.max_peers {
            inbox.report(link.address, Misfit::Full);
            return close(socket, CloseCode::Again, "the server is full");
        }
        loop {
            self.last_id = self.last_id.checked_add(1).unwrap_or(SERVER + 1);
            let id = self.last_id;
            if !self.has(id) && !is_taken(id) && !inbox.is_ending(id) {
                break;
            }
        }
        let peer = self.last_id;
        // In Godot 3 the session tells it.
        if !self.godot3 {
            // An error is found by the next read.
            let _ = socket.send(Message::binary(peer.to_le_bytes().to_vec()));
        }
        self.peers.insert(peer, token);
        watch::accepted(Transport::WebSocket, peer, link.address);
        inbox.push(peer, Kind::Connected);
        State::Open(peer, socket)
    }

    /// Reads the first message of a server.
    fn learn_id(
        &mut self,
        token: usize,
        mut socket: WebSocket<Stream>,
        inbox: &mut Inbox,
    ) -> State {
        let bytes = match socket.read() {
            Ok(Message::Binary(bytes)) => bytes,
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                return State::Nameless(socket);
            }
            Ok(_) => {
                self.ready.insert(token);
                return State::Nameless(socket);
            }
            Err(_) => {
                inbox.push(SERVER, Kind::Disconnected);
                return State::Ended;
            }
        };
        let id = if self.godot3 {
            match Godot3Message::read_websocket(&bytes) {
                Ok(Godot3Message::Id(id)) => Some(id),
                _ => None,
            }
        } else {
            bytes[..].try_into().map(i32::from_le_bytes).ok()
        };
        if let Some(id) = id.filter(|id| *id > SERVER) {
            self.id = Some(id);
            self.peers.insert(SERVER, token);
            // In Godot 3 the session learns it from a message of the server.
            if !self.godot3 {
                inbox.push(SERVER, Kind::Connected);
            }
            return State::Open(SERVER, socket);
        }
        inbox.push(SERVER, Kind::Disconnected);
        close(socket, CloseCode::Protocol, "the first message is not the id of a peer")
    }

    /// Reads what a peer sends while its connection closes. It is not for the game.
    fn read_rest(&mut self, token: usize, mut socket: WebSocket<Stream>) -> State {
        for _ in 0..MAX_PACKETS {
            match socket.read() {
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    return State::Closing(socket);
                }
                Err(_) => return State::Ended,
            }
        }
        self.ready.insert(token);
        State::Closing(socket)
    }

    fn read_packets(
        &mut self,
        token: usize,
        peer: i32,
        link: &mut Link,
        mut socket: WebSocket<Stream>,
        inbox: &mut Inbox,
    ) -> State {
        for _ in 0..MAX_PACKETS {
            let misfit = match socket.read() {
                Ok(message) => {
                    (link.heard, link.is_pinged) = (Instant::now(), false);
                    match message {
                        Message::Binary(bytes) => {
                            let (bytes, mode) = (Payload::WebSocket(bytes), TransferMode::Reliable);
                            inbox.push(peer, Kind::Packet { bytes, mode, enet: None });
                            continue;
                        }
                        Message::Text(_) => Misfit::Text,
                        Message::Close(_) => {
                            self.peers.remove(&peer);
                            inbox.push(peer, Kind::Disconnected);
                            link.since = Instant::now();
                            self.ready.insert(token);
                            return State::Closing(socket);
                        }
                        // The library answers pings.
                        _ => continue,
                    }
                }
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    return State::Open(peer, socket);
                }
                Err(Error::Capacity(_)) => Misfit::TooLong(self.max_packet_bytes),
                Err(Error::WriteBufferFull(_)) => Misfit::TooSlow(self.max_waiting_bytes),
                Err(Error::Protocol(error))
                    if error != ProtocolError::ResetWithoutClosingHandshake =>
                {
                    Misfit::NotWebSocket
                }
                Err(_) => {
                    self.peers.remove(&peer);
                    inbox.push(peer, Kind::Disconnected);
                    return State::Ended;
                }
            };
            let closing = close(socket, CloseCode::Policy, &misfit.to_string());
            let is_sound = misfit == Misfit::Text;
            self.forget(peer, link.address, misfit, inbox);
            link.since = Instant::now();
            self.ready.insert(token);
            // After an error the library must not read on.
            return if is_sound { closing } else { State::Ended };
        }
        self.ready.insert(token);
        State::Open(peer, socket)
    }

    fn forget(&mut self, peer: i32, address: SocketAddr, misfit: Misfit, inbox: &mut Inbox) {
        self.peers.remove(&peer);
        inbox.refuse(peer, address, misfit);
        inbox.push(peer, Kind::Disconnected);
    }

    fn compare_times(&mut self, inbox: &mut Inbox) {
        let mut gone = Vec::new();
        for (&token, link) in &mut self.links {
            match &mut link.state {
                State::Open(_, socket) if link.heard.elapsed() > QUIET && !link.is_pinged => {
                    link.is_pinged = true;
                    // An error is found by the next read.
                    let _ = socket.write(Message::Ping(tungstenite::Bytes::new()));
                    self.unsent.insert(token);
                }
                State::Open(..) if link.heard.elapsed() <= SILENCE => {}
                State::Closing(_) if link.since.elapsed() <= FAREWELL => {}
                State::Open(..) | State::Closing(_) => gone.push(token),
                _ if link.since.elapsed() > HANDSHAKE => gone.push(token),
                _ => {}
            }
        }
        for token in gone {
            let Some(Link { state, address, .. }) = self.links.remove(&token) else { continue };
            match state {
                State::Open(peer, _) => self.forget(peer, address, Misfit::Silent, inbox),
                State::Closing(_) => {}
                _ => inbox.report(address, Misfit::Late),
            }
        }
    }

    /// Queues a packet.
    pub(super) fn send(&mut self, peer: i32, bytes: &[u8], inbox: &mut Inbox) {
        let Some(&token) = self.peers.get(&peer) else { return };
        let Some(link) = self.links.get_mut(&token) else { return };
        let State::Open(_, socket) = &mut link.state else { return };
        let address = link.address;
        if bytes.len() > self.max_packet_bytes {
            return inbox.refuse(peer, address, Misfit::Oversized(bytes.len()));
        }
        link.stream.waiting.add(bytes.len());
        match socket.write(Message::binary(bytes.to_vec())) {
            Err(Error::WriteBufferFull(_)) => {
                self.links.remove(&token);
                self.forget(peer, address, Misfit::TooSlow(self.max_waiting_bytes), inbox);
            }
            // An error is found by the next read.
            _ => {
                inbox.watch.sent(Transport::WebSocket, bytes.len());
                self.unsent.insert(token);
            }
        }
    }

    pub(super) fn flush(&mut self) {
        for token in core::mem::take(&mut self.unsent) {
            if let Some(Link {
                state: State::Open(_, socket) | State::Closing(socket),
                stream,
                ..
            }) = self.links.get_mut(&token)
            {
                // What does not go now goes when the socket is ready. An error is found by the next read.
                if socket.flush().is_ok() {
                    stream.waiting.clear();
                }
            }
        }
    }

    /// Tells a peer why its connection ends.
    pub(super) fn close(&mut self, peer: i32, why: &str, inbox: &mut Inbox) {
        let Some(token) = self.peers.remove(&peer) else { return };
        if let Some(link) = self.links.get_mut(&token) {
            (link.state, link.since) = match core::mem::replace(&mut link.state, State::Ended) {
                State::Open(_, socket) => (close(socket, CloseCode::Policy, why), Instant::now()),
                state => (state, link.since),
            };
            self.ready.insert(token);
        }
        inbox.end(peer);
    }
}

fn close(mut socket: WebSocket<Stream>, code: CloseCode, why: &str) -> State {
    // A close frame has room for this many bytes.
    let end = (0..=why.len().min(123)).rev().find(|&end| why.is_char_boundary(end));
    let reason = why.get(..end.unwrap_or(0)).unwrap_or_default();
    let frame = CloseFrame { code, reason: reason.into() };
    // An error is found by the next read.
    let _ = socket.close(Some(frame));
    let _ = socket.flush();
    State::Closing(socket)
}

#[cfg(test)]
mod tests;
