//! Any value, made from bytes, and its round trip.

use arbitrary::{Arbitrary, Result, Unstructured};
use godot_var::dialect::DialectSpec;
use godot_var::{FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant};
use godot_var_cli::json::{from_json, parse, to_json};
use godot_var_cli::lines;

use crate::derived::Owned;
use crate::variant::{DIALECTS, travels};

fn grow(bytes: &[u8]) -> Result<()> {
    let mut bytes = Unstructured::new(bytes);
    let spec: &'static DialectSpec = bytes.choose(&DIALECTS)?;
    let mut owned = Owned::arbitrary(&mut bytes)?;
    for _ in 0..bytes.int_in_range(0..=2)? {
        owned = Owned { child: Some(Box::new(owned)), ..Owned::arbitrary(&mut bytes)? };
    }
    let written = owned.to_variant_bytes::<Godot4>().expect("every field fits");
    assert_eq!(Owned::from_variant_bytes::<Godot4>(&written).expect("as written"), owned);
    let written = owned.to_variant_bytes::<Godot3>().expect("every field fits");
    assert_eq!(Owned::from_variant_bytes::<Godot3>(&written).expect("as written"), owned);

    let value = Variant::arbitrary_in(&mut bytes, spec, 4)?;
    let limits = Limits::DEFAULT.with_objects(true);
    let written = lines::encode(&value, spec).expect("a value of the dialect");
    let (read, used) = lines::decode(&written, spec, limits).expect("as written");
    assert_eq!(used, written.len());
    // In double-precision dialects, structures decode with 64-bit components.
    assert!(spec.is_double() || read.identical(&value), "{value:?} became {read:?}");
    assert_eq!(travels(&read, spec, limits), written);
    let picture = to_json(&read, spec).to_string();
    let seen = parse(&picture).and_then(|json| from_json(&json, spec)).expect("a picture");
    assert!(seen.identical(&read), "{picture}");
    Ok(())
}

/// Makes a typed and a dynamic value: both survive a round trip.
pub fn structured(bytes: &[u8]) {
    // Too few bytes for a value are not a finding.
    let _ = grow(bytes);
}
