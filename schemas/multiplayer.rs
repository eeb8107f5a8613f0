//! RPCs with every kind of argument, and the properties of synchronizers, of a game for Godot 4.

use std::collections::BTreeMap;

use godot_var::multiplayer::{GodotRpc, GodotSync};
use godot_var::values::{NodePath, StringName};
use godot_var::{Array, Color, Dictionary, GodotVar, Variant, Vector2, Vector3};

/// Who plays on which side.
#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
pub enum Team {
    Red = 0,
    Blue = 1,
}

/// A thing that lies in the world.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// How many.
    pub count: u8,
}

/// What somebody holds.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "kind")]
pub enum Hand {
    Empty,
    Full { item: Item },
}

/// How a message ended.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub enum Outcome {
    Done,
    Failed { reason: String },
}

/// The chat of a game.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
pub enum Chat {
    /// Says something to all.
    #[rpc(any_peer)]
    Say {
        /// The text.
        text: String,
        #[rpc(default = 1)]
        times: u8,
    },
    /// Somebody said something.
    Heard {
        from: i32,
        text: String,
    },
    /// Where a player wants to go.
    #[rpc(any_peer, unreliable, channel = 3, rename = "Move")]
    Move(Vector2),
    #[rpc(any_peer, unreliable_ordered, call_local)]
    Look {
        at: Vector3,
    },
    Finish,
}

/// An argument of every kind.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
pub enum Everything {
    #[rpc(any_peer)]
    Plain {
        truth: bool,
        number: i64,
        byte: u8,
        real: f64,
        single: f32,
        text: String,
        letter: char,
        name: StringName,
        path: NodePath,
    },
    #[rpc(any_peer)]
    Structures(Vector3, Color, (i32, String), Variant),
    /// Lists and maps.
    #[rpc(any_peer)]
    Lists {
        bytes: Vec<u8>,
        floats: Vec<f32>,
        texts: Vec<String>,
        flags: Vec<bool>,
        counts: BTreeMap<String, i64>,
        array: Array,
        dictionary: Dictionary,
    },
    #[rpc(any_peer)]
    Messages { team: Team, item: Item, items: Vec<Item>, hand: Hand, outcome: Outcome },
    #[rpc(any_peer)]
    Optional {
        item: Option<Item>,
        #[rpc(default)]
        number: Option<u32>,
        #[rpc(default = Team::Blue)]
        team: Team,
        #[rpc(default = vec![1.5])]
        floats: Vec<f64>,
        #[rpc(default)]
        at: Vector2,
    },
    /// Names that mean something in GDScript: `func`, [`Item`].
    #[rpc(any_peer)]
    Names { process: i64, _process: i64, r#match: i64, name: String, print: i64, node: NodePath },
}

/// What the server says of a player.
#[derive(Clone, Debug, PartialEq, GodotSync)]
pub struct State {
    /// Metres.
    pub position: Vector2,
    #[sync(on_change)]
    pub health: u8,
    #[sync(never)]
    pub title: String,
    /// What it holds.
    #[sync(on_change, path = "Hand:held")]
    pub hand: Hand,
}

/// What its own client says of it.
#[derive(Clone, Debug, PartialEq, GodotSync)]
pub struct Input {
    #[sync(spawn = false)]
    pub direction: Vector2,
    #[sync(on_change, spawn = false)]
    pub fire: bool,
}

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
