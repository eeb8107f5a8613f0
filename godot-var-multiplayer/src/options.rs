//! Which packets a reader takes, and the eras of the protocol.

use godot_var_runtime::Limits;

/// Which versions of Godot wrote a packet, as far as it shows: [`ConfirmPath`](crate::ConfirmPath) alone differs.
///
/// A [`SimplifyPath`](crate::SimplifyPath) is the same in both, so a server cannot tell what its clients are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Era {
    /// Godot 4.0 to 4.2: a path is confirmed by the path.
    Godot4_0,
    /// Godot 4.3 and later: a path is confirmed by its id.
    #[default]
    Godot4_3,
}

/// Which packets a reader takes. The default is strict where the engine is careless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The bounds of a packet and of the values in it. With [`Limits::canonical`], only what the engine's writers write
    /// is read: unused bits are 0, ids and ints take as few bytes as they can.
    pub limits: Limits,
    /// How a path is confirmed.
    pub era: Era,
    /// Whether bytes are ignored that stand after the last argument, a path, or a command of fixed length, as the engine does.
    /// Otherwise they are an error.
    pub trailing_bytes: bool,
    /// Whether paths are taken that lead out of the root (`/root/A`, `../A`) or nowhere, and names of nodes that no node can
    /// have. Otherwise they are an error.
    pub any_path: bool,
}

impl Options {
    /// The default [`Limits`] and [`Era`], and nothing that the engine's own writers do not write.
    pub const DEFAULT: Self = Self {
        limits: Limits::DEFAULT,
        era: Era::Godot4_3,
        trailing_bytes: false,
        any_path: false,
    };

    /// These options with other [`limits`](Self::limits).
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// These options for another [`era`](Self::era).
    #[must_use]
    pub const fn with_era(mut self, era: Era) -> Self {
        self.era = era;
        self
    }

    /// These options, ignoring [`trailing_bytes`](Self::trailing_bytes) or not.
    #[must_use]
    pub const fn with_trailing_bytes(mut self, ignored: bool) -> Self {
        self.trailing_bytes = ignored;
        self
    }

    /// These options, taking [`any_path`](Self::any_path) or not.
    #[must_use]
    pub const fn with_any_path(mut self, taken: bool) -> Self {
        self.any_path = taken;
        self
    }
}
