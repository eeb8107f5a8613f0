//! Any bytes as generated types: `build.rs` makes them from a seed.
//!
//! For each type, a decoded value can be encoded, into a slice without a change after it, and decoded again. A new value, one in place, the
//! rules of the layout and the dynamic value must agree. Memory and stack stay within the limits of `SECURITY.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroI8, NonZeroU8};
use std::thread;

use allocation_counter::measure;
use godot_var::EncodeVariant;
use godot_var::inspect::walk;
use godot_var::layout::{TypeLayout, fits};
use godot_var::math::{Transform3D, Vector3i};
use godot_var::{
    Color, DecodeError, DecodeErrorKind, Dialect, FromVariantBytes, Godot4, GodotVar, Limits,
    NodePath, StringName, ToVariantBytes, Variant, Vector2,
};

use crate::sample::sample;

/// The memory that a type can need for few bytes.
trait Size {
    /// The size of the largest type inside.
    const LARGEST: usize;
}

pub(crate) const fn largest(sizes: &[usize]) -> usize {
    let (mut largest, mut at) = (0, 0);
    while at < sizes.len() {
        if sizes[at] > largest {
            largest = sizes[at];
        }
        at += 1;
    }
    largest
}

/// A generated type and its test.
pub(crate) struct Entry {
    name: &'static str,
    layout: &'static TypeLayout<'static>,
    try_bytes: fn(&[u8]),
    largest: usize,
}

impl Entry {
    const fn of<T>(name: &'static str) -> Self
    where
        T: Size + EncodeVariant<Godot4> + ToVariantBytes + for<'de> FromVariantBytes<'de>,
    {
        Self {
            name,
            layout: <T as EncodeVariant<Godot4>>::LAYOUT,
            try_bytes: try_bytes::<T>,
            largest: T::LARGEST,
        }
    }
}

#[expect(dead_code, reason = "nobody looks into values of types that nobody wrote")]
#[allow(clippy::all, clippy::pedantic, reason = "nobody reads them")]
mod types {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/generated.rs"));
}

/// A verdict without limits, which count the bytes of the message.
fn verdict<T>(read: &Result<T, DecodeError>) -> Option<bool> {
    match read {
        Ok(_) => Some(true),
        Err(error) => match error.kind() {
            DecodeErrorKind::LimitExceeded | DecodeErrorKind::TooDeep => None,
            _ => Some(false),
        },
    }
}

fn try_bytes<T>(bytes: &[u8])
where
    T: Size + EncodeVariant<Godot4> + ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    let mut read = None;
    let cost = measure(|| read = Some(T::from_variant_bytes::<Godot4>(bytes)));
    let read = read.expect("it was called");
    let (len, each) = (bytes.len() as u64, 64 + 2 * T::LARGEST as u64);
    assert!(cost.bytes_max <= 4096 + len * each, "{} bytes at once", cost.bytes_max);
    assert!(cost.bytes_total <= 100_000 + len * each * 64, "{} bytes in all", cost.bytes_total);

    if let Ok(value) = &read {
        again(value, bytes);
    }
    let Ok(dynamic) = Variant::from_variant_bytes::<Godot4>(bytes) else {
        // Bytes after the value, or a limit.
        return;
    };
    let usual = dynamic.to_variant_bytes::<Godot4>().expect("what was read");
    // If a key is repeated, a map also reads the value that is replaced, and may refuse it.
    let replaces = pieces(bytes) > pieces(&usual);
    let agree = |own: bool, other: bool| own == other || replaces && other;
    let own = verdict(&read);
    let by_rules = fits(<T as EncodeVariant<Godot4>>::LAYOUT, &dynamic, Godot4::SPEC.generation);
    if let (Some(own), Some(by_rules)) = (own, verdict(&by_rules)) {
        let error = read.as_ref().err();
        assert!(agree(own, by_rules), "read: {error:?}, by the rules: {by_rules:?}");
    }
    let other = T::from_variant_bytes::<Godot4>(&usual);
    if let (Some(own), Some(other)) = (own, verdict(&other)) {
        assert!(agree(own, other), "as it came: {:?}", read.as_ref().err());
    }
    if let (Ok(own), Ok(other)) = (&read, &other) {
        assert_eq!(own.to_variant_bytes::<Godot4>(), other.to_variant_bytes::<Godot4>());
    }
}

/// Returns the number of values and keys of a message.
fn pieces(bytes: &[u8]) -> usize {
    let mut count = 0;
    walk(bytes, Limits::NONE, &Godot4::SPEC, |_| count += 1).expect("what was read");
    count
}

/// A decoded value can be encoded, and decoded in place.
fn again<T>(value: &T, bytes: &[u8])
where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    let written = value.to_variant_bytes::<Godot4>().expect("what was read");
    assert_eq!(value.variant_len::<Godot4>(), Ok(written.len()));
    let mut slice = vec![0xAA; written.len() + 256];
    assert_eq!(value.write_variant_bytes::<Godot4>(&mut slice), Ok(written.len()));
    assert!(slice.starts_with(&written));
    assert!(slice[written.len()..].iter().all(|byte| *byte == 0xAA), "written after the message");
    let mut again = T::from_variant_bytes::<Godot4>(&written).expect("what was written");
    assert_eq!(again.to_variant_bytes::<Godot4>().as_ref(), Ok(&written));
    T::from_variant_bytes_in_place::<Godot4>(bytes, &mut again).expect("what was read");
    assert_eq!(again.to_variant_bytes::<Godot4>().as_ref(), Ok(&written));
}

/// Decodes the bytes as the type that the first two bytes select.
pub fn generated(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first_chunk::<2>() else { return };
    let entry = &types::TYPES[usize::from(u16::from_le_bytes(*first)) % types::TYPES.len()];
    let run = || {
        (entry.try_bytes)(bytes);
    };
    // A sanitizer needs larger stack frames.
    if cfg!(fuzzing) {
        return run();
    }
    let stack = (64 << 10) + 128 * ((4 << 10) + 24 * entry.largest);
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().name(entry.name.to_owned()).stack_size(stack);
        thread.spawn_scoped(scope, run).expect("a thread").join()
    });
    assert!(done.is_ok(), "{}", entry.name);
}

/// Values of each type: the first bytes for [`generated`] and a message.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let (mut found, mut taken) = (Vec::new(), 0);
    for (at, entry) in types::TYPES.iter().enumerate() {
        for seed in 0..2 {
            let value = sample(entry.layout, (at * 7 + seed) as u64);
            taken += usize::from(fits(entry.layout, &value, Godot4::SPEC.generation).is_ok());
            let bytes = value.to_variant_bytes::<Godot4>().expect("a value");
            found.push([&(at as u16).to_le_bytes()[..], &bytes].concat());
        }
    }
    assert!(taken * 4 > found.len() * 3, "{taken} of {}", found.len());
    found
}
