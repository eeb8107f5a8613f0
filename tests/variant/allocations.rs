//! Allocations: none to encode into a reused buffer, none to decode types that own nothing or into a value with enough capacity, and never
//! more than a small multiple of the input, whatever its counts declare.

use crate::common;
use allocation_counter::measure;
use godot_var::error::DecodeErrorKind;
use godot_var::inspect::{peek_bytes_with, peek_field_with, peek_id};
use godot_var::values::{ElementType, NodePath, Object, PackedView};
use godot_var::{
    Array, Color, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes,
    Variant, Vector3,
};

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct PlayerState {
    id: u32,
    pos: Vector3,
    vel: Vector3,
    yaw: f32,
    health: i32,
    grounded: bool,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
struct Positional {
    id: u32,
    pos: Vector3,
    yaw: f32,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Chat<'a> {
    channel: i32,
    sender: &'a str,
    text: &'a str,
    at: i64,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Snapshot {
    tick: u64,
    players: Vec<PlayerState>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Mesh {
    vertices: Vec<Vector3>,
    indices: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Arrays {
    bytes: [u8; 5],
    slots: [i32; 4],
    stamps: [i64; 2],
    weights: [f32; 3],
    times: [f64; 2],
    corners: [Vector3; 2],
    colors: [Color; 2],
    pairs: [(u16, bool); 2],
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct MeshView<'a> {
    vertices: PackedView<'a, Vector3>,
    indices: PackedView<'a, i32>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Message {
    #[godot_var(id = 1)]
    State(PlayerState),
    #[godot_var(id = 2)]
    Fire { at: Vector3, weapon: u8 },
    #[godot_var(id = 3)]
    Score(i64, Option<u32>),
    #[godot_var(id = 4)]
    Ping,
}

fn state(id: u32) -> PlayerState {
    let pos = Vector3::new(1.0, 2.0, 3.0);
    PlayerState { id, pos, vel: pos, yaw: 0.5, health: -1, grounded: true }
}

/// Encoding into a buffer with enough capacity allocates nothing.
fn writes_in_place<T: ToVariantBytes>(value: &T) {
    let mut buffer = Vec::with_capacity(1 << 20);
    let info = measure(|| {
        for _ in 0..3 {
            buffer.clear();
            value.append_variant_bytes::<Godot4>(&mut buffer).expect("encodes");
            value.append_variant_bytes::<Godot3>(&mut buffer).expect("encodes");
        }
    });
    assert_eq!(info.count_total, 0, "writing {}", std::any::type_name::<T>());
    let mut slice = vec![0; 1 << 20];
    let info = measure(|| {
        value.write_variant_bytes::<Godot4>(&mut slice).expect("fits");
        value.variant_len::<Godot4>().expect("counts");
    });
    assert_eq!(info.count_total, 0, "writing {} to a slice", std::any::type_name::<T>());
}

#[test]
fn writing_into_a_reused_buffer_allocates_nothing() {
    writes_in_place(&state(7));
    writes_in_place(&state(u32::MAX));
    writes_in_place(&PlayerState { yaw: f32::NAN, ..state(7) });
    writes_in_place(&Chat { channel: 1, sender: "Ann", text: "Grüße", at: 1 << 40 });
    writes_in_place(&Snapshot { tick: 1, players: (0..64).map(state).collect() });
    let vertices = vec![Vector3::ZERO; 1000];
    writes_in_place(&Mesh { vertices, indices: (0..3000).collect() });
    writes_in_place(&Positional { id: 1, pos: Vector3::ZERO, yaw: 1.0 });
    writes_in_place(&Message::State(state(1)));
    writes_in_place(&Message::Fire { at: Vector3::ZERO, weapon: 3 });
    writes_in_place(&Message::Score(-5, None));
    writes_in_place(&Message::Ping);
    writes_in_place(&Variant::from(vec![Variant::Int(1), Variant::from("text")]));
}

/// Its shortest form is much shorter than its longest.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Hints {
    a: Option<Vector3>,
    b: Option<Vector3>,
    c: Option<Vector3>,
    d: Option<Vector3>,
    e: Option<Vector3>,
    f: Option<Vector3>,
    g: Option<Vector3>,
    h: Option<Vector3>,
    i: Option<Vector3>,
    j: Option<Vector3>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Hinted {
    #[godot_var(id = 1)]
    Hints(Hints),
}

#[test]
fn writing_a_list_into_a_buffer_of_its_exact_length_allocates_nothing() {
    fn writes<T: ToVariantBytes>(value: &T) {
        let mut buffer = Vec::with_capacity(value.variant_len::<Godot4>().expect("counts"));
        let room = buffer.capacity();
        let info = measure(|| {
            value.append_variant_bytes::<Godot4>(&mut buffer).expect("encodes");
        });
        assert_eq!((info.count_total, buffer.capacity()), (0, room));
        assert_eq!(Ok(buffer), value.to_variant_bytes::<Godot4>());
    }
    let hints = |len| vec![Hints::default(); len];
    for len in [1, 2, 10] {
        writes(&hints(len));
        writes(&hints(len).into_iter().map(Hinted::Hints).collect::<Vec<_>>());
    }
}

/// Decoding a value that owns no memory allocates nothing.
fn reads_in_place<'de, T: FromVariantBytes<'de> + ToVariantBytes + PartialEq>(
    value: &T,
    bytes: &'de mut Vec<u8>,
) {
    value.append_variant_bytes::<Godot4>(bytes).expect("encodes");
    let bytes: &'de [u8] = bytes;
    let mut back = None;
    let info = measure(|| back = T::from_variant_bytes::<Godot4>(bytes).ok());
    assert!(back.is_some_and(|back| back == *value));
    assert_eq!(info.count_total, 0, "reading {}", std::any::type_name::<T>());
}

#[test]
fn reading_what_owns_nothing_allocates_nothing() {
    reads_in_place(&state(7), &mut Vec::new());
    reads_in_place(&state(u32::MAX), &mut Vec::new());
    reads_in_place(&Positional { id: 1, pos: Vector3::ZERO, yaw: 1.0 }, &mut Vec::new());
    let chat = Chat { channel: 1, sender: "Ann", text: "Grüße", at: 1 << 40 };
    reads_in_place(&chat, &mut Vec::new());
    reads_in_place(&Message::State(state(1)), &mut Vec::new());
    reads_in_place(&Message::Fire { at: Vector3::ZERO, weapon: 3 }, &mut Vec::new());
    reads_in_place(&Message::Score(-5, Some(3)), &mut Vec::new());
    reads_in_place(&Message::Ping, &mut Vec::new());
    reads_in_place(&arrays(), &mut Vec::new());
    let mesh = Mesh { vertices: vec![Vector3::ZERO; 10_000], indices: (0..30_000).collect() };
    let bytes = mesh.to_variant_bytes::<Godot4>().expect("encodes");
    let view = MeshView::from_variant_bytes::<Godot4>(&bytes).expect("reads");
    assert!(view.vertices == mesh.vertices && view.indices == mesh.indices);
    reads_in_place(&view, &mut Vec::new());
}

fn arrays() -> Arrays {
    Arrays {
        bytes: [1, 2, 3, 4, 255],
        slots: [i32::MIN, 0, 1, i32::MAX],
        stamps: [i64::MIN, i64::MAX],
        weights: [0.5, -0.5, 1.0],
        times: [0.1, 1.0],
        corners: [Vector3::ZERO, Vector3::new(1.0, 2.0, 3.0)],
        colors: [Color::new(0.0, 0.5, 1.0, 1.0); 2],
        pairs: [(1, true), (65535, false)],
    }
}

#[test]
fn arrays_are_read_from_every_list_of_their_length() {
    fn read<T: for<'de> FromVariantBytes<'de>>(
        list: impl ToVariantBytes,
    ) -> Result<T, DecodeErrorKind> {
        let bytes = list.to_variant_bytes::<Godot4>().expect("encodes");
        let value = T::from_variant_bytes::<Godot4>(&bytes).map_err(|error| error.kind())?;
        for end in 0..bytes.len() {
            // Only the padding of bytes may be missing.
            let cut = T::from_variant_bytes::<Godot4>(&bytes[..end]);
            let kind = cut.map(drop).map_err(|error| error.kind());
            assert!(
                kind == Err(DecodeErrorKind::Incomplete) || end >= bytes.len() - 3,
                "{end} of {} bytes: {kind:?}",
                bytes.len()
            );
        }
        Ok(value)
    }

    assert_eq!(read::<[u8; 3]>(vec![1_u8, 2, 3]), Ok([1, 2, 3]));
    assert_eq!(read::<[u8; 3]>(vec![1_i32, 2, 3]), Ok([1, 2, 3]));
    assert_eq!(read::<[u8; 3]>(vec![1_i64, 2, 3]), Ok([1, 2, 3]));
    assert_eq!(read::<[u8; 3]>((1, 2.0, 3_u64)), Ok([1, 2, 3]));
    assert_eq!(read::<[u8; 3]>(vec![1_i32, 256, 3]), Err(DecodeErrorKind::OutOfRange));
    assert_eq!(read::<[i64; 2]>(vec![1_u8, 2]), Ok([1, 2]));
    assert_eq!(read::<[f32; 2]>(vec![0.5_f64, 1e9]), Ok([0.5, 1e9]));
    assert_eq!(read::<[f32; 2]>(vec![0.5_f64, 1e300]), Err(DecodeErrorKind::OutOfRange));
    assert_eq!(read::<[f64; 2]>(vec![0.5_f32, 1.5]), Ok([0.5, 1.5]));
    assert_eq!(read::<[String; 1]>(vec!["a"]), Ok(["a".to_owned()]));
    assert_eq!(read::<[u8; 0]>(Vec::<u8>::new()), Ok([]));
    assert_eq!(read::<[Vector3; 1]>(vec![Vector3::ZERO]), Ok([Vector3::ZERO]));
    assert_eq!(read::<[Vector3; 1]>((Vector3::ZERO,)), Ok([Vector3::ZERO]));
    let wrong = Err(DecodeErrorKind::WrongLength);
    assert_eq!(read::<[u8; 3]>(vec![1_u8, 2, 3, 4]), wrong);
    assert_eq!(read::<[u8; 3]>((1, 2)).map(drop), Err(DecodeErrorKind::WrongLength));
    assert_eq!(
        read::<[Vector3; 1]>(vec![Vector3::ZERO; 2]).map(drop),
        Err(DecodeErrorKind::WrongLength)
    );
    assert_eq!(read::<[i32; 1]>(vec![0.5_f32]).map(drop), Err(DecodeErrorKind::WrongType));
}

/// Decoding repeatedly into one value allocates nothing after it has enough capacity. The messages take turns.
fn reads_again<T>(values: &[T])
where
    T: for<'de> FromVariantBytes<'de> + ToVariantBytes + PartialEq + Clone,
{
    let messages: Vec<_> =
        values.iter().map(|value| value.to_variant_bytes::<Godot4>().expect("encodes")).collect();
    let mut place = values[0].clone();
    for bytes in &messages {
        T::from_variant_bytes_in_place::<Godot4>(bytes, &mut place).expect("reads");
    }
    for (bytes, value) in messages.iter().zip(values) {
        let info = measure(|| {
            T::from_variant_bytes_in_place::<Godot4>(bytes, &mut place).expect("reads");
        });
        assert_eq!(info.count_total, 0, "reading {} in place", std::any::type_name::<T>());
        assert!(place == *value);
    }
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct ChatMessage {
    channel: i32,
    #[godot_var(max_len = 64)]
    sender: String,
    text: String,
    reply: Option<Box<ChatMessage>>,
    tags: Vec<String>,
    at: i64,
}

#[test]
fn reading_in_place_allocates_nothing() {
    let chat = |sender: &str, text: &str, tags: &[&str]| ChatMessage {
        channel: 3,
        sender: sender.into(),
        text: text.into(),
        reply: None,
        tags: tags.iter().map(|tag| String::from(*tag)).collect(),
        at: 1_754_000_000_123,
    };
    let short = chat("Bob", "yes", &["b", "c"]);
    let long = chat("Ann of Delft", "Meet me behind the old mill at dawn", &["alpha", "beta"]);
    reads_again(&[long.clone(), short.clone(), long.clone()]);
    let answers = [("Ann of Delft", "Meet me behind the old mill"), ("Bob", "no")];
    reads_again(&answers.map(|(sender, text)| ChatMessage {
        reply: Some(Box::new(long.clone())),
        ..chat(sender, text, &["alpha"])
    }));
    let snapshot = |tick| Snapshot { tick, players: (0..64).map(state).collect() };
    reads_again(&[snapshot(1), snapshot(2)]);
    let odd = PlayerState { id: u32::MAX, ..state(3) };
    let players = (0..64).map(|id| if id == 31 { odd.clone() } else { state(id) }).collect();
    reads_again(&[snapshot(1), Snapshot { tick: 9, players }]);
    let mesh = |len| Mesh { vertices: vec![Vector3::ZERO; len], indices: (0..90).collect() };
    reads_again(&[mesh(100), mesh(0), mesh(99)]);
    reads_again(&[vec![vec![1u8, 2, 3]; 3], vec![vec![4u8]; 3]]);
    reads_again(&[vec!["Ann".to_owned(), "Bob".to_owned()], vec!["A".to_owned(), "B".to_owned()]]);
    reads_again(&[vec![1i64, 1 << 40], vec![2]]);
    reads_again(&[vec![0.5f64; 4], vec![0.1; 3]]);
    let scores = |score: i64| std::collections::HashMap::from([(1u8, score), (2, score + 1)]);
    reads_again(&[scores(10), scores(20)]);
    reads_again(&[[[0.5f32, 0.25], [1.0, 2.0]]]);
    reads_again(&[[vec![1u8, 2], vec![3]], [vec![4], vec![]]]);
    reads_again(&[arrays()]);
    reads_again(&[("Ann".to_owned(), vec![vec![1u8]; 2]), ("B".to_owned(), vec![vec![]; 2])]);
}

/// The peak memory of decoding: this many bytes for each byte of input, and a constant for an error's text and path.
const PER_BYTE: u64 = 16;
const CONSTANT: u64 = 4096;

fn is_bounded<T: for<'de> FromVariantBytes<'de>>(bytes: &[u8], id: &str) {
    let info = measure(|| {
        let _ = T::from_variant_bytes::<Godot4>(bytes);
        let _ = T::from_variant_bytes::<Godot3>(bytes);
    });
    is_within(&info, bytes, id);
    let mut place = Vec::<T>::new();
    let info = measure(|| {
        let _ = Vec::<T>::from_variant_bytes_in_place::<Godot4>(bytes, &mut place);
    });
    is_within(&info, bytes, id);
}

fn is_within(info: &allocation_counter::AllocationInfo, bytes: &[u8], id: &str) {
    let bound = PER_BYTE * bytes.len() as u64 + CONSTANT;
    assert!(info.bytes_max <= bound, "{id}: {} for {} bytes", info.bytes_max, bytes.len());
}

#[test]
fn no_input_allocates_more_than_a_multiple_of_itself() {
    for file in ["godot4_malformed.jsonl", "godot3_malformed.jsonl"] {
        for row in common::vectors(file) {
            let (bytes, id) = (common::bytes(&row), common::text(&row, "id"));
            is_bounded::<Variant>(&bytes, id);
            is_bounded::<Vec<PlayerState>>(&bytes, id);
            is_bounded::<Vec<String>>(&bytes, id);
            is_bounded::<std::collections::HashMap<String, Variant>>(&bytes, id);
        }
    }
}

#[test]
fn lying_counts_allocate_nothing_to_speak_of() {
    // Every container and packed type, with counts up to and above what the bytes could hold.
    for id in 0..39u32 {
        for claim in [1u32 << 4, 1 << 10, 1 << 16, (1 << 20) - 1, i32::MAX as u32, u32::MAX] {
            for len in [16usize, 4096, 65536] {
                let mut bytes = vec![0; len];
                bytes[..4].copy_from_slice(&id.to_le_bytes());
                bytes[4..8].copy_from_slice(&claim.to_le_bytes());
                let name = format!("type {id} with {claim} in {len} bytes");
                is_bounded::<Variant>(&bytes, &name);
                is_bounded::<Vec<PlayerState>>(&bytes, &name);
                is_bounded::<Vec<Vec<u8>>>(&bytes, &name);
                is_bounded::<Vec<[u64; 4]>>(&bytes, &name);
                is_bounded::<Vec<Vector3>>(&bytes, &name);
                // Components of 64 bits, which are converted one by one.
                bytes[2] = 1;
                is_bounded::<Variant>(&bytes, &name);
                is_bounded::<Vec<Vector3>>(&bytes, &name);
            }
        }
    }
}

#[test]
fn a_peek_allocates_nothing() {
    let path = NodePath { names: vec!["a".into()], subnames: vec!["b".into()], absolute: true };
    let object = Object { class: "Node".into(), properties: vec![("name".into(), "Ann".into())] };
    let typed = Array {
        elements: vec![],
        element_type: Some(Box::new(ElementType::Class("Node2D".into()))),
    };
    let before = Dictionary::from_iter([
        ("path", Variant::NodePath(Box::new(path))),
        ("object", Variant::Object(Box::new(object))),
        ("typed", Variant::Array(typed)),
        ("texts", Variant::PackedStringArray(vec!["a".into(), "b".into()])),
        ("b b", "found".into()),
    ]);
    let message = Variant::from(vec![Variant::from(7), Variant::Dictionary(before)]);
    let bytes = message.to_variant_bytes::<Godot4>().expect("encodes");
    let limits = Limits::DEFAULT.with_objects(true);
    let info = measure(|| {
        assert_eq!(peek_id::<Godot4>(&bytes), Ok(7));
        let key = r#"[1]["b\u{20}b"]"#;
        assert_eq!(peek_field_with::<Godot4, &str>(&bytes, key, limits), Ok("found"));
        assert_eq!(
            peek_field_with::<Godot4, Option<i64>>(&bytes, "[1].team.name", limits),
            Ok(None)
        );
        let part = peek_bytes_with::<Godot4>(&bytes, "[1]", limits).expect("is there");
        assert_eq!(part.len(), bytes.len() - 16);
    });
    assert_eq!(info.count_total, 0);
}
