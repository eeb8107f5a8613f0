//! `#[derive(SnapshotState)]`: states of entities.

mod emit;

use godot_var_schema::snapshot::{self, model::State};

use crate::expand::Derive;

pub(crate) const SNAPSHOT_STATE: Derive<State> = Derive {
    attribute: "snapshot",
    check: snapshot::state,
    krate: |state| &state.krate,
    emit: emit::state,
    beside: emit::delta,
    stub: emit::stub,
    stub_beside: |_, _| proc_macro2::TokenStream::new(),
    stub_unread: None,
};
