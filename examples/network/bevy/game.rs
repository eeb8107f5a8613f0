//! The rules of the game, as systems of Bevy.
#![allow(
    elided_lifetimes_in_paths,
    clippy::needless_pass_by_value,
    reason = "the parameters of systems are owned, and have lifetimes that nobody writes"
)]

use std::collections::BTreeMap;
use std::time::Duration;

use bevy_app::{App, FixedUpdate, Startup, Update};
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};
use godot_var::multiplayer::net::Server;
use godot_var::multiplayer::{Config, NewNode, Session, Target, TransferMode};
use godot_var::{ToFlatBytes, Vector2};

use crate::Failure;
use crate::messages::{Dot, Map, Mark};
use crate::network::{Network, NetworkPlugin, PeerChange, Received, Spawned, Synced};
use crate::project::{
    self, DoorCall, Main, MainCall, MainDoorSync, PlayerCall, PlayerInputSync, PlayerStateSync,
    PlayerSynchronizers, Tree,
};

/// The time between two steps of the world.
const TICK: Duration = Duration::from_millis(50);
/// A client that has not sent the password by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(3);
/// Pixels per second.
const SPEED: f32 = 80.0;
const WIDTH: f32 = 540.0;
/// A player that walks over this position is hurt.
const SPIKES: f32 = 100.0;
const MAX_PLAYERS: usize = 64;

/// The entities of players, by their peers.
#[derive(Default, Resource)]
struct Players(BTreeMap<i32, Entity>);

pub(crate) fn serve(server: Server) -> Result<(), Failure> {
    let mut session = Session::new(Config::default().with_auth(PATIENCE));
    let Tree { main } = Tree::add_to(&mut session)?;
    let exit = App::new()
        .add_plugins(NetworkPlugin)
        .insert_resource(Network { server, session, main })
        .insert_resource(Time::<Fixed>::from_duration(TICK))
        .init_resource::<Players>()
        .add_systems(Startup, add_door)
        .add_systems(Update, (change_players, join, (say, mark, push)).chain())
        .add_systems(FixedUpdate, (walk, send_map))
        .run();
    if exit.is_success() { Ok(()) } else { Err("a socket has failed".into()) }
}

fn add_door(mut commands: Commands, network: Res<Network>) {
    let node = network.main.door_sync;
    commands.spawn(Synced { node, state: MainDoorSync { open: false } });
}

/// Despawns the players of peers that have gone.
fn change_players(
    mut commands: Commands,
    mut changes: MessageReader<PeerChange>,
    mut players: ResMut<Players>,
) {
    for change in changes.read() {
        match change {
            PeerChange::Connected(peer) => println!("{peer} is in"),
            PeerChange::Disconnected(peer) => {
                if let Some(player) = players.0.remove(peer) {
                    println!("{peer} has gone");
                    commands.entity(player).despawn();
                }
            }
        }
    }
}

/// Spawns a player for a peer, named after the peer's id. A peer can have gone since it called.
fn join(
    mut commands: Commands,
    mut calls: MessageReader<Received<MainCall>>,
    mut network: ResMut<Network>,
    mut players: ResMut<Players>,
) -> Result {
    for &Received { peer, ref message } in calls.read() {
        let MainCall::Join { called } = message else { continue };
        let is_there = network.session.peers().any(|id| id == peer);
        if !is_there || players.0.contains_key(&peer) || players.0.len() >= MAX_PLAYERS {
            println!("{peer} may not: {message:?}");
            continue;
        }
        let title = called.chars().filter(|letter| !letter.is_control()).take(20).collect();
        let state = PlayerStateSync { position: Vector2::new(0.0, 200.0), health: 100, title };
        println!("{peer} plays as {:?}", state.title);
        let synchronizers = PlayerSynchronizers {
            state_sync: state.with_state()?,
            input_sync: PlayerInputSync::synchronizer().with_authority(peer),
        };
        let new = NewNode::scene(Main::PLAYER_SPAWNER_PLAYER, &peer.to_string());
        let spawner = network.main.player_spawner;
        let nodes = project::Player::spawn(&mut network.session, spawner, new, synchronizers)?;
        let player = commands.spawn((
            Spawned(nodes.node),
            Synced { node: nodes.state_sync, state },
            Synced { node: nodes.input_sync, state: PlayerInputSync::default() },
        ));
        players.0.insert(peer, player.id());
    }
    Ok(())
}

fn say(
    mut calls: MessageReader<Received<MainCall>>,
    mut network: ResMut<Network>,
    players: Res<Players>,
    states: Query<&Synced<PlayerStateSync>>,
) -> Result {
    for Received { peer, message } in calls.read() {
        let MainCall::Say { text } = message else { continue };
        let Some(&player) = players.0.get(peer).filter(|_| text.len() <= 200) else {
            println!("{peer} may not: {message:?}");
            continue;
        };
        let who = states.get(player)?.state.title.clone();
        let said = MainCall::Said { who, text: text.clone() };
        let main = network.main.node;
        network.session.call(Target::All, main, &said)?;
    }
    Ok(())
}

/// Sends the marks of players to all.
fn mark(
    mut marks: MessageReader<Received<Mark>>,
    mut network: ResMut<Network>,
    players: Res<Players>,
) -> Result {
    for Received { peer, message } in marks.read() {
        if players.0.contains_key(peer) {
            println!("{peer} marks {:?}", message.position);
            let bytes = message.to_flat_bytes()?;
            network.session.send_bytes(Target::All, &bytes, TransferMode::Reliable, 0)?;
        }
    }
    Ok(())
}

fn push(mut calls: MessageReader<Received<DoorCall>>, mut doors: Query<&mut Synced<MainDoorSync>>) {
    for Received { peer, message: DoorCall::Push } in calls.read() {
        println!("{peer} opens the door");
        for mut door in &mut doors {
            door.state.open = true;
        }
    }
}

fn walk(
    time: Res<Time>,
    mut network: ResMut<Network>,
    mut players: Query<(&Spawned, &Synced<PlayerInputSync>, &mut Synced<PlayerStateSync>)>,
) -> Result {
    for (node, input, mut player) in &mut players {
        let from = player.state.position;
        let speed = speed(&input.state);
        let to = Vector2::new(
            (from.x + speed.x * time.delta_secs()).clamp(0.0, WIDTH),
            (from.y + speed.y * time.delta_secs()).clamp(0.0, WIDTH),
        );
        if to == from {
            continue;
        }
        player.state.position = to;
        if from.x < SPIKES && to.x >= SPIKES {
            player.state.health -= 10;
            network.session.call(Target::All, node.0, &PlayerCall::Hurt { by: 10 })?;
        }
    }
    Ok(())
}

/// Returns the velocity that a player wants, within what is allowed.
fn speed(input: &PlayerInputSync) -> Vector2 {
    let Vector2 { x, y } = input.direction;
    let length = x.hypot(y);
    if !length.is_finite() {
        return Vector2::ZERO;
    }
    let speed = if input.running { 2.0 * SPEED } else { SPEED } / length.max(1.0);
    Vector2::new(x * speed, y * speed)
}

/// Sends the positions of all players, in few bytes.
fn send_map(
    mut network: ResMut<Network>,
    players: Res<Players>,
    states: Query<&Synced<PlayerStateSync>>,
) -> Result {
    let dot = |(&peer, &player)| {
        states.get(player).map(|synced| Dot { peer, position: synced.state.position })
    };
    let dots = players.0.iter().map(dot).collect::<Result<_, _>>()?;
    let call = MainCall::Map { bytes: Map { dots }.to_flat_bytes()? };
    let main = network.main.node;
    network.session.call(Target::All, main, &call)?;
    Ok(())
}
