//! A server of Godot's `@rpc` with figures for its operators: a log by `tracing`, and the text that Prometheus reads.
//!
//! The game is the chat of `multiplayer_chat.rs`: what one client says, all hear.
//!
//! ```text
//! cargo run --example figures                                   shows itself: a client of its own, and the figures
//! cargo run --example figures -- --listen 127.0.0.1:7777 --metrics 127.0.0.1:9100
//! curl http://127.0.0.1:9100/metrics
//! ```

use std::error::Error;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, thread};

use godot_var::multiplayer::net::{Client, NetConfig, Server};
use godot_var::multiplayer::{Config, Event, GodotRpc, Node, SERVER, Session, Target};
use prometheus::Figures;

#[path = "figures/prometheus.rs"]
mod prometheus;

/// The most clients at once.
const MAX_PEERS: usize = 4000;
/// How long somebody may take to ask for the figures, or to read them.
const PATIENCE: Duration = Duration::from_secs(1);

type Failure = Box<dyn Error + Send + Sync>;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(any_peer)]
    Say(String),
    Heard(i32, String),
}

fn main() -> Result<(), Failure> {
    let (mut listen, mut figures) = (None, None);
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--listen" => listen = Some(value.parse()?),
            "--metrics" => figures = Some(value.parse()?),
            "--join" => return join(&value),
            _ => return Err(format!("{name}: not an option").into()),
        }
    }
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    // Lines about strangers, 16 in 10 seconds at most. With DEBUG also some for each connection.
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
        .with_writer(io::stderr)
        .init();
    // Before the first peer.
    let recorder = Figures::default();
    metrics::set_global_recorder(recorder.clone())?;
    let mut server = Server::new(NetConfig::default().with_max_peers(MAX_PEERS))?;
    let address = server.listen_websocket(listen.unwrap_or(any))?; // TCP
    server.listen_enet(address)?; // UDP
    println!("listening on {address}");
    let listener = TcpListener::bind(figures.unwrap_or(any))?;
    let figures = listener.local_addr()?;
    println!("figures at http://{figures}/metrics");
    thread::spawn(move || {
        for stream in listener.incoming() {
            // Whoever does not read them in time goes without.
            let _ = stream.and_then(|stream| answer(stream, &recorder));
        }
    });
    if listen.is_some() {
        return serve(server);
    }
    thread::spawn(move || {
        if let Err(error) = serve(server) {
            println!("the server has ended: {error}");
        }
    });
    demonstrate(address, figures)
}

fn serve(mut server: Server) -> Result<(), Failure> {
    let mut session = Session::new(Config::default());
    let chat = session.add_node("Main/Chat", Node::of::<Chat>())?;
    let started = Instant::now();
    loop {
        let now = started.elapsed();
        while let Some(message) = server.receive()? {
            let Some(Event::Call(call)) = message.event(&mut session, now) else { continue };
            // A call that cannot be decoded is counted, like all that the session refuses.
            if let Ok(Chat::Say(text)) = call.decode() {
                session.call(Target::All, chat, &Chat::Heard(call.peer, text))?;
            }
        }
        while session.poll(now).is_some() {}
        session.drain(|packet| server.send(packet));
        server.wait(Duration::from_millis(50))?;
    }
}

/// Answers any request with the figures.
fn answer(mut stream: TcpStream, figures: &Figures) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let _ = stream.read(&mut [0; 4096])?;
    let text = figures.render();
    let len = text.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {len}\r\nConnection: close\r\n\r\n{text}"
    )
}

/// Lets a client join, in a process of its own: the figures are those of the server's process.
fn demonstrate(address: SocketAddr, figures: SocketAddr) -> Result<(), Failure> {
    let url = format!("ws://{address}");
    let joined = Command::new(env::current_exe()?).args(["--join", &url]).status()?;
    if !joined.success() {
        return Err("the client has failed".into());
    }
    // The next turn of the server hands its sums on.
    thread::sleep(Duration::from_millis(200));
    let mut stream = TcpStream::connect(figures)?;
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    for line in text.lines().filter(|line| line.starts_with("godot_var_")) {
        println!("{line}");
    }
    println!("OK");
    Ok(())
}

/// A client: it says hello, and makes a mistake.
fn join(url: &str) -> Result<(), Failure> {
    let mut client = Client::connect(url, NetConfig::default(), Duration::from_secs(5))?;
    let mut session = Session::client(client.id(), Config::default());
    let chat = session.add_node("Main/Chat", Node::of::<Chat>())?;
    let missing = session.add_node("Main/Shop", Node::of::<Chat>())?;
    let started = Instant::now();
    loop {
        let now = started.elapsed();
        while let Some(message) = client.receive()? {
            match message.event(&mut session, now) {
                Some(Event::Connected(SERVER)) => {
                    // The server has no such node.
                    let say = Chat::Say("hello".into());
                    session.call(Target::Peer(SERVER), missing, &say)?;
                    session.call(Target::Peer(SERVER), chat, &say)?;
                }
                Some(Event::Call(call)) => {
                    if let Chat::Heard(from, text) = call.decode()? {
                        println!("heard {text:?} of {from}");
                        return Ok(());
                    }
                }
                Some(Event::Disconnected(SERVER)) => return Err("the server has gone".into()),
                _ => {}
            }
        }
        while session.poll(now).is_some() {}
        session.drain(|packet| client.send(packet));
        client.wait(Duration::from_millis(50))?;
    }
}
