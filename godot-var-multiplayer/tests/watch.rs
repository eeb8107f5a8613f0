//! What operators see of a session: names of refusals, events of `tracing`, figures of `metrics`.

use std::fmt::{Debug, Write as _};
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use godot_var_multiplayer::net::{Client, NetConfig, Server};
use godot_var_multiplayer::{
    Command, Config, Event, Incoming, Misfit, Numbered, Options, Packet, Refusal, Session, godot3,
};
use godot_var_runtime::DecodeError;
use prometheus::Figures;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber, subscriber};

#[path = "../../examples/network/figures/prometheus.rs"]
mod prometheus;

const NOW: Duration = Duration::ZERO;

#[test]
fn refusals_have_the_names_of_their_variants() {
    let path = || Arc::<str>::from("Main/Chat");
    let (node, error) = (path(), decode_error());
    let refusals = [
        Refusal::Packet(error.clone()),
        Refusal::Arguments { node: node.clone(), method: "say", error: error.clone() },
        Refusal::Properties { synchronizer: path(), error },
        Refusal::NotAdmitted(7),
        Refusal::NoAuthentication,
        Refusal::Command(Command::System),
        Refusal::UnknownPath { path: path(), similar: None },
        Refusal::UnknownId { kind: Numbered::Path, id: 7 },
        Refusal::NotAllowed { node, name: "say", mode: "authority" },
        Refusal::Limit("peers"),
        Refusal::ChecksumDiffers(path()),
    ];
    let misfits = [
        Misfit::NotEnet,
        Misfit::PeerId(1),
        Misfit::Protocol { offered: "".into(), accepted: "chat".into() },
        Misfit::TooSlow(7),
        Misfit::Silent,
    ];
    for refusal in refusals {
        assert_named(&refusal, refusal.name());
    }
    for reason in misfits {
        assert_named(&reason, reason.name());
        let (address, name) = ("127.0.0.1:7777".parse().expect("an address"), reason.name());
        assert_eq!(Refusal::Transport { address, reason }.name(), name);
    }
}

fn assert_named(value: &dyn Debug, name: &str) {
    let text = format!("{value:?}");
    assert_eq!(text.split([' ', '(']).next(), Some(name));
}

fn decode_error() -> DecodeError {
    Packet::read(&[], &Options::DEFAULT).expect_err("no packet")
}

/// Writes each event as a line: its level, the spans around it, its fields.
#[derive(Clone, Default)]
struct Log {
    lines: Arc<Mutex<Vec<String>>>,
    spans: Arc<Mutex<Vec<String>>>,
    entered: Arc<Mutex<Vec<u64>>>,
    last: Arc<AtomicU64>,
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).expect("writes to a String");
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(span.metadata().name().to_owned());
        span.record(&mut fields);
        self.spans.lock().expect("no panic").push(fields.0);
        Id::from_u64(self.last.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields(event.metadata().level().to_string());
        let spans = self.spans.lock().expect("no panic");
        for id in &*self.entered.lock().expect("no panic") {
            write!(fields.0, " [{}]", spans[*id as usize - 1]).expect("writes to a String");
        }
        event.record(&mut fields);
        self.lines.lock().expect("no panic").push(fields.0);
    }

    fn enter(&self, span: &Id) {
        self.entered.lock().expect("no panic").push(span.into_u64());
    }

    fn exit(&self, _: &Id) {
        self.entered.lock().expect("no panic").pop();
    }
}

/// The tests run one after the other: the first event of a place in the code decides for all threads whether somebody listens there.
static ALONE: Mutex<()> = Mutex::new(());

/// An RPC of the node `Main/\nFATAL`, by its path.
const UNKNOWN: &[u8] = b"\xa0\x06\0\0\x80\0Main/\nFATAL\0";

#[test]
fn a_peer_is_a_span_and_cannot_fill_the_log() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let log = Log::default();
    subscriber::with_default(log.clone(), || {
        let mut session = Session::new(Config::default());
        assert_eq!(session.connect(7, NOW), Some(Event::Connected(7)));
        for _ in 0..20 {
            let refused = session.receive(Incoming::new(7, UNKNOWN), NOW);
            assert!(matches!(refused, Some(Event::Refused { peer: 7, .. })), "{refused:?}");
        }
        // Not connected, so it has no connection that bounds it.
        assert!(session.receive(Incoming::new(8, UNKNOWN), NOW).is_some());
        session.disconnect(7);
    });
    let lines = log.lines.lock().expect("no panic");
    assert_eq!(lines[0], "DEBUG [peer peer=7] message=connected");
    let refused = "[peer peer=7] message=refused peer=7 reason=\"UnknownPath\" \
        error=\"no node has the path Main/\\\\nFATAL\"";
    for line in &lines[1..=16] {
        assert_eq!(*line, format!("DEBUG {refused}"));
    }
    for line in &lines[17..=20] {
        assert_eq!(*line, format!("TRACE {refused}"));
    }
    assert_eq!(
        lines[21],
        "TRACE message=refused peer=8 reason=\"NotAdmitted\" error=\"the peer 8 is not connected\""
    );
    assert_eq!(lines[22..], ["DEBUG [peer peer=7] message=disconnected refusals=20"]);
}

/// Those of sessions of both generations are the same, and a session that ends has no peers.
#[test]
fn peers_and_refusals_are_counted() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let figures = Figures::default();
    let lines = |expected: &[&str]| {
        let text = figures.render();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines, expected);
    };
    metrics::with_local_recorder(&figures, || {
        let mut session = Session::new(Config::default().with_auth(Duration::from_secs(3)));
        assert_eq!(session.connect(7, NOW), None);
        assert_eq!(session.connect(8, NOW), None);
        lines(&["godot_var_peers 2"]);
        assert!(session.receive(Incoming::new(7, UNKNOWN), NOW).is_some());
        assert!(matches!(session.poll(Duration::from_secs(3)), Some(Event::AuthTimedOut { .. })));
        let refused = "godot_var_refusals_total{reason=";
        let late = format!("{refused}\"AuthTimedOut\"}} 1");
        let early = format!("{refused}\"NotAuthenticated\"}} 1");
        lines(&["godot_var_peers 1", &late, &early]);

        let mut old = godot3::Session::new(Config::default());
        assert_eq!(old.connect(7), Some(godot3::Event::Connected(7)));
        let message = godot3::Message::DelPeer(8);
        assert!(old.receive(godot3::Incoming::new(7, message)).is_some());
        let of_server = format!("{refused}\"OfServer\"}} 1");
        lines(&["godot_var_peers 2", &late, &early, &of_server]);
        drop(session);
        old.disconnect(7);
        lines(&["godot_var_peers 0", &late, &early, &of_server]);
    });
}

/// A text of somebody who is not a peer is one line of the log, without commands to a terminal.
#[test]
fn strangers_cannot_fill_the_log() {
    const PATIENCE: Duration = Duration::from_secs(20);
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (log, begun, mut listening) = (Log::default(), Instant::now(), None);
    subscriber::with_default(log.clone(), || {
        let config = NetConfig::default().with_protocols(&["chat"]);
        let mut server = Server::new(config).expect("a server");
        let address = server.listen_websocket("127.0.0.1:0").expect("a port");
        server.listen_enet(address).expect("the same port");
        listening = Some(address);
        let mut turn = || {
            server.wait(Duration::from_millis(5)).expect("waited");
            while server.receive().expect("received").is_some() {}
        };
        // Of all characters that have a meaning in a log, a header can have these.
        let config = NetConfig::default().with_protocols(&["a\"b\tc\\d"]);
        let url = format!("ws://{address}");
        let client = thread::spawn(move || Client::connect(&url, config, PATIENCE).map(drop));
        while !client.is_finished() {
            turn();
        }
        client.join().expect("no panic").expect_err("another protocol");
        for _ in 0..40 {
            let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
            socket.send_to(b"not of ENet", address).expect("sent");
            turn();
        }
    });
    let address: SocketAddr = listening.expect("an address");
    let lines = log.lines.lock().expect("no panic");
    for (line, transport) in lines.iter().zip(["websocket", "enet"]) {
        let listening = format!("transport=\"{transport}\" address={address}");
        assert_eq!(*line, format!("INFO message=listening {listening}"));
    }
    let offered = r#"reason="Protocol" error="offers the WebSocket sub-protocol a\"b\tc\\d, "#;
    assert!(lines[2].starts_with("INFO message=refused address=127.0.0.1:"), "{}", lines[2]);
    assert!(lines[2].contains(offered), "{}", lines[2]);
    let count = lines.iter().filter(|line| line.starts_with("INFO message=refused")).count();
    // More may be in 10 seconds more.
    assert!(count <= 16 || begun.elapsed() > Duration::from_secs(10), "{count}");
}
