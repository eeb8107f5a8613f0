//! O: a player of ten fields, of which two changed: whole, and as a delta.

use std::hint::black_box;

use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Vector3};

use super::{Case, Placed, Run, bytes, decode, encode_slice};

/// O: numbers, vectors, a text, a list and an option.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta(Debug))]
struct Player {
    id: u32,
    name: String,
    position: Vector3,
    velocity: Vector3,
    yaw: f32,
    health: i32,
    grounded: bool,
    inventory: Vec<i32>,
    target: Option<u32>,
    team: u8,
}

fn older() -> Player {
    Player {
        id: 7,
        name: "Ann of Delft".into(),
        position: Vector3::new(12.5, 0.25, -7.75),
        velocity: Vector3::new(0.5, -9.8, 3.125),
        yaw: 1.57,
        health: 87,
        grounded: true,
        inventory: (0..8).collect(),
        target: Some(9),
        team: 2,
    }
}

fn newer() -> Player {
    Player { position: Vector3::new(12.75, 0.25, -7.5), health: 80, ..older() }
}

/// Compares two players and writes what changed.
fn compare_and_encode() -> Run {
    let (older, newer) = (older(), newer());
    let mut buffer = Placed::new(&[0; 128]);
    Box::new(move |times, place| {
        let buffer = buffer.at(place);
        for _ in 0..times {
            let delta = black_box(&newer).changes_since(black_box(&older));
            let written = delta.write_variant_bytes::<Godot4>(black_box(&mut *buffer));
            black_box(&written);
        }
    })
}

/// Reads a delta and takes it over.
fn decode_and_apply(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    let mut player = older();
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let delta = PlayerDelta::from_variant_bytes::<Godot4>(black_box(source));
            if let Ok(delta) = delta {
                black_box(&mut player).apply(delta);
            }
        }
    })
}

/// Every operation on it.
pub(super) fn cases() -> Vec<Case> {
    let whole = bytes::<Godot4, _>(&newer());
    let delta = bytes::<Godot4, _>(&newer().changes_since(&older()));
    let case = |name, bytes: &Vec<u8>, run| Case { name, bytes: bytes.clone(), run };
    vec![
        case("O/encode-slice", &whole, encode_slice::<Godot4, _>(newer())),
        case("O/decode", &whole, decode::<Godot4, Player>(&whole)),
        case("O-delta/encode-slice", &delta, compare_and_encode()),
        case("O-delta/decode", &delta, decode_and_apply(&delta)),
    ]
}
