//! The methods and properties that other peers may call or set, and which peers may.

use core::fmt;

use crate::TransferMode;
use crate::setters::setters;

/// Which peers may call a method or set a property. The names are GDScript's keywords; the values are those of `MultiplayerAPI.RPCMode`.
///
/// | Keyword | Allowed peers | Also runs at the caller |
/// |---|---|---|
/// | `remote`, `remotesync` (`sync`) | every peer | `remotesync` |
/// | `master`, `mastersync` | every peer, at the node's network master | `mastersync` |
/// | `puppet` (`slave`), `puppetsync` | the node's network master, at every other peer | `puppetsync` |
///
/// The network master is the server unless the game changed it. A session has no scripts, so the game must make the calls at the caller
/// itself.
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
    /// Returns the keyword of GDScript.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Remote => "remote",
            Self::Master => "master",
            Self::Puppet => "puppet",
            Self::RemoteSync => "remotesync",
            Self::MasterSync => "mastersync",
            Self::PuppetSync => "puppetsync",
        }
    }

    /// Whether a session accepts a call. `own` is its peer id, `sender` the caller's id, and `master` the node's network master.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
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
    /// The name in the script.
    pub name: &'static str,
    /// Which peers may call or set it.
    pub mode: RpcMode,
    /// How the calls of this session are sent. Other peers choose for each call: `rpc` or `rpc_unreliable`.
    pub transfer: TransferMode,
}

impl Member {
    /// Makes a member with a mode. Its transfer is reliable.
    pub const fn new(name: &'static str, mode: RpcMode) -> Self {
        Self { name, mode, transfer: TransferMode::Reliable }
    }

    /// `remote`: every peer may call or set it.
    pub const fn remote(name: &'static str) -> Self {
        Self::new(name, RpcMode::Remote)
    }

    /// `master`: every peer may call or set it, at the node's network master.
    pub const fn master(name: &'static str) -> Self {
        Self::new(name, RpcMode::Master)
    }

    /// `puppet`: the node's network master may call or set it.
    pub const fn puppet(name: &'static str) -> Self {
        Self::new(name, RpcMode::Puppet)
    }

    /// `remotesync`: the same as [`remote`](Self::remote) for a session.
    pub const fn remotesync(name: &'static str) -> Self {
        Self::new(name, RpcMode::RemoteSync)
    }

    /// `mastersync`: the same as [`master`](Self::master) for a session.
    pub const fn mastersync(name: &'static str) -> Self {
        Self::new(name, RpcMode::MasterSync)
    }

    /// `puppetsync`: the same as [`puppet`](Self::puppet) for a session.
    pub const fn puppetsync(name: &'static str) -> Self {
        Self::new(name, RpcMode::PuppetSync)
    }

    setters! {
        transfer => with_transfer: TransferMode;
    }
}
