//! A module in a folder, with another one.

pub(super) mod deeper;

#[derive(godot_var::GodotVar)]
pub(super) struct Room {
    door: deeper::Door,
}
