//! The wires that the program speaks, by the names of its command line.

use clap::ValueEnum;
use godot_var::{Dialect, DialectSpec, Double, Flagless, Godot3, Godot3_0, Godot4};

/// A wire: what `--wire` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Wire {
    /// Godot 4.0 and later
    #[default]
    Godot4,
    /// Godot 3.1 to 3.6
    Godot3,
    /// The Godot 3.0 engine: every int in 64 bits
    #[value(name = "godot3.0")]
    Godot3_0,
    /// The letter of the 3.0 documentation: 64-bit ints and 32-bit floats without any flag
    Flagless,
    /// Godot 4 built with `precision=double`
    Godot4Double,
    /// Godot 3 built with `float=64`
    Godot3Double,
}

impl Wire {
    /// The dialect of this wire.
    pub const fn spec(self) -> &'static DialectSpec {
        match self {
            Self::Godot4 => &Godot4::SPEC,
            Self::Godot3 => &Godot3::SPEC,
            Self::Godot3_0 => &Godot3_0::SPEC,
            Self::Flagless => &Flagless::SPEC,
            Self::Godot4Double => &<Double<Godot4> as Dialect>::SPEC,
            Self::Godot3Double => &<Double<Godot3> as Dialect>::SPEC,
        }
    }
}
