//! Visibility by distance, against a comparison of every node with every peer, and what a tick allocates.

use std::collections::BTreeSet;
use std::time::Duration;

use allocation_counter::measure;
use godot_var::multiplayer::{
    Config, GodotSync, Interest, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, NodeId,
    ReplicationError, Session,
};
use godot_var::{Vector2, Vector3};

const NOW: Duration = Duration::ZERO;
const RADIUS: f32 = 50.0;
const HYSTERESIS: f32 = 10.0;

#[derive(Clone, Debug, GodotSync)]
struct Flat {
    position: Vector2,
}

#[derive(Clone, Debug, GodotSync)]
struct Deep {
    #[sync(on_change)]
    name: String,
    #[sync(path = "Body:place")]
    place: Vector3,
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    /// From -200 to 200.
    fn place(&mut self) -> [f32; 3] {
        [0; 3].map(|_| {
            let one = (self.next() - 0.5) * 400.0;
            // Some are on the border of a cell.
            if self.next() < 0.3 { (one / 50.0).round() * 50.0 } else { one }
        })
    }
}

fn deep([x, y, z]: [f32; 3]) -> Deep {
    Deep { name: "a".into(), place: Vector3::new(x, y, z) }
}

fn spawner(session: &mut Session) -> NodeId {
    let spawner = MultiplayerSpawner::new("World").with_scenes(&["res://player.tscn"]);
    session.add_spawner("World/Spawner", spawner).expect("a path")
}

fn spawn(session: &mut Session, spawner: NodeId, name: usize, at: [f32; 3]) -> NodeId {
    let sync = MultiplayerSynchronizer::new(&deep(at)).expect("a state");
    let new = NewNode::scene(0, &name.to_string()).with_synchronizer("Sync", sync);
    let node = session.spawn(spawner, new).expect("a node");
    session.synchronizers(node)[0]
}

#[test]
fn peers_see_what_is_near_to_them() {
    let mut random = Random(7);
    let mut session = Session::new(Config::default());
    let spawner = spawner(&mut session);
    let mut interest =
        Interest::new(RADIUS).with_hysteresis(HYSTERESIS).with_property("Body:place");
    let mut nodes = Vec::new();
    for name in 0..60 {
        let at = random.place();
        let sync = spawn(&mut session, spawner, name, at);
        interest.watch(&mut session, sync).expect("a position");
        nodes.push((sync, at));
    }
    let peers: Vec<i32> = (2..12).collect();
    for (peer, (sync, _)) in peers.iter().zip(&nodes) {
        session.connect(*peer, NOW);
        interest.set_viewer(*peer, *sync);
    }
    let mut seen: BTreeSet<(i32, NodeId)> = BTreeSet::new();
    let (mut shown, mut hidden) = (0, 0);
    for _ in 0..200 {
        for (sync, at) in &mut nodes {
            for axis in at.iter_mut() {
                *axis = (*axis + (random.next() - 0.5) * 20.0).clamp(-200.0, 200.0);
            }
            session.set_state(*sync, &deep(*at)).expect("a state");
        }
        interest.update(&mut session);
        for (index, peer) in peers.iter().enumerate() {
            let own = nodes[index].1;
            for (sync, at) in &nodes {
                let square: f32 = own.iter().zip(at).map(|(a, b)| (a - b) * (a - b)).sum();
                let key = (*peer, *sync);
                let reach = RADIUS + HYSTERESIS;
                let was = seen.contains(&key);
                let is = square <= RADIUS * RADIUS || square <= reach * reach && was;
                shown += usize::from(is && !was);
                hidden += usize::from(was && !is);
                if is {
                    seen.insert(key)
                } else {
                    seen.remove(&key)
                };
                assert_eq!(session.is_visible_for(*sync, *peer), is, "{peer} {at:?} {own:?}");
            }
        }
    }
    assert!(shown > 50 && hidden > 50, "{shown} {hidden}");
}

#[test]
fn peers_and_nodes_come_and_go() {
    let mut session = Session::new(Config::default());
    let spawner = spawner(&mut session);
    let mut interest = Interest::new(RADIUS).with_property("Body:place");
    let near = spawn(&mut session, spawner, 1, [0.0; 3]);
    let far = spawn(&mut session, spawner, 2, [1e30, f32::INFINITY, -1e30]);
    for sync in [near, far] {
        interest.watch(&mut session, sync).expect("a position");
    }
    session.connect(7, NOW);
    interest.set_viewer(7, near);
    let visible = |session: &Session| [near, far].map(|sync| session.is_visible_for(sync, 7));
    assert_eq!(visible(&session), [false, false]);
    interest.update(&mut session);
    assert_eq!(visible(&session), [true, false]);
    // The same id again, for another client, which has no viewer.
    session.disconnect(7);
    session.connect(7, NOW);
    interest.update(&mut session);
    assert_eq!(visible(&session), [false, false]);
    interest.set_viewer(7, near);
    interest.update(&mut session);
    assert_eq!(visible(&session), [true, false]);
    session.disconnect(7);
    session.connect(7, NOW);
    interest.set_viewer(7, near);
    interest.update(&mut session);
    assert_eq!(visible(&session), [true, false]);
    session.disconnect(7);
    interest.update(&mut session);
    session.connect(7, NOW);
    interest.update(&mut session);
    assert_eq!(visible(&session), [false, false], "it has no viewer yet");

    // Whose state comes from its player.
    interest.set_viewer(7, near);
    let theirs = MultiplayerSynchronizer::of::<Deep>().with_authority(7);
    let theirs = session.add_synchronizer("World/Theirs", theirs).expect("a path");
    interest.watch(&mut session, theirs).expect("its position is told");
    interest.update(&mut session);
    assert!(!session.is_visible_for(theirs, 7));
    interest.set_position(theirs, [30.0, -30.0, 0.0]);
    interest.update(&mut session);
    assert!(session.is_visible_for(theirs, 7));
    session.remove_node(theirs);
    interest.update(&mut session);
    assert!(!session.is_visible_for(theirs, 7));

    let flat = MultiplayerSynchronizer::new(&Flat { position: Vector2::ZERO }).expect("a state");
    let flat = session.add_synchronizer("World/Flat", flat).expect("a path");
    let error = interest.watch(&mut session, flat).expect_err("no such property").to_string();
    assert_eq!(error, "World/Flat has no property Body:place with a Vector2 or Vector3");
    assert_eq!(interest.watch(&mut session, theirs), Err(ReplicationError::UnknownNode));
    let mut interest = Interest::new(RADIUS);
    interest.watch(&mut session, flat).expect("a position");
    interest.set_viewer(7, flat);
    interest.update(&mut session);
    assert!(session.is_visible_for(flat, 7));
}

/// 2,000 nodes and 200 peers. The time is in `benches/multiplayer/interest.rs`.
#[test]
fn a_tick_allocates_nothing() {
    let mut random = Random(1);
    let mut session = Session::new(Config::default());
    let spawner = spawner(&mut session);
    let mut interest = Interest::new(RADIUS).with_property("Body:place");
    let nodes: Vec<NodeId> = (0..2000)
        .map(|name| {
            let sync = spawn(&mut session, spawner, name, random.place());
            interest.watch(&mut session, sync).expect("a position");
            sync
        })
        .collect();
    for (peer, node) in (2..202).zip(&nodes) {
        session.connect(peer, NOW);
        interest.set_viewer(peer, *node);
    }
    interest.update(&mut session);
    interest.update(&mut session);
    session.drain(|_| {});
    let allocated = measure(|| interest.update(&mut session)).count_total;
    assert_eq!(allocated, 0);
}
