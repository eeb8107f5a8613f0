//! A module of a module.

#[derive(godot_var::GodotVar)]
#[godot_var(repr = "int")]
pub(in super::super) enum Door {
    Open,
    Closed,
}
