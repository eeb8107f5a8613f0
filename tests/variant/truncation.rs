//! Cut and mutated messages: an error or a value, never a panic. A decoded value survives a round trip.

use crate::common::{DIALECTS, ENGINE, ENGINES, assert_travels, bytes, decode, text, vectors};
use godot_var::Variant;
use godot_var_cli::lines;

/// Whether the last bytes of a value are those of a packed byte array.
fn ends_with_bytes(value: &Variant) -> bool {
    match value {
        Variant::PackedByteArray(_) => true,
        Variant::Array(array) => array.elements.last().is_some_and(ends_with_bytes),
        Variant::Dictionary(dictionary) => {
            dictionary.entries.last().is_some_and(|(_, value)| ends_with_bytes(value))
        }
        _ => false,
    }
}

#[test]
fn every_prefix_is_incomplete() {
    let mut unpadded = 0;
    for (stem, spec) in ENGINES {
        for vector in vectors(&format!("{stem}.jsonl")) {
            let (id, bytes) = (text(&vector, "id"), bytes(&vector));
            let (whole, _) = decode(&bytes, spec).unwrap_or_else(|e| panic!("{id}: {e}"));
            for len in 0..bytes.len() {
                match decode(&bytes[..len], spec) {
                    Err(error) => {
                        assert!(error.is_incomplete(), "{id} cut at {len}: {error}");
                        assert!(error.offset() <= len, "{id} cut at {len}: {error}");
                    }
                    // The engine also accepts a packed byte array without its padding at the end.
                    Ok((value, used)) => {
                        assert!(ends_with_bytes(&whole), "{id} cut at {len}");
                        assert!(bytes.len() - len < 4, "{id} cut at {len}");
                        assert!(value.identical(&whole), "{id} cut at {len}");
                        assert_eq!(used, len, "{id} cut at {len}");
                        unpadded += 1;
                    }
                }
            }
        }
    }
    assert!(unpadded > 0, "the vectors have byte arrays at the end");
}

/// A small random generator, so that every run uses the same bytes.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn mutated_values_travel() {
    const MUTATIONS: usize = 16;
    let limits = ENGINE.with_objects(true);
    let mut sequence = Sequence(1);
    let (mut read, mut refused) = (0, 0);
    for (stem, _) in ENGINES {
        for vector in vectors(&format!("{stem}.jsonl")) {
            let (id, bytes) = (text(&vector, "id"), bytes(&vector));
            for _ in 0..MUTATIONS {
                let mut mutated = bytes.clone();
                let at = sequence.below(bytes.len());
                // Small numbers and single bits, like those of headers and counts.
                mutated[at] = match sequence.below(3) {
                    0 => sequence.below(40) as u8,
                    1 => mutated[at] ^ 1 << sequence.below(8),
                    _ => sequence.below(256) as u8,
                };
                for spec in DIALECTS {
                    match lines::decode(&mutated, spec, limits) {
                        Ok((value, _)) => {
                            let id = format!("{id}: {}", hex::encode(&mutated));
                            assert_travels(&value, spec, &id);
                            read += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}
