//! Code that several tests share: the vectors, and one value there and back.
#![allow(dead_code, reason = "each test uses a part of this")]

use std::fs;
use std::path::Path;

use godot_var::dialect::{DialectSpec, Double, Flagless, Generation, Godot3_0};
use godot_var::error::EncodeErrorKind;
use godot_var::math::Components;
use godot_var::values::DoubleStructure;
use godot_var::{DecodeError, Dialect, EncodeError, Godot3, Godot4, Limits, Variant};
use godot_var_cli::lines;
use serde_json::Value as Json;

/// Every dialect.
pub(crate) const DIALECTS: [&DialectSpec; 6] = [
    &Godot4::SPEC,
    &Godot3::SPEC,
    &Godot3_0::SPEC,
    &Flagless::SPEC,
    &<Double<Godot4> as Dialect>::SPEC,
    &<Double<Godot3> as Dialect>::SPEC,
];

/// The dialects of the engines that wrote the vectors, with the stem of their files.
pub(crate) const ENGINES: [(&str, &DialectSpec); 2] =
    [("godot4", &Godot4::SPEC), ("godot3", &Godot3::SPEC)];

/// The engine's own limits.
pub(crate) const ENGINE: Limits = Limits::DEFAULT.with_depth(Limits::MAX_DEPTH);

/// The lines of a file of `tests/vectors`.
pub(crate) fn vectors(file: &str) -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// A text of a vector.
pub(crate) fn text<'a>(vector: &'a Json, key: &str) -> &'a str {
    vector[key].as_str().unwrap_or_else(|| panic!("{key} of {vector}"))
}

/// The bytes of a vector.
pub(crate) fn bytes(vector: &Json) -> Vec<u8> {
    hex::decode(text(vector, "hex")).expect("hex digits")
}

/// A number of a vector of eight bytes, little-endian, in hex.
pub(crate) fn float(vector: &Json, key: &str) -> f64 {
    let bytes = hex::decode(text(vector, key)).expect("hex digits");
    f64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Decodes with the engine's limits. Returns the number of used bytes, too.
pub(crate) fn decode(bytes: &[u8], spec: &DialectSpec) -> Result<(Variant, usize), DecodeError> {
    lines::decode(bytes, spec, ENGINE)
}

/// Encodes.
pub(crate) fn encode(value: &Variant, spec: &DialectSpec) -> Result<Vec<u8>, EncodeError> {
    lines::encode(value, spec)
}

/// Runs a test with a stack for values as deep as an engine reads, in a build without optimization.
pub(crate) fn with_deep_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Returns the value after encoding and decoding in a dialect: in double-precision dialects structures have 64-bit components.
pub(crate) fn travelled(value: &Variant, spec: &DialectSpec) -> Variant {
    fn wide<A, B, const N: usize>(structure: A) -> B
    where
        A: Components<f32, N>,
        B: Components<f64, N>,
    {
        B::from_components(structure.to_components().map(f64::from))
    }
    fn wide_list<A, B, const N: usize>(list: &[A]) -> Vec<B>
    where
        A: Components<f32, N>,
        B: Components<f64, N>,
    {
        list.iter().map(|element| wide(*element)).collect()
    }
    use DoubleStructure as S;
    if !spec.is_double() {
        return value.clone();
    }
    let packed = matches!(spec.generation, Generation::Godot4);
    let structure = match value {
        Variant::Vector2(v) => S::Vector2(wide(*v)),
        Variant::Rect2(v) => S::Rect2(wide(*v)),
        Variant::Vector3(v) => S::Vector3(wide(*v)),
        Variant::Transform2D(v) => S::Transform2D(wide(*v)),
        Variant::Vector4(v) => S::Vector4(wide(*v)),
        Variant::Plane(v) => S::Plane(wide(*v)),
        Variant::Quaternion(v) => S::Quaternion(wide(*v)),
        Variant::Aabb(v) => S::Aabb(wide(*v)),
        Variant::Basis(v) => S::Basis(wide(**v)),
        Variant::Transform3D(v) => S::Transform3D(wide(**v)),
        Variant::Projection(v) => S::Projection(wide(**v)),
        Variant::PackedVector2Array(list) if packed => S::PackedVector2Array(wide_list(list)),
        Variant::PackedVector3Array(list) if packed => S::PackedVector3Array(wide_list(list)),
        Variant::PackedVector4Array(list) if packed => S::PackedVector4Array(wide_list(list)),
        Variant::Array(array) => {
            let mut array = array.clone();
            for element in &mut array.elements {
                *element = travelled(element, spec);
            }
            return Variant::Array(array);
        }
        Variant::Dictionary(dictionary) => {
            let mut dictionary = dictionary.clone();
            for (key, value) in &mut dictionary.entries {
                *key = travelled(key, spec);
                *value = travelled(value, spec);
            }
            return Variant::Dictionary(dictionary);
        }
        Variant::Object(object) => {
            let mut object = object.clone();
            for (_, value) in &mut object.properties {
                *value = travelled(value, spec);
            }
            return Variant::Object(object);
        }
        other => return other.clone(),
    };
    Variant::from(structure)
}

/// Asserts that a value can be encoded, decodes to itself, and has one encoding.
pub(crate) fn assert_travels(value: &Variant, spec: &DialectSpec, id: &str) {
    let dialect = spec.name;
    let written = encode(value, spec).unwrap_or_else(|e| panic!("{id} in {dialect}: {e}"));
    let (back, used) = lines::decode(&written, spec, ENGINE.with_objects(true))
        .unwrap_or_else(|e| panic!("{id} in {dialect}: {e}: {value:?}"));
    assert_eq!(used, written.len(), "{id} in {dialect}: {value:?}");
    let expected = travelled(value, spec);
    assert!(back.identical(&expected), "{id} in {dialect}: {back:?} is not {expected:?}");
    let again = encode(&back, spec).unwrap_or_else(|e| panic!("{id} in {dialect}: {e}"));
    assert_eq!(hex::encode(again), hex::encode(written), "{id} in {dialect}: {value:?}");
}

/// Asserts that encoding into slices of the message's length, and up to 256 bytes longer, changes nothing after the message, and that a
/// shorter slice is refused with the length.
#[track_caller]
pub(crate) fn assert_writes_no_more(
    message: &[u8],
    write: impl Fn(&mut [u8]) -> Result<usize, EncodeError>,
) {
    const FILL: u8 = 0xAA;
    let len = message.len();
    let mut buffer = vec![FILL; len + 256];
    for more in (0..40).chain((40..256).step_by(3)).chain([256]) {
        assert_eq!(write(&mut buffer[..len + more]), Ok(len), "{more} bytes more");
        let (written, rest) = buffer.split_at_mut(len);
        assert_eq!(hex::encode(&*written), hex::encode(message), "{more} bytes more");
        let changed = rest.iter().rposition(|byte| *byte != FILL);
        assert_eq!(
            changed, None,
            "{more} bytes more: the last byte that changed after the message"
        );
        written.fill(FILL);
    }
    for short in (0..len).rev().take(16) {
        let error = write(&mut buffer[..short]).expect_err("too short");
        assert_eq!((error.kind(), error.needed()), (EncodeErrorKind::BufferTooSmall, Some(len)));
    }
}
