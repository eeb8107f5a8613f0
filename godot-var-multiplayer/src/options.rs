//! Which packets a reader accepts, and the eras of the protocol.

use godot_var_runtime::Limits;

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

    /// Returns these options with other [`limits`](Self::limits).
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns these options with another [`era`](Self::era).
    #[must_use]
    pub const fn with_era(mut self, era: Era) -> Self {
        self.era = era;
        self
    }

    /// Returns these options with another [`trailing_bytes`](Self::trailing_bytes).
    #[must_use]
    pub const fn with_trailing_bytes(mut self, ignored: bool) -> Self {
        self.trailing_bytes = ignored;
        self
    }

    /// Returns these options with another [`any_path`](Self::any_path).
    #[must_use]
    pub const fn with_any_path(mut self, taken: bool) -> Self {
        self.any_path = taken;
        self
    }
}
