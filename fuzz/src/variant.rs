//! Any bytes as a dynamic value, in every dialect.

use godot_var::dialect::{DialectSpec, Double, Flagless, Godot3_0};
use godot_var::{DecodeError, Dialect, Godot3, Godot4, Limits, Variant};
use godot_var_cli::lines;
use godot_var_codegen::inspect::walk;

use crate::peek::peek;

/// Every dialect.
pub(crate) const DIALECTS: [&DialectSpec; 6] = [
    &Godot4::SPEC,
    &Godot3::SPEC,
    &Godot3_0::SPEC,
    &Flagless::SPEC,
    &<Double<Godot4> as Dialect>::SPEC,
    &<Double<Godot3> as Dialect>::SPEC,
];

/// Checks that a value has one encoding, and decodes to itself.
pub(crate) fn travels(value: &Variant, spec: &DialectSpec, limits: Limits) -> Vec<u8> {
    let written = lines::encode(value, spec).expect("what was read can be written");
    let (again, used) =
        lines::decode(&written, spec, limits).expect("what was written can be read");
    assert_eq!(used, written.len(), "{}: bytes after the value", spec.name);
    // Double-precision dialects accept 32-bit components, too, and write 64-bit ones.
    assert!(
        spec.is_double() || again.identical(value),
        "{}: {value:?} became {again:?}",
        spec.name
    );
    assert_eq!(lines::encode(&again, spec).expect("the same value"), written, "{}", spec.name);
    written
}

fn check_place(error: &DecodeError, bytes: &[u8]) {
    assert!(error.offset() <= bytes.len(), "an offset beyond the bytes: {error}");
    assert!(!error.to_string().is_empty());
}

/// Decodes, walks, peeks and encodes again.
pub fn variant(bytes: &[u8]) {
    peek(bytes);
    for spec in DIALECTS {
        let limits = Limits::DEFAULT.with_objects(true);
        let value = lines::decode(bytes, spec, limits);
        let mut covered = 0;
        let walked = walk(bytes, limits, spec, |piece| {
            assert_eq!(piece.offset, covered, "a walk leaves no byte out");
            covered += piece.bytes.len();
        });
        match (&value, &walked) {
            (Ok((value, used)), Ok(end)) => {
                assert_eq!(used, end, "{}: a walk ends where the value does", spec.name);
                assert_eq!(covered, *end);
                travels(value, spec, limits);
            }
            (Err(error), Err(walked)) => {
                assert_eq!(error.kind(), walked.kind(), "{}: {error}; {walked}", spec.name);
                check_place(error, bytes);
                check_place(walked, bytes);
            }
            _ => panic!("{}: {value:?}, but the walk {walked:?}", spec.name),
        }
        // Without objects fewer messages are accepted, and nothing else changes.
        match (lines::decode(bytes, spec, Limits::DEFAULT), value) {
            (Ok((fewer, _)), Ok((value, _))) => assert!(fewer.identical(&value)),
            (Ok((fewer, _)), Err(error)) => panic!("{fewer:?}, but with objects {error}"),
            (Err(_), _) => {}
        }
    }
}
