//! Values between this library and a real Godot 3 engine, over every transport that the engine offers.
//!
//! `common/programs/engine.rs` says what they need. The engine's side is in `tests/engine`.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var::framing::{
    EnetHeader, FrameDecoder, LengthOrder, put_frame, read_frame, write_frame,
};
use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform2D, Transform3D};
use godot_var::output::VecOutput;
use godot_var::values::{ObjectId, Rid};
use godot_var::{
    Color, Dialect, Dictionary, Godot3, Limits, NodePath, Reader, Variant, Vector2, Vector3,
};
use proptest::collection::vec as list;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rusty_enet::{EventNoRef, HostSettings, Packet, PeerID};
use tungstenite::{Message, WebSocket};

use crate::needs::{self, GODOT3, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};

pub(crate) mod typed;

fn encode(value: &Variant) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.put_in(&mut VecOutput::new(&mut bytes), &Godot3::SPEC).expect("a value of Godot 3");
    bytes
}

/// Reads a value that is all of the bytes.
fn decode(bytes: &[u8]) -> Variant {
    let mut reader = Reader::new(bytes);
    let value = match Variant::read_in(&mut reader, &Godot3::SPEC) {
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

/// Values as a game sends them, with what GDScript prints for each.
fn cases() -> Vec<Case> {
    let state: Dictionary = [
        ("id", Variant::Int(7)),
        ("pos", Vector3::new(1.0, 2.5, -3.0).into()),
        ("yaw", 0.5.into()),
        ("grounded", true.into()),
    ]
    .into_iter()
    .collect();
    let numbers: Vec<i32> = (0..8000).collect();
    vec![
        case((), "Null"),
        case(true, "True"),
        case(-5_000_000_000_i64, "-5000000000"),
        case(7, "7"),
        case(0.1, "0.1"),
        case(-2.5, "-2.5"),
        case("Grüße, 世界", "Grüße, 世界"),
        case(Vector2::new(1.5, -2.0), "(1.5, -2)"),
        case(Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)), "(1, 2, 3, 4)"),
        case(Vector3::new(1.0, 2.5, -3.0), "(1, 2.5, -3)"),
        case(Plane::new(Vector3::new(0.0, 1.0, 0.0), 7.0), "0, 1, 0, 7"),
        case(Quaternion::new(0.0, 0.0, 0.5, 1.0), "(0, 0, 0.5, 1)"),
        case(
            Basis::new(
                Vector3::new(1.0, 2.0, 3.0),
                Vector3::new(4.0, 5.0, 6.0),
                Vector3::new(7.0, 8.0, 9.0),
            ),
            "((1, 4, 7), (2, 5, 8), (3, 6, 9))",
        ),
        case(Color { r: 0.25, g: 0.5, b: 1.0, a: 0.75 }, "0.25,0.5,1,0.75"),
        case(NodePath::parse("/root/Main:position:x"), "/root/Main:position:x"),
        case(
            array([
                1.into(),
                "Ann".into(),
                Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 }.into(),
                1.into(),
            ]),
            "[1, Ann, 1,0,0,1, 1]",
        ),
        case(
            array([2.into(), state.into()]),
            "[2, {grounded:True, id:7, pos:(1, 2.5, -3), yaw:0.5}]",
        ),
        case(vec![1_i32, -2, i32::MAX], "[1, -2, 2147483647]"),
        case(vec![String::from("a"), String::new(), String::from("déjà")], "[a, , déjà]"),
        case(vec![Vector3::new(1.0, 2.0, 3.0)], "[(1, 2, 3)]"),
        // Longer than a segment of TCP.
        case(numbers.clone(), format!("{numbers:?}")),
    ]
}

/// The Rust side of a transport: whole values out and in.
pub(crate) trait Peer {
    fn send(&mut self, value: &[u8]);
    fn receive(&mut self) -> Vec<u8>;
}

/// Sends each case, and checks what the engine saw and what it sent back.
fn echo(peer: &mut dyn Peer) {
    assert_eq!(decode(&peer.receive()), Variant::from("hello"));
    for Case { value, text } in cases() {
        let bytes = encode(&value);
        peer.send(&bytes);
        assert_eq!(decode(&peer.receive()), seen(&value, &text));
        check_answer(&value, &peer.receive());
    }
    typed::echo(peer);
    typed::path(peer);
    peer.send(&encode(&"quit".into()));
}

/// What the scripts say of a value: `[typeof(value), str(value)]`.
fn seen(value: &Variant, text: &str) -> Variant {
    let id = value.variant_type().id(Generation::Godot3).expect("a type of Godot 3");
    array([id.into(), text.into()])
}

/// Checks that the engine sent `value`, byte for byte where it can be.
fn check_answer(value: &Variant, answer: &[u8]) {
    let read = decode(answer);
    assert!(read.identical(value), "expected {value:?}, the engine sent {read:?}");
    if !contains_node_path(value) {
        assert_eq!(answer, encode(value), "{value:?}");
    }
}

/// Engines leave memory garbage in the padding of node paths, so their bytes cannot be compared.
fn contains_node_path(value: &Variant) -> bool {
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

/// One value a datagram.
struct Udp {
    socket: UdpSocket,
    engine: Option<SocketAddr>,
}

impl Peer for Udp {
    fn send(&mut self, value: &[u8]) {
        let engine = self.engine.expect("the engine has said hello");
        self.socket.send_to(value, engine).expect("a datagram goes out");
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut buffer = vec![0; 65_536];
        let (len, from) = self.socket.recv_from(&mut buffer).expect("a datagram of the engine");
        self.engine = Some(from);
        buffer.truncate(len);
        buffer
    }
}

/// A stream of frames, through the blocking functions.
struct Blocking {
    stream: TcpStream,
    order: LengthOrder,
}

impl Peer for Blocking {
    fn send(&mut self, value: &[u8]) {
        write_frame(&mut self.stream, value, self.order).expect("a frame goes out");
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut buffer = Vec::new();
        read_frame(&mut self.stream, self.order, Limits::DEFAULT, &mut buffer)
            .expect("a frame of the engine")
            .expect("the engine stays connected");
        buffer
    }
}

/// A stream of frames in small pieces, through the push parser.
struct Pieces {
    stream: TcpStream,
    order: LengthOrder,
    frames: FrameDecoder,
}

impl Peer for Pieces {
    fn send(&mut self, value: &[u8]) {
        let mut bytes = Vec::new();
        put_frame(value, self.order, &mut bytes).expect("a frame");
        let (pieces, rest) = bytes.split_at(bytes.len().min(30));
        for piece in pieces.chunks(3).chain([rest]) {
            self.stream.write_all(piece).expect("a piece goes out");
        }
    }

    fn receive(&mut self) -> Vec<u8> {
        loop {
            if let Some(frame) = self.frames.next_frame().expect("a frame") {
                return frame.to_vec();
            }
            let mut piece = [0; 5];
            let len = self.stream.read(&mut piece).expect("bytes of the engine");
            assert_ne!(len, 0, "the engine has closed the connection");
            self.frames.feed(&piece[..len]);
        }
    }
}

/// One value a binary message.
impl Peer for WebSocket<TcpStream> {
    fn send(&mut self, value: &[u8]) {
        WebSocket::send(self, Message::binary(value.to_vec())).expect("a message goes out");
    }

    fn receive(&mut self) -> Vec<u8> {
        match self.read().expect("a message of the engine") {
            Message::Binary(value) => value.to_vec(),
            other => panic!("a binary message, not {other:?}"),
        }
    }
}

/// ENet: a header and one value a packet.
struct Enet {
    host: rusty_enet::Host<UdpSocket>,
    peer: PeerID,
    /// The engine's own id: the sender of what comes, the target of what goes.
    id: i32,
}

impl Enet {
    /// Waits for the engine to connect. It sends its id as the data word of that command.
    fn accept(socket: UdpSocket) -> Self {
        let mut host = rusty_enet::Host::new(socket, HostSettings::default()).expect("a host");
        match Self::event(&mut host) {
            EventNoRef::Connect { peer, data } => Self { host, peer, id: data as i32 },
            other => panic!("the engine connects first, not {other:?}"),
        }
    }

    fn event(host: &mut rusty_enet::Host<UdpSocket>) -> EventNoRef {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match host.service().expect("a working socket") {
                Some(event) => return event.no_ref(),
                None => assert!(Instant::now() < deadline, "no event of the engine"),
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Peer for Enet {
    fn send(&mut self, value: &[u8]) {
        let mut packet = Vec::new();
        EnetHeader { sender: 1, target: self.id }.put(value, &mut packet);
        let sent = self.host.peer_mut(self.peer).send(1, &Packet::reliable(&*packet));
        sent.expect("a packet goes out");
        self.host.flush();
    }

    fn receive(&mut self) -> Vec<u8> {
        match Self::event(&mut self.host) {
            EventNoRef::Receive { packet, .. } => {
                let (header, value) = EnetHeader::split(packet.data()).expect("a header");
                assert_eq!(header, EnetHeader { sender: self.id, target: 1 });
                value.to_vec()
            }
            other => panic!("a packet of the engine, not {other:?}"),
        }
    }
}

/// A listener on a port of its own, with the port.
fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("its address").port();
    (listener, port.to_string())
}

/// Waits for the engine to connect.
fn accept(listener: &TcpListener) -> TcpStream {
    listener.set_nonblocking(true).expect("a non-blocking listener");
    let deadline = Instant::now() + TIMEOUT;
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                assert!(Instant::now() < deadline, "the engine does not connect");
                thread::sleep(Duration::from_millis(5));
            }
            Err(error) => panic!("{error}"),
        }
    };
    stream.set_nonblocking(false).expect("a blocking stream");
    stream.set_nodelay(true).expect("no delay");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    stream.set_write_timeout(Some(TIMEOUT)).expect("a timeout");
    stream
}

fn udp(godot: &Godot) {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let port = socket.local_addr().expect("its address").port().to_string();
    let engine = Engine::start(godot, "udp", "echo.gd", &["udp", &port]);
    echo(&mut Udp { socket, engine: None });
    engine.finish();
}

/// `transport` as `echo.gd` names it, and the byte order that it must have on the wire.
fn stream(godot: &Godot, transport: &str, order: LengthOrder) {
    let (listener, port) = listen();
    let engine = Engine::start(godot, transport, "echo.gd", &[transport, &port]);
    echo(&mut Blocking { stream: accept(&listener), order });
    engine.finish();

    let name = format!("{transport}-pieces");
    let engine = Engine::start(godot, &name, "echo.gd", &[transport, &port]);
    echo(&mut Pieces { stream: accept(&listener), order, frames: FrameDecoder::new(order) });
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
    echo(&mut peer);
    engine.finish();
}

fn enet(godot: &Godot) {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = socket.local_addr().expect("its address").port().to_string();
    let mut engine = Engine::start(godot, "enet", "echo.gd", &["enet", &port]);
    let mut peer = Enet::accept(socket);
    echo(&mut peer);
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
    let cases = cases();
    let values: Vec<_> = cases.iter().map(|case| encode(&case.value)).collect();
    let (answers, log) = through_files(godot, test, order, &values);
    let lines: Vec<_> = log.lines().skip_while(|line| !line.starts_with("0 Null")).collect();
    assert_eq!(lines.len(), cases.len() + 1, "{log}");
    assert_eq!(lines.last(), Some(&&*format!("{} values", cases.len())));
    for ((Case { value, text }, answer), line) in
        cases.iter().zip(answers.chunks_exact(2)).zip(lines)
    {
        let seen = seen(value, text);
        assert_eq!(decode(&answer[0]), seen);
        let id = seen.as_array().expect("an Array")[0].as_int().expect("an id");
        assert_eq!(line, format!("{id} {text}"));
        check_answer(value, &answer[1]);
    }
    assert_eq!(answers.len(), cases.len() * 2);
}

fn store_var_and_get_var(godot: &Godot) {
    files(godot, "files", LengthOrder::LittleEndian);
}

fn store_var_and_get_var_with_endian_swap(godot: &Godot) {
    files(godot, "files-swapped", LengthOrder::BigEndian);
}

/// Every value of `tests/vectors/godot3.jsonl`: the engine reads our bytes, and writes what we write.
fn all_vectors_through_the_engine(godot: &Godot) {
    let vectors = include_str!("../vectors/godot3.jsonl");
    let vectors: Vec<(String, Vec<u8>)> = vectors
        .lines()
        .map(|line| {
            let vector: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let text = |key: &str| vector[key].as_str().expect("a text").to_owned();
            (text("id"), unhex(&text("hex")))
        })
        .collect();
    assert!(vectors.len() > 400);
    let ours: Vec<_> = vectors.iter().map(|(_, bytes)| encode(&decode(bytes))).collect();
    let (answers, log) = through_files(godot, "vectors", LengthOrder::LittleEndian, &ours);
    assert!(log.contains(&format!("\n{} values\n", vectors.len())), "{log}");
    assert_eq!(answers.len(), vectors.len() * 2);
    let mut compared = 0;
    for (((id, bytes), ours), answer) in vectors.iter().zip(&ours).zip(answers.chunks_exact(2)) {
        assert_eq!(ours, bytes, "{id}");
        let value = decode(bytes);
        let kind = decode(&answer[0]).as_array().expect("an Array")[0].as_int();
        assert_eq!(kind, value.variant_type().id(Generation::Godot3).map(i64::from), "{id}");
        check_answer(&value, &answer[1]);
        compared += usize::from(&answer[1] == bytes);
    }
    assert!(compared > 380, "only {compared} values have the same bytes");
}

/// Values of all types that Godot 3 reads back as they were. Not among them: NaN, whose bits a
/// processor may change, objects, and what `the_engine_changes_some_values` shows.
fn any_value() -> impl Strategy<Value = Variant> {
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
    let key = prop_oneof![any::<i64>().prop_map(Variant::from), text().prop_map(Variant::from)];
    prop_oneof![scalar, structure, packed].prop_recursive(5, 60, 6, move |value| {
        prop_oneof![
            list(value.clone(), 0..6).prop_map(Variant::from),
            list((key.clone(), value), 0..6)
                .prop_map(|pairs| pairs.into_iter().collect::<Dictionary>().into()),
        ]
    })
}

/// The engine reads whatever we write, and writes the same bytes.
fn random_values_through_the_engine(godot: &Godot) {
    let mut runner = TestRunner::deterministic();
    let values: Vec<Variant> =
        (0..2000).map(|_| any_value().new_tree(&mut runner).expect("a value").current()).collect();
    let ours: Vec<_> = values.iter().map(encode).collect();
    let (answers, _) = through_files(godot, "random", LengthOrder::LittleEndian, &ours);
    assert_eq!(answers.len(), values.len() * 2);
    for (value, answer) in values.iter().zip(answers.chunks_exact(2)) {
        check_answer(value, &answer[1]);
    }
}

/// Where the engine does not keep what was sent. This library's reader does.
fn the_engine_changes_some_values(godot: &Godot) {
    let root = NodePath { absolute: true, ..NodePath::default() };
    let changes: [(Variant, Variant); 5] = [
        ("before\0after".into(), "before".into()),
        ("\u{feff}text".into(), "text".into()),
        (vec![String::from("\u{feff}\u{feff}")].into(), vec![String::from("\u{feff}")].into()),
        ("text\u{feff}".into(), "text\u{feff}".into()),
        (root.into(), NodePath::default().into()),
    ];
    let sent: Vec<_> = changes.iter().map(|(value, _)| encode(value)).collect();
    let (answers, _) = through_files(godot, "changes", LengthOrder::LittleEndian, &sent);
    assert_eq!(answers.len(), changes.len() * 2);
    for (((value, expected), sent), answer) in
        changes.iter().zip(&sent).zip(answers.chunks_exact(2))
    {
        check_answer(expected, &answer[1]);
        assert!(decode(sent).identical(value));
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks_exact(2);
    assert!(digits.remainder().is_empty());
    digits
        .map(|pair| {
            let pair = std::str::from_utf8(pair).expect("hex digits");
            u8::from_str_radix(pair, 16).expect("hex digits")
        })
        .collect()
}

/// What `types.gd` builds, in the order of the type ids. The object has an id of its own each time.
fn all_types(object: ObjectId) -> Vec<Variant> {
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

fn all_27_types_built_by_the_engine(godot: &Godot) {
    let scratch = Scratch::in_engine(godot, "types");
    let path = scratch.path("out");
    let name = path.to_str().expect("a path in UTF-8").to_owned();
    let mut engine = Engine::start_in(godot, scratch, "types.gd", &[&name]);
    engine.finish_in_place();
    let frames = read_frames(&path, LengthOrder::LittleEndian);
    let Variant::ObjectId(object) = decode(&frames[17]) else {
        panic!("an object travels as its id: {:02x?}", frames[17]);
    };
    assert_ne!(object, ObjectId(0));
    let expected = all_types(object);
    assert_eq!(frames.len(), expected.len());
    for (id, (frame, expected)) in frames.iter().zip(&expected).enumerate() {
        assert_eq!(expected.variant_type().id(Generation::Godot3).map(usize::from), Some(id));
        check_answer(expected, frame);
    }
}

needs::tests! {
    in GODOT3 GODOT36: udp, stream_peer_tcp, stream_peer_tcp_big_endian, packet_peer_stream,
        packet_peer_stream_ignores_big_endian, websocket, enet, store_var_and_get_var,
        store_var_and_get_var_with_endian_swap, all_vectors_through_the_engine,
        random_values_through_the_engine, the_engine_changes_some_values,
        all_27_types_built_by_the_engine;
}
