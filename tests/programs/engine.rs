//! Exchanges values between this library and real engines, over every transport that the engines offer.
//!
//! The engines' side is in `tests/engine`.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind};
use std::net::{Ipv4Addr, UdpSocket};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var::framing::{FrameDecoder, LengthOrder, read_frame, write_frame};
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, Vector4i,
};
use godot_var::output::VecOutput;
use godot_var::values::{
    Callable, DictionaryType, ElementType, NodePath, ObjectId, Rid, Signal, StringName, VariantType,
};
use godot_var::{Array, Color, Dictionary, Limits, Reader, Variant, Vector2, Vector3};
use proptest::collection::vec as list;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use self::peers::{Blocking, Enet, Peer, Pieces, Udp, accept, listen};
use crate::common::{bytes, text, vectors};
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};

pub(crate) mod peers;
pub(crate) mod typed;

fn encode(godot: &Godot, value: &Variant) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.put_in(&mut VecOutput::new(&mut bytes), godot.spec()).expect("a value of this engine");
    bytes
}

/// Decodes a value from all of the bytes.
fn decode(godot: &Godot, bytes: &[u8]) -> Variant {
    let mut reader = Reader::new(bytes);
    let value = match Variant::read_in(&mut reader, godot.spec()) {
        Ok(value) => value,
        Err(error) => panic!("{error} in {bytes:02x?}"),
    };
    assert_eq!(reader.remaining(), 0, "bytes after the value in {bytes:02x?}");
    value
}

/// A value, and the text that GDScript's `str` makes of it.
struct Case {
    value: Variant,
    text: String,
}

fn case(value: impl Into<Variant>, text: impl Into<String>) -> Case {
    Case { value: value.into(), text: text.into() }
}

/// An untyped Array.
fn array<const N: usize>(elements: [Variant; N]) -> Variant {
    Vec::from(elements).into()
}

/// An Array with a declared type.
fn typed_array(element: VariantType, elements: Vec<Variant>) -> Variant {
    let element_type = Some(Box::new(ElementType::Builtin(element)));
    Variant::Array(Array { elements, element_type })
}

/// A Dictionary with declared types, of which there may be none.
fn typed_dictionary(
    [key, value]: [Option<VariantType>; 2],
    entries: Vec<(Variant, Variant)>,
) -> Variant {
    let [key, value] = [key, value].map(|declared| declared.map(ElementType::Builtin));
    let types = Some(Box::new(DictionaryType { key, value }));
    Variant::Dictionary(Dictionary { entries, types })
}

/// Values that a game sends, with the text that GDScript prints for each.
fn cases(godot: &Godot) -> Vec<Case> {
    // The texts of Godot 3 and Godot 4.
    let case = |value: Variant, three: &str, four: &str| match godot.generation {
        Generation::Godot3 => case(value, three),
        Generation::Godot4 => case(value, four),
    };
    let state: Dictionary = [
        ("id", Variant::Int(7)),
        ("pos", Vector3::new(1.0, 2.5, -3.0).into()),
        ("yaw", 0.5.into()),
        ("grounded", true.into()),
    ]
    .into_iter()
    .collect();
    let numbers: Vec<i32> = (0..8000).collect();
    let printed = format!("{numbers:?}");
    let mut cases = vec![
        case(Variant::Nil, "Null", "<null>"),
        case(true.into(), "True", "true"),
        case((-5_000_000_000_i64).into(), "-5000000000", "-5000000000"),
        case(7.into(), "7", "7"),
        case(0.1.into(), "0.1", "0.1"),
        case((-2.5).into(), "-2.5", "-2.5"),
        case(1e20.into(), "100000000000000000000", "100000000000000000000.0"),
        case(1e-7.into(), "0", "0.0000001"),
        case((-1e-20).into(), "-0", "-0.0"),
        case((-0.0).into(), "-0", "0.0"),
        case((1.0 / 3.0).into(), "0.333333", "0.33333333333333"),
        case(99.999_999_999_999_99.into(), "100", "100.0"),
        case(123_456_789_012_345.5.into(), "123456789012345.5", "123456789012346"),
        case(
            Vector2::new(99_999.99, 1_234_567.5).into(),
            "(99999.992188, 1234567.5)",
            "(100000.0, 1234568)",
        ),
        case(array(["a'\"\\\t".into()]), "[a'\"\\\t]", "[\"a\\'\\\"\\\\\\t\"]"),
        case("Grüße, 世界".into(), "Grüße, 世界", "Grüße, 世界"),
        case(Vector2::new(1.5, -2.0).into(), "(1.5, -2)", "(1.5, -2.0)"),
        case(
            Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)).into(),
            "(1, 2, 3, 4)",
            "[P: (1.0, 2.0), S: (3.0, 4.0)]",
        ),
        case(Vector3::new(1.0, 2.5, -3.0).into(), "(1, 2.5, -3)", "(1.0, 2.5, -3.0)"),
        case(
            Plane::new(Vector3::new(0.0, 1.0, 0.0), 7.0).into(),
            "0, 1, 0, 7",
            "[N: (0.0, 1.0, 0.0), D: 7]",
        ),
        case(Quaternion::new(0.0, 0.0, 0.5, 1.0).into(), "(0, 0, 0.5, 1)", "(0, 0, 0.5, 1)"),
        case(
            Basis::new(
                Vector3::new(1.0, 2.0, 3.0),
                Vector3::new(4.0, 5.0, 6.0),
                Vector3::new(7.0, 8.0, 9.0),
            )
            .into(),
            "((1, 4, 7), (2, 5, 8), (3, 6, 9))",
            "[X: (1.0, 2.0, 3.0), Y: (4.0, 5.0, 6.0), Z: (7.0, 8.0, 9.0)]",
        ),
        case(
            Color { r: 0.25, g: 0.5, b: 1.0, a: 0.75 }.into(),
            "0.25,0.5,1,0.75",
            "(0.25, 0.5, 1.0, 0.75)",
        ),
        case(
            NodePath::parse("/root/Main:position:x").into(),
            "/root/Main:position:x",
            "/root/Main:position:x",
        ),
        case(
            array([
                1.into(),
                "Ann".into(),
                Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 }.into(),
                1.into(),
            ]),
            "[1, Ann, 1,0,0,1, 1]",
            "[1, \"Ann\", (1.0, 0.0, 0.0, 1.0), 1]",
        ),
        case(
            array([2.into(), state.into()]),
            "[2, {grounded:True, id:7, pos:(1, 2.5, -3), yaw:0.5}]",
            "[2, { \"id\": 7, \"pos\": (1.0, 2.5, -3.0), \"yaw\": 0.5, \"grounded\": true }]",
        ),
        case(vec![1_i32, -2, i32::MAX].into(), "[1, -2, 2147483647]", "[1, -2, 2147483647]"),
        case(
            vec![String::from("a"), String::new(), String::from("déjà")].into(),
            "[a, , déjà]",
            "[\"a\", \"\", \"déjà\"]",
        ),
        case(vec![Vector3::new(1.0, 2.0, 3.0)].into(), "[(1, 2, 3)]", "[(1.0, 2.0, 3.0)]"),
        // Longer than a segment of TCP.
        case(numbers.into(), &printed, &printed),
    ];
    if godot.generation == Generation::Godot4 {
        cases.extend(cases_of_godot_4());
    }
    cases
}

/// Values that Godot 3 does not have.
fn cases_of_godot_4() -> Vec<Case> {
    vec![
        case(StringName::from("walk"), "walk"),
        case(Vector2i::new(1, -2), "(1, -2)"),
        case(
            Rect2i::new(Vector2i::new(1, -2), Vector2i::new(3, i32::MAX)),
            "[P: (1, -2), S: (3, 2147483647)]",
        ),
        case(Vector3i::new(1, i32::MIN, 3), "(1, -2147483648, 3)"),
        case(Vector4::new(1.0, 2.0, 3.0, 4.5), "(1.0, 2.0, 3.0, 4.5)"),
        case(Vector4i::new(1, 2, 3, -4), "(1, 2, 3, -4)"),
        case(
            projection(),
            "[X: (1.0, 2.0, 3.0, 4.0), Y: (5.0, 6.0, 7.0, 8.0), Z: (9.0, 10.0, 11.0, 12.0), \
             W: (13.0, 14.0, 15.0, 16.0)]",
        ),
        case(Rid(7), "RID(7)"),
        case(vec![1_i64, -2, 1 << 40], "[1, -2, 1099511627776]"),
        case(vec![0.1_f64, -1.25], "[0.1, -1.25]"),
        case(vec![Vector4::new(1.0, 2.0, 3.0, 4.0)], "[(1.0, 2.0, 3.0, 4.0)]"),
        case(typed_array(VariantType::Int, vec![1.into(), (-2).into()]), "[1, -2]"),
        case(typed_array(VariantType::Vector2i, vec![]), "[]"),
        case(
            typed_dictionary(
                [Some(VariantType::String), Some(VariantType::Float)],
                vec![("Ann".into(), 0.5.into())],
            ),
            "{ \"Ann\": 0.5 }",
        ),
        case(
            typed_dictionary(
                [None, Some(VariantType::Int)],
                vec![("Ann".into(), 1.into()), (2.into(), 3.into())],
            ),
            "{ \"Ann\": 1, 2: 3 }",
        ),
    ]
}

fn projection() -> Projection {
    Projection::new(
        Vector4::new(1.0, 2.0, 3.0, 4.0),
        Vector4::new(5.0, 6.0, 7.0, 8.0),
        Vector4::new(9.0, 10.0, 11.0, 12.0),
        Vector4::new(13.0, 14.0, 15.0, 16.0),
    )
}

/// Sends each case, and compares what the engine read and what it sent back.
fn echo(godot: &Godot, peer: &mut dyn Peer) {
    assert_eq!(decode(godot, &peer.receive()), Variant::from("hello"));
    for Case { value, text } in cases(godot) {
        let bytes = encode(godot, &value);
        peer.send(&bytes);
        assert_eq!(decode(godot, &peer.receive()), seen(godot, &value, &text));
        check_answer(godot, &value, &peer.receive());
    }
    typed::echo(godot, peer);
    peer.send(&encode(godot, &"quit".into()));
}

/// The number of a value's type.
fn id(godot: &Godot, value: &Variant) -> u8 {
    value.variant_type().id(godot.generation).expect("a type of this engine")
}

/// Returns what the scripts send about a value: `[typeof(value), str(value)]`.
fn seen(godot: &Godot, value: &Variant, text: &str) -> Variant {
    array([id(godot, value).into(), text.into()])
}

/// Checks that the engine sent `value`, byte for byte if possible.
fn check_answer(godot: &Godot, value: &Variant, answer: &[u8]) {
    let read = decode(godot, answer);
    assert!(read.identical(value), "expected {value:?}, the engine sent {read:?}");
    if !contains_node_path(value) {
        assert_eq!(answer, encode(godot, value), "{value:?}");
    }
}

/// Engines leave memory garbage in the padding of node paths, so their bytes cannot be compared.
pub(crate) fn contains_node_path(value: &Variant) -> bool {
    match value {
        Variant::NodePath(_) => true,
        Variant::Array(array) => array.elements.iter().any(contains_node_path),
        Variant::Dictionary(dictionary) => dictionary
            .entries
            .iter()
            .any(|(key, value)| contains_node_path(key) || contains_node_path(value)),
        _ => false,
    }
}

fn udp(godot: &Godot) {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let port = socket.local_addr().expect("its address").port().to_string();
    let engine = Engine::start(godot, "udp", "echo.gd", &["udp", &port]);
    echo(godot, &mut Udp { socket, engine: None });
    engine.finish();
}

/// `transport` as `echo.gd` names it, and the byte order that it must have on the wire.
fn stream(godot: &Godot, transport: &str, order: LengthOrder) {
    let (listener, port) = listen();
    let engine = Engine::start(godot, transport, "echo.gd", &[transport, &port]);
    echo(godot, &mut Blocking { stream: accept(&listener), order });
    engine.finish();

    let name = format!("{transport}-pieces");
    let engine = Engine::start(godot, &name, "echo.gd", &[transport, &port]);
    echo(godot, &mut Pieces { stream: accept(&listener), order, frames: FrameDecoder::new(order) });
    engine.finish();
}

fn stream_peer_tcp(godot: &Godot) {
    stream(godot, "tcp", LengthOrder::LittleEndian);
}

fn stream_peer_tcp_big_endian(godot: &Godot) {
    stream(godot, "tcp_big_endian", LengthOrder::BigEndian);
}

fn packet_peer_stream(godot: &Godot) {
    stream(godot, "packets", LengthOrder::LittleEndian);
}

fn packet_peer_stream_ignores_big_endian(godot: &Godot) {
    stream(godot, "packets_big_endian", LengthOrder::LittleEndian);
}

fn websocket(godot: &Godot) {
    let (listener, port) = listen();
    let engine = Engine::start(godot, "websocket", "echo.gd", &["websocket", &port]);
    let mut peer = match tungstenite::accept(accept(&listener)) {
        Ok(peer) => peer,
        Err(error) => panic!("{error}"),
    };
    echo(godot, &mut peer);
    engine.finish();
}

fn enet(godot: &Godot) {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = socket.local_addr().expect("its address").port().to_string();
    let mut engine = Engine::start(godot, "enet", "echo.gd", &["enet", &port]);
    let mut peer = Enet::accept(socket, godot.generation);
    echo(godot, &mut peer);
    // ENet sends "quit" again until it is acknowledged.
    let deadline = Instant::now() + TIMEOUT;
    while engine.is_running() && Instant::now() < deadline {
        let _ = peer.host.service().expect("a working socket");
        thread::sleep(Duration::from_millis(1));
    }
    assert!(engine.finish_in_place().contains(&format!("peer {}\n", peer.id)));
}

/// Writes `values` to a file, lets the engine read it and write another, and returns the frames of that
/// and what the engine printed.
fn through_files(
    godot: &Godot,
    test: &str,
    order: LengthOrder,
    values: &[Vec<u8>],
) -> (Vec<Vec<u8>>, String) {
    let scratch = Scratch::in_engine(godot, test);
    let (input, output) = (scratch.path("in"), scratch.path("out"));
    let mut file = BufWriter::new(File::create(&input).expect("a file"));
    for value in values {
        write_frame(&mut file, value, order).expect("a frame is written");
    }
    file.into_inner().expect("all is written");
    let order_name = match order {
        LengthOrder::LittleEndian => "little_endian",
        LengthOrder::BigEndian => "big_endian",
    };
    let paths = [&input, &output].map(|path| path.to_str().expect("a path in UTF-8").to_owned());
    let mut engine =
        Engine::start_in(godot, scratch, "files.gd", &[&paths[0], &paths[1], order_name]);
    let log = engine.finish_in_place();
    (read_frames(&output, order), log)
}

fn read_frames(path: &Path, order: LengthOrder) -> Vec<Vec<u8>> {
    let mut file = BufReader::new(File::open(path).expect("the engine's file"));
    let (mut frames, mut buffer) = (Vec::new(), Vec::new());
    while let Some(frame) =
        read_frame(&mut file, order, Limits::DEFAULT, &mut buffer).expect("whole frames")
    {
        frames.push(frame.to_vec());
    }
    frames
}

fn files(godot: &Godot, test: &str, order: LengthOrder) {
    let cases = cases(godot);
    let values: Vec<_> = cases.iter().map(|case| encode(godot, &case.value)).collect();
    let (answers, log) = through_files(godot, test, order, &values);
    let first = format!("0 {}", cases[0].text);
    let lines: Vec<_> = log.lines().skip_while(|line| *line != first).collect();
    assert_eq!(lines.len(), cases.len() + 1, "{log}");
    assert_eq!(lines.last(), Some(&&*format!("{} values", cases.len())));
    for ((Case { value, text }, answer), line) in
        cases.iter().zip(answers.chunks_exact(2)).zip(lines)
    {
        assert_eq!(decode(godot, &answer[0]), seen(godot, value, text));
        assert_eq!(line, format!("{} {text}", id(godot, value)));
        assert_eq!(value.display(godot.generation).to_string(), *text);
        check_answer(godot, value, &answer[1]);
    }
    assert_eq!(answers.len(), cases.len() * 2);
}

fn store_var_and_get_var(godot: &Godot) {
    files(godot, "files", LengthOrder::LittleEndian);
}

fn store_var_and_get_var_with_endian_swap(godot: &Godot) {
    files(godot, "files-swapped", LengthOrder::BigEndian);
}

/// Every value of `tests/vectors/godot3.jsonl` or `godot4.jsonl`: the engine reads our bytes, and writes what we write.
fn all_vectors_through_the_engine(godot: &Godot) {
    let vectors = vectors(&format!("{}.jsonl", godot.language()));
    assert!(vectors.len() > 400);
    let ours: Vec<_> =
        vectors.iter().map(|vector| encode(godot, &decode(godot, &bytes(vector)))).collect();
    let (answers, log) = through_files(godot, "vectors", LengthOrder::LittleEndian, &ours);
    assert!(log.contains(&format!("\n{} values\n", vectors.len())), "{log}");
    assert_eq!(answers.len(), vectors.len() * 2);
    let mut compared = 0;
    for ((vector, ours), answer) in vectors.iter().zip(&ours).zip(answers.chunks_exact(2)) {
        let (name, bytes) = (text(vector, "id"), bytes(vector));
        assert_eq!(*ours, bytes, "{name}");
        let value = decode(godot, &bytes);
        let seen = decode(godot, &answer[0]);
        let [kind, printed] = seen.as_array().expect("an Array") else { panic!("{name}: {seen}") };
        assert_eq!(kind.as_int(), Some(id(godot, &value).into()), "{name}");
        // Godot 3.2 prints neither empty Arrays in Arrays nor several colors.
        if godot.name != GODOT3.name && has_no_object(&value) {
            let own = value.display(godot.generation).to_string();
            assert_eq!(printed.as_str(), Some(&*own), "{name}");
        }
        check_answer(godot, &value, &answer[1]);
        compared += usize::from(answer[1] == bytes);
    }
    assert!(compared > 380, "only {compared} values have the same bytes");
}

/// Whether the value has no object, whose printed id the engine chooses.
fn has_no_object(value: &Variant) -> bool {
    match value {
        Variant::ObjectId(_) | Variant::Object(_) => false,
        Variant::Array(array) => array.elements.iter().all(has_no_object),
        Variant::Dictionary(dictionary) => {
            dictionary.entries.iter().all(|(key, value)| has_no_object(key) && has_no_object(value))
        }
        _ => true,
    }
}

/// Values of all types that an engine returns unchanged. Not included are NaN, whose bits a processor may change, objects, and the values of
/// `the_engine_changes_some_values`.
fn any_value(godot: &Godot) -> impl Strategy<Value = Variant> + use<> {
    let text = || "[^\0\u{feff}]{0,9}".prop_map(String::from);
    let name = || "[^\0\u{feff}/:]{1,9}".prop_map(String::from);
    let vector2 = || any::<[f32; 2]>().prop_map(|[x, y]| Vector2::new(x, y));
    let vector3 = || any::<[f32; 3]>().prop_map(|[x, y, z]| Vector3::new(x, y, z));
    let basis = || [vector3(), vector3(), vector3()].prop_map(|[x, y, z]| Basis::new(x, y, z));
    let color = || any::<[f32; 4]>().prop_map(|[r, g, b, a]| Color { r, g, b, a });
    let scalar = prop_oneof![
        Just(Variant::Nil),
        any::<bool>().prop_map_into(),
        any::<i32>().prop_map_into(),
        any::<i64>().prop_map_into(),
        any::<f32>().prop_map_into(),
        any::<f64>().prop_map_into(),
        text().prop_map_into(),
    ];
    let structure = prop_oneof![
        vector2().prop_map_into(),
        [vector2(), vector2()].prop_map(|[position, size]| Rect2::new(position, size).into()),
        vector3().prop_map_into(),
        [vector2(), vector2(), vector2()].prop_map(|[x, y, o]| Transform2D::new(x, y, o).into()),
        (vector3(), any::<f32>()).prop_map(|(normal, d)| Plane::new(normal, d).into()),
        any::<[f32; 4]>().prop_map(|[x, y, z, w]| Quaternion::new(x, y, z, w).into()),
        [vector3(), vector3()].prop_map(|[position, size]| Aabb::new(position, size).into()),
        basis().prop_map_into(),
        (basis(), vector3()).prop_map(|(basis, origin)| Transform3D::new(basis, origin).into()),
        color().prop_map_into(),
        (list(name(), 0..4), list(name(), 0..3), any::<bool>()).prop_map(
            |(names, subnames, absolute)| {
                let absolute = absolute && !(names.is_empty() && subnames.is_empty());
                NodePath { names, subnames, absolute }.into()
            }
        ),
    ];
    let packed = prop_oneof![
        list(any::<u8>(), 0..9).prop_map_into(),
        list(any::<i32>(), 0..5).prop_map_into(),
        list(any::<f32>(), 0..5).prop_map_into(),
        list(text(), 0..5).prop_map_into(),
        list(vector2(), 0..4).prop_map_into(),
        list(vector3(), 0..4).prop_map_into(),
        list(color(), 0..3).prop_map_into(),
    ];
    let any_type = prop_oneof![scalar, structure, packed];
    let any_type = match godot.generation {
        Generation::Godot3 => any_type.boxed(),
        Generation::Godot4 => prop_oneof![2 => any_type, 1 => any_value_of_godot_4()].boxed(),
    };
    let key = prop_oneof![any::<i64>().prop_map(Variant::from), text().prop_map(Variant::from)];
    any_type.prop_recursive(5, 60, 6, move |value| {
        prop_oneof![
            list(value.clone(), 0..6).prop_map(Variant::from),
            list((key.clone(), value), 0..6)
                .prop_map(|pairs| pairs.into_iter().collect::<Dictionary>().into()),
        ]
    })
}

/// The same for types that Godot 3 does not have.
fn any_value_of_godot_4() -> impl Strategy<Value = Variant> {
    let text = || "[^\0\u{feff}]{0,9}".prop_map(String::from);
    let vector2i = || any::<[i32; 2]>().prop_map(|[x, y]| Vector2i::new(x, y));
    let vector4 = || any::<[f32; 4]>().prop_map(|[x, y, z, w]| Vector4::new(x, y, z, w));
    let types = [Some(VariantType::Int), Some(VariantType::String)];
    prop_oneof![
        text().prop_map(|name| StringName::from(&*name).into()),
        vector2i().prop_map_into(),
        [vector2i(), vector2i()].prop_map(|[position, size]| Rect2i::new(position, size).into()),
        any::<[i32; 3]>().prop_map(|[x, y, z]| Vector3i::new(x, y, z).into()),
        vector4().prop_map_into(),
        any::<[i32; 4]>().prop_map(|[x, y, z, w]| Vector4i::new(x, y, z, w).into()),
        [vector4(), vector4(), vector4(), vector4()]
            .prop_map(|[x, y, z, w]| Projection::new(x, y, z, w).into()),
        any::<u64>().prop_map(|id| Rid(id).into()),
        list(any::<i64>(), 0..5).prop_map_into(),
        list(any::<f64>(), 0..5).prop_map_into(),
        list(vector4(), 0..4).prop_map_into(),
        list(any::<i64>().prop_map_into(), 0..4)
            .prop_map(|elements| typed_array(VariantType::Int, elements)),
        list((any::<i64>(), text()), 0..4).prop_map(move |pairs| {
            let pairs: Dictionary = pairs.into_iter().collect();
            typed_dictionary(types, pairs.entries)
        }),
    ]
}

/// The engine reads everything that we write, and writes the same bytes.
fn random_values_through_the_engine(godot: &Godot) {
    let mut runner = TestRunner::deterministic();
    let values: Vec<Variant> = (0..2000)
        .map(|_| any_value(godot).new_tree(&mut runner).expect("a value").current())
        .collect();
    let ours: Vec<_> = values.iter().map(|value| encode(godot, value)).collect();
    let (answers, _) = through_files(godot, "random", LengthOrder::LittleEndian, &ours);
    assert_eq!(answers.len(), values.len() * 2);
    for (value, answer) in values.iter().zip(answers.chunks_exact(2)) {
        check_answer(godot, value, &answer[1]);
    }
}

/// Values that the engine changes, but this library does not.
fn the_engine_changes_some_values(godot: &Godot) {
    let root = NodePath { absolute: true, ..NodePath::default() };
    let kept_root = match godot.generation {
        Generation::Godot3 => NodePath::default(),
        Generation::Godot4 => root.clone(),
    };
    let changes: [(Variant, Variant); 5] = [
        ("before\0after".into(), "before".into()),
        ("\u{feff}text".into(), "text".into()),
        (vec![String::from("\u{feff}\u{feff}")].into(), vec![String::from("\u{feff}")].into()),
        ("text\u{feff}".into(), "text\u{feff}".into()),
        (root.into(), kept_root.into()),
    ];
    let sent: Vec<_> = changes.iter().map(|(value, _)| encode(godot, value)).collect();
    let (answers, _) = through_files(godot, "changes", LengthOrder::LittleEndian, &sent);
    assert_eq!(answers.len(), changes.len() * 2);
    for (((value, expected), sent), answer) in
        changes.iter().zip(&sent).zip(answers.chunks_exact(2))
    {
        check_answer(godot, expected, &answer[1]);
        assert!(decode(godot, sent).identical(value));
    }
}

/// Compressed and encrypted files are not values: the reader refuses them immediately.
fn compressed_and_encrypted_files_are_refused(godot: &Godot) {
    let scratch = Scratch::in_engine(godot, "wrapped-files");
    let paths = ["plain", "compressed", "encrypted"].map(|name| scratch.path(name));
    let names: Vec<_> = paths.iter().map(|path| path.to_str().expect("a path in UTF-8")).collect();
    let mut engine = Engine::start_in(godot, scratch, "wrapped_files.gd", &names);
    engine.finish_in_place();
    let [plain, compressed, encrypted] = &paths;
    let hero = Dictionary::from_iter([("hero", "Ann")]);
    assert_eq!(read_frames(plain, LengthOrder::LittleEndian), [encode(godot, &hero.into())]);
    for (path, start) in [(compressed, "GCPF"), (encrypted, "GDEC")] {
        assert!(std::fs::read(path).expect("the engine's file").starts_with(start.as_bytes()));
        for order in [LengthOrder::LittleEndian, LengthOrder::BigEndian] {
            let file = File::open(path).expect("the engine's file");
            let read = read_frame(&mut &file, order, Limits::DEFAULT, &mut Vec::new()).map(drop);
            let error = read.expect_err("no frame");
            assert_eq!(error.kind(), ErrorKind::InvalidData, "{error}");
            let error = error.to_string();
            let expected = "expected a frame of at most 16777216 bytes, found the length ";
            assert!(error.starts_with(expected), "{error}");
        }
    }
}

/// The values that `types.gd` builds in Godot 3, in the order of the type ids. The object has another id each time.
fn types_of_godot_3(object: ObjectId) -> Vec<Variant> {
    let vector = Vector3::new;
    let basis = Basis::new(vector(1.0, 2.0, 3.0), vector(4.0, 5.0, 6.0), vector(7.0, 8.0, 9.0));
    let color = |r, g, b, a| Color { r, g, b, a };
    let mut dictionary = Dictionary::new();
    dictionary.insert("id", 7);
    dictionary.insert(2, vec![Variant::Nil]);
    dictionary.insert(Vector2::new(0.0, 1.0), "key");
    vec![
        Variant::Nil,
        true.into(),
        (-5_000_000_000_i64).into(),
        0.1.into(),
        "Grüße, 世界".into(),
        Vector2::new(1.5, -2.0).into(),
        Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)).into(),
        vector(1.0, 2.5, -3.0).into(),
        Transform2D::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0), Vector2::new(5.0, 6.0))
            .into(),
        Plane::new(vector(0.0, 1.0, 0.0), 7.0).into(),
        Quaternion::new(0.0, 0.0, 0.5, 1.0).into(),
        Aabb::new(vector(1.0, 2.0, 3.0), vector(4.0, 5.0, 6.0)).into(),
        basis.into(),
        Transform3D::new(basis, vector(10.0, 11.0, 12.0)).into(),
        color(0.25, 0.5, 1.0, 0.75).into(),
        NodePath::parse("/root/Main:position:x").into(),
        Rid(0).into(),
        object.into(),
        dictionary.into(),
        array([1.into(), "Ann".into(), color(1.0, 0.0, 0.0, 1.0).into(), Dictionary::new().into()]),
        vec![1_u8, 2, 255].into(),
        vec![1_i32, -2, i32::MAX].into(),
        vec![0.5_f32, -1.25].into(),
        vec![String::from("a"), String::new(), String::from("déjà")].into(),
        vec![Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)].into(),
        vec![vector(1.0, 2.0, 3.0)].into(),
        vec![color(1.0, 0.5, 0.25, 1.0), color(0.0, 0.0, 0.0, 0.0)].into(),
    ]
}

/// The same in Godot 4. The signal contains the object's id, too. It adds a typed Array and a typed Dictionary.
fn types_of_godot_4(object: ObjectId, owner: ObjectId) -> Vec<Variant> {
    let vector = Vector3::new;
    let [x, y, z] = [vector(1.0, 2.0, 3.0), vector(4.0, 5.0, 6.0), vector(7.0, 8.0, 9.0)];
    let basis = Basis::new(x, y, z);
    let three = types_of_godot_3(object);
    let same = |id: usize| three[id].clone();
    vec![
        same(0),
        same(1),
        same(2),
        same(3),
        same(4),
        same(5),
        Vector2i::new(1, -2).into(),
        same(6),
        Rect2i::new(Vector2i::new(1, -2), Vector2i::new(3, 4)).into(),
        same(7),
        Vector3i::new(1, 2, -3).into(),
        same(8),
        Vector4::new(1.0, 2.0, 3.0, 4.5).into(),
        Vector4i::new(1, 2, 3, -4).into(),
        same(9),
        same(10),
        same(11),
        basis.into(),
        Transform3D::new(basis, vector(10.0, 11.0, 12.0)).into(),
        projection().into(),
        same(14),
        StringName::from("StringName").into(),
        same(15),
        Rid(0).into(),
        object.into(),
        Callable.into(),
        Signal { name: "happened".into(), object_id: owner }.into(),
        same(18),
        same(19),
        same(20),
        same(21),
        vec![1_i64, -2, 1 << 40].into(),
        same(22),
        vec![0.1_f64, -1.25].into(),
        same(23),
        same(24),
        same(25),
        same(26),
        vec![Vector4::new(1.0, 2.0, 3.0, 4.0)].into(),
        typed_array(VariantType::Int, vec![1.into(), (-2).into()]),
        typed_dictionary(
            [Some(VariantType::String), Some(VariantType::Float)],
            vec![("Ann".into(), 0.5.into())],
        ),
    ]
}

fn all_types_built_by_the_engine(godot: &Godot) {
    let scratch = Scratch::in_engine(godot, "types");
    let path = scratch.path("out");
    let name = path.to_str().expect("a path in UTF-8").to_owned();
    let mut engine = Engine::start_in(godot, scratch, "types.gd", &[&name]);
    engine.finish_in_place();
    let frames = read_frames(&path, LengthOrder::LittleEndian);
    let number = |kind: VariantType| usize::from(kind.id(godot.generation).expect("a type"));
    let at = number(VariantType::Object);
    let Variant::ObjectId(object) = decode(godot, &frames[at]) else {
        panic!("an object travels as its id: {:02x?}", frames[at]);
    };
    assert_ne!(object, ObjectId(0));
    let expected = match godot.generation {
        Generation::Godot3 => types_of_godot_3(object),
        Generation::Godot4 => {
            let Variant::Signal(signal) = decode(godot, &frames[number(VariantType::Signal)])
            else {
                panic!("a signal");
            };
            assert_ne!(signal.object_id, ObjectId(0));
            types_of_godot_4(object, signal.object_id)
        }
    };
    assert_eq!(frames.len(), expected.len());
    for (place, (frame, expected)) in frames.iter().zip(&expected).enumerate() {
        let id = id(godot, expected);
        // Typed containers come last, once more.
        assert!(usize::from(id) == place || place >= 39, "{place}: {expected:?}");
        check_answer(godot, expected, frame);
    }
}

/// The constants of structures, as GDScript writes them.
fn constants() -> Vec<(String, Variant)> {
    let mut constants = Vec::new();
    macro_rules! of {
        ($type:ident, $gdscript:literal: $($name:ident),*) => {
            $(constants.push((
                format!("{}.{}", $gdscript, stringify!($name)),
                Variant::from($type::$name),
            ));)*
        };
    }
    of!(Vector2, "Vector2": ZERO, ONE, INF, LEFT, RIGHT, UP, DOWN);
    of!(Vector2i, "Vector2i": ZERO, ONE, MIN, MAX, LEFT, RIGHT, UP, DOWN);
    of!(Vector3, "Vector3": ZERO, ONE, INF, LEFT, RIGHT, UP, DOWN, FORWARD, BACK, MODEL_LEFT,
        MODEL_RIGHT, MODEL_TOP, MODEL_BOTTOM, MODEL_FRONT, MODEL_REAR);
    of!(Vector3i, "Vector3i": ZERO, ONE, MIN, MAX, LEFT, RIGHT, UP, DOWN, FORWARD, BACK);
    of!(Vector4, "Vector4": ZERO, ONE, INF);
    of!(Vector4i, "Vector4i": ZERO, ONE, MIN, MAX);
    of!(Transform2D, "Transform2D": IDENTITY, FLIP_X, FLIP_Y);
    of!(Plane, "Plane": PLANE_YZ, PLANE_XZ, PLANE_XY);
    of!(Quaternion, "Quaternion": IDENTITY);
    of!(Basis, "Basis": IDENTITY, FLIP_X, FLIP_Y, FLIP_Z);
    of!(Transform3D, "Transform3D": IDENTITY, FLIP_X, FLIP_Y, FLIP_Z);
    of!(Projection, "Projection": IDENTITY, ZERO);
    let colors = Color::NAMED.iter();
    constants.extend(colors.map(|(name, color)| (format!("Color.{name}"), (*color).into())));
    constants.push(("Color(0.25, 0.5, 1.0)".into(), Color::rgb(0.25, 0.5, 1.0).into()));
    constants.push(("Color.hex(0x12345678)".into(), Color::hex(0x1234_5678).into()));
    constants.push(("Color8(1, 2, 3, 4)".into(), Color::from_rgba8(1, 2, 3, 4).into()));
    constants
}

fn constants_are_the_engine_s(godot: &Godot) {
    let constants = constants();
    let scratch = Scratch::in_engine(godot, "constants");
    let folder = scratch.path("");
    let list: String = constants.iter().flat_map(|(name, _)| ["\t\t", name, ",\n"]).collect();
    let script = format!(
        "extends SceneTree\nfunc _init():\n\tfor value in [\n{list}\t]:\n\
         \t\tprint(var_to_bytes(value).hex_encode())\n\tquit()\n"
    );
    std::fs::write(scratch.path("constants.gd"), script).expect("written");
    std::fs::write(scratch.path("project.godot"), "config_version=5\n").expect("written");
    let folder = folder.to_str().expect("a path in UTF-8").to_owned();
    let mut engine = Engine::start_project(godot, scratch, &folder, "constants.gd", &[]);
    let log = engine.finish_in_place();
    let is_hex =
        |line: &&str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    let lines: Vec<&str> = log.lines().filter(is_hex).collect();
    assert_eq!(lines.len(), constants.len(), "{log}");
    for ((name, value), line) in constants.iter().zip(lines) {
        assert_eq!(hex::encode(encode(godot, value)), line, "{name}");
    }
}

needs::tests! {
    in GODOT4: constants_are_the_engine_s;
    in GODOT3 GODOT36 GODOT4: udp, stream_peer_tcp, stream_peer_tcp_big_endian, packet_peer_stream,
        packet_peer_stream_ignores_big_endian, websocket, enet, store_var_and_get_var,
        store_var_and_get_var_with_endian_swap, compressed_and_encrypted_files_are_refused,
        all_vectors_through_the_engine, random_values_through_the_engine,
        the_engine_changes_some_values, all_types_built_by_the_engine;
}
