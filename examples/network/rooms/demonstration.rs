//! Starts everything, kills one process after the other, deploys a new version, and checks that nothing is lost.

use std::env;
use std::fmt::Write as _;
use std::process::Stdio;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use async_nats::Client;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::audit::audit;
use crate::bot::{Bot, Diary};
use crate::cluster::{Cluster, NODES, settle};
use crate::messages::{Place, read};
use crate::store::{Store, connect, create};
use crate::{Failure, KEY};

const ROOMS: [&str; 2] = ["red", "blue"];
/// The bots of each room.
const BOTS: usize = 3;
/// A bot with this number of messages plays.
const SOME: usize = 10;
/// Longer than anything takes, for busy machines.
const PATIENCE: Duration = Duration::from_secs(60);
const GLANCE: Duration = Duration::from_millis(20);

/// A process of this program, and the first line that it has printed.
struct Part {
    child: Child,
    name: String,
}

struct Player {
    bot: Bot,
    thread: Option<JoinHandle<Result<(), Failure>>>,
}

struct Demonstration {
    nats: String,
    key: String,
    client: Client,
    store: Store,
    processes: Vec<Part>,
    lobby: Part,
    players: Vec<Player>,
}

/// Kills each kind of process `kills` times, with `guests` clients of Godot in the room `red`.
pub(crate) async fn run(kills: usize, guests: usize) -> Result<(), Failure> {
    println!("starting three nodes of NATS, which elect a leader: up to half a minute");
    let mut cluster = Cluster::start()?;
    let nats = cluster.addresses();
    let (client, jetstream) = connect(&nats).await?;
    create(&jetstream, NODES).await?;
    let store = Store::open(jetstream).await?;
    settle(&store).await?;
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)?;
    let mut key = String::new();
    for byte in secret {
        write!(key, "{byte:02x}")?;
    }
    let processes = vec![
        start(&key, &["process", &nats, "1"]).await?,
        start(&key, &["process", &nats, "1"]).await?,
    ];
    let lobby = start(&key, &["lobby", &nats, "127.0.0.1:0"]).await?;
    println!("the lobby is at ws://{}", lobby.name);
    let players = Vec::new();
    let mut all = Demonstration { nats, key, client, store, processes, lobby, players };
    for index in 0..ROOMS.len() * BOTS {
        all.join(&format!("bot{index}"), ROOMS[index % ROOMS.len()], 1)?;
    }
    all.until("all play", |all| {
        let bots = all.players.iter().all(|player| player.bot.diary().times.len() >= SOME);
        let speakers = all.players[0].bot.diary().speakers.len();
        bots && speakers >= BOTS + guests
    })
    .await?;
    all.refuse_strangers().await?;
    let mut figures = [const { Vec::new() }; 3];
    for round in 1..=kills {
        figures[0].push(all.kill_process(round).await?);
        figures[1].push(all.kill_broker(round, &mut cluster).await?);
        figures[2].push(all.kill_lobby(round).await?);
    }
    all.deploy().await?;
    for room in ["1.red", "1.blue", "2.green"] {
        let of_room = |player: &&Player| room.ends_with(player.bot.room);
        let bots: Vec<Bot> =
            all.players.iter().filter(of_room).map(|player| player.bot.clone()).collect();
        audit(&all.store, room, &bots).await?;
    }
    for (what, times) in
        ["a process with rooms", "the leader of the log", "the lobby"].iter().zip(&figures)
    {
        let max = times.iter().max().copied().unwrap_or_default();
        let min = times.iter().min().copied().unwrap_or_default();
        println!(
            "{what}: killed {} times, {:.2} to {:.2} s",
            times.len(),
            min.as_secs_f64(),
            max.as_secs_f64()
        );
    }
    println!("OK: no acknowledged message is lost");
    Ok(())
}

/// Starts this program as a part of the fleet.
async fn start(key: &str, arguments: &[&str]) -> Result<Part, Failure> {
    let mut child = Command::new(env::current_exe()?)
        .args(arguments)
        .env(KEY, key)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut name = String::new();
    let output = child.stdout.take().ok_or("no output")?;
    timeout(PATIENCE, BufReader::new(output).read_line(&mut name)).await??;
    if name.is_empty() {
        return Err(format!("{} has ended", arguments[0]).into());
    }
    Ok(Part { child, name: name.trim().to_owned() })
}

impl Demonstration {
    fn join(&mut self, name: &str, room: &'static str, version: i64) -> Result<(), Failure> {
        let bot = Bot::new(name, room, version, &format!("ws://{}", self.lobby.name))?;
        let thread = Some(bot.start());
        self.players.push(Player { bot, thread });
        Ok(())
    }

    fn last_diary(&self) -> Diary {
        self.players.last().map(|player| player.bot.diary().clone()).unwrap_or_default()
    }

    /// Waits until something is so. Fails if that takes too long, or a bot has failed.
    async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        let since = Instant::now();
        while !is_so(self) {
            for player in &mut self.players {
                if let Some(thread) = player.thread.take_if(|thread| thread.is_finished()) {
                    thread.join().map_err(|_| "a bot has panicked")??;
                }
            }
            if since.elapsed() > PATIENCE {
                for player in &self.players {
                    let diary = player.bot.diary();
                    eprintln!(
                        "{}: {} of {} kept, {:?}",
                        player.bot.name, diary.kept, diary.said, diary.lost
                    );
                }
                return Err(format!("waited too long until {what}").into());
            }
            sleep(GLANCE).await;
        }
        Ok(())
    }

    /// Waits until all bots play again. Returns the longest time that one of them waited for an acknowledgement.
    async fn pause(&mut self, killed: Instant) -> Result<Duration, Failure> {
        sleep(Duration::from_secs(1)).await;
        let now = Instant::now();
        let plays =
            |player: &Player| player.thread.is_none() || player.bot.diary().kept_after(now) >= SOME;
        self.until("all play again", |all| all.players.iter().all(plays)).await?;
        let pauses = self.players.iter().map(|player| player.bot.diary().pause_after(killed));
        Ok(pauses.max().unwrap_or_default())
    }

    async fn refuse_strangers(&mut self) -> Result<(), Failure> {
        let bot = self.players[0].bot.clone();
        let stranger = Bot::new(&bot.name, bot.room, 1, &bot.lobby)?;
        let entered = tokio::task::spawn_blocking(move || stranger.enter()).await?;
        println!("a stranger is refused: {}", entered.err().ok_or("a stranger has a seat")?);
        let Diary { url, ticket, .. } = bot.diary().clone();
        let thief = Bot::new("thief", bot.room, 1, &bot.lobby)?;
        let played = tokio::task::spawn_blocking(move || thief.play(&url, &ticket)).await?;
        println!("a thief is refused: {}", played.err().ok_or("a thief has played")?);
        Ok(())
    }

    async fn kill_process(&mut self, round: usize) -> Result<Duration, Failure> {
        let place = self.store.rooms.get("1.red").await?.ok_or("no room")?;
        let place: Place = read(&place)?;
        let is_owner = |part: &Part| part.name == place.process;
        let owner = self.processes.iter().position(is_owner).ok_or("no process")?;
        let visits = self.players[0].bot.diary().visits;
        let mut owner = self.processes.remove(owner);
        owner.child.kill().await?;
        let killed = Instant::now();
        let pause = self.pause(killed).await?;
        if self.players[0].bot.diary().visits == visits {
            return Err("the process of bot0 was killed, but it has not noticed".into());
        }
        println!(
            "round {round}: the process of red is killed; all play again after {:.2} s",
            pause.as_secs_f64()
        );
        self.processes.push(start(&self.key, &["process", &self.nats, "1"]).await?);
        Ok(pause)
    }

    async fn kill_broker(
        &mut self,
        round: usize,
        cluster: &mut Cluster,
    ) -> Result<Duration, Failure> {
        let node = cluster.kill_leader_of(&self.store, "1.red").await?;
        let killed = Instant::now();
        let pause = self.pause(killed).await?;
        println!(
            "round {round}: node {node}, which led the log, is killed; all play again after {:.2} s",
            pause.as_secs_f64()
        );
        cluster.revive(node, &self.store).await?;
        Ok(pause)
    }

    /// Kills the lobby. Returns the time until a new player plays.
    async fn kill_lobby(&mut self, round: usize) -> Result<Duration, Failure> {
        self.lobby.child.kill().await?;
        let killed = Instant::now();
        self.join(&format!("late{round}"), ROOMS[round % ROOMS.len()], 1)?;
        let address = self.lobby.name.clone();
        self.lobby = start(&self.key, &["lobby", &self.nats, &address]).await?;
        self.until("a new player plays", |all| !all.last_diary().times.is_empty()).await?;
        let late = self.last_diary().times[0] - killed;
        let others = &self.players[..self.players.len() - 1];
        let pauses = others.iter().map(|player| player.bot.diary().pause_after(killed));
        let pause = pauses.max().unwrap_or_default();
        println!(
            "round {round}: the lobby is killed; a new player plays after {:.2} s, the others waited at most {:.2} s",
            late.as_secs_f64(),
            pause.as_secs_f64()
        );
        Ok(late)
    }

    /// Deploys version 2 while matches of version 1 are played.
    async fn deploy(&mut self) -> Result<(), Failure> {
        let old = std::mem::take(&mut self.processes);
        self.processes.push(start(&self.key, &["process", &self.nats, "2"]).await?);
        drain(&self.client, &old).await?;
        self.join("old0", "green", 1)?;
        self.join("new0", "green", 2)?;
        let now = Instant::now();
        self.until("both versions play", |all| {
            all.players.iter().all(|player| player.bot.diary().kept_after(now) >= SOME)
        })
        .await?;
        for player in &self.players {
            let version = player.bot.diary().version;
            if version != if player.bot.room == "green" { 2 } else { 1 } {
                return Err(format!("{} is in a room of version {version}", player.bot.name).into());
            }
        }
        println!(
            "version 2 is deployed: green is new, with clients of both versions; red and blue go on"
        );
        self.end(&ROOMS).await?;
        for mut part in old {
            let status = timeout(PATIENCE, part.child.wait()).await??;
            println!("a process of version 1 has ended: {status}");
        }
        self.end(&["green"]).await?;
        let new = std::mem::take(&mut self.processes);
        drain(&self.client, &new).await?;
        for mut part in new {
            timeout(PATIENCE, part.child.wait()).await??;
        }
        Ok(())
    }

    /// Ends the matches of rooms. Everybody leaves after all is acknowledged.
    async fn end(&mut self, rooms: &[&str]) -> Result<(), Failure> {
        for room in rooms {
            let player = self.players.iter().find(|player| player.bot.room == *room);
            player.ok_or("nobody is in the room")?.bot.diary().shall_end = true;
        }
        let is_done = |player: &Player| {
            !rooms.contains(&player.bot.room)
                || player.thread.as_ref().is_none_or(JoinHandle::is_finished)
        };
        self.until("all have left", |all| all.players.iter().all(is_done)).await
    }
}

/// Asks processes to take no new rooms, and to end when they have none.
async fn drain(client: &Client, processes: &[Part]) -> Result<(), Failure> {
    for process in processes {
        let drained = client.request(format!("drain.{}", process.name), Vec::new().into());
        timeout(PATIENCE, drained).await??;
    }
    Ok(())
}
