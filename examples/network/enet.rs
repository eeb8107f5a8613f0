//! A server over ENet: positions are sent unreliably, texts reliably.
//!
//! A client is `NetworkedMultiplayerENet` (Godot 3) or `ENetMultiplayerPeer` (Godot 4) after `create_client`. It only needs `put_var` and
//! `get_var`. RPCs are a protocol of their own inside such packets; this example does not support them.
//!
//! ```text
//! cargo run --example enet                                         shows itself, with a client of its own
//! cargo run --example enet -- --listen 127.0.0.1:7777              serves clients of Godot 4
//! cargo run --example enet -- --listen 127.0.0.1:7777 --godot 3    serves clients of Godot 3
//! godot3-server --path examples/clients-godot3 -s enet.gd -- 127.0.0.1 7777
//! godot --headless --path examples/clients-godot4 -s enet.gd -- 127.0.0.1 7777
//! ```

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::EnetSocket;
use godot_var::{Dialect, Godot3, Godot4, GodotVar, Vector2};
use options::Options;
use packet::{Failure, Reach, open, seal};
use rusty_enet::{EventNoRef as Event, Host, HostSettings, PeerID};

#[path = "enet/client.rs"]
mod client;
#[path = "../common/options.rs"]
mod options;
#[path = "enet/packet.rs"]
mod packet;

const TICK: Duration = Duration::from_millis(50);
const MAX_PLAYERS: usize = 16;

/// `[1, Vector2(3, 4)]` or `[2, "hello"]`.
#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
enum ToServer {
    /// The client's position, many times a second. If one message is lost, the next one replaces it.
    #[godot_var(id = 1)]
    Move(Vector2),
    #[godot_var(id = 2)]
    Say(#[godot_var(max_len = 200)] String),
}

/// `[1, {7: Vector2(3, 4)}]` or `[2, 7, "hello"]`.
#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
enum ToClient {
    #[godot_var(id = 1)]
    Positions(BTreeMap<i32, Vector2>),
    #[godot_var(id = 2)]
    Said { from: i32, text: String },
}

fn serve<D: Dialect>(socket: EnetSocket) -> Result<(), Failure> {
    let settings = HostSettings { peer_limit: MAX_PLAYERS, channel_limit: 3, ..Default::default() };
    let mut host = Host::new(socket, settings)?;
    host.set_maximum_packet_size(4096)?;
    let mut players: BTreeMap<PeerID, (i32, Vector2)> = BTreeMap::new();
    let mut next_tick = Instant::now();
    loop {
        // An error concerns one datagram whose address cannot be reached.
        while let Some(event) = host.service().unwrap_or_default() {
            match event.no_ref() {
                Event::Connect { peer, data } => {
                    // A client chooses its own id: random and above 1, which is the server's.
                    let id = data as i32;
                    if id < 2 || players.values().any(|(other, _)| *other == id) {
                        println!("{id} is not let in");
                        host.peer_mut(peer).reset();
                        continue;
                    }
                    println!("{id} has come");
                    players.insert(peer, (id, Vector2::ZERO));
                }
                Event::Disconnect { peer, .. } => {
                    if let Some((id, _)) = players.remove(&peer) {
                        println!("{id} has gone");
                    }
                }
                Event::Receive { peer, packet, .. } => {
                    let Some((id, pos)) = players.get_mut(&peer) else { continue };
                    match open::<D, ToServer>(&packet) {
                        Ok(ToServer::Move(to)) => *pos = to,
                        Ok(ToServer::Say(text)) => {
                            println!("{id} says {text:?}");
                            let said = ToClient::Said { from: *id, text };
                            let (channel, packet) = seal::<D, _>(&said, 1, 0, Reach::Sure)?;
                            host.broadcast(channel, &packet);
                        }
                        Err(error) => println!("{id} -> dropped: {error}"),
                    }
                }
            }
        }
        if Instant::now() >= next_tick {
            next_tick += TICK;
            let positions = ToClient::Positions(players.values().copied().collect());
            let (channel, packet) = seal::<D, _>(&positions, 1, 0, Reach::Quick)?;
            host.broadcast(channel, &packet);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn run<D: Dialect>(options: &Options) -> Result<(), Failure> {
    let socket = EnetSocket::bind(options.address())?;
    let address = socket.local_addr()?;
    println!("listening on {address}");
    if options.listen.is_some() {
        return serve::<D>(socket);
    }
    thread::spawn(move || serve::<D>(socket));
    client::play::<D>(address)
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.godot3 { run::<Godot3>(&options) } else { run::<Godot4>(&options) }
}
