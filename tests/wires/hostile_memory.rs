//! How much any message can make a reader allocate: a small multiple of its length, whatever it declares.
//!
//! `SECURITY.md` states these multiples.

use std::io::{self, Read};

use crate::hostile;
use crate::lite_net_lib_manager::{head, y2018};
use allocation_counter::{AllocationInfo, measure};
use godot_var::framing::{FrameDecoder, LengthOrder, read_frame};
use godot_var::litenet::{FromLiteNetBytes, LengthPrefixed, LiteNet2018, LiteNetHead, Rest};
use godot_var::lludp::{Options, Packet, expand};
use godot_var::{FromFlatBytes, FromVariantBytes, Godot4, GodotFlat, Limits, Variant};

/// The extra bytes for an error's text and path.
const CONSTANT: u64 = 4096;

/// For each reader, in bytes per byte: the peak, and the sum of all that is freed again.
fn bounds(reader: &str) -> (u64, u64) {
    match reader {
        "walk" => (4, 16),
        "Vec<Option<i64>>" => (16, 32),
        "Tree" | "Tagged" => (16, 64),
        "Vec<String>" => (24, 32),
        // Every variant that does not fit leaves an error.
        "Untagged" | "Members" | "Optional" => (40, 2048),
        _ => (40, 64),
    }
}

#[track_caller]
fn check(name: &str, len: usize, info: &AllocationInfo, (peak, total): (u64, u64)) {
    let len = len as u64;
    assert!(info.bytes_max <= peak * len + CONSTANT, "{name}: {} for {len} bytes", info.bytes_max);
    assert!(
        info.bytes_total <= total * len + 4 * CONSTANT,
        "{name}: {} in all for {len} bytes",
        info.bytes_total
    );
    assert_eq!(info.bytes_current, 0, "{name} leaks");
}

#[test]
fn a_message_costs_a_multiple_of_itself() {
    for size in [64, 1200, 20_000] {
        for (what, bytes) in hostile::messages(size) {
            for (reader, read) in hostile::READERS {
                for len in [bytes.len(), bytes.len() - 1, bytes.len() / 2] {
                    let info = measure(|| read(&bytes[..len]));
                    check(&format!("{reader}: {what}"), len, &info, bounds(reader));
                }
            }
        }
    }
}

#[test]
fn limits_hold_before_anything_is_allocated() {
    // The reader refuses length, elements and nesting at the first byte that exceeds a limit.
    let many = vec![0; 1 << 20];
    let info = measure(|| {
        let limits = Limits::DEFAULT.with_bytes(many.len() - 1);
        Variant::from_variant_bytes_with::<Godot4>(&many, limits).expect_err("too long");
    });
    assert!(info.bytes_total < CONSTANT, "{}", info.bytes_total);

    let mut array = vec![28, 0, 0, 0, 0, 0, 2, 0];
    array.resize(8 + 4 * (2 << 16), 0);
    let info = measure(|| {
        let limits = Limits::DEFAULT.with_elements((2 << 16) - 1);
        Variant::from_variant_bytes_with::<Godot4>(&array, limits).expect_err("too many");
    });
    assert!(info.bytes_total < CONSTANT, "{}", info.bytes_total);

    let deep = [28, 0, 0, 0, 1, 0, 0, 0].repeat(100_000);
    let info = measure(|| {
        Variant::from_variant_bytes::<Godot4>(&deep).expect_err("too deep");
    });
    assert!(info.bytes_total < 4 * CONSTANT, "{}", info.bytes_total);
}

#[test]
fn messages_of_lite_net_lib() {
    for size in [64, 1200, 20_000] {
        for first in 0..20 {
            for fill in [0, 1, 0x7f, 0xff] {
                // A message number, and the highest counts that the bytes allow.
                let mut bytes = vec![fill; size];
                bytes[0] = first;
                let [low, high, ..] = (size as u32 / 2 - 2).to_le_bytes();
                bytes[2..6].copy_from_slice(&[low, high, 0, 0]);
                let info = measure(|| {
                    drop(y2018::ServerMessage::<Rest<'_>>::from_litenet_bytes::<LiteNet2018>(
                        &bytes,
                    ));
                    drop(head::ServerMessage::<Rest<'_>>::from_litenet_bytes::<LiteNetHead>(
                        &bytes,
                    ));
                    drop(Vec::<String>::from_litenet_bytes::<LiteNetHead>(&bytes[2..]));
                    drop(Vec::<Vec<Vec<u64>>>::from_litenet_bytes::<LiteNetHead>(&bytes[2..]));
                    drop(Vec::<()>::from_litenet_bytes::<LiteNetHead>(&bytes[2..]));
                });
                check(&format!("message {first} of {fill}"), size, &info, (32, 128));
            }
        }
    }
}

/// A list in a list, and a list in a value with a declared length: a few bytes declare many elements without bytes.
#[test]
fn elements_without_bytes_are_bounded_by_the_message() {
    // The elements of a list that is a whole message, plus 32 for each byte.
    let most = |bytes: &[u8]| (1 << 16) + 32 * bytes.len();
    for count in [1_u16, 100, 5_000] {
        let of =
            |each: &[u8]| [&count.to_le_bytes()[..], &each.repeat(usize::from(count))].concat();
        let bytes = of(&[0xff, 0xff]);
        let mut read = 0;
        let info = measure(|| {
            let lists = Vec::<Vec<Box<()>>>::from_litenet_bytes::<LiteNetHead>(&bytes);
            read = lists.map_or(0, |lists| lists.iter().map(Vec::len).sum());
        });
        assert!(read <= most(&bytes), "{read} elements in {} bytes", bytes.len());
        let memory = most(&bytes) * size_of::<Box<()>>();
        assert!(info.bytes_max <= memory as u64, "{} for {} bytes", info.bytes_max, bytes.len());
        let bytes = of(&[2, 0, 0xff, 0xff]);
        let lists = Vec::<LengthPrefixed<Vec<()>>>::from_litenet_bytes::<LiteNetHead>(&bytes);
        let read: usize = lists.map_or(0, |lists| lists.iter().map(|list| list.0.len()).sum());
        assert!(read <= most(&bytes), "{read} elements in {} bytes", bytes.len());
    }
}

#[test]
fn packed_lists_take_the_size_of_their_elements() {
    #[derive(GodotFlat)]
    struct Bools(#[flat(bits = 1, len = u32)] Vec<bool>);
    #[derive(GodotFlat)]
    struct Longs(#[flat(bits = 1, len = u32)] Vec<u64>);
    for size in [64_usize, 1200, 20_000] {
        let mut bytes = vec![0xff; 4 + size];
        bytes[..4].copy_from_slice(&(8 * size as u32).to_le_bytes());
        let mut read = 0;
        let info = measure(|| read = Bools::from_flat_bytes(&bytes).map_or(0, |list| list.0.len()));
        assert_eq!(read, 8 * size);
        check("Vec<bool>", size, &info, (8, 8));
        let info = measure(|| read = Longs::from_flat_bytes(&bytes).map_or(0, |list| list.0.len()));
        assert_eq!(read, 8 * size);
        check("Vec<u64>", size, &info, (64, 64));
        let info = measure(|| drop(Longs::from_flat_bytes(&bytes[..bytes.len() - 1])));
        check("a list that ends too early", size, &info, (0, 0));
    }
}

#[test]
fn packets_of_lludp_allocate_nothing() {
    let mut scratch = vec![0; Options::DEFAULT.expanded];
    // Zero-coded: the most zeros that two bytes can encode, and more than the limit.
    for zeros in [1, 40, 400] {
        let mut datagram = vec![0x80, 0, 0, 0, 1, 0, 1];
        datagram.extend([0, 255].repeat(zeros));
        let info = measure(|| {
            let read = Packet::read(&datagram, &Options::DEFAULT, &mut scratch).is_ok();
            assert_eq!(read, zeros < 400);
        });
        let bound = if zeros < 400 { 0 } else { CONSTANT };
        assert!(info.bytes_total <= bound, "{}", info.bytes_total);
        let info = measure(|| drop(expand(&datagram, &mut scratch)));
        assert!(info.bytes_total <= bound, "{}", info.bytes_total);
    }
}

#[test]
fn frames_take_what_has_come() {
    // A length of 16 MB, and 1,000 bytes.
    let mut stream = (1_u32 << 24).to_le_bytes().to_vec();
    stream.resize(1000, 0);
    let info = measure(|| {
        let mut frames = FrameDecoder::new(LengthOrder::LittleEndian);
        for byte in &stream {
            frames.feed(std::slice::from_ref(byte));
            assert_eq!(frames.next_frame().expect("no error"), None);
        }
    });
    check("FrameDecoder", stream.len(), &info, (4, 8));
    let info = measure(|| {
        let mut reader = (&stream[..4]).chain(io::repeat(1).take(996));
        let mut buffer = Vec::new();
        read_frame(&mut reader, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer)
            .expect_err("the stream ends");
    });
    assert!(info.bytes_max <= 64 * 1024 + CONSTANT, "{}", info.bytes_max);
}
