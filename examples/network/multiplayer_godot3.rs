//! A server of Godot 3's high-level multiplayer: `rpc` and `rset`, over WebSocket and `ENet` at once.
//!
//! Players join, walk over spikes, talk to all or to each other, change their color, and open a door. Players who join later see the door
//! open. The client is an ordinary project of Godot 3.
//!
//! ```text
//! cargo run --example multiplayer_godot3                                   shows itself, with bots of its own
//! cargo run --example multiplayer_godot3 -- --listen 127.0.0.1:7777        serves both transports on this port
//! godot3 --path examples/multiplayer-client-godot3 -- ws://127.0.0.1:7777 Ann
//! godot3 --path examples/multiplayer-client-godot3 -- enet://127.0.0.1:7777 Bob
//! ```

use std::error::Error;
use std::thread;

use godot_var::multiplayer::net::{NetConfig, Server};
use options::Options;

#[path = "multiplayer_godot3/bots.rs"]
mod bots;
#[path = "multiplayer_godot3/game.rs"]
mod game;
#[path = "../common/options.rs"]
mod options;
#[path = "multiplayer_godot3/scripts.rs"]
mod scripts;
#[path = "multiplayer_godot3/server.rs"]
mod server;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let mut server = Server::new(NetConfig::default().with_godot3(true))?;
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
