//! Values of .NET and of today's deltas that no recorded message has, compared with the layout in the C# code.

use std::net::SocketAddr;

use godot_var::Limits;
use godot_var::error::DecodeErrorKind;
use godot_var::litenet::{
    DirectionVector3, FromLiteNetBytes, Guid, Half, LengthPrefixed, LiteNet2018, LiteNetHead,
    LiteNetMessage, Packed, ToLiteNetBytes,
};

#[test]
fn guids() {
    let id = Guid(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
    let bytes = id.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    assert_eq!(hex::encode(&bytes), "33221100554477668899aabbccddeeff");
    assert_eq!(Guid::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(id));
    assert_eq!(id.to_string(), "00112233-4455-6677-8899-aabbccddeeff");
    let error = Guid::from_litenet_bytes::<LiteNetHead>(&bytes[..15]).expect_err("too short");
    assert_eq!(error.to_string(), "the buffer ends inside a Guid at byte 15");
}

#[test]
fn endpoints() {
    for (text, head, july_2018) in [
        ("127.0.0.1:7777", "007f000001611e", "090000003132372e302e302e31611e0000"),
        ("[::1]:65535", "0100000000000000000000000000000001ffff", "030000003a3a31ffff0000"),
    ] {
        let endpoint: SocketAddr = text.parse().expect("an endpoint");
        let bytes = endpoint.to_litenet_bytes::<LiteNetHead>().expect("encodable");
        assert_eq!(hex::encode(&bytes), head);
        assert_eq!(SocketAddr::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(endpoint));
        for end in 0..bytes.len() {
            let cut = SocketAddr::from_litenet_bytes::<LiteNetHead>(&bytes[..end]);
            assert!(cut.is_err_and(|error| error.is_incomplete()));
        }
        let bytes = endpoint.to_litenet_bytes::<LiteNet2018>().expect("encodable");
        assert_eq!(hex::encode(&bytes), july_2018);
        assert_eq!(SocketAddr::from_litenet_bytes::<LiteNet2018>(&bytes), Ok(endpoint));
    }
    let host = ("localhost", 7777_i32).to_litenet_bytes::<LiteNet2018>().expect("encodable");
    let error = SocketAddr::from_litenet_bytes::<LiteNet2018>(&host).expect_err("a name");
    assert_eq!(error.to_string(), "expected an IP address, found \"localhost\" at byte 0");
    let port = ("::1", 65536_i32).to_litenet_bytes::<LiteNet2018>().expect("encodable");
    let error = SocketAddr::from_litenet_bytes::<LiteNet2018>(&port).expect_err("a port");
    assert_eq!(error.to_string(), "expected a port, found 65536 at byte 7");
    // C# treats every family but 0 as IPv6, but writes only 0 and 1.
    let strange = [&[7][..], &[0; 15], &[1, 0x61, 0x1e]].concat();
    let read = SocketAddr::from_litenet_bytes::<LiteNetHead>(&strange);
    assert_eq!(read.map(|endpoint| endpoint.to_string()), Ok("[::1]:7777".to_owned()));
    let strict = Limits::DEFAULT.with_canonical(true);
    let error = SocketAddr::from_litenet_bytes_with::<LiteNetHead>(&strange, strict);
    assert_eq!(error.expect_err("a family").kind(), DecodeErrorKind::InvalidValue);
}

/// A value that contains itself, each time after a length.
#[derive(Debug, PartialEq, LiteNetMessage)]
struct Nested {
    inside: Option<Box<LengthPrefixed<Nested>>>,
}

#[test]
fn length_prefixed_values() {
    let value = (LengthPrefixed((Packed(5_u32), "a".to_owned())), 9_u8);
    let bytes = value.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    assert_eq!(bytes, [4, 0, 5, 2, 0, b'a', 9]);
    let read = FromLiteNetBytes::from_litenet_bytes::<LiteNetHead>(&bytes);
    assert_eq!(read, Ok(value));

    // The value ends at its length, and the remaining bytes are skipped.
    type Two = (LengthPrefixed<u8>, u8);
    let read = Two::from_litenet_bytes::<LiteNetHead>(&[3, 0, 1, 2, 3, 9]);
    assert_eq!(read, Ok((LengthPrefixed(1), 9)));
    let strict = Limits::DEFAULT.with_canonical(true);
    let error = Two::from_litenet_bytes_with::<LiteNetHead>(&[3, 0, 1, 2, 3, 9], strict);
    let error = error.expect_err("bytes that a writer does not write");
    assert_eq!(error.to_string(), "[0]: expected the end of a value, found 2 bytes more at byte 3");
    let error = Two::from_litenet_bytes::<LiteNetHead>(&[0, 0, 1]).expect_err("nothing inside");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::Incomplete, 2));
    let error = Two::from_litenet_bytes::<LiteNetHead>(&[3, 0, 1]).expect_err("cut");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::Incomplete, 3));

    let error =
        LengthPrefixed("a".repeat(65534)).to_litenet_bytes::<LiteNetHead>().expect_err("long");
    assert_eq!(error.to_string(), "a value of 65536, where at most 65535 are allowed");
}

#[test]
fn lengths_inside_lengths_are_written_in_one_pass() {
    let mut value = Nested { inside: None };
    for _ in 0..40 {
        value = Nested { inside: Some(Box::new(LengthPrefixed(value))) };
    }
    let bytes = value.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    assert_eq!(bytes.len(), 40 * 3 + 1);
    assert_eq!(Nested::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(value));
    let mut slice = [0; 121];
    let read = Nested::from_litenet_bytes::<LiteNetHead>(&bytes).expect("decodable");
    assert_eq!(read.write_litenet_bytes::<LiteNetHead>(&mut slice), Ok(121));
    assert_eq!(slice[..], bytes[..]);
}

#[test]
fn directions() {
    let direction = DirectionVector3::from_components([1.0, -0.5, 0.999]);
    assert_eq!(direction, DirectionVector3 { x: 100, y: -50, z: 99 });
    assert_eq!(
        direction.components().map(|component| (component * 100.0).round()),
        [100.0, -50.0, 99.0]
    );
}

/// Every 16-bit float against the formula of IEEE 754, and back.
#[test]
fn half_floats_are_exact_both_ways() {
    for bits in 0..=u16::MAX {
        let value = Half(bits).to_f32();
        let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x03ff));
        assert_eq!(value.is_sign_negative(), bits >= 0x8000, "{bits:04x}");
        let magnitude = match exponent {
            0 => fraction * 2f64.powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => {
                assert!(value.is_nan(), "{bits:04x}");
                // Only the quiet bit differs.
                assert_eq!(Half::from_f32(value), Half(bits | 0x0200), "{bits:04x}");
                continue;
            }
            _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
        };
        assert_eq!(f64::from(value).abs().to_bits(), magnitude.to_bits(), "{bits:04x}");
        assert_eq!(Half::from_f32(value), Half(bits), "{bits:04x}");
        assert_eq!(f32::from(Half(bits)).to_bits(), value.to_bits());
    }
}

/// Halfway between two neighbours, and one step to each side of it.
#[test]
fn half_floats_round_to_the_nearest_and_to_even() {
    for bits in 0..0x7bff_u16 {
        let (below, above) = (Half(bits), Half(bits + 1));
        // Exact: a 32-bit float has 13 bits more.
        let middle = below.to_f32().midpoint(above.to_f32());
        let even = if bits % 2 == 0 { below } else { above };
        for (value, expected) in
            [(middle, even), (middle.next_down(), below), (middle.next_up(), above)]
        {
            assert_eq!(Half::from_f32(value), expected, "{value:e}");
            assert_eq!(Half::from_f32(-value), Half(expected.0 | 0x8000), "-{value:e}");
        }
    }
    let infinite = Half(0x7c00);
    assert_eq!(Half::from_f32(65520_f32.next_down()), Half(0x7bff));
    assert_eq!([65520.0, f32::MAX, f32::INFINITY].map(Half::from_f32), [infinite; 3]);
    assert_eq!([0.0, f32::MIN_POSITIVE, f32::from_bits(1)].map(Half::from_f32), [Half(0); 3]);
}
