//! Every form that a message of both engines can have: one field or type for each.
//!
//! Made for the tests of generators: what they read here must agree with what the derive compiles.
#![allow(missing_docs, non_snake_case, reason = "most names here say all there is")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "so are the functions of attributes")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI32, NonZeroU8, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform2D, Transform3D, double};
use godot_var::values::{NodePath, StringName};
use godot_var::{Array, Color, Dictionary, GodotVar, Variant, Vector2, Vector3};

/// How many cells a row has.
const CELLS: usize = 3;

/// Metres, as everywhere here.
type Metres = f32;

/// Numbers, each with its range.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub struct Numbers {
    /// Yes or no.
    pub flag: bool,
    pub i8: i8,
    pub i16: i16,
    pub i32: i32,
    pub i64: i64,
    pub u8: u8,
    pub u16: u16,
    pub u32: u32,
    pub u64: u64,
    pub f32: Metres,
    pub f64: f64,
    /// Always 64 bits.
    #[godot_var(f64)]
    pub wide: f64,
    #[godot_var(as = "int")]
    pub bit: bool,
    #[godot_var(as = "int")]
    pub whole: f32,
    #[godot_var(as = "float")]
    pub real: u16,
    #[godot_var(as = "float")]
    pub half: Option<u8>,
    #[godot_var(strict)]
    pub exact: i32,
    #[godot_var(strict)]
    pub exact_float: f64,
}

/// Texts and names.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub struct Texts {
    pub text: String,
    pub letter: char,
    pub shared: Cow<'static, str>,
    pub boxed: Box<str>,
    #[godot_var(max_len = 4)]
    pub short: String,
    #[godot_var(max_len = 4)]
    pub maybe_short: Option<String>,
    pub name: StringName,
    #[godot_var(as = "StringName")]
    pub method: String,
    #[godot_var(as = "String")]
    pub plain: String,
    #[godot_var(strict)]
    pub exact: String,
    pub path: NodePath,
    #[godot_var(as = "NodePath")]
    pub node: String,
}

/// The structures that both engines have.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
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
    pub double: double::Vector3,
}

/// Lists, packed where the engine has such an array.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub struct Lists {
    pub bytes: Vec<u8>,
    pub ints: Vec<i32>,
    pub longs: Vec<i64>,
    pub words: Vec<u16>,
    pub floats: Vec<f32>,
    #[godot_var(strict)]
    pub exact: Vec<f32>,
    pub doubles: Vec<f64>,
    pub texts: Vec<String>,
    pub names: Vec<StringName>,
    pub points: Vec<Vector2>,
    pub places: VecDeque<Vector3>,
    pub colors: Box<[Color]>,
    pub cells: [i32; CELLS],
    pub corners: [Vector2; 2],
    pub flags: [bool; 2],
    pub rows: Vec<Vec<i32>>,
    pub grid: [[u8; 2]; 2],
    #[godot_var(as = "Array")]
    pub loose: Vec<i32>,
    #[godot_var(max_len = 3)]
    pub few: Vec<i64>,
    pub words_in_order: BTreeSet<String>,
    pub numbers_in_order: BTreeSet<i32>,
    pub options: Vec<Option<i32>>,
    pub maybe: Option<Vec<Option<String>>>,
}

/// Maps, tuples, pointers.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub struct Maps {
    pub scores: BTreeMap<String, i64>,
    pub by_number: BTreeMap<u8, String>,
    pub by_team: BTreeMap<i32, Vec<Place>>,
    #[godot_var(max_len = 2)]
    pub few: BTreeMap<String, f32>,
    pub pair: (String, i64),
    pub deep: (i32, (bool, f32)),
    pub maybe_pair: Option<(i32, i32)>,
    pub nothing: (),
    pub boxed: Box<Place>,
    pub maybe_boxed: Option<Box<Place>>,
}

/// A place in the plane.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub struct Place {
    pub x: i32,
    pub y: i32,
}

/// What Rust has besides.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Habits {
    pub tags: HashSet<String>,
    #[godot_var(max_len = 1)]
    pub numbers: HashSet<u16>,
    pub by_letter: HashMap<char, i32>,
    pub by_name: BTreeMap<StringName, i32>,
    pub tick: Wrapping<u8>,
    pub ticks: Vec<Wrapping<i32>>,
    pub present: NonZeroI32,
    pub counts: Vec<NonZeroU8>,
    pub by_count: BTreeMap<NonZeroI32, i32>,
    pub shared: Rc<[i32]>,
    pub names: Arc<[String]>,
    pub weights: Cow<'static, [f32]>,
    pub unit: PhantomData<Metres>,
    #[godot_var(flatten)]
    pub place: Box<Place>,
    #[godot_var(max_len = CELLS)]
    pub short: String,
    #[godot_var(default = 3 * 60)]
    pub seconds: u32,
    #[godot_var(default = CELLS as u8)]
    pub cells: u8,
    pub key: Key,
    pub event: Event<Place>,
    pub address: IpAddr,
    pub peers: Vec<SocketAddr>,
    #[godot_var(unit = "s")]
    pub since: SystemTime,
    #[godot_var(unit = "ms")]
    pub lasts: Option<Duration>,
    #[godot_var(with = percent, as = u8)]
    pub share: f32,
    #[godot_var(with = percent, as = "u8")]
    pub maybe_share: Option<f32>,
    pub handle: Handle,
    pub handles: Vec<Handle>,
}

/// In percent.
pub mod percent {
    pub fn encode(share: &f32) -> u8 {
        (share * 100.0).round() as u8
    }

    pub fn decode(percent: u8) -> Result<f32, &'static str> {
        Ok(f32::from(percent) / 100.0)
    }
}

/// A number with a meaning of its own.
#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(from = u32, into = u32)]
pub enum Handle {
    Nothing,
    Number(u32),
}

impl From<u32> for Handle {
    fn from(number: u32) -> Self {
        if number == 0 { Self::Nothing } else { Self::Number(number) }
    }
}

impl From<Handle> for u32 {
    fn from(handle: Handle) -> Self {
        match handle {
            Handle::Nothing => 0,
            Handle::Number(number) => number,
        }
    }
}

/// Numbers that are expressions.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
#[repr(u8)]
pub enum Key {
    #[default]
    A = b'a',
    B,
    Row = CELLS as u8,
    Shift = 1 << 4 | 2,
}

/// A tag beside what a type parameter has.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "is")]
pub enum Event<T> {
    Moved(T),
    Boxed(Box<Place>),
}

/// Whatever comes.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub struct Anything {
    pub value: Variant,
    pub table: Dictionary,
    pub list: Array,
}

/// Keys and their names.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
#[godot_var(rename_all = "camelCase")]
pub struct Names {
    pub two_words: i32,
    #[godot_var(rename = "50% \"off\"\n")]
    pub sale: i32,
    #[godot_var(alias = "hp", alias = "health")]
    pub hit_points: i32,
    /// A keyword in GDScript and in Rust.
    pub r#match: i32,
    pub class: i32,
    pub func: i32,
    pub len: i32,
    #[godot_var(gdscript = "is_static")]
    pub r#static: bool,
    pub value: i32,
    pub kind: i32,
    pub fields: i32,
    pub message: i32,
    pub fault: i32,
    pub größe: i32,
}

/// Keys as StringName, where the engine has it.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
#[godot_var(keys = "StringName", deny_unknown_fields)]
pub struct Closed {
    pub a: i32,
    #[godot_var(default)]
    pub b: i32,
}

/// What is missing.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Defaults {
    #[godot_var(default)]
    pub zero: i32,
    #[godot_var(default = -3)]
    pub three: i32,
    #[godot_var(default = 1.5)]
    pub real: f64,
    #[godot_var(default = "Ann")]
    pub name: String,
    #[godot_var(default = Vector3::new(0.0, 1.0, 0.0))]
    pub up: Vector3,
    #[godot_var(default = vec![1, 2])]
    pub list: Vec<i32>,
    #[godot_var(default = Some(4))]
    pub maybe: Option<i32>,
    #[godot_var(default = Mood::Happy)]
    pub mood: Mood,
    #[godot_var(default)]
    pub place: Place,
    pub option: Option<i32>,
    #[godot_var(skip)]
    pub local: u128,
    #[godot_var(skip_encoding_if = Option::is_none)]
    pub note: Option<String>,
    #[godot_var(skip_encoding_if = Vec::is_empty, default)]
    pub tags: Vec<String>,
    #[godot_var(skip_encoding_if = is_zero, default)]
    pub score: i32,
}

/// What goes one way only.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct OneWay {
    #[godot_var(skip_encoding, default = 7)]
    pub asked: i32,
    #[godot_var(skip_decoding)]
    pub told: i32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
fn is_zero(score: &i32) -> bool {
    *score == 0
}

/// Its own defaults.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(default)]
pub struct Config {
    pub name: String,
    pub volume: f32,
    pub team: Team,
}

impl Default for Config {
    fn default() -> Self {
        Self { name: "player".into(), volume: 0.5, team: Team::Blue }
    }
}

/// `[point, seconds]`.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Waypoint(
    #[godot_var(gdscript = "point")] pub Vector3,
    #[godot_var(gdscript = "seconds")] pub f32,
);

/// A row whose end may be left out.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub struct Row {
    pub id: u32,
    #[godot_var(skip)]
    pub hidden: bool,
    pub name: String,
    #[godot_var(default = 5)]
    pub score: i32,
    #[godot_var(default)]
    pub maybe: Option<i32>,
}

/// An Array of one.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub struct Only(pub i32);

/// An int.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
pub struct EntityId(pub u32);

/// A list, in a name.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
#[godot_var(transparent)]
pub struct Words {
    #[godot_var(max_len = 3)]
    pub list: Vec<String>,
}

/// Nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
pub struct Ping;

/// Members by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
pub enum Team {
    /// The first.
    Red,
    #[default]
    Blue = 5,
    Green,
}

/// Members by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
#[godot_var(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mood {
    #[default]
    Calm,
    Happy,
    #[godot_var(rename = "blue", alias = "sad")]
    VerySad,
    #[godot_var(skip)]
    Hidden,
}

/// A number that may be newer than this text.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
pub enum Weapon {
    #[godot_var(id = 1)]
    Sword,
    #[godot_var(id = 2)]
    Bow,
    #[godot_var(other)]
    Newer(i64),
}

/// A name that may be newer than this text.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub enum Paint {
    Red,
    Blue,
    #[godot_var(other)]
    Named(String),
}

/// Externally tagged.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(rename_all_fields = "camelCase")]
pub enum External {
    Nothing,
    One(Place),
    Number(i32),
    Two(i32, String),
    Fields { long_name: i32, maybe: Option<Place> },
}

/// Internally tagged.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
pub enum Internal {
    Damage {
        target: EntityId,
        amount: i32,
    },
    Moved(Place),
    #[godot_var(alias = "over")]
    RoundOver,
    #[godot_var(id = 7)]
    Numbered {
        at: f32,
    },
}

/// Adjacently tagged.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t", content = "c")]
pub enum Adjacent {
    Clear,
    Add(i32, i32),
    At(Place),
    Name { to: String },
}

/// By what fits first.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Untagged {
    Nobody,
    Id(u32),
    At { x: f32, y: f32 },
    Both(i32, i32),
    Name(String),
}

/// The id form.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub enum Message {
    #[godot_var(id = 1)]
    Ping,
    #[godot_var(id = 2)]
    Say {
        text: String,
        #[godot_var(default)]
        loud: bool,
    },
    #[godot_var(id = 3)]
    Go(Place),
    #[godot_var(id = "chat", alias = "say")]
    Chat(String, EntityId),
    #[godot_var(other)]
    Unknown(Variant),
}

/// Flattened structs and maps.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Entity {
    pub id: u32,
    #[godot_var(flatten)]
    pub place: Place,
    #[godot_var(flatten)]
    pub extra: Option<Extra>,
    #[godot_var(flatten)]
    pub rest: BTreeMap<String, Variant>,
}

/// What an entity may have besides.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Extra {
    pub mood: Mood,
    pub words: Words,
}

/// Enums with a tag among the fields of a struct, and beside the tag of another enum.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Happening {
    pub tick: u32,
    #[godot_var(flatten)]
    pub what: What,
    #[godot_var(flatten)]
    pub remark: Option<Remark>,
    #[godot_var(flatten)]
    pub rest: BTreeMap<String, Variant>,
}

/// A tag beside the tag of its content.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "what")]
pub enum What {
    Game(Box<Internal>),
    Said { text: String },
    Nothing,
}

/// Numbers as tags.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "remark")]
pub enum Remark {
    #[godot_var(id = 1)]
    Long { words: Words },
    #[godot_var(id = 2)]
    Short,
}

/// Contains itself.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Tree {
    pub name: String,
    pub children: Vec<Tree>,
    pub next: Option<Box<Tree>>,
}

/// A part of something long.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Page<T, const N: usize> {
    pub items: Vec<T>,
    pub last: [T; N],
}

/// Generic types with all their arguments.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Pages {
    pub places: Page<Place, 1>,
    pub numbers: Page<i32, 2>,
}

/// Names that GDScript has already.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Timer {
    pub at: inner::Moment,
}

/// Enums as fields, in every way.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Choices {
    pub team: Team,
    pub mood: Mood,
    pub weapon: Weapon,
    pub paint: Paint,
    pub external: External,
    pub internal: Vec<Internal>,
    pub adjacent: Option<Adjacent>,
    pub untagged: Untagged,
    pub message: Message,
    pub ids: Vec<EntityId>,
    pub maybe_id: Option<EntityId>,
    pub words: Words,
    pub ping: Ping,
    pub teams: Vec<Team>,
    pub moods: BTreeMap<String, Mood>,
    pub rows: Vec<Row>,
    pub route: Vec<Waypoint>,
}

/// Somebody of whom only the changes travel.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq), rename_all = "camelCase")]
pub struct Hero {
    pub hit_points: u16,
    /// A function of the generated class has this name.
    pub apply: Option<String>,
    pub team: Team,
    pub mood: Option<Mood>,
    pub weight: f32,
    #[godot_var(as = "StringName", max_len = 8)]
    pub kind: String,
    pub place: Place,
    pub places: Vec<Place>,
    pub home: Option<Place>,
    pub numbers: Vec<i32>,
    pub scores: BTreeMap<String, f32>,
    pub anything: Variant,
    #[godot_var(skip_encoding_if = Vec::is_empty, default)]
    pub tags: Vec<String>,
    #[godot_var(rename = "x y", alias = "x", default = 7)]
    pub level: i64,
    #[godot_var(skip)]
    pub local: u128,
}

/// Deltas in another message.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Heroes {
    pub changed: BTreeMap<String, HeroDelta>,
    pub last: Option<HeroDelta>,
    #[godot_var(flatten)]
    pub own: HeroDelta,
    pub page: Option<BookDelta<Place>>,
}

/// A generic type with a delta.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq))]
pub struct Book<T> {
    pub first: T,
    pub pages: u8,
}

pub mod inner {
    //! A module of the same file.

    use super::*;

    /// A point in time.
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    pub struct Moment {
        pub seconds: f64,
        pub place: Place,
    }
}

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
