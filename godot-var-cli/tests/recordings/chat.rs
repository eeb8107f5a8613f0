//! The messages of `chat.gd`. `chat.hex` has them as Godot 4.6.3 wrote them, and some other values.

use std::collections::BTreeMap;

use godot_var::{Color, GodotVar, Quaternion, Variant, Vector3};

#[derive(GodotVar)]
#[godot_var(repr = "int")]
pub enum Weather {
    Sun,
    #[godot_var(id = 5)]
    Storm,
}

#[derive(GodotVar)]
#[godot_var(rename_all = "snake_case")]
pub enum Mood {
    Happy,
    VerySad,
}

#[derive(GodotVar)]
pub struct Place {
    pub pos: Vector3,
    pub rot: Quaternion,
    pub color: Color,
}

#[derive(GodotVar)]
#[godot_var(array)]
pub struct Item {
    pub name: String,
    pub count: u32,
}

#[derive(GodotVar)]
pub struct Say {
    pub text: String,
    pub mentions: Vec<String>,
    #[godot_var(rename = "w")]
    pub weather: Weather,
    pub mood: Mood,
    pub loud: bool,
    pub reply: Option<i64>,
    pub scores: BTreeMap<String, i64>,
    pub items: Vec<Item>,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum Message {
    #[godot_var(id = 1)]
    Join { name: String, spawn: Place },
    #[godot_var(id = 2)]
    Say(Say),
    #[godot_var(id = 3)]
    Move(i64, Vector3),
    #[godot_var(other)]
    Other(Variant),
}
