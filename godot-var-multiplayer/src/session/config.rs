//! How a session behaves: its limits, authentication, relay.

use core::time::Duration;

use crate::Options;

/// What a peer may make a session keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionLimits {
    /// How many paths a peer may give numbers to: 1,024.
    pub paths: usize,
    /// How many bytes these paths may have together, as far as the session does not know them: 65,536.
    pub path_bytes: usize,
    /// How many authentication messages a peer may send before it is admitted: 16.
    pub auth_messages: u32,
    /// How many nodes that a peer has spawned, and synchronizers in them, are there at once: 4,096.
    pub spawned: usize,
    /// How many other clients the server may name to a client: 4,096.
    pub peers: usize,
}

impl SessionLimits {
    /// The defaults.
    pub const DEFAULT: Self =
        Self { paths: 1024, path_bytes: 1 << 16, auth_messages: 16, spawned: 4096, peers: 4096 };

    /// These limits with another number of [`paths`](Self::paths).
    #[must_use]
    pub const fn with_paths(mut self, paths: usize) -> Self {
        self.paths = paths;
        self
    }

    /// These limits with other [`path_bytes`](Self::path_bytes).
    #[must_use]
    pub const fn with_path_bytes(mut self, path_bytes: usize) -> Self {
        self.path_bytes = path_bytes;
        self
    }

    /// These limits with another number of [`auth_messages`](Self::auth_messages).
    #[must_use]
    pub const fn with_auth_messages(mut self, auth_messages: u32) -> Self {
        self.auth_messages = auth_messages;
        self
    }

    /// These limits with another number of [`spawned`](Self::spawned) nodes and synchronizers.
    #[must_use]
    pub const fn with_spawned(mut self, spawned: usize) -> Self {
        self.spawned = spawned;
        self
    }

    /// These limits with another number of [`peers`](Self::peers).
    #[must_use]
    pub const fn with_peers(mut self, peers: usize) -> Self {
        self.peers = peers;
        self
    }
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether clients see each other, and send each other packets through the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Relay {
    /// They see the server alone, and relay nothing.
    #[default]
    Off,
    /// They see each other, and packets between them are sent on.
    On,
    /// They see each other, and an [`Event::Relay`](super::Event::Relay) asks about each packet.
    Ask,
}

/// How a session behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Which packets it reads, and the era of its clients.
    pub options: Options,
    /// What a peer may make it keep.
    pub limits: SessionLimits,
    /// Within which time a peer has to authenticate; `None` if clients have no `auth_callback`. The engine's is 3 seconds.
    ///
    /// A client with a callback waits for the server's, and one without waits for nothing: both sides have to agree.
    pub auth: Option<Duration>,
    /// Whether clients see each other. A client takes the packets of others unless it is [`Relay::Off`], whatever else it is.
    pub relay: Relay,
    /// How many bytes a packet of properties that are sent always may have: 1,350, as in the engine.
    pub max_sync_packet_size: usize,
    /// How many bytes a packet of properties that have changed may have: 65,535, as in the engine.
    pub max_delta_packet_size: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            options: Options::DEFAULT,
            limits: SessionLimits::DEFAULT,
            auth: None,
            relay: Relay::Off,
            max_sync_packet_size: 1350,
            max_delta_packet_size: 65_535,
        }
    }
}

impl Config {
    /// A session with other [`options`](Self::options).
    #[must_use]
    pub const fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// A session with other [`limits`](Self::limits).
    #[must_use]
    pub const fn with_limits(mut self, limits: SessionLimits) -> Self {
        self.limits = limits;
        self
    }

    /// A session whose peers have to [authenticate](Self::auth) within a time.
    #[must_use]
    pub const fn with_auth(mut self, timeout: Duration) -> Self {
        self.auth = Some(timeout);
        self
    }

    /// A session that [relays](Self::relay).
    #[must_use]
    pub const fn with_relay(mut self, relay: Relay) -> Self {
        self.relay = relay;
        self
    }

    /// A session with another [`max_sync_packet_size`](Self::max_sync_packet_size).
    #[must_use]
    pub const fn with_max_sync_packet_size(mut self, bytes: usize) -> Self {
        self.max_sync_packet_size = bytes;
        self
    }

    /// A session with another [`max_delta_packet_size`](Self::max_delta_packet_size).
    #[must_use]
    pub const fn with_max_delta_packet_size(mut self, bytes: usize) -> Self {
        self.max_delta_packet_size = bytes;
        self
    }
}
