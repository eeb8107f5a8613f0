//! Clients over `ENet`: each message is a packet, sent reliably or not.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;

{% if godot3 -%}
use godot_var::framing::EnetHeader;
{% endif -%}
use godot_var::multiplayer::net::EnetSocket;
use rusty_enet::{EventNoRef, Host, HostSettings, Packet, PeerID};

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
/// The longest packet, in bytes.
const MAX_PACKET: usize = 16 * 1024;
/// How many packets are read before the game goes on.
const MAX_PACKETS: usize = 1000;
{%- if godot3 %}
/// The first channel for packets of a game. Channel 0 is for messages between engines.
const FIRST_CHANNEL: u8 = 1;
{%- else %}
/// The first channel for packets of a game.
const FIRST_CHANNEL: u8 = 0;
{%- endif %}

pub struct Net {
    host: Host<EnetSocket>,
    address: SocketAddr,
    peers: BTreeMap<Client, PeerID>,
}

impl Net {
    pub fn bind(address: &str) -> io::Result<Self> {
        let socket = EnetSocket::bind(address)?;
        let address = socket.local_addr()?;
        let settings = HostSettings {
            peer_limit: MAX_CLIENTS,
            channel_limit: 8,
            ..Default::default()
        };
        let mut host = Host::new(socket, settings).map_err(io::Error::other)?;
        host.set_maximum_packet_size(MAX_PACKET)
            .map_err(io::Error::other)?;
        Ok(Self {
            host,
            address,
            peers: BTreeMap::new(),
        })
    }

    #[expect(clippy::unnecessary_wraps, reason = "the other transports can fail")]
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }

    /// Returns what has happened, without waiting.
    pub fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        for _ in 0..MAX_PACKETS {
            // An error is about one client that cannot be reached.
            let Some(event) = self.host.service().unwrap_or_default() else {
                break;
            };
            match event.no_ref() {
                EventNoRef::Connect { peer, data } => {
                    let client = data.cast_signed();
                    // The id 1 is that of the server.
                    if client < 2 || self.peers.contains_key(&client) {
                        self.host.peer_mut(peer).reset();
                        continue;
                    }
                    self.peers.insert(client, peer);
                }
                EventNoRef::Disconnect { peer, .. } => {
                    if let Some(client) = self.client(peer) {
                        self.peers.remove(&client);
                        events.push(Event::Closed(client));
                    }
                }
                EventNoRef::Receive { peer, packet, .. } => {
                    if let Some(client) = self.client(peer) {
{%- if godot3 %}
                        // Godot 3 writes who sends a packet and to whom. The connection is what counts.
                        if let Ok((_, bytes)) = EnetHeader::split(packet.data()) {
                            events.push(Event::Received(client, bytes.to_vec()));
                        }
{%- else %}
                        events.push(Event::Received(client, packet.data().to_vec()));
{%- endif %}
                    }
                }
            }
        }
        events
    }

    pub fn send(&mut self, client: Client, bytes: &[u8], delivery: Delivery) {
        let Some(&peer) = self.peers.get(&client) else {
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
        let (channel, packet) = match delivery {
            Delivery::Reliable => (FIRST_CHANNEL, Packet::reliable(bytes)),
            Delivery::Unreliable => (FIRST_CHANNEL + 1, Packet::unreliable(bytes)),
        };
        // An error is about a client that is leaving.
        let _ = self.host.peer_mut(peer).send(channel, &packet);
    }

    pub fn close(&mut self, client: Client) {
        if let Some(peer) = self.peers.remove(&client) {
            // After what was sent to it has arrived.
            self.host.peer_mut(peer).disconnect_later(0);
        }
    }

    fn client(&self, peer: PeerID) -> Option<Client> {
        self.peers
            .iter()
            .find(|(_, known)| **known == peer)
            .map(|(client, _)| *client)
    }
}
