//! The game of the example `multiplayer` on Bevy, without a window: systems read RPCs and inputs, components are sent when they change.
//!
//! Its client and its bots are those of that example.
//!
//! ```text
//! cargo run --example bevy                                   shows itself, with bots
//! cargo run --example bevy -- --listen 127.0.0.1:7777        serves WebSocket and `ENet` on this port
//! godot --path examples/multiplayer-client-godot4 -- ws://127.0.0.1:7777 Ann
//! godot --path examples/multiplayer-client-godot4 -- enet://127.0.0.1:7777 Bob
//! ```

use std::error::Error;
use std::thread;

use godot_var::multiplayer::net::{NetConfig, Server};
use options::Options;

#[path = "multiplayer/bots.rs"]
mod bots;
#[path = "bevy/game.rs"]
mod game;
#[path = "multiplayer/messages.rs"]
mod messages;
#[path = "bevy/network.rs"]
mod network;
#[path = "../common/options.rs"]
mod options;
#[path = "multiplayer/project.rs"]
mod project;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.godot3 {
        return Err("spawners and synchronizers need Godot 4".into());
    }
    let mut server = Server::new(NetConfig::default())?;
    // TCP and UDP ports are separate, so one number works for both.
    let address = server.listen_websocket(options.address())?;
    server.listen_enet(address)?;
    println!("listening on {address}");
    if options.listen.is_some() {
        return game::serve(server);
    }
    thread::spawn(|| {
        if let Err(error) = game::serve(server) {
            println!("the server has ended: {error}");
        }
    });
    bots::play(address)
}
