//! The rules of the game, without sockets and clock.

use std::time::Duration;

use godot_var::{Color, Vector2};

use crate::accepted;
use crate::protocol::LAYOUT;

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
const MAX_PLAYERS: usize = 16;
pub const FULL: &str = "the server is full";
const COLORS: [Color; 6] = [
    Color::new(0.95, 0.45, 0.35, 1.0),
    Color::new(0.35, 0.70, 0.95, 1.0),
    Color::new(0.50, 0.85, 0.45, 1.0),
    Color::new(0.95, 0.80, 0.35, 1.0),
    Color::new(0.75, 0.55, 0.95, 1.0),
    Color::new(0.95, 0.60, 0.80, 1.0),
];

/// Where players begin.
pub const START: Vector2 = Vector2::new(FIELD.x / 2.0, FIELD.y / 2.0);

/// Whether clients with this fingerprint may play.
pub fn is_accepted(layout: &str) -> bool {
    ACCEPTED.contains(&layout)
}

/// Whether nobody else can play.
pub fn is_full(players: usize) -> bool {
    players >= MAX_PLAYERS
}

/// Returns why a client cannot play; empty if it can.
pub fn refusal(layout: &str, players: usize) -> String {
    if !is_accepted(layout) {
        format!("server {LAYOUT:.4}…, client {layout:.4}…: update the game")
    } else if is_full(players) {
        FULL.to_owned()
    } else {
        String::new()
    }
}

/// The color of the player who joined after this many others.
pub fn color(joined: usize) -> Color {
    COLORS[joined % COLORS.len()]
}

/// A line of chat that may be sent on.
pub fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= 200
}

/// Returns where a player is after a tick. Nobody walks faster than the others.
pub fn walk(from: Vector2, direction: Vector2) -> Vector2 {
    let length = direction.x.hypot(direction.y);
    if !length.is_finite() {
        return from;
    }
    let step = SPEED * TICK.as_secs_f32() / length.max(1.0);
    Vector2::new(
        (from.x + direction.x * step).clamp(RADIUS, FIELD.x - RADIUS),
        (from.y + direction.y * step).clamp(HEADROOM, FIELD.y - RADIUS),
    )
}
