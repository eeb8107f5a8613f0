//! What both benchmarks measure: the messages, and the operations on them.

mod delta;
pub(crate) mod flat;
pub(crate) mod lists;
mod litenet;
pub(crate) mod lludp;
mod multiplayer;

use std::hint::black_box;

use godot_var::dialect::Double;
use godot_var::inspect::{peek_bytes, peek_field, peek_id};
use godot_var::values::PackedView;
use godot_var::{
    DecodeError, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotFlat, GodotVar,
    ToVariantBytes, Variant, Vector3,
};
use serde::{Deserialize, Serialize};

/// A: the message that a server sends most.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub(crate) struct PlayerState {
    #[flat(varint)]
    pub(crate) id: u32,
    pub(crate) pos: Vector3,
    pub(crate) vel: Vector3,
    pub(crate) yaw: f32,
    #[flat(varint)]
    pub(crate) health: i32,
    pub(crate) grounded: bool,
}

/// What a type of one's own may be over an id.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct PlayerId(u32);

/// A with a newtype, and fields that are read strictly.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct WrappedPlayer {
    pub(crate) id: PlayerId,
    pub(crate) pos: Vector3,
    #[godot_var(strict)]
    pub(crate) vel: Vector3,
    #[godot_var(strict)]
    pub(crate) yaw: f32,
    pub(crate) health: i32,
    pub(crate) grounded: bool,
}

/// A with a vector behind a pointer.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct BoxedPlayer {
    pub(crate) id: u32,
    pub(crate) pos: Vector3,
    pub(crate) vel: Box<Vector3>,
    pub(crate) yaw: f32,
    pub(crate) health: i32,
    pub(crate) grounded: bool,
}

/// B: texts.
#[derive(Clone, Debug, PartialEq, GodotVar, Serialize, Deserialize)]
pub(crate) struct ChatMessage {
    pub(crate) channel: i32,
    pub(crate) sender: String,
    pub(crate) text: String,
    pub(crate) at: i64,
}

/// B, borrowing its texts.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct ChatView<'a> {
    pub(crate) channel: i32,
    pub(crate) sender: &'a str,
    pub(crate) text: &'a str,
    pub(crate) at: i64,
}

/// C: many records in a list.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub(crate) struct Snapshot {
    #[flat(varint)]
    pub(crate) tick: u64,
    pub(crate) players: Vec<PlayerState>,
}

/// D: packed arrays.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vector3>,
    pub(crate) indices: Vec<i32>,
}

/// D, borrowing its arrays.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct MeshView<'a> {
    pub(crate) vertices: PackedView<'a, Vector3>,
    pub(crate) indices: PackedView<'a, i32>,
}

/// E: A as an Array.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub(crate) struct PlayerArray {
    pub(crate) id: u32,
    pub(crate) pos: Vector3,
    pub(crate) vel: Vector3,
    pub(crate) yaw: f32,
    pub(crate) health: i32,
    pub(crate) grounded: bool,
}

/// How serde sees a vector, to measure a format of its own beside ours.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Vector3")]
struct SerdeVector3 {
    x: f32,
    y: f32,
    z: f32,
}

/// F: a protocol of twelve kinds of messages.
#[derive(Clone, Debug, PartialEq, GodotVar, Serialize, Deserialize)]
#[godot_var(array, id)]
pub(crate) enum Message {
    #[godot_var(id = 1)]
    Join(Join),
    #[godot_var(id = 2)]
    Leave,
    #[godot_var(id = 3)]
    Chat { channel: String, text: String },
    #[godot_var(id = 4)]
    Move {
        #[serde(with = "SerdeVector3")]
        to: Vector3,
        yaw: f32,
    },
    #[godot_var(id = 5)]
    Fire { weapon: u8, target: u32 },
    #[godot_var(id = 6)]
    Health(i32),
    #[godot_var(id = 7)]
    Score { player: u32, kills: u16, deaths: u16 },
    #[godot_var(id = 8)]
    Spawn {
        id: u32,
        kind: String,
        #[serde(with = "SerdeVector3")]
        at: Vector3,
        owner: Option<u32>,
    },
    #[godot_var(id = 9)]
    Despawn { id: u32 },
    #[godot_var(id = 10)]
    Ping { sent: i64 },
    #[godot_var(id = 11)]
    Inventory { slots: Vec<i32> },
    #[godot_var(id = 12)]
    Round { number: u16, ends: f64, running: bool },
}

/// One of the messages in F that are Dictionaries inside.
#[derive(Clone, Debug, PartialEq, GodotVar, Serialize, Deserialize)]
pub(crate) struct Join {
    pub(crate) name: String,
    pub(crate) team: Option<u8>,
}

/// G: a wide record with texts, options and records inside.
#[derive(Clone, Debug, PartialEq, GodotVar, Serialize, Deserialize)]
pub(crate) struct Profile {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) level: u16,
    pub(crate) experience: i64,
    pub(crate) online: bool,
    pub(crate) guild: Option<u32>,
    pub(crate) guild_rank: Option<u8>,
    #[serde(with = "SerdeVector3")]
    pub(crate) pos: Vector3,
    #[serde(with = "SerdeVector3")]
    pub(crate) spawn: Vector3,
    pub(crate) yaw: f32,
    pub(crate) stats: Stats,
    pub(crate) bonus: Stats,
    pub(crate) weapon: Item,
    pub(crate) armour: Item,
    pub(crate) health: i32,
    pub(crate) mana: i32,
    pub(crate) stamina: f32,
    pub(crate) gold: i64,
    pub(crate) kills: u32,
    pub(crate) deaths: u32,
    pub(crate) accuracy: f64,
    pub(crate) language: String,
    pub(crate) motto: Option<String>,
    pub(crate) map: String,
    pub(crate) muted: bool,
    pub(crate) invited_by: Option<i64>,
    pub(crate) created: i64,
    pub(crate) seen: i64,
    pub(crate) version: u8,
}

/// Inside G: numbers alone.
#[derive(Clone, Debug, PartialEq, GodotVar, Serialize, Deserialize)]
pub(crate) struct Stats {
    pub(crate) strength: u16,
    pub(crate) agility: u16,
    pub(crate) wisdom: u16,
    pub(crate) luck: f32,
}

/// Inside G: with a text.
#[derive(Clone, Debug, PartialEq, GodotVar, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) kind: u32,
    pub(crate) name: String,
    pub(crate) wear: f32,
    pub(crate) bound: bool,
}

pub(crate) const WIDE_ID: u32 = 3_000_000_000;

pub(crate) fn player(id: u32) -> PlayerState {
    PlayerState {
        id,
        pos: Vector3::new(12.5, 0.25, -7.75),
        vel: Vector3::new(0.5, -9.8, 3.125),
        yaw: 1.57,
        health: 87,
        grounded: true,
    }
}

pub(crate) fn wrapped_player() -> WrappedPlayer {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(7);
    WrappedPlayer { id: PlayerId(id), pos, vel, yaw, health, grounded }
}

pub(crate) fn boxed_player() -> BoxedPlayer {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(7);
    BoxedPlayer { id, pos, vel: Box::new(vel), yaw, health, grounded }
}

pub(crate) fn chat() -> ChatMessage {
    ChatMessage {
        channel: 3,
        sender: "Ann of Delft".into(),
        text: "Meet me behind the old mill at dawn, and bring the lantern!!".into(),
        at: 1_754_000_000_123,
    }
}

pub(crate) fn snapshot(odd: bool) -> Snapshot {
    let mut players: Vec<_> = (0..64).map(|i| player(1000 + i)).collect();
    if odd {
        players[31].id = WIDE_ID;
    }
    Snapshot { tick: 123_456, players }
}

pub(crate) fn mesh() -> Mesh {
    Mesh {
        vertices: (0..10_000_i16)
            .map(|i| Vector3::new(f32::from(i), f32::from(i) * 0.5, -f32::from(i)))
            .collect(),
        indices: (0..30_000).collect(),
    }
}

pub(crate) fn player_array() -> PlayerArray {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(7);
    PlayerArray { id, pos, vel, yaw, health, grounded }
}

/// Each of the twelve kinds four times, in an order that repeats nothing.
pub(crate) fn messages() -> Vec<Message> {
    let kind = |kind: u32, i: u32| match kind {
        0 => Message::Join(Join {
            name: "Ann of Delft".into(),
            team: i.is_multiple_of(2).then_some(3),
        }),
        1 => Message::Leave,
        2 => Message::Chat { channel: "all".into(), text: "Meet me behind the mill".into() },
        3 => Message::Move { to: player(i).pos, yaw: 1.5 },
        4 => Message::Fire { weapon: 3, target: 1000 + i },
        5 => Message::Health(100 - i as i32),
        6 => Message::Score { player: i, kills: 12, deaths: 7 },
        7 => Message::Spawn {
            id: i,
            kind: "lantern".into(),
            at: player(i).vel,
            owner: (i % 2 == 1).then_some(i),
        },
        8 => Message::Despawn { id: i },
        9 => Message::Ping { sent: 1_754_000_000_123 },
        10 => Message::Inventory { slots: (0..8).map(|slot| slot * 7).collect() },
        _ => Message::Round { number: 4, ends: 181.3, running: true },
    };
    let mut order: Vec<u32> = (0..48).collect();
    let mut random = 1_u32;
    for last in (1..order.len()).rev() {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        order.swap(last, (random >> 16) as usize % (last + 1));
    }
    order.into_iter().map(|i| kind(i % 12, i / 12)).collect()
}

pub(crate) fn profile() -> Profile {
    let item = |kind, name: &str| Item { kind, name: name.into(), wear: 0.25, bound: true };
    Profile {
        id: 76_561_198_000_000_000,
        name: "Ann of Delft".into(),
        title: Some("Keeper of the Old Mill".into()),
        level: 42,
        experience: 1_234_567,
        online: true,
        guild: Some(77),
        guild_rank: None,
        pos: player(7).pos,
        spawn: player(7).vel,
        yaw: 1.57,
        stats: Stats { strength: 12, agility: 31, wisdom: 8, luck: 0.5 },
        bonus: Stats { strength: 1, agility: 0, wisdom: 2, luck: 0.125 },
        weapon: item(311, "Lantern staff"),
        armour: item(902, "Miller's apron"),
        health: 87,
        mana: 40,
        stamina: 0.75,
        gold: 98_765,
        kills: 1204,
        deaths: 311,
        accuracy: 0.617,
        language: "nl_NL".into(),
        motto: None,
        map: "res://maps/old_mill.tscn".into(),
        muted: false,
        invited_by: Some(76_561_198_000_000_123),
        created: 1_654_000_000,
        seen: 1_754_000_000,
        version: 3,
    }
}

/// The bytes of a value.
pub(crate) fn bytes<D: Dialect, T: ToVariantBytes>(value: &T) -> Vec<u8> {
    value.to_variant_bytes::<D>().expect("encodes")
}

/// The same Dictionary, changed.
fn changed(bytes: &[u8], change: impl FnOnce(&mut Dictionary)) -> Vec<u8> {
    let mut value = Variant::from_variant_bytes::<Godot4>(bytes).expect("decodes");
    if let Variant::Dictionary(dictionary) = &mut value {
        change(dictionary);
    }
    value.to_variant_bytes::<Godot4>().expect("encodes")
}

/// A run of an operation: how many times, and where its buffers stand.
pub(crate) type Run = Box<dyn FnMut(u64, usize)>;

/// How many places there are for a buffer.
pub(crate) const PLACES: usize = 16;

/// A message at each of the places.
pub(crate) struct Placed {
    arena: Vec<u8>,
    len: usize,
}

impl Placed {
    const STEP: usize = 72;

    pub(crate) fn new(bytes: &[u8]) -> Self {
        let stride = bytes.len().next_multiple_of(64) + Self::STEP;
        let mut arena = vec![0; stride * PLACES];
        for place in 0..PLACES {
            arena[place * stride..][..bytes.len()].copy_from_slice(bytes);
        }
        Self { arena, len: bytes.len() }
    }

    pub(crate) fn at(&mut self, place: usize) -> &mut [u8] {
        let stride = self.len.next_multiple_of(64) + Self::STEP;
        &mut self.arena[place % PLACES * stride..][..self.len]
    }
}

pub(crate) fn encode_vec<D: Dialect, T: ToVariantBytes + 'static>(value: T) -> Run {
    let len = bytes::<D, T>(&value).len();
    // Behind something else, so that large buffers do not all begin at the same place of a page.
    let before = |place: usize| 64 + 72 * (place % PLACES);
    let mut buffers: Vec<_> = (0..PLACES)
        .map(|place| {
            let mut buffer = Vec::with_capacity(before(place) + len * 2 + 64);
            buffer.resize(before(place), 0);
            buffer
        })
        .collect();
    Box::new(move |times, place| {
        let buffer = &mut buffers[place % PLACES];
        for _ in 0..times {
            buffer.truncate(before(place));
            let written = black_box(&value).append_variant_bytes::<D>(buffer);
            black_box(&written);
            black_box(&*buffer);
        }
    })
}

pub(crate) fn encode_slice<D: Dialect, T: ToVariantBytes + 'static>(value: T) -> Run {
    let mut buffer = Placed::new(&vec![0; bytes::<D, T>(&value).len() + 16]);
    Box::new(move |times, place| {
        let buffer = buffer.at(place);
        for _ in 0..times {
            let written = black_box(&value).write_variant_bytes::<D>(black_box(&mut *buffer));
            black_box(&written);
        }
    })
}

pub(crate) fn decode<D: Dialect, T: for<'de> FromVariantBytes<'de>>(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    assert!(T::from_variant_bytes::<D>(bytes).is_ok(), "decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = T::from_variant_bytes::<D>(black_box(source));
            black_box(&value);
        }
    })
}

/// Reads in place of a value that is there.
fn decode_in_place<T: for<'de> FromVariantBytes<'de> + 'static>(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    let mut value = T::from_variant_bytes::<Godot4>(bytes).expect("decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let read =
                T::from_variant_bytes_in_place::<Godot4>(black_box(source), black_box(&mut value));
            black_box(&read.is_ok());
        }
    })
}

fn decode_view(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = ChatView::from_variant_bytes::<Godot4>(black_box(source));
            black_box(&value);
        }
    })
}

fn decode_mesh_view(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    assert!(MeshView::from_variant_bytes::<Godot4>(bytes).is_ok(), "decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = MeshView::from_variant_bytes::<Godot4>(black_box(source));
            black_box(&value);
        }
    })
}

/// H: B as a message of a protocol, `[3, {…}]`.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum Routed {
    #[godot_var(id = 3)]
    Chat(ChatMessage),
}

/// Looks into a message without reading it.
fn peek<T: 'static>(bytes: &[u8], peek: fn(&[u8]) -> Result<T, DecodeError>) -> Run {
    let mut source = Placed::new(bytes);
    assert!(peek(bytes).is_ok(), "is there");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = peek(black_box(source));
            black_box(&value);
        }
    })
}

/// How long a text of a message is, so that nothing borrows from it.
fn text_len(bytes: &[u8], path: &str) -> Result<usize, DecodeError> {
    peek_field::<Godot4, &str>(bytes, path).map(str::len)
}

fn encode_view(vec: bool) -> Run {
    let chat: &'static ChatMessage = Box::leak(Box::new(chat()));
    let ChatMessage { channel, sender, text, at } = chat;
    let view = ChatView { channel: *channel, sender, text, at: *at };
    if vec { encode_vec::<Godot4, _>(view) } else { encode_slice::<Godot4, _>(view) }
}

/// An operation of ours.
pub(crate) struct Case {
    /// Its name, without blanks: workload and operation.
    pub(crate) name: &'static str,
    /// The bytes of the message.
    pub(crate) bytes: Vec<u8>,
    pub(crate) run: Run,
}

/// Every operation of ours.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = |name, bytes: &Vec<u8>, run| {
        cases.push(Case { name, bytes: bytes.clone(), run });
    };

    let a = bytes::<Godot4, _>(&player(7));
    case("A/encode-vec", &a, encode_vec::<Godot4, _>(player(7)));
    case("A/encode-slice", &a, encode_slice::<Godot4, _>(player(7)));
    case("A/decode", &a, decode::<Godot4, PlayerState>(&a));
    let wide = bytes::<Godot4, _>(&player(WIDE_ID));
    case("A-wide-id/encode-vec", &wide, encode_vec::<Godot4, _>(player(WIDE_ID)));
    case("A-wide-id/encode-slice", &wide, encode_slice::<Godot4, _>(player(WIDE_ID)));
    case("A-wide-id/decode", &wide, decode::<Godot4, PlayerState>(&wide));
    // What GDScript sends: its floats have 64 bits, and few keep their value in 32.
    let script = changed(&a, |d| {
        d.insert("yaw", 1.57);
    });
    case("A-f64-yaw/decode", &script, decode::<Godot4, PlayerState>(&script));
    case("A-wrapped/encode-vec", &a, encode_vec::<Godot4, _>(wrapped_player()));
    case("A-wrapped/encode-slice", &a, encode_slice::<Godot4, _>(wrapped_player()));
    case("A-wrapped/decode", &a, decode::<Godot4, WrappedPlayer>(&a));
    case("A-boxed/encode-vec", &a, encode_vec::<Godot4, _>(boxed_player()));
    case("A-boxed/encode-slice", &a, encode_slice::<Godot4, _>(boxed_player()));
    case("A-boxed/decode", &a, decode::<Godot4, BoxedPlayer>(&a));
    let reversed = changed(&a, |d| d.entries.reverse());
    case("A-reversed/decode", &reversed, decode::<Godot4, PlayerState>(&reversed));
    let shuffled = changed(&a, |d| {
        d.entries.rotate_left(2);
        d.entries.swap(1, 4);
    });
    case("A-shuffled/decode", &shuffled, decode::<Godot4, PlayerState>(&shuffled));
    let a3 = bytes::<Godot3, _>(&player(7));
    case("A-godot3/encode-vec", &a3, encode_vec::<Godot3, _>(player(7)));
    case("A-godot3/decode", &a3, decode::<Godot3, PlayerState>(&a3));
    let double = bytes::<Double<Godot4>, _>(&player(7));
    case("A-double/encode-vec", &double, encode_vec::<Double<Godot4>, _>(player(7)));
    case("A-double/decode", &double, decode::<Double<Godot4>, PlayerState>(&double));

    let b = bytes::<Godot4, _>(&chat());
    case("B/encode-vec", &b, encode_vec::<Godot4, _>(chat()));
    case("B/encode-slice", &b, encode_slice::<Godot4, _>(chat()));
    case("B/decode", &b, decode::<Godot4, ChatMessage>(&b));
    let reversed = changed(&b, |d| d.entries.reverse());
    case("B-reversed/decode", &reversed, decode::<Godot4, ChatMessage>(&reversed));
    case("B/decode-in-place", &b, decode_in_place::<ChatMessage>(&b));
    case("B-borrowed/encode-vec", &b, encode_view(true));
    case("B-borrowed/encode-slice", &b, encode_view(false));
    case("B-borrowed/decode", &b, decode_view(&b));

    let c = bytes::<Godot4, _>(&snapshot(false));
    case("C/encode-vec", &c, encode_vec::<Godot4, _>(snapshot(false)));
    case("C/encode-slice", &c, encode_slice::<Godot4, _>(snapshot(false)));
    case("C/decode", &c, decode::<Godot4, Snapshot>(&c));
    case("C/decode-in-place", &c, decode_in_place::<Snapshot>(&c));
    let odd = bytes::<Godot4, _>(&snapshot(true));
    case("C-odd/encode-vec", &odd, encode_vec::<Godot4, _>(snapshot(true)));
    case("C-odd/decode", &odd, decode::<Godot4, Snapshot>(&odd));

    let d = bytes::<Godot4, _>(&mesh());
    case("D/encode-vec", &d, encode_vec::<Godot4, _>(mesh()));
    case("D/encode-slice", &d, encode_slice::<Godot4, _>(mesh()));
    case("D/decode", &d, decode::<Godot4, Mesh>(&d));
    case("D-views/decode", &d, decode_mesh_view(&d));

    let e = bytes::<Godot4, _>(&player_array());
    case("E/encode-vec", &e, encode_vec::<Godot4, _>(player_array()));
    case("E/encode-slice", &e, encode_slice::<Godot4, _>(player_array()));
    case("E/decode", &e, decode::<Godot4, PlayerArray>(&e));

    let f = bytes::<Godot4, _>(&messages());
    case("F/encode-vec", &f, encode_vec::<Godot4, _>(messages()));
    case("F/encode-slice", &f, encode_slice::<Godot4, _>(messages()));
    case("F/decode", &f, decode::<Godot4, Vec<Message>>(&f));

    let g = bytes::<Godot4, _>(&profile());
    case("G/encode-vec", &g, encode_vec::<Godot4, _>(profile()));
    case("G/encode-slice", &g, encode_slice::<Godot4, _>(profile()));
    case("G/decode", &g, decode::<Godot4, Profile>(&g));

    let h = bytes::<Godot4, _>(&Routed::Chat(chat()));
    case("H/decode", &h, decode::<Godot4, Routed>(&h));
    case("H/peek-id", &h, peek(&h, peek_id::<Godot4>));
    case("H/peek-field", &h, peek(&h, |bytes| text_len(bytes, "[1].sender")));
    case("H/peek-bytes", &h, peek(&h, |b| peek_bytes::<Godot4>(b, "[1]").map(<[u8]>::len)));
    case("E/peek-field", &e, peek(&e, |bytes| peek_field::<Godot4, u32>(bytes, "[0]")));
    case("C/peek-field", &c, peek(&c, |bytes| peek_field::<Godot4, u64>(bytes, "tick")));
    cases.extend(lists::cases());
    cases.extend(delta::cases());
    cases.extend(flat::cases());
    cases.extend(litenet::cases());
    cases.extend(lludp::cases());
    cases.extend(multiplayer::cases());
    cases
}
