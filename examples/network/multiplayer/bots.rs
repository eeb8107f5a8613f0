//! Bots that play the game over both transports, as Godot clients do.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use godot_var::Vector2;
use godot_var::multiplayer::{
    Config, Event, Incoming, NodeId, PropertySet, SERVER, Session, Spawned, Target, TransferMode,
};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::Failure;
use crate::enet::{self, Enet};
use crate::project::{
    DoorCall, Main, MainCall, MainDoorSync, Player, PlayerCall, PlayerInputSync, PlayerStateSync,
    PlayerSynchronizers, Tree,
};

/// If a bot waits longer than this for something, the example fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a bot waits for a packet before it does something else.
const GLANCE: Duration = Duration::from_millis(5);

pub(crate) async fn play(server: SocketAddr) -> Result<(), Failure> {
    let mut stranger = Bot::over_websocket(server).await?;
    stranger.ask_in("let me in");
    let refused = stranger.until("an answer", |bot| bot.is_in).await;
    println!("a stranger is sent away: {}", refused.is_err());

    let (mut ann, mut bob) =
        (Bot::over_websocket(server).await?, Bot::over_enet(server, 1000).await?);
    for (bot, name) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        bot.ask_in(MainCall::PASSWORD);
        bot.until("an open server", |bot| bot.is_in).await?;
        bot.call(&MainCall::Join { called: name.to_owned() })?;
        bot.until("a player", |bot| bot.own.is_some()).await?;
    }
    ann.until("Bob", |bot| bot.sees("Bob")).await?;
    println!("Ann and Bob see each other: {}", ann.sees("Bob") && bob.sees("Ann"));

    let input = PlayerInputSync { direction: Vector2::new(1.0, 0.0), running: true };
    let own = ann.own.ok_or("no player")?;
    ann.session.set_state(own, &input)?;
    ann.until("the spikes", |bot| bot.hurt > 0).await?;
    ann.session.set_state(own, &PlayerInputSync::default())?;
    bob.until("a wounded Ann", |bot| bot.health("Ann") == Some(90)).await?;
    println!("Ann has walked over the spikes, and Bob sees her health: {:?}", bob.health("Ann"));

    bob.call(&MainCall::Say { text: "take care".to_owned() })?;
    bob.until("his own words", |bot| !bot.heard.is_empty()).await?;
    ann.until("words", |bot| !bot.heard.is_empty()).await?;
    println!("Ann hears {}", ann.heard.join(", "));

    bob.session.call(Target::Peer(SERVER), bob.main.door, &DoorCall::Push)?;
    bob.until("an open door", |bot| bot.level.open).await?;
    let mut late = Bot::over_enet(server, 1001).await?;
    late.ask_in(MainCall::PASSWORD);
    late.until("an open door", |bot| bot.level.open && bot.sees("Ann") && bot.sees("Bob")).await?;
    println!("who comes later sees the door open: {}", late.level.open);
    println!("OK");
    Ok(())
}

enum Transport {
    WebSocket(Box<WebSocketStream<TcpStream>>),
    Enet(Box<Enet>),
}

struct Bot {
    session: Session,
    transport: Transport,
    start: Instant,
    main: Main,
    is_in: bool,
    level: MainDoorSync,
    /// The states of players, under their synchronizers.
    players: BTreeMap<NodeId, PlayerStateSync>,
    /// The synchronizer of the bot's own input.
    own: Option<NodeId>,
    heard: Vec<String>,
    hurt: i64,
}

impl Bot {
    async fn over_websocket(server: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(server).await?;
        let (mut socket, _) = client_async(format!("ws://{server}/"), stream).await?;
        let number = socket.next().await.ok_or("the server has ended it")??.into_data();
        let id = i32::from_le_bytes(number[..].try_into()?);
        Self::new(id, Transport::WebSocket(Box::new(socket)))
    }

    async fn over_enet(server: SocketAddr, id: i32) -> Result<Self, Failure> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        let mut enet = Enet::new(socket, false, TransferMode::UnreliableOrdered.enet_channel(0))?;
        enet.connect(server, id)?;
        timeout(PATIENCE, async {
            while !matches!(enet.event(|_| false), Some(enet::Event::Connected(_))) {
                sleep(GLANCE).await;
            }
        })
        .await?;
        Self::new(id, Transport::Enet(Box::new(enet)))
    }

    /// Describes the scene of the project.
    fn new(id: i32, transport: Transport) -> Result<Self, Failure> {
        let start = Instant::now();
        let mut session = Session::client(id, Config::default().with_auth(PATIENCE));
        let Tree { main } = Tree::add_to(&mut session)?;
        // With authentication no peer is admitted immediately.
        let _ = session.connect(SERVER, start.elapsed());
        Ok(Self {
            session,
            transport,
            start,
            main,
            is_in: false,
            level: MainDoorSync::default(),
            players: BTreeMap::new(),
            own: None,
            heard: Vec::new(),
            hurt: 0,
        })
    }

    fn ask_in(&mut self, word: &str) {
        self.session.send_auth(SERVER, word.as_bytes());
        let _ = self.session.complete_auth(SERVER);
    }

    fn call(&mut self, call: &MainCall) -> Result<(), Failure> {
        self.session.call(Target::Peer(SERVER), self.main.node, call)?;
        Ok(())
    }

    fn sees(&self, title: &str) -> bool {
        self.health(title).is_some()
    }

    fn health(&self, title: &str) -> Option<i64> {
        self.players.values().find(|state| state.title == title).map(|state| state.health)
    }

    /// Plays until the condition holds.
    async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            if Instant::now() > deadline {
                return Err(format!("waited in vain for {what}").into());
            }
            if let Some(bytes) = self.next_packet().await? {
                let now = self.start.elapsed();
                if let Some(event) = self.session.receive(Incoming::new(SERVER, &bytes), now) {
                    take(self, event)?;
                }
            }
            self.send().await?;
        }
        Ok(())
    }

    async fn next_packet(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        match &mut self.transport {
            Transport::WebSocket(socket) => match timeout(GLANCE, socket.next()).await {
                Ok(Some(message)) => match message? {
                    Message::Binary(bytes) => Ok(Some(bytes.into())),
                    _ => Ok(None),
                },
                Ok(None) => Err("the server has ended it".into()),
                Err(_) => Ok(None),
            },
            Transport::Enet(enet) => match enet.event(|_| false) {
                Some(enet::Event::Received { bytes, .. }) => Ok(Some(bytes)),
                Some(enet::Event::Disconnected(_)) => Err("the server has ended it".into()),
                Some(enet::Event::Connected(_)) => Ok(None),
                None => {
                    sleep(GLANCE).await;
                    Ok(None)
                }
            },
        }
    }

    async fn send(&mut self) -> Result<(), Failure> {
        while self.session.poll(self.start.elapsed()).is_some() {}
        match &mut self.transport {
            Transport::WebSocket(socket) => {
                let mut packets = Vec::new();
                self.session.drain(|packet| packets.push(packet.bytes.to_vec()));
                for packet in packets {
                    socket.send(Message::binary(packet)).await?;
                }
            }
            Transport::Enet(enet) => self.session.drain(|packet| {
                let channel = packet.mode.enet_channel(packet.channel);
                enet.send(packet.peer, channel, packet.mode, packet.bytes);
            }),
        }
        Ok(())
    }

    /// A player has been spawned.
    fn take_player(&mut self, spawned: &Spawned<'_>) -> Result<(), Failure> {
        let owner: i32 = spawned.name.parse()?;
        let synchronizers = PlayerSynchronizers {
            state_sync: PlayerStateSync::synchronizer(),
            input_sync: PlayerInputSync::synchronizer().with_authority(owner),
        };
        let player = Player::adopt(&mut self.session, spawned.node, synchronizers)?;
        let mut state = PlayerStateSync::default();
        state.read_spawn(&mut spawned.state.reader(godot_var::Limits::DEFAULT))?;
        self.players.insert(player.state_sync, state);
        if owner == self.session.unique_id() {
            self.session.set_state(player.input_sync, &PlayerInputSync::default())?;
            self.own = Some(player.input_sync);
        }
        Ok(())
    }
}

fn take(bot: &mut Bot, event: Event<'_>) -> Result<(), Failure> {
    match event {
        Event::Connected(SERVER) => bot.is_in = true,
        Event::Spawned(spawned) => bot.take_player(&spawned)?,
        Event::Synchronized { updates, .. } => {
            for update in updates {
                if update.synchronizer == bot.main.door_sync {
                    update.apply(&mut bot.level)?;
                } else if let Some(state) = bot.players.get_mut(&update.synchronizer) {
                    update.apply(state)?;
                }
            }
        }
        Event::Call(call) if call.node == bot.main.node => {
            if let MainCall::Said { who, text } = call.decode()? {
                bot.heard.push(format!("{who}: {text}"));
            }
        }
        Event::Call(call) => {
            let PlayerCall::Hurt { by } = call.decode()?;
            bot.hurt += by;
        }
        other => println!("{other:?}"),
    }
    Ok(())
}
