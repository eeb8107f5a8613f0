//! The ids of peers at the sockets of `net`: a new peer gets the id of an old one only after the game has seen the end of the old one.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use godot_var_multiplayer::net::enet::{Event as EnetEvent, Limits, PeerId};
use godot_var_multiplayer::net::{Client, EnetHost, NetConfig, Server};
use godot_var_multiplayer::{
    Config, Event, Misfit, Outgoing, Refusal, SERVER, Session, Target, TransferMode,
};

const PATIENCE: Duration = Duration::from_secs(20);
const ID: i32 = 5;

/// A connection of `ENet` that asks for [`ID`].
struct Link {
    host: EnetHost,
    peer: PeerId,
}

impl Link {
    fn new(server: SocketAddr) -> Self {
        let limits = Limits::client().with_max_channels(4);
        let mut host = EnetHost::bind("127.0.0.1:0", limits).expect("a socket");
        let peer = host.connect(server, 4, ID as u32).expect("a free slot");
        host.flush();
        Self { host, peer }
    }

    /// Returns what has happened until now.
    fn events(&mut self) -> Vec<EnetEvent<SocketAddr>> {
        std::iter::from_fn(|| self.host.next_event()).collect()
    }
}

/// Repeats a step until it returns true.
fn until(what: &str, mut step: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !step() {
        assert!(Instant::now() < deadline, "no {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

fn server() -> (Server, SocketAddr) {
    let mut server = Server::new(NetConfig::default()).expect("a server");
    let address = server.listen_enet("127.0.0.1:0").expect("a port");
    (server, address)
}

fn events(server: &mut Server, session: &mut Session) -> Vec<String> {
    let mut events = Vec::new();
    while let Some(message) = server.receive().expect("received") {
        events.push(format!("{:?}", message.event(session, Duration::ZERO)));
    }
    events
}

fn connected() -> String {
    format!("{:?}", Some(Event::Connected(ID)))
}

/// A server whose first peer has left, and whose second peer has finished its handshake, both since its last turn.
fn end_and_connection() -> (Server, SocketAddr, Session, Link) {
    let (mut server, address) = server();
    let mut session = Session::new(Config::default());
    let mut old = Link::new(address);
    until("first connection", || {
        old.events();
        events(&mut server, &mut session) == [connected()]
    });
    let mut new = Link::new(address);
    // The server answers the new connection, which is a peer after one more datagram.
    assert!(events(&mut server, &mut session).is_empty());
    old.host.disconnect_later(old.peer, 0);
    old.host.flush();
    until("answer", || matches!(new.events()[..], [EnetEvent::Connected { .. }]));
    (server, address, session, new)
}

#[test]
fn an_id_is_free_after_its_end_was_seen() {
    let (mut server, address, mut session, mut new) = end_and_connection();
    let first = server.receive().expect("received").expect("a message");
    assert_eq!(first.peer(), ID);
    assert_eq!(first.event(&mut session, Duration::ZERO), Some(Event::Disconnected(ID)));
    let refused = server.receive().expect("received").expect("a message");
    let Some(Event::Refused { peer: 0, reason: Refusal::Transport { reason, .. } }) =
        refused.event(&mut session, Duration::ZERO)
    else {
        panic!("{refused:?}")
    };
    assert_eq!(reason, Misfit::PeerId(ID));
    until("end", || {
        assert!(events(&mut server, &mut session).is_empty());
        matches!(new.events()[..], [EnetEvent::Disconnected { .. }])
    });
    let mut next = Link::new(address);
    until("connection", || {
        next.events();
        events(&mut server, &mut session) == [connected()]
    });
}

/// What a game sends before it has seen the end of a peer, and its `close`, do not reach the next peer.
#[test]
fn a_game_that_is_late_does_not_reach_the_next_peer() {
    let (mut server, _, mut session, mut new) = end_and_connection();
    // The session has not seen this message yet, and the messages after it are still with the server.
    let first = server.receive().expect("received").expect("a message");
    session.send_bytes(Target::Peer(ID), b"secret", TransferMode::Reliable, 0).expect("sent");
    session.drain(|packet: Outgoing<'_>| server.send(packet));
    server.close(ID, "you are out");
    assert_eq!(first.event(&mut session, Duration::ZERO), Some(Event::Disconnected(ID)));
    until("end", || {
        events(&mut server, &mut session);
        let events = new.events();
        assert!(!events.iter().any(|event| matches!(event, EnetEvent::Received { .. })));
        matches!(events[..], [EnetEvent::Disconnected { .. }])
    });
    assert_eq!(session.peers().count(), 0);
}

/// Sends texts to the server, all at once.
fn say(client: &mut Client, session: &mut Session, texts: &[&str]) {
    for text in texts {
        let (target, mode) = (Target::Peer(SERVER), TransferMode::Reliable);
        session.send_bytes(target, text.as_bytes(), mode, 0).expect("sent");
    }
    session.drain(|packet| client.send(packet));
    client.wait(Duration::ZERO).expect("sent");
}

/// What a peer has sent before the game ends its connection, and after that, is not for the game.
#[test]
fn nothing_of_a_closed_peer_arrives() {
    for scheme in ["enet", "ws"] {
        let (mut server, address) = server();
        server.listen_websocket(address).expect("the same port");
        let mut session = Session::new(Config::default());
        let url = format!("{scheme}://{address}");
        let connect = move || Client::connect(&url, NetConfig::default(), PATIENCE);
        let client = thread::spawn(connect);
        until("client", || {
            events(&mut server, &mut session);
            client.is_finished()
        });
        let mut client = client.join().expect("no panic").expect("a server");
        let mut own = Session::client(client.id(), Config::default());
        own.connect(SERVER, Duration::ZERO);
        say(&mut client, &mut own, &["first", "second"]);
        // The second one waits in the server when the first one is with the game.
        let mut first = None;
        until("packet", || {
            server.wait(Duration::from_millis(2)).expect("waited");
            first = server.receive().expect("received");
            first.is_some()
        });
        let first = first.expect("a packet");
        let event = first.event(&mut session, Duration::ZERO);
        assert!(matches!(event, Some(Event::Raw { bytes: b"first", .. })), "{event:?}");
        server.close(client.id(), "you are out");
        say(&mut client, &mut own, &["third"]);
        let (mut after, mut ended) = (Vec::new(), false);
        until("end", || {
            after.extend(events(&mut server, &mut session));
            client.wait(Duration::ZERO).expect("waited");
            while let Some(message) = client.receive().expect("received") {
                let event = message.event(&mut own, Duration::ZERO);
                ended |= event == Some(Event::Disconnected(SERVER));
            }
            ended
        });
        let end = Some(Event::Disconnected(client.id()));
        assert_eq!(after, [format!("{end:?}")], "{scheme}");
    }
}
