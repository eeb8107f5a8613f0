//! The rules of the game, without sockets and clock.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::{Color, Vector2};

use crate::accepted;
use crate::console::log;
use crate::net::Client;
use crate::protocol::{LAYOUT, Player, ToClient, ToServer};

/// The versions that play together: this one, and the older ones in `locks`. The build fails if `godot-var generate` did not run.
const ACCEPTED: &[&str] = godot_var::layout::accepted(accepted::ACCEPTED, LAYOUT);
/// The time between two steps of the world.
pub const TICK: Duration = Duration::from_millis(50);
/// The size of the field, in pixels.
const FIELD: Vector2 = Vector2::new(960.0, 540.0);
/// Half the width of a player.
const RADIUS: f32 = 18.0;
/// Room for a player and the name above it.
const HEADROOM: f32 = 44.0;
/// Pixels in a second.
const SPEED: f32 = 220.0;
{% if udp %}/// Their world fits into a datagram.
pub const MAX_PLAYERS: usize = 12;{% else %}const MAX_PLAYERS: usize = 16;{% endif %}
const COLORS: [Color; 6] = [
    Color::new(0.95, 0.45, 0.35, 1.0),
    Color::new(0.35, 0.70, 0.95, 1.0),
    Color::new(0.50, 0.85, 0.45, 1.0),
    Color::new(0.95, 0.80, 0.35, 1.0),
    Color::new(0.75, 0.55, 0.95, 1.0),
    Color::new(0.95, 0.60, 0.80, 1.0),
];

/// Who gets a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum To {
    Players,
    Client(Client),
}

struct Walker {
    player: Player,
    direction: Vector2,
}

/// The state of the game.
#[derive(Default)]
pub struct Game {
    walkers: BTreeMap<Client, Walker>,
    /// How many players have joined.
    joined: u32,
}

impl Game {
    /// The clients that play.
    pub fn clients(&self) -> impl Iterator<Item = Client> {
        self.walkers.keys().copied()
    }

{% if !udp %}    /// Whether a client has joined.
    pub fn plays(&self, client: Client) -> bool {
        self.walkers.contains_key(&client)
    }

{% endif %}    /// Takes a message, and returns the answers.
    pub fn receive(&mut self, client: Client, message: ToServer) -> Vec<(To, ToClient)> {
        match (message, self.walkers.get_mut(&client)) {
            (ToServer::Hello { layout, name{% if udp %}, .. {% else %} {% endif %}}, _) => self.join(client, &layout, name),
            (ToServer::Walk { direction }, Some(walker)) => {
                walker.direction = at_most_one(direction);
                Vec::new()
            }
            (ToServer::Say { text }, Some(walker)) => {
                let name = walker.player.name.clone();
                // As `{:?}`, a text of a client writes one line, and no commands to the terminal.
                log(format_args!("{name:?}: {text:?}"));
                vec![(To::Players, ToClient::Said { name, text })]
            }
            // Only players may do that.
            (_, None) => Vec::new(),
        }
    }

    /// A client is gone.
    pub fn leave(&mut self, client: Client) -> Vec<(To, ToClient)> {
        let Some(Walker { player, .. }) = self.walkers.remove(&client) else {
            return Vec::new();
        };
        log(format_args!("{:?} left", player.name));
        vec![(To::Players, ToClient::Left { name: player.name })]
    }

    /// Moves the players by one step.
    pub fn tick(&mut self) -> Vec<(To, ToClient)> {
        let step = SPEED * TICK.as_secs_f32();
        for Walker { player, direction } in self.walkers.values_mut() {
            let Vector2 { x, y } = player.position;
            player.position = Vector2::new(
                (x + direction.x * step).clamp(RADIUS, FIELD.x - RADIUS),
                (y + direction.y * step).clamp(HEADROOM, FIELD.y - RADIUS),
            );
        }
        let players = self
            .walkers
            .values()
            .map(|walker| walker.player.clone())
            .collect();
        vec![(To::Players, ToClient::World { players })]
    }

    fn join(&mut self, client: Client, layout: &str, name: String) -> Vec<(To, ToClient)> {
        let is_accepted = ACCEPTED.contains(&layout);
        let refused = if !is_accepted {
            format!("server {LAYOUT:.4}…, client {layout:.4}…: update the game")
        } else if self.walkers.len() >= MAX_PLAYERS && !self.walkers.contains_key(&client) {
            "the server is full".to_owned()
        } else {
            String::new()
        };
        let is_refused = !refused.is_empty();
        if is_refused {
            log(format_args!("{name:?} was refused: {refused:?}"));
        }
        if !is_accepted {
            log(format_args!(
                "while developing, wait for the build, and start the client again"
            ));
        }
        let welcome = ToClient::Welcome {
            layout: LAYOUT.to_owned(),
            refused,
        };
        let mut answers = vec![(To::Client(client), welcome)];
        // A second `Hello` only means that the answer was lost.
        if !is_refused && !self.walkers.contains_key(&client) {
            log(format_args!("{name:?} joined"));
            let id = self.joined;
            self.joined += 1;
            let color = COLORS[id as usize % COLORS.len()];
            let position = Vector2::new(FIELD.x / 2.0, FIELD.y / 2.0);
            let player = Player {
                id,
                name: name.clone(),
                color,
                position,
            };
            self.walkers.insert(
                client,
                Walker {
                    player,
                    direction: Vector2::ZERO,
                },
            );
            answers.push((To::Players, ToClient::Joined { name }));
        }
        answers
    }
}

/// Nobody walks faster than the others.
fn at_most_one(Vector2 { x, y }: Vector2) -> Vector2 {
    let length = x.hypot(y);
    if !length.is_finite() {
        return Vector2::ZERO;
    }
    let length = length.max(1.0);
    Vector2::new(x / length, y / length)
}
