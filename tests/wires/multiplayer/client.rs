//! A client's session: with a server's session in memory, and with packets that no server sends.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::Limits;
use godot_var::multiplayer::{
    Config, Event, Incoming, MissingAuth, MultiplayerSynchronizer, NewNode, Node, NodeId, Packet,
    PropertySet, Refusal, Relay, SERVER, Session, SessionLimits, Target, TransferMode,
};

use super::replication::{Calls, Input, Player, ann, level};
use super::session::{NOW, packets, poll, receive, refusal};

/// A server and clients whose packets arrive immediately.
struct Net {
    sessions: BTreeMap<i32, Session>,
    /// The states of players at each client.
    players: BTreeMap<(i32, NodeId), Player>,
    /// The inputs of players at each side.
    inputs: BTreeMap<(i32, NodeId), Input>,
    log: Vec<String>,
}

impl Net {
    fn new(config: Config) -> Self {
        let mut server = Session::new(config);
        server.add_spawner("World/Spawner", level()).expect("a path of its own");
        Self {
            sessions: [(SERVER, server)].into(),
            players: BTreeMap::new(),
            inputs: BTreeMap::new(),
            log: Vec::new(),
        }
    }

    fn join(&mut self, id: i32, config: Config) {
        let mut client = Session::client(id, config);
        assert_eq!(client.unique_id(), id);
        client.add_spawner("World/Spawner", level()).expect("a path of its own");
        assert_eq!(client.connect(5, NOW), None);
        let joined = client.connect(SERVER, NOW);
        assert_eq!(joined.is_some(), config.auth.is_none());
        self.sessions.insert(id, client);
        self.server().connect(id, NOW);
        self.run();
    }

    fn server(&mut self) -> &mut Session {
        self.session(SERVER)
    }

    fn session(&mut self, id: i32) -> &mut Session {
        self.sessions.get_mut(&id).expect("a session")
    }

    fn node(&self, id: i32, path: &str) -> NodeId {
        self.sessions[&id].node(path).expect("a node")
    }

    /// Delivers packets until there are none.
    fn run(&mut self) {
        loop {
            let mut travelling = Vec::new();
            for (from, session) in &mut self.sessions {
                session.drain(|packet| {
                    travelling.push((*from, packet.peer, packet.bytes.to_vec()));
                });
            }
            if travelling.is_empty() {
                return;
            }
            for (from, to, bytes) in travelling {
                assert!(from == SERVER || to == SERVER);
                let Some(session) = self.sessions.get_mut(&to) else { continue };
                let event = session.receive(Incoming::new(from, &bytes), NOW);
                let Some(event) = event else { continue };
                self.log.push(match event {
                    Event::Spawned(spawned) => {
                        let mut state = Player { hp: 0, ..ann() };
                        let mut row = spawned.state.reader(Limits::DEFAULT);
                        state.read_spawn(&mut row).expect("a state");
                        let name = spawned.name;
                        let below = |name| format!("World/Players/{}/{name}", spawned.name);
                        session.set_node(spawned.node, Node::of::<Calls>());
                        let sync = MultiplayerSynchronizer::of::<Player>();
                        let sync = session.add_synchronizer(&below("Sync"), sync).expect("added");
                        self.players.insert((to, sync), state);
                        let owner = name.parse().expect("the id of a peer");
                        let input = MultiplayerSynchronizer::new(&Input::default());
                        let input = input.expect("a state").with_authority(owner);
                        session.add_synchronizer(&below("Input"), input).expect("added");
                        format!("{to}: {name} is there")
                    }
                    Event::Despawned { .. } => format!("{to}: despawned"),
                    Event::Synchronized { peer, updates, refused } => {
                        assert_eq!(refused, None);
                        for update in &updates {
                            let key = (to, update.synchronizer);
                            match self.players.get_mut(&key) {
                                Some(player) => update.apply(player),
                                None => update.apply(self.inputs.entry(key).or_default()),
                            }
                            .expect("a row");
                        }
                        format!("{to}: {} from {peer}", updates.len())
                    }
                    Event::Call(call) => format!("{to}: {} from {}", call.method.name, call.peer),
                    Event::Raw { peer, bytes } => format!("{to}: {bytes:?} from {peer}"),
                    Event::Connected(peer) => format!("{to}: {peer} is connected"),
                    Event::Disconnected(peer) => format!("{to}: {peer} is gone"),
                    other => format!("{to}: {other:?}"),
                });
            }
        }
    }

    fn frame(&mut self, now: Duration) {
        for session in self.sessions.values_mut() {
            poll(session, now);
        }
        self.run();
    }

    fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    fn spawn(&mut self, id: i32) -> NodeId {
        let spawner = self.node(SERVER, "World/Spawner");
        let input = MultiplayerSynchronizer::of::<Input>().with_authority(id);
        let new = NewNode::scene(0, &id.to_string())
            .with_node(Node::of::<Calls>())
            .with_synchronizer("Sync", MultiplayerSynchronizer::new(&ann()).expect("a state"))
            .with_synchronizer("Input", input);
        self.server().spawn(spawner, new).expect("spawned")
    }
}

#[test]
fn a_client_gets_nodes_and_their_state() {
    let mut net = Net::new(Config::default());
    net.join(7, Config::default());
    let node = net.spawn(7);
    net.run();
    assert_eq!(net.take_log(), ["7: 7 is there"]);
    let sync = net.node(7, "World/Players/7/Sync");
    assert_eq!(net.players[&(7, sync)], ann());
    net.frame(NOW);
    assert_eq!(net.take_log(), ["7: 1 from 1", "7: 1 from 1", "1: 1 from 7", "1: 1 from 7"]);

    let of_server = net.server().synchronizers(node).to_vec();
    let moved = Player { hp: 50, ..ann() };
    net.server().set_state(of_server[0], &moved).expect("a state");
    let input = net.node(7, "World/Players/7/Input");
    net.session(7).set_state(input, &Input { steps: 3, fire: true }).expect("a state");
    net.frame(NOW);
    assert_eq!(net.players[&(7, sync)], moved);
    assert_eq!(net.inputs[&(SERVER, of_server[1])], Input { steps: 3, fire: true });
    net.take_log();
    // Nothing has changed: only the *Always* properties are sent.
    net.frame(NOW);
    assert_eq!(net.take_log(), ["7: 1 from 1", "1: 1 from 7"]);

    let of_client = net.node(7, "World/Players/7");
    net.session(7).call(Target::Peer(SERVER), of_client, &Calls::Hello).expect("sent");
    net.server().call(Target::All, node, &Calls::Hello).expect("sent");
    net.session(7).send_bytes(Target::All, b"x", TransferMode::Reliable, 0).expect("sent");
    net.run();
    assert_eq!(net.take_log(), ["7: hello from 1", "1: hello from 7", "1: [120] from 7"]);

    net.server().remove_node(node);
    net.run();
    assert_eq!(net.take_log(), ["7: despawned"]);
    assert_eq!(net.sessions[&7].node("World/Players/7/Sync"), None);
    // When the server leaves, everything that it spawned is removed.
    net.spawn(7);
    net.run();
    net.session(7).disconnect(SERVER);
    assert_eq!(net.sessions[&7].node("World/Players/7"), None);
}

#[test]
fn clients_see_each_other_through_the_server() {
    let relay = Config::default().with_relay(Relay::On);
    let mut net = Net::new(relay);
    net.join(7, relay);
    net.join(8, relay);
    assert_eq!(net.take_log(), ["7: 8 is connected", "8: 7 is connected"]);
    net.session(7).send_bytes(Target::All, b"x", TransferMode::Reliable, 0).expect("sent");
    net.run();
    assert_eq!(net.take_log(), ["1: [120] from 7", "8: [120] from 7"]);
    net.spawn(7);
    net.run();
    net.take_log();
    // The input of one client arrives at the server and at the other client.
    net.frame(NOW);
    let input = net.node(7, "World/Players/7/Input");
    net.session(7).set_state(input, &Input { steps: 9, fire: true }).expect("a state");
    net.frame(NOW);
    for id in [SERVER, 8] {
        let there = net.node(id, "World/Players/7/Input");
        assert_eq!(net.inputs[&(id, there)], Input { steps: 9, fire: true });
    }
    let node = net.node(8, "World/Players/7");
    net.take_log();
    net.session(8).call(Target::Peer(7), node, &Calls::Hello).expect("sent");
    net.run();
    assert_eq!(net.take_log(), ["7: hello from 8"]);

    net.server().disconnect(7);
    net.sessions.remove(&7);
    net.run();
    assert_eq!(net.take_log(), ["8: 7 is gone"]);
    assert_eq!(net.sessions[&8].peers().collect::<Vec<_>>(), [SERVER]);
}

#[test]
fn a_client_authenticates() {
    let auth = Config::default().with_auth(Duration::from_secs(3));
    let mut net = Net::new(auth);
    net.join(7, auth);
    net.session(7).send_auth(SERVER, b"pw");
    net.run();
    assert_eq!(net.take_log(), ["1: Auth { peer: 7, payload: [112, 119] }"]);
    net.server().complete_auth(7);
    net.run();
    assert_eq!(net.session(7).complete_auth(SERVER), Some(Event::Connected(SERVER)));
    net.run();
    assert_eq!(net.take_log(), ["1: 7 is connected"]);
    // A server that does not answer.
    let mut client = Session::client(8, auth);
    assert_eq!(client.connect(SERVER, NOW), None);
    assert_eq!(
        client.poll(NOW + Duration::from_secs(3)),
        Some(Event::AuthTimedOut { peer: SERVER, missing: MissingAuth::Messages })
    );
}

#[test]
fn what_no_server_sends_is_refused() {
    let limits = SessionLimits::DEFAULT.with_bytes(2 * 1024);
    let config = Config::default().with_relay(Relay::On).with_limits(limits);
    let mut client = Session::client(7, config);
    client.connect(SERVER, NOW);
    for (bytes, reason) in [
        (&b"\x07\x01\x07\0\0\0"[..], Refusal::DuplicatePeer(7)),
        (b"\x07\x01\x01\0\0\0", Refusal::DuplicatePeer(1)),
        (b"\x07\x01\xff\xff\xff\xff", Refusal::DuplicatePeer(-1)),
    ] {
        assert_eq!(refusal(receive(&mut client, SERVER, bytes)), reason);
    }
    for peer in [8, 9] {
        let connected = receive(&mut client, SERVER, &[7, 1, peer, 0, 0, 0]).is_some();
        assert!(connected);
    }
    let reason = refusal(receive(&mut client, SERVER, b"\x07\x01\x0a\0\0\0"));
    assert_eq!(reason, Refusal::Limit("peers"));
    // From a peer that is not connected, in the server's name, and messages that only the server may send.
    let relayed = |source: u8, inner: &[u8]| [&[7, 3, source, 0, 0, 0], inner].concat();
    let event =
        receive(&mut client, SERVER, &relayed(20, b"\x03x")).map(|event| format!("{event:?}"));
    assert_eq!(event.as_deref(), Some("Refused { peer: 20, reason: NotAdmitted(20) }"));
    for inner in [relayed(1, b"\x03x"), relayed(8, b"\x07\x02\x09\0\0\0"), relayed(8, b"\x07\0x")] {
        let reason = refusal(receive(&mut client, SERVER, &inner));
        assert!(matches!(reason, Refusal::Command(_)), "{reason:?}");
    }
    assert_eq!(receive(&mut client, SERVER, b"\x07\x02\x0a\0\0\0"), None);
    let gone = receive(&mut client, SERVER, b"\x07\x02\x08\0\0\0");
    assert_eq!(gone, Some(Event::Disconnected(8)));
    // A packet for another client goes through the server.
    client.send_bytes(Target::Peer(9), b"x", TransferMode::Reliable, 0).expect("sent");
    assert_eq!(packets(&mut client), [(SERVER, "0703090000000378".into())]);

    let mut alone = Session::client(7, Config::default());
    alone.connect(SERVER, NOW);
    let reason = refusal(receive(&mut alone, SERVER, b"\x07\x01\x08\0\0\0"));
    assert_eq!(reason, Refusal::NotRelayed);
}

/// The id may belong to another client when the server gets them.
#[test]
fn packets_for_a_client_that_has_left_are_not_sent() {
    let report = |session: &mut Session, packet: Packet<'_>| {
        let bytes = packet.to_bytes().expect("a packet");
        session.receive(Incoming::new(SERVER, &bytes), NOW).is_some()
    };
    let mut client = Session::client(7, Config::default().with_relay(Relay::On));
    client.connect(SERVER, NOW);
    for id in [8, 9] {
        assert!(report(&mut client, Packet::AddPeer(id)));
    }
    let say = |client: &mut Session, bytes| {
        client.send_bytes(Target::AllBut(SERVER), bytes, TransferMode::Reliable, 0).expect("sent");
    };
    say(&mut client, b"1");
    assert!(report(&mut client, Packet::DelPeer(8)));
    assert!(report(&mut client, Packet::AddPeer(8)));
    say(&mut client, b"2");
    let relayed =
        |peer: u8, text: &str| (SERVER, hex::encode([7, 3, peer, 0, 0, 0, 3, text.as_bytes()[0]]));
    assert_eq!(packets(&mut client), [relayed(9, "1"), relayed(8, "2"), relayed(9, "2")]);
    // When the server leaves, nothing is left to send.
    say(&mut client, b"3");
    client.disconnect(SERVER);
    assert_eq!(packets(&mut client), []);
}
