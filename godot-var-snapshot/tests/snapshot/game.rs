//! The states of the tests, and a server with one client next to it.

use std::time::Duration;

use godot_var::snapshot::wire::Snapshot;
use godot_var::snapshot::{
    Event, Incoming, SnapshotClient, SnapshotConfig, SnapshotServer, SnapshotState,
};
use godot_var::{FromFlatBytes, GodotFlat, Vector3};

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta, flags)]
#[snapshot(extrapolate = Player::ahead)]
pub(crate) struct Player {
    #[flat(as = f16)]
    #[snapshot(teleport = 8.0)]
    pub(crate) pos: Vector3,
    #[flat(as = f16)]
    pub(crate) vel: Vector3,
    #[flat(angle, as = u16)]
    pub(crate) yaw: f32,
    #[flat(bits = 7)]
    pub(crate) health: u8,
    pub(crate) grounded: bool,
}

impl Player {
    pub(crate) fn at(x: f32) -> Self {
        let pos = Vector3::new(x, 0.0, 0.0);
        let vel = Vector3::new(0.0, 0.0, 0.0);
        Self { pos, vel, yaw: 0.0, health: 100, grounded: true }
    }

    fn ahead(&self, seconds: f32) -> Self {
        let pos = Vector3::new(self.pos.x + self.vel.x * seconds, self.pos.y, self.pos.z);
        Self { pos, ..self.clone() }
    }
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
pub(crate) struct Note {
    #[flat(max_len = 2_000)]
    pub(crate) text: String,
    pub(crate) color: u8,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(input = Steer)]
pub(crate) enum Thing {
    #[flat(id = 1)]
    Player(Player),
    #[flat(id = 2)]
    Note(Note),
    #[flat(id = 3)]
    Marker,
}

impl Thing {
    pub(crate) fn at(x: f32) -> Self {
        Self::Player(Player::at(x))
    }
}

#[derive(Clone, Debug, Default, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
pub(crate) struct Steer {
    pub(crate) forward: i8,
    pub(crate) turn: i8,
}

pub(crate) type Server = SnapshotServer<Thing>;
pub(crate) type Client = SnapshotClient<Thing>;

pub(crate) const PEER: i32 = 7;

/// A server and a client, whose packets arrive in the tick in which they are sent, unless a test takes them.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) server: Server,
    pub(crate) client: Client,
    pub(crate) tick: u32,
    pub(crate) events: Vec<Event>,
}

impl Game {
    pub(crate) fn new() -> Self {
        Self::with(SnapshotConfig::new(20))
    }

    pub(crate) fn with(config: SnapshotConfig) -> Self {
        let mut server = Server::new(config);
        server.connect(PEER, Duration::ZERO);
        Self { server, client: Client::new(config), tick: 100, events: Vec::new() }
    }

    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(50) * self.tick
    }

    /// The packets of the next tick.
    pub(crate) fn packets(&mut self) -> Vec<Vec<u8>> {
        self.tick += 1;
        self.server.poll(self.tick, self.now());
        let mut packets = Vec::new();
        self.server.drain(|packet| packets.push(packet.bytes.to_vec()));
        packets
    }

    /// The next message of the client.
    pub(crate) fn message(&mut self) -> Vec<u8> {
        self.client.send(&Steer::default(), self.now()).expect("an input")
    }

    pub(crate) fn receive(&mut self, message: &[u8]) -> Result<(), godot_var::snapshot::Refusal> {
        let now = self.now();
        self.server.receive(Incoming::new(PEER, message), now)
    }

    /// A tick in which everything arrives.
    pub(crate) fn run(&mut self) {
        for packet in self.packets() {
            let now = self.now();
            self.client.receive(&packet, now).expect("a packet");
        }
        self.look();
        let message = self.message();
        self.receive(&message).expect("a message");
        while self.server.next_input(PEER).is_some() {}
    }

    /// Keeps the events.
    pub(crate) fn look(&mut self) {
        let now = self.now();
        self.events.extend(std::iter::from_fn(|| self.client.poll(now)));
    }

    /// What a packet contains.
    pub(crate) fn parsed(packet: &[u8]) -> Snapshot<Thing> {
        Snapshot::from_flat_bytes(packet).expect("a packet")
    }
}
