//! A client: what `clients-godot3/enet.gd` does, in Rust.

use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::EnetHost;
use godot_var::multiplayer::net::enet::{Event, Limits};
use godot_var::{Dialect, Vector2};

use crate::packet::{Failure, Reach, open, seal};
use crate::{TICK, ToClient, ToServer};

/// Says hello, moves, and leaves after it has received its own text and position.
pub(crate) fn play<D: Dialect>(server: SocketAddr) -> Result<(), Failure> {
    let (id, place) = (7, Vector2::new(3.0, 4.0));
    let mut host = EnetHost::bind((Ipv4Addr::LOCALHOST, 0), Limits::client())?;
    let peer = host.connect(server, 3, id as u32)?;
    let (mut seen, mut heard, mut next_tick) = (false, false, None);
    let deadline = Instant::now() + Duration::from_secs(10);
    while !(seen && heard) {
        match host.next_event() {
            Some(Event::Connected { .. }) => {
                next_tick = Some(Instant::now());
                let hello = ToServer::Say("hello".into());
                let packet = seal::<D, _>(&hello, id, 1, Reach::Sure)?;
                host.send(peer, packet.channel, packet.mode, packet.bytes)?;
            }
            Some(Event::Disconnected { .. }) => return Err("the server has ended it".into()),
            Some(Event::Received { bytes, .. }) => match open::<D, ToClient>(&bytes)? {
                ToClient::Positions(positions) => seen |= positions.get(&id) == Some(&place),
                ToClient::Said { from, text } => heard |= from == id && text == "hello",
            },
            None if Instant::now() > deadline => return Err("no answer".into()),
            None if next_tick.is_some_and(|next| Instant::now() >= next) => {
                next_tick = Some(Instant::now() + TICK);
                let packet = seal::<D, _>(&ToServer::Move(place), id, 1, Reach::Quick)?;
                host.send(peer, packet.channel, packet.mode, packet.bytes)?;
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
    host.close(peer, 0);
    host.flush();
    println!("OK");
    Ok(())
}
