//! One room: a session of high-level multiplayer on a port of its own. It runs in a thread, and hands the log to a task.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use godot_var::multiplayer::net::{Message, Server};
use godot_var::multiplayer::tickets::TicketGate;
use godot_var::multiplayer::{Config, Event, Node, NodeId, Session, Target};
use tokio::sync::mpsc::UnboundedSender;

use crate::Failure;
use crate::messages::{OVER, RoomCall, State, Words};

/// The time of a player to show its ticket.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a room waits for players who have lost their connection. After the match it ends with the last player.
const EMPTY: Duration = Duration::from_secs(10);
/// How long the room waits for packets before it looks for answers of the log.
const GLANCE: Duration = Duration::from_millis(3);
/// How many messages of a player may wait for the log, and how long one may be.
const MAX_WAITING: i64 = 64;
const MAX_TEXT: usize = 200;
/// How many messages are written at once, and how many are between two snapshots.
const BATCH: usize = 64;
const SNAPSHOT: i64 = 100;

/// What the room wants of its log, in this order.
pub(crate) enum Order {
    Append(u64, Vec<Words>),
    Save(State),
}

/// The entry with this number is kept.
pub(crate) struct Kept(pub(crate) u64, pub(crate) Vec<Words>);

pub(crate) struct Room {
    pub(crate) server: Server,
    /// What tickets are for, and their gate.
    pub(crate) admits: String,
    pub(crate) gate: TicketGate,
    pub(crate) version: i64,
    pub(crate) state: State,
    pub(crate) orders: UnboundedSender<Order>,
    pub(crate) answers: Receiver<Kept>,
}

struct Player {
    name: String,
    /// Whether it gets the room's messages: after it has said how far it has heard them.
    listens: bool,
}

struct Game {
    room: Room,
    session: Session,
    node: NodeId,
    /// The names of those whose ticket is good, until they have come: the session sends them nothing before.
    admitted: BTreeMap<i32, String>,
    players: BTreeMap<i32, Player>,
    /// Those who have come since the last write, and those who wait for it. A room welcomes a player after it has written its log: a process
    /// that has lost the room cannot, and would know less than the player.
    joining: Vec<i32>,
    welcoming: Vec<i32>,
    /// The messages that wait for the log, and the last number of each player with them.
    waiting: Vec<Words>,
    said: BTreeMap<String, i64>,
    is_writing: bool,
    is_over: bool,
    /// The number of messages in the last snapshot.
    saved: i64,
}

/// Runs a room until it is empty, or its process has lost it.
pub(crate) fn run(room: Room) -> Result<(), Failure> {
    let mut session = Session::new(Config::default().with_auth(PATIENCE));
    let node = session.add_node("Main/Room", Node::of::<RoomCall>())?;
    let (saved, said) = (room.state.said, room.state.kept.clone());
    let mut game = Game {
        room,
        session,
        node,
        admitted: BTreeMap::new(),
        players: BTreeMap::new(),
        joining: Vec::new(),
        welcoming: Vec::new(),
        waiting: Vec::new(),
        said,
        is_writing: false,
        is_over: false,
        saved,
    };
    let start = Instant::now();
    let mut occupied = start;
    while occupied.elapsed() < if game.is_over { GLANCE } else { EMPTY } {
        while let Some(message) = game.room.server.receive()? {
            if let Err(why) = game.receive(&message, start.elapsed()) {
                game.room.server.close(message.peer(), &why.to_string());
            }
        }
        if !game.read_log() {
            return Ok(());
        }
        game.write_log();
        while let Some(event) = game.session.poll(start.elapsed()) {
            if let Event::AuthTimedOut { peer, .. } = event {
                game.room.server.close(peer, "no ticket");
            }
        }
        game.session.drain(|packet| game.room.server.send(packet));
        game.room.server.wait(GLANCE)?;
        if !game.players.is_empty() || game.is_writing {
            occupied = Instant::now();
        }
    }
    let _ = game.room.orders.send(Order::Save(game.room.state));
    Ok(())
}

/// Returns the Unix time in seconds.
pub(crate) fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Game {
    /// An error ends the connection of the peer.
    fn receive(&mut self, message: &Message, now: Duration) -> Result<(), Failure> {
        match message.event(&mut self.session, now) {
            Some(Event::Auth { peer, .. }) if self.admitted.contains_key(&peer) => {
                return Err("a connection shows one ticket".into());
            }
            Some(Event::Auth { peer, payload }) => {
                let checked = self.room.gate.check(payload, &self.room.admits, unix_time());
                match checked {
                    Ok(ticket) => self.admit(peer, ticket.player),
                    Err(refused) => {
                        self.session.send_auth(peer, refused.to_string().as_bytes());
                        self.session.drain(|packet| self.room.server.send(packet));
                        return Err(refused.into());
                    }
                }
            }
            Some(Event::Connected(peer)) => self.join(peer),
            Some(Event::Disconnected(peer)) => {
                self.admitted.remove(&peer);
                self.players.remove(&peer);
            }
            Some(Event::Call(call)) => match call.decode()? {
                RoomCall::Since { said } => self.listen(call.peer, said)?,
                RoomCall::Say { number, text } => self.say(call.peer, number, text)?,
                _ => {} // the session lets no peer call the others
            },
            Some(Event::Refused { reason, .. }) => return Err(reason.to_string().into()),
            _ => {}
        }
        Ok(())
    }

    fn admit(&mut self, peer: i32, name: String) {
        self.admitted.insert(peer, name);
        if let Some(Event::Connected(peer)) = self.session.complete_auth(peer) {
            self.join(peer);
        }
    }

    /// A player has one connection: the newest.
    fn join(&mut self, peer: i32) {
        let Some(name) = self.admitted.remove(&peer) else { return };
        let earlier = self.players.iter().find(|(_, player)| player.name == name);
        if let Some((&earlier, _)) = earlier {
            self.players.remove(&earlier);
            self.room.server.close(earlier, "the player has another connection");
        }
        self.players.insert(peer, Player { name, listens: false });
        self.joining.push(peer);
    }

    /// An error is about this player alone, whose connection ends.
    fn tell(&mut self, peer: i32, call: &RoomCall) {
        if let Err(why) = self.session.call(Target::Peer(peer), self.node, call) {
            self.room.server.close(peer, &why.to_string());
        }
    }

    fn welcome(&mut self, peer: i32) {
        // It may have left since.
        let Some(player) = self.players.get(&peer) else { return };
        let (state, version) = (&self.room.state, self.room.version);
        let welcome =
            RoomCall::Welcome { kept: state.kept(&player.name), said: state.said, version };
        self.tell(peer, &welcome);
    }

    fn listen(&mut self, peer: i32, said: i64) -> Result<(), Failure> {
        let player = self.players.get_mut(&peer).ok_or("no player")?;
        if std::mem::replace(&mut player.listens, true) {
            return Err("a connection says once how far it has heard".into());
        }
        for (said, words) in self.room.state.since(said) {
            self.session.call(Target::Peer(peer), self.node, &heard(said, words))?;
        }
        Ok(())
    }

    fn say(&mut self, peer: i32, number: i64, text: String) -> Result<(), Failure> {
        let player = self.players.get(&peer).ok_or("no player")?.name.clone();
        let kept = self.room.state.kept(&player);
        let said = self.said.get(&player).copied().unwrap_or(0);
        if text.len() > MAX_TEXT || number > said + 1 || number > kept + MAX_WAITING {
            return Err("the message is too long, too early, or one before it is missing".into());
        }
        if number == said + 1 {
            self.said.insert(player.clone(), number);
            self.waiting.push(Words { player, number, text });
        } else if number <= kept {
            self.session.call(Target::Peer(peer), self.node, &RoomCall::Kept { number: kept })?;
        }
        Ok(())
    }

    /// Tells players what the log has kept. Returns `false` if the log is lost.
    fn read_log(&mut self) -> bool {
        let Kept(entry, words) = match self.room.answers.try_recv() {
            Ok(kept) => kept,
            Err(TryRecvError::Empty) => return true,
            Err(TryRecvError::Disconnected) => return false,
        };
        self.is_writing = false;
        let welcoming = std::mem::take(&mut self.welcoming);
        self.room.state.apply(entry, &words);
        let first = self.room.state.said - words.len() as i64 + 1;
        let mut calls = Vec::new();
        for (said, words) in (first..).zip(&words) {
            self.is_over |= words.text == OVER;
            for (&peer, player) in &self.players {
                if player.listens {
                    calls.push((peer, heard(said, words)));
                }
                if player.name == words.player {
                    calls.push((peer, RoomCall::Kept { number: words.number }));
                }
            }
        }
        for (peer, call) in calls {
            self.tell(peer, &call);
        }
        for peer in welcoming {
            self.welcome(peer);
        }
        true
    }

    fn write_log(&mut self) {
        if self.is_writing {
            return;
        }
        // An error means that the log is lost, which the answers say, too.
        if self.room.state.said - self.saved >= SNAPSHOT {
            self.saved = self.room.state.said;
            let _ = self.room.orders.send(Order::Save(self.room.state.clone()));
        }
        if !self.waiting.is_empty() || !self.joining.is_empty() {
            self.welcoming = std::mem::take(&mut self.joining);
            let words = self.waiting.drain(..self.waiting.len().min(BATCH)).collect();
            self.is_writing = true;
            let _ = self.room.orders.send(Order::Append(self.room.state.entry + 1, words));
        }
    }
}

fn heard(said: i64, words: &Words) -> RoomCall {
    let Words { player, number, text } = words.clone();
    RoomCall::Heard { said, player, number, text }
}
