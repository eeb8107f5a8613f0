//! What carries messages.

use clap::ValueEnum;

/// What carries messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Transport {
    /// A datagram is a message
    Udp,
    /// A stream of frames: each message after its length, a u32
    Tcp,
    /// A binary message of WebSocket, or a text, is a message
    #[value(name = "websocket", alias = "ws")]
    WebSocket,
    /// A packet of `ENet` is a message, on any channel
    Enet,
}
