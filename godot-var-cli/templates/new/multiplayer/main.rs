//! The server: `cargo run`, or `cargo run -- ADDRESS:PORT`.

mod accepted;
mod console;
mod game;
mod protocol;
mod rules;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::time::Instant;
use std::{env, process};

use console::log;
use game::{Failure, Game};
{%- if !godot3 %}
use godot_var::Limits;
{%- endif %}
use godot_var::multiplayer::net::{NetConfig, Server};
{% if !godot3 %}
/// What the greeting of a client may be at most.
const LIMITS: Limits = Limits::DEFAULT.with_bytes(1024).with_depth(8);
{%- endif %}
const MAX_CLIENTS: usize = 64;
/// The longest packet, in bytes.
const MAX_PACKET: usize = 16 * 1024;

fn main() -> Result<(), Failure> {
    let address = env::args()
        .nth(1)
        .unwrap_or_else(|| "127.0.0.1:7777".to_owned());
    let config = NetConfig::default()
        .with_max_peers(MAX_CLIENTS)
{%- if godot3 %}
        .with_godot3(true)
{%- endif %}
        .with_max_packet_bytes(MAX_PACKET);
    let mut server = Server::new(config)?;
{%- if websocket %}
    // `listen_enet` next to it accepts clients over ENet, too.
    let listening = server.listen_websocket(&address);
{%- else %}
    // `listen_websocket` next to it accepts clients over WebSocket, too.
    let listening = server.listen_enet(&address);
{%- endif %}
    let listening = listening.unwrap_or_else(|error| {
        match error.kind() {
            ErrorKind::AddrInUse => eprintln!("{address} is in use: does another server run?"),
            _ => eprintln!("{address}: {error}"),
        }
        process::exit(1)
    });
    println!("listening on {listening}");
    let mut game = Game::new()?;
    let start = Instant::now();
    let mut next_tick = Instant::now();
    loop {
        while let Some(message) = server.receive()? {
            if let Err(error) = game.receive(&message, start.elapsed()) {
                let peer = message.peer();
                log(format_args!("client {peer} is disconnected: {error}"));
                server.close(peer, &error.to_string());
            }
        }
        if Instant::now() >= next_tick {
            next_tick += rules::TICK;
            for late in game.tick(start.elapsed()){% if !godot3 %}?{% endif %} {
                server.close(late, "no greeting came in time");
            }
        }
{%- if godot3 %}
        game.drain(|outgoing| server.send_godot3(outgoing));
{%- else %}
        game.drain(|packet| server.send(packet));
{%- endif %}
        server.wait(next_tick.saturating_duration_since(Instant::now()))?;
    }
}
