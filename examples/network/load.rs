//! A load test: many clients in the chat of `multiplayer_chat.rs`. Prints how long a text takes from one client to all.

use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{Config, Event, GodotRpc, Node, SERVER, Session, Target};
use hdrhistogram::Histogram;
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

#[derive(GodotRpc)]
enum Chat {
    #[rpc(any_peer)]
    Say(String),
    Heard(i32, String),
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

static CLOCK: LazyLock<Instant> = LazyLock::new(Instant::now);
static ALL_ARE_IN: OnceLock<Instant> = OnceLock::new();

/// Hears for `time`, and says once what time it is. The clients do that one after the other, 10 a second.
fn play(mut client: Client, number: u32, time: Duration) -> Result<Histogram<u64>, Failure> {
    let mut session = Session::client(client.id(), Config::default());
    let chat = session.add_node("Main/Chat", Node::of::<Chat>())?;
    let (mut latencies, mut has_said) = (Histogram::new(3)?, false);
    loop {
        let now = CLOCK.elapsed();
        while let Some(message) = client.receive()? {
            match message.event(&mut session, now) {
                Some(Event::Call(call)) => {
                    let Chat::Heard(_, text) = call.decode()? else { continue };
                    latencies.record(CLOCK.elapsed().as_micros() as u64 - text.parse::<u64>()?)?;
                }
                Some(Event::Refused { reason, .. }) => return Err(reason.to_string().into()),
                Some(Event::Disconnected(SERVER)) => return Err("the server has gone".into()),
                _ => {}
            }
        }
        let played = ALL_ARE_IN.get().map_or(Duration::ZERO, Instant::elapsed);
        if !has_said && played > Duration::from_millis(100) * number {
            has_said = true;
            let text = CLOCK.elapsed().as_micros().to_string();
            session.call(Target::Peer(SERVER), chat, &Chat::Say(text))?;
        }
        if played > time {
            return Ok(latencies);
        }
        while session.poll(now).is_some() {}
        session.drain(|packet| client.send(packet));
        client.wait(Duration::from_millis(500))?;
    }
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().unwrap_or("ws://127.0.0.1:7777".into());
    let clients = arguments.next().map_or(Ok(1000), |clients| clients.parse())?;
    let time = Duration::from_secs(arguments.next().map_or(Ok(20), |seconds| seconds.parse())?);
    let mut threads = Vec::new();
    for number in 1..=clients {
        let client = Client::connect(&url, NetConfig::default(), Duration::from_secs(10))
            .map_err(|error| format!("{url}: {error}"))?;
        threads.push(std::thread::spawn(move || play(client, number, time)));
    }
    ALL_ARE_IN.get_or_init(Instant::now);
    let mut all = Histogram::<u64>::new(3)?;
    for thread in threads {
        all.add(thread.join().map_err(|_| "a client has panicked")??)?;
    }
    println!("{clients} clients heard {} texts", all.len());
    for percentile in [50.0, 90.0, 99.0, 99.9, 100.0] {
        println!("{percentile:5} %: {:.1} ms", all.value_at_percentile(percentile) as f64 / 1e3);
    }
    Ok(())
}
