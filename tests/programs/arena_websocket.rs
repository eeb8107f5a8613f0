//! The arena over WebSocket, with clients that do not keep to the protocol.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use godot_var::{Color, FromVariantBytes, Godot4, ToVariantBytes, Vector3};
use tungstenite::{Message, WebSocket};

use crate::needs;
use crate::programs::engine::TIMEOUT;
use crate::programs::example::Server;
use crate::schemas::arena::{
    Chat, ClientMessage, Greeting, Hello, Join, LAYOUT, PlayerState, ServerMessage, Welcome,
};

const TRANSPORT: &str = " (WebSocket)\n";

/// Starts the example with WebSocket at this port; 0 is any.
pub(crate) fn start(port: u16) -> (Server, SocketAddr) {
    let address = format!("127.0.0.1:{port}");
    let server = Server::start("arena", &["--websocket", &address, "--seconds", "120"]);
    let printed = server.wait_for(TRANSPORT);
    let line = printed.split_once(TRANSPORT).and_then(|(before, _)| before.lines().last());
    let address = line.and_then(|line| line.strip_prefix("listening on "));
    let address = address.and_then(|address| address.parse().ok());
    (server, address.unwrap_or_else(|| panic!("an address in {printed}")))
}

fn connect_tcp(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).expect("a connection");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    stream
}

struct Client(WebSocket<TcpStream>);

impl Client {
    fn connect(server: SocketAddr) -> Self {
        let stream = connect_tcp(server);
        Self(tungstenite::client(format!("ws://{server}/"), stream).expect("a handshake").0)
    }

    fn send(&mut self, message: &ClientMessage) {
        let bytes = message.to_variant_bytes::<Godot4>().expect("encodes");
        self.0.send(Message::binary(bytes)).expect("sent");
    }

    fn receive(&mut self) -> ServerMessage {
        loop {
            if let Message::Binary(bytes) = self.0.read().expect("a message") {
                return ServerMessage::from_variant_bytes::<Godot4>(&bytes).expect("a message");
            }
        }
    }

    /// Joins. Returns the player's number.
    fn join(&mut self, name: &str) -> u32 {
        let color = Color { r: 0.0, g: 0.0, b: 0.0, a: 1.0 };
        self.send(&ClientMessage::Join(Join { name: name.into(), color, team: None }));
        match self.receive() {
            ServerMessage::Welcome(Welcome { you, .. }) => you,
            other => panic!("{other:?}"),
        }
    }
}

fn standing(id: u32) -> PlayerState {
    let (pos, vel) = (Vector3::ZERO, Vector3::ZERO);
    PlayerState { id, pos, vel, yaw: 0.0, health: 100, grounded: true }
}

fn a_client_plays() {
    let (server, address) = start(0);
    let mut client = Client::connect(address);
    client.send(&ClientMessage::Hello(Hello { layout: LAYOUT.to_owned() }));
    assert_eq!(client.receive(), ServerMessage::Greeting(Greeting { layout: LAYOUT.to_owned() }));
    let id = client.join("Pia");
    let state = PlayerState { pos: Vector3::new(1.0, 2.0, 3.0), yaw: 0.5, ..standing(id) };
    client.send(&ClientMessage::Move(state.clone()));
    let seen = |message| matches!(message, ServerMessage::Snapshot(snapshot) if snapshot.players == [state.clone()]);
    while !seen(client.receive()) {}
    let chat = Chat { channel: "all".into(), text: "Grüße!".into(), at: 7, tags: Vec::new() };
    client.send(&ClientMessage::Chat(chat.clone()));
    while client.receive() != ServerMessage::Chat(chat.clone()) {}
    client.send(&ClientMessage::Leave);
    let error = loop {
        if let Err(error) = client.0.read() {
            break error;
        }
    };
    assert!(matches!(error, tungstenite::Error::ConnectionClosed), "{error}");
    let printed = server.stop();
    assert!(printed.contains(": Pia is gone\n") && !printed.contains("closed"), "{printed}");
}

fn bad_clients_do_no_harm() {
    let (server, address) = start(0);
    let mut witness = Client::connect(address);
    witness.join("Pia");
    // Each ends with its connection.
    for message in [Message::text("hello"), Message::binary(vec![0; 5000])] {
        let mut vandal = Client::connect(address);
        vandal.0.send(message).expect("sent");
        while vandal.0.read().is_ok() {}
    }
    for request in ["hello\r\n\r\n", "GET / HTTP/1.1\r\nHost: arena\r\n\r\n"] {
        let mut stream = connect_tcp(address);
        stream.write_all(request.as_bytes()).expect("sent");
        let _ = stream.read_to_end(&mut Vec::new());
    }
    // A request that never ends takes its place for a short time.
    let mut slow = connect_tcp(address);
    slow.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    assert_eq!(slow.read(&mut [0; 1]).expect("the end"), 0);
    // Not a message of the arena: the connection stays.
    let mut clumsy = Client::connect(address);
    clumsy.0.send(Message::binary(b"nonsense".to_vec())).expect("sent");
    clumsy.join("Kim");
    let both = |message| matches!(message, ServerMessage::Snapshot(snapshot) if snapshot.scores.len() == 2);
    while !both(witness.receive()) {}
    let printed = server.stop();
    assert_eq!(printed.matches(" -> closed: ").count(), 4, "{printed}");
    assert_eq!(printed.matches(" -> dropped 8 bytes: ").count(), 1, "{printed}");
}

/// The server does not keep what a client does not read.
fn a_slow_reader_is_disconnected() {
    let (server, address) = start(0);
    let mut slow = Client::connect(address);
    let standing = ClientMessage::Move(standing(slow.join("Slow")));
    let mut talker = Client::connect(address);
    talker.join("Talker");
    let text = "x".repeat(3900);
    let chat = ClientMessage::Chat(Chat { channel: "all".into(), text, at: 0, tags: Vec::new() });
    let mut alone = false;
    for _ in 0..20_000 {
        // It is not silent.
        let _ =
            slow.0.send(Message::binary(standing.to_variant_bytes::<Godot4>().expect("encodes")));
        talker.send(&chat);
        // Each word comes back, with snapshots between them.
        loop {
            match talker.receive() {
                ServerMessage::Chat(_) => break,
                ServerMessage::Snapshot(snapshot) => alone |= snapshot.scores.len() == 1,
                other => panic!("{other:?}"),
            }
        }
        if alone {
            break;
        }
    }
    assert!(alone, "80 megabytes wait for a client");
    let printed = server.stop();
    assert!(!printed.contains("no word for 5 s"), "{printed}");
}

needs::tests! {
    needs nothing: a_client_plays, bad_clients_do_no_harm, a_slow_reader_is_disconnected;
}
