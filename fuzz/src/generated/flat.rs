//! Flat messages.

use std::collections::HashMap;
use std::sync::LazyLock;

use godot_var::flat::{Encode, FromFlatBytes, Little, ToFlatBytes, layout_fingerprint};
use godot_var::{DecodeError, EncodeError, Reader};
use godot_var_cli::{Wire as _, flat::Interpreter};
use godot_var_codegen::flat::{Schema, parse_text};

use super::{Codec, Debug, Entry, Family, Traits, Wire, Written, calls, largest};
use crate::flat_sample::sample;

pub(super) const SOURCE: &str = include_str!(concat!(env!("OUT_DIR"), "/flat.rs"));

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

#[allow(dead_code, unused, clippy::all, clippy::pedantic, reason = "nobody reads them")]
mod types {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/flat.rs"));
    include!(concat!(env!("OUT_DIR"), "/flat_families.rs"));
}

pub(super) struct Flat;

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| parse_text("flat.rs", SOURCE).unwrap_or_else(|errors| panic!("{errors:#?}")));

static INTERPRETERS: LazyLock<HashMap<String, Interpreter>> = LazyLock::new(|| {
    let of = |name: &String| Interpreter::new(SCHEMA.clone(), Some(name)).expect("this type");
    super::by_name(SCHEMA.types.iter().map(|def| (def.name.clone(), of(&def.name))))
});

fn index(name: &str) -> usize {
    SCHEMA.types.iter().position(|def| def.name == name).expect("this type")
}

impl Wire for Flat {
    const WHOLE: bool = true;

    fn sample(name: &str, seed: u64) -> Vec<u8> {
        SCHEMA.with_layout(index(name), |layout| {
            sample(layout, seed, &|name, look| {
                SCHEMA.with_layout(index(name), |layout| look(layout))
            })
        })
    }

    fn fingerprint(name: &str) -> Option<String> {
        Some(format!("{:016x}", SCHEMA.fingerprint(index(name))))
    }
}

impl<'a, T: FromFlatBytes<'a> + ToFlatBytes + Debug> Codec<'a, Flat> for T {
    const BOUNDS: (usize, usize) = {
        let size = <T as Encode<godot_var::flat::Flat<Little>>>::SIZE;
        (size.min, size.max)
    };

    calls! {
        from_flat_bytes read_flat_bytes
        to_flat_bytes append_flat_bytes write_flat_bytes flat_len
    }

    fn fingerprint() -> Option<String> {
        Some(layout_fingerprint::<T>().to_owned())
    }

    /// What `inspect` does.
    fn by_schema(name: &str, bytes: &[u8]) -> Option<Result<Written, DecodeError>> {
        let interpreter = &INTERPRETERS[name];
        Some(
            interpreter
                .decode(bytes)
                .map(|json| super::unless_nan(&json, || interpreter.encode(&json))),
        )
    }
}

pub(super) fn entries() -> Vec<Entry> {
    let mut all = Vec::from(types::entries!(Flat));
    all.extend(types::deltas!(Flat));
    all
}
