//! `#[derive(GodotRpc)]` and `#[derive(GodotSync)]`: the methods of a script and the properties of a synchronizer.

mod emit;
mod stub;

use godot_var_schema::multiplayer::{self, model};

use crate::expand::Derive;

pub(crate) const GODOT_RPC: Derive<model::Methods> = Derive::new(
    "rpc",
    multiplayer::methods,
    |methods| &methods.krate,
    emit::methods,
    stub::methods,
);

pub(crate) const GODOT_SYNC: Derive<model::Properties> = Derive::new(
    "sync",
    multiplayer::properties,
    |properties| &properties.krate,
    emit::properties,
    stub::properties,
);
