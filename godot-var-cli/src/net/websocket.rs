//! Messages over WebSocket: each binary message is one, and each text.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket, accept_hdr_with_config, accept_with_config};

use super::tcp::{connect, connect_patiently, serve};
use super::{Address, EndedBy, Outbox, PATIENCE, Seen, Sink, Step, Way, is_silence};

type Socket = WebSocket<Timed>;

/// A connection that reads until a time. The library reads until a message is whole, so a time for each read alone never comes if the
/// other side sends a byte now and then.
struct Timed {
    stream: TcpStream,
    until: Option<Instant>,
}

impl Timed {
    /// A connection in its handshake.
    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut timed = Self { stream, until: None };
        timed.listen_for(Some(PATIENCE))?;
        Ok(timed)
    }

    /// Reads so long from now on.
    fn listen_for(&mut self, time: Option<Duration>) -> io::Result<()> {
        self.until = time.map(|time| Instant::now() + time);
        self.stream.set_read_timeout(time)
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.stream.read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// How long one side is listened to before the other.
const TURN: Duration = Duration::from_millis(2);

fn config(max: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(max))
        .max_frame_size(Some(max))
        .read_buffer_size(1 << 14)
}

fn io_error(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        error => io::Error::other(error),
    }
}

fn shaken<R: tungstenite::handshake::HandshakeRole>(error: HandshakeError<R>) -> io::Error {
    match error {
        HandshakeError::Failure(error) => io_error(error),
        HandshakeError::Interrupted(_) => io::Error::from(io::ErrorKind::TimedOut),
    }
}

/// What one side has sent.
#[derive(Default)]
struct Sent {
    is_text_noted: bool,
    has_message: bool,
}

impl Sent {
    /// Notes the first text. Godot's `send_text` makes one, and no text is a Variant.
    fn look(&mut self, message: &Message, way: Way, client: SocketAddr, sink: &Sink) {
        if self.is_text_noted || !message.is_text() {
            return;
        }
        self.is_text_noted = true;
        let sender = match way {
            Way::ToServer => "a text came from the client",
            Way::ToClient => "a text came from the server",
        };
        sink.note(format!(
            "ws {client}: {sender}, such as `send_text` sends; messages are binary: `put_packet(message.to_bytes())`"
        ));
    }

    /// Whether this is the first message from a server.
    fn is_first_answer(&mut self, way: Way) -> bool {
        !std::mem::replace(&mut self.has_message, true) && way == Way::ToClient
    }
}

/// The bytes of a message; nothing for pings and the like, which the library answers.
fn payload(message: &Message) -> Option<&[u8]> {
    match message {
        Message::Binary(bytes) => Some(bytes),
        Message::Text(text) => Some(text.as_bytes()),
        _ => None,
    }
}

enum Heard {
    Message(Message),
    Silence,
    End,
}

/// Returns what comes in this time.
fn hear(socket: &mut Socket, time: Option<Duration>) -> io::Result<Heard> {
    socket.get_mut().listen_for(time)?;
    match socket.read() {
        Ok(Message::Close(_)) => Ok(Heard::End),
        Ok(message) => Ok(Heard::Message(message)),
        Err(
            Error::ConnectionClosed
            | Error::AlreadyClosed
            | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake),
        ) => Ok(Heard::End),
        Err(Error::Io(error)) if is_silence(&error) => Ok(Heard::Silence),
        Err(error) => Err(io_error(error)),
    }
}

pub(super) fn listen(at: SocketAddr, sink: Sink) -> io::Result<SocketAddr> {
    serve(at, sink, "ws", |stream, client, server, sink| {
        let stream = Timed::new(stream)?;
        let mut socket = accept_with_config(stream, Some(config(sink.max))).map_err(shaken)?;
        let mut sent = Sent::default();
        loop {
            match hear(&mut socket, None)? {
                Heard::Message(message) => {
                    sent.look(&message, Way::ToServer, client, sink);
                    if let Some(bytes) = payload(&message) {
                        sink.message(Way::ToServer, client, server, bytes);
                    }
                }
                Heard::Silence => {}
                Heard::End => {
                    // The answer to the other side's word.
                    let _ = socket.flush();
                    return Ok(());
                }
            }
        }
    })
}

/// Opens a WebSocket on a connection to a server, for these protocols; returns the one that it has chosen, too.
fn open(
    stream: TcpStream,
    host: &str,
    path: &str,
    protocols: Option<&HeaderValue>,
    max: usize,
) -> io::Result<(Socket, Option<HeaderValue>)> {
    let path = if path.is_empty() { "/" } else { path };
    let mut request = format!("ws://{host}{path}").into_client_request().map_err(io_error)?;
    if let Some(protocols) = protocols {
        request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, protocols.clone());
    }
    let (socket, response) =
        client_with_config(request, Timed::new(stream)?, Some(config(max))).map_err(shaken)?;
    Ok((socket, response.headers().get(SEC_WEBSOCKET_PROTOCOL).cloned()))
}

pub(super) fn proxy(
    at: SocketAddr,
    to: SocketAddr,
    path: String,
    sink: Sink,
) -> io::Result<SocketAddr> {
    serve(at, sink, "ws", move |stream, address, _, sink| {
        stream.set_nodelay(true)?;
        let mut server = None;
        // The server chooses the protocol, so that it is asked before the client has its answer.
        #[expect(clippy::result_large_err, reason = "the library's signature")]
        let answer =
            |request: &Request, mut response: Response| -> Result<Response, ErrorResponse> {
                let own = request.uri().path_and_query().map_or("/", |path| path.as_str());
                let path = if path.is_empty() { own } else { &path };
                let protocols = request.headers().get(SEC_WEBSOCKET_PROTOCOL);
                let opened = connect_patiently(to, sink)
                    .and_then(|stream| open(stream, &to.to_string(), path, protocols, sink.max));
                match opened {
                    Ok((socket, chosen)) => {
                        server = Some(socket);
                        if let Some(chosen) = chosen {
                            response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, chosen);
                        }
                        Ok(response)
                    }
                    Err(error) => {
                        let mut refusal = ErrorResponse::new(Some(error.to_string()));
                        *refusal.status_mut() = StatusCode::BAD_GATEWAY;
                        sink.note(format!("ws {address}: cannot connect to {to}: {error}"));
                        Err(refusal)
                    }
                }
            };
        let client = accept_hdr_with_config(Timed::new(stream)?, answer, Some(config(sink.max)));
        let mut client = client.map_err(shaken)?;
        let Some(mut server) = server else { return Err(io::Error::other("no server")) };
        let mut sent = [Sent::default(), Sent::default()];
        loop {
            let [there, back] = &mut sent;
            let there = pass(&mut client, &mut server, Way::ToServer, (address, to), there, sink);
            let ended = match there {
                Ok(false) => {
                    pass(&mut server, &mut client, Way::ToClient, (address, to), back, sink)
                }
                there => there,
            };
            match ended {
                Ok(false) => {}
                ended => {
                    // Each side hears of the other's end.
                    for socket in [&mut client, &mut server] {
                        let _ = socket.close(None);
                        let _ = socket.flush();
                    }
                    return ended.map(drop);
                }
            }
        }
    })
}

/// Passes on what one side has sent; says whether it has ended.
fn pass(
    from: &mut Socket,
    to: &mut Socket,
    way: Way,
    (client, server): (SocketAddr, SocketAddr),
    sent: &mut Sent,
    sink: &Sink,
) -> io::Result<bool> {
    // The other side has its turn, however much there is.
    for _ in 0..64 {
        match hear(from, Some(TURN))? {
            Heard::Message(message) => {
                let Some(bytes) = payload(&message).map(<[u8]>::to_vec) else { continue };
                sent.look(&message, way, client, sink);
                to.send(message).map_err(io_error)?;
                let is_first_answer = sent.is_first_answer(way);
                sink.seen(Seen { is_first_answer, ..Seen::now(way, client, server, &bytes) });
            }
            Heard::Silence => return Ok(false),
            Heard::End => return Ok(true),
        }
    }
    Ok(false)
}

pub(super) fn send(
    address: &Address,
    to: SocketAddr,
    mut messages: Outbox<'_>,
    max: usize,
    look: &mut dyn FnMut(Option<Seen>) -> io::Result<Step>,
) -> io::Result<EndedBy> {
    let (mut socket, _) = open(connect(to)?, &address.host, &address.path, None, max)?;
    let own = socket.get_ref().stream.local_addr()?;
    let mut sent = Sent::default();
    loop {
        while let Some(message) = messages.due()? {
            socket.send(Message::binary(message)).map_err(io_error)?;
        }
        let step = match hear(&mut socket, Some(messages.pause()))? {
            Heard::Message(message) => match payload(&message) {
                Some(bytes) => {
                    let is_first_answer = sent.is_first_answer(Way::ToClient);
                    let seen = Seen::now(Way::ToClient, own, to, bytes);
                    look(Some(Seen { is_first_answer, ..seen }))?
                }
                None => look(None)?,
            },
            Heard::Silence => look(None)?,
            Heard::End => return Ok(EndedBy::Server),
        };
        if let Step::End = step {
            // The server's answer to this is not waited for.
            let _ = socket.close(None);
            let _ = socket.flush();
            return Ok(EndedBy::Client);
        }
    }
}
