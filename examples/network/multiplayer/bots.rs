//! Bots that play the game over both transports, as Godot clients do.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{
    Config, Event, NodeId, PropertySet, SERVER, Session, Spawned, Target, TransferMode,
};
use godot_var::{FromFlatBytes, ToFlatBytes, Vector2};

use crate::Failure;
use crate::messages::{Dot, Map, Mark};
use crate::project::{
    DoorCall, Main, MainCall, MainDoorSync, Player, PlayerCall, PlayerInputSync, PlayerStateSync,
    PlayerSynchronizers, Tree,
};

/// If a bot waits longer than this for something, the example fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a bot waits for a packet.
const GLANCE: Duration = Duration::from_millis(5);

pub(crate) fn play(server: SocketAddr) -> Result<(), Failure> {
    let mut stranger = Bot::new(&format!("ws://{server}"))?;
    stranger.ask_in("let me in");
    let refused = stranger.until("an answer", |bot| bot.is_in);
    println!("a stranger is sent away: {}", refused.is_err());

    let (mut ann, mut bob) =
        (Bot::new(&format!("ws://{server}"))?, Bot::new(&format!("enet://{server}"))?);
    for (bot, name) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        bot.ask_in(MainCall::PASSWORD);
        bot.until("an open server", |bot| bot.is_in)?;
        bot.call(&MainCall::Join { called: name.to_owned() })?;
        bot.until("a player", |bot| bot.own.is_some())?;
    }
    ann.until("Bob", |bot| bot.sees("Bob"))?;
    println!("Ann and Bob see each other: {}", ann.sees("Bob") && bob.sees("Ann"));

    let input = PlayerInputSync { direction: Vector2::new(1.0, 0.0), running: true };
    let own = ann.own.ok_or("no player")?;
    ann.session.set_state(own, &input)?;
    ann.until("the spikes", |bot| bot.hurt > 0)?;
    ann.session.set_state(own, &PlayerInputSync::default())?;
    bob.until("a wounded Ann", |bot| bot.health("Ann") == Some(90))?;
    println!("Ann has walked over the spikes, and Bob sees her health: {:?}", bob.health("Ann"));

    bob.call(&MainCall::Say { text: "take care".to_owned() })?;
    bob.until("his own words", |bot| !bot.heard.is_empty())?;
    ann.until("words", |bot| !bot.heard.is_empty())?;
    println!("Ann hears {}", ann.heard.join(", "));

    bob.until("a map", |bot| bot.map.len() == 2)?;
    println!("Bob sees on the map: {}", bob.map.len());
    let mark = Mark { position: Vector2::new(270.0, 540.0) }.to_flat_bytes()?;
    ann.session.send_bytes(Target::Peer(SERVER), &mark, TransferMode::Reliable, 0)?;
    ann.until("her own mark", |bot| bot.marks > 0)?;
    bob.until("a mark", |bot| bot.marks > 0)?;
    println!("Ann marks a place, and Bob sees the mark: {}", bob.marks);

    bob.session.call(Target::Peer(SERVER), bob.main.door, &DoorCall::Push)?;
    bob.until("an open door", |bot| bot.level.open)?;
    let mut late = Bot::new(&format!("enet://{server}"))?;
    late.ask_in(MainCall::PASSWORD);
    late.until("an open door", |bot| bot.level.open && bot.sees("Ann") && bot.sees("Bob"))?;
    println!("who comes later sees the door open: {}", late.level.open);
    println!("OK");
    Ok(())
}

struct Bot {
    session: Session,
    client: Client,
    start: Instant,
    main: Main,
    is_in: bool,
    level: MainDoorSync,
    /// The states of players, under their synchronizers.
    players: BTreeMap<NodeId, PlayerStateSync>,
    /// The synchronizer of the bot's own input.
    own: Option<NodeId>,
    heard: Vec<String>,
    map: Vec<Dot>,
    marks: usize,
    hurt: i64,
}

impl Bot {
    /// Connects to the server, and describes the scene of the project.
    fn new(url: &str) -> Result<Self, Failure> {
        let client = Client::connect(url, NetConfig::default(), PATIENCE)?;
        let mut session = Session::client(client.id(), Config::default().with_auth(PATIENCE));
        let Tree { main } = Tree::add_to(&mut session)?;
        let start = Instant::now();
        // With authentication the server admits nobody immediately.
        let _ = session.connect(SERVER, start.elapsed());
        Ok(Self {
            session,
            client,
            start,
            main,
            is_in: false,
            level: MainDoorSync::default(),
            players: BTreeMap::new(),
            own: None,
            heard: Vec::new(),
            map: Vec::new(),
            marks: 0,
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
    fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            if Instant::now() > deadline {
                return Err(format!("waited in vain for {what}").into());
            }
            let now = self.start.elapsed();
            while let Some(message) = self.client.receive()? {
                if let Some(event) = message.event(&mut self.session, now) {
                    take(self, event)?;
                }
            }
            while self.session.poll(now).is_some() {}
            self.session.drain(|packet| self.client.send(packet));
            self.client.wait(GLANCE)?;
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
        Event::Disconnected(SERVER) => return Err("the server has ended it".into()),
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
        Event::Call(call) if call.node == bot.main.node => match call.decode()? {
            MainCall::Said { who, text } => bot.heard.push(format!("{who}: {text}")),
            MainCall::Map { bytes } => bot.map = Map::from_flat_bytes(&bytes)?.dots,
            other => println!("{other:?}"),
        },
        Event::Raw { bytes, .. } => {
            Mark::from_flat_bytes(bytes)?;
            bot.marks += 1;
        }
        Event::Call(call) => {
            let PlayerCall::Hurt { by } = call.decode()?;
            bot.hurt += by;
        }
        other => println!("{other:?}"),
    }
    Ok(())
}
