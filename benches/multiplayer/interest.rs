//! Visibility by distance: 2,000 nodes that move, and 200 peers that see those near to them.

use std::time::{Duration, Instant};

use godot_var::Vector2;
use godot_var::multiplayer::{
    Config, GodotSync, Interest, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Session,
};

use crate::Failure;

const NODES: usize = 2000;
const PEERS: i32 = 200;
const TICKS: u32 = 200;
/// The side of the square in which nodes move.
const SIDE: f32 = 4000.0;
const RADIUS: f32 = 200.0;
/// How far a node moves in a tick.
const STEP: f32 = 5.0;

#[derive(Clone, GodotSync)]
struct State {
    position: Vector2,
}

/// Prints the time of a tick, in parts.
pub(crate) fn run() -> Result<(), Failure> {
    let mut session = Session::new(Config::default());
    let spawner = MultiplayerSpawner::new("World").with_scenes(&["res://player.tscn"]);
    let spawner = session.add_spawner("World/Spawner", spawner)?;
    let mut interest = Interest::new(RADIUS).with_hysteresis(RADIUS / 10.0);
    let mut nodes = Vec::new();
    for number in 0..NODES {
        let angle = number as f32 * 2.399;
        let at = (number as f32 * 0.618).fract() * SIDE;
        let position = Vector2::new(at, (number as f32 * 0.414).fract() * SIDE);
        let sync = MultiplayerSynchronizer::new(&State { position })?;
        let new = NewNode::scene(0, &number.to_string()).with_synchronizer("Sync", sync);
        let node = session.spawn(spawner, new)?;
        let sync = session.synchronizers(node)[0];
        interest.watch(&mut session, sync)?;
        nodes.push((sync, position, Vector2::new(angle.cos() * STEP, angle.sin() * STEP)));
    }
    for (peer, (sync, ..)) in (2..PEERS + 2).zip(&nodes) {
        session.connect(peer, Duration::ZERO);
        interest.set_viewer(peer, *sync);
    }
    let (mut setting, mut updating) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..TICKS {
        let begin = Instant::now();
        for (sync, position, step) in &mut nodes {
            for (place, step) in [(&mut position.x, &mut step.x), (&mut position.y, &mut step.y)] {
                *place += *step;
                if *place < 0.0 || *place > SIDE {
                    *step = -*step;
                }
            }
            session.set_state(*sync, &State { position: *position })?;
        }
        setting += begin.elapsed();
        let begin = Instant::now();
        interest.update(&mut session);
        updating += begin.elapsed();
        session.drain(|_| {});
    }
    let pairs = nodes.iter().flat_map(|(sync, ..)| (2..PEERS + 2).map(|peer| (*sync, peer)));
    let visible = pairs.filter(|(sync, peer)| session.is_visible_for(*sync, *peer)).count();
    println!(
        "interest: {NODES} nodes, {PEERS} peers that see {} each; a tick sets states in {:?} and updates in {:?}",
        visible / PEERS as usize,
        setting / TICKS,
        updating / TICKS,
    );
    Ok(())
}
