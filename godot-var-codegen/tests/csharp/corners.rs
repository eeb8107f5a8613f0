//! Messages at the edges of what generated C# holds: their bytes and their names.

use std::collections::BTreeMap;

use godot_var::{GodotFlat, GodotVar, Variant};

/// A message with a key that is repeated.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct One {
    pub a: i32,
    #[godot_var(alias = "c")]
    pub b: Vec<String>,
}

/// Variants by their fields.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Either {
    A { x: i32 },
    B { x: String },
}

/// Fields among others, and a map for the rest.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Spread {
    #[godot_var(flatten)]
    pub one: One,
    pub either: Either,
    #[godot_var(flatten)]
    pub rest: BTreeMap<String, i32>,
}

/// A tag among the fields.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t")]
pub enum Tagged {
    A { x: i32 },
    B(One),
}

/// To find the tags, a reader steps over Dictionaries without end, for one variant after the other.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Pairs {
    A(Box<Pairs>, Tagged),
    B(Box<Pairs>, Tagged),
    C(String),
}

/// Variants with fields among others, without other keys.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t", deny_unknown_fields)]
pub enum Strict {
    C {
        y: i32,
        #[godot_var(flatten)]
        z: Inner,
    },
    D,
    E(Inner),
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Inner {
    pub v: u8,
}

/// The same for a struct around an enum.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(deny_unknown_fields)]
pub struct StrictAround {
    pub a: i32,
    #[godot_var(flatten)]
    pub of: Option<Loose>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t")]
pub enum Loose {
    C {
        y: i32,
        #[godot_var(flatten)]
        z: Inner,
    },
    D,
}

/// Elements without bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Empties {
    pub a: Vec<Vec<()>>,
    pub b: Vec<[u8; 0]>,
}

/// Names that are kept.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub enum Kept {
    Name,
    #[default]
    Usual,
    #[godot_var(other)]
    Other(String),
}

/// A default that is not the first variant.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Defaults {
    #[godot_var(default)]
    pub kept: Kept,
    #[godot_var(default)]
    pub two: [Kept; 2],
    #[godot_var(default)]
    pub pair: (Kept, i32),
    pub x: i32,
}

/// Fields with the names of local variables.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
#[flat(flags)]
pub struct Locals {
    #[godot_var(csharp = "index")]
    #[flat(bits = 32)]
    pub index: u32,
    #[godot_var(csharp = "header")]
    pub header: bool,
    #[godot_var(csharp = "w")]
    pub w: i32,
    #[godot_var(csharp = "r")]
    pub r: Option<i32>,
    #[godot_var(csharp = "class")]
    #[flat(bits = 8)]
    pub class: u8,
    #[godot_var(csharp = "bits")]
    pub bits: String,
    #[godot_var(csharp = "big")]
    pub big: Vec<Option<u8>>,
}

/// A delta of everything that objects could share.
#[derive(Clone, Debug, Default, PartialEq, GodotVar, GodotFlat)]
#[godot_var(delta)]
#[flat(delta)]
pub struct State {
    pub has_x: bool,
    pub x: i32,
    pub v: Vec<i32>,
    pub lists: Vec<Vec<i32>>,
    pub map: BTreeMap<i32, Vec<i32>>,
    pub bytes: Vec<u8>,
    pub pair: (i32, Vec<i32>),
    pub maybe: Option<(i32, Vec<i32>)>,
    pub part: Part,
    pub array: [Part; 2],
    pub kind: Kind,
    #[godot_var(csharp = "older")]
    pub older: i32,
    #[godot_var(csharp = "delta")]
    pub delta: Vec<i32>,
    #[godot_var(csharp = "copy")]
    pub copy: i32,
}

/// A delta of enums that keep the bytes of other variants.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta)]
pub struct Keeping {
    pub all: Vec<Unknown>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t")]
pub enum Unknown {
    A {
        x: i32,
    },
    #[godot_var(other)]
    O(godot_var::Dictionary),
}

/// A message in a delta.
#[derive(Clone, Debug, Default, PartialEq, GodotVar, GodotFlat)]
pub struct Part {
    pub list: Vec<i32>,
}

/// An enum with data in a delta.
#[derive(Clone, Debug, Default, PartialEq, GodotVar, GodotFlat)]
#[godot_var(array, id)]
pub enum Kind {
    #[default]
    #[godot_var(id = 1)]
    None,
    #[godot_var(id = 2)]
    Some(Part),
}

/// A type whose instance has the name of another one.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct G<T> {
    pub v: T,
}

#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Instances {
    pub d: G<i32>,
    pub e: G<I32>,
    pub f: GI32,
}

#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct GI32 {
    pub x: String,
}

#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct I32 {
    pub y: bool,
}

/// Levels of a pointer.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Node {
    pub next: Option<Box<Node>>,
    pub x: i32,
}

/// Levels of a list.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Listed {
    pub v: Vec<Listed>,
}

/// Levels of lists and pointers in turn.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Room {
    pub doors: Vec<Door>,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(recursive(Room))]
pub struct Door {
    pub to: Option<Box<Room>>,
}

/// Levels of a pointer in each element of a list.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Boxes {
    pub boxes: Vec<std::rc::Rc<Boxes>>,
}

/// Levels of two types around each other, with two pointers.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Ping {
    pub pong: Option<Box<Pong>>,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(recursive(Ping))]
pub struct Pong {
    pub ping: Option<Box<Ping>>,
}

/// Levels of two types around each other, with one pointer.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Turn {
    pub m: Move,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(recursive(Turn))]
pub enum Move {
    #[flat(id = 0)]
    Stay,
    #[flat(id = 1)]
    Again(Box<Turn>),
    #[flat(id = 2)]
    All(Vec<Move>),
}

/// A level of bytes in those of a pointer.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Blob {
    pub next: Option<Box<Blob>>,
    pub bytes: Vec<u8>,
}

/// Levels of variants, maps and tuples.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub enum Tree {
    Leaf,
    Pair(Box<(Tree, i32)>),
    Struct { map: BTreeMap<i32, Tree>, raw: Variant },
}

/// A value that is one of its own type, without bytes between them.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Bare {
    Number(#[godot_var(strict)] i64),
    Again(Box<Bare>),
}

/// The bytes of a value.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Raw {
    pub value: Variant,
    pub x: i32,
}

/// Fields that may be missing, behind a newtype.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Grown {
    pub x: u8,
    #[flat(default = 9)]
    pub y: u16,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Wrapped(Grown);

#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub enum Growing {
    #[flat(id = 1)]
    Wrapped(Wrapped),
    #[flat(id = 2)]
    Plain(Grown),
}

/// Tuples of more elements than a `ValueTuple` has.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Tuples {
    pub eight: (u8, u8, u8, u8, u8, u8, u8, u8),
    pub twelve: Vec<(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, String)>,
    pub nested: Vec<Vec<(i32, (i32, Vec<(i32, bool)>))>>,
    pub maybe: BTreeMap<i32, Option<(u8, u8, u8, u8, u8, u8, u8, u8, i32)>>,
}

/// Names that the file has for itself.
#[allow(non_camel_case_types, non_snake_case, clippy::all, reason = "names of Rust")]
pub mod names {
    use godot_var::GodotVar;

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(repr = "int")]
    pub enum Team {
        value__,
        name,
        n,
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    pub struct _Team {
        pub t: Team,
        pub from: from,
        pub r#async: r#async,
        pub r: r,
        pub var: var,
        pub a·b: i32,
        pub ა: ℮x,
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(array, id)]
    pub enum from {
        #[godot_var(id = 1)]
        _name,
        #[godot_var(id = 2)]
        _write(i32),
        #[godot_var(id = 3)]
        q { _form: i32 },
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "t")]
    pub enum r#async {
        _tag { x: i32 },
        __ { x: i32 },
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(repr = "int")]
    pub enum r {
        A,
        B,
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    pub struct var {
        pub partial: i32,
    }

    /// A line\u{2028}with another end.
    #[doc = "q\u{2028}w & <x>"]
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    pub struct ℮x {
        #[doc = "q\u{2029}w"]
        pub 𝒳: i32,
    }
}
