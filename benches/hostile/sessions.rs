//! Packets to sessions of high-level multiplayer that have few or many nodes, peers and waiting packets, and peers that join and leave.

use std::time::Duration;

use godot_var::multiplayer::{
    Arguments, Checksum, Config, GodotRpc, GodotSync, Ids, Incoming, MultiplayerSpawner,
    MultiplayerSynchronizer, NewNode, Node, NodeRef, Packet, Relay, Row, Rpc, SERVER, Scene,
    Session, SessionLimits, SimplifyPath, Spawn, Target, TransferMode, godot3,
};

/// How many nodes, peers and waiting packets there are.
pub(crate) const SIZES: [usize; 2] = [30, 3_000];

/// How many times the instructions of the small session an act may take in the large one. A search in 3,000 entries takes 2.35 times the
/// steps of one in 30, their logarithms. A spawn with many nodes, which is mostly searches, takes 1.85 times the instructions; a list that
/// is read from its start takes 100 times.
pub(crate) const MOST: f64 = 2.4;

#[derive(Clone, GodotSync)]
struct State {
    always: i64,
}

/// A question to a peer.
#[derive(GodotRpc)]
enum Questions {
    #[rpc(any_peer, answer = "i64")]
    Ping,
}

/// What a peer does, and the session that learns of it. Each act is measured.
struct Case {
    what: &'static str,
    session: Sessions,
    peer: i32,
    acts: Vec<Act>,
}

enum Sessions {
    Godot4(Box<Session>),
    Godot3(Box<godot3::Session>),
}

enum Act {
    Packet(Vec<u8>),
    Join,
    Leave,
}

/// Measured.
#[inline(never)]
fn happened(session: &mut Sessions, peer: i32, act: &Act) {
    match (session, act) {
        (Sessions::Godot4(session), Act::Packet(packet)) => {
            session.receive(Incoming::new(peer, packet), Duration::ZERO);
        }
        (Sessions::Godot4(session), Act::Join) => {
            session.connect(peer, Duration::ZERO);
        }
        (Sessions::Godot4(session), Act::Leave) => {
            session.disconnect(peer);
        }
        (Sessions::Godot3(session), Act::Packet(packet)) => {
            let message = godot3::Message::Packet { source: peer, target: SERVER, packet };
            session.receive(godot3::Incoming::new(peer, message));
        }
        (Sessions::Godot3(session), Act::Join) => {
            session.connect(peer);
        }
        (Sessions::Godot3(session), Act::Leave) => session.disconnect(peer),
    }
}

/// Runs every act of every case.
pub(crate) fn run() {
    for mut case in SIZES.into_iter().flat_map(cases) {
        for act in &case.acts {
            happened(&mut case.session, case.peer, act);
            // Packets for others wait in the queue while a peer joins and leaves.
            if let (Sessions::Godot4(session), Act::Packet(_)) = (&mut case.session, act) {
                session.drain(|_| ());
            }
        }
    }
}

/// Prints and compares the counts of [`run`]. Returns whether an act takes too many.
pub(crate) fn compare(counts: &[u64]) -> bool {
    let mut failed = false;
    let names: Vec<_> = SIZES.map(names).into();
    let (few, many) = counts.split_at(names[0].len());
    assert_eq!((few.len(), many.len()), (names[0].len(), names[1].len()));
    println!("\n{:44} {:>8} {:>8}", "a session", SIZES[0], SIZES[1]);
    for ((what, few), many) in names[0].iter().zip(few).zip(many) {
        let is_too_many = *many as f64 > MOST * *few as f64;
        failed |= is_too_many;
        println!("{what:44} {few:>8} {many:>8} {}", if is_too_many { "TOO MANY" } else { "" });
    }
    failed
}

fn names(size: usize) -> Vec<&'static str> {
    cases(size).iter().flat_map(|case| case.acts.iter().map(|_| case.what)).collect()
}

fn bytes(packet: &Packet<'_>) -> Vec<u8> {
    packet.to_bytes().expect("a packet")
}

fn simplify(id: u32, path: &str) -> Vec<u8> {
    bytes(&Packet::SimplifyPath(SimplifyPath { checksum: Checksum::NONE, id, path }))
}

fn spawn(node: u32, name: &str) -> Vec<u8> {
    let (scene, synchronizers, state) = (Scene::Index(0), Ids::default(), Row::new(b""));
    bytes(&Packet::Spawn(Spawn { scene, spawner: 1, node, synchronizers, name, state }))
}

fn relayed(peer: i32, packet: &[u8]) -> Vec<u8> {
    bytes(&Packet::Relay { peer, packet })
}

fn limits() -> SessionLimits {
    SessionLimits::DEFAULT.with_bytes(1 << 24)
}

/// A server with so many nodes, which its peers have, and two spawners: its own, and one of peer 7.
fn server(nodes: usize, peers: usize, relay: Relay) -> Session {
    let mut session = Session::new(Config::default().with_limits(limits()).with_relay(relay));
    let level = |path| MultiplayerSpawner::new(path).with_scenes(&["a"]);
    let own = session.add_spawner("Main/Spawner", level("Main/Ours")).expect("a path of its own");
    let theirs = level("Main/Theirs").with_authority(7);
    session.add_spawner("Main/Theirs/Spawner", theirs).expect("a path of its own");
    for index in 0..nodes {
        let sync = MultiplayerSynchronizer::new(&State { always: 1 }).expect("a state");
        let new = NewNode::scene(0, &index.to_string()).with_synchronizer("Sync", sync);
        session.spawn(own, new).expect("spawned");
    }
    for peer in (7..).take(peers) {
        session.connect(peer, Duration::ZERO);
        session.receive(Incoming::new(peer, &simplify(1, "Main/Theirs/Spawner")), Duration::ZERO);
        session.receive(Incoming::new(peer, CONFIRM), Duration::ZERO);
        session.drain(|_| ());
    }
    session
}

const CONFIRM: &[u8] = &[2, 1, 1, 0, 0, 0];

fn cases(size: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |what, session, peer, packets: Vec<Vec<u8>>| {
        let session = Sessions::Godot4(Box::new(session));
        cases.push(Case {
            what,
            session,
            peer,
            acts: packets.into_iter().map(Act::Packet).collect(),
        });
    };
    for (session, spawns) in [
        (server(size, 2, Relay::Off), "a spawn or despawn, by nodes"),
        (server(2, size, Relay::Off), "a spawn or despawn, by peers"),
    ] {
        let packets = (1..4).flat_map(|id| [spawn(id, "a"), bytes(&Packet::Despawn(id))]);
        add(spawns, session, 7, packets.collect());
    }
    add("a confirmation again", server(size, 2, Relay::Off), 7, vec![CONFIRM.to_vec(); 2]);
    add("a refused confirmation", server(size, 2, Relay::Off), 7, vec![vec![2, 1, 0, 0, 0, 9]]);
    let announced = (2..5).map(|id| simplify(id, "Main/Ours/1/Sync")).collect();
    add("an announcement", server(size, 2, Relay::Off), 7, announced);
    let call = Rpc::new(NodeRef::Path("Main/Ours/1"), 0, Arguments::NONE);
    let call = bytes(&Packet::Rpc(call));
    add("a refused call", server(size, 2, Relay::Off), 7, vec![call; 2]);

    // Peer 9 does not have the nodes, and packets of peer 8 wait for it.
    let mut session = server(size, 2, Relay::On);
    session.connect(9, Duration::ZERO);
    for id in 0..size as u32 {
        let packet = relayed(9, &simplify(10 + id, &format!("Main/Ours/{id}/Input")));
        session.receive(Incoming::new(8, &packet), Duration::ZERO);
    }
    session.drain(|_| ());
    let waiting = ["Main/Ours/1/Input", "Main/Ours/2/Input", "Main/Chat"];
    let waiting = (5..).zip(waiting).map(|(id, path)| relayed(9, &simplify(id, path)));
    add("a packet for another client", session, 7, waiting.collect());

    // A path with many names, which begins like a stored path of so many bytes.
    let mut session = server(2, 2, Relay::On);
    let stored = spawn(1, &"a".repeat(10 * size));
    session.receive(Incoming::new(7, &stored), Duration::ZERO);
    let names = ["a".repeat(30_001), "/b".repeat(15_000)].concat();
    let path = simplify(2, &format!("Main/Theirs/{names}"));
    add("a long path for another client", session, 7, vec![relayed(8, &path)]);

    // A client whose server reports another one.
    let config = Config::default().with_limits(limits()).with_relay(Relay::On);
    let mut session = Session::client(7, config);
    let spawner = MultiplayerSpawner::new("Main/Ours").with_scenes(&["a"]);
    session.add_spawner("Main/Spawner", spawner).expect("a path of its own");
    session.connect(SERVER, Duration::ZERO);
    session.receive(Incoming::new(SERVER, &simplify(1, "Main/Spawner")), Duration::ZERO);
    for id in 1..=size as u32 {
        let name = id.to_string();
        session.receive(Incoming::new(SERVER, &spawn(id, &name)), Duration::ZERO);
        let sync = MultiplayerSynchronizer::of::<State>();
        let path = format!("Main/Ours/{name}/Sync");
        session.add_synchronizer(&path, sync).expect("a path of its own");
    }
    session.drain(|_| ());
    let packets = (8..11).flat_map(|id| [Packet::AddPeer(id), Packet::DelPeer(id)]);
    let packets = packets.map(|packet| bytes(&packet)).collect();
    add("another client, reported", session, SERVER, packets);
    cases.extend(joins_and_leaves(size));
    cases.extend(of_godot3(size));
    cases
}

/// The peer that joins and leaves.
const NEW: i32 = 5;

/// A peer joins and leaves that has nothing, among many nodes, peers, and packets for others.
fn joins_and_leaves(size: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |what, session: Session, peer| {
        let acts = if session.peers().any(|known| known == peer) {
            vec![Act::Leave]
        } else {
            vec![Act::Join, Act::Leave, Act::Join, Act::Leave]
        };
        cases.push(Case { what, session: Sessions::Godot4(Box::new(session)), peer, acts });
    };
    add("a join or leave, by peers", server(0, size, Relay::Off), NEW);
    add("a leave with 2 nodes, by peers", server(2, size, Relay::Off), 7);

    // Nobody has asked for the nodes that were spawned at the others.
    let mut session = server(0, 2, Relay::Off);
    add_hidden(&mut session, size);
    add("a join or leave, by hidden nodes", session, NEW);

    let mut session = server(0, 2, Relay::Off);
    for _ in 0..size {
        let target = Target::All;
        session.send_bytes(target, b"1", TransferMode::Reliable, 0).expect("sent");
    }
    add("a join or leave, by packets in the queue", session, NEW);

    let mut session = server(0, 2, Relay::Off);
    let node = session.add_node("Main/Lobby", Node::of::<Questions>()).expect("a path");
    for _ in 0..size {
        session.ask(8, node, &Questions::Ping, Duration::MAX).expect("asked");
    }
    add("a join or leave, by open requests", session, NEW);

    let mut session = server(1, 2, Relay::On);
    session.connect(9, Duration::ZERO);
    for id in 0..size as u32 {
        let packet = relayed(9, &simplify(10 + id, "Main/Ours/0/Input"));
        session.receive(Incoming::new(8, &packet), Duration::ZERO);
    }
    session.drain(|_| ());
    let packet = relayed(9, &simplify(9, "Main/Ours/0/Input"));
    session.receive(Incoming::new(7, &packet), Duration::ZERO);
    add("a leave, by packets that wait", session, 7);

    let mut session = server(size, 2, Relay::Off);
    session.connect(NEW, Duration::ZERO);
    add("a leave, by nodes that others have", session, NEW);
    cases
}

/// Adds nodes of the server that no peer sees.
fn add_hidden(session: &mut Session, nodes: usize) {
    let spawner = session.node("Main/Spawner").expect("a spawner");
    for index in 0..nodes {
        let sync = MultiplayerSynchronizer::new(&State { always: 1 }).expect("a state");
        let sync = sync.with_public_visibility(false);
        let new = NewNode::scene(0, &format!("hidden{index}")).with_synchronizer("Sync", sync);
        session.spawn(spawner, new).expect("spawned");
    }
}

/// The same for Godot 3.
fn of_godot3(size: usize) -> Vec<Case> {
    let server = |nodes: usize, peers: usize, packets: usize| {
        let mut session = godot3::Session::new(Config::default().with_limits(limits()));
        for index in 0..nodes {
            session.add_node(&index.to_string(), godot3::Node::new()).expect("a path");
        }
        for peer in (7..).take(peers) {
            session.connect(peer);
            let announce = |id| godot3::Packet::SimplifyPath { id, path: "0" };
            for id in 0..nodes as u32 {
                let packet = &announce(id).to_bytes().expect("a packet");
                let message = godot3::Message::Packet { source: peer, target: SERVER, packet };
                session.receive(godot3::Incoming::new(peer, message));
            }
        }
        session.drain(|_| ());
        for _ in 0..packets {
            session.send_bytes(Target::All, b"1", TransferMode::Reliable).expect("sent");
        }
        session
    };
    let case = |what, session| {
        let session = Sessions::Godot3(Box::new(session));
        let acts = vec![Act::Join, Act::Leave, Act::Join, Act::Leave];
        Case { what, session, peer: NEW, acts }
    };
    vec![
        case("Godot 3: a join or leave, by peers", server(0, size, 0)),
        case("Godot 3: a join or leave, by nodes", server(size, 2, 0)),
        case("Godot 3: a join or leave, by packets", server(0, 2, size)),
    ]
}
