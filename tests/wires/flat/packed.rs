//! Lists whose elements take a few bits each.

use godot_var::flat::{Encode, Flat, FromFlatBytes, Little, ToFlatBytes};
use godot_var::{GodotFlat, Limits};

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Map {
    #[flat(bits = 1)]
    seen: Vec<bool>,
    #[flat(bits = 3, len = u8, max_len = 20)]
    tiles: Vec<u8>,
    #[flat(bits = 5)]
    leans: Option<Vec<i16>>,
    #[flat(bits = 32, len = u16)]
    wide: Vec<u64>,
}

fn map() -> Map {
    Map {
        seen: vec![true, false, false, true, true, false, false, false, false, true],
        tiles: vec![1, 7, 0, 5],
        leans: Some(vec![-16, 15, -1]),
        wide: vec![0xdead_beef, u32::MAX.into()],
    }
}

#[test]
fn elements_follow_each_other_bit_by_bit() {
    let bytes = map().to_flat_bytes().unwrap();
    assert_eq!(bytes[..3], [10, 0b0001_1001, 0b10]);
    // 5, 0, 7, 1 from the highest bit down.
    assert_eq!(bytes[3..6], [4, 0b0011_1001, 0b1010]);
    assert_eq!(bytes[6..10], [1, 3, 0b1111_0000, 0b111_1101]);
    assert_eq!(bytes[10..], [2, 0, 0xef, 0xbe, 0xad, 0xde, 0xff, 0xff, 0xff, 0xff]);
    assert_eq!(Map::from_flat_bytes(&bytes), Ok(map()));
    let empty = Map { seen: vec![], tiles: vec![], leans: None, wide: vec![] };
    let bytes = empty.to_flat_bytes().unwrap();
    assert_eq!(bytes, [0, 0, 0, 0, 0]);
    assert_eq!(Map::from_flat_bytes(&bytes), Ok(empty));
}

#[test]
fn a_count_from_128_on_takes_two_bytes() {
    for (count, first) in [(127, &[127][..]), (128, &[0x80, 1]), (129, &[0x81, 1])] {
        let value = Map { seen: vec![true; count], ..map() };
        let bytes = value.to_flat_bytes().unwrap();
        assert!(bytes.starts_with(&[first, &[0xff]].concat()), "{bytes:?}");
        assert_eq!(Map::from_flat_bytes(&bytes), Ok(value));
    }
}

#[test]
fn bits_are_in_the_same_order_whatever_that_of_numbers_is() {
    #[derive(Debug, PartialEq, GodotFlat)]
    #[flat(big_endian)]
    struct Turned {
        #[flat(bits = 12, len = u16)]
        values: Vec<u16>,
    }
    let value = Turned { values: vec![0xabc, 0x123] };
    let bytes = value.to_flat_bytes().unwrap();
    assert_eq!(bytes, [0, 2, 0xbc, 0x3a, 0x12]);
    assert_eq!(Turned::from_flat_bytes(&bytes), Ok(value));
}

macro_rules! widths {
    ($($name:ident $ty:ty: $($bits:literal)*;)*) => {$(
        #[test]
        fn $name() {
            $({
                #[derive(Debug, PartialEq, GodotFlat)]
                struct Of(#[flat(bits = $bits)] Vec<$ty>);
                let mask = u64::MAX >> (64 - $bits);
                let is_signed = <$ty>::MIN != 0;
                let of = |number: u64| {
                    let shifted = number << (64 - $bits);
                    let number = if is_signed {
                        (shifted as i64) >> (64 - $bits)
                    } else {
                        (shifted >> (64 - $bits)) as i64
                    };
                    number as $ty
                };
                for count in 0..70_u64 {
                    let numbers: Vec<u64> = (0..count)
                        .map(|index| (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & mask)
                        .collect();
                    let value = Of(numbers.iter().map(|number| of(*number)).collect());
                    let bytes = value.to_flat_bytes().unwrap();
                    assert_eq!(bytes.len(), 1 + (count as usize * $bits).div_ceil(8));
                    // A second way to the same bits: one after the other.
                    for (index, number) in numbers.iter().enumerate() {
                        for bit in 0..$bits {
                            let at = index * $bits + bit;
                            let found = bytes[1 + at / 8] >> (at % 8) & 1;
                            assert_eq!(u64::from(found), number >> bit & 1, "{count}, bit {at}");
                        }
                    }
                    assert_eq!(Of::from_flat_bytes(&bytes), Ok(value));
                }
            })*
        }
    )*};
}

widths! {
    bytes_of_each_width u8: 1 2 3 4 5 6 7 8;
    signed_bytes i8: 1 2 7 8;
    halves u16: 1 9 15 16;
    signed_halves i16: 3 13 16;
    words u32: 1 17 24 31 32;
    signed_words i32: 1 31 32;
    longs u64: 1 31 32;
    signed_longs i64: 1 31 32;
}

#[test]
fn a_reader_refuses_what_no_writer_makes() {
    let refused = |bytes: &[u8]| Map::from_flat_bytes(bytes).unwrap_err().to_string();
    let bytes = map().to_flat_bytes().unwrap();
    for end in 0..bytes.len() {
        assert!(Map::from_flat_bytes(&bytes[..end]).is_err(), "{end} bytes");
    }
    assert_eq!(
        refused(&[3, 0b1000, 0, 0, 0, 0]),
        "Map.seen: expected 0 in the bits after the last element, found 1 at byte 1"
    );
    assert!(refused(&[17, 0, 0]).starts_with("Map.seen: "), "{}", refused(&[17, 0, 0]));
    let longest = refused(&[0, 21, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert!(longest.starts_with("Map.tiles: "), "{longest}");
    // A count of all that a varint can say is compared before anything is allocated.
    let endless = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 1, 1];
    assert!(Map::from_flat_bytes(&endless).is_err());
    for few in [Limits::DEFAULT.with_elements(9), Limits::DEFAULT.with_depth(0)] {
        assert!(Map::from_flat_bytes_with(&bytes, few).is_err());
    }
}

#[test]
fn a_number_of_more_bits_is_not_written() {
    let error = Map { tiles: vec![7, 8], ..map() }.to_flat_bytes().unwrap_err().to_string();
    assert_eq!(error, "Map.tiles[1]: a number that does not fit into 3 bits");
    let error = Map { leans: Some(vec![-17]), ..map() }.to_flat_bytes().unwrap_err().to_string();
    assert_eq!(error, "Map.leans[0]: a number that does not fit into 5 bits");
    let error = Map { tiles: vec![0; 21], ..map() }.to_flat_bytes().unwrap_err().to_string();
    assert!(error.starts_with("Map.tiles: "), "{error}");
}

#[test]
fn a_bound_on_the_elements_bounds_the_bytes() {
    #[derive(GodotFlat)]
    #[flat(max_size = 5)]
    struct Short {
        #[flat(bits = 3, max_len = 10)]
        tiles: Vec<u8>,
    }
    let size = <Short as Encode<Flat<Little>>>::SIZE;
    assert_eq!((size.min, size.max), (1, 5));
}

/// In a header there is its presence, and in a delta all of it.
#[test]
fn a_list_is_apart_from_the_header() {
    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    #[flat(flags, delta(Debug, PartialEq))]
    struct State {
        alive: bool,
        #[flat(bits = 2)]
        team: u8,
        #[flat(bits = 2)]
        path: Option<Vec<u8>>,
        #[flat(bits = 1)]
        doors: Vec<bool>,
    }
    let state =
        State { alive: true, team: 2, path: Some(vec![3, 0, 1]), doors: vec![true, true, false] };
    let bytes = state.to_flat_bytes().unwrap();
    assert_eq!(bytes, [0b1101, 3, 0b01_0011, 3, 0b011]);
    assert_eq!(State::from_flat_bytes(&bytes), Ok(state.clone()));
    let next = State { doors: vec![false, true], ..state.clone() };
    let delta = next.changes_since(&state);
    let bytes = delta.to_flat_bytes().unwrap();
    assert_eq!(bytes, [0b1000, 2, 0b10]);
    assert_eq!(StateDelta::from_flat_bytes(&bytes), Ok(delta));
}
