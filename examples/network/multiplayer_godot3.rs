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
use std::net::UdpSocket;

use options::Options;
use tokio::net::TcpListener;

#[path = "multiplayer_godot3/bots.rs"]
mod bots;
#[path = "multiplayer/enet.rs"]
mod enet;
#[path = "multiplayer_godot3/game.rs"]
mod game;
#[path = "../common/options.rs"]
mod options;
#[path = "multiplayer_godot3/scripts.rs"]
mod scripts;
#[path = "multiplayer_godot3/server.rs"]
mod server;
#[path = "multiplayer/websocket.rs"]
mod websocket;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    // TCP and UDP ports are separate, so one number works for both.
    let web = TcpListener::bind(options.address()).await?;
    let address = web.local_addr()?;
    let udp = UdpSocket::bind(address)?;
    println!("listening on {address}");
    if options.listen.is_some() {
        return server::serve(web, udp).await;
    }
    tokio::select! {
        ended = server::serve(web, udp) => ended,
        played = bots::play(address) => played,
    }
}
