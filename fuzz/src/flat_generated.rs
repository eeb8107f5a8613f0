//! Any bytes as generated flat types: `build.rs` makes them from a seed.
//!
//! For each type: a value that is read can be written, in every way the same bytes, of a length that the type states, and is read again as
//! the same; the same in place, with the same error; no part of a message is a message, nor one that goes on; memory and stack are bounded.
//! Messages that are made from the layout alone are read, and written as they were.

#![allow(unused_imports, reason = "which types there are depends on the seed")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroI64, NonZeroU16, NonZeroU32, Wrapping};
use std::thread;
use std::time::{Duration, SystemTime};

use allocation_counter::measure;
use bytes::Bytes;
use godot_var::flat::{EncodeFlat, FromFlatBytes, ToFlatBytes, TypeLayout, layout_fingerprint};
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, double,
};
use godot_var::values::{ObjectId, PackedView, Rid};
use godot_var::{Color, GodotFlat, NodePath, Reader, StringName, Variant, Vector2, Vector3};

use crate::flat_sample::sample;
use crate::generated::largest;

/// A type, which may borrow from a message.
trait Family {
    /// The type.
    type Of<'a>: ToFlatBytes + FromFlatBytes<'a> + Debug;

    /// The size of the largest type inside.
    const LARGEST: usize;
}

/// A generated type and its test.
struct Entry {
    name: &'static str,
    layout: &'static TypeLayout<'static>,
    fingerprint: u64,
    /// Whether what is written is read as the same bytes.
    exact: bool,
    /// Whether what is read can be written.
    writable: bool,
    /// Whether a message may be shorter, or longer.
    open: bool,
    try_bytes: fn(&Self, &[u8]),
    rewrite: fn(&[u8]) -> Option<Vec<u8>>,
    largest: usize,
}

impl Entry {
    const fn of<F: Family>(name: &'static str, exact: bool, writable: bool, open: bool) -> Self {
        Self {
            name,
            layout: <F::Of<'static> as EncodeFlat>::LAYOUT,
            fingerprint: layout_fingerprint::<F::Of<'static>>(),
            exact,
            writable,
            open,
            try_bytes: try_bytes::<F>,
            rewrite: rewrite::<F>,
            largest: F::LARGEST,
        }
    }
}

/// Functions of fields.
mod percent {
    pub(super) fn encode(share: &f32) -> u8 {
        (share * 100.0).round() as u8
    }

    pub(super) fn decode(percent: u8) -> Result<f32, std::convert::Infallible> {
        Ok(f32::from(percent) / 100.0)
    }
}

/// Functions of fields that write the bytes themselves.
#[expect(clippy::extra_unused_type_parameters, reason = "what `with` calls")]
mod reversed {
    use godot_var::flat::ByteOrder;
    use godot_var::{DecodeError, EncodeError, Output, Reader};

    pub(super) fn encode<B: ByteOrder, O: Output>(
        value: &u16,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        out.put_bytes(&value.to_be_bytes());
        Ok(())
    }

    pub(super) fn decode<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
        reader.array("a number").map(u16::from_be_bytes)
    }
}

#[allow(clippy::all, clippy::pedantic, reason = "nobody reads them")]
mod types {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/flat.rs"));
}

/// What a type writes of the value that it reads from these bytes.
fn rewrite<F: Family>(bytes: &[u8]) -> Option<Vec<u8>> {
    F::Of::from_flat_bytes(bytes).ok()?.to_flat_bytes().ok()
}

fn try_bytes<F: Family>(entry: &Entry, bytes: &[u8]) {
    let mut read = None;
    let cost = measure(|| read = Some(F::Of::from_flat_bytes(bytes)));
    let read = read.expect("it was called");
    let (len, each) = (bytes.len() as u64, 64 + 2 * F::LARGEST as u64);
    assert!(cost.bytes_max <= 4096 + len * each, "{} bytes at once", cost.bytes_max);
    let mut reader = Reader::new(bytes);
    let next = F::Of::read_flat_bytes(&mut reader);
    assert!(next.is_ok() || reader.position() == 0);
    match read {
        Ok(value) => {
            if let Ok(next) = &next
                && !entry.open
            {
                assert_eq!(format!("{next:?}"), format!("{value:?}"));
            }
            again::<F>(entry, &value);
        }
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            assert!(next.is_ok() || entry.open || next.is_err_and(|next| next == error));
        }
    }
}

/// A value that was read can be written.
fn again<F: Family>(entry: &Entry, value: &F::Of<'_>) {
    let written = match value.to_flat_bytes() {
        Ok(written) => written,
        Err(error) => {
            assert!(!entry.writable, "{error}");
            assert_eq!(value.flat_len(), Err(error));
            return;
        }
    };
    assert_eq!(value.flat_len(), Ok(written.len()));
    let mut slice = vec![0xaa; written.len() + 64];
    assert_eq!(value.write_flat_bytes(&mut slice), Ok(written.len()));
    assert!(slice.starts_with(&written));
    assert!(slice[written.len()..].iter().all(|byte| *byte == 0xaa), "written after the message");
    let exact = &mut slice[..written.len()];
    exact.fill(0xaa);
    assert_eq!(value.write_flat_bytes(exact), Ok(written.len()));
    assert_eq!(exact, written);
    if let Some(short) = written.len().checked_sub(1) {
        let error = value.write_flat_bytes(&mut slice[..short]).expect_err("no room");
        assert_eq!(error.needed(), Some(written.len()));
    }
    let size = <F::Of<'_>>::SIZE;
    assert!(size.min <= written.len() && written.len() <= size.max, "{size:?}");

    let read = F::Of::from_flat_bytes(&written).expect("what was written");
    let other = sample(entry.layout, written.len() as u64);
    let mut place = F::Of::from_flat_bytes(&other).expect("a sample");
    let used = F::Of::from_flat_bytes_in_place(&written, &mut place).expect("what was written");
    assert_eq!((used, format!("{place:?}")), (written.len(), format!("{read:?}")));
    if entry.writable {
        assert_eq!(read.to_flat_bytes().as_ref(), Ok(&written));
    }
    for len in (0..written.len()).rev().take(48) {
        let cut = F::Of::from_flat_bytes(&written[..len]);
        if let Err(error) = &cut {
            assert!(error.offset() <= len, "{error}");
        } else {
            assert!(entry.open, "{len} of {} bytes are read", written.len());
        }
        let in_place = F::Of::from_flat_bytes_in_place(&written[..len], &mut place);
        assert_eq!(in_place.err(), cut.err());
    }
    let longer = [&written[..], &[0]].concat();
    assert!(entry.open || F::Of::from_flat_bytes(&longer).is_err(), "it goes on");
}

/// Reads the bytes as the type that the first two bytes select.
pub fn flatgenerated(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first_chunk::<2>() else { return };
    let entry = &types::TYPES[usize::from(u16::from_le_bytes(*first)) % types::TYPES.len()];
    let run = || (entry.try_bytes)(entry, bytes);
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

/// Messages of each type that are made from its layout: the first bytes for [`flatgenerated`] and a message.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    for (at, entry) in types::TYPES.iter().enumerate() {
        for seed in 0..2 {
            let bytes = sample(entry.layout, (at * 7 + seed) as u64);
            let written = (entry.rewrite)(&bytes);
            if entry.exact {
                assert_eq!(written.map(hex::encode), Some(hex::encode(&bytes)), "{}", entry.name);
            } else {
                assert!(!entry.writable || written.is_some(), "{}", entry.name);
            }
            found.push([&(at as u16).to_le_bytes()[..], &bytes].concat());
        }
        // Types of one fingerprint write the same bytes, if both read them: bounds of lengths and numbers without 0 are no part of it.
        let bytes = sample(entry.layout, at as u64);
        for other in types::TYPES.iter().take(at) {
            if other.fingerprint == entry.fingerprint
                && entry.exact
                && let Some(written) = (other.rewrite)(&bytes)
            {
                assert_eq!(hex::encode(written), hex::encode(&bytes), "{}", entry.name);
            }
        }
    }
    found
}
