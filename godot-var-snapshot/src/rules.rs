//! The rules of the protocol that keep both sides in step. Programs have all of them; tests leave one out and see what fails.

/// Which rules hold.
pub(crate) trait Rules {
    /// Server: confirmations of packets before a life began or ended say nothing about it.
    const FLOOR: bool = true;
    /// Server: the baseline only moves forward.
    const FORWARD: bool = true;
    /// Server: a baseline is unusable after as many records as the client keeps versions.
    const VERSIONS: bool = true;
    /// Client: a removal is remembered as long as older packets are taken.
    const TOMBSTONES: bool = true;
    /// Client: a whole record of another life is a removal and a spawn.
    const LIVES: bool = true;
    /// Client: a whole record keeps the versions before it.
    const WHOLE_KEEPS: bool = true;
}

/// All rules.
#[derive(Debug)]
pub(crate) struct Sound;

impl Rules for Sound {}
