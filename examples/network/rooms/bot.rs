//! A bot that plays as Godot clients do: it asks the lobby for its room, talks there, and asks again if it loses the connection.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{
    Config, DecodeCall, Event, MethodSet, Node, NodeId, SERVER, Session, Target,
};

use crate::Failure;
use crate::messages::{LobbyCall, OVER, RoomCall};

/// The maximum number of messages that are not kept yet.
const WINDOW: i64 = 8;
/// How often a bot says something.
const PACE: Duration = Duration::from_millis(50);
/// How long a bot waits for an answer before it asks again.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a bot waits before it asks the lobby again.
const PAUSE: Duration = Duration::from_millis(100);
const GLANCE: Duration = Duration::from_millis(5);

#[derive(Clone, Debug)]
pub(crate) struct Bot {
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) room: &'static str,
    pub(crate) version: i64,
    pub(crate) lobby: String,
    diary: Arc<Mutex<Diary>>,
}

/// What a bot has done and seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diary {
    /// The last number that it said, and the last one that its room has kept.
    pub(crate) said: i64,
    pub(crate) kept: i64,
    /// When the room has kept a message.
    pub(crate) times: Vec<Instant>,
    /// The number of the last message in its room, of whomever.
    pub(crate) heard: i64,
    /// Everybody who has said something.
    pub(crate) speakers: BTreeSet<String>,
    /// How often it came into a room, and the version of the last one.
    pub(crate) visits: usize,
    pub(crate) version: i64,
    /// The last ticket.
    pub(crate) ticket: String,
    pub(crate) url: String,
    /// Whether it shall end the match, the number of the message that does, and whether somebody has.
    pub(crate) shall_end: bool,
    end: Option<i64>,
    pub(crate) is_over: bool,
    /// Why the bot has lost a connection.
    pub(crate) lost: Vec<String>,
}

impl Diary {
    /// Returns the longest time without a kept message that had not ended at this moment.
    pub(crate) fn pause_after(&self, moment: Instant) -> Duration {
        let first = self.times.partition_point(|time| *time < moment).saturating_sub(1);
        let gaps = self.times[first..].windows(2).map(|pair| pair[1] - pair[0].max(moment));
        gaps.max().unwrap_or_default()
    }

    /// How many messages were kept after a moment.
    pub(crate) fn kept_after(&self, moment: Instant) -> usize {
        self.times.len() - self.times.partition_point(|time| *time < moment)
    }
}

impl Bot {
    pub(crate) fn new(
        name: &str,
        room: &'static str,
        version: i64,
        lobby: &str,
    ) -> Result<Self, Failure> {
        let (name, key) = (name.to_owned(), format!("{:016x}", getrandom::u64()?));
        Ok(Self { name, key, room, version, lobby: lobby.to_owned(), diary: Arc::default() })
    }

    /// Returns what it has done so far.
    pub(crate) fn diary(&self) -> MutexGuard<'_, Diary> {
        self.diary.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays in a thread until the match is over and everything is kept. Fails if something was lost.
    pub(crate) fn start(&self) -> thread::JoinHandle<Result<(), Failure>> {
        let bot = self.clone();
        thread::spawn(move || {
            loop {
                let played = bot.enter().and_then(|(url, ticket)| bot.play(&url, &ticket));
                match played {
                    Ok(()) => return Ok(()),
                    Err(error) if error.is::<Lost>() => return Err(error),
                    Err(error) => bot.diary().lost.push(error.to_string()),
                }
                thread::sleep(PAUSE);
            }
        })
    }

    /// Asks the lobby for the room. Returns its address and a ticket.
    pub(crate) fn enter(&self) -> Result<(String, String), Failure> {
        let mut link = Link::<LobbyCall>::open(&self.lobby, "Main/Lobby", Config::default())?;
        let (player, key, room) = (self.name.clone(), self.key.clone(), self.room.to_owned());
        let enter = LobbyCall::Enter { player, key, room, version: self.version };
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            for heard in link.turn()? {
                match heard {
                    Heard::Connected => link.call(&enter)?,
                    Heard::Call(LobbyCall::Go { url, ticket }) => return Ok((url, ticket)),
                    Heard::Call(LobbyCall::Sorry { why }) => return Err(why.into()),
                    _ => {}
                }
            }
        }
        Err("the lobby does not answer".into())
    }

    /// Shows a ticket to a room, and talks there.
    pub(crate) fn play(&self, url: &str, ticket: &str) -> Result<(), Failure> {
        let config = Config::default().with_auth(PATIENCE);
        let mut link = Link::<RoomCall>::open(url, "Main/Room", config)?;
        link.session.connect(SERVER, link.start.elapsed());
        link.session.send_auth(SERVER, ticket.as_bytes());
        link.session.complete_auth(SERVER);
        let mut is_welcome = false;
        let mut last_said = Instant::now();
        loop {
            let events = link.turn()?;
            let mut diary = self.diary();
            for event in events {
                match event {
                    Heard::Auth(refusal) => return Err(refusal.into()),
                    Heard::Call(RoomCall::Welcome { kept, said, version }) => {
                        if kept < diary.kept || said < diary.heard {
                            return Err(Lost(self.name.clone()).into());
                        }
                        is_welcome = true;
                        diary.visits += 1;
                        (diary.version, diary.url, diary.ticket) =
                            (version, url.to_owned(), ticket.to_owned());
                        // A new player begins with what is said now.
                        if diary.visits == 1 {
                            diary.heard = said;
                        }
                        diary.keep(kept);
                        link.call(&RoomCall::Since { said: diary.heard })?;
                        for number in kept + 1..=diary.said {
                            link.call(&self.say(number, diary.end))?;
                        }
                    }
                    Heard::Call(RoomCall::Kept { number }) => diary.keep(number),
                    Heard::Call(RoomCall::Heard { said, player, text, .. }) => {
                        // Each message comes once, in the order of the room.
                        if said != diary.heard + 1 {
                            return Err(Lost(self.name.clone()).into());
                        }
                        diary.heard = said;
                        diary.is_over |= text == OVER;
                        diary.speakers.insert(player);
                    }
                    _ => {}
                }
            }
            if diary.is_over && diary.kept == diary.said {
                return Ok(());
            }
            let may_say = is_welcome && !diary.is_over && diary.said < diary.kept + WINDOW;
            if may_say && last_said.elapsed() >= PACE {
                last_said = Instant::now();
                diary.said += 1;
                if std::mem::take(&mut diary.shall_end) {
                    diary.end = Some(diary.said);
                }
                link.call(&self.say(diary.said, diary.end))?;
            }
        }
    }

    /// Returns the message with this number: always the same.
    fn say(&self, number: i64, end: Option<i64>) -> RoomCall {
        let text = format!("message {number} of {}", self.name);
        RoomCall::Say { number, text: if end == Some(number) { OVER.to_owned() } else { text } }
    }
}

impl Diary {
    fn keep(&mut self, number: i64) {
        if number > self.kept {
            self.kept = number;
            self.times.push(Instant::now());
        }
    }
}

/// A room has forgotten what it had acknowledged or sent.
#[derive(Debug)]
struct Lost(String);

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a message that {} knows is lost", self.0)
    }
}

impl std::error::Error for Lost {}

/// The connection of a bot with the node that has these RPCs.
struct Link<C> {
    client: Client,
    session: Session,
    node: NodeId,
    start: Instant,
    has_ended: bool,
    calls: std::marker::PhantomData<C>,
}

enum Heard<C> {
    Connected,
    Auth(String),
    Call(C),
}

impl<C: MethodSet + for<'d> DecodeCall<'d>> Link<C> {
    fn open(url: &str, path: &str, config: Config) -> Result<Self, Failure> {
        let client = Client::connect(url, NetConfig::default(), PATIENCE)?;
        let mut session = Session::client(client.id(), config);
        let node = session.add_node(path, Node::of::<C>())?;
        let (start, calls) = (Instant::now(), std::marker::PhantomData);
        Ok(Self { client, session, node, start, has_ended: false, calls })
    }

    fn call(&mut self, call: &C) -> Result<(), Failure> {
        self.session.call(Target::Peer(SERVER), self.node, call)?;
        Ok(())
    }

    /// Sends and receives. An error ends the connection.
    fn turn(&mut self) -> Result<Vec<Heard<C>>, Failure> {
        if self.has_ended {
            return Err("the connection has ended".into());
        }
        let now = self.start.elapsed();
        while self.session.poll(now).is_some() {}
        self.session.drain(|packet| self.client.send(packet));
        self.client.wait(GLANCE)?;
        let mut heard = Vec::new();
        while let Some(message) = self.client.receive()? {
            match message.event(&mut self.session, now) {
                Some(Event::Connected(_)) => heard.push(Heard::Connected),
                Some(Event::Auth { payload, .. }) => {
                    heard.push(Heard::Auth(String::from_utf8_lossy(payload).into_owned()));
                }
                Some(Event::Call(call)) => heard.push(Heard::Call(call.decode()?)),
                Some(Event::Disconnected(_)) => self.has_ended = true,
                Some(Event::Refused { reason, .. }) => return Err(reason.to_string().into()),
                _ => {}
            }
        }
        Ok(heard)
    }
}
