//! What both benchmarks measure: the messages, and the operations on them.

use std::hint::black_box;

use godot_var::{
    DecodeVariant, Dialect, Dictionary, Double, EncodeVariant, FromVariantBytes, Godot3, Godot4,
    GodotVar, ToVariantBytes, Variant, Vector3,
};

/// A: the message that a server sends most.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct PlayerState {
    pub(crate) id: u32,
    pub(crate) pos: Vector3,
    pub(crate) vel: Vector3,
    pub(crate) yaw: f32,
    pub(crate) health: i32,
    pub(crate) grounded: bool,
}

/// B: texts.
#[derive(Clone, Debug, PartialEq, GodotVar)]
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
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Snapshot {
    pub(crate) tick: u64,
    pub(crate) players: Vec<PlayerState>,
}

/// D: packed arrays.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vector3>,
    pub(crate) indices: Vec<i32>,
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

fn mesh() -> Mesh {
    Mesh {
        vertices: (0..10_000_i16)
            .map(|i| Vector3::new(f32::from(i), f32::from(i) * 0.5, -f32::from(i)))
            .collect(),
        indices: (0..30_000).collect(),
    }
}

fn player_array() -> PlayerArray {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(7);
    PlayerArray { id, pos, vel, yaw, health, grounded }
}

/// The bytes of a value.
pub(crate) fn bytes<D: Dialect, T: EncodeVariant<D>>(value: &T) -> Vec<u8> {
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

pub(crate) fn encode_vec<D: Dialect, T: EncodeVariant<D> + 'static>(value: T) -> Run {
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

pub(crate) fn encode_slice<D: Dialect, T: EncodeVariant<D> + 'static>(value: T) -> Run {
    let mut buffer = Placed::new(&vec![0; bytes::<D, T>(&value).len() + 16]);
    Box::new(move |times, place| {
        let buffer = buffer.at(place);
        for _ in 0..times {
            let written = black_box(&value).write_variant_bytes::<D>(black_box(&mut *buffer));
            black_box(&written);
        }
    })
}

pub(crate) fn decode<D: Dialect, T: for<'de> DecodeVariant<'de, D>>(bytes: &[u8]) -> Run {
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
    let reversed = changed(&a, |d| d.entries.reverse());
    case("A-reversed/decode", &reversed, decode::<Godot4, PlayerState>(&reversed));
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
    case("B-borrowed/encode-vec", &b, encode_view(true));
    case("B-borrowed/encode-slice", &b, encode_view(false));
    case("B-borrowed/decode", &b, decode_view(&b));

    let c = bytes::<Godot4, _>(&snapshot(false));
    case("C/encode-vec", &c, encode_vec::<Godot4, _>(snapshot(false)));
    case("C/encode-slice", &c, encode_slice::<Godot4, _>(snapshot(false)));
    case("C/decode", &c, decode::<Godot4, Snapshot>(&c));
    let odd = bytes::<Godot4, _>(&snapshot(true));
    case("C-odd/encode-vec", &odd, encode_vec::<Godot4, _>(snapshot(true)));
    case("C-odd/decode", &odd, decode::<Godot4, Snapshot>(&odd));

    let d = bytes::<Godot4, _>(&mesh());
    case("D/encode-vec", &d, encode_vec::<Godot4, _>(mesh()));
    case("D/encode-slice", &d, encode_slice::<Godot4, _>(mesh()));
    case("D/decode", &d, decode::<Godot4, Mesh>(&d));

    let e = bytes::<Godot4, _>(&player_array());
    case("E/encode-vec", &e, encode_vec::<Godot4, _>(player_array()));
    case("E/encode-slice", &e, encode_slice::<Godot4, _>(player_array()));
    case("E/decode", &e, decode::<Godot4, PlayerArray>(&e));
    cases
}
