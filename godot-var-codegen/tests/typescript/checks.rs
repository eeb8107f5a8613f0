//! Types whose values `checks.mjs` writes and reads.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

use godot_var::math::double;
use godot_var::{Color, GodotFlat, GodotVar, Variant, Vector2};

#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
pub struct Way {
    #[flat(normal, as = f32)]
    pub to: Vector2,
}

/// A direction in few steps.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Steps {
    #[flat(normal, as = u8)]
    pub to: Vector2,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Empties {
    pub lists: Vec<Vec<()>>,
    pub arrays: Vec<[(); 4096]>,
}

/// Types that contain each other, of which each pointer is a level.
#[derive(Debug, PartialEq, GodotFlat)]
pub struct Ping {
    pub pong: Option<Box<Pong>>,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(recursive(Ping))]
pub struct Pong {
    pub ping: Option<Box<Ping>>,
}

/// Both a list and a pointer are a level.
#[derive(Debug, PartialEq, GodotFlat)]
pub struct Boxes {
    pub boxes: Vec<std::rc::Rc<Boxes>>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct Few {
    pub few: BTreeSet<u8>,
}

#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Skips {
    #[godot_var(skip, default = 7)]
    pub a: i32,
    #[godot_var(skip)]
    pub rest: Side,
    pub x: i32,
}

/// A field may have one default in Variants and another one in flat messages.
#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
pub struct TwoDefaults {
    pub x: i32,
    #[godot_var(default = 3)]
    #[flat(default = 4)]
    pub both: i32,
    #[godot_var(default = 3)]
    #[flat(default)]
    pub zero: i32,
    #[flat(default = Some(5))]
    pub flat: Option<i32>,
    #[godot_var(skip, default = 6)]
    #[flat(default = 7)]
    pub skipped: i32,
}

#[derive(Debug, Default, PartialEq, GodotVar)]
pub struct Inner {
    #[godot_var(default = 7)]
    pub a: i32,
    pub rest: Rest,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Rest {
    pub b: i32,
    pub side: Side,
}

impl Default for Rest {
    fn default() -> Self {
        Self { b: 3, side: Side::Right }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar, GodotFlat)]
pub enum Side {
    Left,
    Right,
}

#[expect(clippy::derivable_impls, reason = "the code is what is read")]
impl Default for Side {
    fn default() -> Self {
        Side::Right
    }
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Holds {
    pub x: i32,
    #[godot_var(default)]
    pub inner: Inner,
    #[godot_var(default)]
    pub side: Side,
    #[godot_var(default)]
    pub letter: char,
}

/// A message of an older program, without most fields of `Holds`.
#[derive(Debug, PartialEq, GodotVar)]
pub struct Absent {
    pub x: i32,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta)]
pub struct Moves {
    pub a: f32,
    pub b: Option<f32>,
    pub c: Vector2,
}

#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
#[godot_var(array, id)]
pub enum ById {
    #[godot_var(id = 1)]
    End,
    #[godot_var(id = 2)]
    More(Box<ById>),
}

#[derive(Debug, PartialEq, GodotVar)]
pub enum ByName {
    End,
    More(Box<ByName>),
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t", content = "c")]
pub enum Beside {
    End,
    More(Box<Beside>),
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t")]
pub enum Among {
    End,
    More { next: Box<Among> },
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Fits {
    End,
    More { next: Box<Fits> },
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Chain {
    pub next: Option<Box<Chain>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Any {
    pub value: Variant,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Rounded {
    #[godot_var(as = "int")]
    pub x: f32,
}

#[derive(Debug, PartialEq, GodotVar)]
#[allow(non_camel_case_types, reason = "the name that has a meaning in JavaScript")]
pub enum Odd {
    A,
    __proto__,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Properties {
    #[godot_var(typescript = "__proto__")]
    pub a: i32,
    pub odd: Odd,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, GodotVar, GodotFlat)]
pub struct SetKey {
    pub all: BTreeSet<u8>,
}

/// Keys that hold a set.
#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Keyed {
    pub map: BTreeMap<SetKey, u8>,
    #[godot_var(skip_encoding_if = BTreeSet::is_empty, default)]
    pub more: BTreeSet<u8>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct Tinted {
    #[flat(range = 0.0..=1.0, as = u8)]
    pub color: Color,
}

/// An enum of which messages on one wire lack a variant, and whose numbers are others on each.
#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
#[godot_var(repr = "int")]
pub enum Rank {
    #[godot_var(id = 1)]
    #[flat(id = 0)]
    A,
    #[godot_var(skip)]
    #[flat(id = 1)]
    B,
}

#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Ranks {
    pub rank: Rank,
}

#[derive(Debug, Default, PartialEq, GodotVar)]
pub enum VectorMode {
    #[default]
    ONE,
    ZERO,
}

#[derive(Debug, PartialEq, GodotVar)]
pub enum Weapon {
    None,
    Sword,
}

/// Defaults that need the type that they are of.
#[derive(Debug, PartialEq, GodotVar)]
pub struct Typed {
    #[godot_var(default = double::Vector2::new(0.1, 0.2))]
    pub fine: double::Vector2,
    #[godot_var(default = VectorMode::ZERO)]
    pub mode: VectorMode,
    #[godot_var(default = Weapon::None)]
    pub weapon: Weapon,
    #[godot_var(default = Some(Weapon::None))]
    pub maybe: Option<Weapon>,
}

/// Seconds in flat messages, plain, optional, in a header and in a newtype.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags, delta)]
pub struct Waits {
    #[flat(unit = "s")]
    pub lasts: Duration,
    #[flat(unit = "s")]
    pub maybe: Option<Duration>,
    pub since: Since,
    pub other: f64,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Since(#[flat(unit = "s")] pub SystemTime);

/// Unknown numbers in LEB128.
#[derive(Debug, PartialEq, GodotFlat)]
#[flat(repr = "varint")]
pub enum Many {
    #[flat(id = 1)]
    One(u8),
    #[flat(other)]
    Other(u32),
}

/// Unknown variants that are only read.
#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
#[godot_var(array, id)]
pub enum Forgotten {
    #[godot_var(id = 1)]
    One(u8),
    #[godot_var(other)]
    Other,
}

/// A key whose property `type` has the name of an engine's type.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, GodotVar, GodotFlat)]
pub struct TypeKey {
    pub r#type: String,
}

/// Keys and elements that are objects.
#[derive(Debug, PartialEq, GodotVar, GodotFlat)]
pub struct Objects {
    pub map: BTreeMap<TypeKey, u8>,
    pub set: BTreeSet<(u8, u8)>,
}

/// To find the fields of a variant, its reader steps over the whole message.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub enum Nest {
    A {
        n: Box<Nest>,
        #[godot_var(flatten)]
        rest: BTreeMap<String, Variant>,
    },
    B {
        n: Box<Nest>,
        #[godot_var(flatten)]
        more: BTreeMap<String, Variant>,
    },
    C(String),
}
