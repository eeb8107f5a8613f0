//! The rules of the game, without sockets and clock.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::Vector2;
use godot_var::multiplayer::{
    Call, Config, Event, Incoming, MultiplayerSynchronizer, NewNode, Node, NodeId, Outgoing,
    Session, Target,
};

use crate::Failure;
use crate::scenes::{
    DOOR, DOOR_SYNC, Door, DoorCall, INPUT_SYNC, Input, MAIN, MainCall, PASSWORD, PlayerCall,
    SPAWNER, STATE_SYNC, State, spawner,
};

/// The time between two steps of the world.
pub(crate) const TICK: Duration = Duration::from_millis(50);
/// A client that has not sent the password by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(3);
/// Pixels per second.
const SPEED: f32 = 80.0;
const WIDTH: f32 = 540.0;
/// A player that walks over this position is hurt.
const SPIKES: f32 = 100.0;
const MAX_PLAYERS: usize = 64;

/// What happens to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Stays,
    Goes,
}

struct Player {
    node: NodeId,
    state_sync: NodeId,
    input_sync: NodeId,
    state: State,
    input: Input,
}

pub(crate) struct Game {
    session: Session,
    main: NodeId,
    spawner: NodeId,
    door: NodeId,
    door_sync: NodeId,
    players: BTreeMap<i32, Player>,
}

impl Game {
    pub(crate) fn new() -> Result<Self, Failure> {
        let mut session = Session::new(Config::default().with_auth(PATIENCE));
        let main = session.add_node(MAIN, Node::of::<MainCall<'_>>())?;
        let door = session.add_node(DOOR, Node::of::<DoorCall>())?;
        let closed = MultiplayerSynchronizer::new(&Door::default())?;
        let door_sync = session.add_synchronizer(DOOR_SYNC, closed)?;
        let spawner = session.add_spawner(SPAWNER, spawner())?;
        Ok(Self { session, main, spawner, door, door_sync, players: BTreeMap::new() })
    }

    pub(crate) fn connect(&mut self, peer: i32, now: Duration) {
        // With authentication no peer is admitted immediately.
        let _ = self.session.connect(peer, now);
    }

    pub(crate) fn disconnect(&mut self, peer: i32) {
        self.session.disconnect(peer);
        if let Some(player) = self.players.remove(&peer) {
            println!("{peer} has gone");
            self.session.remove_node(player.node);
        }
    }

    /// Passes a packet to the session. An error ends the connection of its peer, and not the server.
    pub(crate) fn receive(&mut self, incoming: Incoming<'_>, now: Duration) -> Verdict {
        let peer = incoming.peer;
        let Some(event) = self.session.receive(incoming, now) else { return Verdict::Stays };
        self.take(event, now).unwrap_or_else(|error| {
            println!("{peer} -> {error}");
            Verdict::Goes
        })
    }

    /// Passes on the packets of the session.
    pub(crate) fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.session.drain(send);
    }

    /// Advances the game by a tick. Calls `close` for each peer to disconnect.
    pub(crate) fn tick(
        &mut self,
        now: Duration,
        mut close: impl FnMut(i32),
    ) -> Result<(), Failure> {
        for player in self.players.values_mut() {
            let before = player.state.position.x;
            player.walk();
            if before < SPIKES && player.state.position.x >= SPIKES {
                player.state.health -= 10;
                let hurt = PlayerCall::Hurt { by: 10 };
                self.session.call(Target::All, player.node, &hurt)?;
            }
            self.session.set_state(player.state_sync, &player.state)?;
        }
        while let Some(event) = self.session.poll(now) {
            if let Event::AuthTimedOut { peer, missing } = event {
                println!("{peer} did not say the word: {missing}");
                close(peer);
            }
        }
        Ok(())
    }

    fn take(&mut self, event: Event<'_>, now: Duration) -> Result<Verdict, Failure> {
        match event {
            Event::Auth { peer, payload } if payload == PASSWORD.as_bytes() => {
                if let Some(event) = self.session.complete_auth(peer) {
                    return self.take(event, now);
                }
            }
            Event::Auth { peer, .. } => {
                println!("{peer} does not know the word");
                return Ok(Verdict::Goes);
            }
            Event::Connected(peer) => println!("{peer} is in"),
            Event::Call(call) if call.node == self.main => match call.decode() {
                Ok(said) => self.take_call(call.peer, &said)?,
                Err(refused) => println!("{} -> {refused}", call.peer),
            },
            Event::Call(call) if call.node == self.door => self.push(&call)?,
            Event::Synchronized { peer, updates, .. } => {
                let Some(player) = self.players.get_mut(&peer) else { return Ok(Verdict::Stays) };
                let inputs =
                    updates.iter().filter(|update| update.synchronizer == player.input_sync);
                for update in inputs {
                    if let Err(refused) = update.apply(&mut player.input) {
                        println!("{peer} -> {refused}");
                    }
                }
            }
            Event::Refused { peer, reason } => println!("{peer} -> {reason}"),
            other => println!("{other:?}"),
        }
        Ok(Verdict::Stays)
    }

    fn take_call(&mut self, peer: i32, call: &MainCall<'_>) -> Result<(), Failure> {
        let has_joined = self.players.contains_key(&peer);
        match *call {
            MainCall::Join { called } if !has_joined && self.players.len() < MAX_PLAYERS => {
                self.spawn(peer, called)?;
            }
            MainCall::Say { text } if has_joined && text.len() <= 200 => {
                let title = &self.players[&peer].state.title;
                let said = MainCall::Said { who: title, text };
                self.session.call(Target::All, self.main, &said)?;
            }
            _ => println!("{peer} may not: {call:?}"),
        }
        Ok(())
    }

    fn push(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        println!("{} opens the door", call.peer);
        Ok(self.session.set_state(self.door_sync, &Door { open: true })?)
    }

    /// Spawns a player for a peer, named after the peer's id.
    fn spawn(&mut self, peer: i32, called: &str) -> Result<(), Failure> {
        let title = called.chars().filter(|letter| !letter.is_control()).take(20).collect();
        let state = State { position: Vector2::new(0.0, 200.0), health: 100, title };
        println!("{peer} plays as {:?}", state.title);
        let input = MultiplayerSynchronizer::of::<Input>().with_authority(peer);
        // Scene 0 of the spawner's list, with all its synchronizers in the order of the scene.
        let new = NewNode::scene(0, &peer.to_string())
            .with_node(Node::of::<PlayerCall>())
            .with_synchronizer(STATE_SYNC, MultiplayerSynchronizer::new(&state)?)
            .with_synchronizer(INPUT_SYNC, input);
        let node = self.session.spawn(self.spawner, new)?;
        let &[state_sync, input_sync] = self.session.synchronizers(node) else {
            return Err("two synchronizers were given".into());
        };
        let input = Input::default();
        self.players.insert(peer, Player { node, state_sync, input_sync, state, input });
        Ok(())
    }
}

impl Player {
    fn walk(&mut self) {
        let Vector2 { x, y } = self.input.direction;
        let length = x.hypot(y);
        // Not a number, or longer than the allowed step.
        if !length.is_finite() {
            return;
        }
        let speed = if self.input.running { 2.0 * SPEED } else { SPEED } / length.max(1.0);
        let step = speed * TICK.as_secs_f32();
        let Vector2 { x: from, y: height } = self.state.position;
        self.state.position = Vector2::new(
            (from + x * step).clamp(0.0, WIDTH),
            (height + y * step).clamp(0.0, WIDTH),
        );
    }
}
