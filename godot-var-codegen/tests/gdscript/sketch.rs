//! Awkward names and every common form, as the client's side of a larger arena: what the generated
//! classes look like is reviewed on this.

use godot_var::{Color, GodotVar, Vector3};
use godot_var::values::NodePath;
use std::collections::HashMap;

/// What a player looks like at one tick.
#[derive(GodotVar)]
pub struct PlayerState {
    /// Stable while the match lasts.
    pub id: u32,
    pub pos: Vector3,
    pub vel: Vector3,
    /// Radians, counter-clockwise.
    pub yaw: f32,
    pub health: i32,
    pub grounded: bool,
}

/// The sides of a match, sent as numbers.
#[derive(GodotVar)]
#[godot_var(repr = "int")]
pub enum Team { Red = 0, Blue = 1, Spectator = 7 }

/// A player wants to join.
#[derive(GodotVar)]
pub struct Join {
    #[godot_var(max_len = 32)]
    pub name: String,
    pub color: Color,
    pub team: Option<Team>,
}

#[derive(GodotVar)]
pub struct Chat {
    pub channel: String,
    pub text: String,
    pub at: i64,
    #[godot_var(as = "Array")]
    pub tags: Vec<String>,
}

#[derive(GodotVar)]
pub struct Snapshot { pub tick: i64, pub players: Vec<PlayerState>, pub scores: HashMap<String, i64> }

#[derive(GodotVar)]
pub struct Item {
    pub id: u16,
    #[godot_var(default = 1)]
    pub count: u8,
    #[godot_var(default)]
    pub label: Option<String>,
}

#[derive(GodotVar)]
pub struct Inventory {
    pub items: Vec<Item>,
    pub gold: i64,
    pub blob: Vec<u8>,
    pub path: NodePath,
}

/// Transparent: the wire and GDScript see an int.
#[derive(GodotVar)]
#[godot_var(transparent)]
pub struct EntityId(pub i64);

/// A tuple struct is an Array: `[point, seconds]`. GDScript needs names, so the schema gives them.
#[derive(GodotVar)]
#[godot_var(array)]
pub struct Waypoint(#[godot_var(gdscript = "point")] pub Vector3, #[godot_var(gdscript = "seconds")] pub f32);

/// Everything that is awkward to name or to type.
#[derive(GodotVar)]
pub struct Oddities {
    pub class: i32,
    pub func: bool,
    pub r#type: String,
    pub r#match: i64,
    #[godot_var(rename = "script")]
    pub source: String,
    #[godot_var(rename = "50% \"off\"")]
    pub sale: f64,
    pub len: u16,
    #[godot_var(as = "Array")]
    pub grid: [i32; 3],
    pub pair: (String, i64),
    pub maybe: Option<Vec<Option<i32>>>,
    pub buddy: Option<PlayerState>,
    pub owner: EntityId,
    pub route: Vec<Waypoint>,
}

/// Deep nesting. Godot has a class `Tree`, so the GDScript class is `TreeMessage`.
#[derive(GodotVar)]
pub struct Tree { pub name: String, pub children: Vec<Tree> }

/// Internally tagged: `{"type": "damage", "target": 7, "amount": 12}`.
#[derive(GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Damage { target: EntityId, amount: i32 },
    Heal { target: EntityId, amount: i32 },
    Died { target: EntityId, killer: Option<EntityId> },
    RoundOver,
}

/// Client to server, id form: the first element of an Array is the message number.
#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum ClientMessage {
    #[godot_var(id = 1)] Join { #[godot_var(max_len = 32)] name: String, color: Color, team: Option<Team> },
    #[godot_var(id = 2)] State(PlayerState),
    #[godot_var(id = 3)] Chat(Chat),
    #[godot_var(id = 4)] Ping,
}

/// Server to client, id form.
#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum ServerMessage {
    #[godot_var(id = 1)] Welcome { you: EntityId, layout: String },
    #[godot_var(id = 2)] Snapshot(Snapshot),
    #[godot_var(id = 3)] Event(Event),
    #[godot_var(id = 4)] Inventory(Inventory),
}
