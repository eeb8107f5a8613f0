//! Two servers that exchange players' messages through a NATS stream. The example kills a server, and then the NATS server.
//!
//! ```text
//! cargo run --example fleet
//! ```
//!
//! Starts `nats-server` (from the path: `apt-get install nats-server`), two processes of itself as servers, and bots over TCP. It kills a
//! server, then `nats-server`, and lets strangers and a restarted bot join. At the end it compares the messages that every bot has seen with
//! the acknowledged ones. `docs/fleet.md` explains the result.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use async_nats::jetstream::{self, Context, consumer::pull::OrderedConfig, stream};
use futures_util::StreamExt;
use godot_var::Godot4;
use godot_var::inspect::peek_field;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

use messages::{FROM, LIFE, NUMBER};
use player::{MessageId, Player};

mod messages;
mod names;
mod player;
mod server;
mod strangers;

type Failure = Box<dyn Error + Send + Sync>;

/// The stream with the players' messages, by subjects `arena.<room>.<message id>`.
const STREAM: &str = "ARENA";
const ROOMS: [&str; 2] = ["red", "blue"];
/// The players of each room, and the messages of each player.
const PLAYERS: usize = 3;
const MESSAGES: u32 = 200;
/// Makes `nats-server` choose a free port.
const ANY_PORT: &str = "-1";
/// Far more than necessary, for busy machines.
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

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

async fn demonstrate() -> Result<(), Failure> {
    let scratch = Scratch(env::temp_dir().join(format!("godot-var-fleet-{}", std::process::id())));
    fs::create_dir_all(&scratch.0)?;
    // Dropping these kills the child processes.
    let (mut broker, nats) = start_broker(&scratch.0, ANY_PORT).await?;
    let jetstream = jetstream::new(async_nats::connect(&nats).await?);
    let subjects = vec!["arena.*.*".into()];
    let config = stream::Config { name: STREAM.into(), subjects, ..stream::Config::default() };
    jetstream.create_stream(config).await?;
    names::create(&jetstream).await?;
    let (mut first, first_address) = start_server(&nats).await?;
    let (mut second, second_address) = start_server(&nats).await?;
    println!("servers at {first_address} and {second_address}, nats-server at {nats}");

    let told = Arc::new(Semaphore::new(0));
    let mut bots = tokio::task::JoinSet::new();
    let of_room = PLAYERS * MESSAGES as usize;
    for (index, room) in ROOMS.into_iter().cycle().take(ROOMS.len() * PLAYERS).enumerate() {
        let mut servers = vec![first_address, second_address];
        servers.rotate_left(index / ROOMS.len() % 2);
        let player = Player::new(room, &format!("bot{index}"))?;
        bots.spawn(player.play(servers, of_room, told.clone()));
    }
    let all = ROOMS.len() * of_room;
    let quarter = u32::try_from(all / 4)?;
    told.acquire_many(quarter).await?.forget();
    strangers::take_name(second_address, ROOMS[0], "bot0").await?;
    told.acquire_many(quarter).await?.forget();
    first.kill().await?;
    println!("{first_address} is killed after {} of {all} acknowledgements", all / 2);
    told.acquire_many(quarter).await?.forget();
    broker.kill().await?;
    let killed = Instant::now();
    println!("nats-server is killed after {} of {all} acknowledgements", all / 4 * 3);
    let port = nats.rsplit_once(':').map_or(ANY_PORT, |(_, port)| port);
    let (mut broker, _) = start_broker(&scratch.0, port).await?;
    let players = bots.join_all().await;
    println!("all is said and seen {:.1} s after that", killed.elapsed().as_secs_f64());

    // A restarted program counts from 1 again.
    let again = Player::new(ROOMS[0], "bot0")?;
    let to_see = of_room + MESSAGES as usize;
    let again = again.play(vec![second_address], to_see, told).await;
    println!("bot0 has said everything again, in a second life");
    strangers::say_two_things(second_address, ROOMS[1], "liar").await?;
    audit(&[players, vec![again]], &read_stream(&jetstream).await?)?;
    second.kill().await?;
    Ok(broker.kill().await?)
}

/// Starts `nats-server`. Returns it with its URL.
async fn start_broker(folder: &Path, port: &str) -> Result<(Child, String), Failure> {
    let started = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", port, "-js", "-sd"])
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
        // A file that is not complete yet is not valid JSON.
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

/// Starts this program as a server. Returns it with its address.
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

/// The content of the stream: how often it has each message, and how many messages each subject has.
struct Kept {
    messages: BTreeMap<MessageId, usize>,
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
        let life = peek_field::<Godot4, u32>(&message.payload, LIFE)?;
        *kept.messages.entry((from, life, number)).or_default() += 1;
        *kept.subjects.entry(message.subject.to_string()).or_default() += 1;
    }
    Ok(kept)
}

/// Compares the messages that players have seen with the acknowledged ones. A player sees the messages of its round and of earlier ones.
fn audit(rounds: &[Vec<Player>], kept: &Kept) -> Result<(), Failure> {
    for (subject, count) in &kept.subjects {
        println!("{subject}: {count} messages");
    }
    for (round, players) in rounds.iter().enumerate() {
        for player in players {
            let listeners =
                rounds[round..].iter().flatten().filter(|other| other.room == player.room);
            for number in &player.acknowledged {
                let message = (player.name.clone(), player.life, *number);
                if kept.messages.get(&message) != Some(&1) {
                    return Err(format!("{message:?} is not in the stream once").into());
                }
                for listener in listeners.clone() {
                    if !listener.seen.contains_key(&message) {
                        return Err(format!("{} has not seen {message:?}", listener.name).into());
                    }
                }
            }
        }
    }
    let players: Vec<&Player> = rounds.iter().flatten().collect();
    let moved = players.iter().filter(|player| player.moves > 0).count();
    let acknowledged: usize = players.iter().map(|player| player.acknowledged.len()).sum();
    let said_again: usize = players.iter().map(|player| player.said_again).sum();
    let seen_again: usize =
        players.iter().flat_map(|player| player.seen.values()).map(|times| times - 1).sum();
    println!("{moved} of {} players lost a connection, and went on", players.len());
    println!("{acknowledged} messages acknowledged, {said_again} said again");
    println!("{} kept by the stream, each once", kept.messages.len());
    println!("each seen by every player of its room at least once, {seen_again} more than once");
    if acknowledged != players.len() * MESSAGES as usize || moved == 0 {
        return Err("not everything was said, or nobody lost a server".into());
    }
    println!("OK: no acknowledged message is lost");
    Ok(())
}
