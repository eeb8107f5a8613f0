//! Times, bits and deltas of flat messages.

use std::time::{Duration, SystemTime};

use godot_var::GodotFlat;

#[derive(GodotFlat)]
#[flat(flags, delta)]
pub struct State {
    #[flat(bits = 3)]
    pub step: u8,
    #[flat(bits = 5)]
    pub lean: i8,
    #[flat(bits = 2)]
    pub kind: Kind,
    #[flat(unit = "ms")]
    pub lasts: Duration,
    #[flat(unit = "s")]
    pub since: Option<SystemTime>,
    pub fire: bool,
}

#[derive(GodotFlat)]
pub enum Kind {
    One,
    Two,
    #[flat(other)]
    Other(u8),
}

#[derive(GodotFlat)]
pub enum ToServer {
    #[flat(id = 1)]
    State(State),
    #[flat(id = 2)]
    Wait(#[flat(unit = "us")] Duration),
}
