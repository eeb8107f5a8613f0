//! Names that a language of one of the sides has already: messages, fields, variants and keys.
//!
//! Made for the tests of generators.
#![allow(missing_docs, non_snake_case, reason = "the names are what this is about")]
#![allow(clippy::enum_variant_names, reason = "so are those of variants")]

use std::collections::BTreeMap;

use godot_var::{GodotVar, Variant, Vector2};

/// A global enum of Godot 4.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Error {
    pub code: i64,
    pub message: String,
}

/// So is this.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
pub enum Key {
    #[default]
    Ok,
    Json,
    Aabb,
    Pi,
    Os,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
pub enum Side {
    #[default]
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct MouseButton {
    pub side: Side,
    pub key: Key,
}

/// A class of Godot 4, one of Godot 3, and a type of both.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Node {
    pub spatial: Vec<Spatial>,
    pub quat: Option<Box<Quat>>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Spatial {
    pub reference: i64,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Quat {
    pub new: f32,
}

/// What the script itself says.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Message {
    pub to_variant: bool,
    pub to_bytes: i64,
    pub from_variant: i64,
    pub from_bytes: i64,
    pub check: i64,
    pub create: i64,
    pub kind: i64,
    pub value: i64,
    pub data: i64,
    pub fault: i64,
    pub fields: i64,
    pub bytes: Vec<u8>,
    pub key: String,
    pub list: Vec<String>,
    pub item: Vec<Quat>,
    pub table: BTreeMap<String, i64>,
    pub source: i64,
    pub at: i64,
    pub tag: i64,
    pub content: i64,
    pub seen: i64,
    pub out_fields: i64,
    pub list_out: Vec<i64>,
    pub i: i64,
    pub p_kind: i64,
    pub _read: i64,
    pub _hidden: i64,
}

/// Keywords, functions and types.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Words {
    pub r#if: i64,
    pub r#for: i64,
    pub r#match: i64,
    pub r#true: i64,
    pub r#static: i64,
    pub and: i64,
    pub not: i64,
    pub or: i64,
    pub pass: i64,
    pub null: i64,
    pub class: i64,
    pub class_name: i64,
    pub func: i64,
    pub var: i64,
    pub void: i64,
    pub int: i64,
    pub float: f64,
    pub bool: bool,
    pub len: i64,
    pub print: i64,
    pub str: String,
    pub range: i64,
    pub stepify: i64,
    pub snapped: i64,
    pub get: i64,
    pub set: i64,
    pub call: i64,
    pub free: i64,
    pub connect: i64,
    pub notification: i64,
    pub script: i64,
    pub name: String,
    pub Place: Vector2,
    pub Vector2: Vector2,
    pub straße: i64,
    #[godot_var(rename = "a \"b\"\\ $c %s {d}\n")]
    pub odd_key: i64,
    #[godot_var(rename = "")]
    pub no_key: i64,
}

/// Variants that are keywords, with and without content.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Expression {
    And { left: Box<Expression>, right: Box<Expression> },
    Not { not: Box<Expression> },
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    For(Vec<Expression>),
    Class { class: String },
    Pass,
    True(bool),
    Int(i64),
    Str(String),
}

/// Names of types.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    List(Vec<Value>),
}

/// The first variant holds the enum itself.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "op")]
pub enum Formula {
    Sum { left: Box<Formula>, right: Box<Formula>, kind: i64 },
    Half { of: Box<Formula> },
    Number { value: f64, as_sum: i64, Kind: i64 },
}

/// Two variants whose constants would be the same.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub enum Twins {
    #[godot_var(id = 1)]
    Ab(i64, String),
    #[godot_var(id = 2)]
    AB { value: i64, kind: i64 },
    #[godot_var(other)]
    Else(Variant),
}

/// A place.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Place {
    pub x: f32,
}

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
