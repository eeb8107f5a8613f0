//! Bots that play the game over both transports, as Godot 3 clients do.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use godot_var::multiplayer::godot3::{Call, Event, Session, Set};
use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{Config, NodeId, Relay, SERVER, Target};
use godot_var::{Color, Vector2};

use crate::Failure;
use crate::scripts::{DOOR, DOOR_SCRIPT, MAIN, MAIN_SCRIPT, PLAYER_SCRIPT, player_path};

/// If a bot waits longer than this for something, the example fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a bot waits for a message.
const GLANCE: Duration = Duration::from_millis(5);
const TO_SERVER: Target = Target::Peer(SERVER);

pub(crate) fn play(server: SocketAddr) -> Result<(), Failure> {
    let (mut ann, mut bob) =
        (Bot::new(&format!("ws://{server}"))?, Bot::new(&format!("enet://{server}"))?);
    for (bot, called) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        bot.session.call(TO_SERVER, bot.main, "join", &(called,))?;
        bot.until("a player", |bot| bot.sees(called))?;
    }
    ann.until("Bob", |bot| bot.sees("Bob"))?;
    println!("Ann and Bob see each other: {}", ann.sees("Bob") && bob.sees("Ann"));

    let own = ann.own()?;
    ann.session.call(TO_SERVER, own, "walk", &(Vector2::new(1.0, 0.0),))?;
    ann.until("the spikes", |bot| bot.hurt > 0)?;
    ann.session.call(TO_SERVER, own, "walk", &(Vector2::ZERO,))?;
    bob.until("a wounded Ann", |bot| bot.of("Ann").is_some_and(|ann| ann.health == 90))?;
    println!("Ann has walked over the spikes, and Bob sees her health: 90");

    bob.session.call(TO_SERVER, bob.main, "say", &("take care",))?;
    bob.until("his own words", |bot| !bot.heard.is_empty())?;
    ann.until("words", |bot| !bot.heard.is_empty())?;
    println!("Ann hears {}", ann.heard.join(", "));

    // From client to client, through the server.
    let friend = ann.of("Bob").ok_or("no Bob")?.peer;
    ann.session.call(Target::Peer(friend), ann.main, "whisper", &("thanks",))?;
    ann.send()?;
    bob.until("a whisper", |bot| bot.heard.len() > 1)?;
    println!("Bob hears {}", bob.heard[1]);

    ann.session.set(TO_SERVER, own, "tint", &Color::ORANGE)?;
    ann.send()?;
    bob.until("an orange Ann", |bot| bot.of("Ann").is_some_and(|ann| ann.tint == Color::ORANGE))?;
    println!("Bob sees that Ann is orange");

    bob.session.call(TO_SERVER, bob.door, "push", &())?;
    bob.until("an open door", |bot| bot.is_open)?;
    let mut late = Bot::new(&format!("enet://{server}"))?;
    late.session.call(TO_SERVER, late.main, "join", &("Cem",))?;
    late.until("an open door", |bot| bot.is_open && bot.sees("Ann") && bot.sees("Bob"))?;
    println!("who comes later sees the door open: {}", late.is_open);
    println!("OK");
    Ok(())
}

/// What a bot knows of a player.
struct Player {
    peer: i32,
    called: String,
    health: i32,
    tint: Color,
}

struct Bot {
    session: Session,
    client: Client,
    main: NodeId,
    door: NodeId,
    is_open: bool,
    players: BTreeMap<NodeId, Player>,
    heard: Vec<String>,
    hurt: i32,
}

impl Bot {
    /// Connects to the server, and describes the scene of the project.
    fn new(url: &str) -> Result<Self, Failure> {
        let config = NetConfig::default().with_godot3(true);
        let client = Client::connect(url, config, PATIENCE)?;
        let config = Config::default().with_relay(Relay::On);
        let mut session = Session::client(client.id(), config);
        let main = session.add_node(MAIN, MAIN_SCRIPT)?;
        let door = session.add_node(DOOR, DOOR_SCRIPT)?;
        let mut bot = Self {
            session,
            client,
            main,
            door,
            is_open: false,
            players: BTreeMap::new(),
            heard: Vec::new(),
            hurt: 0,
        };
        bot.until("the server", |bot| bot.session.peers().any(|peer| peer == SERVER))?;
        Ok(bot)
    }

    fn of(&self, called: &str) -> Option<&Player> {
        self.players.values().find(|player| player.called == called)
    }

    fn sees(&self, called: &str) -> bool {
        self.of(called).is_some()
    }

    /// Returns the node of the bot's own player.
    fn own(&self) -> Result<NodeId, Failure> {
        let path = player_path(self.session.unique_id());
        self.session.node(&path).ok_or_else(|| "no player".into())
    }

    /// Plays until the condition holds.
    fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            if Instant::now() > deadline {
                return Err(format!("waited in vain for {what}").into());
            }
            while let Some(message) = self.client.receive()? {
                match message.event_godot3(&mut self.session) {
                    Some(Event::Call(call)) => self.take_call(&call)?,
                    Some(Event::Set(set)) => self.take_set(&set)?,
                    Some(Event::Disconnected(SERVER)) => {
                        return Err("the server has ended it".into());
                    }
                    Some(Event::Connected(_) | Event::Disconnected(_)) | None => {}
                    Some(other) => return Err(format!("{other:?}").into()),
                }
            }
            self.send()?;
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), Failure> {
        self.session.drain(|outgoing| self.client.send_godot3(outgoing));
        Ok(self.client.wait(GLANCE)?)
    }

    fn take_call(&mut self, call: &Call<'_>) -> Result<(), Failure> {
        match call.method.name {
            "joined" => {
                let (peer, called): (i32, String) = call.decode()?;
                let path = player_path(peer);
                let node = self.session.add_node(&path, PLAYER_SCRIPT)?;
                let player = Player { peer, called, health: 100, tint: Color::WHITE };
                self.players.insert(node, player);
            }
            "gone" => {
                let (peer,): (i32,) = call.decode()?;
                let node = self.session.node(&player_path(peer)).ok_or("nobody is gone")?;
                self.session.remove_node(node);
                self.players.remove(&node);
            }
            "said" => {
                let (who, text): (&str, &str) = call.decode()?;
                self.heard.push(format!("{who}: {text}"));
            }
            "whisper" => {
                let (text,): (&str,) = call.decode()?;
                let from = self.players.values().find(|player| player.peer == call.peer);
                let from = from.map_or("nobody", |player| &player.called);
                self.heard.push(format!("{from} whispers: {text}"));
            }
            "hurt" => {
                let (by,): (i32,) = call.decode()?;
                self.hurt += by;
            }
            other => return Err(other.into()),
        }
        Ok(())
    }

    fn take_set(&mut self, set: &Set<'_>) -> Result<(), Failure> {
        let player = self.players.get_mut(&set.node);
        match (set.property.name, player) {
            ("open", _) => self.is_open = set.decode()?,
            ("health", Some(player)) => player.health = set.decode()?,
            ("tint", Some(player)) => player.tint = set.decode()?,
            // The position of a player, many times a second.
            ("place", Some(_)) => {
                let _: Vector2 = set.decode()?;
            }
            (other, _) => return Err(other.into()),
        }
        Ok(())
    }
}
