//! What is sent before a peer has a spawned node: calls of the session, and packets of other clients that it relays.

use godot_var::Vector2;
use godot_var::multiplayer::{
    Arguments, CallError, Checksum, Config, Delta, DeltaElement, DeltaElements, GodotRpc, Ids,
    Incoming, LeftOut, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node, NodeId, NodeRef,
    Packet, Refusal, Relay, Row, Rpc, SERVER, Scene, Session, SessionLimits, SimplifyPath, Spawn,
    Synchronizer, Target, TransferMode,
};
use godot_var::output::VecOutput;

use super::replication::{ann, level};
use super::session::{NOW, packets, poll, receive, refusal, simplify};

#[derive(GodotRpc)]
enum Calls {
    #[rpc(any_peer)]
    Hello,
    #[rpc(any_peer, channel = 3)]
    Jump,
    #[rpc(any_peer, unreliable)]
    Look,
    #[rpc(any_peer, unreliable, channel = 4)]
    Turn,
}

const CONFIRM: &[u8] = &[2, 1, 1, 0, 0, 0];

/// A server whose clients 7 and 8 see each other. Node 7 is spawned at client 7; client 8 has not confirmed the spawner.
struct Play {
    session: Session,
    spawner: NodeId,
    node: NodeId,
}

fn of_scene(name: &str) -> NewNode {
    let sync = MultiplayerSynchronizer::new(&ann()).expect("a state");
    NewNode::scene(0, name).with_node(Node::of::<Calls>()).with_synchronizer("Sync", sync)
}

fn play(limits: SessionLimits) -> Play {
    let mut session = Session::new(Config::default().with_relay(Relay::On).with_limits(limits));
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    for peer in [7, 8] {
        session.connect(peer, NOW);
    }
    let node = session.spawn(spawner, of_scene("7")).expect("spawned");
    assert_eq!(receive(&mut session, 7, CONFIRM), None);
    assert_eq!(poll(&mut session, NOW), [(7, node)]);
    packets(&mut session);
    Play { session, spawner, node }
}

fn bytes(packet: &Packet<'_>) -> Vec<u8> {
    packet.to_bytes().expect("a packet")
}

fn call(path: &str) -> Vec<u8> {
    bytes(&Packet::Rpc(Rpc::new(NodeRef::Path(path), 0, Arguments::NONE)))
}

fn spawn(spawner: u32, node: u32, synchronizers: &[u32]) -> Vec<u8> {
    let synchronizers: Vec<_> = synchronizers.iter().map(|id| id.to_le_bytes()).collect();
    bytes(&Packet::Spawn(Spawn {
        scene: Scene::Index(0),
        spawner,
        node,
        synchronizers: Ids::of(&synchronizers),
        name: "1",
        state: Row::new(b"\x02\x05"),
    }))
}

fn delta(synchronizers: &[Synchronizer]) -> Vec<u8> {
    let mut elements = Vec::new();
    for synchronizer in synchronizers {
        let row = Row::new(b"\x02\x09");
        let element = DeltaElement { synchronizer: *synchronizer, mask: 1, row };
        element.put(&mut VecOutput::new(&mut elements)).expect("an element");
    }
    let elements = DeltaElements::new(&elements).expect("elements");
    bytes(&Packet::Delta(Delta { elements }))
}

/// A packet that a client sends to another one through the server.
fn relayed(to: i32, packet: &[u8]) -> Vec<u8> {
    bytes(&Packet::Relay { peer: to, packet })
}

impl Play {
    /// Client 7 sends a packet to client 8.
    fn relay(&mut self, packet: &[u8]) -> Option<Refusal> {
        receive(&mut self.session, 7, &relayed(8, packet)).map(|event| refusal(Some(event)))
    }

    /// Client 8 has loaded its level.
    fn confirm(&mut self) {
        assert_eq!(receive(&mut self.session, 8, CONFIRM), None);
    }

    /// The packets for client 8.
    fn sent(&mut self) -> Vec<String> {
        let sent = packets(&mut self.session).into_iter();
        sent.filter(|(peer, _)| *peer == 8).map(|(_, bytes)| bytes).collect()
    }
}

/// The packet with which the session spawns the node at client 8.
fn spawn_of_node() -> String {
    let mut play = play(SessionLimits::DEFAULT);
    play.confirm();
    play.sent().remove(0)
}

fn from_7(packet: &[u8]) -> String {
    hex::encode(relayed(7, packet))
}

#[test]
fn announcements_and_calls_of_other_clients_wait_for_the_node() {
    let mut play = play(SessionLimits::DEFAULT);
    let announced = simplify(5, "World/Players/7/Input", Checksum::NONE);
    let called = call("World/Players/7");
    for packet in [&announced, &called] {
        assert_eq!(play.relay(packet), None);
    }
    // The client repeats its announcement, which waits only once.
    assert_eq!(play.relay(&announced), None);
    // About a node that every peer has from the start.
    let chat = call("World/Chat");
    assert_eq!(play.relay(&chat), None);
    assert_eq!(play.sent(), [from_7(&chat)]);

    play.confirm();
    assert_eq!(play.sent(), [spawn_of_node(), from_7(&announced), from_7(&called)]);
    // Later ones are sent on immediately.
    assert_eq!(play.relay(&called), None);
    assert_eq!(play.sent(), [from_7(&called)]);
}

#[test]
fn unreliable_calls_of_other_clients_do_not_wait() {
    let mut play = play(SessionLimits::DEFAULT);
    let relayed = relayed(8, &call("World/Players/7"));
    let mode = TransferMode::Unreliable;
    let incoming = Incoming { peer: 7, bytes: &relayed, mode, channel: 0 };
    assert_eq!(play.session.receive(incoming, NOW), None);
    play.confirm();
    assert_eq!(play.sent(), [spawn_of_node()]);
}

#[test]
fn packets_that_wait_keep_their_order() {
    let mut play = play(SessionLimits::DEFAULT);
    let spawner = simplify(6, "World/Players/7/Bullets", Checksum::NONE);
    let (spawned, other) = (spawn(6, 1, &[2]), spawn(4, 9, &[10]));
    let both = [Synchronizer::Spawned(2), Synchronizer::Spawned(10), Synchronizer::Path(3)];
    let gone = bytes(&Packet::Despawn(1));
    for packet in [&spawner, &spawned, &other, &delta(&both), &gone] {
        assert_eq!(play.relay(packet), None);
    }
    // Only what depends on the first announcement waits.
    let (waits, goes) = both.split_at(1);
    let sent = goes.iter().map(|one| from_7(&delta(&[*one])));
    assert_eq!(play.sent(), [&[from_7(&other)][..], &sent.collect::<Vec<_>>()].concat());

    play.confirm();
    let waited = [&spawner, &spawned, &delta(waits), &gone].map(|packet| from_7(packet));
    assert_eq!(play.sent(), [&[spawn_of_node()][..], &waited].concat());
    assert_eq!(play.relay(&delta(&both)), None);
    assert_eq!(play.sent(), [from_7(&delta(&both))]);
}

#[test]
fn what_waits_is_dropped_with_the_node_the_sender_or_the_target() {
    let announced = |id| simplify(id, "World/Players/7/Input", Checksum::NONE);
    // Two of these fit.
    let len = announced(1).len();
    let bytes = 2 * (1024 + 64 + len);
    let mut play = play(SessionLimits::DEFAULT.with_bytes(bytes));
    let full = Some(Refusal::Limit("packets that wait for nodes at other peers"));
    assert_eq!([1, 2, 3].map(|id| play.relay(&announced(id))), [None, None, full.clone()]);

    play.session.disconnect(8);
    play.session.connect(8, NOW);
    assert_eq!([1, 2, 3].map(|id| play.relay(&announced(id))), [None, None, full.clone()]);

    play.session.disconnect(7);
    play.session.connect(7, NOW);
    play.sent();
    play.confirm();
    assert_eq!(play.sent(), [spawn_of_node()]);

    play.session.disconnect(8);
    play.session.connect(8, NOW);
    assert_eq!([1, 2, 3].map(|id| play.relay(&announced(id))), [None, None, full]);
    play.session.remove_node(play.node);
    play.node = play.session.spawn(play.spawner, of_scene("7")).expect("spawned");
    assert_eq!([1, 2].map(|id| play.relay(&announced(id))), [None, None]);
    play.sent();
    play.confirm();
    let sent = play.sent();
    assert_eq!(sent[1..], [from_7(&announced(1)), from_7(&announced(2))]);
}

/// Elements of a delta cost what the deltas of one element do that wait.
#[test]
fn elements_that_wait_count_against_the_limit() {
    let spawner = simplify(6, "World/Players/7/Bullets", Checksum::NONE);
    let spawned = spawn(6, 1, &[2, 3]);
    let waits = delta(&[Synchronizer::Spawned(2), Synchronizer::Spawned(3)]);
    let one = delta(&[Synchronizer::Spawned(2)]);
    let bytes = 1024 + 64 + spawner.len() + 1024 + 3 * 64 + spawned.len() + 2 * (1024 + one.len());
    let full = Some(Refusal::Limit("packets that wait for nodes at other peers"));
    for (limit, expected) in [(bytes, None), (bytes - 1, full)] {
        let mut play = play(SessionLimits::DEFAULT.with_bytes(limit));
        assert_eq!([&spawner, &spawned].map(|packet| play.relay(packet)), [None, None]);
        assert_eq!(play.relay(&waits), expected);
    }
}

#[test]
fn calls_of_other_clients_do_not_wait_for_a_hidden_node() {
    let mut play = play(SessionLimits::DEFAULT);
    let sync = play.session.synchronizers(play.node)[0];
    play.session.set_visibility_for(sync, 7, true);
    play.session.set_public_visibility(sync, false);
    play.confirm();
    let announced = simplify(5, "World/Players/7/Input", Checksum::NONE);
    for packet in [&announced, &call("World/Players/7")] {
        assert_eq!(play.relay(packet), None);
    }
    assert_eq!(play.sent(), [] as [&str; 0]);
    // The client announces a path only once.
    play.session.set_visibility_for(sync, 8, true);
    assert_eq!(play.sent(), [spawn_of_node(), from_7(&announced)]);
}

#[test]
fn calls_that_wait_leave_room_for_announcements() {
    let mut play = play(SessionLimits::DEFAULT.with_bytes(8 * 1024));
    while play.relay(&call("World/Players/7")).is_none() {}
    for id in 1..5 {
        let announced = simplify(id, "World/Players/7/Input", Checksum::NONE);
        assert_eq!(play.relay(&announced), None);
    }
}

#[test]
fn a_packet_for_all_is_for_nobody_if_it_has_no_room() {
    let announced = simplify(1, "World/Players/7/Input", Checksum::NONE);
    let mut play = play(SessionLimits::DEFAULT.with_bytes(200));
    play.session.connect(9, NOW);
    play.session.spawn(play.spawner, of_scene("9")).expect("spawned");
    packets(&mut play.session);
    let before = format!("{:?}", play.session);
    let reason = refusal(receive(&mut play.session, 7, &relayed(0, &announced)));
    assert_eq!(reason, Refusal::Limit("packets that wait for nodes at other peers"));
    assert_eq!(format!("{:?}", play.session), before);
}

#[test]
fn calls_wait_for_the_node() {
    let mut play = play(SessionLimits::DEFAULT);
    let left_out = play.session.call(Target::All, play.node, &Calls::Hello);
    assert_eq!(left_out, Ok(&[][..]));
    // The synchronizer is in the node.
    let inside = play.session.add_node("World/Players/7/Gun", Node::of::<Calls>());
    let inside = inside.expect("a path of its own");
    let left_out = play.session.call(Target::Peer(8), inside, &Calls::Hello);
    assert_eq!(left_out, Ok(&[][..]));
    assert_eq!(play.sent(), [] as [&str; 0]);

    play.confirm();
    let calls = ["World/Players/7", "World/Players/7/Gun"].map(|path| hex::encode(call(path)));
    assert_eq!(play.sent(), [&[spawn_of_node()][..], &calls].concat());
    assert_eq!(poll(&mut play.session, NOW), [(8, play.node)]);
}

#[test]
fn a_call_on_another_channel_does_not_overtake_the_spawn() {
    let mut play = play(SessionLimits::DEFAULT);
    for call in [Calls::Jump, Calls::Hello] {
        let left_out = play.session.call(Target::Peer(8), play.node, &call);
        assert_eq!(left_out, Ok(&[][..]));
    }
    play.confirm();
    // The spawn, the call on channel 0, and the announcement of the node, which arrives after the spawn.
    let announced = {
        let (checksum, id) = (<Calls as godot_var::multiplayer::MethodSet>::CHECKSUM, 2);
        let path = "World/Players/7";
        hex::encode(bytes(&Packet::SimplifyPath(SimplifyPath { checksum, id, path })))
    };
    let hello = hex::encode(call("World/Players/7"));
    assert_eq!(play.sent(), [spawn_of_node(), hello, announced]);
    assert_eq!(receive(&mut play.session, 8, &[2, 1, 2, 0, 0, 0]), None);
    let mut sent = Vec::new();
    play.session.drain(|packet| sent.push((packet.peer, packet.bytes.to_vec(), packet.channel)));
    let jump = Rpc::new(NodeRef::Path("World/Players/7"), 1, Arguments::NONE);
    assert_eq!(sent, [(8, bytes(&Packet::Rpc(jump)), 3)]);
}

/// The engine answers an announcement only once, so an answer does not tell that the node is there again. Channel 0 keeps the order.
#[test]
fn a_call_on_another_channel_does_not_overtake_the_second_spawn() {
    const CONFIRM_NODE: &[u8] = &[2, 1, 2, 0, 0, 0];
    for is_answered in [true, false] {
        let mut play = play(SessionLimits::DEFAULT);
        let sync = play.session.synchronizers(play.node)[0];
        play.confirm();
        let left_out = play.session.call(Target::Peer(8), play.node, &Calls::Jump);
        assert_eq!(left_out, Ok(&[][..]));
        let spawned_and_announced = play.sent();
        assert_eq!(spawned_and_announced.len(), 2);

        play.session.set_public_visibility(sync, false);
        assert_eq!(play.sent(), [hex::encode(bytes(&Packet::Despawn(2)))]);
        if is_answered {
            assert_eq!(receive(&mut play.session, 8, CONFIRM_NODE), None);
            assert_eq!(play.sent(), [] as [&str; 0]);
        }
        play.session.set_public_visibility(sync, true);
        for call in [Calls::Jump, Calls::Turn] {
            let left_out = play.session.call(Target::Peer(8), play.node, &call);
            assert_eq!(left_out, Ok(&[][..]));
        }
        let mut sent = Vec::new();
        play.session.drain(|one| sent.push((one.peer, one.bytes[0], one.channel)));
        sent.retain(|(peer, ..)| *peer == 8);
        let call = if is_answered { 0x80 } else { 0xa0 };
        assert_eq!(sent, [(8, 4, 0), (8, 0xa0, 0), (8, call, 0), (8, call, 4)]);
    }
}

#[test]
fn a_packet_waits_for_the_nearest_node_above_its_path() {
    let mut play = play(SessionLimits::DEFAULT);
    // In the order of paths, these are between the node and its contents.
    for name in ["7!", "7-", "7-1"] {
        play.session.spawn(play.spawner, NewNode::scene(0, name)).expect("spawned");
    }
    for path in ["World/Players/8/Sync", "World/Players/7!!/Input", "World/Players/7x", "Else/Zed"]
    {
        let announced = simplify(4, path, Checksum::NONE);
        assert_eq!(play.relay(&announced), None);
        assert_eq!(play.sent(), [from_7(&announced)]);
    }
    for (id, below) in
        (5..).zip(["7", "7/Sync", "7/A/B", "7/Zed", "7/Sync/Zed/a", "7-/a", "7!/Zed"])
    {
        let announced = simplify(id, &format!("World/Players/{below}"), Checksum::NONE);
        assert_eq!(play.relay(&announced), None);
        assert_eq!(play.sent(), [] as [&str; 0], "{below}");
    }
}

#[test]
fn only_a_server_with_relay_sends_on() {
    for mut session in [
        Session::new(Config::default()),
        Session::client(9, Config::default().with_relay(Relay::On)),
    ] {
        let peer = if session.unique_id() == SERVER { 7 } else { SERVER };
        session.connect(peer, NOW);
        let called = call("World/Chat");
        let event = session.relay(Incoming::new(peer, &called), 8, NOW);
        assert_eq!(refusal(event), Refusal::NotRelayed);
    }
}

const NODE: &str = "World/Players/7";

fn left_out(
    reason: fn(LeftOut) -> CallError,
    peer: i32,
    node: &str,
    method: &'static str,
) -> CallError {
    reason(LeftOut { peer, node: node.into(), method })
}

#[test]
fn a_call_says_whom_it_left_out_and_why() {
    let mut play = play(SessionLimits::DEFAULT.with_bytes(2 * 400));
    let Play { session, node, .. } = &mut play;
    let look = session.call(Target::All, *node, &Calls::Look);
    assert_eq!(look, Ok(&[left_out(CallError::NotSpawned, 8, NODE, "look")][..]));
    let look = session.call(Target::Peer(8), *node, &Calls::Look);
    assert_eq!(look, Err(left_out(CallError::NotSpawned, 8, NODE, "look")));
    // Half of the limit, which is less than a packet counts.
    let hello = session.call(Target::All, *node, &Calls::Hello);
    assert_eq!(hello, Ok(&[left_out(CallError::Limit, 8, NODE, "hello")][..]));
    let sync = session.synchronizers(*node)[0];
    session.set_public_visibility(sync, false);
    let hello = session.call(Target::All, *node, &Calls::Hello);
    assert_eq!(
        hello,
        Ok(&[
            left_out(CallError::NotVisible, 7, NODE, "hello"),
            left_out(CallError::NotVisible, 8, NODE, "hello")
        ][..])
    );
    let hello = session.call(Target::Peer(7), *node, &Calls::Hello);
    assert_eq!(hello, Err(left_out(CallError::NotVisible, 7, NODE, "hello")));
    session.set_visibility_for(sync, 7, true);
    let hello = session.call(Target::All, *node, &Calls::Hello);
    assert_eq!(hello, Ok(&[left_out(CallError::NotVisible, 8, NODE, "hello")][..]));
}

#[test]
fn states_and_visibility_of_a_new_node_follow_its_spawn() {
    let mut play = play(SessionLimits::DEFAULT);
    let sync = play.session.synchronizers(play.node)[0];
    let moved = super::replication::Player { pos: Vector2::new(3.0, 4.0), hp: 7, ..ann() };
    play.session.set_state(sync, &moved).expect("a state");
    poll(&mut play.session, NOW);
    assert_eq!(play.sent(), [] as [&str; 0]);
    // The spawn has the newest state.
    play.confirm();
    let sent = play.sent();
    assert_eq!(sent.len(), 1);
    assert!(sent[0].starts_with("04") && sent[0].contains("0000404000008040"), "{sent:?}");

    // Hidden before the peer could have it: it never gets it, until it may see it.
    play.session.connect(9, NOW);
    play.session.set_public_visibility(sync, false);
    assert_eq!(receive(&mut play.session, 9, CONFIRM), None);
    packets(&mut play.session);
    assert!(!play.session.is_spawned(9, play.node));
    play.session.set_visibility_for(sync, 9, true);
    let sent = packets(&mut play.session);
    assert_eq!(sent.len(), 1);
    assert!(sent[0].0 == 9 && sent[0].1.starts_with("04"), "{sent:?}");
    // Peer 8 does not have it any more.
    assert_eq!(poll(&mut play.session, NOW), [(9, play.node)]);
}

#[test]
fn what_was_for_a_peer_that_has_left_is_not_reported() {
    let mut play = play(SessionLimits::DEFAULT);
    play.session.connect(9, NOW);
    for peer in [8, 9] {
        assert_eq!(receive(&mut play.session, peer, CONFIRM), None);
    }
    play.session.disconnect(8);
    assert_eq!(poll(&mut play.session, NOW), [(9, play.node)]);
}

/// A spawner in a spawned node, of the same session.
#[test]
fn a_node_in_a_node_waits_for_both() {
    let mut play = play(SessionLimits::DEFAULT);
    let inner = MultiplayerSpawner::new("World/Players/7").with_scenes(&["gun.tscn"]);
    let inner = play.session.add_spawner("World/Players/7/Guns", inner).expect("added");
    let gun = NewNode::scene(0, "Gun").with_node(Node::of::<Calls>());
    let gun = play.session.spawn(inner, gun).expect("spawned");
    let left_out = play.session.call(Target::Peer(8), gun, &Calls::Hello);
    assert_eq!(left_out, Ok(&[][..]));
    let announced = simplify(5, "World/Players/7/Gun/Input", Checksum::NONE);
    assert_eq!(play.relay(&announced), None);
    play.sent();

    play.confirm();
    let sent = play.sent();
    assert_eq!(sent[0], spawn_of_node());
    // The inner spawner is announced.
    assert_eq!(sent.len(), 2);
    assert!(sent[1].starts_with("01"), "{sent:?}");
    let id = sent[1][68..70].parse().expect("an id");
    assert_eq!(receive(&mut play.session, 8, &[2, 1, id, 0, 0, 0]), None);
    let sent = play.sent();
    assert!(sent[0].starts_with("04"), "{sent:?}");
    assert_eq!(sent[1..], [hex::encode(call("World/Players/7/Gun")), from_7(&announced)]);
}

/// A node of the session in a node of client 7, which is in a node of the session.
#[test]
fn a_node_in_a_node_of_a_client_goes_with_the_outer_node() {
    let mut play = play(SessionLimits::DEFAULT);
    let sync = play.session.synchronizers(play.node)[0];
    play.confirm();
    let of_7 = MultiplayerSpawner::new("World/Players/7").with_scenes(&["bag.tscn"]);
    let of_7 = of_7.with_authority(7);
    play.session.add_spawner("World/Players/7/Bags", of_7).expect("added");
    let announced = simplify(5, "World/Players/7/Bags", Checksum::NONE);
    assert_eq!(receive(&mut play.session, 7, &announced), None);
    assert!(receive(&mut play.session, 7, &spawn(5, 1, &[])).is_some());
    let things = MultiplayerSpawner::new("World/Players/7/1").with_scenes(&["gun.tscn"]);
    let things = play.session.add_spawner("World/Players/7/1/Things", things).expect("added");
    let gun = NewNode::scene(0, "Gun").with_node(Node::of::<Calls>());
    let gun = play.session.spawn(things, gun).expect("spawned");
    let confirm_things = &[2, 1, 6, 0, 0, 0];
    assert_eq!(receive(&mut play.session, 8, confirm_things), None);
    assert!(play.session.is_spawned(8, gun));
    play.sent();

    play.session.set_public_visibility(sync, false);
    assert!(!play.session.is_spawned(8, gun));
    let gone = [7, 2].map(|node| hex::encode(bytes(&Packet::Despawn(node))));
    assert_eq!(play.sent(), gone);
    let refused = play.session.call(Target::Peer(8), gun, &Calls::Hello);
    assert_eq!(refused, Err(left_out(CallError::NotVisible, 8, "World/Players/7/1/Gun", "hello")));
    play.session.set_public_visibility(sync, true);

    // A client that joins later.
    play.session.connect(9, NOW);
    assert_eq!(receive(&mut play.session, 9, CONFIRM), None);
    assert!(play.session.is_spawned(9, play.node) && !play.session.is_spawned(9, gun));
    assert_eq!(receive(&mut play.session, 9, confirm_things), None);
    assert!(play.session.is_spawned(9, gun));
}
