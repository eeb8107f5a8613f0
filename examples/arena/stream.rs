//! The server's ends of connections over TCP: streams of frames, and WebSocket. None of them blocks.

use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::Instant;

use godot_var::framing::{LengthOrder, put_frame};
use tungstenite::error::ProtocolError;
use tungstenite::handshake::MidHandshake;
use tungstenite::handshake::server::{NoCallback, ServerHandshake};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, HandshakeError, Message, WebSocket, accept_with_config};

use crate::Failure;
use crate::link::{Frames, MAX_BYTES};

/// More than a client sends in a turn of the server. The others wait for the next turn.
const MESSAGES_A_TURN: usize = 64;
/// A client that reads so slowly that more bytes than this wait for it is disconnected.
const MAX_WAITING: usize = 64 * 1024;

/// A connection and its age.
pub(crate) struct Stream {
    pub(crate) opened: Instant,
    socket: Transport,
}

enum Transport {
    Frames(Frames),
    /// The client has not sent its whole HTTP request yet.
    Handshake(MidHandshake<ServerHandshake<TcpStream, NoCallback>>),
    WebSocket(Box<WebSocket<TcpStream>>),
    /// The handshake has failed.
    Closed,
}

impl Stream {
    pub(crate) fn frames(socket: TcpStream) -> Result<Self, Failure> {
        socket.set_nonblocking(true)?;
        Ok(Self { opened: Instant::now(), socket: Transport::Frames(Frames::new(socket)?) })
    }

    pub(crate) fn websocket(socket: TcpStream) -> Result<Self, Failure> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_BYTES))
            .max_frame_size(Some(MAX_BYTES))
            .max_write_buffer_size(MAX_WAITING)
            .write_buffer_size(0)
            .read_buffer_size(4096);
        let socket = match accept_with_config(socket, Some(config)) {
            Ok(socket) => Transport::WebSocket(Box::new(socket)),
            Err(HandshakeError::Interrupted(handshake)) => Transport::Handshake(handshake),
            Err(HandshakeError::Failure(error)) => return Err(error.into()),
        };
        Ok(Self { opened: Instant::now(), socket })
    }

    /// Appends the messages that have arrived. Returns `false` at the end of the connection.
    pub(crate) fn receive(&mut self, messages: &mut Vec<Vec<u8>>) -> Result<bool, Failure> {
        self.continue_handshake()?;
        match &mut self.socket {
            Transport::Frames(stream) => {
                let open = stream.fill().unwrap_or(false);
                while let Some(frame) = stream.frames.next_frame()? {
                    messages.push(frame.to_vec());
                }
                Ok(open)
            }
            Transport::Handshake(_) => Ok(true),
            Transport::WebSocket(socket) => {
                for _ in 0..MESSAGES_A_TURN {
                    match socket.read() {
                        Ok(Message::Binary(bytes)) => messages.push(bytes.into()),
                        Ok(Message::Text(_)) => return Err("expected a binary message".into()),
                        // tungstenite answers pings and closes.
                        Ok(_) => {}
                        Err(error) => return is_open(error),
                    }
                }
                Ok(true)
            }
            Transport::Closed => Ok(false),
        }
    }

    fn continue_handshake(&mut self) -> Result<(), Failure> {
        let Transport::Handshake(_) = self.socket else { return Ok(()) };
        let Transport::Handshake(handshake) =
            std::mem::replace(&mut self.socket, Transport::Closed)
        else {
            return Ok(());
        };
        self.socket = match handshake.handshake() {
            Ok(socket) => Transport::WebSocket(Box::new(socket)),
            Err(HandshakeError::Interrupted(handshake)) => Transport::Handshake(handshake),
            Err(HandshakeError::Failure(error)) => return Err(error.into()),
        };
        Ok(())
    }

    /// Sends a message. Returns `false` if the connection has ended, or if the client reads too slowly.
    pub(crate) fn send(&mut self, message: &[u8]) -> bool {
        match &mut self.socket {
            Transport::Frames(stream) => {
                let mut frame = Vec::new();
                put_frame(message, LengthOrder::LittleEndian, &mut frame)
                    .is_ok_and(|()| stream.socket.write_all(&frame).is_ok())
            }
            Transport::WebSocket(socket) => match socket.send(Message::binary(message.to_vec())) {
                Ok(()) => true,
                Err(error) => is_open(error).unwrap_or(false),
            },
            Transport::Handshake(_) | Transport::Closed => false,
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Transport::WebSocket(socket) = &mut self.socket {
            // Tells a browser that the end is not an error. The client's answer is not waited for.
            let _ = socket.close(None);
            let _ = socket.flush();
        }
    }
}

/// Whether the connection is open after this error.
fn is_open(error: Error) -> Result<bool, Failure> {
    match error {
        Error::Io(error) if error.kind() == ErrorKind::WouldBlock => Ok(true),
        Error::Io(_)
        | Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Ok(false),
        error => Err(error.into()),
    }
}
