//! The wires beside Godot's Variant, and the cost of hostile messages on every wire.

mod attacks;
#[path = "../common/boundaries_flat.rs"]
mod boundaries_flat;
#[path = "../common/mod.rs"]
mod common;
mod contract;
#[path = "../common/enet.rs"]
mod enet;
mod exhaustive;
mod flat;
#[path = "../common/hostile.rs"]
mod hostile;
mod hostile_memory;
#[allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "a message set has more than these tests name, for programs of any shape"
)]
#[path = "../../schemas/lite_net_lib_manager/mod.rs"]
mod lite_net_lib_manager;
mod litenet;
mod lludp;
mod multiplayer;
mod seats;
#[path = "../common/seats_model.rs"]
mod seats_model;
#[path = "../common/session_seats_model.rs"]
mod session_seats_model;
mod stack;
