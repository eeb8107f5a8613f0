//! Clients that send to another client, all at once: its connection goes on.

use std::time::{Duration, Instant};

use godot_var_multiplayer::net::{Client, NetConfig, Server};
use godot_var_multiplayer::{
    Config, Event, Outgoing, Refusal, Relay, SERVER, Session, TransferMode,
};

const PATIENCE: Duration = Duration::from_secs(20);
const SENDERS: usize = 8;
/// Each sends what a peer may send in a second.
const PACKETS: usize = 32;
const PACKET: usize = 8_000;

/// Sends and receives. Returns how many bytes have arrived.
fn turn(client: &mut Client, session: &mut Session) -> usize {
    let mut received = 0;
    client.wait(Duration::from_millis(1)).expect("a socket");
    while let Some(message) = client.receive().expect("a socket") {
        match message.event(session, Duration::ZERO) {
            Some(Event::Raw { bytes, .. }) => received += bytes.len(),
            Some(Event::Disconnected(SERVER)) => panic!("it was disconnected"),
            _ => {}
        }
    }
    session.drain(|packet| client.send(packet));
    received
}

#[test]
fn many_senders_end_no_receiver() {
    for scheme in ["enet", "ws"] {
        let mut server = Server::new(NetConfig::default()).expect("a server");
        let address = server.listen_websocket("127.0.0.1:0").expect("a port");
        server.listen_enet(address).expect("the same port");
        let serving = std::thread::spawn(move || serve(server));
        let url = format!("{scheme}://{address}");
        let connect = |_| {
            let client = Client::connect(&url, NetConfig::default(), PATIENCE).expect("a server");
            let config = Config::default().with_relay(Relay::On);
            let mut session = Session::client(client.id(), config);
            session.connect(SERVER, Duration::ZERO);
            (client, session)
        };
        let mut clients: Vec<_> = (0..=SENDERS).map(connect).collect();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(300) {
            for (client, session) in &mut clients {
                turn(client, session);
            }
        }
        let (mut receiver, mut its_session) = clients.pop().expect("a client");
        // A packet of the relay, and in it raw bytes.
        let to = receiver.id().to_le_bytes();
        let bytes = [&[7, 3][..], &to, &[3], &vec![0; PACKET]].concat();
        let mode = TransferMode::Reliable;
        for (client, _) in &mut clients {
            for _ in 0..PACKETS {
                client.send(Outgoing { peer: SERVER, bytes: &bytes, mode, channel: 0 });
            }
        }
        let (begun, mut received) = (Instant::now(), 0);
        while begun.elapsed() < Duration::from_secs(2) {
            for (client, session) in &mut clients {
                turn(client, session);
            }
            received += turn(&mut receiver, &mut its_session);
        }
        assert!(received > PACKET, "{scheme}: {received}");
        receiver.close();
        for (client, _) in &mut clients {
            client.close();
        }
        assert!(serving.join().expect("no panic") > 0, "some were refused");
    }
}

/// Serves until nobody is left. Returns how many packets were refused.
fn serve(mut server: Server) -> usize {
    let mut session = Session::new(Config::default().with_relay(Relay::On));
    let (begun, mut refused, mut joined) = (Instant::now(), 0, 0);
    while joined <= SENDERS || session.peers().count() > 0 {
        while let Some(message) = server.receive().expect("a socket") {
            match message.event(&mut session, begun.elapsed()) {
                Some(Event::Connected(_)) => joined += 1,
                Some(Event::Refused { reason: Refusal::Limit(_), .. }) => refused += 1,
                _ => {}
            }
        }
        session.drain(|packet| server.send(packet));
        server.wait(Duration::from_millis(5)).expect("a socket");
        assert!(begun.elapsed() < PATIENCE, "the clients end");
    }
    refused
}
