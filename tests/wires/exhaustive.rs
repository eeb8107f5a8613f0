//! Codes of a few bytes on all their inputs, against the plainest program that does the same.

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::litenet::{
    FromLiteNetBytes, LiteNetHead, Packed, ToLiteNetBytes, Zigzag, packed_len,
};
use godot_var::lludp::{compress, expand};
use godot_var::{GodotFlat, Limits, Reader, Vector3};

/// Calls `try_each` with all texts of so many of these bytes.
fn texts(bytes: &[u8], len: usize, try_each: &mut impl FnMut(&[u8])) {
    let mut positions = vec![0; len];
    let mut text = vec![bytes[0]; len];
    loop {
        try_each(&text);
        let Some(at) = positions.iter().position(|at| at + 1 < bytes.len()) else { return };
        positions[at] += 1;
        text[at] = bytes[positions[at]];
        for before in 0..at {
            positions[before] = 0;
            text[before] = bytes[0];
        }
    }
}

// ---------------------------------------------------------------- zero-coding

fn expand_plainly(coded: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), coded.iter().copied().peekable());
    while let Some(byte) = rest.next() {
        if byte != 0 {
            out.push(byte);
            continue;
        }
        let mut zeros = 1;
        while rest.next_if_eq(&0).is_some() {
            zeros += 256;
        }
        if let Some(count) = rest.next() {
            zeros += usize::from(count) - 1;
        }
        out.resize(out.len() + zeros, 0);
    }
    out
}

fn compress_plainly(body: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), body);
    while let Some(&byte) = rest.first() {
        let zeros = rest.iter().take(255).take_while(|byte| **byte == 0).count();
        if zeros > 0 {
            out.extend([0, zeros as u8]);
            rest = &rest[zeros..];
        } else {
            out.push(byte);
            rest = &rest[1..];
        }
    }
    out
}

#[test]
fn zero_coded_bytes() {
    let mut out = vec![7; 1 << 13];
    for len in 0..=9 {
        texts(&[0, 1, 2, 255], len, &mut |coded| {
            let used = expand(coded, &mut out).expect("it fits");
            assert_eq!(out[..used], expand_plainly(coded), "{coded:?}");
        });
    }
    // Runs begin and end at every place in two words.
    for len in 0..=17 {
        texts(&[0, 9], len, &mut |body| {
            let used = compress(body, &mut out).expect("it fits");
            assert_eq!(out[..used], compress_plainly(body), "{body:?}");
            assert_eq!(expand_plainly(&out[..used]), body);
        });
    }
    // A run is at most 255 zeros long.
    for zeros in 0..2000 {
        let body = vec![0; zeros];
        let used = compress(&body, &mut out).expect("it fits");
        assert_eq!(out[..used], compress_plainly(&body), "{zeros} zeros");
    }
}

// ---------------------------------------------------------------- varints

#[derive(Debug, PartialEq, GodotFlat)]
struct Varint(#[flat(varint)] u16);

#[derive(Debug, PartialEq, GodotFlat)]
struct Signed(#[flat(varint)] i16);

/// A number of at most 16 bits in LEB128, in as few bytes as it needs.
fn varint(bytes: &[u8]) -> Option<u16> {
    let (last, before) = bytes.split_last()?;
    if before.len() > 2 || before.iter().any(|byte| *byte < 0x80) || *last >= 0x80 {
        return None;
    }
    if *last == 0 && !before.is_empty() {
        return None;
    }
    let bits = |(at, byte): (usize, &u8)| u32::from(byte & 0x7f) << (7 * at);
    u16::try_from(bytes.iter().enumerate().map(bits).sum::<u32>()).ok()
}

#[test]
fn varints_of_up_to_three_bytes() {
    let mut good = 0;
    let mut try_each = |bytes: &[u8]| {
        let expected = varint(bytes);
        assert_eq!(Varint::from_flat_bytes(bytes).ok(), expected.map(Varint), "{bytes:02x?}");
        let signed = expected.map(|number| (number >> 1) as i16 ^ -((number & 1) as i16));
        assert_eq!(Signed::from_flat_bytes(bytes).ok(), signed.map(Signed), "{bytes:02x?}");
        if let Some(number) = expected {
            good += 1;
            assert_eq!(Varint(number).to_flat_bytes().expect("writes"), bytes);
        }
    };
    try_each(&[]);
    for first in 0..=255 {
        try_each(&[first]);
        for second in 0..=255 {
            try_each(&[first, second]);
            // Others end before the third byte.
            if first >= 0x80 && second >= 0x80 {
                (0..=255).for_each(|third| try_each(&[first, second, third]));
            }
        }
    }
    assert_eq!(good, 1 << 16);
}

#[test]
fn every_char_and_every_number_that_is_none() {
    #[derive(GodotFlat)]
    struct Number(#[flat(varint)] u32);
    for number in 0..=0x0011_0100 {
        let bytes = Number(number).to_flat_bytes().expect("writes");
        let read = char::from_flat_bytes(&bytes).ok();
        assert_eq!(read, char::from_u32(number), "{number:x}");
        if let Some(c) = read {
            assert_eq!(c.to_flat_bytes().expect("writes"), bytes);
        }
    }
}

#[test]
fn packed_integers_of_up_to_three_bytes() {
    for number in 0..=u16::MAX {
        let bytes = Packed(number).to_litenet_bytes::<LiteNetHead>().expect("writes");
        assert_eq!(bytes.len(), packed_len(number.into()), "{number}");
        assert_eq!(Packed::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(Packed(number)));
        let signed = Zigzag(number as i16);
        let bytes = signed.to_litenet_bytes::<LiteNetHead>().expect("writes");
        assert_eq!(Zigzag::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(signed));
    }
    // A canonical reader takes what a writer writes, and nothing else.
    let canonical = Limits::DEFAULT.with_canonical(true);
    let mut good = 0;
    let mut try_each = |bytes: &[u8]| {
        let mut reader = Reader::with_limits(bytes, canonical);
        if let Ok(number) = Packed::<u32>::read_litenet_bytes::<LiteNetHead>(&mut reader)
            && reader.remaining() == 0
        {
            good += 1;
            assert_eq!(number.to_litenet_bytes::<LiteNetHead>().expect("writes"), bytes);
        }
    };
    for first in 0..=255 {
        try_each(&[first]);
        for second in 0..=255 {
            try_each(&[first, second]);
            // Only these have three bytes.
            if first >= 0xf0 {
                (0..=255).for_each(|third| try_each(&[first, second, third]));
            }
        }
    }
    let shorter = (0..1 << 17).filter(|number| packed_len(*number) <= 3).count();
    assert_eq!(good, shorter);
}

// ---------------------------------------------------------------- quantized floats

#[derive(Debug, GodotFlat)]
struct Half(#[flat(as = f16)] f32);

#[derive(Debug, GodotFlat)]
struct Steps(#[flat(range = -3..=5, as = u16)] f64);

#[derive(Debug, GodotFlat)]
struct Angle(#[flat(angle, as = u16)] f64);

#[derive(Debug, GodotFlat)]
struct Normal(#[flat(normal, as = u8)] Vector3);

/// Rounding to the nearest half changes at the middle between two of them alone, so these are all cases.
#[test]
fn floats_at_the_middle_between_two_halves() {
    let value = |half: u16| Half::from_flat_bytes(&half.to_le_bytes()).expect("reads").0;
    let written = |float: f32| {
        let bytes = Half(float).to_flat_bytes().expect("writes");
        u16::from_le_bytes([bytes[0], bytes[1]])
    };
    for half in 0..0x7bff {
        // Exact: a half has 11 bits, an f32 24.
        let middle = f32::midpoint(value(half), value(half + 1));
        assert!(value(half) < middle && middle < value(half + 1), "{half:04x}");
        for sign in [0, 0x8000] {
            let signed = |float: f32| if sign == 0 { float } else { -float };
            assert_eq!(written(signed(middle.next_down())), half | sign);
            assert_eq!(written(signed(middle)), (half + half % 2) | sign);
            assert_eq!(written(signed(middle.next_up())), (half + 1) | sign);
        }
    }
}

#[test]
fn every_step_of_a_quantized_float() {
    for step in 0..=u16::MAX {
        let bytes = step.to_le_bytes();
        let value = Steps::from_flat_bytes(&bytes).expect("reads");
        assert!((value.0 - (-3.0 + 8.0 * f64::from(step) / 65535.0)).abs() < 1e-12);
        assert_eq!(value.to_flat_bytes().expect("writes"), bytes);
        // From the middle to the next step on the next one is the nearest.
        let middle = -3.0 + 8.0 * (f64::from(step) + 0.5) / 65535.0;
        if step < u16::MAX {
            let near = |float: f64| Steps(float).to_flat_bytes().expect("writes");
            assert_eq!(near(middle - 1e-9), bytes);
            assert_eq!(near(middle + 1e-9), (step + 1).to_le_bytes());
        }
        let angle = Angle::from_flat_bytes(&bytes).expect("reads");
        // A whole turn is none.
        let once = if step == u16::MAX { [0, 0] } else { bytes };
        assert_eq!(angle.to_flat_bytes().expect("writes"), once);
    }
}

#[test]
fn every_direction_of_two_bytes() {
    for number in 0..=u16::MAX {
        let read = |bytes: &[u8]| Normal::from_flat_bytes(bytes).expect("reads");
        let first = read(&number.to_le_bytes());
        let again = read(&first.to_flat_bytes().expect("writes")).0;
        let Vector3 { x, y, z } = first.0;
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-5, "{number:04x}: {first:?}");
        let dot = x * again.x + y * again.y + z * again.z;
        assert!(dot > 0.999_99, "{number:04x}: {first:?}, then {again:?}");
    }
}
