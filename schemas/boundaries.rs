//! A message for each Rust type of `docs/types.md` that both engines have: what is read as its `value` is held
//! against the rules at their boundaries. `is_…` tells the messages apart.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::num::{NonZero, NonZeroI8, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU64, Wrapping};
use std::rc::Rc;

use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform2D, Transform3D};
use godot_var::values::{NodePath, StringName};
use godot_var::{Array, Color, Dictionary, GodotVar, Variant, Vector2, Vector3};

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBool {
    pub is_bool: bool,
    pub value: bool,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfI8 {
    pub is_i8: bool,
    pub value: i8,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfI16 {
    pub is_i16: bool,
    pub value: i16,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfI32 {
    pub is_i32: bool,
    pub value: i32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfI64 {
    pub is_i64: bool,
    pub value: i64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfU8 {
    pub is_u8: bool,
    pub value: u8,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfU16 {
    pub is_u16: bool,
    pub value: u16,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfU32 {
    pub is_u32: bool,
    pub value: u32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfU64 {
    pub is_u64: bool,
    pub value: u64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfF32 {
    pub is_f32: bool,
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfF64 {
    pub is_f64: bool,
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfChar {
    pub is_char: bool,
    pub value: char,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfText {
    pub is_text: bool,
    pub value: String,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfName {
    pub is_name: bool,
    pub value: StringName,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfPath {
    pub is_path: bool,
    pub value: NodePath,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfUnit {
    pub is_unit: bool,
    pub value: (),
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBorrowed<'a> {
    pub is_borrowed: bool,
    pub value: &'a str,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBorrowedBytes<'a> {
    pub is_borrowed_bytes: bool,
    #[godot_var(borrow)]
    pub value: &'a [u8],
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfU8 {
    pub is_list_of_u8: bool,
    pub value: Vec<u8>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfI8 {
    pub is_list_of_i8: bool,
    pub value: Vec<i8>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfU16 {
    pub is_list_of_u16: bool,
    pub value: Vec<u16>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfI32 {
    pub is_list_of_i32: bool,
    pub value: Vec<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfU32 {
    pub is_list_of_u32: bool,
    pub value: Vec<u32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfI64 {
    pub is_list_of_i64: bool,
    pub value: Vec<i64>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfU64 {
    pub is_list_of_u64: bool,
    pub value: Vec<u64>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfF32 {
    pub is_list_of_f32: bool,
    pub value: Vec<f32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfF64 {
    pub is_list_of_f64: bool,
    pub value: Vec<f64>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfBool {
    pub is_list_of_bool: bool,
    pub value: Vec<bool>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfChar {
    pub is_list_of_char: bool,
    pub value: Vec<char>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfText {
    pub is_list_of_text: bool,
    pub value: Vec<String>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfName {
    pub is_list_of_name: bool,
    pub value: Vec<StringName>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfVector2 {
    pub is_list_of_vector2: bool,
    pub value: Vec<Vector2>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfVector3 {
    pub is_list_of_vector3: bool,
    pub value: Vec<Vector3>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfColor {
    pub is_list_of_color: bool,
    pub value: Vec<Color>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfOption {
    pub is_list_of_option: bool,
    pub value: Vec<Option<i32>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfList {
    pub is_list_of_list: bool,
    pub value: Vec<Vec<i32>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfFixedList {
    pub is_fixed_list: bool,
    pub value: [i32; 1],
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfFixedListOfF32 {
    pub is_fixed_list_of_f32: bool,
    pub value: [f32; 1],
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNoElements {
    pub is_no_elements: bool,
    pub value: [(); 0],
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfFixedArray {
    pub is_fixed_array: bool,
    #[godot_var(as = "Array")]
    pub value: [i32; 1],
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfSet {
    pub is_set: bool,
    pub value: BTreeSet<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfSetOfText {
    pub is_set_of_text: bool,
    pub value: BTreeSet<String>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTuple {
    pub is_tuple: bool,
    pub value: (i32,),
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTextMap {
    pub is_text_map: bool,
    pub value: BTreeMap<String, i64>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfIntMap {
    pub is_int_map: bool,
    pub value: BTreeMap<i32, String>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfOptionalI32 {
    pub is_optional_i32: bool,
    pub value: Option<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfOptionalText {
    pub is_optional_text: bool,
    pub value: Option<String>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfOptionalList {
    pub is_optional_list: bool,
    pub value: Option<Vec<i32>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBoxed {
    pub is_boxed: bool,
    pub value: Box<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfVector2 {
    pub is_vector2: bool,
    pub value: Vector2,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfVector3 {
    pub is_vector3: bool,
    pub value: Vector3,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfRect2 {
    pub is_rect2: bool,
    pub value: Rect2,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfPlane {
    pub is_plane: bool,
    pub value: Plane,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfAabb {
    pub is_aabb: bool,
    pub value: Aabb,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBasis {
    pub is_basis: bool,
    pub value: Basis,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTransform2D {
    pub is_transform2_d: bool,
    pub value: Transform2D,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfQuaternion {
    pub is_quaternion: bool,
    pub value: Quaternion,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTransform3D {
    pub is_transform3_d: bool,
    pub value: Transform3D,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfColor {
    pub is_color: bool,
    pub value: Color,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfAnyDictionary {
    pub is_any_dictionary: bool,
    pub value: Dictionary,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfAnyArray {
    pub is_any_array: bool,
    pub value: Array,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfAnything {
    pub is_anything: bool,
    pub value: Variant,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfF64AsInt {
    pub is_f64_as_int: bool,
    #[godot_var(as = "int")]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBoolAsInt {
    pub is_bool_as_int: bool,
    #[godot_var(as = "int")]
    pub value: bool,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfI32AsFloat {
    pub is_i32_as_float: bool,
    #[godot_var(as = "float")]
    pub value: i32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfI64AsFloat {
    pub is_i64_as_float: bool,
    #[godot_var(as = "float")]
    pub value: i64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfBoolAsFloat {
    pub is_bool_as_float: bool,
    #[godot_var(as = "float")]
    pub value: bool,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfWideFloat {
    pub is_wide_float: bool,
    #[godot_var(as = "float64")]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTextAsName {
    pub is_text_as_name: bool,
    #[godot_var(as = "StringName")]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTextAsPath {
    pub is_text_as_path: bool,
    #[godot_var(as = "NodePath")]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListAsArray {
    pub is_list_as_array: bool,
    #[godot_var(as = "Array")]
    pub value: Vec<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictI32 {
    pub is_strict_i32: bool,
    #[godot_var(strict)]
    pub value: i32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictF32 {
    pub is_strict_f32: bool,
    #[godot_var(strict)]
    pub value: f32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictF64 {
    pub is_strict_f64: bool,
    #[godot_var(strict)]
    pub value: f64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictText {
    pub is_strict_text: bool,
    #[godot_var(strict)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictList {
    pub is_strict_list: bool,
    #[godot_var(strict)]
    pub value: Vec<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictArray {
    pub is_strict_array: bool,
    #[godot_var(strict)]
    pub value: Vec<u16>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfShortText {
    pub is_short_text: bool,
    #[godot_var(max_len = 1)]
    pub value: String,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfShortList {
    pub is_short_list: bool,
    #[godot_var(max_len = 1)]
    pub value: Vec<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfWrapping {
    pub is_wrapping: bool,
    pub value: Wrapping<i8>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfWrapping {
    pub is_list_of_wrapping: bool,
    pub value: Vec<Wrapping<i32>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNonZeroU8 {
    pub is_non_zero_u8: bool,
    pub value: NonZeroU8,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNonZeroI8 {
    pub is_non_zero_i8: bool,
    pub value: NonZero<i8>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNonZeroI64 {
    pub is_non_zero_i64: bool,
    pub value: NonZeroI64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNonZeroU64 {
    pub is_non_zero_u64: bool,
    pub value: NonZeroU64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfOptionalNonZero {
    pub is_optional_non_zero: bool,
    pub value: Option<NonZeroI32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfNonZeroU8 {
    pub is_list_of_non_zero_u8: bool,
    pub value: Vec<NonZeroU8>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfNonZeroI32 {
    pub is_list_of_non_zero_i32: bool,
    pub value: Vec<NonZeroI32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfNonZeroI8 {
    pub is_list_of_non_zero_i8: bool,
    pub value: Vec<NonZeroI8>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNonZeroMap {
    pub is_non_zero_map: bool,
    pub value: BTreeMap<NonZeroI32, String>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNonZeroAsFloat {
    pub is_non_zero_as_float: bool,
    #[godot_var(as = "float")]
    pub value: NonZeroI32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictNonZero {
    pub is_strict_non_zero: bool,
    #[godot_var(strict)]
    pub value: NonZeroI64,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfBoxed {
    pub is_list_of_boxed: bool,
    pub value: Vec<Box<i32>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfBoxedText {
    pub is_list_of_boxed_text: bool,
    pub value: Vec<Rc<String>>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfHashSet {
    pub is_hash_set: bool,
    pub value: HashSet<i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfSharedList {
    pub is_shared_list: bool,
    pub value: Rc<[i32]>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfLentList<'a> {
    pub is_lent_list: bool,
    pub value: Cow<'a, [f32]>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfWhatIsLeft {
    pub is_what_is_left: bool,
    pub value: WhatIsLeft,
}

/// A key of `both` alone is no key of the map, either.
#[derive(Debug, PartialEq, GodotVar)]
pub struct WhatIsLeft {
    #[godot_var(flatten)]
    pub both: Option<Both>,
    #[godot_var(flatten)]
    pub rest: BTreeMap<String, bool>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Both {
    pub a: i32,
    pub b: i32,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNumbered {
    pub is_numbered: bool,
    pub value: Team,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictNumbered {
    pub is_strict_numbered: bool,
    #[godot_var(strict)]
    pub value: Team,
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
pub enum Team {
    Red,
    Blue,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfNamed {
    pub is_named: bool,
    pub value: Side,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictNamed {
    pub is_strict_named: bool,
    #[godot_var(strict)]
    pub value: Side,
}

#[derive(Debug, PartialEq, GodotVar)]
pub enum Side {
    #[godot_var(rename = "x")]
    Left,
    #[godot_var(rename = "xy")]
    Right,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictNewtype {
    pub is_strict_newtype: bool,
    #[godot_var(strict)]
    pub value: Meters,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct Meters(pub f32);

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
