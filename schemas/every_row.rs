//! Every Rust type of `docs/types.md`, and the attributes that `every_form.rs` has not: what the derive compiles is what
//! generators read. Types that Godot 4 alone has, and those that mean something in one engine alone, stand last.
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::ptr_arg,
    reason = "so are the functions of attributes"
)]
#![allow(
    clippy::unnecessary_wraps,
    clippy::missing_errors_doc,
    reason = "so are the functions of attributes"
)]
#![allow(clippy::from_over_into, reason = "only layouts are looked at")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZero, NonZeroI8, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU64, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform2D, Transform3D};
use godot_var::values::{NodePath, PackedView, StringName};
use godot_var::{Array, Color, Dictionary, GodotVar, Variant, Vector2, Vector3};

pub use newer::Newer;
pub use of_the_engine::OfTheEngine;

#[derive(GodotVar)]
pub struct Values {
    pub a: bool,
    pub b: i8,
    pub c: i64,
    pub d: u8,
    pub e: u64,
    pub f: Wrapping<u16>,
    pub g: f32,
    pub h: f64,
    pub i: char,
    pub j: String,
    pub k: Box<str>,
    pub l: Rc<str>,
    pub m: Arc<str>,
    pub n: StringName,
    pub o: NodePath,
    pub p: IpAddr,
    pub q: Ipv4Addr,
    pub r: Ipv6Addr,
    pub s: SocketAddr,
    pub t: (),
    #[godot_var(unit = "us")]
    pub u: Duration,
    #[godot_var(unit = "s")]
    pub v: SystemTime,
    pub w: PhantomData<u8>,
    pub x: NonZeroU8,
    pub y: NonZero<i64>,
    pub z: Option<NonZeroU64>,
    pub aa: NonZeroI8,
}

#[derive(GodotVar)]
pub struct Lists<'a> {
    pub a: Vec<u8>,
    #[godot_var(borrow)]
    pub b: &'a [u8],
    pub c: Cow<'a, [u8]>,
    pub d: Vec<i32>,
    pub e: Vec<i64>,
    pub f: Vec<i8>,
    pub g: Vec<i16>,
    pub h: Vec<u16>,
    pub i: Vec<u32>,
    pub j: Vec<u64>,
    pub k: Vec<f32>,
    pub l: Vec<f64>,
    pub m: Vec<String>,
    pub n: Vec<&'a str>,
    pub o: Vec<StringName>,
    pub p: Vec<Vector2>,
    pub q: Vec<Vector3>,
    pub r: Vec<Color>,
    pub s: PackedView<'a, f32>,
    pub t: PackedView<'a, Vector3>,
    pub u: BTreeSet<String>,
    pub v: HashSet<i32>,
    pub w: (i32, String),
    pub x: VecDeque<i32>,
    pub y: Box<[i32]>,
    pub z: Rc<[i32]>,
    pub aa: Arc<[String]>,
    pub ab: Cow<'a, [f32]>,
    pub ac: [i32; 2],
    pub ad: Vec<IpAddr>,
    pub ae: PackedView<'a, u8>,
    pub af: Vec<NonZeroU8>,
    pub ag: Vec<NonZeroI32>,
    pub ah: Vec<NonZeroI64>,
    pub ai: Vec<Box<i32>>,
    pub aj: [Rc<f32>; 2],
    pub ak: Vec<Arc<u16>>,
    pub al: Vec<Box<String>>,
    pub am: BTreeSet<Box<i32>>,
    pub an: Vec<Option<Box<u8>>>,
    pub ap: Vec<Box<StringName>>,
    pub aq: Pair<Box<i32>>,
    #[godot_var(as = "Array")]
    pub ar: Vec<Box<Vector2>>,
}

#[derive(GodotVar)]
pub struct Pair<T> {
    pub one: T,
    pub all: Vec<T>,
}

#[derive(GodotVar)]
pub struct Containers<'a> {
    pub a: BTreeMap<String, i32>,
    pub b: HashMap<i32, String>,
    pub c: Option<i32>,
    pub d: Box<i32>,
    pub e: Rc<i32>,
    pub f: Arc<i32>,
    pub g: &'a str,
    pub h: Cow<'a, str>,
    pub i: Dictionary,
    pub j: Array,
    pub k: Variant,
}

#[derive(GodotVar)]
pub struct Structures {
    pub a: Vector2,
    pub b: Vector3,
    pub c: Rect2,
    pub d: Plane,
    pub e: Aabb,
    pub f: Basis,
    pub g: Transform2D,
    pub h: Quaternion,
    pub i: Transform3D,
    pub j: Color,
}

/// Attributes of structs and fields.
#[derive(Default, GodotVar)]
#[godot_var(rename_all = "camelCase", default, deny_unknown_fields, keys = "StringName")]
#[godot_var(crate = godot_var, gdscript = "Renamed", csharp = "Renamed", typescript = "Renamed")]
pub struct Named {
    #[godot_var(
        rename = "A",
        alias = "b",
        gdscript = "first",
        csharp = "First",
        typescript = "first"
    )]
    pub a: i32,
    #[godot_var(skip)]
    pub b: u128,
    #[godot_var(skip_encoding)]
    pub c: i32,
    #[godot_var(skip_decoding)]
    pub d: i32,
    #[godot_var(skip_encoding_if = Option::is_none)]
    pub e: Option<i32>,
    #[godot_var(default = 2 * 3)]
    pub f: i32,
    #[godot_var(encode_with = tenths::encode, decode_with = tenths::decode, as = i32)]
    pub g: f32,
    #[godot_var(flatten)]
    pub h: Box<Content>,
    #[godot_var(as = "StringName", max_len = 4 * 2)]
    pub i: String,
    #[godot_var(f64)]
    pub j: f64,
    #[godot_var(strict)]
    pub k: i32,
}

pub mod tenths {
    pub fn encode(value: &f32) -> i32 {
        (value * 10.0) as i32
    }

    pub fn decode(wire: i32) -> Result<f32, String> {
        Ok(wire as f32 / 10.0)
    }
}

#[derive(Clone, Default, GodotVar)]
#[godot_var(max_size = 40, layout = "efb3699b4dfebd6d")]
pub struct Content {
    pub x: i32,
}

#[derive(Clone, GodotVar)]
#[godot_var(from = Content, into = Content)]
pub struct Converted(i32);

impl From<Content> for Converted {
    fn from(content: Content) -> Self {
        Self(content.x)
    }
}

impl From<Converted> for Content {
    fn from(converted: Converted) -> Self {
        Self { x: converted.0 }
    }
}

#[derive(Clone, GodotVar)]
#[godot_var(try_from = "Vec<i32>", into = "Vec<i32>")]
pub struct Tried(Vec<i32>);

impl TryFrom<Vec<i32>> for Tried {
    type Error = String;

    fn try_from(list: Vec<i32>) -> Result<Self, String> {
        if list.is_empty() { Err("nothing".to_owned()) } else { Ok(Self(list)) }
    }
}

impl From<Tried> for Vec<i32> {
    fn from(tried: Tried) -> Self {
        tried.0
    }
}

#[derive(GodotVar)]
#[godot_var(transparent)]
pub struct Whole {
    pub content: Content,
}

#[derive(GodotVar)]
#[godot_var(array)]
pub struct Row {
    pub a: Converted,
    pub b: Vec<Tried>,
}

#[derive(GodotVar)]
#[godot_var(bound = "")]
pub struct Bounded<T> {
    #[godot_var(with = length, as = "u32")]
    pub content: Vec<T>,
}

pub mod length {
    pub fn encode<T>(list: &Vec<T>) -> u32 {
        list.len() as u32
    }

    pub fn decode<T>(_: u32) -> Result<Vec<T>, String> {
        Ok(Vec::new())
    }
}

#[derive(GodotVar)]
pub struct Uses {
    pub bounded: Bounded<i32>,
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
pub enum Number {
    A = 3 * 2,
    B,
}

#[derive(GodotVar)]
#[godot_var(rename_all = "kebab-case")]
pub enum Plain {
    #[godot_var(rename = "first", alias = "one")]
    A,
    #[godot_var(skip)]
    B,
    #[godot_var(other)]
    C(String),
}

#[derive(GodotVar)]
#[godot_var(tag = "t", rename_all_fields = "camelCase")]
pub enum Tagged {
    A(Box<Content>),
    #[godot_var(rename_all = "snake_case", id = 7)]
    B {
        x: i32,
    },
}

#[derive(GodotVar)]
#[godot_var(tag = "t", content = "c")]
pub enum Both {
    A(i32),
    B,
}

#[derive(GodotVar)]
#[godot_var(untagged)]
pub enum Either {
    A(i32),
    B(String),
}

#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum Ids {
    #[godot_var(id = 1, gdscript = "First")]
    A(i32),
}

pub mod newer {
    use std::collections::BTreeMap;

    use godot_var::GodotVar;
    use godot_var::math::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i, double};
    use godot_var::values::{PackedView, StringName};

    #[derive(GodotVar)]
    pub struct Newer<'a> {
        pub a: Vector4,
        pub b: Projection,
        pub c: Vector2i,
        pub d: Vector3i,
        pub e: Vector4i,
        pub f: Rect2i,
        pub g: double::Vector2,
        pub h: Vec<Vector4>,
        pub i: PackedView<'a, i64>,
        pub j: BTreeMap<Vector2i, StringName>,
        #[godot_var(typed)]
        pub k: Vec<i64>,
    }
}

pub mod of_the_engine {
    use godot_var::GodotVar;
    use godot_var::values::{Callable, ObjectId, Rid, Signal};

    #[derive(GodotVar)]
    pub struct OfTheEngine {
        pub a: Rid,
        pub b: ObjectId,
        pub c: Callable,
        pub d: Signal,
    }
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
pub enum Expression {
    Number { value: f64 },
    Sum { left: Box<Self>, others: Vec<Self> },
}

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
