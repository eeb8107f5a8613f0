//! Hosts of this crate and of `rusty_enet` behind one interface, and a network that delays, loses and repeats datagrams.

use core::cell::{Cell, RefCell};
use core::convert::Infallible;
use core::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use godot_var_enet::{Event, Host, Limits, MAX_DATAGRAM, Mode, PeerId};
use rusty_enet::{
    EventNoRef, HostSettings, MTU_MAX, Packet, PacketKind, PacketReceived, PeerID, Socket,
};

use crate::random::Random;

pub(crate) const fn address(last: u8, port: u16) -> SocketAddr {
    SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, last), port))
}

pub(crate) const SERVER: SocketAddr = address(1, 7777);
pub(crate) const CLIENT: SocketAddr = address(2, 5000);

pub(crate) type Datagram = (SocketAddr, Vec<u8>);

/// What a host has reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Connected(u32),
    Received(u8, Vec<u8>),
    Disconnected,
}

pub(crate) trait Node {
    fn connect(&mut self, to: SocketAddr, channels: u8, data: u32, now: u64);
    fn receive(&mut self, from: SocketAddr, datagram: &[u8], now: u64);
    /// One turn: what has happened, and the datagrams to send.
    fn turn(&mut self, now: u64) -> (Vec<Seen>, Vec<Datagram>);
    /// Sends to all peers.
    fn send(&mut self, channel: u8, mode: Mode, bytes: &[u8]);
    fn disconnect_later(&mut self, data: u32);
}

pub(crate) struct Ours {
    pub(crate) host: Host<SocketAddr>,
    pub(crate) peers: Vec<PeerId>,
    is_compressed: bool,
}

impl Ours {
    pub(crate) fn new(limits: Limits, is_compressed: bool) -> Self {
        let host = Host::new(limits, [3, 4]).expect("limits");
        Self { host, peers: Vec::new(), is_compressed }
    }
}

impl Node for Ours {
    fn connect(&mut self, to: SocketAddr, channels: u8, data: u32, now: u64) {
        let now = Duration::from_millis(now);
        self.host.connect(to, channels, data, self.is_compressed, now).expect("a slot");
    }

    fn receive(&mut self, from: SocketAddr, datagram: &[u8], now: u64) {
        let received = self.host.receive(from, datagram, Duration::from_millis(now));
        assert_eq!(received, Ok(()), "{datagram:02X?}");
    }

    fn turn(&mut self, now: u64) -> (Vec<Seen>, Vec<Datagram>) {
        let mut seen = Vec::new();
        while let Some(event) = self.host.next_event() {
            match event {
                Event::Connected { peer, data, .. } => {
                    self.peers.push(peer);
                    seen.push(Seen::Connected(data));
                }
                Event::Received { channel, bytes, .. } => seen.push(Seen::Received(channel, bytes)),
                Event::Disconnected { peer, .. } => {
                    self.peers.retain(|it| *it != peer);
                    seen.push(Seen::Disconnected);
                }
            }
        }
        (seen, transmit(&mut self.host, now))
    }

    fn send(&mut self, channel: u8, mode: Mode, bytes: &[u8]) {
        for peer in &self.peers {
            self.host.send(*peer, channel, mode, bytes).expect("a peer that takes packets");
        }
    }

    fn disconnect_later(&mut self, data: u32) {
        for peer in core::mem::take(&mut self.peers) {
            self.host.disconnect_later(peer, data);
        }
    }
}

pub(crate) fn transmit(host: &mut Host<SocketAddr>, now: u64) -> Vec<Datagram> {
    let mut buffer = [0; MAX_DATAGRAM];
    let mut datagrams = Vec::new();
    while let Some((to, len)) = host.transmit(Duration::from_millis(now), &mut buffer) {
        datagrams.push((to, buffer[..len].to_vec()));
    }
    datagrams
}

#[derive(Default)]
pub(crate) struct Queues {
    arrived: VecDeque<Datagram>,
    sent: Vec<Datagram>,
}

pub(crate) struct Memory(Rc<RefCell<Queues>>);

impl Socket for Memory {
    type Address = SocketAddr;
    type Error = Infallible;

    fn send(&mut self, address: SocketAddr, datagram: &[u8]) -> Result<usize, Infallible> {
        self.0.borrow_mut().sent.push((address, datagram.to_vec()));
        Ok(datagram.len())
    }

    fn receive(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
    ) -> Result<Option<(SocketAddr, PacketReceived)>, Infallible> {
        Ok(self.0.borrow_mut().arrived.pop_front().map(|(from, datagram)| {
            buffer[..datagram.len()].copy_from_slice(&datagram);
            (from, PacketReceived::Complete(datagram.len()))
        }))
    }
}

pub(crate) struct Theirs {
    pub(crate) host: rusty_enet::Host<Memory>,
    queues: Rc<RefCell<Queues>>,
    clock: Rc<Cell<u64>>,
    peers: Vec<PeerID>,
}

impl Theirs {
    pub(crate) fn new(limits: &Limits, is_compressed: bool) -> Self {
        let (queues, clock) = (Rc::<RefCell<Queues>>::default(), Rc::new(Cell::new(0)));
        let time = Rc::clone(&clock);
        let settings = HostSettings {
            peer_limit: limits.max_peers.max(1),
            channel_limit: 255,
            compressor: is_compressed.then(|| Box::new(rusty_enet::RangeCoder::new()) as _),
            time: Box::new(move || Duration::from_millis(time.get())),
            seed: Some(7),
            ..HostSettings::default()
        };
        let mut host = rusty_enet::Host::new(Memory(Rc::clone(&queues)), settings).expect("a host");
        host.set_mtu(limits.mtu).expect("an MTU");
        host.set_maximum_packet_size(limits.max_packet_bytes).expect("a size");
        host.set_maximum_waiting_data(limits.max_waiting_bytes).expect("a size");
        Self { host, queues, clock, peers: Vec::new() }
    }
}

impl Node for Theirs {
    fn connect(&mut self, to: SocketAddr, channels: u8, data: u32, now: u64) {
        self.clock.set(now);
        self.host.connect(to, channels.into(), data).expect("a slot");
    }

    fn receive(&mut self, from: SocketAddr, datagram: &[u8], now: u64) {
        self.clock.set(now);
        self.queues.borrow_mut().arrived.push_back((from, datagram.to_vec()));
    }

    fn turn(&mut self, now: u64) -> (Vec<Seen>, Vec<Datagram>) {
        self.clock.set(now);
        let mut seen = Vec::new();
        while let Some(event) = self.host.service().expect("a socket without errors") {
            match event.no_ref() {
                EventNoRef::Connect { peer, data } => {
                    self.peers.push(peer);
                    seen.push(Seen::Connected(data));
                }
                EventNoRef::Receive { channel_id, packet, .. } => {
                    seen.push(Seen::Received(channel_id, packet.data().to_vec()));
                }
                EventNoRef::Disconnect { peer, .. } => {
                    self.peers.retain(|it| *it != peer);
                    seen.push(Seen::Disconnected);
                }
            }
        }
        (seen, core::mem::take(&mut self.queues.borrow_mut().sent))
    }

    fn send(&mut self, channel: u8, mode: Mode, bytes: &[u8]) {
        let kind = match mode {
            Mode::Reliable => PacketKind::Reliable,
            Mode::Unreliable => PacketKind::AlwaysUnreliable { sequenced: false },
            Mode::UnreliableOrdered => PacketKind::AlwaysUnreliable { sequenced: true },
        };
        for peer in &self.peers {
            let sent = self.host.peer_mut(*peer).send(channel, &Packet::new(bytes, kind));
            sent.expect("a peer that takes packets");
        }
    }

    fn disconnect_later(&mut self, data: u32) {
        for peer in core::mem::take(&mut self.peers) {
            self.host.peer_mut(peer).disconnect_later(data);
        }
    }
}

/// How datagrams arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weather {
    pub(crate) loss: u64,
    pub(crate) repetition: u64,
    /// Each datagram takes from 0 to this many milliseconds.
    pub(crate) delay: u64,
}

pub(crate) const FINE: Weather = Weather { loss: 0, repetition: 0, delay: 0 };

/// Datagrams on their way, by the time of their arrival.
pub(crate) struct Network {
    pub(crate) weather: Weather,
    random: Random,
    serial: u64,
    on_the_way: BTreeMap<(u64, u64), (SocketAddr, SocketAddr, Vec<u8>)>,
}

impl Network {
    pub(crate) fn new(weather: Weather, seed: u64) -> Self {
        Self { weather, random: Random(seed), serial: 0, on_the_way: BTreeMap::new() }
    }

    pub(crate) fn send(&mut self, from: SocketAddr, (to, datagram): Datagram, now: u64) {
        let copies = if self.random.percent(self.weather.repetition) { 2 } else { 1 };
        for _ in 0..copies {
            if self.random.percent(self.weather.loss) {
                continue;
            }
            let at = now + self.random.below(self.weather.delay + 1);
            self.serial += 1;
            self.on_the_way.insert((at, self.serial), (from, to, datagram.clone()));
        }
    }

    /// Returns what arrives until a time: the sender, the receiver and the datagram.
    pub(crate) fn arrivals(&mut self, now: u64) -> Vec<(SocketAddr, SocketAddr, Vec<u8>)> {
        let later = self.on_the_way.split_off(&(now + 1, 0));
        core::mem::replace(&mut self.on_the_way, later).into_values().collect()
    }
}

/// A server and a client of this crate that are connected, with the server's and the client's peer.
pub(crate) fn pair(
    server: Limits,
    client: Limits,
) -> (Host<SocketAddr>, Host<SocketAddr>, PeerId, PeerId) {
    let mut server: Host<SocketAddr> = Host::new(server, [1, 2]).expect("limits");
    let mut client: Host<SocketAddr> = Host::new(client, [3, 4]).expect("limits");
    let to_server = client.connect(SERVER, 16, 77, false, Duration::ZERO).expect("a slot");
    let mut from_client = None;
    for now in 0..10 {
        let time = Duration::from_millis(now);
        for (_, datagram) in transmit(&mut client, now) {
            server.receive(CLIENT, &datagram, time).expect("a datagram");
        }
        while let Some(event) = server.next_event() {
            if let Event::Connected { peer, data, .. } = event {
                assert_eq!(data, 77);
                from_client = Some(peer);
            }
        }
        for (_, datagram) in transmit(&mut server, now) {
            client.receive(SERVER, &datagram, time).expect("a datagram");
        }
        while client.next_event().is_some() {}
    }
    (server, client, from_client.expect("a connection"), to_server)
}
