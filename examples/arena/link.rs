//! Connections: datagrams, streams of frames, or WebSocket.

use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, UdpSocket};

use godot_var::Limits;
use godot_var::framing::{FrameDecoder, LengthOrder, write_frame};
use tungstenite::{Message, WebSocket, client};

use crate::arena::{ClientMessage, ServerMessage};
use crate::form::Form;
use crate::{Failure, TICK};

/// Larger than any message of a client. Without this limit a client could make the server buffer 16 MiB.
pub(crate) const MAX_BYTES: usize = 4096;
pub(crate) const LIMITS: Limits = Limits::DEFAULT.with_bytes(MAX_BYTES);

/// The address of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Link {
    Udp(SocketAddr),
    Tcp(SocketAddr),
    WebSocket(SocketAddr),
}

impl Link {
    pub(crate) fn ip(self) -> IpAddr {
        let (Self::Udp(address) | Self::Tcp(address) | Self::WebSocket(address)) = self;
        address.ip()
    }

    /// Whether the address may be forged, and messages may be lost.
    pub(crate) fn is_datagrams(self) -> bool {
        matches!(self, Self::Udp(_))
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Udp(address) => write!(f, "udp {address}"),
            Self::Tcp(address) => write!(f, "tcp {address}"),
            Self::WebSocket(address) => write!(f, "ws {address}"),
        }
    }
}

/// A TCP connection. Bytes arrive in pieces that do not match the messages.
pub(crate) struct Frames {
    pub(crate) socket: TcpStream,
    pub(crate) frames: FrameDecoder,
}

impl Frames {
    pub(crate) fn new(socket: TcpStream) -> io::Result<Self> {
        // Send small messages immediately.
        socket.set_nodelay(true)?;
        let frames = FrameDecoder::with_limits(LengthOrder::LittleEndian, LIMITS);
        Ok(Self { socket, frames })
    }

    /// Reads the bytes that have arrived. Returns `false` at the end of the stream.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        let mut piece = [0; 4096];
        match self.socket.read(&mut piece) {
            Ok(len) => {
                self.frames.feed(&piece[..len]);
                Ok(len > 0)
            }
            Err(error) if is_nothing_yet(&error) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

fn is_nothing_yet(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// A bot's end of a connection.
pub(crate) enum Connection {
    Udp(UdpSocket),
    Tcp(Frames),
    WebSocket(Box<WebSocket<TcpStream>>),
}

impl Connection {
    pub(crate) fn open(server: Link) -> Result<Self, Failure> {
        Ok(match server {
            Link::Udp(address) => {
                let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
                socket.connect(address)?;
                socket.set_read_timeout(Some(TICK))?;
                Self::Udp(socket)
            }
            Link::Tcp(address) => {
                let socket = TcpStream::connect(address)?;
                socket.set_read_timeout(Some(TICK))?;
                Self::Tcp(Frames::new(socket)?)
            }
            Link::WebSocket(address) => {
                let socket = TcpStream::connect(address)?;
                socket.set_nodelay(true)?;
                let (mut socket, _) = client(format!("ws://{address}"), socket)?;
                socket.get_mut().set_read_timeout(Some(TICK))?;
                Self::WebSocket(Box::new(socket))
            }
        })
    }

    pub(crate) fn send<F: Form>(&mut self, message: &ClientMessage) -> Result<(), Failure> {
        let bytes = F::encode(message)?;
        match self {
            Self::Udp(socket) => drop(socket.send(&bytes)?),
            Self::Tcp(stream) => {
                write_frame(&mut stream.socket, &bytes, LengthOrder::LittleEndian)?;
            }
            Self::WebSocket(socket) => socket.send(Message::binary(bytes))?,
        }
        Ok(())
    }

    /// Waits for a message. Returns `None` if none arrives within a tick.
    pub(crate) fn receive<F: Form>(&mut self) -> Result<Option<ServerMessage>, Failure> {
        let message = match self {
            Self::Udp(socket) => {
                let mut buffer = [0; 16_384];
                match socket.recv(&mut buffer) {
                    Ok(len) => F::decode(&buffer[..len], Limits::DEFAULT)?,
                    Err(error) if is_nothing_yet(&error) => return Ok(None),
                    Err(error) => return Err(error.into()),
                }
            }
            Self::Tcp(stream) => loop {
                if let Some(frame) = stream.frames.next_frame()? {
                    break F::decode(frame, Limits::DEFAULT)?;
                }
                let buffered = stream.frames.buffered();
                if !stream.fill()? {
                    return Err("the server has closed the connection".into());
                }
                if stream.frames.buffered() == buffered {
                    return Ok(None);
                }
            },
            Self::WebSocket(socket) => match socket.read() {
                Ok(Message::Binary(bytes)) => F::decode(&bytes, Limits::DEFAULT)?,
                Ok(_) => return Ok(None),
                Err(tungstenite::Error::Io(error)) if is_nothing_yet(&error) => return Ok(None),
                Err(error) => return Err(error.into()),
            },
        };
        Ok(Some(message))
    }
}
