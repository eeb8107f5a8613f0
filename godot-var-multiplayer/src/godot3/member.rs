//! What of a node other peers may call or set, and which peers.

use core::fmt;

use crate::TransferMode;

/// Which peers may call a method, or set a property: the keywords of GDScript, and `MultiplayerAPI.RPCMode`.
///
/// | Keyword | Who may | Also at the caller |
/// |---|---|---|
/// | `remote`, `remotesync` (`sync`) | every peer | `remotesync` |
/// | `master`, `mastersync` | every peer, at the node's network master | `mastersync` |
/// | `puppet` (`slave`), `puppetsync` | the node's network master, at every other peer | `puppetsync` |
///
/// The network master is the server unless it was changed. A session has no scripts, so calls at the caller are the game's own task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RpcMode {
    /// `remote`.
    Remote,
    /// `master`.
    Master,
    /// `puppet`.
    Puppet,
    /// `remotesync`.
    RemoteSync,
    /// `mastersync`.
    MasterSync,
    /// `puppetsync`.
    PuppetSync,
}

impl RpcMode {
    /// Whether a peer takes a call: `own` is its id, `sender` the caller's, `master` the node's network master.
    ///
    /// ```
    /// use godot_var_multiplayer::godot3::RpcMode;
    ///
    /// let (server, client) = (1, 7);
    /// assert!(RpcMode::Puppet.allows(client, server, server));
    /// assert!(!RpcMode::Puppet.allows(server, client, server));
    /// assert!(RpcMode::Master.allows(server, client, server));
    /// ```
    ///
    /// # Source
    /// `_can_call_mode` in `core/io/multiplayer_api.cpp`; tried with 3.2.3 and 3.6.2.
    pub const fn allows(self, own: i32, sender: i32, master: i32) -> bool {
        match self {
            Self::Remote | Self::RemoteSync => true,
            Self::Master | Self::MasterSync => own == master,
            Self::Puppet | Self::PuppetSync => own != master && sender == master,
        }
    }
}

impl fmt::Display for RpcMode {
    /// The keyword of GDScript.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Remote => "remote",
            Self::Master => "master",
            Self::Puppet => "puppet",
            Self::RemoteSync => "remotesync",
            Self::MasterSync => "mastersync",
            Self::PuppetSync => "puppetsync",
        })
    }
}

/// A method that other peers may call, or a property that they may set.
///
/// ```
/// use godot_var_multiplayer::TransferMode;
/// use godot_var_multiplayer::godot3::Member;
///
/// // remote func say(text): …
/// const SAY: Member = Member::remote("say");
/// // puppet var position, which this side sets with `rset_unreliable`
/// const POSITION: Member = Member::puppet("position").with_transfer(TransferMode::Unreliable);
/// assert_eq!((SAY.name, POSITION.transfer), ("say", TransferMode::Unreliable));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// Its name in the script.
    pub name: &'static str,
    /// Who may call or set it.
    pub mode: RpcMode,
    /// How this side's own calls travel. Others choose with each call: `rpc` or `rpc_unreliable`.
    pub transfer: TransferMode,
}

impl Member {
    /// A member with one of the modes, reliable.
    pub const fn new(name: &'static str, mode: RpcMode) -> Self {
        Self { name, mode, transfer: TransferMode::Reliable }
    }

    /// `remote`: every peer may.
    pub const fn remote(name: &'static str) -> Self {
        Self::new(name, RpcMode::Remote)
    }

    /// `master`: every peer may, at the node's network master.
    pub const fn master(name: &'static str) -> Self {
        Self::new(name, RpcMode::Master)
    }

    /// `puppet`: the node's network master may.
    pub const fn puppet(name: &'static str) -> Self {
        Self::new(name, RpcMode::Puppet)
    }

    /// `remotesync`: as [`remote`](Self::remote).
    pub const fn remotesync(name: &'static str) -> Self {
        Self::new(name, RpcMode::RemoteSync)
    }

    /// `mastersync`: as [`master`](Self::master).
    pub const fn mastersync(name: &'static str) -> Self {
        Self::new(name, RpcMode::MasterSync)
    }

    /// `puppetsync`: as [`puppet`](Self::puppet).
    pub const fn puppetsync(name: &'static str) -> Self {
        Self::new(name, RpcMode::PuppetSync)
    }

    /// This member with another [`transfer`](Self::transfer).
    #[must_use]
    pub const fn with_transfer(mut self, transfer: TransferMode) -> Self {
        self.transfer = transfer;
        self
    }
}
