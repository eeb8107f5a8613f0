//! What Godot's high-level multiplayer takes: one call, and a server with many peers.
//!
//! ```text
//! cargo bench --bench multiplayer                    # all, with GODOT4 set with the engine as the server, too
//! cargo bench --bench multiplayer -- calls           # a call of three arguments
//! cargo bench --bench multiplayer -- interest        # 2,000 nodes that move, and 200 peers that see those near to them
//! cargo bench --bench multiplayer -- alone 1000      # so many peers of one session, without sockets
//! cargo bench --bench multiplayer -- websocket 1000  # so many peers of a server over WebSocket
//! cargo bench --bench multiplayer -- godot           # more and more peers of a headless Godot 4, over WebSocket
//! ```
//!
//! Each peer has a player: a node with two synchronizers, `godot4/player.tscn`. Peers are in groups of 20, which see the nodes of
//! their group, and 20 times a second the server sends each peer the positions of these 20 nodes. Their health changes once a second.
//! Each peer sends its own input as often. A second of CPU a second is one core.

#![allow(missing_docs, reason = "a program")]

#[path = "multiplayer/alone.rs"]
mod alone;
#[path = "multiplayer/bot.rs"]
mod bot;
#[path = "multiplayer/calls.rs"]
mod calls;
#[path = "multiplayer/game.rs"]
mod game;
#[path = "multiplayer/interest.rs"]
mod interest;
#[path = "multiplayer/scene.rs"]
mod scene;
#[path = "multiplayer/server.rs"]
mod server;
#[path = "multiplayer/sockets.rs"]
mod sockets;
mod workloads;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use scene::{GROUP, RATE};
use sockets::Server;

type Failure = Box<dyn Error + Send + Sync>;

/// How many peers there are, unless an argument says so.
const PEERS: usize = 1000;
/// How many peers the engine is tried with, as long as it bears them.
const STEPS: [usize; 8] = [20, 100, 200, 300, 400, 600, 800, 1000];
/// Starts the server of ours.
const SERVE: &str = "serve";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).filter(|one| !one.starts_with("--")).collect();
    let what = arguments.first().map(String::as_str);
    if what == Some(SERVE) {
        return server::serve();
    }
    let peers = arguments.get(1).map_or(Ok(PEERS), |peers| peers.parse())?;
    if peers == 0 || peers % GROUP != 0 {
        return Err(format!("peers are in groups of {GROUP}").into());
    }
    let is_wanted = |part| what.is_none_or(|what| what == part);
    if is_wanted("calls") {
        calls::run();
    }
    if is_wanted("interest") {
        interest::run()?;
    }
    println!("groups of {GROUP} peers; {RATE} ticks a second");
    if is_wanted("alone") {
        alone::run(peers)?;
    }
    if is_wanted("websocket") {
        let server = Server::start(Command::new(env::current_exe()?).arg(SERVE))?;
        sockets::run("WebSocket", &server, peers).await?;
    }
    if is_wanted("godot") {
        match env::var("GODOT4") {
            Ok(engine) => godot(&engine).await?,
            Err(_) => println!("SKIPPED: no Godot 4; name one in GODOT4"),
        }
    }
    Ok(())
}

/// More and more peers, until it does not send in time.
async fn godot(engine: &str) -> Result<(), Failure> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("multiplayer/godot4");
    for peers in STEPS {
        let mut command = Command::new(engine);
        command.arg("--headless").arg("--path").arg(&project);
        let server = Server::start(&mut command)?;
        if !sockets::run("Godot", &server, peers).await? {
            break;
        }
    }
    Ok(())
}
