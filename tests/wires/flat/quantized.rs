//! Floats in fewer bytes: how far they are off, and what is refused.

use std::f64::consts::{PI, TAU};

use godot_var::error::EncodeErrorKind;
use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::math::Quaternion;
use godot_var::{Color, GodotFlat, Vector2, Vector3};

macro_rules! fields {
    ($($name:ident: $(#[$attr:meta])* $ty:ty;)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
        struct $name($(#[$attr])* $ty);
    )*};
}

const LOW: f32 = -40.0;

fields! {
    Part8: #[flat(range = -1.0..=1.0, as = u8)] f64;
    Part16: #[flat(range = LOW..=120, as = u16)] f64;
    Part32: #[flat(range = 0..=1e6, as = u32)] f64;
    Clamped: #[flat(range = -1..=1, as = u8, clamp)] f32;
    Stick: #[flat(range = -1..=1, as = u8)] Vector2;
    Maybe: #[flat(range = -1..=1, as = u8)] Option<f32>;
    Aim8: #[flat(angle, as = u8)] f64;
    Aim16: #[flat(angle, as = u16)] f32;
    Degrees: #[flat(degrees, as = u16)] f64;
    Half: #[flat(as = f16)] f32;
    Paint: #[flat(as = u8)] Color;
    Facing8: #[flat(normal, as = u8)] Vector3;
    Facing16: #[flat(normal, as = u16)] Vector3;
    Heading8: #[flat(normal, as = u8)] Vector2;
    Heading16: #[flat(normal, as = u16)] Vector2;
    Turn: #[flat(smallest_three = 10)] Quaternion;
    Turn15: #[flat(smallest_three = 15)] Quaternion;
    FacingHalf: #[flat(normal, as = f16)] Vector3;
    Facing32: #[flat(normal, as = f32)] Vector3;
    HeadingHalf: #[flat(normal, as = f16)] Vector2;
    Heading32: #[flat(normal, as = f32)] Vector2;
    Tenth: #[flat(range = 0.0..=0.1, as = u8)] f32;
    Tenths: #[flat(range = -0.7..=0.1, as = u32)] Vector2;
}

/// Bounds that an `f32` holds only nearly, and numbers that give no direction.
#[test]
fn what_was_read_can_be_written() {
    let mut random = 1_u64;
    let mut byte = |kind: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let random = (random >> 56) as u8;
        match kind {
            0 => random,
            1 => [0, 1, 0x3c, 0x3f, 0x7f, 0x80, 0xfe, 0xff][usize::from(random) % 8],
            _ => [0, 0xff][usize::from(random) % 2],
        }
    };
    macro_rules! check {
        ($($name:ident)*) => {$({
            let mut read = 0;
            for attempt in 0..6_000 {
                let bytes: Vec<u8> = (0..$name::LEN).map(|_| byte(attempt % 3)).collect();
                let Ok(value) = $name::from_flat_bytes(&bytes) else { continue };
                let written = value.to_flat_bytes();
                let written = written.unwrap_or_else(|error| panic!("{bytes:x?} {value:?}: {error}"));
                $name::from_flat_bytes(&written).expect("it was written");
                read += 1;
            }
            assert!(read > 1_000, "{}: {read}", stringify!($name));
        })*};
    }
    check!(Part8 Part16 Part32 Clamped Stick Aim8 Aim16 Degrees Half Paint Tenth Tenths);
    check!(Facing8 Facing16 FacingHalf Facing32 Heading8 Heading16 HeadingHalf Heading32 Turn Turn15);
    assert_eq!(Tenth(0.1).to_flat_bytes().unwrap(), [255]);
    let error = FacingHalf::from_flat_bytes(&[0, 0x7c, 0, 0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "FacingHalf[0]: expected a direction, found an invalid one at byte 0"
    );
}

#[test]
fn spare_bits_of_a_rotation_are_zero() {
    // 2 bits for the largest component, 45 for the others.
    let bytes = Turn15(Quaternion::IDENTITY).to_flat_bytes().unwrap();
    assert_eq!(bytes.len(), 6);
    let mut spared = bytes.clone();
    spared[5] ^= 1 << 5;
    let error = Turn15::from_flat_bytes(&spared).unwrap_err().to_string();
    assert_eq!(
        error,
        "Turn15[0]: expected a rotation, whose spare bits are 0, found others at byte 0"
    );
}

#[test]
fn ranges_are_off_by_half_a_step_at_most() {
    macro_rules! check {
        ($name:ident, $low:expr, $high:expr, $max:expr) => {
            let (low, high, max) = ($low, $high, f64::from($max));
            for part in 0..=20_000 {
                let value = low + (high - low) * f64::from(part) / 20_000.0;
                let bytes = $name(value).to_flat_bytes().unwrap();
                let read = $name::from_flat_bytes(&bytes).unwrap();
                assert!((read.0 - value).abs() <= (high - low) / max / 2.0 * 1.000_001, "{value}");
                // A value that was read is written to the same step.
                assert_eq!(read.to_flat_bytes().unwrap(), bytes);
            }
            for bound in [low, high] {
                let bytes = $name(bound).to_flat_bytes().unwrap();
                assert_eq!($name::from_flat_bytes(&bytes).unwrap().0, bound);
            }
            for outside in [low - 0.001, high + 0.001, f64::NAN, f64::INFINITY] {
                let error = $name(outside).to_flat_bytes().unwrap_err();
                assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
            }
        };
    }
    check!(Part8, -1.0, 1.0, u8::MAX);
    check!(Part16, -40.0, 120.0, u16::MAX);
    check!(Part32, 0.0, 1e6, u32::MAX);
    assert_eq!(Clamped(7.0).to_flat_bytes().unwrap(), [255]);
    assert_eq!(Clamped(f32::NEG_INFINITY).to_flat_bytes().unwrap(), [0]);
    assert!(Clamped(f32::NAN).to_flat_bytes().is_err());
    assert_eq!(Stick(Vector2::new(-1.0, 1.0)).to_flat_bytes().unwrap(), [0, 255]);
    assert_eq!(Maybe(None).to_flat_bytes().unwrap(), [0]);
    assert_eq!(Maybe(Some(1.0)).to_flat_bytes().unwrap(), [1, 255]);
    for step in 0..=255_u8 {
        let read = Part8::from_flat_bytes(&[step]).unwrap();
        assert_eq!(read.to_flat_bytes().unwrap(), [step]);
    }
}

#[test]
fn angles_are_brought_into_one_turn() {
    let off = |one: f64, other: f64, turn: f64| {
        let off = (one - other).rem_euclid(turn);
        off.min(turn - off)
    };
    for part in -3000..=3000 {
        let angle = f64::from(part) / 1000.0 * PI;
        let read = Aim8::from_flat_bytes(&Aim8(angle).to_flat_bytes().unwrap()).unwrap().0;
        assert!(
            (0.0..=TAU).contains(&read) && off(read, angle, TAU) <= TAU / 255.0 / 2.0 * 1.000_001
        );
        let aim = Aim16(angle as f32);
        let read = Aim16::from_flat_bytes(&aim.to_flat_bytes().unwrap()).unwrap();
        assert!(off(read.0.into(), angle, TAU) <= TAU / 65535.0 / 2.0 + 1e-6);
        let degrees = angle.to_degrees();
        let bytes = Degrees(degrees).to_flat_bytes().unwrap();
        let read = Degrees::from_flat_bytes(&bytes).unwrap().0;
        assert!(off(read, degrees, 360.0) <= 360.0 / 65535.0 / 2.0 * 1.000_001);
    }
    assert!(
        Aim8(f64::NAN).to_flat_bytes().is_err() && Aim8(f64::INFINITY).to_flat_bytes().is_err()
    );
    assert_eq!(Degrees(-90.0).to_flat_bytes(), Degrees(270.0).to_flat_bytes());
}

#[test]
fn every_half_is_written_as_it_was_read() {
    for half in 0..=u16::MAX {
        let bytes = half.to_le_bytes();
        let value = Half::from_flat_bytes(&bytes).unwrap();
        let written = value.to_flat_bytes().unwrap();
        assert!(written == bytes || value.0.is_nan(), "{half:04x}");
    }
    assert_eq!(Half(65519.0).to_flat_bytes().unwrap(), [0xff, 0x7b]);
    assert!(Half(65520.0).to_flat_bytes().is_err());
    assert_eq!(Half(f32::INFINITY).to_flat_bytes().unwrap(), [0, 0x7c]);
}

/// What `to_abgr32()` gives for these colors, little-endian.
#[test]
fn colors_are_four_bytes() {
    assert_eq!(Paint(Color::new(1.0, 0.5, 0.0, 0.25)).to_flat_bytes().unwrap(), [255, 128, 0, 64]);
    assert!(Paint(Color::new(1.5, 0.0, 0.0, 1.0)).to_flat_bytes().is_err());
}

#[test]
fn what_has_no_direction_is_refused() {
    const INF: f32 = f32::INFINITY;
    for [x, y, z] in [[0.0; 3], [INF, 0.0, 1.0], [0.0, -INF, 1.0], [0.0, 1.0, f32::NAN]] {
        let vector = Facing8(Vector3::new(x, y, z)).to_flat_bytes();
        let turn = Turn(Quaternion::new(x, y, z, 0.0)).to_flat_bytes();
        for error in [vector.unwrap_err(), turn.unwrap_err()] {
            assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
            assert!(error.to_string().contains("has no direction"), "{error}");
        }
        assert_eq!(Heading8(Vector2::new(x, y)).to_flat_bytes().is_ok(), z.is_nan());
    }
    // Of components of one size the first is left out.
    let turn = Turn(Quaternion::new(0.5, -0.5, 0.5, 0.5)).to_flat_bytes().unwrap();
    assert_eq!(turn[3] >> 6, 0, "{turn:?}");
}

#[test]
fn directions_keep_their_direction() {
    let mut random = 1_u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    for _ in 0..5_000 {
        let [x, y, z, w] = [next(), next(), next(), next()];
        let length = (x * x + y * y + z * z).sqrt();
        if length < 0.1 {
            continue;
        }
        let vector = Vector3::new(x, y, z);
        let dot = |read: Vector3| (read.x * x + read.y * y + read.z * z) / length;
        let read = |bytes: Vec<u8>| Facing8::from_flat_bytes(&bytes).unwrap().0;
        assert!(dot(read(Facing8(vector).to_flat_bytes().unwrap())) > 0.9998);
        let bytes = Facing16(vector).to_flat_bytes().unwrap();
        assert_eq!(bytes.len(), 4);
        assert!(dot(Facing16::from_flat_bytes(&bytes).unwrap().0) > 0.999_999);
        let flat = (x * x + y * y).sqrt();
        if flat > 0.1 {
            let bytes = Heading8(Vector2::new(x, y)).to_flat_bytes().unwrap();
            let read = Heading8::from_flat_bytes(&bytes).unwrap().0;
            assert!((read.x * x + read.y * y) / flat > 0.9999);
            let bytes = Heading16(Vector2::new(x, y)).to_flat_bytes().unwrap();
            let read = Heading16::from_flat_bytes(&bytes).unwrap().0;
            assert!((read.x * x + read.y * y) / flat > 0.999_999);
        }
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let bytes = Turn(Quaternion::new(x, y, z, w)).to_flat_bytes().unwrap();
        let read = Turn::from_flat_bytes(&bytes).unwrap().0;
        let dot = (read.x * x + read.y * y + read.z * z + read.w * w) / length;
        assert!(dot.abs() > 0.9999, "{read:?}");
    }
    assert!(Facing8(Vector3::ZERO).to_flat_bytes().is_err());
    assert!(Heading8(Vector2::ZERO).to_flat_bytes().is_err());
    assert!(Turn(Quaternion::new(0.0, 0.0, 0.0, 0.0)).to_flat_bytes().is_err());
    assert!(Turn(Quaternion::new(f32::NAN, 0.0, 0.0, 1.0)).to_flat_bytes().is_err());
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Tuples {
    #[flat(as = f16)]
    halves: (f32, f64, Vector2),
    #[flat(range = 0..=255, as = u8)]
    steps: Vec<(f32, [f32; 2])>,
    #[flat(angle, as = u8)]
    turn: Option<(f64,)>,
}

#[test]
fn each_element_of_a_tuple_is_encoded_as_the_attribute_says() {
    let value = Tuples {
        halves: (1.0, -2.0, Vector2::new(0.5, 0.0)),
        steps: vec![(1.0, [2.0, 3.0])],
        turn: Some((0.0,)),
    };
    let bytes = value.to_flat_bytes().unwrap();
    assert_eq!(bytes, [0, 0x3c, 0, 0xc0, 0, 0x38, 0, 0, 1, 1, 2, 3, 1, 0]);
    assert_eq!(Tuples::from_flat_bytes(&bytes), Ok(value.clone()));
    let error = Tuples { halves: (0.0, 1e9, Vector2::ZERO), ..value }.to_flat_bytes().unwrap_err();
    assert!(error.to_string().starts_with("Tuples.halves[1]: "), "{error}");
    let error = Tuples::from_flat_bytes(&bytes[..13]).unwrap_err();
    assert!(error.to_string().starts_with("Tuples.turn[0]: "), "{error}");
}

/// What a shooter sends of a player.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct State {
    #[flat(varint)]
    id: u32,
    #[flat(as = f16)]
    pos: Vector3,
    #[flat(range = -32.0..=32.0, as = u8, clamp)]
    vel: Vector3,
    #[flat(angle, as = u16)]
    yaw: f32,
    #[flat(bits = 7)]
    health: u8,
    grounded: bool,
    target: Option<u16>,
}

#[test]
fn a_state_takes_twenty_bytes_at_most() {
    const { assert!(State::MAX_LEN == 20) };
    let state = State {
        id: 7,
        pos: Vector3::new(12.5, 0.25, -7.75),
        vel: Vector3::new(0.5, -9.8, 3.125),
        yaw: 1.57,
        health: 87,
        grounded: true,
        target: Some(300),
    };
    let bytes = state.to_flat_bytes().unwrap();
    assert!(bytes.len() <= 20, "{} bytes", bytes.len());
    let read = State::from_flat_bytes(&bytes).unwrap();
    assert_eq!((read.id, read.pos, read.health, read.target), (7, state.pos, 87, Some(300)));
}
