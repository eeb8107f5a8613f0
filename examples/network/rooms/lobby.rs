//! The lobby: tells players where their room is, and signs their tickets. It keeps nothing, so there may be several.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::client::RequestErrorKind;
use async_nats::jetstream::kv::{Entry, Operation, Store as Bucket};
use futures_util::StreamExt;
use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::tickets::{Ticket, TicketKey};
use godot_var::multiplayer::{Config, Event, Node, Session, Target};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use crate::Failure;
use crate::messages::{
    Alive, LobbyCall, MAX_ROOMS, Open, Opened, Place, Seat, read, ticket_room, write,
};
use crate::room::unix_time;
use crate::store::{Store, connect};

/// How long a process that has lost its node of NATS needs for another one.
const RECONNECTING: Duration = Duration::from_millis(300);
/// A process that has been silent for this time has died.
const SILENCE: Duration = Duration::from_millis(1500);
/// How long a process may take to open a room. After that the lobby asks another one.
const OPENING: Duration = Duration::from_secs(2);
/// How long a ticket is valid, in seconds.
const VALID: u64 = 10;
const GLANCE: Duration = Duration::from_millis(3);
/// How often the lobby looks for a room whose process changes.
const TRIES: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);
/// How long a new lobby listens before it chooses processes.
const HEARING: Duration = Duration::from_millis(400);

/// A player's wish, and the channel for its answer.
struct Wish {
    peer: i32,
    player: String,
    key: String,
    room: String,
    version: i64,
}

#[derive(Clone)]
struct Lobby {
    key: TicketKey,
    client: Client,
    store: Store,
    /// When each process has said what about itself.
    processes: Arc<Mutex<BTreeMap<String, (Instant, Alive)>>>,
    /// Held by the request that opens a room, so that the others find it open.
    opening: Arc<tokio::sync::Mutex<()>>,
    /// Since when it has heard all processes.
    start: Instant,
}

/// Runs a lobby. It prints its address in the first line.
pub(crate) async fn serve(nats: &str, address: &str, key: TicketKey) -> Result<(), Failure> {
    let (client, jetstream) = connect(nats).await?;
    let store = Store::open(jetstream).await?;
    let lobby = Lobby {
        key,
        client,
        store,
        processes: Arc::default(),
        opening: Arc::default(),
        start: Instant::now(),
    };
    let mut alive = lobby.client.subscribe("alive.*").await?;
    let hearing = lobby.clone();
    tokio::spawn(async move {
        while let Some(message) = alive.next().await {
            if let Ok(process) = read(&message.payload) {
                hearing.hear(process);
            }
        }
    });
    let mut server = Server::new(NetConfig::default())?;
    println!("{}", server.listen_websocket(address)?);
    let (wish, mut wishes) = unbounded_channel::<Wish>();
    let (answer, answers) = mpsc::channel();
    let serving = tokio::task::spawn_blocking(move || run(server, &wish, &answers));
    while let Some(wish) = wishes.recv().await {
        let (lobby, answer): (Lobby, Sender<(i32, LobbyCall)>) = (lobby.clone(), answer.clone());
        tokio::spawn(async move {
            let why = |error: Failure| LobbyCall::Sorry { why: error.to_string() };
            // Every process that lives has said so by then.
            sleep(HEARING.saturating_sub(lobby.start.elapsed())).await;
            let _ = answer.send((wish.peer, lobby.place(&wish).await.unwrap_or_else(why)));
        });
    }
    serving.await?
}

/// The session of the lobby.
fn run(
    mut server: Server,
    wishes: &UnboundedSender<Wish>,
    answers: &Receiver<(i32, LobbyCall)>,
) -> Result<(), Failure> {
    let mut session = Session::new(Config::default());
    let node = session.add_node("Main/Lobby", Node::of::<LobbyCall>())?;
    // Who has said where to go. A connection asks once, so that a stranger does not open a room with each call.
    let mut wished = BTreeSet::new();
    let start = Instant::now();
    loop {
        let now = start.elapsed();
        while let Some(message) = server.receive()? {
            let call = match message.event(&mut session, now) {
                Some(Event::Call(call)) => call,
                Some(Event::Disconnected(peer)) => {
                    wished.remove(&peer);
                    continue;
                }
                _ => continue,
            };
            match call.decode() {
                Ok(LobbyCall::Enter { .. }) if !wished.insert(call.peer) => {
                    server.close(message.peer(), "a connection has one wish");
                }
                Ok(LobbyCall::Enter { player, key, room, version }) => {
                    wishes.send(Wish { peer: call.peer, player, key, room, version })?;
                }
                Ok(_) => {} // the session lets no peer call the others
                Err(error) => server.close(message.peer(), &error.to_string()),
            }
        }
        for (peer, call) in answers.try_iter() {
            // An error means that the player has left.
            let _ = session.call(Target::Peer(peer), node, &call);
        }
        while session.poll(now).is_some() {}
        session.drain(|packet| server.send(packet));
        server.wait(GLANCE)?;
    }
}

/// Returns the value of a key, unless it was deleted, and the revision for the next write.
async fn entry(bucket: &Bucket, key: &str) -> Result<(Option<Entry>, u64), Failure> {
    let entry = bucket.entry(key).await?;
    let revision = entry.as_ref().map_or(0, |entry| entry.revision);
    Ok((entry.filter(|entry| entry.operation == Operation::Put), revision))
}

/// What a room, a player and a key may be: they become a part of subjects.
fn is_token(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

impl Lobby {
    fn hear(&self, process: Alive) {
        let mut processes = self.processes.lock().unwrap_or_else(PoisonError::into_inner);
        processes.retain(|_, (heard, _)| heard.elapsed() < SILENCE);
        processes.insert(process.process.clone(), (Instant::now(), process));
    }

    /// Returns the processes that live.
    fn alive(&self) -> Vec<Alive> {
        let processes = self.processes.lock().unwrap_or_else(PoisonError::into_inner);
        let alive = processes.values().filter(|(heard, _)| heard.elapsed() < SILENCE);
        alive.map(|(_, process)| process.clone()).collect()
    }

    /// Finds or opens the room of a player, and signs a ticket.
    async fn place(&self, wish: &Wish) -> Result<LobbyCall, Failure> {
        if ![&wish.player, &wish.key, &wish.room].into_iter().all(|text| is_token(text)) {
            return Err("a player, a key and a room are letters and digits".into());
        }
        let (seat, revision) = entry(&self.store.seats, &wish.player).await?;
        let seat: Option<Seat> = seat.map(|seat| read(&seat.value)).transpose()?;
        if seat.as_ref().is_some_and(|seat| seat.key != wish.key) {
            return Err(format!("there is a {} already", wish.player).into());
        }
        let room = self.choose(wish).await?;
        if seat.is_none_or(|seat| seat.room != room) {
            let seat = write(&Seat { key: wish.key.clone(), room: room.clone() })?;
            self.store.seats.update(&wish.player, seat.into(), revision).await?;
        }
        let Opened { url, epoch } = self.find(&room).await?;
        let expires = unix_time() + VALID;
        let ticket =
            Ticket::new(&ticket_room(&room, epoch), &wish.player, expires, getrandom::u64()?);
        Ok(LobbyCall::Go { url, ticket: self.key.sign(&ticket)? })
    }

    /// Chooses the version of a room. One that exists stays what it is. A new one has the newest version that has processes.
    async fn choose(&self, wish: &Wish) -> Result<String, Failure> {
        // A room lets in clients of its version, and of the one before.
        let versions = [wish.version.saturating_add(1), wish.version];
        for version in versions {
            let room = format!("{version}.{}", wish.room);
            if entry(&self.store.rooms, &room).await?.0.is_some() {
                return Ok(room);
            }
        }
        let processes = self.alive();
        let is_served = |version: &i64| {
            processes.iter().any(|process| process.version == *version && !process.draining)
        };
        let version = versions.into_iter().find(is_served).ok_or("no server of this version")?;
        Ok(format!("{version}.{}", wish.room))
    }

    /// Returns where a room is. If its process has died, another one opens it.
    async fn find(&self, room: &str) -> Result<Opened, Failure> {
        for _ in 0..TRIES {
            if let Some(opened) = self.find_or_open(room).await? {
                return Ok(opened);
            }
            sleep(PAUSE).await;
        }
        Err("the room changes its process; try again".into())
    }

    /// Asks a process whether it lives. NATS knows at once that nobody listens any more.
    async fn answers(&self, process: &str) -> bool {
        for is_last in [false, true] {
            let request = self.client.request(format!("here.{process}"), Vec::new().into());
            match timeout(SILENCE, request).await {
                Ok(Ok(_)) => return true,
                // It may be on its way to another node of NATS.
                Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders && !is_last => {
                    sleep(RECONNECTING).await;
                }
                _ => break,
            }
        }
        false
    }

    /// Returns `None` if another process has taken the room at this moment.
    async fn find_or_open(&self, room: &str) -> Result<Option<Opened>, Failure> {
        let (place, revision) = entry(&self.store.rooms, room).await?;
        let mut dead = None;
        if let Some(place) = place {
            let Place { process, url } = read(&place.value)?;
            if self.answers(&process).await {
                return Ok(Some(Opened { url, epoch: revision }));
            }
            dead = Some(process);
        }
        let _opening = self.opening.lock().await;
        if entry(&self.store.rooms, room).await?.1 != revision {
            return Ok(None);
        }
        let mut processes = self.alive();
        processes.retain(|process| dead.as_ref() != Some(&process.process));
        processes.retain(|process| {
            !process.draining
                && process.rooms < MAX_ROOMS
                && room.starts_with(&format!("{}.", process.version))
        });
        processes.sort_by_key(|process| process.rooms);
        let mut process = None;
        for alive in processes {
            if self.answers(&alive.process).await {
                process = Some(alive.process);
                break;
            }
        }
        let process = process.ok_or("no server for the room")?;
        let open = write(&Open { room: room.to_owned(), revision })?;
        let request = self.client.request(format!("open.{process}"), open.into());
        let answer = timeout(OPENING, request).await??.payload;
        if answer.is_empty() { Ok(None) } else { read(&answer).map(Some) }
    }
}
