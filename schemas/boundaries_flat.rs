//! A message for each kind of field of flat messages, to hold every reader and writer against the same bytes; those of the engine's own
//! methods in both byte orders.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI16, NonZeroU8};
use std::time::{Duration, SystemTime};

use godot_var::math::Quaternion;
use godot_var::values::NodePath;
use godot_var::{Color, GodotFlat, Vector2, Vector3};

/// Numbers of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GodotFlat)]
pub enum Kind {
    Low,
    High = 255,
}

/// Numbers of one to five bytes.
#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
#[flat(repr = "varint")]
pub enum Wide {
    #[flat(id = 127)]
    Low,
    #[flat(id = 4_294_967_295)]
    High,
}

/// Ten bits in two bytes.
#[derive(Debug, PartialEq, GodotFlat)]
#[flat(flags)]
pub struct Header {
    #[flat(bits = 7)]
    pub number: u8,
    #[flat(bits = 2)]
    pub signed: i8,
    pub there: Option<bool>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfBool {
    pub value: bool,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfLenientBool {
    #[flat(lenient)]
    pub value: bool,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfLenientBools {
    #[flat(lenient)]
    pub value: Vec<bool>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfPackedBools {
    #[flat(bits = 1)]
    pub value: Vec<bool>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfPackedU8 {
    #[flat(bits = 3, len = u8, max_len = 4)]
    pub value: Vec<u8>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfPackedI16 {
    #[flat(bits = 12)]
    pub value: Vec<i16>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfU8 {
    pub value: u8,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfI8 {
    pub value: i8,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfU16 {
    pub value: u16,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfI16 {
    pub value: i16,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfU32 {
    pub value: u32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfI32 {
    pub value: i32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfU64 {
    pub value: u64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfI64 {
    pub value: i64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfNonZeroU8 {
    pub value: NonZeroU8,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfNonZeroI16 {
    pub value: NonZeroI16,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfF32 {
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfF64 {
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfChar {
    pub value: char,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarU8 {
    #[flat(varint)]
    pub value: u8,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarU16 {
    #[flat(varint)]
    pub value: u16,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarU32 {
    #[flat(varint)]
    pub value: u32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarU64 {
    #[flat(varint)]
    pub value: u64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarI8 {
    #[flat(varint)]
    pub value: i8,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarI32 {
    #[flat(varint)]
    pub value: i32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarI64 {
    #[flat(varint)]
    pub value: i64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfVarNonZero {
    #[flat(varint)]
    pub value: NonZeroU8,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfHalf {
    #[flat(as = f16)]
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfHalfF64 {
    #[flat(as = f16)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfHalves {
    #[flat(as = f16)]
    pub value: Vector3,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfRange8 {
    #[flat(range = -1.0..=1.0, as = u8)]
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfRange16 {
    #[flat(range = 0..=100, as = u16)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfRange32 {
    #[flat(range = -5..=5, as = u32)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfClamped {
    #[flat(range = 0..=1, as = u8, clamp)]
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfRangeOfVector {
    #[flat(range = -1..=1, as = u8)]
    pub value: Vector2,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfAngle8 {
    #[flat(angle, as = u8)]
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfAngle32 {
    #[flat(angle, as = u32)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfDegrees16 {
    #[flat(degrees, as = u16)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfNormal2 {
    #[flat(normal, as = u16)]
    pub value: Vector2,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfNormal3 {
    #[flat(normal, as = u8)]
    pub value: Vector3,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfTurn10 {
    #[flat(smallest_three = 10)]
    pub value: Quaternion,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfTurn15 {
    #[flat(smallest_three = 15)]
    pub value: Quaternion,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfTurn20 {
    #[flat(smallest_three = 20)]
    pub value: Quaternion,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfColor {
    #[flat(as = u8)]
    pub value: Color,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfText {
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfShort {
    #[flat(len = u8)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfText16 {
    #[flat(len = u16)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfText32 {
    #[flat(len = u32)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfBounded {
    #[flat(max_len = 2)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfCString {
    #[flat(c_string)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfBoundedCString {
    #[flat(c_string, max_len = 2)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfPath {
    pub value: NodePath,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfList {
    pub value: Vec<u16>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfShortList {
    #[flat(len = u8)]
    pub value: Vec<bool>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfBoundedList {
    #[flat(max_len = 1, varint)]
    pub value: Vec<i16>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfLists {
    pub value: Vec<Vec<u8>>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfNothing {
    pub value: Vec<()>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfArray {
    pub value: [u8; 3],
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfNoElements {
    pub value: [u32; 0],
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfTuple {
    pub value: (u8, bool, String),
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfSet {
    pub value: BTreeSet<u8>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfMap {
    pub value: BTreeMap<u8, String>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfOption {
    pub value: Option<u16>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfBox {
    pub value: Box<bool>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfUnit {
    pub value: (),
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfKind {
    pub value: Kind,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfKinds {
    pub value: BTreeSet<Kind>,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfWide {
    pub value: Wide,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfHeader {
    pub value: Header,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfAddress {
    pub value: IpAddr,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfSocket {
    pub value: SocketAddr,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfSeconds {
    #[flat(unit = "s")]
    pub value: Duration,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfMillis {
    #[flat(unit = "ms")]
    pub value: Duration,
}

#[derive(Debug, PartialEq, GodotFlat)]
pub struct OfSince {
    #[flat(unit = "us")]
    pub value: SystemTime,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigI8 {
    pub value: i8,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigU8 {
    pub value: u8,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigI16 {
    pub value: i16,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigU16 {
    pub value: u16,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigI32 {
    pub value: i32,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigU32 {
    pub value: u32,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigI64 {
    pub value: i64,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigU64 {
    pub value: u64,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigF32 {
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigF64 {
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigHalfF64 {
    #[flat(as = f16)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
pub struct BigText32 {
    #[flat(len = u32)]
    pub value: String,
}
