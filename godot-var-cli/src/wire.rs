//! The wires that the program supports, by their names on the command line.

use clap::ValueEnum;
use godot_var::dialect::{DialectSpec, Double, Flagless, Godot3_0};
use godot_var::litenet::EraSpec;
use godot_var::multiplayer::Era;
use godot_var::{Dialect, Godot3, Godot4};

use crate::litenet::Side;

/// A value of `--wire`.
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
    /// The Godot 3.0 documentation taken literally: 64-bit ints and 32-bit floats without flags
    Flagless,
    /// Godot 4 built with `precision=double`
    Godot4Double,
    /// Godot 3 built with `float=64`
    Godot3Double,
    /// Flat messages: the bytes of `StreamPeerBuffer.put_*`; needs a schema
    Flat,
    /// LiteNetLibManager (Unity) of July 2018
    #[value(name = "litenet-2018")]
    LiteNet2018,
    /// LiteNetLibManager (Unity) of today, as servers send
    #[value(name = "litenet-head", alias = "litenet")]
    LiteNetHead,
    /// LiteNetLibManager (Unity) of today, as clients send
    #[value(name = "litenet-head-client", alias = "litenet-client")]
    LiteNetHeadClient,
    /// LLUDP, the protocol of Second Life and `OpenSimulator`: needs a message template
    Lludp,
    /// High-level multiplayer of Godot 4.3 and later
    Multiplayer,
    /// High-level multiplayer of Godot 4.0 to 4.2: confirmations contain the path
    #[value(name = "multiplayer-4.0")]
    Multiplayer4_0,
}

impl Wire {
    /// Returns the dialect of this wire, if it is a dialect of Variant.
    pub const fn spec(self) -> Option<&'static DialectSpec> {
        Some(match self {
            Self::Godot4 => &Godot4::SPEC,
            Self::Godot3 => &Godot3::SPEC,
            Self::Godot3_0 => &Godot3_0::SPEC,
            Self::Flagless => &Flagless::SPEC,
            Self::Godot4Double => &<Double<Godot4> as Dialect>::SPEC,
            Self::Godot3Double => &<Double<Godot3> as Dialect>::SPEC,
            Self::Flat
            | Self::LiteNet2018
            | Self::LiteNetHead
            | Self::LiteNetHeadClient
            | Self::Lludp
            | Self::Multiplayer
            | Self::Multiplayer4_0 => return None,
        })
    }

    /// Returns the side of this wire, if it is one of LiteNetLibManager.
    pub const fn litenet(self) -> Option<Side> {
        match self {
            Self::LiteNet2018 => Some(Side { era: EraSpec::Y2018, from_client: false }),
            Self::LiteNetHead => Some(Side { era: EraSpec::Head, from_client: false }),
            Self::LiteNetHeadClient => Some(Side { era: EraSpec::Head, from_client: true }),
            _ => None,
        }
    }

    /// Returns the era of this wire, if it is one of Godot's high-level multiplayer.
    pub const fn multiplayer(self) -> Option<Era> {
        match self {
            Self::Multiplayer => Some(Era::Godot4_3),
            Self::Multiplayer4_0 => Some(Era::Godot4_0),
            _ => None,
        }
    }
}
