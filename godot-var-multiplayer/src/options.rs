//! Which packets a reader accepts, and the eras of the protocol.

use godot_var_runtime::Limits;

use crate::setters::setters;

/// Which versions of Godot wrote a packet. Only [`ConfirmPath`](crate::ConfirmPath) differs.
///
/// A [`SimplifyPath`](crate::SimplifyPath) is the same in both, so a server cannot detect the version of its clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Era {
    /// Godot 4.0 to 4.2: a confirmation contains the path.
    Godot4_0,
    /// Godot 4.3 and later: a confirmation contains the id.
    #[default]
    Godot4_3,
}

/// Which packets a reader accepts. The default is stricter than the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Limits for a packet and the values in it. With [`Limits::canonical`], a reader accepts only the form that the engine's writers use:
    /// unused bits are 0, ids and ints take the fewest bytes possible.
    pub limits: Limits,
    /// The form of a confirmation.
    pub era: Era,
    /// Whether to ignore bytes after the last argument, a path, or a command of fixed length, as the engine does. Otherwise they are an
    /// error.
    pub trailing_bytes: bool,
    /// Whether to accept paths that lead out of the root (`/root/A`, `../A`), empty paths, and invalid node names. Otherwise they are an
    /// error.
    pub any_path: bool,
}

impl Options {
    /// The default [`Limits`] and [`Era`]. Only packets that the engine's own writers produce are accepted.
    pub const DEFAULT: Self = Self {
        limits: Limits::DEFAULT,
        era: Era::Godot4_3,
        trailing_bytes: false,
        any_path: false,
    };

    setters! {
        limits => with_limits: Limits;
        era => with_era: Era;
        trailing_bytes => with_trailing_bytes: bool;
        any_path => with_any_path: bool;
    }
}
