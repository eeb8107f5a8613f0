//! Exchanges derived types between this library and the engine, and reads what a script writes.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use godot_var::dialect::Generation;
use godot_var::framing::LengthOrder;
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, Vector4i,
};
use godot_var::values::{Callable, NodePath, ObjectId, Rid, Signal, StringName, VariantType};
use godot_var::{
    Color, DecodeError, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes,
    Variant, Vector2, Vector3,
};

use super::peers::Peer;
use super::{decode, projection, read_frames};
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};
use crate::schemas::arena::{
    Bye, Chat, ClientMessage, Join, PlayerState, ServerMessage, Snapshot, Team, Welcome,
};

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Primitives {
    nil: (),
    yes: bool,
    tiny: i8,
    short: i16,
    int: i32,
    long: i64,
    octet: u8,
    word: u16,
    unsigned: u32,
    huge: u64,
    single: f32,
    double: f64,
    letter: char,
    text: String,
}

/// Every structure of Godot 3.
#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Structures {
    vector2: Vector2,
    rect2: Rect2,
    vector3: Vector3,
    transform2d: Transform2D,
    plane: Plane,
    quaternion: Quaternion,
    aabb: Aabb,
    basis: Basis,
    transform: Transform3D,
    color: Color,
    rid: Rid,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Lists {
    bytes: Vec<u8>,
    ints: Vec<i32>,
    longs: Vec<i64>,
    singles: Vec<f32>,
    doubles: Vec<f64>,
    texts: Vec<String>,
    flat: Vec<Vector2>,
    points: Vec<Vector3>,
    colors: Vec<Color>,
    flags: Vec<bool>,
    fixed: [i32; 3],
    pair: (String, f32),
    options: Vec<Option<i32>>,
    nested: Vec<Vec<u16>>,
    #[godot_var(as = "Array")]
    untyped: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Nested {
    child: Option<Box<Nested>>,
    states: Vec<PlayerState>,
    by_name: BTreeMap<String, PlayerState>,
    by_number: HashMap<i64, String>,
    maybe: Option<String>,
    any: Variant,
    way: Waypoint,
    id: EntityId,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Waypoint(Vector3, f32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, GodotVar)]
struct EntityId(i64);

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
struct Positional {
    id: EntityId,
    name: String,
    way: Waypoint,
}

#[derive(Clone, Debug, PartialEq, Eq, GodotVar)]
#[godot_var(rename_all = "snake_case")]
enum Mood {
    Calm,
    VeryAngry,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
enum External {
    Idle,
    Go(Vector3),
    Trade { with: EntityId, goods: Vec<String> },
    Both(i32, String),
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
enum Internal {
    Damage { target: EntityId, amount: i32 },
    Spawn(PlayerState),
    RoundOver,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "kind", content = "data")]
enum Adjacent {
    Idle,
    Go(Vector3),
    Trade { with: EntityId, goods: Vec<String> },
    Both(i32, String),
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    State(PlayerState),
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Ids {
    #[godot_var(id = 1)]
    Empty,
    #[godot_var(id = -2)]
    Fields { id: u32, at: Vector3, name: String },
    #[godot_var(id = 5_000_000_000)]
    Far(i32, f64),
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Flat {
    before: i32,
    #[godot_var(flatten)]
    state: PlayerState,
    after: String,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Variant>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Moods {
    mood: Mood,
    team: Team,
    others: Vec<Mood>,
}

/// Every type that Godot 3 does not have.
#[derive(Clone, Debug, PartialEq, GodotVar)]
struct OfGodot4 {
    name: StringName,
    vector2i: Vector2i,
    rect2i: Rect2i,
    vector3i: Vector3i,
    vector4: Vector4,
    vector4i: Vector4i,
    projection: Projection,
    callable: Callable,
    signal: Signal,
    rid: Rid,
    fours: Vec<Vector4>,
    cells: Vec<Vector2i>,
    #[godot_var(typed)]
    rounds: Vec<i64>,
    #[godot_var(typed)]
    players: Vec<PlayerState>,
    #[godot_var(typed)]
    points: BTreeMap<String, i64>,
}

/// Sends a typed value, and expects the same bytes and an equal value.
fn there_and_back<T>(godot: &Godot, peer: &mut dyn Peer, kind: VariantType, value: &T)
where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de> + PartialEq + Debug,
{
    match godot.generation {
        Generation::Godot3 => there_and_back_in::<Godot3, T>(godot, peer, kind, value),
        Generation::Godot4 => there_and_back_in::<Godot4, T>(godot, peer, kind, value),
    }
}

/// The same in a given dialect, because a type of Godot 4 is not a message of Godot 3.
fn there_and_back_in<D: Dialect, T>(
    godot: &Godot,
    peer: &mut dyn Peer,
    kind: VariantType,
    value: &T,
) where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de> + PartialEq + Debug,
{
    let bytes = value.to_variant_bytes::<D>().expect("encodes");
    peer.send(&bytes);
    let seen = decode(godot, &peer.receive());
    let seen = seen.as_array().expect("an Array")[0].as_int();
    assert_eq!(seen, kind.id(godot.generation).map(i64::from), "{value:?}");
    let answer = peer.receive();
    assert_eq!(hex::encode(&answer), hex::encode(&bytes), "{value:?}");
    let read = T::from_variant_bytes::<D>(&answer);
    assert_eq!(&read.unwrap_or_else(|error| panic!("{error} of {value:?}")), value);
}

fn state(id: u32) -> PlayerState {
    PlayerState {
        id,
        pos: Vector3::new(1.0, -2.5, 3.1),
        vel: Vector3::new(0.1, 0.0, f32::MIN_POSITIVE),
        yaw: 0.1,
        health: -7,
        grounded: true,
    }
}

fn structures() -> Structures {
    let vector = Vector3::new;
    let basis = Basis::new(vector(1.0, 2.0, 3.0), vector(4.0, 5.0, 6.0), vector(7.0, 8.0, 9.5));
    Structures {
        vector2: Vector2::new(0.1, -2.0),
        rect2: Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)),
        vector3: vector(0.1, 0.2, 0.3),
        transform2d: Transform2D::new(
            Vector2::new(1.0, 2.0),
            Vector2::new(3.0, 4.0),
            Vector2::new(5.0, 6.0),
        ),
        plane: Plane::new(vector(0.0, 1.0, 0.0), 7.0),
        quaternion: Quaternion::new(0.0, 0.1, 0.5, 1.0),
        aabb: Aabb::new(vector(1.0, 2.0, 3.0), vector(4.0, 5.0, 6.0)),
        basis,
        transform: Transform3D::new(basis, vector(10.0, 11.0, 12.0)),
        color: Color { r: 0.1, g: 0.5, b: 1.0, a: 0.75 },
        rid: Rid(0),
    }
}

fn lists() -> Lists {
    Lists {
        bytes: vec![1, 2, 255],
        ints: vec![1, -2, i32::MAX],
        longs: vec![1, i64::MIN, 1 << 40],
        singles: vec![0.1, -0.0],
        doubles: vec![0.1, 0.5],
        texts: vec!["a".into(), String::new(), "déjà".into()],
        flat: vec![Vector2::new(1.0, 2.0)],
        points: vec![Vector3::new(1.0, 2.0, 3.0); 40],
        colors: vec![Color { r: 0.1, g: 0.5, b: 1.0, a: 0.75 }],
        flags: vec![true, false],
        fixed: [i32::MIN, 0, 1],
        pair: ("pair".into(), 0.1),
        options: vec![None, Some(5)],
        nested: vec![vec![1, u16::MAX], vec![]],
        untyped: vec![1, 2, 3],
    }
}

fn nested(depth: usize) -> Nested {
    Nested {
        child: (depth > 0).then(|| Box::new(nested(depth - 1))),
        states: (0..3).map(state).collect(),
        by_name: BTreeMap::from([("Ann".into(), state(1)), ("b b".into(), state(u32::MAX))]),
        by_number: HashMap::from([
            (1, "one".into()),
            (1 << 40, "many".into()),
            (-1, String::new()),
        ]),
        maybe: (depth % 2 == 1).then(|| "odd".into()),
        any: vec![Variant::Nil, 7.into(), "seven".into(), 0.1.into()].into(),
        way: Waypoint(Vector3::new(1.0, 2.0, 3.0), 0.1),
        id: EntityId(-5_000_000_000),
    }
}

fn of_godot_4() -> OfGodot4 {
    OfGodot4 {
        name: "walk".into(),
        vector2i: Vector2i::new(1, i32::MIN),
        rect2i: Rect2i::new(Vector2i::new(1, -2), Vector2i::new(3, 4)),
        vector3i: Vector3i::new(1, 2, -3),
        vector4: Vector4::new(0.1, 2.0, 3.0, 4.5),
        vector4i: Vector4i::new(1, 2, 3, -4),
        projection: projection(),
        callable: Callable,
        signal: Signal { name: "happened".into(), object_id: ObjectId(0) },
        rid: Rid(7),
        fours: vec![Vector4::new(1.0, 2.0, 3.0, 4.0)],
        cells: vec![Vector2i::new(1, -2); 2],
        rounds: vec![3, 1 << 40],
        players: vec![state(1)],
        points: BTreeMap::from([("Ann".into(), 7)]),
    }
}

/// The bytes for an engine.
fn encode_typed(godot: &Godot, value: &impl ToVariantBytes) -> Vec<u8> {
    let bytes = match godot.generation {
        Generation::Godot3 => value.to_variant_bytes::<Godot3>(),
        Generation::Godot4 => value.to_variant_bytes::<Godot4>(),
    };
    bytes.expect("encodes")
}

/// The value of an engine's bytes.
fn decode_typed<T>(godot: &Godot, bytes: &[u8]) -> Result<T, DecodeError>
where
    T: for<'de> FromVariantBytes<'de>,
{
    match godot.generation {
        Generation::Godot3 => T::from_variant_bytes::<Godot3>(bytes),
        Generation::Godot4 => T::from_variant_bytes::<Godot4>(bytes),
    }
}

/// Sends values of every shape through the engine.
pub(super) fn echo(godot: &Godot, peer: &mut dyn Peer) {
    use VariantType as T;
    for (number, single) in [(0, 0.5), (1, 0.1), (-1, f32::MAX)] {
        let value = Primitives {
            nil: (),
            yes: number == 0,
            tiny: if number < 0 { i8::MIN } else { i8::MAX },
            short: if number < 0 { i16::MIN } else { i16::MAX },
            int: if number < 0 { i32::MIN } else { i32::MAX },
            long: if number < 0 { i64::MIN } else { number },
            octet: u8::MAX,
            word: u16::MAX,
            unsigned: if number < 0 { u32::MAX } else { 1 },
            huge: if number < 0 { i64::MAX as u64 } else { 1 },
            single,
            double: f64::from(single) / 3.0,
            letter: '世',
            text: "Grüße, 世界".into(),
        };
        there_and_back(godot, peer, T::Dictionary, &value);
    }
    there_and_back(godot, peer, T::Dictionary, &structures());
    there_and_back(godot, peer, T::Dictionary, &lists());
    there_and_back(godot, peer, T::Dictionary, &nested(4));
    there_and_back(godot, peer, T::Array, &vec![nested(1), nested(0)]);
    there_and_back(godot, peer, T::Int, &EntityId(i64::MIN));
    let way = Waypoint(Vector3::new(1.0, 2.0, 3.0), 0.1);
    there_and_back(godot, peer, T::Array, &way);
    there_and_back(godot, peer, T::Array, &Positional { id: EntityId(3), name: "Ann".into(), way });

    there_and_back(godot, peer, T::String, &Mood::VeryAngry);
    there_and_back(godot, peer, T::Int, &Team::Spectator);
    let others = vec![Mood::Calm, Mood::VeryAngry];
    let value = Moods { mood: Mood::Calm, team: Team::Blue, others };
    there_and_back(godot, peer, T::Dictionary, &value);

    let goods = || vec!["tea".into(), "silk".into()];
    let trade = External::Trade { with: EntityId(2), goods: goods() };
    there_and_back(godot, peer, T::String, &External::Idle);
    for value in [External::Go(Vector3::ZERO), trade, External::Both(1, "b".into())] {
        there_and_back(godot, peer, T::Dictionary, &value);
    }
    for value in [
        Internal::Damage { target: EntityId(3), amount: 12 },
        Internal::Spawn(state(4)),
        Internal::RoundOver,
    ] {
        there_and_back(godot, peer, T::Dictionary, &value);
    }
    for value in [
        Adjacent::Idle,
        Adjacent::Go(Vector3::ZERO),
        Adjacent::Trade { with: EntityId(2), goods: goods() },
        Adjacent::Both(1, "b".into()),
    ] {
        there_and_back(godot, peer, T::Dictionary, &value);
    }
    there_and_back(godot, peer, T::Int, &Untagged::Number(1 << 40));
    there_and_back(godot, peer, T::String, &Untagged::Text("text".into()));
    there_and_back(godot, peer, T::Dictionary, &Untagged::State(state(5)));
    for value in [
        Ids::Empty,
        Ids::Fields { id: u32::MAX, at: Vector3::new(1.0, 2.0, 3.0), name: "Ann".into() },
        Ids::Far(1, 0.1),
    ] {
        there_and_back(godot, peer, T::Array, &value);
    }
    let rest = BTreeMap::from([("k".into(), 1.into()), ("l".into(), Variant::Nil)]);
    let value = Flat { before: 1, state: state(6), after: "z".into(), rest };
    there_and_back(godot, peer, T::Dictionary, &value);

    arena_messages(godot, peer);
    path(godot, peer);
    if godot.generation == Generation::Godot4 {
        there_and_back_in::<Godot4, _>(godot, peer, T::Dictionary, &of_godot_4());
    }
}

/// The arena's messages in both directions.
fn arena_messages(godot: &Godot, peer: &mut dyn Peer) {
    let kind = VariantType::Array;
    let chat = Chat {
        channel: "all".into(),
        text: "Hello from Ann!".into(),
        at: 1_700_000_000,
        tags: vec!["greeting".into()],
    };
    let color = Color { r: 1.0, g: 0.5, b: 0.0, a: 1.0 };
    for team in [None, Some(Team::Red)] {
        let join = Join { name: "x".repeat(32), color, team };
        there_and_back(godot, peer, kind, &ClientMessage::Join(join));
    }
    there_and_back(godot, peer, kind, &ClientMessage::Move(state(7)));
    there_and_back(godot, peer, kind, &ClientMessage::Chat(chat.clone()));
    there_and_back(godot, peer, kind, &ClientMessage::Leave);
    there_and_back(godot, peer, kind, &ServerMessage::Welcome(Welcome { you: 7, tick: 1 << 40 }));
    let scores = BTreeMap::from([("Ann".into(), 1), ("Bob".into(), -1)]);
    let snapshot = Snapshot { tick: 5, players: (0..16).map(state).collect(), scores };
    there_and_back(godot, peer, kind, &ServerMessage::Snapshot(snapshot));
    there_and_back(godot, peer, kind, &ServerMessage::Chat(chat));
    there_and_back(godot, peer, kind, &ServerMessage::Bye(Bye { reason: "full".into() }));
}

/// The padding after the names of a path differs between engines, so only the value is compared.
fn path(godot: &Godot, peer: &mut dyn Peer) {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    struct Target {
        node: NodePath,
    }
    let value = Target { node: NodePath::parse("/root/Main:position:x") };
    peer.send(&encode_typed(godot, &value));
    peer.receive();
    assert_eq!(decode_typed::<Target>(godot, &peer.receive()).expect("a path"), value);
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Loose {
    ints: Vec<i32>,
    floats: Vec<f32>,
    points: Vec<Vector3>,
    bytes: Vec<u8>,
    texts: Vec<String>,
}

/// The values that `typed.gd` builds, in its order.
fn what_a_script_writes_is_read_typed(godot: &Godot) {
    fn read<T>(godot: &Godot, frame: &[u8]) -> T
    where
        T: for<'de> FromVariantBytes<'de>,
    {
        let value = decode_typed::<T>(godot, frame);
        value.unwrap_or_else(|error| panic!("{error} of {:?}", decode(godot, frame)))
    }
    let scratch = Scratch::in_engine(godot, "typed");
    let path = scratch.path("out");
    let name = path.to_str().expect("a path in UTF-8").to_owned();
    let mut engine = Engine::start_in(godot, scratch, "typed.gd", &[&name]);
    engine.finish_in_place();
    let frames = read_frames(&path, LengthOrder::LittleEndian);
    let mut frames = frames.iter();
    let mut next = || frames.next().expect("as many values as expected");

    let player = PlayerState {
        id: 7,
        pos: Vector3::new(1.0, 2.0, 3.0),
        vel: Vector3::ZERO,
        yaw: 1.0,
        health: 90,
        grounded: true,
    };
    let canonical = next();
    assert_eq!(*canonical, encode_typed(godot, &player));
    assert_eq!(read::<PlayerState>(godot, canonical), player);
    for _ in 0..3 {
        assert_eq!(read::<PlayerState>(godot, next()), player);
    }

    assert_eq!(read::<ClientMessage>(godot, next()), ClientMessage::Leave);
    assert_eq!(read::<ClientMessage>(godot, next()), ClientMessage::Move(player));
    let color = Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 };
    for team in [Some(Team::Spectator), None] {
        let join = Join { name: "Zoë".into(), color, team };
        assert_eq!(read::<ClientMessage>(godot, next()), ClientMessage::Join(join));
    }
    for _ in 0..2 {
        let chat = Chat {
            channel: "all".into(),
            text: "hi".into(),
            at: 1,
            tags: vec!["a".into(), "b".into()],
        };
        assert_eq!(read::<ClientMessage>(godot, next()), ClientMessage::Chat(chat));
    }

    for _ in 0..2 {
        let damage = Internal::Damage { target: EntityId(3), amount: 12 };
        assert_eq!(read::<Internal>(godot, next()), damage);
    }
    assert_eq!(read::<Internal>(godot, next()), Internal::RoundOver);

    for _ in 0..2 {
        let loose = Loose {
            ints: vec![1, 2, -3],
            floats: vec![1.0, 0.5],
            points: vec![Vector3::new(1.0, 2.0, 3.0)],
            bytes: vec![1, 255],
            texts: vec!["a".into()],
        };
        assert_eq!(read::<Loose>(godot, next()), loose);
    }

    for expected in [
        "PlayerState.id: expected int from 0 to 4294967295, found -1 at byte ",
        "PlayerState.pos: expected Vector3, found Vector2 at byte ",
        "PlayerState.health: expected ",
        "PlayerState.yaw: expected float, found String at byte ",
        "PlayerState.grounded: expected bool, found int at byte ",
        "PlayerState.yaw: expected float, found Nil at byte ",
        "PlayerState.grounded: expected a value",
    ] {
        let error = decode_typed::<PlayerState>(godot, next()).expect_err(expected);
        let error = error.to_string();
        assert!(error.starts_with(expected), "{error:?} is not {expected:?}");
    }
    assert!(frames.next().is_none());
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: what_a_script_writes_is_read_typed;
}
