//! Random plays of a server with clients that see each other, over a network that delays packets: what is sent about a spawned node is sent
//! while the peer has it, arrives after its spawn, and no reliable call is lost. Nothing is left of peers and nodes that are gone.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZero;
use std::time::Duration;

use godot_var::multiplayer::{
    Arguments, CallError, Checksum, Config, ConfirmPath, Era, Event, GodotRpc, GodotSync, Incoming,
    MethodSet, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node, NodeId, NodeRef,
    Options, Packet, Relay, Rpc, Session, SimplifyPath, Target, TransferMode,
};
use godot_var::output::VecOutput;

/// With a number, which no other call has.
#[derive(GodotRpc)]
enum Calls {
    #[rpc(any_peer)]
    Hello(i64),
    #[rpc(any_peer, channel = 3)]
    Jump(i64),
    #[rpc(any_peer, unreliable)]
    Look(i64),
}

#[derive(Clone, GodotSync)]
struct State {
    always: i64,
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
    fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
    fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }
}

const STATIC: [&str; 3] = ["World", "World/Spawner", "World/Chat"];
const FIRST: i32 = 5;
const PEERS: i32 = 3;

#[derive(Debug)]
struct Item {
    bytes: Vec<u8>,
    mode: TransferMode,
    /// The own spawned node that it is about, and how many spawns and despawns of it were queued before.
    about: Option<(u32, usize)>,
}

#[derive(Default, Debug)]
struct Client {
    channels: BTreeMap<u8, VecDeque<Item>>,
    queued: BTreeMap<u32, usize>,
    arrived: BTreeMap<u32, usize>,
    tree: BTreeSet<String>,
    answers: VecDeque<Vec<u8>>,
    /// The numbers that the server has announced.
    numbers: BTreeMap<u32, String>,
    next_number: u32,
}

impl Client {
    fn has(&self, path: &str) -> bool {
        STATIC.contains(&path)
            || self.tree.iter().any(|one| path == one || path.starts_with(&format!("{one}/")))
    }
}

struct Live {
    node: NodeId,
    path: String,
    sync: Option<NodeId>,
    guns: Option<NodeId>,
    inside: Option<NodeId>,
}

struct Play {
    random: Random,
    session: Session,
    now: Duration,
    spawner: NodeId,
    live: Vec<Live>,
    names: BTreeMap<u32, String>,
    clients: BTreeMap<i32, Client>,
    /// Reliable calls that must arrive: by number, at a peer, of a sender, about a node.
    expected: BTreeMap<(i64, i32), (i32, Option<NodeId>)>,
    nonce: i64,
    asked: Vec<(i32, i32, Vec<u8>, TransferMode, u8)>,
    log: Vec<String>,
    options: Kinds,
}

/// What happens in a play.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "any of them can happen")]
struct Kinds {
    hide: bool,
    leave: bool,
    remove: bool,
    relay: Relay,
    authority: bool,
    era: Era,
    /// The greatest number of a node, after which the numbers begin again.
    numbers: u32,
}

fn number(node: NodeId) -> u32 {
    let text = format!("{node:?}");
    let number = text.trim_end_matches(')').rsplit([':', '(']).next();
    number.expect("it is there").parse().expect("it is there")
}

impl Play {
    fn new(seed: u64, options: Kinds) -> Self {
        let config = Config::default()
            .with_relay(options.relay)
            .with_options(Options::DEFAULT.with_era(options.era));
        let mut session = Session::new(config);
        session.set_greatest_number(NonZero::new(options.numbers).expect("a number"));
        session.add_node("World", Node::of::<Calls>()).expect("a path of its own");
        session.add_node("World/Chat", Node::of::<Calls>()).expect("a path of its own");
        let spawner = MultiplayerSpawner::new("World/Players").with_scenes(&["a"]);
        let spawner = session.add_spawner("World/Spawner", spawner).expect("it is there");
        let mut names = BTreeMap::new();
        for path in STATIC {
            names.insert(number(session.node(path).expect("it is there")), path.to_owned());
        }
        Self {
            random: Random(seed),
            session,
            now: Duration::from_secs(1),
            spawner,
            live: Vec::new(),
            names,
            clients: BTreeMap::new(),
            expected: BTreeMap::new(),
            nonce: 0,
            asked: Vec::new(),
            log: Vec::new(),
            options,
        }
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{what}\n{}", self.log.join("\n"))
    }

    fn innermost(&self, path: &str) -> Option<&Live> {
        self.live
            .iter()
            .filter(|one| path == one.path || path.starts_with(&format!("{}/", one.path)))
            .max_by_key(|one| one.path.len())
    }

    fn drain(&mut self) {
        let mut sent = Vec::new();
        self.session.drain(|one| sent.push((one.peer, one.bytes.to_vec(), one.mode, one.channel)));
        let options = Options::DEFAULT.with_era(self.options.era);
        for (peer, bytes, mode, channel) in sent {
            let packet = Packet::read(&bytes, &options).expect("it is there");
            let (from, inner) = match packet {
                Packet::Relay { peer, packet } => {
                    (peer, Packet::read(packet, &options).expect("it is there"))
                }
                packet => (1, packet),
            };
            self.log.push(format!("  -> {peer} ch{channel} from {from} {inner:?}"));
            let mut about = None;
            let path = match inner {
                Packet::Spawn(spawn) if from == 1 => {
                    let n = self
                        .clients
                        .get_mut(&peer)
                        .expect("it is there")
                        .queued
                        .entry(spawn.node)
                        .or_default();
                    *n += 1;
                    if *n % 2 != 1 {
                        self.fail("spawned twice")
                    }
                    // The nodes above.
                    let path = self.names[&spawn.node].clone();
                    path.rsplit_once('/').map(|(above, _)| above.to_owned())
                }
                Packet::Despawn(node) if from == 1 => {
                    let n = self
                        .clients
                        .get_mut(&peer)
                        .expect("it is there")
                        .queued
                        .entry(node)
                        .or_default();
                    *n += 1;
                    if *n % 2 == 1 {
                        self.fail("despawned without a spawn")
                    }
                    let path = self.names[&node].clone();
                    // Its own outer node must still be there.
                    path.rsplit_once('/').map(|(above, _)| above.to_owned())
                }
                Packet::SimplifyPath(SimplifyPath { path, .. }) => Some(path.to_owned()),
                Packet::Rpc(Rpc { node: NodeRef::Path(path), .. }) => Some(path.to_owned()),
                Packet::Rpc(Rpc { node: NodeRef::Id(id), .. }) if from == 1 => {
                    Some(self.names[&id].clone())
                }
                _ => None,
            };
            if let Some(path) = &path
                && let Some(node) = self.innermost(path).map(|one| number(one.node))
            {
                let Some(client) = self.clients.get(&peer) else {
                    self.fail("a packet for nobody")
                };
                let n = client.queued.get(&node).copied().unwrap_or(0);
                if n % 2 != 1 {
                    self.fail(&format!(
                        "{inner:?} is sent to {peer}, which does not have node {node}"
                    ))
                }
                about = Some((node, n));
            }
            let Some(client) = self.clients.get_mut(&peer) else { continue };
            client.channels.entry(channel).or_default().push_back(Item { bytes, mode, about });
        }
    }

    fn arrive(&mut self, peer: i32) {
        let Some(client) = self.clients.get_mut(&peer) else { return };
        let full: Vec<u8> =
            client.channels.iter().filter(|(_, q)| !q.is_empty()).map(|(c, _)| *c).collect();
        let Some(channel) = self.random.pick(&full) else { return };
        let item = client
            .channels
            .get_mut(&channel)
            .expect("it is there")
            .pop_front()
            .expect("it is there");
        let options = Options::DEFAULT.with_era(self.options.era);
        let packet = Packet::read(&item.bytes, &options).expect("it is there");
        let (from, inner) = match packet {
            Packet::Relay { peer, packet } => {
                (peer, Packet::read(packet, &options).expect("it is there"))
            }
            packet => (1, packet),
        };
        self.log.push(format!("  {peer} gets ch{channel} from {from} {inner:?}"));
        if item.mode == TransferMode::Reliable
            && let Some((node, n)) = item.about
        {
            let have = client.arrived.get(&node).copied().unwrap_or(0);
            if have < n {
                self.fail(&format!(
                    "{peer} gets {inner:?} before the spawn of {node}: {have} of {n}"
                ));
            }
        }
        match inner {
            Packet::Spawn(spawn) if from == 1 => {
                *client.arrived.entry(spawn.node).or_default() += 1;
                client.tree.insert(self.names[&spawn.node].clone());
            }
            Packet::Despawn(node) if from == 1 => {
                *client.arrived.entry(node).or_default() += 1;
                client.tree.remove(&self.names[&node]);
            }
            // The engine keeps the first path of a number, and answers only once.
            Packet::SimplifyPath(simplify) if from == 1 && client.has(simplify.path) => {
                let path = client.numbers.insert(simplify.id, simplify.path.to_owned());
                match path {
                    None => {}
                    Some(path) if path == simplify.path => return,
                    Some(path) => self.fail(&format!("{peer} knows {} as {path}", simplify.id)),
                }
                let answer = ConfirmPath::answer(&simplify, true, self.options.era);
                let answer = Packet::ConfirmPath(answer).to_bytes().expect("a packet");
                client.answers.push_back(answer);
            }
            Packet::Rpc(rpc) => {
                let options = Options::DEFAULT;
                let nonce =
                    rpc.arguments.reader(&options).next::<i64>("nonce").expect("it is there");
                self.expected.remove(&(nonce, peer));
            }
            _ => {}
        }
    }

    fn receive(&mut self, peer: i32, bytes: &[u8], mode: TransferMode, channel: u8) -> bool {
        self.session.connect(0, self.now);
        let before = format!("{:?}", self.session);
        let event = self.session.receive(Incoming { peer, bytes, mode, channel }, self.now);
        let mut accepted = true;
        match event {
            Some(Event::Refused { reason, .. }) => {
                accepted = false;
                let after = format!("{:?}", self.session);
                self.log.push(format!("refused {reason:?}"));
                if before != after {
                    self.fail("refused, but changed")
                }
            }
            Some(Event::Relay { peer, target, packet }) => {
                self.asked.push((peer, target, packet.to_vec(), mode, channel));
            }
            _ => {}
        }
        self.drain();
        accepted
    }

    fn step(&mut self) {
        let peer = FIRST + self.random.below(PEERS as usize) as i32;
        match self.random.below(24) {
            0 | 1 => {
                if !self.clients.contains_key(&peer) {
                    self.log.push(format!("connect {peer}"));
                    self.clients.insert(peer, Client { next_number: 1, ..Client::default() });
                    self.session.connect(peer, self.now);
                }
            }
            2 if self.options.leave && self.random.is(3) => {
                self.log.push(format!("disconnect {peer}"));
                self.session.disconnect(peer);
                self.clients.remove(&peer);
                self.asked.retain(|(from, ..)| *from != peer);
                self.expected.retain(|(_, to), (from, _)| *to != peer && *from != peer);
            }
            3 | 4 => self.spawn(),
            5 if self.options.remove && self.random.is(2) => {
                if !self.live.is_empty() {
                    let at = self.random.below(self.live.len());
                    let node = self.live[at].node;
                    self.log.push(format!("remove {node:?} {}", self.live[at].path));
                    self.forget(node);
                    self.session.remove_node(node);
                }
            }
            6 | 7 if self.options.hide => {
                let syncs: Vec<_> = self.live.iter().filter_map(|one| one.sync).collect();
                if let Some(sync) = self.random.pick(&syncs) {
                    let visible = self.random.is(2);
                    if self.random.is(4) {
                        self.log.push(format!("public {sync:?} {visible}"));
                        self.session.set_public_visibility(sync, visible);
                    } else {
                        self.log.push(format!("visible {sync:?} for {peer} {visible}"));
                        self.session.set_visibility_for(sync, peer, visible);
                    }
                }
            }
            8 if self.options.authority => {
                let authority = if self.random.is(2) { 1 } else { peer };
                let spawners: Vec<_> = self
                    .live
                    .iter()
                    .filter_map(|one| one.guns.or(one.sync))
                    .chain([self.spawner])
                    .collect();
                let one = self.random.pick(&spawners).expect("it is there");
                self.log.push(format!("authority of {one:?} is {authority}"));
                self.session.set_authority(one, authority);
            }
            9..=11 => {
                let nodes: Vec<_> = self.live.iter().map(|one| one.node).collect();
                let Some(node) = self.random.pick(&nodes) else { return };
                let target =
                    [Target::All, Target::AllBut(peer), Target::Peer(peer)][self.random.below(3)];
                self.nonce += 1;
                let nonce = self.nonce;
                let method = self.random.below(5);
                let call = match method {
                    0 | 1 => Calls::Hello(nonce),
                    2 | 3 => Calls::Jump(nonce),
                    _ => Calls::Look(nonce),
                };
                self.log.push(format!("call {method} of {node:?} at {target:?}: {nonce}"));
                let targets: Vec<i32> = match target {
                    Target::All => self.session.peers().collect(),
                    Target::AllBut(but) => self.session.peers().filter(|one| *one != but).collect(),
                    Target::Peer(one) => vec![one],
                };
                let left_out = match self.session.call(target, node, &call) {
                    Ok(left_out) => left_out.to_vec(),
                    Err(error) => vec![error],
                };
                let is_out = |peer| {
                    left_out.iter().any(|one| match one {
                        CallError::UnknownPeer(id) => *id == peer,
                        CallError::NotVisible(call)
                        | CallError::NotSpawned(call)
                        | CallError::Limit(call) => call.peer == peer,
                        _ => false,
                    })
                };
                for peer in targets {
                    if method < 4 && !is_out(peer) {
                        self.expected.insert((nonce, peer), (1, Some(node)));
                    }
                }
            }
            12..=14 => {
                if !self.clients.contains_key(&peer) {
                    return;
                }
                let to = FIRST + self.random.below(PEERS as usize) as i32;
                let paths: Vec<String> = self.live.iter().map(|one| one.path.clone()).collect();
                if paths.is_empty() {
                    return;
                }
                let path = paths[self.random.below(paths.len())].clone();
                let node = self.innermost(&path).map(|one| one.node);
                let channel = [0, 0, 3][self.random.below(3)];
                let client = self.clients.get_mut(&peer).expect("it is there");
                let is_call = self.random.is(2);
                let packet = if is_call {
                    self.nonce += 1;
                    let mut values = Vec::new();
                    Calls::Hello(self.nonce)
                        .encode_arguments(&mut VecOutput::new(&mut values))
                        .expect("it is there");
                    Packet::Rpc(Rpc::new(NodeRef::Path(&path), 0, Arguments::of(1, &values)))
                        .to_bytes()
                        .expect("it is there")
                } else {
                    client.next_number += 1;
                    let path = format!("{path}/Input");
                    Packet::SimplifyPath(SimplifyPath {
                        checksum: Checksum::NONE,
                        id: client.next_number,
                        path: &path,
                    })
                    .to_bytes()
                    .expect("it is there")
                };
                let relay =
                    Packet::Relay { peer: to, packet: &packet }.to_bytes().expect("it is there");
                self.log
                    .push(format!("{peer} relays to {to} ch{channel} nonce {} {path}", self.nonce));
                let nonce = self.nonce;
                let is_there = to != peer && self.clients.contains_key(&to);
                // A call of a hidden node is not sent on.
                if is_call && is_there && self.options.relay == Relay::On && !self.options.hide {
                    self.expected.insert((nonce, to), (peer, node));
                }
                if !self.receive(peer, &relay, TransferMode::Reliable, channel) {
                    self.expected.remove(&(nonce, to));
                }
            }
            15 => {
                if self.asked.is_empty() {
                    return;
                }
                let at = self.random.below(self.asked.len());
                let (from, target, bytes, mode, channel) = self.asked.remove(at);
                self.log.push(format!("relay() of {from} to {target}"));
                let before = {
                    self.session.connect(0, self.now);
                    format!("{:?}", self.session)
                };
                let event = self.session.relay(
                    Incoming { peer: from, bytes: &bytes, mode, channel },
                    target,
                    self.now,
                );
                if let Some(Event::Refused { .. }) = event
                    && before != format!("{:?}", self.session)
                {
                    self.fail("changed")
                }
            }
            16 | 17 => {
                if let Some(answer) =
                    self.clients.get_mut(&peer).and_then(|client| client.answers.pop_front())
                {
                    self.log.push(format!("{peer} answers {answer:?}"));
                    self.receive(peer, &answer, TransferMode::Reliable, 0);
                }
            }
            18 => {
                self.now += Duration::from_millis(self.random.below(700) as u64);
                self.poll();
            }
            _ => self.arrive(peer),
        }
        self.drain();
    }

    fn poll(&mut self) {
        while let Some(event) = self.session.poll(self.now) {
            if let Event::SpawnedAt { peer, node } = event
                && !self.session.is_spawned(peer, node)
            {
                self.fail(&format!("{event:?}, but the peer does not have it"));
            }
        }
    }

    fn forget(&mut self, node: NodeId) {
        let inner: Vec<_> =
            self.live.iter().filter(|one| one.inside == Some(node)).map(|one| one.node).collect();
        for inner in inner {
            self.forget(inner);
        }
        self.live.retain(|one| one.node != node);
        self.expected.retain(|_, (_, of)| *of != Some(node));
    }

    fn spawn(&mut self) {
        if self.live.len() > 5 {
            return;
        }
        let guns: Vec<_> = self
            .live
            .iter()
            .filter_map(|one| one.guns.map(|guns| (Some(one.node), guns)))
            .collect();
        let (inside, spawner) = if self.random.is(2) {
            (None, self.spawner)
        } else {
            self.random.pick(&guns).unwrap_or((None, self.spawner))
        };
        let name = ["a", "b"][self.random.below(2)];
        let mut new = NewNode::scene(0, name).with_node(Node::of::<Calls>());
        let has_sync = !self.random.is(3);
        if has_sync {
            let sync = MultiplayerSynchronizer::new(&State { always: 1 })
                .expect("it is there")
                .with_public_visibility(!self.options.hide || !self.random.is(3));
            new = new.with_synchronizer("Sync", sync);
        }
        let Ok(node) = self.session.spawn(spawner, new) else { return };
        let path = self.session.path(node).expect("it is there").to_owned();
        self.log.push(format!("spawn {node:?} {path}"));
        self.names.insert(number(node), path.clone());
        let sync = self.session.node(&format!("{path}/Sync"));
        if let Some(sync) = sync {
            self.names.insert(number(sync), format!("{path}/Sync"));
        }
        let guns = self.random.is(2).then(|| {
            let guns = MultiplayerSpawner::new(&path).with_scenes(&["gun"]);
            let id = self.session.add_spawner(&format!("{path}/Guns"), guns).ok()?;
            self.names.insert(number(id), format!("{path}/Guns"));
            Some(id)
        });
        let guns = guns.flatten();
        self.live.push(Live { node, path, sync, guns, inside });
    }

    fn finish(&mut self) {
        self.log.push("FINISH".into());
        let syncs: Vec<_> = self.live.iter().filter_map(|one| one.sync).collect();
        for sync in syncs {
            self.session.set_public_visibility(sync, true);
            self.drain();
        }
        for _ in 0..40 {
            self.now += Duration::from_secs(9);
            self.poll();
            self.drain();
            for peer in FIRST..FIRST + PEERS {
                for _ in 0..200 {
                    self.arrive(peer);
                }
                while let Some(answer) =
                    self.clients.get_mut(&peer).and_then(|client| client.answers.pop_front())
                {
                    self.log.push(format!("{peer} answers {answer:?}"));
                    self.receive(peer, &answer, TransferMode::Reliable, 0);
                }
            }
        }
        if !self.options.authority && !self.expected.is_empty() {
            self.fail(&format!("lost {:?}", self.expected));
        }
        let nodes: Vec<_> = self.live.iter().map(|one| one.node).collect();
        if !self.options.authority {
            for (peer, client) in &self.clients {
                for node in &nodes {
                    if client.arrived.get(&number(*node)).is_none_or(|n| n % 2 != 1) {
                        self.fail(&format!("{node:?} is never at {peer}"))
                    }
                }
            }
        }
    }

    fn leave(mut self) {
        for peer in FIRST..FIRST + PEERS {
            self.session.disconnect(peer);
        }
        for one in std::mem::take(&mut self.live) {
            self.session.remove_node(one.node);
        }
        self.poll();
        self.session.drain(|_| ());
        if self.options.authority {
            self.session.set_authority(self.spawner, 1);
        }
        let fresh = Self::new(0, self.options);
        let text = |session: &Session| {
            let text = format!("{session:?}");
            let text = text.split(", left_out: ").next().expect("it is there").to_owned();
            let mut out = String::new();
            // Numbers that only grow, and the time.
            for part in text.split(", ") {
                if ["last: ", "connections: ", "now: "].iter().any(|name| part.starts_with(name)) {
                    continue;
                }
                out += part;
                out += ", ";
            }
            out
        };
        let (left, new) = (text(&self.session), text(&fresh.session));
        if left != new {
            self.fail(&format!("left\n{left}\nnew\n{new}"))
        }
    }
}

/// Each play has a seed of its own. `GODOT_VAR_PLAYS` is how many there are.
fn plays(kinds: Kinds) {
    let plays = std::env::var("GODOT_VAR_PLAYS").ok().and_then(|plays| plays.parse().ok());
    for seed in 0..plays.unwrap_or(40) {
        let mut play = Play::new(seed, kinds);
        for _ in 0..120 {
            play.step();
        }
        play.finish();
        play.leave();
    }
}

const PLAIN: Kinds = Kinds {
    hide: false,
    leave: false,
    remove: false,
    relay: Relay::On,
    authority: false,
    era: Era::Godot4_3,
    numbers: 1000,
};

#[test]
fn peers_that_leave_and_nodes_that_are_removed() {
    plays(PLAIN);
    plays(Kinds { leave: true, remove: true, ..PLAIN });
}

#[test]
fn nodes_that_are_hidden_and_shown_again() {
    plays(Kinds { hide: true, ..PLAIN });
    plays(Kinds { hide: true, era: Era::Godot4_0, ..PLAIN });
    plays(Kinds { hide: true, leave: true, remove: true, ..PLAIN });
}

#[test]
fn relaying_later_and_other_authorities() {
    let all = Kinds { hide: true, leave: true, remove: true, ..PLAIN };
    plays(Kinds { relay: Relay::Ask, ..all });
    plays(Kinds { authority: true, ..all });
}

/// Peers stay for so long that no number is free, and leave, and their numbers are used again.
#[test]
fn numbers_that_begin_again() {
    let all = Kinds { hide: true, leave: true, remove: true, ..PLAIN };
    for numbers in [15, 20, 40] {
        plays(Kinds { numbers, ..all });
    }
    plays(Kinds { numbers: 25, authority: true, relay: Relay::Ask, ..all });
}
