//! `ENet` as Godot 3 and 4 speak it: a host without sockets and without a clock, in safe Rust.
//!
//! A [`Host`] is a server, a client, or both. Your program owns the UDP socket: it passes datagrams to the host and sends those that the host
//! returns. So it runs under any runtime, in tests with a simulated network, and on `no_std` with `alloc`.
//!
//! A server and a client, with a `Vec` in place of the network:
//!
//! ```
//! use core::net::SocketAddr;
//! use core::time::Duration;
//!
//! use godot_var_enet::{Event, Host, Limits, MAX_DATAGRAM, Mode};
//!
//! let (at_server, at_client): (SocketAddr, SocketAddr) = ("10.0.0.1:7777".parse()?, "10.0.0.2:5000".parse()?);
//! // The keys must be random. With `std`: `RandomState::new().build_hasher().finish()`.
//! let mut server = Host::new(Limits::default(), [1, 2])?;
//! let mut client = Host::new(Limits::client(), [3, 4])?;
//! let to_server = client.connect(at_server, 2, 12_345, false, Duration::ZERO)?;
//!
//! let mut buffer = [0; MAX_DATAGRAM];
//! let mut log = Vec::new();
//! for now in (0..100).map(Duration::from_millis) {
//!     while let Some((_, len)) = client.transmit(now, &mut buffer) {
//!         server.receive(at_client, &buffer[..len], now)?;
//!     }
//!     while let Some(event) = server.next_event() {
//!         match event {
//!             Event::Connected { data, .. } => log.push(format!("{data} has come")),
//!             Event::Received { peer, channel, mode, bytes } => {
//!                 log.push(format!("{bytes:?} on channel {channel}"));
//!                 server.send(peer, channel, mode, bytes)?;
//!             }
//!             Event::Disconnected { .. } => log.push("gone".into()),
//!         }
//!     }
//!     while let Some((_, len)) = server.transmit(now, &mut buffer) {
//!         client.receive(at_server, &buffer[..len], now)?;
//!     }
//!     while let Some(event) = client.next_event() {
//!         match event {
//!             Event::Connected { peer, .. } => client.send(peer, 1, Mode::Reliable, &b"hi"[..])?,
//!             Event::Received { bytes, .. } => {
//!                 assert_eq!(bytes, b"hi");
//!                 client.disconnect(to_server, 0);
//!             }
//!             Event::Disconnected { .. } => log.push("end".into()),
//!         }
//!     }
//! }
//! assert_eq!(log, ["12345 has come", "[104, 105] on channel 1", "gone", "end"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A loop with a socket
//!
//! 1. Read datagrams until the socket has none: [`Host::receive`].
//! 2. Take events until there is none: [`Host::next_event`]. It returns at most 100 packets of a peer, so that nobody takes all your time.
//! 3. Send what your program has to say: [`Host::send`].
//! 4. Send datagrams until there is none: [`Host::transmit`].
//! 5. Wait until the socket is readable, or until [`Host::deadline`].
//!
//! # Godot
//!
//! - A client of `ENetMultiplayerPeer` or `NetworkedMultiplayerENet` chooses its id; [`Event::Connected`] has it as `data`. The server is 1.
//! - Godot 4 sends packets of `@rpc` on channel 0 if they are reliable, on 1 if not, and those of the transfer channel n > 0 on n + 1.
//! - Godot 3 compresses with the [range coder](range_coder) by default, Godot 4 does not. A server needs no setting: it answers a client as
//!   the client asks. Other compressions and DTLS are not supported.
//!
//! # Limits
//!
//! Nothing that a stranger or a peer sends makes a host panic, and each of these has a bound:
//!
//! | What | Bound |
//! |---|---|
//! | memory for strangers | 1,024 handshakes of at most 1 KiB, 16 of one IP address (loopback has no such limit), each of at most 5 seconds |
//! | memory for a peer's packets | twice [`Limits::max_waiting_bytes`], and one packet |
//! | memory for packets to a peer | [`Limits::max_queued_bytes`], and one packet |
//! | time of a datagram | linear in its bytes, times the logarithm of the packets that wait |
//! | bytes that are decompressed of a peer in a turn | 80 KiB, with 256 for each datagram; others are dropped |
//! | symbols with which a compressed byte is compared | 16 on average; otherwise the datagram is sent as it is |
//! | packets of a peer in a turn | 100 |
//! | bytes to an address that has not proven that it reads them | three times the bytes that came from it |
//! | a peer that does not answer | ends within 30 seconds, whatever it sends |
//! | a peer after [`Host::disconnect_later`] | ends within 35 seconds |
//!
//! # Differences from `ENet`
//!
//! | What | `ENet` | Here |
//! |---|---|---|
//! | a fragment that is not cut as `ENet` does | is copied into place; what no fragment covers is old memory | ends the reading of the datagram |
//! | a datagram with wrong lengths or flags | its commands before that count | is dropped as a whole |
//! | an acknowledgement with a time at which the command was not sent | changes the round trip | is ignored |
//! | the time until a command is sent again | doubles without a limit | is at most 5 seconds; while others are acknowledged 250 ms, or the round trip if that is longer |
//! | commands to be sent again | come before all others | the channels take turns, so that those for which a receiver has no room do not hold up others |
//! | a command that is not acknowledged for 30 seconds | is repeated if others are acknowledged | ends the connection |
//! | packets that have arrived before the end of a connection | are dropped | are returned before [`Event::Disconnected`] |
//! | slots, sessions and times | begin at 0 | are random |
//! | a datagram with a checksum | is possible | is not supported |
//! | a packet of more than 28,672 parts | its last parts are not acknowledged before all have come | they are acknowledged |
//! | bandwidth limits | are shared between peers | only those of the other side count, as a window |

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod address;
mod event;
mod fragments;
mod handshake;
mod host;
mod incoming;
mod limits;
mod numbers;
mod outgoing;
mod peer;
mod random;
pub mod range_coder;
mod schedule;
mod slots;
mod timing;
pub mod wire;

pub use self::address::{Address, network};
pub use self::event::{
    ConnectError, Event, Mode, PeerId, PeerInfo, Reason, ReceiveError, SendError,
};
pub use self::host::Host;
pub use self::limits::{Limits, LimitsError};
pub use self::wire::MAX_DATAGRAM;
