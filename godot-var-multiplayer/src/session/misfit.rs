//! Why a transport does not accept what somebody sends to it.

use alloc::boxed::Box;
use core::fmt;

/// Why a connection is refused or ended. The texts say what to change. The feature `net` has the transports that find these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// `ENet`: a datagram that is not of `ENet`.
    NotEnet,
    /// `ENet`: the datagrams are compressed, and not by the range coder.
    OtherCompression,
    /// `ENet`: a datagram of DTLS.
    Dtls,
    /// `ENet`: the client asks for a peer id that is below 2, or that another peer has. A peer has its id until the game has received its
    /// end.
    PeerId(i32),
    /// The server has as many peers as it accepts.
    Full,
    /// WebSocket: the first bytes are not of HTTP, or the handshake or a frame has a mistake.
    NotWebSocket,
    /// WebSocket: the first bytes are of TLS.
    Tls,
    /// WebSocket: a request without a WebSocket, as of a browser.
    Page,
    /// WebSocket: the client offers other sub-protocols than the server accepts.
    Protocol {
        /// What the client offers, cut after 128 characters; empty if it offers none.
        offered: Box<str>,
        /// What the server accepts.
        accepted: Box<str>,
    },
    /// The address already has this many connections that have not finished their handshake.
    Handshakes(usize),
    /// WebSocket: the handshake took too long.
    Late,
    /// WebSocket: a text message.
    Text,
    /// WebSocket: a message longer than the limit, in bytes.
    TooLong(usize),
    /// More bytes wait for the peer than the limit: it reads too slowly, or has gone.
    TooSlow(usize),
    /// A packet of this side for the peer is longer than the limit, with this many bytes. It was not sent.
    Oversized(usize),
    /// WebSocket: the peer has not even answered pings.
    Silent,
}

impl Misfit {
    /// Returns the name of the variant: a label for logs and figures.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotEnet => "NotEnet",
            Self::OtherCompression => "OtherCompression",
            Self::Dtls => "Dtls",
            Self::PeerId(_) => "PeerId",
            Self::Full => "Full",
            Self::NotWebSocket => "NotWebSocket",
            Self::Tls => "Tls",
            Self::Page => "Page",
            Self::Protocol { .. } => "Protocol",
            Self::Handshakes(_) => "Handshakes",
            Self::Late => "Late",
            Self::Text => "Text",
            Self::TooLong(_) => "TooLong",
            Self::TooSlow(_) => "TooSlow",
            Self::Oversized(_) => "Oversized",
            Self::Silent => "Silent",
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEnet => f.write_str(
                "sent a datagram that is not of ENet; the client needs an `ENetMultiplayerPeer`, without a proxy that changes datagrams",
            ),
            Self::OtherCompression => f.write_str(
                "compresses with something else than the range coder; set `host.compress(ENetConnection.COMPRESS_RANGE_CODER)` in the client, or remove the line",
            ),
            Self::Dtls => f.write_str(
                "uses DTLS, which this transport does not have; remove `dtls_client_setup` from the client",
            ),
            Self::PeerId(id) => write!(
                f,
                "requests the peer id {id}, which is below 2 or in use; the client must use a new `ENetMultiplayerPeer` for each connection"
            ),
            Self::Full => {
                f.write_str("the server is full; raise `NetConfig::max_peers` if it can take more")
            }
            Self::NotWebSocket => f.write_str(
                "does not speak WebSocket; the client needs a `WebSocketMultiplayerPeer` and an address that begins with `ws://`",
            ),
            Self::Tls => f.write_str(
                "uses TLS; connect to `ws://` instead of `wss://`, or put a proxy that ends TLS before the server",
            ),
            Self::Page => f.write_str(
                "requests a page, as browsers do; this port is for WebSockets of Godot clients",
            ),
            Self::Protocol { offered, accepted } if offered.is_empty() => write!(
                f,
                "offers no WebSocket sub-protocol; set `supported_protocols` to {accepted} in the client, or remove `with_protocols` from the server"
            ),
            Self::Protocol { offered, accepted } => write!(
                f,
                "offers the WebSocket sub-protocol {offered}, and the server accepts {accepted}; change `supported_protocols` in the client or `with_protocols` in the server"
            ),
            Self::Handshakes(limit) => write!(
                f,
                "has {limit} connections in their handshake, which is the limit of an IP address; connect later, or fewer clients at once"
            ),
            Self::Late => f.write_str("did not finish the WebSocket handshake in time"),
            Self::Text => f.write_str(
                "sent a text, and packets are binary; use `put_packet` or RPCs instead of `send_text`",
            ),
            Self::TooLong(limit) => write!(
                f,
                "sent a packet of more than {limit} bytes; raise `NetConfig::max_packet_bytes`"
            ),
            Self::TooSlow(limit) => write!(
                f,
                "reads too slowly: more than {limit} bytes wait for it; send less, or raise `NetConfig::max_waiting_bytes`"
            ),
            Self::Oversized(bytes) => write!(
                f,
                "was not sent a packet of {bytes} bytes; send less at once, or raise `NetConfig::max_packet_bytes`, and `inbound_buffer_size` of a WebSocket client"
            ),
            Self::Silent => f.write_str("has not answered for too long"),
        }
    }
}
