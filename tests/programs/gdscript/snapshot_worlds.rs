//! Worlds for sessions of snapshots: random states and inputs, and how the script of the engine tells them.

use std::fmt::Debug;

use godot_var::math::Quaternion;
use godot_var::snapshot::{SnapshotInput, SnapshotWorld};
use godot_var::{Variant, Vector2, Vector3};

#[path = "snapshot_schema.rs"]
#[allow(dead_code, unreachable_pub, reason = "the engine uses the rest")]
mod others;
#[path = "../../../schemas/world.rs"]
#[allow(dead_code, unreachable_pub, reason = "the engine uses the rest")]
mod world;
pub(super) use others::{Ball, Beast, Plant};
use others::{Bush, Keys};
use world::{Player, Rocket, RocketKind, Steer};
pub(super) use world::{Thing, ThingDelta};

/// The schemas of the worlds.
pub(in super::super) const WORLD: (&str, &str) =
    ("world.rs", include_str!("../../../schemas/world.rs"));
pub(in super::super) const OTHERS: (&str, &str) =
    ("snapshot_schema.rs", include_str!("snapshot_schema.rs"));

/// Numbers that look random.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    pub(super) fn is(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn float(&mut self) -> f32 {
        self.below(2_001) as f32 / 100.0 - 10.0
    }

    fn vector(&mut self) -> Vector3 {
        Vector3::new(self.float(), self.float(), self.float())
    }
}

/// The state of the entities of a world.
pub(super) trait State: SnapshotWorld<Input: Input> + Debug + PartialEq {
    /// The name of the type.
    const NAME: &'static str;

    fn any(random: &mut Random) -> Self;

    /// Changes some fields, as a rule by little.
    fn change(&mut self, random: &mut Random);

    /// The number of the variant; 0 of a struct.
    fn kind(&self) -> u32;

    /// The values, and the name.
    fn values(&self) -> (Vec<f64>, String);
}

/// What a client does.
pub(super) trait Input: SnapshotInput + Default {
    /// The function of the script that sends it.
    const SEND: &'static str;

    fn change(&mut self, random: &mut Random);

    /// The arguments of that function.
    fn arguments(&self) -> Vec<Variant>;

    /// Whether the player fires, if it can.
    fn fire(&self) -> Option<bool>;
}

impl State for Thing {
    const NAME: &'static str = "Thing";

    fn any(random: &mut Random) -> Self {
        match random.below(7) {
            0 => Thing::Flag,
            1 | 2 => {
                let half = random.float();
                let (sine, cosine) = (half.sin(), half.cos());
                Thing::Rocket(Rocket {
                    pos: random.vector(),
                    turn: Quaternion::new(0.0, 0.6 * sine, 0.8 * sine, cosine),
                    roll: random.below(360) as f32,
                    fuel: random.float(),
                    kind: [RocketKind::Straight, RocketKind::Homing][random.below(2) as usize],
                })
            }
            _ => Thing::Player(Player {
                pos: random.vector(),
                vel: random.vector(),
                yaw: random.float(),
                health: random.below(101) as u8,
                grounded: random.is(50),
                target: random.is(50).then(|| random.below(1_000_000) as u32),
                name: ["", "Ann", "Zo\u{eb}"][random.below(3) as usize].to_owned(),
            }),
        }
    }

    fn change(&mut self, random: &mut Random) {
        match (self, Self::any(random)) {
            (own, other) if random.is(2) => *own = other,
            (Thing::Player(own), Thing::Player(other)) => {
                own.pos.x += own.vel.x / 20.0;
                if random.is(30) {
                    own.yaw += other.yaw / 10.0;
                    own.vel = other.vel;
                }
                if random.is(10) {
                    *own = other;
                }
            }
            (Thing::Rocket(own), Thing::Rocket(other)) => {
                own.pos.y += 0.25;
                (own.turn, own.roll) = (other.turn, other.roll);
                if random.is(20) {
                    *own = other;
                }
            }
            _ => {}
        }
    }

    fn kind(&self) -> u32 {
        match self {
            Thing::Player(_) => 1,
            Thing::Rocket(_) => 2,
            Thing::Flag => 7,
        }
    }

    fn values(&self) -> (Vec<f64>, String) {
        match self {
            Thing::Flag => (vec![7.0], String::new()),
            Thing::Rocket(Rocket { pos, turn, roll, fuel, kind }) => {
                let parts = [pos.x, pos.y, pos.z, turn.x, turn.y, turn.z, turn.w, *roll, *fuel];
                let numbers = parts.map(f64::from).into_iter().chain([*kind as u8 as f64]);
                (numbers.collect(), String::new())
            }
            Thing::Player(player) => {
                let Player { pos, vel, yaw, health, grounded, target, name } = player;
                let parts = [pos.x, pos.y, pos.z, vel.x, vel.y, vel.z, *yaw].map(f64::from);
                let target = target.map_or(-1.0, f64::from);
                let rest = [f64::from(*health), f64::from(u8::from(*grounded)), target];
                (parts.into_iter().chain(rest).collect(), name.clone())
            }
        }
    }
}

impl Thing {
    /// What makes another state of this one, if that is of the same variant.
    pub(super) fn delta_to(&self, newer: &Self) -> Option<ThingDelta> {
        Some(match (self, newer) {
            (Thing::Player(own), Thing::Player(newer)) => {
                ThingDelta::Player(newer.changes_since(own))
            }
            (Thing::Rocket(own), Thing::Rocket(newer)) => {
                ThingDelta::Rocket(newer.changes_since(own))
            }
            (Thing::Flag, Thing::Flag) => ThingDelta::Flag,
            _ => return None,
        })
    }
}

impl State for Ball {
    const NAME: &'static str = "Ball";

    fn any(random: &mut Random) -> Self {
        Self { at: random.float(), count: random.below(1_000) as u16 }
    }

    fn change(&mut self, random: &mut Random) {
        self.at += 0.5;
        self.count += u16::from(random.is(20));
    }

    fn kind(&self) -> u32 {
        0
    }

    fn values(&self) -> (Vec<f64>, String) {
        (vec![self.at.into(), self.count.into()], String::new())
    }
}

/// An enum of a ball, a bush, and nothing.
macro_rules! state {
    ($name:ident: $ball:literal, $bush:literal, $nothing:ident = $number:literal) => {
        impl State for $name {
            const NAME: &'static str = stringify!($name);

            fn any(random: &mut Random) -> Self {
                match random.below(5) {
                    0 => Self::$nothing,
                    1 | 2 => Self::Ball(Ball::any(random)),
                    _ => Self::Bush(Bush { count: random.below(9) as u16, at: random.float() }),
                }
            }

            fn change(&mut self, random: &mut Random) {
                match self {
                    own if random.is(2) => *own = Self::any(random),
                    Self::Ball(ball) => ball.change(random),
                    Self::Bush(bush) => bush.at = random.float(),
                    Self::$nothing => {}
                }
            }

            fn kind(&self) -> u32 {
                match self {
                    Self::Ball(_) => $ball,
                    Self::Bush(_) => $bush,
                    Self::$nothing => $number,
                }
            }

            fn values(&self) -> (Vec<f64>, String) {
                match self {
                    Self::Ball(ball) => ball.values(),
                    Self::Bush(Bush { count, at }) => {
                        (vec![(*at).into(), (*count).into()], String::new())
                    }
                    Self::$nothing => (vec![self.kind().into()], String::new()),
                }
            }
        }
    };
}

state!(Plant: 300, 0, Weed = 65_535);
state!(Beast: 0, 300, Egg = 70_000);

impl Input for Steer {
    const SEND: &'static str = "send";

    fn change(&mut self, random: &mut Random) {
        self.stick.x = random.below(3) as f32 - 1.0;
        self.fire = random.is(50);
    }

    fn arguments(&self) -> Vec<Variant> {
        let Vector2 { x, y } = self.stick;
        vec![Vector2::new(x, y).into(), self.fire.into()]
    }

    fn fire(&self) -> Option<bool> {
        Some(self.fire)
    }
}

impl Input for Keys {
    const SEND: &'static str = "send_keys";

    fn change(&mut self, random: &mut Random) {
        self.fire = random.is(50);
        match random.below(4) {
            0 => self.a ^= true,
            1 => self.h ^= true,
            2 => self.turn = random.below(1_000) as u16,
            _ => {}
        }
    }

    fn arguments(&self) -> Vec<Variant> {
        vec![self.a.into(), self.h.into(), i64::from(self.turn).into(), self.fire.into()]
    }

    fn fire(&self) -> Option<bool> {
        Some(self.fire)
    }
}

impl Input for () {
    const SEND: &'static str = "send_nothing";

    fn change(&mut self, _: &mut Random) {}

    fn arguments(&self) -> Vec<Variant> {
        Vec::new()
    }

    fn fire(&self) -> Option<bool> {
        None
    }
}
