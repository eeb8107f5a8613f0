//! Derived sets of methods and properties, compared with hand-written ones and with the engine's packets.

use std::borrow::Cow;
use std::collections::BTreeMap;

use allocation_counter::measure;
use godot_var::math::{Quaternion, Rect2, Transform3D};
use godot_var::multiplayer::{
    Arguments, Caller, Checksum, DecodeCall, GodotRpc, GodotSync, Method, MethodSet, NodeRef,
    Options, Packet, Property, PropertySet, ReplicationMode, Row, Rpc, TransferMode, sorted,
};
use godot_var::output::{SliceOutput, VecOutput};
use godot_var::values::{NodePath, PackedView, StringName};
use godot_var::{
    Array, Color, Dictionary, EncodeError, GodotVar, Output, Reader, Variant, Vector2, Vector3,
};

use crate::common::{bytes, vectors};

/// `chat.gd` of the engine's packets, and the script that it extends.
#[derive(Debug, PartialEq, GodotRpc)]
#[expect(clippy::large_enum_variant, reason = "the script has such a method")]
enum Chat {
    #[rpc(any_peer)]
    Say(Variant, Variant),
    #[rpc(any_peer, unreliable, channel = 3, rename = "Move")]
    Move(Vector2),
    #[rpc(any_peer)]
    None,
    #[rpc(any_peer)]
    One(Variant),
    OnlyServer(Variant),
    #[rpc(any_peer)]
    Many {
        #[rpc(default)]
        a: Variant,
        #[rpc(default)]
        b: Variant,
        #[rpc(default)]
        c: Variant,
        #[rpc(default)]
        d: Variant,
        #[rpc(default)]
        e: Variant,
        #[rpc(default)]
        f: Variant,
        #[rpc(default)]
        g: Variant,
        #[rpc(default)]
        h: Variant,
    },
    #[rpc(any_peer)]
    Zulu,
    #[rpc(any_peer)]
    Zeta,
    #[rpc(any_peer, rename = "_alpha")]
    Alpha,
}

/// The constants that the derive writes.
#[test]
fn a_set_is_what_it_is_by_hand() {
    const BY_HAND: [Method; 9] = sorted([
        Method::new("say", Caller::AnyPeer),
        Method::new("Move", Caller::AnyPeer).with_mode(TransferMode::Unreliable).with_channel(3),
        Method::new("none", Caller::AnyPeer),
        Method::new("one", Caller::AnyPeer),
        Method::new("only_server", Caller::Authority),
        Method::new("many", Caller::AnyPeer),
        Method::new("zulu", Caller::AnyPeer),
        Method::new("zeta", Caller::AnyPeer),
        Method::new("_alpha", Caller::AnyPeer),
    ]);
    const CHECKSUM: Checksum = Chat::CHECKSUM;
    assert_eq!(Chat::METHODS, BY_HAND);
    assert_eq!(CHECKSUM.to_string(), "ab9ae61f88d8d5e3a884e3f6dd539ca9");
    assert_eq!(Chat::Zulu.id(), 8);
    assert_eq!(Chat::Move(Vector2::ZERO).id(), 0);
}

#[derive(GodotRpc)]
#[rpc(rename_all = "PascalCase")]
enum Words {
    Nothing,
    #[rpc(authority, reliable, call_remote)]
    Defaults,
    #[rpc(any_peer)]
    #[rpc(unreliable_ordered, call_local, channel = 255)]
    All,
    #[rpc(rename = "own_name")]
    Renamed,
}

#[test]
fn words_of_a_method() {
    let expected = [
        Method::new("All", Caller::AnyPeer)
            .with_mode(TransferMode::UnreliableOrdered)
            .with_channel(255)
            .with_call_local(true),
        Method::new("Defaults", Caller::Authority),
        Method::new("Nothing", Caller::Authority),
        Method::new("own_name", Caller::Authority),
    ];
    assert_eq!(Words::METHODS, expected);
}

fn arguments(call: &impl MethodSet) -> (u8, Vec<u8>) {
    let mut values = Vec::new();
    let count = call.encode_arguments(&mut VecOutput::new(&mut values)).expect("written");
    (count, values)
}

/// Every call that the engine wrote belongs to the set. Encoded again, it has all arguments.
#[test]
fn the_calls_of_the_engine() {
    let mut calls = 0;
    for vector in vectors("multiplayer.jsonl") {
        let bytes = bytes(&vector);
        let Ok(Packet::Rpc(rpc)) = Packet::read(&bytes, &Options::DEFAULT) else { continue };
        calls += 1;
        let call = Chat::decode_call(rpc.method, rpc.arguments, &Options::DEFAULT);
        let call = call.expect("read").expect("a method of the set");
        let (count, values) = arguments(&call);
        if let Chat::Many { .. } = call {
            let Arguments::Values { count: given, values: row } = rpc.arguments else {
                panic!("more than one")
            };
            let nulls = [0; 4].repeat(usize::from(8 - given));
            assert_eq!((count, values), (8, [row.bytes(), &nulls].concat()));
            continue;
        }
        let again = Rpc { arguments: Arguments::of(count, &values), ..rpc };
        let again = Packet::Rpc(again).to_bytes().expect("a packet");
        assert_eq!(hex::encode(again), hex::encode(&bytes));
    }
    assert_eq!(calls, 240);
}

#[derive(Debug, PartialEq, GodotRpc)]
enum Lent<'a> {
    #[rpc(any_peer)]
    Say {
        text: &'a str,
        #[rpc(default = 3)]
        times: u8,
        #[rpc(default = "nobody")]
        to: String,
    },
    #[rpc(any_peer)]
    Bytes(&'a [u8]),
    #[rpc(any_peer)]
    Pair(Vector2, i64),
    #[rpc(any_peer)]
    r#Type { r#type: bool },
}

fn lent(id: u16, count: u8, digits: &str) -> String {
    let values = hex::decode(digits).expect("digits");
    match Lent::decode_call(id, Arguments::of(count, &values), &Options::DEFAULT) {
        Ok(call) => format!("{call:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn arguments_that_are_missing_or_do_not_fit() {
    let names: Vec<_> = Lent::METHODS.iter().map(|method| method.name).collect();
    assert_eq!(names, ["bytes", "pair", "say", "type"]);
    let hi = "040000000200000068690000";
    let all = lent(2, 3, &format!("{hi}0205{hi}"));
    assert_eq!(all, r#"Some(Say { text: "hi", times: 5, to: "hi" })"#);
    let some = lent(2, 1, hi);
    assert_eq!(some, r#"Some(Say { text: "hi", times: 3, to: "nobody" })"#);
    assert_eq!(
        lent(2, 0, ""),
        "expected the argument text, but it is missing from the value at byte 0"
    );
    assert_eq!(
        lent(2, 2, &format!("{hi}02ff")),
        "times: expected int from 0 to 255, found -1 at byte 12"
    );
    assert_eq!(
        lent(1, 2, "0500000000000000000000000400000000000000"),
        "arg1: expected int, found String at byte 12"
    );
    assert_eq!(lent(3, 1, "0202"), "type: expected bool, found int at byte 0");
    assert_eq!(lent(3, 2, "8181"), "expected no further argument, found 1 argument more at byte 1");
    assert_eq!(lent(4, 0, ""), "None");

    // Borrowed types borrow from the packet.
    let packet = hex::decode(format!("{hi}0205")).expect("digits");
    let read = Lent::decode_call(2, Arguments::of(2, &packet), &Options::DEFAULT);
    let Ok(Some(Lent::Say { text, .. })) = read else { panic!("{read:?}") };
    assert!(packet.as_ptr_range().contains(&text.as_ptr()));
    // A single `PackedByteArray` has neither header nor length.
    let (count, values) = arguments(&Lent::Bytes(&[1, 2, 3]));
    assert_eq!(Arguments::of(count, &values), Arguments::Bytes(&[1, 2, 3]));
}

#[derive(Debug, PartialEq, GodotRpc)]
enum Refuses {
    Count { items: Vec<Big> },
}

#[derive(Debug, PartialEq, GodotVar)]
struct Big {
    number: u64,
}

/// An encoding error names the argument, like a decoding error.
#[test]
fn what_cannot_be_written_has_its_name() {
    let call = Refuses::Count { items: vec![Big { number: u64::MAX }] };
    let error = call.encode_arguments(&mut SliceOutput::new(&mut [])).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "items[0].number: 18446744073709551615 is above 9223372036854775807, the largest int that Godot holds"
    );
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Item {
    name: String,
    count: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Red,
    Blue,
}

#[derive(Debug, PartialEq, GodotRpc)]
enum Types<'a> {
    Numbers(bool, i8, i64, u8, u64, f32, f64, char),
    Texts(String, Box<str>, StringName, NodePath, Cow<'a, str>, &'a str),
    Structures(Vector2, Vector3, Rect2, Quaternion, Transform3D, Color),
    Lists(Vec<u8>, Vec<i32>, Vec<String>, Vec<Vector2>, [i32; 2], (i32, String), Cow<'a, [u8]>),
    Views(PackedView<'a, f32>, &'a [u8]),
    Containers(BTreeMap<String, i32>, Option<i32>, Dictionary, Array, Variant, Box<i32>, ()),
    Own(Item, Vec<Item>, Team, Option<Item>),
}

#[test]
fn arguments_of_every_kind() {
    let item = Item { name: "sword".into(), count: 2 };
    let calls = [
        Types::Numbers(true, -8, 1 << 40, 200, 7, 1.5, 0.1, 'ä'),
        Types::Texts("a".into(), "b".into(), "c".into(), "d/e".into(), "f".into(), "g"),
        Types::Structures(
            Vector2::new(1.0, 2.0),
            Vector3::new(1.0, 2.0, 3.0),
            Rect2::default(),
            Quaternion::default(),
            Transform3D::default(),
            Color::default(),
        ),
        Types::Lists(
            vec![1, 2],
            vec![-1],
            vec!["x".into()],
            vec![Vector2::ZERO],
            [3, 4],
            (5, "y".into()),
            Cow::Borrowed(&[6]),
        ),
        Types::Views(PackedView::from(&[1.5, 2.5][..]), &[1, 2]),
        Types::Containers(
            BTreeMap::from([("k".into(), 1)]),
            None,
            Dictionary::default(),
            Array::default(),
            Variant::Int(300),
            Box::new(6),
            (),
        ),
        Types::Own(item.clone(), vec![item.clone()], Team::Blue, Some(item)),
    ];
    for call in calls {
        let (count, values) = arguments(&call);
        let arguments = Arguments::of(count, &values);
        let bytes = Packet::Rpc(Rpc::new(NodeRef::Id(1), call.id(), arguments)).to_bytes();
        let bytes = bytes.expect("a packet");
        let Ok(Packet::Rpc(rpc)) = Packet::read(&bytes, &Options::DEFAULT) else {
            panic!("a call")
        };
        let read = Types::decode_call(rpc.method, rpc.arguments, &Options::DEFAULT);
        assert_eq!(read, Ok(Some(call)));
    }
}

// ---------------------------------------------------------------- properties

/// The synchronizer `Sync` of the engine's `player.tscn`.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Player {
    pos: Vector2,
    #[sync(on_change)]
    hp: i32,
    #[sync(on_change, spawn)]
    title: String,
}

/// The synchronizer `Input`, with a property of every other kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotSync)]
struct Input {
    #[sync(always, spawn = false, path = ".:move")]
    direction: Vector2,
    #[sync(on_change, spawn = false)]
    fire: bool,
    #[sync(never)]
    team: u8,
    #[sync(never, spawn = false)]
    r#type: u8,
    #[sync(on_change, path = "Sprite2D:frame")]
    frame: u8,
}

/// Nothing is synchronized.
#[derive(Clone, Debug, PartialEq, GodotSync)]
struct Still;

#[test]
fn properties_are_what_they_are_by_hand() {
    let (always, change) = (ReplicationMode::Always, ReplicationMode::OnChange);
    let expected = [
        Property::new(".:pos", always),
        Property::new(".:hp", change),
        Property::new(".:title", change),
    ];
    assert_eq!(Player::PROPERTIES, expected);
    let never = ReplicationMode::Never;
    let expected = [
        Property::new(".:move", always).with_spawn(false),
        Property::new(".:fire", change).with_spawn(false),
        Property::new(".:team", never),
        Property::new(".:type", never).with_spawn(false),
        Property::new("Sprite2D:frame", change),
    ];
    assert_eq!(Input::PROPERTIES, expected);
    assert_eq!(Still::PROPERTIES, []);
}

fn row(write: impl FnOnce(&mut VecOutput<&mut Vec<u8>>) -> Result<(), EncodeError>) -> String {
    let mut row = Vec::new();
    write(&mut VecOutput::new(&mut row)).expect("written");
    hex::encode(row)
}

/// The spawn, syncs and deltas of the engine's players.
#[test]
fn rows_of_the_engine() {
    let player = Player { pos: Vector2::new(1.0, 2.0), hp: 100, title: "ann".into() };
    let spawn = "050000000000803f000000400264 0400000003000000616e6e00".replace(' ', "");
    assert_eq!(row(|out| player.encode_spawn(out)), spawn);
    let moved = Player { pos: Vector2::new(3.0, 4.0), hp: 99, title: "ann".into() };
    assert_eq!(row(|out| moved.encode_always(out)), "050000000000404000008040");
    assert_eq!(row(|out| moved.encode_changed(1, out)), "0263");

    let mut client = Player::default();
    let spawn = hex::decode(spawn).expect("digits");
    client.read_spawn(&mut Reader::new(&spawn)).expect("read");
    assert_eq!(client, player);
    let always = hex::decode("050000000000404000008040").expect("digits");
    client.apply_always(Row::new(&always), &Options::DEFAULT).expect("set");
    client.apply_changed(1, Row::new(b"\x02\x63"), &Options::DEFAULT).expect("set");
    assert_eq!(client, moved);
    let fire = Input { fire: true, ..Input::default() };
    assert_eq!(row(|out| fire.encode_changed(1, out)), "81");
}

#[test]
fn rows_that_do_not_fit() {
    let mut player = Player { pos: Vector2::ZERO, hp: 1, title: String::new() };
    let before = player.clone();
    let mut changed = |mask, row: &[u8]| {
        player
            .apply_changed(mask, Row::new(row), &Options::DEFAULT)
            .expect_err("refused")
            .to_string()
    };
    let wrong = changed(0b11, b"\x02\x05\x02\x06");
    assert_eq!(wrong, r#"[".:title"]: expected String, found int at byte 2"#);
    let bit = changed(0b100, b"");
    assert_eq!(bit, "expected a mask of the properties on change, found 0b100 at byte 0");
    let trailing = changed(0b1, b"\x02\x05\x00");
    assert_eq!(trailing, "expected nothing after the last property, found 1 byte at byte 2");
    assert_eq!(player, before);
}

/// Types that own nothing are encoded, decoded and set without allocation.
#[test]
fn nothing_is_allocated_for_what_owns_nothing() {
    let call = Lent::Pair(Vector2::new(1.0, 2.0), 1 << 40);
    let (mut buffer, mut input) = ([0; 64], Input::default());
    let other = Input { fire: true, frame: 3, ..input };
    let info = measure(|| {
        let mut out = SliceOutput::new(&mut buffer);
        let count = call.encode_arguments(&mut out).expect("written");
        let len = out.position();
        let arguments = Arguments::of(count, &buffer[..len]);
        let read = Lent::decode_call(call.id(), arguments, &Options::DEFAULT);
        assert_eq!(read.as_ref(), Ok(&Some(Lent::Pair(Vector2::new(1.0, 2.0), 1 << 40))));

        let mut out = SliceOutput::new(&mut buffer);
        other.encode_changed(0b11, &mut out).expect("written");
        let len = out.position();
        input.apply_changed(0b11, Row::new(&buffer[..len]), &Options::DEFAULT).expect("set");
        assert_eq!(input, other);
    });
    assert_eq!(info.count_total, 0);
}
