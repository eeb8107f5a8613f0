//! The server's side of the scenes: who plays, and what they call.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::time::Duration;

use godot_var::Vector2;
use godot_var::multiplayer::godot3::{
    Call, EncodeArguments, Event, Member, Node, Outgoing, Session,
};
use godot_var::multiplayer::net::Message;
use godot_var::multiplayer::{Config, NodeId, Target, TransferMode};

use crate::console::log;
use crate::protocol::{Hello, LAYOUT, Player, Welcome};
use crate::rules;

/// What ends the connection of a client.
pub type Failure = Box<dyn Error>;

/// A client that has not joined by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);

/// `main.gd`: clients call `master` methods of the server, and the server `puppet` methods of the clients.
const MAIN: Node = Node::new().with_methods(&[
    Member::master("hello"),
    Member::master("say_line"),
    Member::puppet("welcome"),
    Member::puppet("joined"),
    Member::puppet("left"),
    Member::puppet("said"),
]);

/// `player.gd`.
const PLAYER: Node = Node::new()
    .with_methods(&[Member::master("walk").with_transfer(TransferMode::Unreliable)])
    .with_properties(&[Member::puppet("place").with_transfer(TransferMode::Unreliable)]);

struct Walker {
    node: NodeId,
    player: Player,
    direction: Vector2,
}

pub struct Game {
    session: Session,
    main: NodeId,
    /// Since when the clients are connected whose time to join is not over.
    waiting: BTreeMap<i32, Duration>,
    /// The clients that have greeted.
    greeted: BTreeSet<i32>,
    walkers: BTreeMap<i32, Walker>,
    /// How many players have joined.
    joined: usize,
}

impl Game {
    /// Describes `main.tscn`.
    pub fn new() -> Result<Self, Failure> {
        let mut session = Session::new(Config::default());
        let main = session.add_node("Main", MAIN)?;
        Ok(Self {
            session,
            main,
            waiting: BTreeMap::new(),
            greeted: BTreeSet::new(),
            walkers: BTreeMap::new(),
            joined: 0,
        })
    }

    /// Takes what has happened on the network. After an error the client has to go.
    pub fn receive(&mut self, message: &Message, now: Duration) -> Result<(), Failure> {
        match message.event_godot3(&mut self.session) {
            // It plays later, after its `hello`.
            Some(Event::Connected(peer)) => drop(self.waiting.insert(peer, now)),
            Some(Event::Call(call)) => self.take(&call)?,
            Some(Event::Disconnected(peer)) => self.leave(peer),
            Some(Event::Refused { peer, reason }) => {
                log(format_args!("client {peer}: {reason}"));
            }
            _ => {}
        }
        Ok(())
    }

    /// A client is gone.
    fn leave(&mut self, peer: i32) {
        self.waiting.remove(&peer);
        self.greeted.remove(&peer);
        if let Some(Walker { node, player, .. }) = self.walkers.remove(&peer) {
            self.session.remove_node(node);
            log(format_args!("{:?} left", player.name));
            self.tell("left", &(peer, &*player.name));
        }
    }

    /// Moves the players by one step. Returns the clients that did not join in time.
    pub fn tick(&mut self, now: Duration) -> Vec<i32> {
        let peers: Vec<i32> = self.walkers.keys().copied().collect();
        for walker in self.walkers.values_mut() {
            let place = rules::walk(walker.player.place, walker.direction);
            if place != walker.player.place {
                walker.player.place = place;
                for peer in &peers {
                    let to = Target::Peer(*peer);
                    if let Err(error) = self.session.set(to, walker.node, "place", &place) {
                        log(format_args!("not sent: {error}"));
                    }
                }
            }
        }
        let mut late = Vec::new();
        self.waiting.retain(|peer, since| {
            let is_over = now.saturating_sub(*since) > PATIENCE;
            if is_over && !self.walkers.contains_key(peer) {
                late.push(*peer);
            }
            !is_over
        });
        late
    }

    /// Passes on the messages that wait.
    pub fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.session.drain(send);
    }

    fn take(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        let walker = self.walkers.get_mut(&call.peer);
        match (call.method.name, walker) {
            ("hello", _) if !self.greeted.insert(call.peer) => {
                return Err("a client greets once".into());
            }
            ("hello", _) => {
                let (hello,): (Hello,) = call.decode()?;
                self.greet(call.peer, hello)?;
            }
            ("walk", Some(walker)) if call.node == walker.node => {
                (walker.direction,) = call.decode()?;
            }
            ("say_line", Some(walker)) => {
                let (text,): (&str,) = call.decode()?;
                if rules::is_line(text) {
                    let name = walker.player.name.clone();
                    // As `{:?}`, a text of a client writes one line, and no commands to the terminal.
                    log(format_args!("{name:?}: {text:?}"));
                    self.tell("said", &(&*name, text));
                }
            }
            // Only players may call that, and only their own.
            _ => {}
        }
        Ok(())
    }

    /// Answers a `hello`. It has the fingerprint of this server.
    fn greet(&mut self, peer: i32, Hello { layout, name }: Hello) -> Result<(), Failure> {
        let refused = rules::refusal(&layout, self.walkers.len());
        let is_refused = !refused.is_empty();
        if is_refused {
            log(format_args!("{name:?} was refused: {refused:?}"));
        }
        if !rules::is_accepted(&layout) {
            log(format_args!(
                "while developing, wait for the build, and start the client again"
            ));
        }
        let (to, layout) = (Target::Peer(peer), LAYOUT.to_owned());
        self.session
            .call(to, self.main, "welcome", &(Welcome { layout, refused },))?;
        if is_refused {
            return Ok(());
        }
        log(format_args!("{name:?} joined"));
        let path = format!("Main/Players/{peer}");
        let node = self.session.add_node(&path, PLAYER)?;
        let color = rules::color(self.joined);
        self.joined += 1;
        for walker in self.walkers.values() {
            self.session
                .call(to, self.main, "joined", &(walker.player.clone(),))?;
        }
        let player = Player {
            id: peer,
            name,
            color,
            place: rules::START,
        };
        let direction = Vector2::ZERO;
        self.walkers.insert(
            peer,
            Walker {
                node,
                player: player.clone(),
                direction,
            },
        );
        self.tell("joined", &(player,));
        Ok(())
    }

    /// Calls a method of `main.gd` at all players.
    fn tell(&mut self, method: &str, arguments: &impl EncodeArguments) {
        for peer in self.walkers.keys() {
            let called = self
                .session
                .call(Target::Peer(*peer), self.main, method, arguments);
            if let Err(error) = called {
                log(format_args!("not sent: {error}"));
            }
        }
    }
}
