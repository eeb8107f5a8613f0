//! The world and its rules, without sockets and clock.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::snapshot::{
    Incoming, Outgoing, Refusal, SnapshotConfig, SnapshotError, SnapshotServer,
};
use godot_var::{Color, Vector2};

use crate::accepted;
use crate::console::log;
use crate::net::Failure;
use crate::protocol::{Coin, LAYOUT, Player, Thing};

/// The versions that play together: this one, and the older ones in `locks`. The build fails if `godot-var generate` did not run.
const ACCEPTED: &[&str] = godot_var::layout::accepted(accepted::ACCEPTED, LAYOUT);
/// `TICKS` of `client/main.gd` is the same number.
pub const TICKS_PER_SECOND: u16 = 20;
/// The bytes that a client gets in a tick at most.
const BUDGET: usize = 1_200;
/// How many inputs of a client may wait. Of more, the oldest are dropped.
const MAX_INPUTS: u16 = 4;
pub const MAX_PLAYERS: usize = 16;
const FULL: &str = "the server is full";
/// The size of the field, in pixels.
const FIELD: Vector2 = Vector2::new(960.0, 540.0);
/// Half the width of a player.
const RADIUS: f32 = 18.0;
/// Room for a player and the name above it.
const HEADROOM: f32 = 44.0;
/// Pixels in a tick. `client/prediction.gd` has the same numbers.
const STEP: f32 = 11.0;
/// Coins have the keys below this one.
const COINS: u32 = 8;
/// Players have the keys from this one on. A key below 128 takes one byte in a packet.
const PLAYERS: u32 = 16;
const COLORS: [Color; 6] = [
    Color::new(0.95, 0.45, 0.35, 1.0),
    Color::new(0.35, 0.70, 0.95, 1.0),
    Color::new(0.50, 0.85, 0.45, 1.0),
    Color::new(0.95, 0.80, 0.35, 1.0),
    Color::new(0.75, 0.55, 0.95, 1.0),
    Color::new(0.95, 0.60, 0.80, 1.0),
];

struct Walker {
    key: u32,
    player: Player,
}

pub struct Game {
    world: SnapshotServer<Thing>,
    walkers: BTreeMap<i32, Walker>,
    coins: BTreeMap<u32, Coin>,
    tick: u32,
    /// How many players have joined.
    joined: u32,
    /// How many coins were laid.
    laid: u16,
}

impl Game {
    /// Makes a world without players. Nobody should know the seed.
    pub fn new(seed: u64) -> Result<Self, SnapshotError> {
        let config = SnapshotConfig::new(TICKS_PER_SECOND)
            .with_budget(BUDGET)
            .with_max_inputs(MAX_INPUTS)
            .with_seed(seed);
        let mut game = Self {
            world: SnapshotServer::new(config),
            walkers: BTreeMap::new(),
            coins: BTreeMap::new(),
            tick: 0,
            joined: 0,
            laid: 0,
        };
        for key in 0..COINS {
            game.lay_coin(key)?;
        }
        Ok(game)
    }

    /// Returns why a client cannot play; empty if it can.
    pub fn refusal(&self, layout: &str) -> String {
        if !is_accepted(layout) {
            format!("server {LAYOUT:.4}…, client {layout:.4}…: update the game")
        } else if self.walkers.len() >= MAX_PLAYERS {
            FULL.to_owned()
        } else {
            String::new()
        }
    }

{% if godot3 %}    /// Whether a client has joined.
    pub fn plays(&self, peer: i32) -> bool {
        self.walkers.contains_key(&peer)
    }

{% endif %}    /// A client begins to play.
    pub fn join(&mut self, peer: i32, name: String, now: Duration) -> Result<(), Failure> {
        if self.walkers.contains_key(&peer) {
            return Err("the client plays already".into());
        }
        // Others may have joined since it has greeted.
        if self.walkers.len() >= MAX_PLAYERS {
            return Err(FULL.into());
        }
        // As `{:?}`, a text of a client writes one line, and no commands to the terminal.
        log(format_args!("{name:?} joined"));
        let key = PLAYERS + self.joined;
        let player = Player {
            peer,
            name,
            color: COLORS[self.joined as usize % COLORS.len()],
            place: Vector2::new(FIELD.x / 2.0, FIELD.y / 2.0),
            coins: 0,
        };
        self.joined += 1;
        self.world.connect(peer, now);
        self.world.insert(key, &Thing::Player(player.clone()))?;
        // If not all fits the budget, its own player comes first.
        self.world.set_weight(peer, key, 8.0);
        self.walkers.insert(peer, Walker { key, player });
        Ok(())
    }

    /// A client is gone.
    pub fn leave(&mut self, peer: i32) {
        self.world.disconnect(peer);
        if let Some(Walker { key, player }) = self.walkers.remove(&peer) {
            log(format_args!("{:?} left", player.name));
            self.world.remove(key);
        }
    }

    /// Takes a message: which packets have arrived, and inputs.
    pub fn receive(&mut self, peer: i32, bytes: &[u8], now: Duration) -> Result<(), Refusal> {
        self.world.receive(Incoming::new(peer, bytes), now)
    }

    /// Moves the world by one step.
    pub fn tick(&mut self, now: Duration) -> Result<(), SnapshotError> {
        self.tick += 1;
        let mut taken = Vec::new();
        for (peer, Walker { key, player }) in &mut self.walkers {
            // One input, one step: nobody walks faster than the others.
            if let Some((_, steer)) = self.world.next_input(*peer) {
                player.place = walk(player.place, steer.direction);
            }
            for (coin, Coin { place }) in &self.coins {
                let (x, y) = (place.x - player.place.x, place.y - player.place.y);
                if x.hypot(y) < RADIUS && !taken.contains(coin) {
                    player.coins = player.coins.saturating_add(1);
                    taken.push(*coin);
                }
            }
            self.world.set(*key, &Thing::Player(player.clone()))?;
        }
        for coin in taken {
            self.world.remove(coin);
            self.lay_coin(coin)?;
        }
        self.world.poll(self.tick, now);
        Ok(())
    }

    /// Passes on the packets of the tick.
    pub fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.world.drain(send);
    }

    /// Lays a coin somewhere. A key can be used again at once.
    fn lay_coin(&mut self, key: u32) -> Result<(), SnapshotError> {
        self.laid = self.laid.wrapping_add(1);
        let place = Vector2::new(
            40.0 + f32::from(self.laid.wrapping_mul(331) % 880),
            60.0 + f32::from(self.laid.wrapping_mul(197) % 440),
        );
        let coin = Coin { place };
        self.world.insert(key, &Thing::Coin(coin.clone()))?;
        self.coins.insert(key, coin);
        Ok(())
    }
}

/// Whether clients with this fingerprint may play.
pub fn is_accepted(layout: &str) -> bool {
    ACCEPTED.contains(&layout)
}

/// Returns where a player is after a step. `client/prediction.gd` has the same function.
pub fn walk(from: Vector2, direction: Vector2) -> Vector2 {
    let length = direction.x.hypot(direction.y);
    if !length.is_finite() {
        return from;
    }
    let step = STEP / length.max(1.0);
    Vector2::new(
        (from.x + direction.x * step).clamp(RADIUS, FIELD.x - RADIUS),
        (from.y + direction.y * step).clamp(HEADROOM, FIELD.y - RADIUS),
    )
}
