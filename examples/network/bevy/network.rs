//! Peers as messages and components of Bevy, without the rules of a game.
#![allow(
    elided_lifetimes_in_paths,
    clippy::needless_pass_by_value,
    reason = "the parameters of systems are owned, and have lifetimes that nobody writes"
)]

use bevy_app::{App, AppExit, FixedPostUpdate, Last, Plugin, PreUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_time::{Fixed, Real, Time, TimePlugin};
use godot_var::FromFlatBytes;
use godot_var::multiplayer::net::Server;
use godot_var::multiplayer::{Call, DecodeCall, Event, NodeId, PropertySet, Session};

use crate::messages::Mark;
use crate::project::{DoorCall, Main, MainCall, MainDoorSync, PlayerInputSync, PlayerStateSync};

/// The sockets of all peers, and what the peers know of the game's nodes.
#[derive(Resource)]
pub(crate) struct Network {
    pub(crate) server: Server,
    pub(crate) session: Session,
    /// The nodes of the level.
    pub(crate) main: Main,
}

/// A peer that can play now, or plays no longer.
#[derive(Message)]
pub(crate) enum PeerChange {
    Connected(i32),
    Disconnected(i32),
}

/// What a peer has sent: a call of an RPC, or bytes without one.
#[derive(Message)]
pub(crate) struct Received<T> {
    pub(crate) peer: i32,
    pub(crate) message: T,
}

/// A node that the server has spawned. It is despawned with its entity.
#[derive(Component)]
pub(crate) struct Spawned(pub(crate) NodeId);

/// The properties of a synchronizer. Those of the server are sent when they change; those of a peer change when it sends them.
#[derive(Component)]
pub(crate) struct Synced<S> {
    pub(crate) node: NodeId,
    pub(crate) state: S,
}

/// Reads in `PreUpdate`, and sends in `FixedPostUpdate` and `Last`.
pub(crate) struct NetworkPlugin;

impl Plugin for NetworkPlugin {
    fn build(&self, app: &mut App) {
        let send = (send_changed::<PlayerStateSync>, send_changed::<MainDoorSync>, poll).chain();
        app.add_plugins(TimePlugin)
            .add_message::<PeerChange>()
            .add_message::<Received<MainCall>>()
            .add_message::<Received<DoorCall>>()
            .add_message::<Received<Mark>>()
            .add_systems(PreUpdate, receive)
            .add_systems(FixedPostUpdate, send)
            .add_systems(Last, drain)
            .add_observer(remove_node)
            .set_error_handler(|error, _| println!("error: {error}"))
            .set_runner(run);
    }
}

/// Updates the app when packets have arrived, and when a tick is due.
fn run(mut app: App) -> AppExit {
    app.finish();
    app.cleanup();
    loop {
        app.update();
        if let Some(exit) = app.should_exit() {
            return exit;
        }
        let tick = app.world().resource::<Time<Fixed>>();
        let rest = tick.timestep().saturating_sub(tick.overstep());
        if let Err(error) = app.world_mut().resource_mut::<Network>().server.wait(rest) {
            println!("error: {error}");
            return AppExit::error();
        }
    }
}

/// The messages that systems read.
#[derive(SystemParam)]
struct Inbox<'w> {
    changes: MessageWriter<'w, PeerChange>,
    calls: MessageWriter<'w, Received<MainCall>>,
    door_calls: MessageWriter<'w, Received<DoorCall>>,
    marks: MessageWriter<'w, Received<Mark>>,
}

fn receive(
    mut network: ResMut<Network>,
    time: Res<Time<Real>>,
    mut inbox: Inbox,
    mut inputs: Query<&mut Synced<PlayerInputSync>>,
) -> Result {
    let Network { server, session, main } = &mut *network;
    while let Some(message) = server.receive()? {
        let mut event = message.event(session, time.elapsed());
        if let Some(Event::Auth { peer, payload }) = event {
            if payload == MainCall::PASSWORD.as_bytes() {
                event = session.complete_auth(peer);
            } else {
                println!("{peer} does not know the word");
                server.close(peer, "the server has ended the connection");
            }
        }
        match event {
            Some(Event::Connected(peer)) => {
                inbox.changes.write(PeerChange::Connected(peer));
            }
            Some(Event::Disconnected(peer)) => {
                inbox.changes.write(PeerChange::Disconnected(peer));
            }
            Some(Event::Call(call)) if call.node == main.node => pass(&call, &mut inbox.calls),
            Some(Event::Call(call)) => pass(&call, &mut inbox.door_calls),
            Some(Event::Synchronized { peer, updates, .. }) => {
                for update in updates {
                    let mut inputs = inputs.iter_mut();
                    let input = inputs.find(|input| input.node == update.synchronizer);
                    if let Some(Err(refused)) =
                        input.map(|mut input| update.apply(&mut input.state))
                    {
                        println!("{peer} -> {refused}");
                    }
                }
            }
            Some(Event::Raw { peer, bytes }) => match Mark::from_flat_bytes(bytes) {
                Ok(message) => {
                    inbox.marks.write(Received { peer, message });
                }
                Err(refused) => println!("{peer} -> {refused}"),
            },
            Some(Event::Refused { peer, reason }) => println!("{peer} -> {reason}"),
            _ => {}
        }
    }
    Ok(())
}

/// Writes a call for the systems that read its RPCs.
fn pass<'p, C: DecodeCall<'p> + Send + Sync + 'static>(
    call: &Call<'p>,
    calls: &mut MessageWriter<Received<C>>,
) {
    match call.decode() {
        Ok(message) => {
            calls.write(Received { peer: call.peer, message });
        }
        Err(refused) => println!("{} -> {refused}", call.peer),
    }
}

fn send_changed<S: PropertySet + Send + Sync + 'static>(
    mut network: ResMut<Network>,
    changed: Query<&Synced<S>, Changed<Synced<S>>>,
) -> Result {
    for synced in &changed {
        network.session.set_state(synced.node, &synced.state)?;
    }
    Ok(())
}

/// Writes the packets that are due.
fn poll(mut network: ResMut<Network>, time: Res<Time<Real>>) {
    let Network { server, session, .. } = &mut *network;
    while let Some(event) = session.poll(time.elapsed()) {
        if let Event::AuthTimedOut { peer, missing } = event {
            println!("{peer} did not say the word: {missing}");
            server.close(peer, "the password did not come in time");
        }
    }
}

fn drain(mut network: ResMut<Network>) {
    let Network { server, session, .. } = &mut *network;
    session.drain(|packet| server.send(packet));
}

fn remove_node(
    removed: On<Remove, Spawned>,
    nodes: Query<&Spawned>,
    mut network: ResMut<Network>,
) -> Result {
    network.session.remove_node(nodes.get(removed.entity)?.0);
    Ok(())
}
