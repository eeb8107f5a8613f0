//! `#[derive(GodotRpc)]` and `#[derive(GodotSync)]`: the methods of a script and the properties of a synchronizer.

mod emit;
mod stub;

use godot_var_schema::multiplayer::{self, model};

use crate::expand::{Derive, no_stub, nothing};

pub(crate) const GODOT_RPC: Derive<model::Methods> = Derive {
    attribute: "rpc",
    check: multiplayer::methods,
    krate: |methods| &methods.krate,
    emit: emit::methods,
    beside: nothing,
    stub: stub::methods,
    stub_beside: no_stub,
};

pub(crate) const GODOT_SYNC: Derive<model::Properties> = Derive {
    attribute: "sync",
    check: multiplayer::properties,
    krate: |properties| &properties.krate,
    emit: emit::properties,
    beside: nothing,
    stub: stub::properties,
    stub_beside: no_stub,
};
