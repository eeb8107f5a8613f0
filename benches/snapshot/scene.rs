//! Entities that move and rest.

use godot_var::snapshot::SnapshotState;
use godot_var::{GodotFlat, Vector3};

use crate::ENTITIES;
use crate::link::Random;

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(input = ())]
pub(crate) struct Plain {
    pos: Vector3,
    vel: Vector3,
    yaw: f32,
    health: i32,
    grounded: bool,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta, flags)]
#[snapshot(input = ())]
pub(crate) struct Quantized {
    #[flat(as = f16)]
    pos: Vector3,
    #[flat(range = -32.0..=32.0, as = u16, clamp)]
    vel: Vector3,
    #[flat(angle, as = u16)]
    yaw: f32,
    #[flat(bits = 7)]
    health: u8,
    grounded: bool,
}

/// A state that changes as in a game.
pub(crate) trait Moves: Clone {
    fn random(random: &mut Random) -> Self;

    /// Changes the position, and each of the other fields with these odds.
    fn step(&mut self, odds: [f64; 4], random: &mut Random);
}

fn vector(random: &mut Random) -> Vector3 {
    let mut one = || random.unit() as f32 * 60.0 - 30.0;
    Vector3::new(one(), one(), one())
}

macro_rules! moves {
    ($($state:ident: $health:ty;)*) => {$(
        impl Moves for $state {
            fn random(random: &mut Random) -> Self {
                let (pos, vel, yaw) = (vector(random), vector(random), random.unit() as f32 * 6.0);
                Self { pos, vel, yaw, health: random.below(101) as $health, grounded: true }
            }

            fn step(&mut self, odds: [f64; 4], random: &mut Random) {
                self.pos = vector(random);
                if random.chance(odds[0]) {
                    self.vel = vector(random);
                }
                if random.chance(odds[1]) {
                    self.yaw = random.unit() as f32 * 6.0;
                }
                if random.chance(odds[2]) {
                    self.health = random.below(101) as $health;
                }
                self.grounded ^= random.chance(odds[3]);
            }
        }
    )*};
}

moves! {
    Plain: i32;
    Quantized: u8;
}

pub(crate) struct Scene<S> {
    pub(crate) states: Vec<S>,
    pub(crate) moving: Vec<bool>,
    /// The ticks in which each changed.
    pub(crate) changes: Vec<Vec<u32>>,
    tick: u32,
    random: Random,
}

impl<S: Moves> Scene<S> {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let states = (0..ENTITIES).map(|_| S::random(&mut random)).collect();
        let moving = (0..ENTITIES).map(|_| random.chance(0.5)).collect();
        let changes = vec![Vec::new(); ENTITIES as usize];
        Self { states, moving, changes, tick: 0, random }
    }

    /// A tick.
    pub(crate) fn step(&mut self) {
        self.tick += 1;
        let entities = self.states.iter_mut().zip(&mut self.moving).zip(&mut self.changes);
        for ((state, moves), changes) in entities {
            let toggles = self.random.chance(0.01);
            *moves ^= toggles;
            if toggles || *moves {
                changes.push(self.tick);
            }
            if toggles {
                state.step([1.0, 0.0, 0.0, 0.0], &mut self.random);
            } else if *moves {
                state.step([0.25, 0.5, 0.02, 0.05], &mut self.random);
            }
        }
    }
}
