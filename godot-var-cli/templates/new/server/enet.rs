//! Clients over `ENet`: each message is a packet, sent reliably or not.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

{% if godot3 -%}
use godot_var::framing::EnetHeader;
{% endif -%}
use godot_var::multiplayer::net::EnetHost;
use godot_var::multiplayer::net::enet::{self, Limits, Mode, PeerId};

/// The number of a client: the peer id that it chose.
pub type Client = i32;

/// What happens on the network.
pub enum Event {
    Received(Client, Vec<u8>),
    Closed(Client),
}

/// How a packet is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// It arrives, in order.
    Reliable,
    /// It may be lost. One that comes after a newer one is dropped.
    Unreliable,
}

const MAX_CLIENTS: usize = 64;
/// A client that has not joined by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest packet, in bytes.
const MAX_PACKET: usize = 16 * 1024;
{%- if godot3 %}
/// The first channel for packets of a game. Channel 0 is for messages between engines.
const FIRST_CHANNEL: u8 = 1;
{%- else %}
/// The first channel for packets of a game.
const FIRST_CHANNEL: u8 = 0;
{%- endif %}

pub struct Net {
    host: EnetHost,
    /// The clients, and since when they are connected.
    peers: BTreeMap<Client, (PeerId, Instant)>,
}

impl Net {
    pub fn bind(address: &str) -> io::Result<Self> {
        let limits = Limits::default()
            .with_max_peers(MAX_CLIENTS)
            .with_max_packet_bytes(MAX_PACKET);
        Ok(Self {
            host: EnetHost::bind(address, limits)?,
            peers: BTreeMap::new(),
        })
    }

    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.host.local_addr()
    }

    /// Returns what has happened, without waiting. Clients that do not play are disconnected after a time.
    pub fn poll(&mut self, plays: impl Fn(Client) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.host.next_event() {
            match event {
                enet::Event::Connected { peer, data, .. } => {
                    let client = data.cast_signed();
                    // The id 1 is that of the server.
                    if client < 2 || self.peers.contains_key(&client) {
                        self.host.close(peer, 0);
                        continue;
                    }
                    self.peers.insert(client, (peer, Instant::now()));
                }
                enet::Event::Disconnected { peer, .. } => {
                    if let Some(client) = self.client(peer) {
                        self.peers.remove(&client);
                        events.push(Event::Closed(client));
                    }
                }
                enet::Event::Received { peer, bytes, .. } => {
                    if let Some(client) = self.client(peer) {
{%- if godot3 %}
                        // Godot 3 writes who sends a packet and to whom. The connection is what counts.
                        if let Ok((_, bytes)) = EnetHeader::split(&bytes) {
                            events.push(Event::Received(client, bytes.to_vec()));
                        }
{%- else %}
                        events.push(Event::Received(client, bytes));
{%- endif %}
                    }
                }
            }
        }
        self.peers.retain(|&client, (peer, since)| {
            let is_late = since.elapsed() > PATIENCE && !plays(client);
            if is_late {
                self.host.disconnect_later(*peer, 0);
                events.push(Event::Closed(client));
            }
            !is_late
        });
        events
    }

    pub fn send(&mut self, client: Client, bytes: &[u8], delivery: Delivery) {
        let Some(&(peer, _)) = self.peers.get(&client) else {
            return;
        };
{%- if godot3 %}
        let mut packet = Vec::new();
        EnetHeader {
            sender: 1,
            target: client,
        }
        .put(bytes, &mut packet);
        let bytes = packet;
{%- endif %}
        let (channel, mode) = match delivery {
            Delivery::Reliable => (FIRST_CHANNEL, Mode::Reliable),
            Delivery::Unreliable => (FIRST_CHANNEL + 1, Mode::UnreliableOrdered),
        };
        // An error is about a client that is leaving, or reads too slowly.
        let _ = self.host.send(peer, channel, mode, bytes);
    }

    pub fn close(&mut self, client: Client) {
        if let Some((peer, _)) = self.peers.remove(&client) {
            // After what was sent to it has arrived.
            self.host.disconnect_later(peer, 0);
        }
    }

    fn client(&self, peer: PeerId) -> Option<Client> {
        self.peers
            .iter()
            .find(|(_, (known, _))| *known == peer)
            .map(|(client, _)| *client)
    }
}
