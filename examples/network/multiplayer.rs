//! A server of Godot's high-level multiplayer: `@rpc`, a spawner and synchronizers, over WebSocket and `ENet` at once.
//!
//! A player who knows the password is admitted, gets a character, walks over spikes, talks, and opens a door. Players who join later see the
//! door open. The client is an ordinary project of Godot 4. Its small map is sent as flat messages of `multiplayer/messages.rs`, whose classes
//! are generated: `messages.gd`.
//!
//! ```text
//! cargo run --example multiplayer                                   shows itself, with bots of its own
//! cargo run --example multiplayer -- --listen 127.0.0.1:7777        serves both transports on this port
//! godot --path examples/multiplayer-client-godot4 -- ws://127.0.0.1:7777 Ann
//! godot --path examples/multiplayer-client-godot4 -- enet://127.0.0.1:7777 Bob
//! ```

use std::error::Error;
use std::thread;

use godot_var::multiplayer::net::{NetConfig, Server};
use options::Options;

#[path = "multiplayer/bots.rs"]
mod bots;
#[path = "multiplayer/game.rs"]
mod game;
#[path = "multiplayer/messages.rs"]
mod messages;
#[path = "../common/options.rs"]
mod options;
#[path = "multiplayer/project.rs"]
mod project;
#[path = "multiplayer/server.rs"]
mod server;

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
        return server::serve(server);
    }
    thread::spawn(|| {
        if let Err(error) = server::serve(server) {
            println!("the server has ended: {error}");
        }
    });
    bots::play(address)
}
