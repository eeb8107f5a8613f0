//! What attackers with types of their own once found, each with a small type and its message.

use allocation_counter::measure;
use bytes::BytesMut;
use godot_var::bridges::PutVariant;
use godot_var::bridges::codec::VariantCodec;
use godot_var::framing::LengthOrder;
use godot_var::inspect::peek_id;
use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};
use tokio_util::codec::Encoder;

const INT: u32 = 2;
const FLOAT: u32 = 3;
const STRING: u32 = 4;
const ARRAY: u32 = 28;

/// Words as the wire has them.
fn message(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

// ---------------------------------------------------------------- ids

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Event {
    #[godot_var(id = 1)]
    Join(i32),
    #[godot_var(id = 3)]
    Leave,
    #[godot_var(id = 4)]
    Late {
        #[godot_var(default)]
        minutes: i32,
    },
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Open {
    #[godot_var(id = 3)]
    Leave,
    #[godot_var(other)]
    Unknown,
}

#[test]
fn an_empty_array_has_no_id() {
    // `[[], 3]`: the 3 belongs to the outer Array.
    let bytes = message(&[ARRAY, 2, ARRAY, 0, INT, 3]);
    let error = <(Event, i32)>::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.path().to_string(), "[0]");
    assert!(<(Open, i32)>::from_variant_bytes::<Godot4>(&bytes).is_err());
    // The top bit of a count means nothing.
    let bytes = message(&[ARRAY, 2, ARRAY, 1 << 31, INT, 3]);
    assert!(<(Event, i32)>::from_variant_bytes::<Godot4>(&bytes).is_err());
}

/// Every message of a few words that an id form can begin with, and its neighbours.
#[test]
fn typed_readers_and_peeks_agree_on_ids() {
    let headers = [ARRAY, ARRAY | 1 << 16, ARRAY | 2 << 16, INT, 27, 0];
    let counts = [0, 1, 2, 3, 1 << 31, 1 << 31 | 1, u32::MAX];
    let ids: [&[u32]; 10] = [
        &[INT, 1],
        &[INT, 3],
        &[INT, 4],
        &[INT | 1 << 16, 3, 0],
        &[INT | 1 << 16, 3, 1],
        &[FLOAT, 3_f32.to_bits()],
        &[FLOAT, 3.5_f32.to_bits()],
        &[STRING, 1, 0x33],
        &[INT, 3, ARRAY, 0],
        &[],
    ];
    let tails: [&[u32]; 4] = [&[], &[INT, 7], &[INT, 7, INT, 8], &[INT]];
    let mut taken = 0;
    for (header, count) in headers.iter().flat_map(|header| counts.map(|count| (*header, count))) {
        for (id, tail) in ids.iter().flat_map(|id| tails.map(|tail| (*id, tail))) {
            for declared in [&[][..], &[INT]] {
                let words = [&[header], declared, &[count], id, tail].concat();
                let bytes = message(&words);
                let peeked = peek_id::<Godot4>(&bytes);
                let known = match Event::from_variant_bytes::<Godot4>(&bytes) {
                    Ok(Event::Join(_)) => Some(1),
                    Ok(Event::Leave) => Some(3),
                    Ok(Event::Late { .. }) => Some(4),
                    Err(_) => None,
                };
                if let Some(id) = known {
                    assert_eq!(peeked, Ok(id), "{words:x?}");
                    taken += 1;
                }
                match Open::from_variant_bytes::<Godot4>(&bytes) {
                    Ok(Open::Leave) => assert_eq!(peeked, Ok(3), "{words:x?}"),
                    Ok(Open::Unknown) => assert_ne!(peeked, Ok(3), "{words:x?}"),
                    Err(_) => {}
                }
            }
        }
    }
    assert!(taken > 30, "{taken}");
}

// ---------------------------------------------------------------- memory to encode

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Row {
    #[godot_var(max_len = 1_000)]
    name: String,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Table {
    #[godot_var(max_len = 1_000_000)]
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Tables {
    #[godot_var(max_len = 1_000_000)]
    tables: Vec<Table>,
}

#[test]
fn encoding_takes_what_it_needs() {
    let cases = [Tables::default(), Tables { tables: vec![Table::default(); 3] }, {
        let rows = (0..300).map(|_| Row { name: "name".repeat(20) }).collect();
        Tables { tables: vec![Table { rows }] }
    }];
    for value in cases {
        let needed = value.variant_len::<Godot4>().unwrap() as u64;
        // Up to the double for growth, and a little to begin with.
        let check = |what: &str, encode: &dyn Fn()| {
            let info = measure(encode);
            assert!(
                info.bytes_max <= 3 * needed + 1_024,
                "{what}: {} for {needed}",
                info.bytes_max
            );
        };
        check("to_variant_bytes", &|| drop(value.to_variant_bytes::<Godot4>().unwrap()));
        check("BytesMut", &|| {
            let mut buffer = BytesMut::new();
            value.append_variant_bytes_mut::<Godot4>(&mut buffer).unwrap();
        });
        check("VariantCodec", &|| {
            let mut codec = VariantCodec::<Tables, Tables, Godot4>::new(LengthOrder::LittleEndian);
            codec.encode(&value, &mut BytesMut::new()).unwrap();
        });
    }
}
