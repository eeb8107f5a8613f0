//! Every form of a flat message that every engine has: every Rust type of the module `flat`, every attribute, and every way to name a type.
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::ptr_arg,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::missing_errors_doc,
    reason = "so are the functions of attributes"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZero, NonZeroI8, NonZeroU64, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform2D, Transform3D, double};
use godot_var::values::{NodePath, ObjectId, PackedView, Rid, StringName};
use godot_var::{Color, GodotFlat, GodotVar, Vector2, Vector3};

pub use deeper::Moment;

/// How fast a player may be, in meters a second.
pub const MAX_SPEED: f32 = 12.3;
const MOST: usize = 4 * 4;

/// Numbers, by their bytes and in LEB128.
#[derive(GodotFlat)]
pub struct Numbers {
    pub a: u8,
    pub b: u16,
    pub c: u32,
    pub d: u64,
    pub e: i8,
    pub f: i16,
    pub g: i32,
    pub h: i64,
    pub i: f32,
    pub j: f64,
    pub k: bool,
    pub l: char,
    pub m: Wrapping<u16>,
    pub n: NonZeroI8,
    pub o: NonZero<u32>,
    #[flat(varint)]
    pub p: u8,
    #[flat(varint)]
    pub q: u16,
    #[flat(varint)]
    pub r: u32,
    #[flat(varint)]
    pub s: u64,
    #[flat(varint)]
    pub t: i8,
    #[flat(varint)]
    pub u: i16,
    #[flat(varint)]
    pub v: i32,
    #[flat(varint)]
    pub w: i64,
    #[flat(varint)]
    pub x: NonZeroU64,
    pub y: Rid,
    pub z: ObjectId,
}

/// Floats in fewer bytes.
#[derive(GodotFlat)]
pub struct Floats {
    #[flat(as = f16)]
    pub half: f32,
    #[flat(as = f16)]
    pub half_of_f64: f64,
    #[flat(range = -1.0..=1.0, as = u8)]
    pub stick: f32,
    #[flat(range = 0..=1, as = u16)]
    pub share: f64,
    #[flat(range = -MAX_SPEED..=MAX_SPEED, as = u32, clamp)]
    pub speed: f32,
    #[flat(angle, as = u8)]
    pub yaw: f32,
    #[flat(angle, as = u32)]
    pub pitch: f64,
    #[flat(degrees, as = u16)]
    pub heading: f32,
    #[flat(normal, as = u8)]
    pub across: Vector2,
    #[flat(normal, as = f16)]
    pub along: Vector2,
    #[flat(normal, as = u16)]
    pub up: Vector3,
    #[flat(normal, as = f32)]
    pub down: Vector3,
    #[flat(smallest_three = 10)]
    pub small: Quaternion,
    #[flat(smallest_three = 15)]
    pub middle: Quaternion,
    #[flat(smallest_three = 20)]
    pub large: Quaternion,
}

/// Structures of the engine.
#[derive(GodotFlat)]
pub struct Structures {
    pub vector2: Vector2,
    pub vector3: Vector3,
    pub rect2: Rect2,
    pub plane: Plane,
    pub quaternion: Quaternion,
    pub aabb: Aabb,
    pub basis: Basis,
    pub transform2d: Transform2D,
    pub transform3d: Transform3D,
    pub color: Color,
    pub wide: double::Vector3,
    pub wide_basis: double::Basis,
    #[flat(as = f16)]
    pub halves: Transform2D,
    #[flat(range = -32.0..=32.0, as = u16, clamp)]
    pub velocity: Vector3,
    #[flat(angle, as = u16)]
    pub euler: Vector3,
    #[flat(as = u8)]
    pub paint: Color,
    #[flat(as = f16)]
    pub wide_half: double::Vector2,
}

/// Texts and bytes.
#[derive(GodotFlat)]
pub struct Texts<'a> {
    pub a: String,
    pub b: Box<str>,
    pub c: Rc<str>,
    pub d: Arc<str>,
    pub e: &'a str,
    pub f: Cow<'a, str>,
    pub g: StringName,
    pub h: NodePath,
    pub i: &'a [u8],
    pub j: Cow<'a, [u8]>,
    pub k: PackedView<'a, Vector3>,
    #[flat(len = u8)]
    pub l: String,
    #[flat(len = u16, max_len = 300)]
    pub m: &'a str,
    #[flat(len = u32)]
    pub n: NodePath,
    #[flat(max_len = MOST)]
    pub o: StringName,
    #[flat(c_string)]
    pub p: String,
    #[flat(c_string, max_len = 20)]
    pub q: Cow<'a, str>,
    #[flat(c_string)]
    pub r: Option<Vec<String>>,
    #[flat(len = u8)]
    pub s: PackedView<'a, i32>,
}

/// Lists, maps, options and what holds others.
#[derive(GodotFlat)]
pub struct Holders {
    pub a: Vec<u16>,
    pub b: Box<[Vector2]>,
    pub c: Rc<[u8]>,
    pub d: Arc<[i64]>,
    pub e: VecDeque<String>,
    pub f: BTreeSet<i32>,
    pub g: HashSet<u8>,
    pub h: BTreeMap<String, u8>,
    pub i: HashMap<u16, Vec<f32>>,
    pub j: [u8; 4],
    pub k: [[Vector3; 2]; MOST],
    pub l: (u8, String, (bool,)),
    pub m: Option<u32>,
    pub n: Option<Vec<Option<bool>>>,
    pub o: Box<u8>,
    pub p: Rc<String>,
    pub q: Arc<Moment>,
    pub r: (),
    pub s: PhantomData<Unknown>,
    #[flat(len = u8, max_len = 16)]
    pub t: Vec<Moment>,
    #[flat(len = u16)]
    pub u: BTreeMap<u8, String>,
    #[flat(varint)]
    pub v: Vec<u32>,
    #[flat(varint, len = u8)]
    pub w: Vec<Option<i32>>,
    #[flat(varint, max_len = 9)]
    pub x: HashMap<u8, u64>,
    #[flat(as = f16)]
    pub y: Vec<Vec<Vector3>>,
    #[flat(range = 0.0..=1.0, as = u8, len = u16)]
    pub z: Option<[Vec<f32>; 2]>,
}

/// Lists of a few bits an element.
#[derive(GodotFlat)]
pub struct Packs {
    #[flat(bits = 1)]
    pub a: Vec<bool>,
    #[flat(bits = 3)]
    pub b: Vec<u8>,
    #[flat(bits = 5, len = u8, max_len = 16)]
    pub c: Vec<i8>,
    #[flat(bits = 12, len = u16)]
    pub d: Option<Vec<u16>>,
    #[flat(bits = 32, max_len = MOST)]
    pub e: Vec<i64>,
}

/// Not part of the schema.
#[derive(Debug)]
pub struct Unknown;

/// Values that are told by their meaning.
#[derive(GodotFlat)]
pub struct Meanings {
    pub a: Ipv4Addr,
    pub b: Ipv6Addr,
    pub c: IpAddr,
    pub d: SocketAddr,
    #[flat(unit = "ms")]
    pub e: Duration,
    #[flat(unit = "us")]
    pub f: SystemTime,
    #[flat(unit = "s")]
    pub g: Option<Duration>,
    #[flat(with = tenths, as = i16)]
    pub h: f32,
    #[flat(with = tenths, as = i32, varint)]
    pub i: Option<f32>,
    #[flat(with = names, as = "Vec<String>", len = u8, max_len = 3)]
    pub r: String,
}

/// Bits in a header.
#[derive(GodotFlat, GodotVar)]
#[flat(flags)]
pub struct Flagged {
    #[flat(varint)]
    pub tick: u32,
    pub jump: bool,
    #[flat(bits = 3)]
    pub weapon: Weapon,
    pub target: Option<u16>,
    #[flat(bits = 5)]
    pub lean: i8,
    #[flat(bits = 33)]
    pub seed: u64,
    #[flat(varint)]
    pub score: Option<i32>,
    #[godot_var(unit = "ms")]
    pub wait: Option<Duration>,
    pub fire: bool,
}

/// Without fields.
#[derive(Clone, Debug, Default, PartialEq, GodotFlat, GodotVar)]
#[godot_var(repr = "int")]
pub enum Weapon {
    #[default]
    None,
    Bow = 3,
    Sword,
}

/// A wide number.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(repr = "u16", id)]
pub enum Wide {
    #[flat(id = 1)]
    One,
    #[flat(id = 300)]
    Many,
    #[flat(other)]
    Other(u16),
}

/// A number that is mostly small.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(repr = "varint")]
pub enum Many {
    #[flat(id = 1)]
    One,
    #[flat(id = 300)]
    Last,
    #[flat(other)]
    Other(u32),
}

/// In LEB128.
#[derive(GodotFlat)]
#[flat(repr = "varint")]
pub enum Leb {
    #[flat(id = 127)]
    Short,
    #[flat(id = 128)]
    Long(u8, bool),
    #[flat(id = 70_000, flags)]
    Longest { yes: bool, maybe: Option<Weapon> },
    #[flat(other)]
    Unknown,
}

/// What a client sends.
#[derive(GodotFlat)]
#[flat(max_size = 600, trailing = "ignore")]
pub enum ToServer {
    #[flat(id = 1)]
    Join {
        /// What the others see.
        #[flat(max_len = 32)]
        name: String,
        version: u8,
    },
    #[flat(id = 2)]
    Input(Flagged),
    #[flat(id = 3)]
    Boxed(Box<Moment>),
    #[flat(id = 4)]
    Pair(#[flat(varint)] u32, Color),
    #[flat(id = 5)]
    Bye,
}

/// Keeps what it does not know.
#[derive(GodotFlat)]
pub enum Kept {
    #[flat(id = 1)]
    Ping(u32),
    #[flat(other)]
    Other(u8, Vec<u8>),
}

/// The highest byte first.
#[derive(GodotFlat)]
#[flat(big_endian, max_size = 40)]
pub struct Turned {
    pub a: u32,
    pub moment: Moment,
    #[flat(len = u16, max_len = 9)]
    pub text: String,
}

/// Fields that older writers lack.
#[derive(GodotFlat)]
pub struct Grown {
    pub id: u16,
    #[flat(default)]
    pub health: i32,
    #[flat(default = 7)]
    pub team: u8,
    #[flat(default = String::from("?"))]
    pub name: String,
    #[flat(default = Weapon::Bow)]
    pub weapon: Weapon,
}

/// What changed.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(delta)]
pub struct Player {
    pub pos: Vector3,
    #[flat(varint)]
    pub health: i32,
    #[flat(max_len = 12)]
    pub name: String,
    pub team: Option<u8>,
}

/// In both wires.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[flat(delta(PartialEq), flags)]
#[godot_var(delta(PartialEq))]
pub struct Both {
    pub alive: bool,
    #[flat(bits = 7)]
    pub health: u8,
    pub place: Vector2,
}

/// What changed of the bits in a header.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags, delta)]
pub struct Packed {
    #[flat(bits = 3)]
    pub step: u8,
    #[flat(bits = 5)]
    pub lean: i8,
    #[flat(bits = 33)]
    pub seed: u64,
    #[flat(bits = 3)]
    pub weapon: Weapon,
    #[flat(bits = 9)]
    pub wide: Wide,
    #[flat(bits = 9)]
    pub many: Many,
    #[flat(unit = "ms")]
    pub wait: Option<Duration>,
    pub fire: bool,
}

/// A generic type.
#[derive(GodotFlat)]
pub struct Pair<T, const N: usize> {
    pub first: T,
    pub rest: [T; N],
}

/// Uses of it, by way of an alias and of a module.
#[derive(GodotFlat)]
pub struct Uses {
    pub a: Pair<u8, 2>,
    pub b: Pair<Moment, 1>,
    pub c: Alias<i16>,
    pub d: deeper::Stamp,
}

type Alias<T> = Vec<Option<T>>;

/// Holds itself.
#[derive(GodotFlat)]
pub struct Tree {
    pub name: String,
    pub children: Vec<Self>,
    pub parent: Option<Box<Tree>>,
}

/// Types that contain each other.
#[derive(GodotFlat)]
pub struct Room {
    pub doors: Vec<Door>,
}

/// Leads to a room.
#[derive(GodotFlat)]
#[flat(recursive(Room))]
pub struct Door {
    #[flat(lenient)]
    pub open: bool,
    pub to: Option<Box<Room>>,
}

/// Pinned.
#[derive(GodotFlat)]
#[flat(layout = "41fad5836baede9e")]
pub struct Pinned(pub u8, pub bool);

/// Nothing.
#[derive(GodotFlat)]
pub struct Nothing;

/// A module of the schema.
pub mod deeper {
    use godot_var::GodotFlat;

    /// When something happened.
    #[derive(GodotFlat)]
    pub struct Moment {
        #[flat(varint)]
        pub tick: u32,
        pub share: f32,
    }

    /// The same name in another module.
    pub type Stamp = Moment;
}

/// Tenths of a unit.
pub mod tenths {
    use std::convert::Infallible;

    /// To tenths.
    pub fn encode<T: From<i16>>(value: &f32) -> T {
        T::from((value * 10.0) as i16)
    }

    /// From tenths.
    pub fn decode<T: Into<f64>>(tenths: T) -> Result<f32, Infallible> {
        Ok(tenths.into() as f32 / 10.0)
    }
}

/// Names in a text.
pub mod names {
    use std::convert::Infallible;

    /// To a list.
    pub fn encode(value: &String) -> Vec<String> {
        value.split(',').map(str::to_owned).collect()
    }

    /// From a list.
    pub fn decode(names: Vec<String>) -> Result<String, Infallible> {
        Ok(names.join(","))
    }
}

/// Everything inside a type of the other order.
#[derive(GodotFlat)]
#[flat(big_endian)]
pub struct AllTurned {
    pub flagged: Flagged,
    #[flat(as = f16)]
    pub half: f32,
    #[flat(smallest_three = 15)]
    pub rotation: Quaternion,
    pub pairs: Vec<(u16, Moment)>,
    pub leb: Leb,
    pub wide: [Wide; 2],
    pub shorts: Vec<i16>,
    pub floats: Vec<f32>,
    pub table: BTreeMap<u32, f64>,
    pub place: Option<Vector3>,
}

/// Both orders.
#[derive(GodotFlat)]
pub struct Orders {
    pub turned: Turned,
    pub moment: Moment,
    pub all: Vec<AllTurned>,
}

/// Unknown messages are ignored, whatever they have.
#[derive(GodotFlat)]
#[flat(trailing = "ignore")]
pub enum Noted {
    #[flat(id = 1)]
    Said(String),
    #[flat(id = 2)]
    Moved { x: i16, y: i16 },
    #[flat(other)]
    Unknown(u8),
}
