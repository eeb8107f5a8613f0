//! Bots over WebSocket at a server in another process, ours or the engine's: its CPU and its memory, from `/proc`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Failure;
use super::bot::Bot;
use super::scene::{GROUP, RATE};

/// Who waits longer waits in vain.
const PATIENCE: Duration = Duration::from_secs(60);
const MEASURED: Duration = Duration::from_secs(10);
/// How many bots connect at once: the engine lets no more wait.
const AT_ONCE: usize = 8;
/// What has come too late until now is read then.
const SETTLING: Duration = Duration::from_secs(3);
/// Linux counts the time of processes in hundredths of a second, on every machine.
const CLOCK_TICKS: f64 = 100.0;
const KIB: f64 = 1024.0;

/// A server; killed when dropped.
pub(crate) struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Starts a program that prints `listening on`, and its port.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Failure> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().ok_or("its output")?;
        let mut server = Self { child, port: 0 };
        let (sender, lines) = std::sync::mpsc::channel();
        // It reads on, so that the server never waits for it.
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line.clone()).is_err() {
                    println!("server: {line}");
                }
            }
        });
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = lines.recv_timeout(left)?;
            if let Some(port) = line.strip_prefix("listening on ") {
                server.port = port.parse()?;
                return Ok(server);
            }
        }
    }

    /// The time of the processor that it took, in user and kernel.
    fn cpu(&self) -> Result<f64, Failure> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The second field is a name in parentheses, which may contain anything.
        let (_, fields) = stat.rsplit_once(')').ok_or("its state")?;
        let times = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
        Ok(times.sum::<Result<f64, _>>()? / CLOCK_TICKS)
    }

    /// The bytes of memory that it has.
    fn memory(&self) -> Result<f64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()).ok_or("its memory")?;
        Ok(kib.parse::<f64>()? * KIB)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What bots have seen together.
#[derive(Default)]
struct Seen {
    /// How many see all nodes of their group.
    complete: AtomicU64,
    rows: AtomicU64,
}

/// Lets as many bots play, and prints what the server took. Whether it sent most rows in time.
pub(crate) async fn run(name: &str, server: &Server, peers: usize) -> Result<bool, Failure> {
    let idle = server.memory()?;
    let seen = Arc::new(Seen::default());
    let (failed, mut failures) = mpsc::channel(1);
    let address = ("127.0.0.1", server.port);
    let start = Instant::now();
    for first in (0..peers).step_by(AT_ONCE) {
        let some = 0..AT_ONCE.min(peers - first);
        let connected = some.map(|_| timeout(PATIENCE, connect(address)));
        for connected in futures_util::future::join_all(connected).await {
            let (socket, id) = connected??;
            let (seen, failed) = (Arc::clone(&seen), failed.clone());
            tokio::spawn(async move {
                if let Err(error) = play(socket, id, &seen).await {
                    // Others may have failed before.
                    let _ = failed.try_send(error);
                }
            });
        }
    }
    while seen.complete.load(Ordering::Relaxed) < peers as u64 {
        if let Ok(error) = failures.try_recv() {
            return Err(error);
        }
        if start.elapsed() > PATIENCE {
            println!("{name}: {peers} peers do not see their nodes within {PATIENCE:?}");
            return Ok(false);
        }
        sleep(Duration::from_millis(10)).await;
    }
    let joined = start.elapsed();
    sleep(SETTLING).await;
    let (cpu, rows, from) = (server.cpu()?, seen.rows.load(Ordering::Relaxed), Instant::now());
    sleep(MEASURED).await;
    let seconds = from.elapsed().as_secs_f64();
    let (cpu, rows) = (server.cpu()? - cpu, seen.rows.load(Ordering::Relaxed) - rows);
    if let Ok(error) = failures.try_recv() {
        return Err(error);
    }
    let rate = rows as f64 / (peers * GROUP) as f64 / seconds;
    println!(
        "{name}: {peers} peers join in {:.1} s; {:.2} s of CPU a second; {rate:.1} of {RATE} rows a node and second; \
         {:.1} kB a peer, {:.1} MB without one",
        joined.as_secs_f64(),
        cpu / seconds,
        (server.memory()? - idle) / 1e3 / peers as f64,
        idle / 1e6,
    );
    Ok(rate >= 0.95 * f64::from(RATE))
}

type Socket = WebSocketStream<TcpStream>;

/// A connection, and the number that the server has given it.
async fn connect(address: (&str, u16)) -> Result<(Socket, i32), Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096);
    let url = format!("ws://{}:{}/", address.0, address.1);
    let (mut socket, _) = client_async_with_config(url, stream, Some(config)).await?;
    let number = socket.next().await.ok_or("the server has ended it")??.into_data();
    Ok((socket, i32::from_le_bytes(number[..].try_into()?)))
}

async fn play(mut socket: Socket, id: i32, seen: &Seen) -> Result<(), Failure> {
    let start = Instant::now();
    let mut bot = Bot::new(id, true, start.elapsed())?;
    let mut ticks = interval(Duration::from_secs(1) / RATE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            message = socket.next() => {
                let Some(message) = message else { return Err("the server has ended it".into()) };
                let Message::Binary(bytes) = message? else { continue };
                let (nodes, rows) = (bot.nodes(), bot.rows);
                bot.receive(&bytes, start.elapsed())?;
                seen.rows.fetch_add(bot.rows - rows, Ordering::Relaxed);
                if nodes < GROUP && bot.nodes() == GROUP {
                    seen.complete.fetch_add(1, Ordering::Relaxed);
                }
            }
            _ = ticks.tick() => {
                bot.tick(start.elapsed())?;
                let mut packets = Vec::new();
                bot.drain(|packet| packets.push(packet.bytes.to_vec()));
                for packet in packets {
                    socket.feed(Message::binary(packet)).await?;
                }
                socket.flush().await?;
            }
        }
    }
}
