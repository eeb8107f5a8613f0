//! The server's side of the scenes: who plays, and what they call and send.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use godot_var::multiplayer::net::Message;
use godot_var::multiplayer::{
    Config, Event, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node, NodeId, Outgoing,
    Session, Target,
};
use godot_var::{FromVariantBytes, Godot4, ToVariantBytes, Vector2};

use crate::console::log;
use crate::protocol::{Chat, Hello, Input, LAYOUT, State, Welcome};
use crate::{LIMITS, accepted, rules};

/// What ends the connection of a client.
pub type Failure = Box<dyn Error>;

/// A client that has not sent its `Hello` by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);

struct Player {
    node: NodeId,
    state_sync: NodeId,
    input_sync: NodeId,
    state: State,
    direction: Vector2,
}

pub struct Game {
    session: Session,
    chat: NodeId,
    spawner: NodeId,
    players: BTreeMap<i32, Player>,
    /// The names of clients that have greeted, and not entered yet.
    names: BTreeMap<i32, String>,
    /// How many players have joined.
    joined: usize,
}

impl Game {
    /// Describes `main.tscn`.
    pub fn new() -> Result<Self, Failure> {
        let config = Config::default()
            .with_auth(PATIENCE)
            .with_older(accepted::OLDER_RPCS);
        let mut session = Session::new(config);
        let chat = session.add_node("Main/Chat", Node::of::<Chat>())?;
        let spawner = MultiplayerSpawner::new("Main/Players").with_scenes(&["res://player.tscn"]);
        Ok(Self {
            chat,
            spawner: session.add_spawner("Main/PlayerSpawner", spawner)?,
            session,
            players: BTreeMap::new(),
            names: BTreeMap::new(),
            joined: 0,
        })
    }

    /// Takes what has happened on the network. After an error the client has to go.
    pub fn receive(&mut self, message: &Message, now: Duration) -> Result<(), Failure> {
        let peer = message.peer();
        match message.event(&mut self.session, now) {
            Some(Event::Auth { payload, .. }) => self.greet(peer, payload)?,
            Some(Event::Disconnected(peer)) => self.leave(peer),
            Some(Event::Call(call)) if call.node == self.chat => {
                let player = self.players.get(&peer);
                match (call.decode()?, player) {
                    (Chat::Enter, None) => self.spawn(peer)?,
                    (Chat::Say { text }, Some(player)) if rules::is_line(&text) => {
                        let called = player.state.called.clone();
                        // As `{:?}`, a text of a client writes one line, and no commands to the terminal.
                        log(format_args!("{called:?}: {text:?}"));
                        self.tell(&Chat::Said { called, text });
                    }
                    // No line of a player, or a call of the server.
                    (
                        Chat::Enter
                        | Chat::Say { .. }
                        | Chat::Joined { .. }
                        | Chat::Left { .. }
                        | Chat::Said { .. },
                        _,
                    ) => {}
                }
            }
            Some(Event::Synchronized { updates, .. }) => {
                if let Some(player) = self.players.get_mut(&peer) {
                    let mut input = Input {
                        direction: player.direction,
                    };
                    for update in updates {
                        if update.synchronizer == player.input_sync {
                            update.apply(&mut input)?;
                        }
                    }
                    player.direction = input.direction;
                }
            }
            Some(Event::Refused { reason, .. }) => {
                log(format_args!("client {peer}: {reason}"));
            }
            _ => {}
        }
        Ok(())
    }

    /// A client is gone.
    fn leave(&mut self, peer: i32) {
        self.names.remove(&peer);
        if let Some(player) = self.players.remove(&peer) {
            self.session.remove_node(player.node);
            let called = player.state.called;
            log(format_args!("{called:?} left"));
            self.tell(&Chat::Left { called });
        }
    }

    /// Moves the players by one step. Returns the clients that did not greet in time.
    pub fn tick(&mut self, now: Duration) -> Result<Vec<i32>, Failure> {
        for player in self.players.values_mut() {
            player.state.place = rules::walk(player.state.place, player.direction);
            self.session.set_state(player.state_sync, &player.state)?;
        }
        let mut late = Vec::new();
        while let Some(event) = self.session.poll(now) {
            if let Event::AuthTimedOut { peer, .. } = event {
                late.push(peer);
            }
        }
        Ok(late)
    }

    /// Passes on the packets that wait.
    pub fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.session.drain(send);
    }

    /// Answers a `Hello`. It has the fingerprint of this server.
    fn greet(&mut self, peer: i32, payload: &[u8]) -> Result<(), Failure> {
        let Hello { layout, name } = Hello::from_variant_bytes_with::<Godot4>(payload, LIMITS)?;
        if self.names.contains_key(&peer) {
            return Err("a client greets once".into());
        }
        let refused = rules::refusal(&layout, self.players.len());
        let is_refused = !refused.is_empty();
        if is_refused {
            log(format_args!("{name:?} was refused: {refused:?}"));
        }
        if !rules::is_accepted(&layout) {
            log(format_args!(
                "while developing, wait for the build, and start the client again"
            ));
        }
        let welcome = Welcome {
            layout: LAYOUT.to_owned(),
            refused,
        };
        self.session
            .send_auth(peer, &welcome.to_variant_bytes::<Godot4>()?);
        self.names.insert(peer, name);
        // A refused client leaves, or is late.
        if !is_refused {
            // It plays later, after its `enter`.
            self.session.complete_auth(peer);
        }
        Ok(())
    }

    /// Spawns the player of a client. Its name is the client's id: `player.gd` relies on that.
    fn spawn(&mut self, peer: i32) -> Result<(), Failure> {
        let Some(called) = self.names.remove(&peer) else {
            return Ok(());
        };
        // Others may have joined since it has greeted.
        if rules::is_full(self.players.len()) {
            return Err(rules::FULL.into());
        }
        log(format_args!("{called:?} joined"));
        let color = rules::color(self.joined);
        self.joined += 1;
        let state = State {
            place: rules::START,
            called: called.clone(),
            color,
        };
        // Scene 0 of the spawner's list, with its synchronizers in the order of the scene.
        let new = NewNode::scene(0, &peer.to_string())
            .with_synchronizer("StateSync", MultiplayerSynchronizer::new(&state)?)
            .with_synchronizer(
                "InputSync",
                MultiplayerSynchronizer::of::<Input>().with_authority(peer),
            );
        let node = self.session.spawn(self.spawner, new)?;
        let &[state_sync, input_sync] = self.session.synchronizers(node) else {
            return Err("a player has two synchronizers".into());
        };
        let direction = Vector2::ZERO;
        self.players.insert(
            peer,
            Player {
                node,
                state_sync,
                input_sync,
                state,
                direction,
            },
        );
        self.tell(&Chat::Joined { called });
        Ok(())
    }

    /// Calls a method of the chat at all players.
    fn tell(&mut self, call: &Chat) {
        for peer in self.players.keys() {
            // A client of a version without the method is left out.
            if let Err(error) = self.session.call(Target::Peer(*peer), self.chat, call) {
                log(format_args!("not sent: {error}"));
            }
        }
    }
}
