//! What carries messages.

use clap::ValueEnum;

/// What carries messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Transport {
    /// A datagram is a message
    Udp,
    /// A stream: each message follows its length, a u32
    Tcp,
    /// A binary or text message of the WebSocket is a message
    #[value(name = "websocket", alias = "ws")]
    WebSocket,
    /// An `ENet` packet on any channel is a message
    Enet,
}
