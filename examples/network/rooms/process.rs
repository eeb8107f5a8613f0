//! A process with rooms. It takes rooms when a lobby asks it to, and ends when it is drained and its rooms are empty.

use std::sync::mpsc;
use std::time::Duration;

use async_nats::jetstream::kv::Entry;
use async_nats::{Client, Message};
use futures_util::StreamExt;
use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::tickets::{TicketGate, TicketKey};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::Failure;
use crate::log::{Fenced, Log};
use crate::messages::{Alive, Open, Opened, Place, read, ticket_room, write};
use crate::room::{self, Kept, Order, Room};
use crate::sidecar::Sidecar;
use crate::store::{Store, connect};

/// How often a process says that it lives.
const ALIVE: Duration = Duration::from_millis(150);
/// How often a room looks whether it still has its place, and Agones hears that the process is well.
const CHECK: Duration = Duration::from_secs(1);
/// For a clock that is ahead of the lobby's, in seconds.
const LEEWAY: u64 = 5;

#[derive(Clone)]
struct Process {
    name: String,
    version: i64,
    key: TicketKey,
    client: Client,
    store: Store,
}

/// Runs a process with rooms of this version. It prints its name in the first line.
pub(crate) async fn serve(nats: &str, version: i64, key: TicketKey) -> Result<(), Failure> {
    let (client, jetstream) = connect(nats).await?;
    let store = Store::open(jetstream).await?;
    let process =
        Process { name: format!("{:016x}", getrandom::u64()?), version, key, client, store };
    let sidecar = Sidecar::from_env();
    let mut opens = process.client.subscribe(format!("open.{}", process.name)).await?;
    let mut heres = process.client.subscribe(format!("here.{}", process.name)).await?;
    let mut drains = process.client.subscribe(format!("drain.{}", process.name)).await?;
    process.client.flush().await?;
    sidecar.post("ready").await?;
    println!("{}", process.name);
    let mut rooms = JoinSet::new();
    let mut draining = false;
    let (mut alive, mut check) = (interval(ALIVE), interval(CHECK));
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !draining || !rooms.is_empty() {
        tokio::select! {
            _ = alive.tick() => process.say_alive(rooms.len(), draining).await?,
            _ = check.tick() => {
                // Agones ends a process whose health it does not hear of. It decides when.
                tokio::spawn(sidecar.post("health"));
            }
            Some(request) = opens.next() => {
                if !draining {
                    sidecar.post("allocate").await?;
                    rooms.spawn(process.clone().run(request));
                }
            }
            Some(request) = heres.next() => process.answer(&request, Vec::new()).await?,
            Some(request) = drains.next() => {
                draining = true;
                process.say_alive(rooms.len(), draining).await?;
                process.answer(&request, Vec::new()).await?;
                // It may end at once.
                process.client.flush().await?;
            }
            Some(ended) = rooms.join_next() => {
                if let Err(error) = ended? {
                    eprintln!("{}: {error}", process.name);
                }
            }
        }
    }
    sidecar.post("shutdown").await
}

impl Process {
    async fn say_alive(&self, rooms: usize, draining: bool) -> Result<(), Failure> {
        let rooms = u32::try_from(rooms)?;
        let alive = Alive { process: self.name.clone(), version: self.version, rooms, draining };
        let subject = format!("alive.{}", self.name);
        Ok(self.client.publish(subject, write(&alive)?.into()).await?)
    }

    async fn answer(&self, request: &Message, bytes: Vec<u8>) -> Result<(), Failure> {
        let reply = request.reply.clone().ok_or("a request without an address for the answer")?;
        Ok(self.client.publish(reply, bytes.into()).await?)
    }

    /// Takes a room, and runs it until it is empty or lost. If that fails, the lobby gets an empty answer or none.
    async fn run(self, request: Message) -> Result<(), Failure> {
        let Open { room, revision } = read(&request.payload)?;
        let mut server = Server::new(NetConfig::default())?;
        let url = format!("ws://{}", server.listen_websocket("127.0.0.1:0")?);
        let place = write(&Place { process: self.name.clone(), url: url.clone() })?;
        let Ok(epoch) = self.store.rooms.update(&room, place.into(), revision).await else {
            // Another process was faster: one of two wins. The lobby looks again.
            return self.answer(&request, Vec::new()).await;
        };
        let (log, state) = Log::take(self.store.clone(), &room, epoch).await?;
        let (orders, ordered) = tokio::sync::mpsc::unbounded_channel();
        let (done, answers) = mpsc::channel();
        let gate = TicketGate::new(self.key.clone()).with_leeway(LEEWAY);
        let admits = ticket_room(&room, epoch);
        let game = Room { server, admits, gate, version: self.version, state, orders, answers };
        let game = tokio::task::spawn_blocking(move || room::run(game));
        self.answer(&request, write(&Opened { url, epoch })?).await?;
        let kept = self.keep(log, &room, epoch, ordered, done).await;
        // It is gone, or another process has it.
        let _ = self.store.rooms.delete_expect_revision(&room, Some(epoch)).await;
        game.await??;
        kept
    }

    /// Writes the log of a room until the room ends.
    async fn keep(
        &self,
        mut log: Log,
        room: &str,
        epoch: u64,
        mut ordered: UnboundedReceiver<Order>,
        done: mpsc::Sender<Kept>,
    ) -> Result<(), Failure> {
        let mut check = interval(CHECK);
        loop {
            tokio::select! {
                order = ordered.recv() => match order {
                    Some(Order::Append(entry, words)) => {
                        log.append(entry, &words).await?;
                        done.send(Kept(entry, words))?;
                    }
                    // Without this snapshot the next process reads more of the log.
                    Some(Order::Save(mut state)) => match log.save(&mut state).await {
                        Err(error) if error.is::<Fenced>() => return Err(error),
                        _ => {}
                    },
                    None => return Ok(()),
                },
                _ = check.tick() => {
                    // A room in which nobody speaks would not notice otherwise.
                    let place = self.store.rooms.entry(room).await;
                    if matches!(place, Ok(Some(Entry { revision, .. })) if revision > epoch) {
                        return Err(Fenced::error(room, epoch));
                    }
                }
            }
        }
    }
}
