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

use godot_var::multiplayer::net::EnetHost;
use godot_var::multiplayer::net::enet::{Event, Limits, PeerId};
use godot_var::{Dialect, Godot3, Godot4, GodotVar, Vector2};
use options::Options;
use packet::{Failure, Packet, Reach, open, seal};

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

fn serve<D: Dialect>(mut host: EnetHost) -> Result<(), Failure> {
    let mut players: BTreeMap<PeerId, (i32, Vector2)> = BTreeMap::new();
    let mut next_tick = Instant::now();
    loop {
        while let Some(event) = host.next_event() {
            match event {
                Event::Connected { peer, data, .. } => {
                    // A client chooses its own id: random and above 1, which is the server's.
                    let id = data as i32;
                    if id < 2 || players.values().any(|(other, _)| *other == id) {
                        println!("{id} is not let in");
                        host.close(peer, 0);
                        continue;
                    }
                    println!("{id} has come");
                    players.insert(peer, (id, Vector2::ZERO));
                }
                Event::Disconnected { peer, .. } => {
                    if let Some((id, _)) = players.remove(&peer) {
                        println!("{id} has gone");
                    }
                }
                Event::Received { peer, bytes, .. } => {
                    let Some((id, pos)) = players.get_mut(&peer) else { continue };
                    match open::<D, ToServer>(&bytes) {
                        Ok(ToServer::Move(to)) => *pos = to,
                        Ok(ToServer::Say(text)) => {
                            println!("{id} says {text:?}");
                            let said = ToClient::Said { from: *id, text };
                            broadcast(
                                &mut host,
                                &players,
                                &seal::<D, _>(&said, 1, 0, Reach::Sure)?,
                            );
                        }
                        Err(error) => println!("{id} -> dropped: {error}"),
                    }
                }
            }
        }
        if Instant::now() >= next_tick {
            next_tick += TICK;
            let positions = ToClient::Positions(players.values().copied().collect());
            broadcast(&mut host, &players, &seal::<D, _>(&positions, 1, 0, Reach::Quick)?);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a packet to all players, who share its bytes.
fn broadcast(host: &mut EnetHost, players: &BTreeMap<PeerId, (i32, Vector2)>, packet: &Packet) {
    for peer in players.keys() {
        // An error is about a player who is leaving, or reads too slowly.
        let _ = host.send(*peer, packet.channel, packet.mode, packet.bytes.clone());
    }
}

fn run<D: Dialect>(options: &Options) -> Result<(), Failure> {
    let limits = Limits::default().with_max_peers(MAX_PLAYERS).with_max_packet_bytes(4096);
    let host = EnetHost::bind(options.address(), limits)?;
    let address = host.local_addr()?;
    println!("listening on {address}");
    if options.listen.is_some() {
        return serve::<D>(host);
    }
    thread::spawn(move || serve::<D>(host));
    client::play::<D>(address)
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    if options.godot3 { run::<Godot3>(&options) } else { run::<Godot4>(&options) }
}
