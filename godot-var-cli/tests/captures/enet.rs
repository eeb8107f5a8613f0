//! The messages of the example `enet`, and those of `long.gd`.

use std::collections::BTreeMap;

use godot_var::{GodotVar, Vector2};

#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum ToServer {
    #[godot_var(id = 1)]
    Move(Vector2),
    #[godot_var(id = 2)]
    Say(String),
}

#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum ToClient {
    #[godot_var(id = 1)]
    Positions(BTreeMap<i32, Vector2>),
    #[godot_var(id = 2)]
    Said { from: i32, text: String },
}

#[derive(GodotVar)]
pub struct Long(String, String);
