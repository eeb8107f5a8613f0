//! The server: `cargo run`, or `cargo run -- ADDRESS:PORT`.

mod game;
mod net;
mod protocol;
mod rules;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::time::{Duration, Instant};
use std::{env, process, thread};

use game::{Failure, Game};
{%- if !godot3 %}
use godot_var::Limits;
{%- if enet %}
use godot_var::multiplayer::TransferMode;
{%- endif %}
{%- else %}
use godot_var::multiplayer::TransferMode;
use godot_var::multiplayer::godot3::{Incoming, Message};
{%- endif %}
{%- if enet && !godot3 %}
use net::{Delivery, Event, Net};
{%- else %}
use net::{Event, Net};
{%- endif %}
{% if !godot3 %}
/// What the greeting of a client may be at most.
const LIMITS: Limits = Limits::DEFAULT.with_bytes(1024).with_depth(8);
{%- endif %}
/// How long the server waits for packets.
const PAUSE: Duration = Duration::from_millis(2);

fn main() -> Result<(), Failure> {
    let address = env::args()
        .nth(1)
        .unwrap_or_else(|| "127.0.0.1:7777".to_owned());
    let mut net = Net::bind(&address).unwrap_or_else(|error| {
        match error.kind() {
            ErrorKind::AddrInUse => eprintln!("{address} is in use: does another server run?"),
            _ => eprintln!("{address}: {error}"),
        }
        process::exit(1)
    });
    println!("listening on {}", net.local_addr()?);
    let mut game = Game::new()?;
    let start = Instant::now();
    let mut next_tick = start;
    loop {
        for event in net.poll() {
{%- if !godot3 %}
            let now = start.elapsed();
            match event {
                Event::Opened(peer) => {
{%- if websocket %}
                    // Godot's WebSocketMultiplayerPeer waits for its id.
                    net.send(peer, &peer.to_le_bytes());
{%- endif %}
                    game.connect(peer, now);
                }
                Event::Received(peer, bytes) => {
                    if let Err(error) = game.receive(peer, &bytes, now) {
                        println!("client {peer} is disconnected: {error}");
                        net.close(peer{% if websocket %}, &error.to_string(){% endif %});
                        game.leave(peer);
                    }
                }
                Event::Closed(peer) => game.leave(peer),
            }
{%- else %}
            match event {
                Event::Opened(peer) => game.connect(peer),
{%- if enet %}
                Event::Received(peer, channel, bytes) => {
                    let message = Message::read_enet(channel, &bytes);
{%- else %}
                Event::Received(peer, bytes) => {
                    let message = Message::read_websocket(&bytes);
{%- endif %}
                    let mode = TransferMode::Reliable;
                    let taken = message.map_err(Failure::from).and_then(|message| {
                        game.receive(Incoming {
                            peer,
                            message,
                            mode,
                        })
                    });
                    if let Err(error) = taken {
                        println!("client {peer} is disconnected: {error}");
                        net.close(peer{% if websocket %}, &error.to_string(){% endif %});
                        game.leave(peer);
                    }
                }
                Event::Closed(peer) => game.leave(peer),
            }
{%- endif %}
        }
        if Instant::now() >= next_tick {
            next_tick += rules::TICK;
{%- if godot3 %}
            game.tick()?;
{%- else %}
            for late in game.tick(start.elapsed())? {
                net.close(late{% if websocket %}, "no greeting came in time"{% endif %});
            }
{%- endif %}
        }
{%- if godot3 && enet %}
        game.drain(|outgoing| {
            if let Some((channel, bytes)) = outgoing.message.to_enet(outgoing.mode) {
                net.send(outgoing.peer, channel, &bytes);
            }
        });
{%- else if godot3 %}
        game.drain(|outgoing| net.send(outgoing.peer, &outgoing.message.to_websocket()));
{%- else if enet %}
        game.drain(|packet| {
            let delivery = match packet.mode {
                TransferMode::Reliable => Delivery::Reliable,
                _ => Delivery::Unreliable,
            };
            net.send(packet.peer, packet.bytes, delivery);
        });
{%- else %}
        game.drain(|packet| net.send(packet.peer, packet.bytes));
{%- endif %}
        thread::sleep(PAUSE);
    }
}
