//! A call of Godot's high-level multiplayer, with a text, a vector and an int: as a packet, and through a session.

use std::hint::black_box;
use std::time::Duration;

use godot_var::Vector3;
use godot_var::multiplayer::{
    Arguments, Config, ConfirmPath, Confirmed, DecodeCall, Event, GodotRpc, Incoming, MethodSet,
    Node, NodeId, NodeRef, Options, Packet, Rpc, SERVER, Session, Target,
};
use godot_var::output::VecOutput;

use super::{Case, Placed, Run};

/// A script with a few methods.
#[derive(GodotRpc)]
#[allow(dead_code, reason = "read and dropped")]
enum Weapon<'a> {
    #[rpc(any_peer)]
    Fire {
        kind: &'a str,
        at: Vector3,
        target: u32,
    },
    #[rpc(any_peer)]
    Reload,
    Hit {
        by: i32,
        damage: f32,
    },
}

const FIRE: Weapon<'static> =
    Weapon::Fire { kind: "crossbow", at: Vector3::new(12.5, 0.25, -7.75), target: 2400 };
/// The id of the node, confirmed.
const NODE: u32 = 1;
const NOW: Duration = Duration::ZERO;

fn write(call: &Weapon<'_>, values: &mut Vec<u8>, packet: &mut Vec<u8>) {
    values.clear();
    packet.clear();
    let count = call.encode_arguments(&mut VecOutput::new(&mut *values)).expect("encodes");
    let rpc = Rpc::new(NodeRef::Id(NODE), call.id(), Arguments::of(count, values));
    Packet::Rpc(rpc).append_bytes(packet).expect("encodes");
}

fn read(packet: &[u8]) -> Option<Weapon<'_>> {
    let Ok(Packet::Rpc(call)) = Packet::read(packet, &Options::DEFAULT) else { return None };
    Weapon::decode_call(call.method, call.arguments, &Options::DEFAULT).ok()?
}

fn encode() -> Run {
    let (mut values, mut packet) = (Vec::new(), Vec::new());
    Box::new(move |times, _| {
        for _ in 0..times {
            write(black_box(&FIRE), &mut values, &mut packet);
            black_box(&*packet);
        }
    })
}

fn decode(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    assert!(read(bytes).is_some(), "decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            black_box(&read(black_box(source)));
        }
    })
}

/// A session and its other side, to which a node has the number [`NODE`].
fn session() -> (Session, NodeId) {
    let mut session = Session::client(2, Config::default());
    let node = session.add_node("Main/Weapon", Node::of::<Weapon<'_>>()).expect("a path");
    session.connect(SERVER, NOW);
    // The first call announces the node.
    session.call(Target::Peer(SERVER), node, &FIRE).expect("a call");
    session.drain(|_| {});
    let confirm = ConfirmPath { agrees: true, path: Confirmed::Id(NODE) };
    let confirm = Packet::ConfirmPath(confirm).to_bytes().expect("encodes");
    assert_eq!(session.receive(Incoming::new(SERVER, &confirm), NOW), None);
    (session, node)
}

fn call() -> Run {
    let (mut session, node) = session();
    Box::new(move |times, _| {
        for _ in 0..times {
            let called = session.call(Target::Peer(SERVER), node, black_box(&FIRE));
            black_box(&called);
            session.drain(|packet| {
                black_box(packet.bytes);
            });
        }
    })
}

fn receive(bytes: &[u8]) -> Run {
    let (mut client, _) = session();
    let mut session = Session::new(Config::default());
    session.add_node("Main/Weapon", Node::of::<Weapon<'_>>()).expect("a path");
    session.connect(2, NOW);
    // The client announces its node once more.
    client.disconnect(SERVER);
    client.connect(SERVER, NOW);
    let node = client.node("Main/Weapon").expect("a node");
    client.call(Target::Peer(SERVER), node, &FIRE).expect("a call");
    client.drain(|packet| drop(session.receive(Incoming::new(2, packet.bytes), NOW)));
    let mut source = Placed::new(bytes);
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let event = session.receive(Incoming::new(2, black_box(source)), NOW);
            let Some(Event::Call(call)) = event else { unreachable!("a call") };
            black_box(&call.decode::<Weapon<'_>>());
        }
    })
}

/// Written and read, as a packet and through a session.
pub(crate) fn cases() -> Vec<Case> {
    let (mut values, mut packet) = (Vec::new(), Vec::new());
    write(&FIRE, &mut values, &mut packet);
    let case = |name, run| Case { name, bytes: packet.clone(), run };
    vec![
        case("RPC/encode", encode()),
        case("RPC/decode", decode(&packet)),
        case("RPC-session/call", call()),
        case("RPC-session/receive", receive(&packet)),
    ]
}
