//! Variants, in the dialects of both engines.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::LazyLock;

use godot_var::layout::{Describe, TypeLayout, layout_fingerprint};
use godot_var::{
    DecodeError, Dialect, EncodeError, EncodeVariant, FromVariantBytes, Godot3, Godot4, Limits,
    Reader, ToVariantBytes, Variant,
};
use godot_var_cli::natural;
use godot_var_codegen::inspect::fits;
use godot_var_codegen::inspect::walk;
use godot_var_codegen::names::Names;
use godot_var_codegen::protocol::{Protocol, parse_text};

use super::{Codec, Debug, Entry, Family, Traits, Wire, Written, calls, largest};
use crate::sample::sample_of;

pub(super) const SOURCE: &str = include_str!(concat!(env!("OUT_DIR"), "/variant.rs"));

/// Functions of fields.
mod tenths {
    use godot_var::{
        DecodeError, DecodeVariant, Dialect, EncodeError, EncodeVariant, Output, Reader,
    };

    pub(super) fn encode<D: Dialect, O: Output>(
        value: &f64,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&((value * 10.0) as i64), out)
    }

    pub(super) fn decode<D: Dialect>(reader: &mut Reader<'_>) -> Result<f64, DecodeError> {
        <i64 as DecodeVariant<'_, D>>::decode(reader).map(|tenths| tenths as f64 / 10.0)
    }
}

#[allow(dead_code, unused, clippy::all, clippy::pedantic, reason = "nobody reads them")]
mod types {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/variant.rs"));
    include!(concat!(env!("OUT_DIR"), "/variant_families.rs"));
}

/// The wire in a dialect.
pub(super) struct Variants<D>(PhantomData<D>);

static PROTOCOL: LazyLock<Protocol> = LazyLock::new(|| {
    parse_text("variant.rs", SOURCE).unwrap_or_else(|errors| panic!("{errors:#?}"))
});

static NAMES: LazyLock<HashMap<String, Names>> = LazyLock::new(|| {
    let of = |name: &String| {
        Names::new(PROTOCOL.clone(), std::slice::from_ref(name)).expect("this type")
    };
    super::by_name(PROTOCOL.types.iter().map(|def| (def.name.clone(), of(&def.name))))
});

fn index(name: &str) -> usize {
    PROTOCOL.types.iter().position(|def| def.name == name).expect("this type")
}

impl<D: Dialect> Wire for Variants<D> {
    const WHOLE: bool = false;
    const ONE_FORM: bool = false;
    const PADS: bool = true;

    fn sample(name: &str, seed: u64) -> Vec<u8> {
        PROTOCOL.with_layout(index(name), |layout| {
            // Some values are only probably valid.
            let named = |name: &str, look: &mut dyn FnMut(&TypeLayout<'_>)| {
                PROTOCOL.with_layout(index(name), |layout| look(layout));
            };
            let values = (0..).map(|more| sample_of(layout, seed + more * 1_000_003, &named));
            let generation = D::SPEC.generation;
            let value = values.take(50).find(|value| fits(layout, value, generation).is_ok());
            value
                .unwrap_or_else(|| panic!("{name}: no value"))
                .to_variant_bytes::<D>()
                .expect("a value")
        })
    }

    fn fingerprint(name: &str) -> Option<String> {
        Some(format!("{:016x}", PROTOCOL.fingerprint(index(name))))
    }

    fn usual(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
        let (_, usual) = usual::<D>(bytes)?;
        let repeats = pieces::<D>(bytes) > pieces::<D>(&usual);
        Some((usual, repeats))
    }
}

/// Returns the number of values and keys of a message.
fn pieces<D: Dialect>(bytes: &[u8]) -> usize {
    let mut count = 0;
    walk(bytes, Limits::NONE, &D::SPEC, |_| count += 1).expect("what was read");
    count
}

/// The value of a message by itself, and the message in the usual form. `None` if a limit forbids it.
fn usual<D: Dialect>(bytes: &[u8]) -> Option<(Variant, Vec<u8>)> {
    let value = Variant::from_variant_bytes::<D>(bytes).ok()?;
    let usual = value.to_variant_bytes::<D>().expect("what was read");
    Some((value, usual))
}

impl<'a, D, T> Codec<'a, Variants<D>> for T
where
    D: Dialect,
    T: FromVariantBytes<'a> + ToVariantBytes + EncodeVariant<D> + Debug,
{
    const BOUNDS: (usize, usize) = (
        <T as EncodeVariant<D>>::FACTS.min_words.saturating_mul(4),
        <T as EncodeVariant<D>>::FACTS.max_words.saturating_mul(4),
    );

    calls! {
        from_variant_bytes read_variant_bytes
        to_variant_bytes append_variant_bytes write_variant_bytes variant_len <D>
    }

    fn decode_in_place(bytes: &'a [u8], place: &mut Self) -> Option<Result<(), DecodeError>> {
        Some(Self::from_variant_bytes_in_place::<D>(bytes, place))
    }

    fn next_in_place(reader: &mut Reader<'a>, place: &mut Self) -> Option<Result<(), DecodeError>> {
        Some(Self::read_variant_bytes_in_place::<D>(reader, place))
    }

    fn fingerprint() -> Option<String> {
        Some(layout_fingerprint::<T>().to_owned())
    }

    /// The rules of layouts, and natural JSON.
    fn by_schema(name: &str, bytes: &[u8]) -> Option<Result<Written, DecodeError>> {
        let (value, usual) = usual::<D>(bytes)?;
        match fits(<T as Describe>::LAYOUT, &value, D::SPEC.generation) {
            Err(error) => (!super::is_limit(&error)).then_some(Err(error)),
            // If a key is repeated, a map also reads the value that is replaced, and may refuse it.
            Ok(_) if pieces::<D>(bytes) > pieces::<D>(&usual) => None,
            Ok(_) => {
                let names = &NAMES[name];
                let (message, fields) = natural::fields(&value, names, &D::SPEC)?;
                let json = serde_json::json!({ "message": message, "fields": fields });
                Some(Ok(super::unless_nan(&json, || natural::encode(&json, names, &D::SPEC))))
            }
        }
    }
}

pub(super) fn godot4() -> Vec<Entry> {
    let mut all = Vec::from(types::entries!(Variants<Godot4>));
    all.extend(types::newer!(Variants<Godot4>));
    all
}

pub(super) fn godot3() -> Vec<Entry> {
    types::entries!(Variants<Godot3>).into()
}

pub(super) fn entries() -> Vec<Entry> {
    let mut all = godot4();
    all.extend(godot3());
    all.extend(types::deltas!(Variants<Godot4>));
    all
}
