//! The ids of peers at the sockets of `net`: a new peer gets the id of an old one only after the game has seen the end of the old one.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use godot_var_multiplayer::net::enet::{Event as EnetEvent, Limits, PeerId};
use godot_var_multiplayer::net::{EnetHost, NetConfig, Server};
use godot_var_multiplayer::{
    Config, Event, Misfit, Outgoing, Refusal, Session, Target, TransferMode,
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
