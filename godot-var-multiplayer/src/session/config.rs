//! Settings of a session: limits, authentication, relay.

use core::time::Duration;

use godot_var_runtime::seats::SeatLimits;

use super::OlderRpcs;
use crate::Options;
use crate::setters::setters;

/// Limits for what a peer may make a session keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionLimits {
    /// How many bytes of memory a peer may make the session keep, whatever it sends. Default: 1,048,576.
    ///
    /// Each of these counts with an upper bound of what it takes:
    ///
    /// | What the peer makes the session keep | Bytes |
    /// |---|--:|
    /// | a path that it gives a number to | 192, and the length of the path |
    /// | a node that it spawns | 1,024, and twice the length of the path |
    /// | a synchronizer in such a node | 64 |
    /// | a packet for another client that waits for a node there, and a call of this session that waits for a node at the peer | 1,024, and the length of the packet; 64 for each number that it defines |
    /// | another client that the server reports to a client | 1,024 |
    ///
    /// No more calls wait once half of the bytes are used.
    pub bytes: usize,
    /// How many authentication messages a peer may send before it is admitted. Default: 16.
    pub auth_messages: u32,
    /// How many bytes of a peer's packets a server sends on to other clients in a second; each packet counts 128 more. One peer gets at most
    /// twice as many from all others together, and the server leaves out the rest. Without a limit a peer could fill the connection of
    /// another one, which would then end. Godot 3 has no such limit. Default: 262,144.
    pub relayed_bytes: usize,
}

impl SessionLimits {
    /// The defaults.
    pub const DEFAULT: Self = Self { bytes: 1 << 20, auth_messages: 16, relayed_bytes: 1 << 18 };

    setters! {
        bytes => with_bytes: usize;
        auth_messages => with_auth_messages: u32;
        relayed_bytes => with_relayed_bytes: usize;
    }
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether clients see each other and send each other packets through the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Relay {
    /// They see only the server. The session refuses packets for other clients.
    #[default]
    Off,
    /// They see each other. The server sends their packets on.
    On,
    /// They see each other. The session returns an [`Event::Relay`](super::Event::Relay) for each packet.
    Ask,
}

/// Settings of a session, of Godot 4 or of Godot 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Which packets the session accepts, and the era of its clients. Godot 3 has no eras.
    pub options: Options,
    /// Limits for what a peer may make the session keep.
    pub limits: SessionLimits,
    /// The time in which a peer has to authenticate, or `None` if clients have no `auth_callback`. The engine's default is 3 seconds.
    ///
    /// Both sides must agree: a client with a callback waits for the server's authentication, and a client without one does not
    /// authenticate. Godot 3 has no authentication, and no synchronizers.
    pub auth: Option<Duration>,
    /// How long and how many players may be away: see [`Session::add_seat`](super::Session::add_seat).
    pub seats: SeatLimits,
    /// Whether clients see each other. A client accepts packets of other clients unless this is [`Relay::Off`].
    pub relay: Relay,
    /// The RPCs of older versions whose clients may play. Default: none; then calls of a node whose names differ are refused. Godot 3 calls
    /// by name.
    pub older: &'static [OlderRpcs],
    /// The maximum length in bytes of a packet with properties of [`ReplicationMode::Always`](crate::ReplicationMode::Always). Default:
    /// 1,350, as in the engine.
    pub max_sync_packet_size: usize,
    /// The maximum length in bytes of a packet with properties of [`ReplicationMode::OnChange`](crate::ReplicationMode::OnChange). Default:
    /// 65,535, as in the engine.
    pub max_delta_packet_size: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            options: Options::DEFAULT,
            limits: SessionLimits::DEFAULT,
            auth: None,
            seats: SeatLimits::DEFAULT,
            relay: Relay::Off,
            older: &[],
            max_sync_packet_size: 1350,
            max_delta_packet_size: 65_535,
        }
    }
}

impl Config {
    setters! {
        options => with_options: Options;
        limits => with_limits: SessionLimits;
        seats => with_seats: SeatLimits;
        relay => with_relay: Relay;
        older => with_older: &'static [OlderRpcs];
        max_sync_packet_size => with_max_sync_packet_size: usize;
        max_delta_packet_size => with_max_delta_packet_size: usize;
    }

    /// Returns the settings with a time in which peers have to [authenticate](Self::auth).
    #[must_use]
    pub const fn with_auth(mut self, timeout: Duration) -> Self {
        self.auth = Some(timeout);
        self
    }
}
