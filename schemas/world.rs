//! A world of players and rockets as snapshots: what the server sends of it, and what a client does.

use godot_var::math::Quaternion;
use godot_var::snapshot::SnapshotState;
use godot_var::snapshot::wire::{ClientMessage, Snapshot};
use godot_var::{GodotFlat, Vector2, Vector3};

/// A player.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta(Clone, Debug, PartialEq), flags)]
#[snapshot(extrapolate = Player::ahead)]
pub struct Player {
    /// The place of the feet.
    #[flat(as = f16)]
    #[snapshot(teleport = 8.0)]
    pub pos: Vector3,
    #[flat(range = -32.0..=32.0, as = u16, clamp)]
    pub vel: Vector3,
    #[flat(angle, as = u16)]
    pub yaw: f32,
    #[flat(bits = 7)]
    pub health: u8,
    pub grounded: bool,
    pub target: Option<u32>,
    #[flat(max_len = 20)]
    pub name: String,
}

impl Player {
    fn ahead(&self, seconds: f32) -> Self {
        let pos = Vector3::new(self.pos.x + self.vel.x * seconds, self.pos.y, self.pos.z);
        Self { pos, ..self.clone() }
    }
}

/// A rocket in flight.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta(Clone, Debug, PartialEq))]
pub struct Rocket {
    pub pos: Vector3,
    #[flat(smallest_three = 10)]
    pub turn: Quaternion,
    #[flat(degrees, as = u8)]
    pub roll: f32,
    #[snapshot(step)]
    pub fuel: f32,
    pub kind: RocketKind,
}

/// What a rocket does.
#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
pub enum RocketKind {
    Straight,
    Homing,
}

/// The state of an entity of the world.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(input = Steer, delta(Clone, Debug, PartialEq))]
pub enum Thing {
    #[flat(id = 1)]
    Player(Player),
    #[flat(id = 2)]
    Rocket(Rocket),
    /// The flag, whose place all know.
    #[flat(id = 7)]
    Flag,
}

/// What a client does in a tick.
#[derive(Clone, Debug, Default, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta(Clone, Debug, PartialEq))]
pub struct Steer {
    #[flat(range = -1.0..=1.0, as = u8)]
    pub stick: Vector2,
    pub fire: bool,
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub enum FromServer {
    #[flat(id = 1)]
    World(Snapshot<Thing>),
    #[flat(id = 2)]
    Chat { text: String },
}

/// What a client sends.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub enum FromClient {
    #[flat(id = 1)]
    Steer(ClientMessage<Steer>),
    #[flat(id = 2)]
    Say { text: String },
}

/// One fingerprint for all types.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
