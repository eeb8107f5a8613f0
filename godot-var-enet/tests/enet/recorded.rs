//! Recorded connections of real engines: see `tests/vectors/README.md`.

use core::net::SocketAddr;
use core::time::Duration;
use std::fs;
use std::path::Path;

use godot_var_enet::range_coder::RangeCoder;
use godot_var_enet::wire::{Command, Commands, Header};
use godot_var_enet::{Event, Host, Limits};

use crate::network::{CLIENT, transmit};

/// Whether the engine sent a datagram, and its bytes.
type Datagram = (bool, Vec<u8>);

/// The name of each file, and its datagrams: whether the client has sent them.
fn recorded() -> Vec<(String, Vec<Datagram>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|it| it == "hex"));
    let datagram = |line: &str| {
        let (from, hex) = line.split_once(' ').unwrap();
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (from == "client", (0..hex.len()).step_by(2).map(byte).collect())
    };
    files
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap().lines().map(datagram).collect())
        })
        .collect()
}

/// The header and the commands of a datagram, without compression.
fn plain(datagram: &[u8]) -> (Header, Vec<u8>) {
    let (header, body) = Header::read(datagram).unwrap();
    if !header.is_compressed {
        return (header, body.to_vec());
    }
    let mut out = [0; 4096];
    let len = RangeCoder::new().decompress(body, &mut out).expect("of the range coder");
    (header, out[..len].to_vec())
}

#[test]
fn datagrams_of_engines_are_read() {
    let files = recorded();
    assert_eq!(files.len(), 10);
    for (name, datagrams) in files {
        let mut compressed = 0;
        for (_, datagram) in &datagrams {
            let (header, body) = plain(datagram);
            assert_eq!(Commands::check(header, &body), Ok(()), "{name}");
            compressed += usize::from(header.is_compressed);
        }
        assert_eq!(compressed > 0, name.ends_with("coder"), "{name}");
    }
}

#[test]
fn connections_of_engines_are_replayed() {
    let clients = recorded().into_iter().filter(|(name, _)| name.contains("client"));
    for (name, datagrams) in clients {
        let mut server: Host<SocketAddr> = Host::new(Limits::default(), [5, 6]).unwrap();
        let mut datagrams = datagrams.iter().filter(|(is_client, _)| *is_client);
        let (_, request) = datagrams.next().unwrap();
        server.receive(CLIENT, request, Duration::ZERO).unwrap();
        let (own, body) = plain(&transmit(&mut server, 0)[0].1);
        let command = Commands::new(&body).next().unwrap().unwrap().command;
        let Command::Verify(answer) = command else { panic!("{name}: {command:?}") };
        let mut lens = Vec::new();
        for (now, (_, datagram)) in (1..).zip(datagrams) {
            // Slot, session and time are those that this server has chosen.
            let (header, mut body) = plain(datagram);
            if body.starts_with(&[1, 0xFF, 0, 1, 0, 1]) && lens.is_empty() {
                body[6..8].copy_from_slice(&own.sent_time.unwrap().to_be_bytes());
            }
            let (slot, session) = (answer.slot, answer.outgoing_session);
            let header = Header { slot, session, is_compressed: false, ..header };
            let (head, len) = header.to_bytes();
            let now = Duration::from_millis(now);
            server.receive(CLIENT, &[&head[..len], &body].concat(), now).unwrap();
            while let Some(event) = server.next_event() {
                match event {
                    Event::Connected { data, .. } => assert!(data >= 2, "{name}"),
                    Event::Received { bytes, .. } => lens.push(bytes.len()),
                    Event::Disconnected { .. } => {}
                }
            }
        }
        // Godot 3 sends 8 bytes before each packet.
        let head = if name.starts_with("godot3") { 8 } else { 0 };
        assert_eq!(lens, [23, 3000, 750].map(|len| len + head), "{name}");
    }
}
