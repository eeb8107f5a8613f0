//! Bots that play the game over both transports, as Godot 3 clients do.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use godot_var::multiplayer::godot3::{Call, Event, Incoming, Message, Session, Set};
use godot_var::multiplayer::{Config, NodeId, Relay, SERVER, Target, TransferMode};
use godot_var::{Color, Vector2};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message as WebMessage;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::Failure;
use crate::enet::{self, Enet};
use crate::scripts::{DOOR, DOOR_SCRIPT, MAIN, MAIN_SCRIPT, PLAYER_SCRIPT, player_path};

/// If a bot waits longer than this for something, the example fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a bot waits for a message before it does something else.
const GLANCE: Duration = Duration::from_millis(5);
const TO_SERVER: Target = Target::Peer(SERVER);

pub(crate) async fn play(server: SocketAddr) -> Result<(), Failure> {
    let (mut ann, mut bob) =
        (Bot::over_websocket(server).await?, Bot::over_enet(server, 1000).await?);
    for (bot, called) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        bot.session.call(TO_SERVER, bot.main, "join", &(called,))?;
        bot.until("a player", |bot| bot.sees(called)).await?;
    }
    ann.until("Bob", |bot| bot.sees("Bob")).await?;
    println!("Ann and Bob see each other: {}", ann.sees("Bob") && bob.sees("Ann"));

    let own = ann.own()?;
    ann.session.call(TO_SERVER, own, "walk", &(Vector2::new(1.0, 0.0),))?;
    ann.until("the spikes", |bot| bot.hurt > 0).await?;
    ann.session.call(TO_SERVER, own, "walk", &(Vector2::ZERO,))?;
    bob.until("a wounded Ann", |bot| bot.of("Ann").is_some_and(|ann| ann.health == 90)).await?;
    println!("Ann has walked over the spikes, and Bob sees her health: 90");

    bob.session.call(TO_SERVER, bob.main, "say", &("take care",))?;
    bob.until("his own words", |bot| !bot.heard.is_empty()).await?;
    ann.until("words", |bot| !bot.heard.is_empty()).await?;
    println!("Ann hears {}", ann.heard.join(", "));

    // From client to client, through the server.
    let friend = ann.of("Bob").ok_or("no Bob")?.peer;
    ann.session.call(Target::Peer(friend), ann.main, "whisper", &("thanks",))?;
    ann.send().await?;
    bob.until("a whisper", |bot| bot.heard.len() > 1).await?;
    println!("Bob hears {}", bob.heard[1]);

    ann.session.set(TO_SERVER, own, "tint", &Color::ORANGE)?;
    ann.send().await?;
    bob.until("an orange Ann", |bot| bot.of("Ann").is_some_and(|ann| ann.tint == Color::ORANGE))
        .await?;
    println!("Bob sees that Ann is orange");

    bob.session.call(TO_SERVER, bob.door, "push", &())?;
    bob.until("an open door", |bot| bot.is_open).await?;
    let mut late = Bot::over_enet(server, 1001).await?;
    late.session.call(TO_SERVER, late.main, "join", &("Cem",))?;
    late.until("an open door", |bot| bot.is_open && bot.sees("Ann") && bot.sees("Bob")).await?;
    println!("who comes later sees the door open: {}", late.is_open);
    println!("OK");
    Ok(())
}

enum Transport {
    WebSocket(Box<WebSocketStream<TcpStream>>),
    Enet(Box<Enet>),
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
    transport: Transport,
    main: NodeId,
    door: NodeId,
    is_open: bool,
    players: BTreeMap<NodeId, Player>,
    heard: Vec<String>,
    hurt: i32,
}

impl Bot {
    async fn over_websocket(server: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(server).await?;
        let (mut socket, _) = client_async(format!("ws://{server}/"), stream).await?;
        // The first message is the client's id.
        let first = socket.next().await.ok_or("the server has ended it")??.into_data();
        let Message::Id(id) = Message::read_websocket(&first)? else {
            return Err("no id comes first".into());
        };
        let mut bot = Self::new(id, Transport::WebSocket(Box::new(socket)))?;
        bot.until("the server", |bot| bot.session.peers().any(|peer| peer == SERVER)).await?;
        Ok(bot)
    }

    async fn over_enet(server: SocketAddr, id: i32) -> Result<Self, Failure> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        let mut enet = Enet::new(socket, true, Message::ENET_UNRELIABLE_CHANNEL)?;
        enet.connect(server, id)?;
        timeout(PATIENCE, async {
            while !matches!(enet.event(|_| false), Some(enet::Event::Connected(_))) {
                sleep(GLANCE).await;
            }
        })
        .await?;
        let mut bot = Self::new(id, Transport::Enet(Box::new(enet)))?;
        bot.session.connect(SERVER).ok_or("the server is not new")?;
        Ok(bot)
    }

    /// Describes the scene of the project.
    fn new(id: i32, transport: Transport) -> Result<Self, Failure> {
        let mut session = Session::client(id, Config::default().with_relay(Relay::On));
        let main = session.add_node(MAIN, MAIN_SCRIPT)?;
        let door = session.add_node(DOOR, DOOR_SCRIPT)?;
        Ok(Self {
            session,
            transport,
            main,
            door,
            is_open: false,
            players: BTreeMap::new(),
            heard: Vec::new(),
            hurt: 0,
        })
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
    async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            if Instant::now() > deadline {
                return Err(format!("waited in vain for {what}").into());
            }
            self.receive().await?;
            self.send().await?;
        }
        Ok(())
    }

    /// Receives a message, if one arrives soon.
    async fn receive(&mut self) -> Result<(), Failure> {
        match &mut self.transport {
            Transport::WebSocket(socket) => {
                let Ok(message) = timeout(GLANCE, socket.next()).await else { return Ok(()) };
                let message = message.ok_or("the server has ended it")??;
                if let WebMessage::Binary(bytes) = message {
                    let message = Message::read_websocket(&bytes)?;
                    self.take(Incoming::new(SERVER, message))?;
                }
            }
            Transport::Enet(enet) => match enet.event(|_| false) {
                Some(enet::Event::Received { bytes, mode, channel, .. }) => {
                    let message = Message::read_enet(channel, &bytes)?;
                    self.take(Incoming { peer: SERVER, message, mode })?;
                }
                Some(enet::Event::Disconnected(_)) => return Err("the server has ended it".into()),
                Some(enet::Event::Connected(_)) => {}
                None => sleep(GLANCE).await,
            },
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<(), Failure> {
        let mut waiting = Vec::new();
        match &mut self.transport {
            Transport::WebSocket(socket) => {
                self.session.drain(|outgoing| waiting.push(outgoing.message.to_websocket()));
                for message in waiting {
                    socket.send(WebMessage::binary(message)).await?;
                }
            }
            Transport::Enet(enet) => self.session.drain(|outgoing| {
                let mode: TransferMode = outgoing.mode;
                if let Some((channel, bytes)) = outgoing.message.to_enet(mode) {
                    enet.send(SERVER, channel, mode, &bytes);
                }
            }),
        }
        Ok(())
    }

    fn take(&mut self, incoming: Incoming<'_>) -> Result<(), Failure> {
        match self.session.receive(incoming) {
            Some(Event::Call(call)) => self.take_call(&call),
            Some(Event::Set(set)) => self.take_set(&set),
            Some(Event::Connected(_) | Event::Disconnected(_)) | None => Ok(()),
            Some(other) => Err(format!("{other:?}").into()),
        }
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
