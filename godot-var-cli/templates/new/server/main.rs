//! The server: `cargo run`, or `cargo run -- ADDRESS:PORT`.

mod accepted;
mod console;
mod game;
mod net;
mod protocol;
#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use console::log;
use game::{Game, TICK, To};
{%- if udp %}
use godot_var::{ {{- dialect }}, Limits, ToVariantBytes};
{%- else %}
use godot_var::{FromVariantBytes, {{ dialect }}, Limits, ToVariantBytes};
{%- endif %}
{%- if enet %}
use net::{Delivery, Event, Net};
{%- else %}
use net::{Event, Net};
{%- endif %}
use protocol::{% if udp %}ToClient{% else %}{ToClient, ToServer}{% endif %};

/// What a message of a client may be at most.
const LIMITS: Limits = Limits::DEFAULT.with_bytes(1024).with_depth(8);
/// How long the server waits for messages.
const PAUSE: Duration = Duration::from_millis(2);

fn main() -> io::Result<()> {
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
    let mut game = Game::default();
    let mut next_tick = Instant::now();
    loop {
{%- if udp %}
        for event in net.poll() {
            let answers = match event {
                Event::Received(client, message) => game.receive(client, message),
                Event::Closed(client) => game.leave(client),
            };
{%- else %}
        // Their later messages may be among the same events.
        let mut disconnected = Vec::new();
        for event in net.poll(|client| game.plays(client)) {
            let answers = match event {
                Event::Received(client, _) if disconnected.contains(&client) => continue,
                Event::Received(client, bytes) => {
                    match ToServer::from_variant_bytes_with::<{{ dialect }}>(&bytes, LIMITS) {
                        Ok(message) => game.receive(client, message),
                        Err(error) => {
                            log(format_args!("client {client} is disconnected: {error}"));
                            net.close(client{% if websocket %}, &error.to_string(){% endif %});
                            disconnected.push(client);
                            game.leave(client)
                        }
                    }
                }
                Event::Closed(client) => game.leave(client),
            };
{%- endif %}
            send(&mut net, &game, answers);
        }
        if Instant::now() >= next_tick {
            next_tick += TICK;
            let world = game.tick();
            send(&mut net, &game, world);
        }
        thread::sleep(PAUSE);
    }
}

fn send(net: &mut Net, game: &Game, messages: Vec<(To, ToClient)>) {
    for (to, message) in messages {
        let bytes = match message.to_variant_bytes::<{{ dialect }}>() {
            Ok(bytes) => bytes,
            Err(error) => {
                log(format_args!("not sent: {error}"));
                continue;
            }
        };
{%- if enet %}
        // The next world takes the place of one that is lost.
        let delivery = match message {
            ToClient::World { .. } => Delivery::Unreliable,
            _ => Delivery::Reliable,
        };
        match to {
            To::Client(client) => net.send(client, &bytes, delivery),
            To::Players => game
                .clients()
                .for_each(|client| net.send(client, &bytes, delivery)),
        }
{%- else %}
        match to {
            To::Client(client) => net.send(client, &bytes),
            To::Players => game.clients().for_each(|client| net.send(client, &bytes)),
        }
{%- endif %}
    }
}
