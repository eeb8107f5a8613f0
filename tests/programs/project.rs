//! A project of Godot 4 against a server that `godot-var generate rust` began: `godot-var-project/tests/projects` has both.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use godot_var::Vector2;
use godot_var::multiplayer::{Config, Event, Incoming, NewNode, NodeId, Session, Target};
use tungstenite::{Message, WebSocket};

use crate::engine::peers::{accept, listen};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch};

#[path = "../../godot-var-project/tests/projects/bomber.rs"]
mod bomber;

use bomber::{
    Bomb, GameCall, Player, PlayerCall, PlayerInputsSync, PlayerSynchronizer, PlayerSynchronizers,
    RockCall, Tree, World,
};

const PROJECT: &str = "godot-var-project/tests/projects/bomber";
const ANN: i32 = 7;
const START: Vector2 = Vector2::new(72.0, 48.0);

struct Match {
    session: Session,
    tree: Tree,
    world: Option<(World, Player)>,
    inputs: PlayerInputsSync,
    bomb: Option<NodeId>,
}

impl Match {
    fn receive(&mut self, packet: &[u8], now: Duration) {
        match self.session.receive(Incoming::new(ANN, packet), now) {
            None => {}
            Some(Event::Call(call)) if call.node == self.tree.game => {
                let GameCall::RegisterPlayer { player_name } = call.decode().expect("a call")
                else {
                    panic!("only the server calls this")
                };
                assert_eq!(player_name, "Ann");
                self.begin(&player_name);
            }
            Some(Event::Synchronized { updates, refused, .. }) => {
                assert_eq!(refused, None);
                for update in updates {
                    update.apply(&mut self.inputs).expect("a row");
                }
                if self.inputs.bombing && self.bomb.is_none() {
                    self.place_bomb();
                }
            }
            Some(other) => panic!("{other:?}"),
        }
    }

    /// Lets the client load the world, and spawns its player there.
    fn begin(&mut self, name: &str) {
        let host = GameCall::RegisterPlayer { player_name: "Host".into() };
        for call in [host, GameCall::LoadWorld] {
            self.session.call(Target::All, self.tree.game, &call).expect("called");
        }
        let world = World::add_to(&mut self.session, World::NAME).expect("added");
        let state = PlayerSynchronizer { synced_position: START, text: name.into() };
        let synchronizers = PlayerSynchronizers {
            multiplayer_synchronizer: state.with_state().expect("a state"),
            inputs_sync: PlayerInputsSync::synchronizer().with_authority(ANN),
        };
        let new = NewNode::custom(&(START, ANN), &ANN.to_string()).expect("an argument");
        let player = Player::spawn(&mut self.session, world.player_spawner, new, synchronizers);
        let player = player.expect("spawned");
        let named = PlayerCall::SetPlayerName { value: name.into() };
        self.session.call(Target::All, player.node, &named).expect("called");
        self.world = Some((world, player));
    }

    fn place_bomb(&mut self) {
        let (world, _) = self.world.as_ref().expect("a world");
        let new = NewNode::custom(&(START, ANN), "Bomb").expect("an argument");
        let bomb = Bomb::spawn(&mut self.session, world.bomb_spawner, new).expect("spawned");
        self.bomb = Some(bomb.node);
    }

    /// The bomb that the client has destroys two rocks.
    fn explode(&mut self) {
        let (world, _) = self.world.as_ref().expect("a world");
        assert_eq!(world.rocks.len(), 5);
        let exploded = RockCall::Exploded { by_who: ANN.into() };
        for rock in [0, 3] {
            let rock = world.rocks[rock].node;
            self.session.call(Target::All, rock, &exploded).expect("called");
        }
    }
}

/// Returns a packet, `None` if there is none yet, or an error if the client has left.
pub(crate) fn read(
    socket: &mut WebSocket<TcpStream>,
) -> Result<Option<Vec<u8>>, tungstenite::Error> {
    match socket.read() {
        Ok(Message::Binary(bytes)) => Ok(Some(bytes.to_vec())),
        Ok(_) => Ok(None),
        Err(tungstenite::Error::Io(error))
            if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn connected(listener: &TcpListener) -> WebSocket<TcpStream> {
    let mut socket = tungstenite::accept(accept(listener)).expect("a WebSocket");
    socket.send(Message::binary(ANN.to_le_bytes().to_vec())).expect("sent");
    let short = Some(Duration::from_millis(2));
    socket.get_ref().set_read_timeout(short).expect("a timeout");
    socket
}

fn a_project_plays_with_its_generated_server(godot: &Godot) {
    let mut session = Session::new(Config::default());
    let tree = Tree::add_to(&mut session).expect("registered");
    let inputs = PlayerInputsSync::default();
    let mut game = Match { session, tree, world: None, inputs, bomb: None };
    let (listener, port) = listen();
    let scratch = Scratch::in_engine(godot, "project-bomber");
    let url = format!("ws://127.0.0.1:{port}");
    let mut engine = Engine::start_game(godot, scratch, PROJECT, &[&url]);
    let mut socket = connected(&listener);
    let started = Instant::now();
    game.session.connect(ANN, started.elapsed());
    while let Ok(packet) = read(&mut socket) {
        let now = started.elapsed();
        if let Some(packet) = packet {
            game.receive(&packet, now);
        }
        while let Some(event) = game.session.poll(now) {
            if matches!(event, Event::SpawnedAt { node, .. } if Some(node) == game.bomb) {
                game.explode();
            }
        }
        game.session.drain(|packet| {
            // The client may have left.
            drop(socket.send(Message::binary(packet.bytes.to_vec())));
        });
    }
    let printed = engine.finish_in_place();
    let lines: Vec<_> = printed.lines().skip_while(|line| !line.starts_with("player")).collect();
    assert_eq!(
        lines,
        [
            "player Host",
            "world",
            "at (72.0, 48.0)",
            "name Ann",
            "bomb of me",
            "Rock0 of me",
            "Rock3 of me",
            "OK"
        ]
    );
}

needs::tests! {
    in GODOT4: a_project_plays_with_its_generated_server;
}
