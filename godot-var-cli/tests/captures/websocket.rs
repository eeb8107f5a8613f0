//! The messages of the example `websocket`.

use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
pub enum Request {
    Submit { name: String, points: u32 },
    Show { count: u8 },
}

#[derive(GodotVar)]
pub struct Table(pub Vec<Score>);

#[derive(GodotVar)]
pub struct Score {
    name: String,
    points: u32,
}
