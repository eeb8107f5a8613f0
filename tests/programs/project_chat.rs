//! Two engines with two clients each of the project `chat` over WebSocket with a sub-protocol, at one server that `godot-var generate rust`
//! began.

use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use godot_var::multiplayer::{Call, Config, Event, Incoming, Session, Target};
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::HeaderValue;
use tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tungstenite::{Message, WebSocket};

use crate::engine::peers::{accept, listen};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};
use crate::project::read;

#[path = "../../godot-var-project/tests/projects/chat.rs"]
mod chat;

use chat::{GameCall, Main};

const PROJECT: &str = "godot-var-project/tests/projects/chat";
const CLIENTS: usize = 4;
const ACTIONS: usize = 12;

struct Player {
    id: i32,
    name: String,
}

struct Room {
    session: Session,
    main: Main,
    players: Vec<Player>,
    turn: usize,
    actions: usize,
    /// Calls of players whose turn it is not.
    cheats: usize,
}

impl Room {
    fn call(&mut self, target: Target, call: &GameCall) {
        let left_out = self.session.call(target, self.main.game.node, call).expect("called");
        assert_eq!(left_out, []);
    }

    fn join(&mut self, id: i32, now: Duration) {
        assert_eq!(self.session.connect(id, now), Some(Event::Connected(id)));
        for at in 0..self.players.len() {
            let Player { id: other, ref name } = self.players[at];
            let known = GameCall::AddPlayer { id: other.into(), p_name: name.clone() };
            self.call(Target::Peer(id), &known);
        }
        self.call(Target::All, &GameCall::AddPlayer { id: id.into(), p_name: String::new() });
        self.players.push(Player { id, name: String::new() });
    }

    fn take(&mut self, call: &Call<'_>) {
        let Some(at) = self.players.iter().position(|player| player.id == call.peer) else {
            panic!("a call of a stranger: {call:?}")
        };
        match call.decode().expect("a call of the script") {
            GameCall::SetPlayerName { p_name } => {
                self.players[at].name.clone_from(&p_name);
                let player = call.peer.into();
                self.call(Target::All, &GameCall::UpdatePlayerName { player, p_name });
                let are_named = self.players.iter().all(|player| !player.name.is_empty());
                if self.players.len() == CLIENTS && are_named {
                    self.call(Target::All, &GameCall::SetTurn { turn: 0 });
                }
            }
            GameCall::RequestAction { action } if at == self.turn && self.actions < ACTIONS => {
                self.actions += 1;
                let message = format!("{}: {action}", self.players[at].name);
                self.call(Target::All, &GameCall::Log { message });
                self.turn = (self.turn + 1) % CLIENTS;
                let next = GameCall::SetTurn { turn: self.turn as i64 };
                let end = GameCall::Log { message: "end".into() };
                self.call(Target::All, if self.actions < ACTIONS { &next } else { &end });
            }
            GameCall::RequestAction { .. } => self.cheats += 1,
            other => panic!("only the server calls this: {other:?}"),
        }
    }
}

fn connected(listener: &TcpListener, id: i32) -> WebSocket<TcpStream> {
    #[expect(clippy::result_large_err, reason = "the type of tungstenite")]
    let answer = |request: &Request, mut response: Response| -> Result<Response, ErrorResponse> {
        assert_eq!(request.headers()[SEC_WEBSOCKET_PROTOCOL], "ludus");
        let ludus = HeaderValue::from_static("ludus");
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, ludus);
        Ok(response)
    };
    let mut socket = tungstenite::accept_hdr(accept(listener), answer).expect("a WebSocket");
    socket.send(Message::binary(id.to_le_bytes().to_vec())).expect("sent");
    let short = Some(Duration::from_millis(1));
    socket.get_ref().set_read_timeout(short).expect("a timeout");
    socket
}

fn four_clients_take_turns(godot: &Godot) {
    let mut session = Session::new(Config::default());
    let main = Main::add_to(&mut session, ".").expect("registered");
    let mut room = Room { session, main, players: Vec::new(), turn: 0, actions: 0, cheats: 0 };
    let (listener, port) = listen();
    let url = format!("ws://127.0.0.1:{port}");
    let mut engines = ["a", "b"].map(|name| {
        let scratch = Scratch::in_engine(godot, &format!("project-chat-{name}"));
        Engine::start_game(godot, scratch, PROJECT, &[&url, name])
    });
    let started = Instant::now();
    let mut sockets: Vec<_> = (2..6).map(|id| (id, connected(&listener, id))).collect();
    for (id, _) in &sockets {
        room.join(*id, started.elapsed());
    }
    while engines.iter_mut().any(Engine::is_running) {
        let now = started.elapsed();
        assert!(now < TIMEOUT, "{} actions", room.actions);
        for (id, socket) in &mut sockets {
            // The client may have left.
            let Ok(Some(packet)) = read(socket) else { continue };
            match room.session.receive(Incoming::new(*id, &packet), now) {
                None => {}
                Some(Event::Call(call)) => room.take(&call),
                Some(other) => panic!("{other:?}"),
            }
        }
        assert_eq!(room.session.poll(now), None);
        room.session.drain(|packet| {
            let mut all = sockets.iter_mut();
            let (_, socket) = all.find(|(id, _)| *id == packet.peer).expect("a client");
            drop(socket.send(Message::binary(packet.bytes.to_vec())));
        });
    }
    let players = "players Main-a, Main-b, Main2-a, Main2-b";
    let last = format!("{}: pass", room.players[CLIENTS - 1].name);
    for mut engine in engines {
        let printed = engine.finish_in_place();
        for name in ["Main", "Main2"] {
            let line = format!("{name}: 3 turns, {ACTIONS} lines, {players}, last {last}\n");
            assert!(printed.contains(&line), "{line}{printed}");
        }
    }
    assert_eq!((room.actions, room.cheats), (ACTIONS, 0));
}

needs::tests! {
    in GODOT4: four_clients_take_turns;
}
