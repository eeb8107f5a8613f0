//! The attributes of `#[snapshot(…)]`, as written: one struct for each kind of place.

use darling::FromMeta;
use darling::util::Flag;
use syn::{Expr, Type};

use crate::attributes::{
    Attributes, ENUM, FIELD, Given, Key, STRUCT, Takes, Vocabulary, WrittenPath, attributes, takes,
    written_type,
};
use crate::literals::number;
use crate::variant::Derives;

/// `#[snapshot(…)]`.
pub(crate) struct Snapshot;

impl Vocabulary for Snapshot {
    const ATTRIBUTE: &'static str = "snapshot";
    const TABLES: &'static [&'static [Key]] = &[StateAttrs::KEYS, FieldAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("lerp", "`lerp` is called `linear` here"),
        ("slerp", "`slerp` is not needed; a `Quaternion` goes the shorter way by itself"),
        ("interpolate", "write `linear`, or `angle` for one that goes the shorter way"),
        ("skip", "`skip` is not supported; every field of a state is sent"),
        ("range", "`range` is written `#[flat(range = …)]`"),
    ];
}

attributes! {
    /// Attributes of a state.
    pub(crate) struct StateAttrs of Snapshot on [STRUCT, ENUM] {
        /// A function that continues a state without news.
        "extrapolate" on [STRUCT] => extrapolate: Option<Given<WrittenPath>>, "extrapolate = Player::ahead";
        /// What a client does in a tick, if the type is the state of the entities of a world.
        "input" => input: Option<Given<InputType>>, "input = Steer";
        /// The traits that the delta of an enum derives.
        "delta" on [ENUM] => delta: Option<Given<Derives>>, "delta(Debug)";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

attributes! {
    /// Attributes of a field.
    pub(crate) struct FieldAttrs of Snapshot on [FIELD] {
        /// Keeps its older value until the newer one is due.
        "step" => step: Flag, "step";
        /// Goes straight from one value to the next.
        "linear" => linear: Flag, "linear";
        /// Goes the shorter way, in radians.
        "angle" => angle: Flag, "angle";
        /// Goes the shorter way, in degrees.
        "degrees" => degrees: Flag, "degrees";
        /// The distance beyond which it jumps.
        "teleport" => teleport: Option<Given<Distance>>, "teleport = 8.0";
    }
}

/// A distance above 0.
pub(crate) struct Distance(pub(crate) f64);

/// The type in `input`.
pub(crate) struct InputType(pub(crate) Type);

takes! {
    Distance => Takes::Distance;
    InputType => Takes::Type;
}

impl FromMeta for InputType {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        written_type(expr, "Steer").map(Self)
    }
}

impl FromMeta for Distance {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match number(expr) {
            Some(distance) if distance > 0.0 => Ok(Self(distance)),
            _ => Err(darling::Error::custom("a distance is a number above 0").with_span(expr)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::attributes::test_tables! { Snapshot: StateAttrs, FieldAttrs; }
}
