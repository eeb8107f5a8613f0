//! The rules of the game, without sockets and clock.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::multiplayer::godot3::{Call, Event, Outgoing, Session, Set};
use godot_var::multiplayer::net::Message;
use godot_var::multiplayer::{CallError, Config, NodeId, Refusal, Relay, Target};
use godot_var::{Color, Vector2};

use crate::Failure;
use crate::scripts::{DOOR, DOOR_SCRIPT, MAIN, MAIN_SCRIPT, PLAYER_SCRIPT, player_path};

/// The time between two steps of the world.
pub(crate) const TICK: Duration = Duration::from_millis(50);
/// Pixels per second.
const SPEED: f32 = 160.0;
const WIDTH: f32 = 540.0;
/// A player that walks over this position is hurt.
const SPIKES: f32 = 100.0;
const MAX_PLAYERS: usize = 64;

struct Player {
    node: NodeId,
    called: String,
    place: Vector2,
    direction: Vector2,
    health: i32,
    tint: Color,
}

pub(crate) struct Game {
    session: Session,
    main: NodeId,
    door: NodeId,
    is_open: bool,
    players: BTreeMap<i32, Player>,
}

impl Game {
    pub(crate) fn new() -> Result<Self, Failure> {
        let mut session = Session::new(Config::default().with_relay(Relay::On));
        let main = session.add_node(MAIN, MAIN_SCRIPT)?;
        let door = session.add_node(DOOR, DOOR_SCRIPT)?;
        Ok(Self { session, main, door, is_open: false, players: BTreeMap::new() })
    }

    fn leave(&mut self, peer: i32) -> Result<(), Failure> {
        if let Some(player) = self.players.remove(&peer) {
            println!("{peer} has gone");
            self.session.remove_node(player.node);
            for other in self.players.keys() {
                self.session.call(Target::Peer(*other), self.main, "gone", &(peer,))?;
            }
        }
        Ok(())
    }

    pub(crate) fn receive(&mut self, message: &Message) -> Result<(), Failure> {
        match message.event_godot3(&mut self.session) {
            Some(Event::Connected(peer)) => println!("{peer} is in"),
            Some(Event::Disconnected(peer)) => self.leave(peer)?,
            Some(Event::Call(call)) => {
                if let Some(refused) = self.take_call(&call)? {
                    println!("{} -> {refused}", call.peer);
                }
            }
            Some(Event::Set(set)) => {
                if let Some(refused) = self.take_tint(&set)? {
                    println!("{} -> {refused}", set.peer);
                }
            }
            Some(Event::Refused { peer, reason }) => println!("{peer} -> {reason}"),
            Some(other) => println!("{other:?}"),
            None => {}
        }
        Ok(())
    }

    /// Passes on the messages of the session.
    pub(crate) fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.session.drain(send);
    }

    /// Advances the game by a tick.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        let watchers: Vec<i32> = self.players.keys().copied().collect();
        for player in self.players.values_mut() {
            let before = player.place;
            player.walk();
            if player.place == before {
                continue;
            }
            let is_hurt = before.x < SPIKES && player.place.x >= SPIKES;
            if is_hurt {
                player.health -= 10;
            }
            for watcher in &watchers {
                let to = Target::Peer(*watcher);
                // rset_unreliable_id(…)
                self.session.set(to, player.node, "place", &player.place)?;
                if is_hurt {
                    self.session.set(to, player.node, "health", &player.health)?;
                    self.session.call(to, player.node, "hurt", &(10,))?;
                }
            }
        }
        Ok(())
    }

    /// Carries out a client's call. Returns the reason if the client may not make it.
    fn take_call(&mut self, call: &Call<'_>) -> Result<Option<String>, Failure> {
        let peer = call.peer;
        let done = match call.method.name {
            "join" => call.decode().map(|(called,): (&str,)| self.join(peer, called)),
            "say" => call.decode().map(|(text,): (&str,)| self.say(peer, text)),
            "push" => call.decode().map(|()| self.push(peer)),
            "walk" => call.decode().map(|(to,): (Vector2,)| Ok(self.walk(peer, call.node, to))),
            _ => return Ok(Some("not for the server".into())),
        };
        answer(done)
    }

    fn take_tint(&mut self, set: &Set<'_>) -> Result<Option<String>, Failure> {
        answer(set.decode().map(|tint: Color| self.set_tint(set.peer, set.node, tint)))
    }

    fn join(&mut self, peer: i32, called: &str) -> Result<bool, CallError> {
        if self.players.contains_key(&peer) || self.players.len() >= MAX_PLAYERS {
            return Ok(false);
        }
        let path = player_path(peer);
        let Ok(node) = self.session.add_node(&path, PLAYER_SCRIPT) else { return Ok(false) };
        let called: String =
            called.chars().filter(|letter| !letter.is_control()).take(20).collect();
        println!("{peer} plays as {called:?}");
        // A player who joins later gets the current state.
        let new = Target::Peer(peer);
        for (other, player) in &self.players {
            self.session.call(new, self.main, "joined", &(*other, &*player.called))?;
            self.session.set(new, player.node, "health", &player.health)?;
            self.session.set(new, player.node, "tint", &player.tint)?;
            self.session.set(new, player.node, "place", &player.place)?;
        }
        self.session.set(new, self.door, "open", &self.is_open)?;
        let place = Vector2::new(0.0, 200.0);
        let (direction, tint) = (Vector2::ZERO, Color::WHITE);
        let player = Player { node, called, place, direction, health: 100, tint };
        for watcher in self.players.keys().chain([&peer]) {
            let joined = (peer, &*player.called);
            self.session.call(Target::Peer(*watcher), self.main, "joined", &joined)?;
        }
        self.players.insert(peer, player);
        Ok(true)
    }

    fn say(&mut self, peer: i32, text: &str) -> Result<bool, CallError> {
        let Some(player) = self.players.get(&peer).filter(|_| text.len() <= 200) else {
            return Ok(false);
        };
        for watcher in self.players.keys() {
            let said = (&*player.called, text);
            self.session.call(Target::Peer(*watcher), self.main, "said", &said)?;
        }
        Ok(true)
    }

    fn push(&mut self, peer: i32) -> Result<bool, CallError> {
        println!("{peer} opens the door");
        self.is_open = true;
        for watcher in self.players.keys() {
            self.session.set(Target::Peer(*watcher), self.door, "open", &true)?;
        }
        Ok(true)
    }

    /// Returns the player of this node, if it belongs to the peer.
    fn own(&mut self, peer: i32, node: NodeId) -> Option<&mut Player> {
        self.players.get_mut(&peer).filter(|player| player.node == node)
    }

    fn walk(&mut self, peer: i32, node: NodeId, direction: Vector2) -> bool {
        let Some(player) = self.own(peer, node) else { return false };
        player.direction = direction;
        true
    }

    fn set_tint(&mut self, peer: i32, node: NodeId, tint: Color) -> Result<bool, CallError> {
        let Some(player) = self.own(peer, node) else { return Ok(false) };
        player.tint = tint;
        for watcher in self.players.keys() {
            self.session.set(Target::Peer(*watcher), node, "tint", &tint)?;
        }
        Ok(true)
    }
}

/// The reason why a call was not carried out: its arguments, or the rules of the game.
fn answer(done: Result<Result<bool, CallError>, Refusal>) -> Result<Option<String>, Failure> {
    match done {
        Ok(Ok(true)) => Ok(None),
        Ok(Ok(false)) => Ok(Some("against the rules".into())),
        Ok(Err(error)) => Err(error.into()),
        Err(refused) => Ok(Some(refused.to_string())),
    }
}

impl Player {
    fn walk(&mut self) {
        let Vector2 { x, y } = self.direction;
        let length = x.hypot(y);
        // Not a number, or longer than the allowed step.
        if !length.is_finite() {
            return;
        }
        let step = SPEED / length.max(1.0) * TICK.as_secs_f32();
        let Vector2 { x: from, y: height } = self.place;
        self.place = Vector2::new(
            (from + x * step).clamp(0.0, WIDTH),
            (height + y * step).clamp(0.0, WIDTH),
        );
    }
}
