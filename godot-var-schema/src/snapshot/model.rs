//! A checked state. All mistakes have been reported.

use syn::{Ident, Path, Type};

use crate::stream::model::Message;

/// An item that derives `SnapshotState`.
#[derive(Clone, Debug)]
pub struct State {
    /// The path of the facade crate.
    pub krate: Path,
    /// The state as a flat message; `None` if that has mistakes, which the derive of flat messages reports.
    pub message: Option<Message>,
    /// How the fields of a struct are interpolated.
    pub blends: Vec<Blend>,
    /// The function that continues a struct without news.
    pub extrapolate: Option<Path>,
    /// What a client does in a tick, if it is the state of the entities of a world.
    pub input: Option<Type>,
    /// The traits that the delta of an enum derives.
    pub derives: Vec<Path>,
    /// Its name.
    pub ident: Ident,
}

/// How a field gets from one value to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blend {
    /// It keeps the older value until the newer one is due.
    Step,
    /// Straight.
    Linear,
    /// The shorter way, in radians.
    Angle,
    /// The shorter way, in degrees.
    Degrees,
    /// Straight, up to this distance; beyond, at once.
    UpTo(f64),
}
