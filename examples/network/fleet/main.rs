//! Two servers that hand players' messages to each other through a stream of NATS, one of which is killed.
//!
//! ```text
//! cargo run --example fleet
//! ```
//!
//! Starts `nats-server` (from the path: `apt-get install nats-server`), two processes of itself as servers, and bots over
//! TCP; kills one server in the middle; holds what every bot has seen against what was acknowledged. `docs/fleet.md` says
//! what that shows.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, io};

use async_nats::jetstream::{self, Context, consumer::pull::OrderedConfig, stream};
use futures_util::StreamExt;
use godot_var::Godot4;
use godot_var::inspect::peek_field;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

use messages::{FROM, NUMBER};
use player::Player;

mod messages;
mod player;
mod server;

type Failure = Box<dyn Error + Send + Sync>;

/// The stream that keeps what players say, by subjects `arena.<room>.<message id>`.
const STREAM: &str = "ARENA";
const ROOMS: [&str; 2] = ["red", "blue"];
/// Players of each room, and messages of each player.
const PLAYERS: usize = 3;
const MESSAGES: u32 = 200;
/// Far more than it takes, for machines with other work on them.
const PATIENCE: Duration = Duration::from_secs(300);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => match tokio::time::timeout(PATIENCE, demonstrate()).await {
            Ok(result) => result,
            Err(_) => Err("too late: a message is missing, or the machine is too slow".into()),
        },
        ["serve", nats] => server::serve(nats).await,
        _ => Err("the demonstration has no arguments".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

async fn demonstrate() -> Result<(), Failure> {
    let scratch = Scratch(env::temp_dir().join(format!("godot-var-fleet-{}", std::process::id())));
    fs::create_dir_all(&scratch.0)?;
    // Children are killed when these are dropped.
    let (mut broker, nats) = start_broker(&scratch.0).await?;
    let jetstream = jetstream::new(async_nats::connect(&nats).await?);
    let subjects = vec!["arena.*.*".into()];
    let config = stream::Config { name: STREAM.into(), subjects, ..stream::Config::default() };
    jetstream.create_stream(config).await?;
    let (mut first, first_address) = start_server(&nats).await?;
    let (mut second, second_address) = start_server(&nats).await?;
    println!("servers at {first_address} and {second_address}, nats-server at {nats}");

    let told = Arc::new(Semaphore::new(0));
    let mut bots = tokio::task::JoinSet::new();
    for (index, room) in ROOMS.into_iter().cycle().take(ROOMS.len() * PLAYERS).enumerate() {
        let mut servers = vec![first_address, second_address];
        servers.rotate_left(index / ROOMS.len() % 2);
        bots.spawn(Player::new(room, format!("bot{index}")).play(servers, told.clone()));
    }
    let all = ROOMS.len() * PLAYERS * MESSAGES as usize;
    told.acquire_many(u32::try_from(all / 2)?).await?.forget();
    first.kill().await?;
    println!("{first_address} is killed after {} of {all} acknowledgements", all / 2);
    let players = bots.join_all().await;
    audit(&players, &read_stream(&jetstream).await?)?;
    second.kill().await?;
    Ok(broker.kill().await?)
}

/// Starts `nats-server` on a free port; returns it with its URL.
async fn start_broker(folder: &Path) -> Result<(Child, String), Failure> {
    let started = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", "-1", "-js", "-sd"])
        .arg(folder)
        .arg("--ports_file_dir")
        .arg(folder)
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn();
    let mut broker = match started {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(
                "nats-server is not in the path: apt-get install nats-server (to /usr/sbin)".into(),
            );
        }
        broker => broker?,
    };
    let ports = folder.join(format!("nats-server_{}.ports", broker.id().unwrap_or_default()));
    loop {
        // Half written, it is no JSON yet.
        let text = fs::read_to_string(&ports).unwrap_or_default();
        let ports = serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default();
        if let Some(url) = ports["nats"][0].as_str() {
            return Ok((broker, url.to_owned()));
        }
        if let Some(status) = broker.try_wait()? {
            return Err(format!("nats-server has ended: {status}").into());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Starts this program as a server; returns it with its address.
async fn start_server(nats: &str) -> Result<(Child, SocketAddr), Failure> {
    let mut server = Command::new(env::current_exe()?)
        .args(["serve", nats])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut line = String::new();
    let output = server.stdout.take().ok_or("no output")?;
    BufReader::new(output).read_line(&mut line).await?;
    Ok((server, line.trim().parse()?))
}

/// What the stream has kept: how often each message, by who said it and its number; how many of each subject.
struct Kept {
    messages: BTreeMap<(String, u32), usize>,
    subjects: BTreeMap<String, usize>,
}

async fn read_stream(jetstream: &Context) -> Result<Kept, Failure> {
    let mut stream = jetstream.get_stream(STREAM).await?;
    let count = stream.info().await?.state.messages;
    let mut messages = stream.create_consumer(OrderedConfig::default()).await?.messages().await?;
    let mut kept = Kept { messages: BTreeMap::new(), subjects: BTreeMap::new() };
    for _ in 0..count {
        let message = messages.next().await.ok_or("the stream has ended")??;
        let from = peek_field::<Godot4, String>(&message.payload, FROM)?;
        let number = peek_field::<Godot4, u32>(&message.payload, NUMBER)?;
        *kept.messages.entry((from, number)).or_default() += 1;
        *kept.subjects.entry(message.subject.to_string()).or_default() += 1;
    }
    Ok(kept)
}

/// Holds what players have seen against what was acknowledged.
fn audit(players: &[Player], kept: &Kept) -> Result<(), Failure> {
    for (subject, count) in &kept.subjects {
        println!("{subject}: {count} messages");
    }
    let (mut acknowledged, mut seen_again, mut moved) = (0, 0, 0);
    for player in players {
        acknowledged += player.acknowledged.len();
        moved += usize::from(player.moves > 0);
        seen_again += player.seen.values().map(|times| times - 1).sum::<usize>();
        for number in &player.acknowledged {
            let message = (player.name.clone(), *number);
            if kept.messages.get(&message) != Some(&1) {
                return Err(format!("{message:?} is not in the stream once").into());
            }
            for other in players.iter().filter(|other| other.room == player.room) {
                if !other.seen.contains_key(&message) {
                    return Err(format!("{} has not seen {message:?}", other.name).into());
                }
            }
        }
    }
    let kept = kept.messages.len();
    let said_again: usize = players.iter().map(|player| player.said_again).sum();
    println!("{moved} of {} players carried on by the other server", players.len());
    println!("{acknowledged} messages acknowledged, {said_again} said again");
    println!("{kept} kept by the stream, each once");
    println!("each seen by every player of its room at least once, {seen_again} more than once");
    if acknowledged != players.len() * MESSAGES as usize || moved == 0 {
        return Err("not everything was said, or nobody lost a server".into());
    }
    println!("OK: no acknowledged message is lost");
    Ok(())
}
