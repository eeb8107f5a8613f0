//! The rules of the game, without sockets and clock.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::multiplayer::net::Message;
use godot_var::multiplayer::{
    Call, Config, Event, NewNode, Outgoing, Session, Target, TransferMode,
};
use godot_var::{FromFlatBytes, ToFlatBytes, Vector2};

use crate::Failure;
use crate::messages::{Dot, Map, Mark};
use crate::project::{
    self, Main, MainCall, MainDoorSync, PlayerCall, PlayerInputSync, PlayerStateSync,
    PlayerSynchronizers, Tree,
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
    nodes: project::Player,
    state: PlayerStateSync,
    input: PlayerInputSync,
}

pub(crate) struct Game {
    session: Session,
    main: Main,
    players: BTreeMap<i32, Player>,
}

impl Game {
    pub(crate) fn new() -> Result<Self, Failure> {
        let mut session = Session::new(Config::default().with_auth(PATIENCE));
        let Tree { main } = Tree::add_to(&mut session)?;
        session.set_state(main.door_sync, &MainDoorSync { open: false })?;
        Ok(Self { session, main, players: BTreeMap::new() })
    }

    /// Passes a message to the session. An error ends the connection of its peer, and not the server.
    pub(crate) fn receive(&mut self, message: &Message, now: Duration) -> Verdict {
        let Some(event) = message.event(&mut self.session, now) else { return Verdict::Stays };
        self.take(event).unwrap_or_else(|error| {
            println!("{} -> {error}", message.peer());
            Verdict::Goes
        })
    }

    fn leave(&mut self, peer: i32) {
        if let Some(player) = self.players.remove(&peer) {
            println!("{peer} has gone");
            self.session.remove_node(player.nodes.node);
        }
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
                self.session.call(Target::All, player.nodes.node, &hurt)?;
            }
            self.session.set_state(player.nodes.state_sync, &player.state)?;
        }
        self.send_map()?;
        while let Some(event) = self.session.poll(now) {
            if let Event::AuthTimedOut { peer, missing } = event {
                println!("{peer} did not say the word: {missing}");
                close(peer);
            }
        }
        Ok(())
    }

    /// Sends the positions of all players, in few bytes.
    fn send_map(&mut self) -> Result<(), Failure> {
        let dot =
            |(peer, player): (&i32, &Player)| Dot { peer: *peer, position: player.state.position };
        let map = Map { dots: self.players.iter().map(dot).collect() };
        let call = MainCall::Map { bytes: map.to_flat_bytes()? };
        self.session.call(Target::All, self.main.node, &call)?;
        Ok(())
    }

    fn take(&mut self, event: Event<'_>) -> Result<Verdict, Failure> {
        match event {
            Event::Auth { peer, payload } if payload == MainCall::PASSWORD.as_bytes() => {
                if let Some(event) = self.session.complete_auth(peer) {
                    return self.take(event);
                }
            }
            Event::Auth { peer, .. } => {
                println!("{peer} does not know the word");
                return Ok(Verdict::Goes);
            }
            Event::Connected(peer) => println!("{peer} is in"),
            Event::Disconnected(peer) => self.leave(peer),
            Event::Call(call) if call.node == self.main.node => match call.decode() {
                Ok(said) => self.take_call(call.peer, said)?,
                Err(refused) => println!("{} -> {refused}", call.peer),
            },
            Event::Call(call) if call.node == self.main.door => self.push(&call)?,
            Event::Synchronized { peer, updates, .. } => {
                let Some(player) = self.players.get_mut(&peer) else { return Ok(Verdict::Stays) };
                let inputs =
                    updates.iter().filter(|update| update.synchronizer == player.nodes.input_sync);
                for update in inputs {
                    if let Err(refused) = update.apply(&mut player.input) {
                        println!("{peer} -> {refused}");
                    }
                }
            }
            Event::Raw { peer, bytes } if self.players.contains_key(&peer) => {
                match Mark::from_flat_bytes(bytes) {
                    Ok(mark) => {
                        println!("{peer} marks {:?}", mark.position);
                        let reliable = TransferMode::Reliable;
                        self.session.send_bytes(Target::All, bytes, reliable, 0)?;
                    }
                    Err(refused) => println!("{peer} -> {refused}"),
                }
            }
            Event::Refused { peer, reason } => println!("{peer} -> {reason}"),
            other => println!("{other:?}"),
        }
        Ok(Verdict::Stays)
    }

    fn take_call(&mut self, peer: i32, call: MainCall) -> Result<(), Failure> {
        let has_joined = self.players.contains_key(&peer);
        match call {
            MainCall::Join { called } if !has_joined && self.players.len() < MAX_PLAYERS => {
                self.spawn(peer, &called)?;
            }
            MainCall::Say { text } if has_joined && text.len() <= 200 => {
                let who = self.players[&peer].state.title.clone();
                let said = MainCall::Said { who, text };
                self.session.call(Target::All, self.main.node, &said)?;
            }
            call => println!("{peer} may not: {call:?}"),
        }
        Ok(())
    }

    fn push(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        println!("{} opens the door", call.peer);
        Ok(self.session.set_state(self.main.door_sync, &MainDoorSync { open: true })?)
    }

    /// Spawns a player for a peer, named after the peer's id.
    fn spawn(&mut self, peer: i32, called: &str) -> Result<(), Failure> {
        let title = called.chars().filter(|letter| !letter.is_control()).take(20).collect();
        let state = PlayerStateSync { position: Vector2::new(0.0, 200.0), health: 100, title };
        println!("{peer} plays as {:?}", state.title);
        let synchronizers = PlayerSynchronizers {
            state_sync: state.with_state()?,
            input_sync: PlayerInputSync::synchronizer().with_authority(peer),
        };
        let new = NewNode::scene(Main::PLAYER_SPAWNER_PLAYER, &peer.to_string());
        let spawner = self.main.player_spawner;
        let nodes = project::Player::spawn(&mut self.session, spawner, new, synchronizers)?;
        let input = PlayerInputSync::default();
        self.players.insert(peer, Player { nodes, state, input });
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
