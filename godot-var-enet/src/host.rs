//! A host: its slots, who may connect, and whose turn it is.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::net::{IpAddr, Ipv6Addr, SocketAddr};
use core::time::Duration;

use crate::event::{ConnectError, Event, Mode, PeerId, PeerInfo, ReceiveError, SendError};
use crate::handshake::{Half, PATIENCE, REPETITION};
use crate::limits::{Limits, LimitsError};
use crate::peer::{Flow, Link, Peer, State, request};
use crate::random::Random;
use crate::range_coder::RangeCoder;
use crate::slots::Slots;
use crate::wire::{
    CONNECTION, Command, Commands, Framed, HEADER, Header, MAX_DATAGRAM, NO_SLOT, Writer,
};

/// How many handshakes may be open, and of one IP address.
const MAX_HALF: usize = 1024;
const MAX_HALF_OF_IP: u8 = 16;
/// How many packets of a peer a turn has.
const MAX_PACKETS: u8 = 100;
/// After its end a connection still acknowledges that, for this time in milliseconds, and how many do.
const TAIL: u64 = 1_000;
const MAX_TAILS: usize = 256;
/// The longest compressed body of somebody without a connection, in bytes, and the longest result.
const MAX_STRANGE: usize = 64;
/// The datagrams of connections that have ended.
const MAX_LAST_WORDS: usize = 1024;
/// The bytes of such a datagram: a header without a time, and an acknowledgement or a farewell.
const LAST_WORD: usize = 10;

/// The address of a peer.
pub trait Address: Copy + Ord + Debug {
    /// What [`Self::ip`] returns.
    type Ip: Copy + Ord + Debug;

    /// Returns the part of the address that somebody cannot have many of. 16 handshakes of it can be open at once. `None` has no such
    /// limit.
    fn ip(&self) -> Option<Self::Ip>;
}

/// The IP address. Of an IPv6 address the first 64 bits count, because one person has all the others. Loopback addresses have no limit.
impl Address for SocketAddr {
    type Ip = IpAddr;

    fn ip(&self) -> Option<IpAddr> {
        let ip = match self.ip().to_canonical() {
            IpAddr::V6(ip) if !ip.is_loopback() => {
                IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64))
            }
            ip => ip,
        };
        (!ip.is_loopback()).then_some(ip)
    }
}

/// What a slot is used for.
#[derive(Debug)]
enum Use<Ip> {
    Half(Box<Half<Ip>>),
    Peer(Box<Peer>),
    /// A connection that has ended.
    Tail(Link),
}

#[derive(Debug)]
struct Slot<A: Address> {
    id: PeerId,
    address: A,
    used: Use<A::Ip>,
    /// Whether it is one of the peers that have connected to this host.
    is_seat: bool,
    /// Its entry in the list of times.
    timer: Option<u64>,
    /// Whether it is in the list of those with something to send.
    is_ready: bool,
    /// Whether it is in the list of those with events, and how many it had in this turn.
    has_events: bool,
    turn: u64,
    taken: u8,
}

/// One end of `ENet` connections: a server, a client, or both. It does no input or output and has no clock.
///
/// Pass each received datagram to [`receive`](Self::receive), then take the events with [`next_event`](Self::next_event), send packets, and
/// send each datagram of [`transmit`](Self::transmit). Do this at [`deadline`](Self::deadline) also if nothing has arrived.
#[derive(Debug)]
pub struct Host<A: Address> {
    limits: Limits,
    random: Random,
    now: u64,
    serial: u64,
    slots: Slots<Slot<A>>,
    /// The connections to this host, by address and connect id: a repeated request begins no other one.
    requests: BTreeMap<(A, u32), u16>,
    /// Open handshakes in the order of their begin, and how many each IP address has.
    halves: BTreeSet<PeerId>,
    halves_of_ip: BTreeMap<A::Ip, u8>,
    seats: usize,
    tails: VecDeque<PeerId>,
    timers: BTreeSet<(u64, u16)>,
    ready: VecDeque<u16>,
    last_words: VecDeque<(A, [u8; LAST_WORD])>,
    /// Those with events in this turn and in the next one.
    with_events: VecDeque<u16>,
    next_turn: VecDeque<u16>,
    turn: u64,
    coder: Option<Box<RangeCoder>>,
    /// The result of the coder.
    scratch: Vec<u8>,
}

impl<A: Address> Host<A> {
    /// Makes a host. `key` must be random and secret: slots, sessions and times that prove an address are made from it.
    ///
    /// # Errors
    /// A limit is out of its range.
    pub fn new(limits: Limits, key: [u64; 2]) -> Result<Self, LimitsError> {
        limits.check()?;
        Ok(Self {
            limits,
            random: Random::new(key),
            now: 0,
            serial: 0,
            slots: Slots::new(),
            requests: BTreeMap::new(),
            halves: BTreeSet::new(),
            halves_of_ip: BTreeMap::new(),
            seats: 0,
            tails: VecDeque::new(),
            timers: BTreeSet::new(),
            ready: VecDeque::new(),
            last_words: VecDeque::new(),
            with_events: VecDeque::new(),
            next_turn: VecDeque::new(),
            turn: 0,
            coder: None,
            scratch: vec![0; MAX_DATAGRAM],
        })
    }

    /// Asks a server for a connection with `channels` channels. Godot's servers take `data` as the id of the client, from 2 to 2^31 - 1.
    /// `is_compressed` says whether the first datagram is compressed; later ones are, if the server compresses.
    ///
    /// The first event of the peer is [`Event::Connected`], or [`Event::Disconnected`] after 30 seconds without an answer.
    ///
    /// # Errors
    /// There are no channels, or no slot is free.
    pub fn connect(
        &mut self,
        address: A,
        channels: u8,
        data: u32,
        is_compressed: bool,
        now: Duration,
    ) -> Result<PeerId, ConnectError> {
        let now = self.tick(now);
        if channels == 0 {
            return Err(ConnectError::NoChannel);
        }
        let id = self.new_id().ok_or(ConnectError::Full)?;
        let (random, clock) = (self.random.next(), self.random.next() as u16);
        let link = Link { slot: NO_SLOT, session_in: 0, session_out: 0, is_compressed, clock };
        let connect = request(id.slot(), channels, self.limits.mtu, random as u32);
        let peer = Peer::client(&self.limits, connect, data, link, now);
        self.insert(id, address, Use::Peer(Box::new(peer)));
        self.schedule(id.slot());
        Ok(id)
    }

    /// Queues a packet. [`transmit`](Self::transmit) sends it. One value of `Arc<[u8]>` can be sent to many peers without a copy for each.
    ///
    /// # Errors
    /// The peer is not connected, has no such channel, or too much waits for it; the packet is too long.
    pub fn send(
        &mut self,
        peer: PeerId,
        channel: u8,
        mode: Mode,
        bytes: impl Into<Arc<[u8]>>,
    ) -> Result<(), SendError> {
        let (max, max_queued) = (self.limits.max_packet_bytes, self.limits.max_queued_bytes);
        let to = self.peer_mut(peer).filter(|to| to.is_connected());
        let to = to.ok_or(SendError::NotConnected)?;
        let channels = to.channel_count();
        if channel >= channels {
            return Err(SendError::Channel { channel, channels });
        }
        let bytes = bytes.into();
        if bytes.len() > max {
            return Err(SendError::TooLong { len: bytes.len(), max });
        }
        let queued = to.outgoing.bytes();
        if queued > max_queued {
            return Err(SendError::Full { queued });
        }
        to.outgoing.send(channel, mode, bytes);
        self.make_ready(peer.slot());
        Ok(())
    }

    /// Ends a connection, without the packets that wait. [`Event::Disconnected`] comes when the other side has acknowledged that, or after 5
    /// seconds. The other side gets `data`.
    pub fn disconnect(&mut self, peer: PeerId, data: u32) {
        let now = self.now;
        if let Some(it) = self.peer_mut(peer) {
            it.disconnect(data, now);
            self.schedule(peer.slot());
        }
    }

    /// As [`disconnect`](Self::disconnect), after all packets that were sent are acknowledged, or after 30 seconds. No more packets of the
    /// peer are received.
    pub fn disconnect_later(&mut self, peer: PeerId, data: u32) {
        let now = self.now;
        if let Some(it) = self.peer_mut(peer) {
            it.disconnect_later(data, now);
            self.schedule(peer.slot());
        }
    }

    /// Ends a connection at once, without an event. The other side is told once, with `data`.
    pub fn close(&mut self, peer: PeerId, data: u32) {
        let Some(it) = self.peer_mut(peer) else { return };
        let link = it.link;
        let is_told = link.slot != NO_SLOT && !matches!(it.state, State::Ended(_));
        let Some(address) = self.slots.get(peer.slot()).map(|slot| slot.address) else { return };
        if is_told {
            self.say_farewell(address, link, data);
        }
        self.finish(peer.slot());
    }

    /// Ends a connection at once, without an event. The other side is not told.
    pub fn reset(&mut self, peer: PeerId) {
        if self.peer_mut(peer).is_some() {
            self.finish(peer.slot());
        }
    }

    /// Returns the state of a peer, until its last event was returned.
    pub fn peer(&self, peer: PeerId) -> Option<PeerInfo<A>> {
        let slot = self.slots.get(peer.slot()).filter(|slot| slot.id == peer)?;
        let Use::Peer(it) = &slot.used else { return None };
        Some(PeerInfo {
            address: slot.address,
            is_connected: it.is_connected(),
            channels: it.channel_count(),
            mtu: it.mtu,
            round_trip: Duration::from_millis(it.timing.round_trip().into()),
            queued_bytes: it.outgoing.bytes(),
            waiting_bytes: it.inbox.bytes(),
            is_compressed: it.link.is_compressed,
        })
    }

    /// Returns the limits that the host was made with.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Reads a datagram that has arrived from an address. `now` is the time since any start; it never goes back.
    ///
    /// # Errors
    /// The datagram was dropped as a whole. Datagrams of connections that have ended are dropped without an error.
    pub fn receive(
        &mut self,
        address: A,
        datagram: &[u8],
        now: Duration,
    ) -> Result<(), ReceiveError> {
        let now = self.tick(now);
        let (header, body) = Header::read(datagram)?;
        let known = self.slots.get(header.slot).filter(|slot| slot.address == address);
        let link = known.map(|slot| match &slot.used {
            Use::Half(half) => half.link,
            Use::Peer(peer) => peer.link,
            Use::Tail(link) => *link,
        });
        if link.is_some_and(|link| !link.accepts(header)) {
            return Ok(());
        }
        if !header.is_compressed {
            return self.read(address, header, body, link.is_some(), datagram.len(), now);
        }
        let max = match link {
            // No ENet compresses more.
            Some(_) => usize::from(self.limits.mtu) - HEADER,
            None if header.slot == NO_SLOT && body.len() <= MAX_STRANGE => MAX_STRANGE,
            // Of a connection that has ended. Texts of other protocols have no sent time.
            None if header.slot != NO_SLOT && header.sent_time.is_some() => return Ok(()),
            None => return Err(ReceiveError::NoConnection),
        };
        let mut scratch = core::mem::take(&mut self.scratch);
        let coder = self.coder.get_or_insert_with(Box::default);
        let len = coder.decompress(body, &mut scratch[..max]);
        let body = scratch.get(..len.unwrap_or(0)).unwrap_or_default();
        let result = match Commands::check(header, body) {
            Ok(()) => self.read(address, header, body, link.is_some(), datagram.len(), now),
            Err(_) => Err(ReceiveError::Compression),
        };
        self.scratch = scratch;
        result
    }

    /// Reads the commands of a datagram.
    fn read(
        &mut self,
        address: A,
        header: Header,
        body: &[u8],
        is_known: bool,
        len: usize,
        now: u64,
    ) -> Result<(), ReceiveError> {
        Commands::check(header, body)?;
        let mut commands = Commands::new(body).map_while(Result::ok);
        if header.slot == NO_SLOT {
            let Some(Framed { command: Command::Connect(connect, data), .. }) = commands.next()
            else {
                return Err(ReceiveError::NoConnection);
            };
            self.request(address, (connect, data), header.is_compressed, len, now);
            return Ok(());
        }
        let Some(slot) = self.slots.get_mut(header.slot).filter(|_| is_known) else {
            return Ok(());
        };
        let id = slot.id;
        match &mut slot.used {
            Use::Half(half) => {
                half.receive(len);
                let Some(first) = commands.next() else { return Ok(()) };
                let Some(round_trip) = half.round_trip(&first, now) else { return Ok(()) };
                self.admit(id.slot(), round_trip, now)?;
            }
            Use::Peer(_) => {}
            Use::Tail(link) => {
                let (link, end) = (*link, commands.find(is_end));
                if let Some(end) = end {
                    self.acknowledge_end(address, link, &end, header);
                }
                return Ok(());
            }
        }
        let Some(peer) = self.peer_mut(id) else { return Ok(()) };
        peer.link.is_compressed |= header.is_compressed;
        let link = peer.link;
        for framed in commands {
            let is_connecting = peer.state == State::Connecting;
            let flow = peer.handle(&framed, header.sent_time, now);
            if is_end(&framed) && !is_connecting {
                self.acknowledge_end(address, link, &framed, header);
                break;
            }
            if flow == Flow::Stop {
                break;
            }
        }
        self.schedule(id.slot());
        Ok(())
    }

    /// Somebody asks for a connection.
    fn request(
        &mut self,
        address: A,
        request: (crate::wire::Connect, u32),
        is_compressed: bool,
        len: usize,
        now: u64,
    ) {
        let (connect, _) = request;
        if self.limits.max_peers == 0 || !Half::<A::Ip>::is_valid(&connect) {
            return;
        }
        if let Some(slot) = self.requests.get(&(address, connect.connect_id)) {
            if let Some(Slot { used: Use::Half(half), .. }) = self.slots.get_mut(*slot) {
                half.receive(len);
            }
            return;
        }
        let ip = address.ip();
        if ip.is_some_and(|ip| self.halves_of_ip.get(&ip).is_some_and(|it| *it >= MAX_HALF_OF_IP)) {
            return;
        }
        if self.halves.len() >= MAX_HALF {
            self.drop_oldest_half();
        }
        let Some(id) = self.new_id() else { return };
        let random = self.random.next();
        let link = Link {
            slot: connect.slot,
            session_in: (random >> 16) as u8 & 3,
            session_out: (random >> 24) as u8 & 3,
            is_compressed,
            clock: random as u16,
        };
        let mut half = Half::new(id, ip, request, link, now + PATIENCE);
        half.receive(len);
        self.insert(id, address, Use::Half(Box::new(half)));
        self.requests.insert((address, connect.connect_id), id.slot());
        self.halves.insert(id);
        if let Some(ip) = ip {
            *self.halves_of_ip.entry(ip).or_default() += 1;
        }
        self.make_ready(id.slot());
        self.set_timer(id.slot(), now + REPETITION);
    }

    /// An address is proven: the connection begins, if there is a seat.
    fn admit(&mut self, slot: u16, round_trip: u16, now: u64) -> Result<(), ReceiveError> {
        let Some(it) = self.slots.get_mut(slot) else { return Ok(()) };
        let Use::Half(half) = &it.used else { return Ok(()) };
        let (link, address, ip) = (half.link, it.address, half.ip);
        let is_full = self.seats >= self.limits.max_peers;
        let channels = half.channels(&self.limits);
        let mut peer = Peer::server(&self.limits, &half.connect, channels, half.data, link, now);
        peer.timing.sample(round_trip.into(), now);
        if is_full {
            self.release(slot);
            self.say_farewell(address, link, 0);
            return Err(ReceiveError::Full);
        }
        it.used = Use::Peer(Box::new(peer));
        it.is_seat = true;
        self.seats += 1;
        let id = it.id;
        self.forget_half(id, ip);
        Ok(())
    }

    /// A handshake is no longer open.
    fn forget_half(&mut self, id: PeerId, ip: Option<A::Ip>) {
        self.halves.remove(&id);
        if let Some(ip) = ip
            && let Some(count) = self.halves_of_ip.get_mut(&ip)
        {
            *count -= 1;
            if *count == 0 {
                self.halves_of_ip.remove(&ip);
            }
        }
    }

    fn drop_oldest_half(&mut self) {
        if let Some(id) = self.halves.first() {
            self.release(id.slot());
        }
    }

    /// Returns an id with a random free slot. If all are used, an open handshake or a connection that has ended gives way.
    fn new_id(&mut self) -> Option<PeerId> {
        if self.slots.len() >= usize::from(NO_SLOT) {
            self.drop_oldest_tail();
        }
        if self.slots.len() >= usize::from(NO_SLOT) {
            self.drop_oldest_half();
        }
        let start = (self.random.next() % u64::from(NO_SLOT)) as u16;
        // Others near the start make no slot likelier than the random numbers that follow it.
        let slot = (0..8)
            .map(|_| (self.random.next() % u64::from(NO_SLOT)) as u16)
            .chain((start..NO_SLOT).chain(0..start))
            .find(|slot| !self.slots.contains_key(*slot))?;
        self.serial += 1;
        Some(PeerId::new(self.serial, slot))
    }

    fn insert(&mut self, id: PeerId, address: A, used: Use<A::Ip>) {
        let slot = Slot {
            id,
            address,
            used,
            is_seat: false,
            timer: None,
            is_ready: false,
            has_events: false,
            turn: 0,
            taken: 0,
        };
        self.slots.insert(id.slot(), slot);
    }

    /// Frees a slot.
    fn release(&mut self, slot: u16) {
        let Some(it) = self.slots.remove(slot) else { return };
        if let Some(timer) = it.timer {
            self.timers.remove(&(timer, slot));
        }
        if it.is_seat {
            self.seats -= 1;
        }
        let connect_id = match &it.used {
            Use::Half(half) => {
                self.forget_half(it.id, half.ip);
                half.connect.connect_id
            }
            Use::Peer(peer) => peer.connect_id,
            Use::Tail(_) => return,
        };
        if self.requests.get(&(it.address, connect_id)) == Some(&slot) {
            self.requests.remove(&(it.address, connect_id));
        }
    }

    /// Frees the slot of a peer, but acknowledges for a moment that it has left.
    fn finish(&mut self, slot: u16) {
        let Some(it) = self.slots.get(slot) else { return };
        let (id, address) = (it.id, it.address);
        let link = match &it.used {
            Use::Peer(peer) => peer.link,
            Use::Half(_) | Use::Tail(_) => return,
        };
        self.release(slot);
        if link.slot == NO_SLOT {
            return;
        }
        if self.tails.len() >= MAX_TAILS {
            self.drop_oldest_tail();
        }
        self.insert(id, address, Use::Tail(link));
        self.tails.push_back(id);
        self.set_timer(slot, self.now + TAIL);
    }

    fn drop_oldest_tail(&mut self) {
        if let Some(id) = self.tails.pop_front() {
            self.release(id.slot());
        }
    }

    fn peer_mut(&mut self, id: PeerId) -> Option<&mut Peer> {
        let slot = self.slots.get_mut(id.slot()).filter(|slot| slot.id == id)?;
        match &mut slot.used {
            Use::Peer(peer) => Some(peer),
            Use::Half(_) | Use::Tail(_) => None,
        }
    }

    /// Tells the other side once that its connection has ended.
    fn say_farewell(&mut self, address: A, link: Link, data: u32) {
        let command = Command::Disconnect { data, is_acknowledged: false };
        self.say(address, link, &Framed { channel: CONNECTION, number: 0, command });
    }

    fn acknowledge_end(&mut self, address: A, link: Link, end: &Framed<'_>, header: Header) {
        let Some(sent_time) = header.sent_time else { return };
        if self.last_words.len() >= MAX_LAST_WORDS {
            // The end comes again. A farewell does not, so these are not counted.
            return;
        }
        let &Framed { channel, number, .. } = end;
        let command = Command::Acknowledge { number, sent_time };
        self.say(address, link, &Framed { channel, number, command });
    }

    fn say(&mut self, address: A, link: Link, framed: &Framed<'_>) {
        let ([a, b, ..], _) = link.header(None).to_bytes();
        let mut datagram = [a, b, 0, 0, 0, 0, 0, 0, 0, 0];
        Writer::new(&mut datagram, 2).command(framed);
        self.last_words.push_back((address, datagram));
    }

    /// Returns the next event, without waiting. Returns `None` after all, or after a turn of at most 100 packets of each peer; then go on
    /// with [`transmit`](Self::transmit), and call this again.
    pub fn next_event(&mut self) -> Option<Event<A>> {
        while let Some(slot) = self.with_events.pop_front() {
            let Some(it) = self.slots.get_mut(slot) else { continue };
            it.has_events = false;
            let (peer, address) = (it.id, it.address);
            let Use::Peer(from) = &mut it.used else { continue };
            if core::mem::take(&mut from.is_new) {
                let data = from.data;
                self.queue_events(slot);
                return Some(Event::Connected { peer, address, data });
            }
            if let Some(packet) = from.inbox.pop() {
                if it.turn != self.turn {
                    (it.turn, it.taken) = (self.turn, 0);
                }
                it.taken += 1;
                self.queue_events(slot);
                let crate::channel::Packet { channel, mode, bytes } = packet;
                return Some(Event::Received { peer, channel, mode, bytes });
            }
            if let State::Ended(reason) = from.state {
                self.finish(slot);
                return Some(Event::Disconnected { peer, reason });
            }
        }
        self.turn += 1;
        core::mem::swap(&mut self.with_events, &mut self.next_turn);
        None
    }

    /// Puts a peer into the list of those with events, if it has some.
    fn queue_events(&mut self, slot: u16) {
        let Some(it) = self.slots.get_mut(slot) else { return };
        let Use::Peer(peer) = &it.used else { return };
        if it.has_events || !peer.has_event() {
            return;
        }
        it.has_events = true;
        let is_over = it.turn == self.turn && it.taken >= MAX_PACKETS;
        let queue = if is_over { &mut self.next_turn } else { &mut self.with_events };
        queue.push_back(slot);
    }

    /// Returns the next datagram to send: its address, and its length in `buffer`. Call this until it returns `None`.
    pub fn transmit(
        &mut self,
        now: Duration,
        buffer: &mut [u8; MAX_DATAGRAM],
    ) -> Option<(A, usize)> {
        let now = self.tick(now);
        self.pass_time(now);
        if let Some((address, datagram)) = self.last_words.pop_front() {
            buffer[..LAST_WORD].copy_from_slice(&datagram);
            return Some((address, LAST_WORD));
        }
        while let Some(slot) = self.ready.pop_front() {
            let Some(it) = self.slots.get_mut(slot) else { continue };
            it.is_ready = false;
            let address = it.address;
            let (header, len, link, has_more) = match &mut it.used {
                Use::Half(half) => match half.transmit(&self.limits, now, buffer) {
                    Some((header, len)) => (header, len, half.link, false),
                    None => continue,
                },
                Use::Peer(peer) => {
                    let sent = peer.transmit(now, buffer);
                    let link = peer.link;
                    self.schedule_time(slot);
                    match sent {
                        Some(sent) => (sent.header, sent.len, link, sent.has_more),
                        None => continue,
                    }
                }
                Use::Tail(_) => continue,
            };
            if has_more {
                self.make_ready(slot);
            }
            let len = self.seal(header, len, link.is_compressed, buffer);
            if let Some(Slot { used: Use::Half(half), .. }) = self.slots.get_mut(slot) {
                half.spend(len);
            }
            return Some((address, len));
        }
        None
    }

    /// Writes the header before the commands, and compresses them if that makes them shorter. Returns the length of the datagram.
    fn seal(
        &mut self,
        mut header: Header,
        len: usize,
        is_compressed: bool,
        buffer: &mut [u8; MAX_DATAGRAM],
    ) -> usize {
        let body = buffer.get(HEADER..len).unwrap_or_default();
        let (_, start) = header.to_bytes();
        let mut end = start + body.len();
        let mut compressed = None;
        if is_compressed {
            let coder = self.coder.get_or_insert_with(Box::default);
            let max = body.len().saturating_sub(1);
            compressed = coder.compress(body, &mut self.scratch[..max]);
        }
        if let Some(compressed) = compressed {
            header.is_compressed = true;
            end = start + compressed;
            buffer[start..end].copy_from_slice(&self.scratch[..compressed]);
        } else if start < HEADER {
            buffer.copy_within(HEADER..len, start);
        }
        let (bytes, _) = header.to_bytes();
        buffer[..start].copy_from_slice(&bytes[..start]);
        end
    }

    /// Returns when [`transmit`](Self::transmit) is to be called next, if no datagram arrives and no packet is sent before. A time that has
    /// passed means now: there are datagrams to send or events to take.
    pub fn deadline(&self) -> Option<Duration> {
        let is_idle = self.ready.is_empty()
            && self.last_words.is_empty()
            && self.with_events.is_empty()
            && self.next_turn.is_empty();
        if !is_idle {
            return Some(Duration::from_millis(self.now));
        }
        self.timers.first().map(|(time, _)| Duration::from_millis(*time))
    }

    fn tick(&mut self, now: Duration) -> u64 {
        let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX / 2);
        self.now = self.now.max(now);
        self.now
    }

    fn make_ready(&mut self, slot: u16) {
        if let Some(it) = self.slots.get_mut(slot)
            && !it.is_ready
        {
            it.is_ready = true;
            self.ready.push_back(slot);
        }
    }

    /// Sets a timer of a slot, if it has no earlier one.
    fn set_timer(&mut self, slot: u16, time: u64) {
        let Some(it) = self.slots.get_mut(slot) else { return };
        if let Some(earlier) = it.timer {
            if earlier <= time {
                return;
            }
            self.timers.remove(&(earlier, slot));
        }
        it.timer = Some(time);
        self.timers.insert((time, slot));
    }

    fn schedule_time(&mut self, slot: u16) {
        let Some(Slot { used: Use::Peer(peer), .. }) = self.slots.get(slot) else { return };
        if let Some(time) = peer.next_time() {
            self.set_timer(slot, time);
        }
    }

    /// Puts a peer into the lists after something has changed.
    fn schedule(&mut self, slot: u16) {
        self.schedule_time(slot);
        self.queue_events(slot);
        let Some(Slot { used: Use::Peer(peer), .. }) = self.slots.get(slot) else { return };
        if peer.has_due() {
            self.make_ready(slot);
        }
    }

    /// Does what is due at a time.
    fn pass_time(&mut self, now: u64) {
        while let Some(&(time, slot)) = self.timers.first() {
            if time > now {
                break;
            }
            self.timers.pop_first();
            let Some(it) = self.slots.get_mut(slot) else { continue };
            it.timer = None;
            match &mut it.used {
                Use::Half(half) if half.until <= now => self.release(slot),
                Use::Half(half) => {
                    let next = half.until.min(now + REPETITION);
                    self.make_ready(slot);
                    self.set_timer(slot, next);
                }
                Use::Peer(peer) => {
                    peer.pass_time(now);
                    // Also for a ping. Then the next time is known.
                    self.make_ready(slot);
                    self.queue_events(slot);
                }
                Use::Tail(_) => {
                    let id = it.id;
                    self.tails.retain(|tail| *tail != id);
                    self.release(slot);
                }
            }
        }
    }
}

/// Whether a command ends a connection, and wants that to be acknowledged.
const fn is_end(framed: &Framed<'_>) -> bool {
    matches!(framed.command, Command::Disconnect { is_acknowledged: true, .. })
}
