//! A host: who may connect, and what its caller and the network exchange.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use crate::address::Address;
use crate::event::{ConnectError, Event, Mode, PeerId, PeerInfo, ReceiveError, SendError};
use crate::handshake::{Half, Link, MAX_WINDOW};
use crate::incoming::Packet;
use crate::limits::{Limits, LimitsError};
use crate::peer::{Peer, State};
use crate::random::Random;
use crate::range_coder::RangeCoder;
use crate::schedule::{Entry, Schedule};
use crate::slots::{Slot, Slots, Tail, Use};
use crate::wire::{
    CONNECTION, Command, Commands, Connect, Framed, HEADER, Header, MAX_DATAGRAM, NO_SLOT,
    Throttle, Writer,
};

/// How many handshakes may be open, and of one IP address.
const MAX_HALF: usize = 1024;
const MAX_HALF_OF_IP: usize = 16;
/// How long a handshake may take, in milliseconds.
const PATIENCE: u64 = 5_000;
/// After its end a connection still acknowledges that, for this time in milliseconds, and how many do. Others of the slots stay free, so that
/// nobody can guess the next one.
const TAIL: u64 = 1_000;
const MAX_TAILS: usize = 2048;
/// With how many symbols a compressed byte is compared on average, so that nobody can choose packets that take long.
const MAX_STEPS: usize = 16;
/// What the decompression of a datagram counts in addition to its result, in bytes.
const DECOMPRESSION: usize = 256;
/// The longest compressed body of somebody without a connection, in bytes, and the longest result.
const MAX_STRANGE: usize = 64;

/// A datagram that has arrived: where from, how long, and when.
#[derive(Clone, Copy)]
struct Datagram<A> {
    address: A,
    header: Header,
    len: usize,
    now: u64,
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
    schedule: Schedule,
    /// The handshakes with this host and its peers, by address and connect id: a repeated request begins no other one.
    requests: BTreeMap<(A, u32), u16>,
    /// The handshakes in the order of their begin, and by IP address.
    halves: BTreeSet<PeerId>,
    halves_of_ip: BTreeSet<(A::Ip, PeerId)>,
    /// The connections that have ended.
    tails: BTreeSet<PeerId>,
    coder: RangeCoder,
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
            random: Random { key, counter: 0 },
            now: 0,
            serial: 0,
            slots: Slots::new(),
            schedule: Schedule::default(),
            requests: BTreeMap::new(),
            halves: BTreeSet::new(),
            halves_of_ip: BTreeSet::new(),
            tails: BTreeSet::new(),
            coder: RangeCoder::new(),
            scratch: vec![0; MAX_DATAGRAM],
        })
    }

    /// Asks a server for a connection with `channels` channels. Godot's servers take `data` as the id of the client, from 2 to 2^31 - 1.
    /// `is_compressed` says whether the first datagram is compressed; later ones are, if the server compresses.
    ///
    /// The first event of the peer is [`Event::Connected`], or [`Event::Disconnected`] after 17.5 seconds without an answer.
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
        let (slot, clock) = (NO_SLOT, self.random.next() as u16);
        let link = Link { slot, session_in: 0, session_out: 0, is_compressed, clock };
        let connect = Connect {
            slot: id.slot(),
            incoming_session: 0xFF,
            outgoing_session: 0xFF,
            mtu: self.limits.mtu.into(),
            window: MAX_WINDOW,
            channels: channels.into(),
            incoming_bandwidth: 0,
            outgoing_bandwidth: 0,
            throttle: Throttle::DEFAULT,
            connect_id: self.random.next() as u32,
        };
        let peer = Peer::client(&self.limits, (connect, data), link, now);
        self.insert(id, address, Use::Peer(Box::new(peer)), now);
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
        let channels = to.incoming.channels.len() as u8;
        if channel >= channels {
            return Err(SendError::Channel { channel, channels });
        }
        let bytes = bytes.into();
        if bytes.len() > max {
            return Err(SendError::TooLong { len: bytes.len(), max });
        }
        let queued = to.outgoing.bytes;
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
        self.change(peer, |it, now| it.disconnect(data, now));
    }

    /// As [`disconnect`](Self::disconnect), after all packets that were sent are acknowledged, or after 30 seconds. No more packets of the
    /// peer are received.
    pub fn disconnect_later(&mut self, peer: PeerId, data: u32) {
        self.change(peer, |it, now| it.disconnect_later(data, now));
    }

    /// Ends a connection at once, without an event. The other side is told once, with `data`.
    pub fn close(&mut self, peer: PeerId, data: u32) {
        if let Some(it) = self.peer_mut(peer) {
            let has_ended = matches!(it.state, State::Ended(_));
            let word = if has_ended { it.last_acknowledgement() } else { Some(farewell(data)) };
            self.finish(peer.slot(), word);
        }
    }

    /// Ends a connection at once, without an event. The other side is not told.
    pub fn reset(&mut self, peer: PeerId) {
        if self.peer_mut(peer).is_some() {
            self.finish(peer.slot(), None);
        }
    }

    /// Returns the state of a peer, until its last event was returned.
    pub fn peer(&self, peer: PeerId) -> Option<PeerInfo<A>> {
        let slot = self.slots.get(peer.slot()).filter(|slot| slot.id == peer)?;
        let Use::Peer(it) = &slot.used else { return None };
        Some(PeerInfo {
            address: slot.address,
            is_connected: it.is_connected(),
            channels: it.incoming.channels.len() as u8,
            mtu: it.outgoing.mtu,
            round_trip: Duration::from_millis(it.timing.average.time.into()),
            queued_bytes: it.outgoing.bytes,
            waiting_bytes: it.incoming.bytes(),
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
        let slot = self.slots.get_mut(header.slot).filter(|slot| slot.address == address);
        let link = slot.as_ref().map(|slot| slot.link());
        if link.is_some_and(|link| !link.accepts(header)) {
            return Ok(());
        }
        let datagram = Datagram { address, header, len: datagram.len(), now };
        if !header.is_compressed {
            Commands::check(header, body)?;
            return self.read(datagram, body);
        }
        let max = match slot.map(|slot| self.schedule.may_decompress(slot, 0)) {
            Some(false) => return Ok(()),
            // No ENet compresses more.
            Some(true) => usize::from(self.limits.mtu) - HEADER,
            None if header.slot == NO_SLOT && body.len() <= MAX_STRANGE => MAX_STRANGE,
            // Of a connection that has ended. Texts of other protocols have no sent time.
            None if header.slot != NO_SLOT && header.sent_time.is_some() => return Ok(()),
            None => return Err(ReceiveError::NoConnection),
        };
        let mut scratch = core::mem::take(&mut self.scratch);
        let len = self.coder.decompress(body, &mut scratch[..max]);
        if let Some(slot) = self.slots.get_mut(header.slot).filter(|_| link.is_some()) {
            self.schedule.may_decompress(slot, len.unwrap_or(max) + DECOMPRESSION);
        }
        let body = scratch.get(..len.unwrap_or(0)).unwrap_or_default();
        let result = match Commands::check(header, body) {
            Ok(()) => self.read(datagram, body),
            Err(_) => Err(ReceiveError::Compression),
        };
        self.scratch = scratch;
        result
    }

    /// Reads the commands of a datagram, which were checked.
    fn read(&mut self, datagram: Datagram<A>, body: &[u8]) -> Result<(), ReceiveError> {
        let Datagram { address, header, len, now } = datagram;
        let mut commands = Commands::new(body).map_while(Result::ok);
        if header.slot == NO_SLOT {
            let Some(Framed { command: Command::Connect(connect, data), .. }) = commands.next()
            else {
                return Err(ReceiveError::NoConnection);
            };
            self.request(datagram, connect, data);
            return Ok(());
        }
        let known = self.slots.get_mut(header.slot).filter(|slot| slot.address == address);
        if let Some(Slot { used: Use::Half(half), .. }) = known {
            half.received += len;
            let first = commands.next();
            let Some(round_trip) = first.and_then(|first| half.round_trip(&first, now)) else {
                self.make_ready(header.slot);
                return Ok(());
            };
            self.admit(header.slot, round_trip, now)?;
        }
        let known = self.slots.get_mut(header.slot).filter(|slot| slot.address == address);
        let Some(slot) = known else { return Ok(()) };
        match &mut slot.used {
            Use::Half(_) => {}
            Use::Tail(tail) => {
                let is_end = |it: &Framed<'_>| {
                    matches!(it.command, Command::Disconnect { is_acknowledged: true, .. })
                };
                if let (Some(end), Some(time)) = (commands.find(is_end), header.sent_time) {
                    tail.word = Some(Framed::acknowledgement(end.channel, end.number, time));
                    self.schedule.make_ready(slot);
                }
            }
            Use::Peer(peer) => {
                peer.link.is_compressed |= header.is_compressed;
                commands.all(|framed| peer.handle(&framed, header.sent_time, now));
                self.schedule.update(slot);
            }
        }
        Ok(())
    }

    /// Somebody asks for a connection.
    fn request(&mut self, datagram: Datagram<A>, connect: Connect, data: u32) {
        let Datagram { address, header, len, now } = datagram;
        let is_valid = (1..=255).contains(&connect.channels) && connect.slot < NO_SLOT;
        if self.limits.max_peers == 0 || !is_valid {
            return;
        }
        if let Some(&slot) = self.requests.get(&(address, connect.connect_id)) {
            if let Some(Slot { used: Use::Half(half), .. }) = self.slots.get_mut(slot) {
                half.received += len;
                self.make_ready(slot);
            }
            return;
        }
        let ip = address.ip();
        let of_ip = ip
            .map_or(0, |ip| self.halves_of_ip.range((ip, PeerId::MIN)..=(ip, PeerId::MAX)).count());
        if of_ip >= MAX_HALF_OF_IP {
            return;
        }
        if self.halves.len() >= MAX_HALF {
            self.release(self.halves.first().copied());
        }
        let Some(id) = self.new_id() else { return };
        let last_in = self.slots.session_mut(id.slot());
        let link = Link::new(&connect, *last_in, header.is_compressed, self.random.next());
        *last_in = link.session_in;
        let half = Half::new(connect, data, link, len);
        self.requests.insert((address, connect.connect_id), id.slot());
        self.halves.insert(id);
        self.halves_of_ip.extend(ip.map(|ip| (ip, id)));
        self.insert(id, address, Use::Half(Box::new(half)), now + PATIENCE);
    }

    /// An address is proven: the connection begins, if there is a seat.
    fn admit(&mut self, slot: u16, round_trip: u16, now: u64) -> Result<(), ReceiveError> {
        let seats = self.requests.len() - self.halves.len();
        let Some(it) = self.slots.get_mut(slot) else { return Ok(()) };
        let Use::Half(half) = &it.used else { return Ok(()) };
        let (id, address) = (it.id, it.address);
        if seats >= self.limits.max_peers {
            self.finish(slot, Some(farewell(0)));
            return Err(ReceiveError::Full);
        }
        let mut peer = Peer::server(&self.limits, half, now);
        peer.timing.sample(round_trip.into(), now);
        it.used = Use::Peer(Box::new(peer));
        self.forget_half(id, address);
        Ok(())
    }

    /// A handshake is no longer open.
    fn forget_half(&mut self, id: PeerId, address: A) {
        self.halves.remove(&id);
        if let Some(ip) = address.ip() {
            self.halves_of_ip.remove(&(ip, id));
        }
    }

    /// Returns an id with a random free slot. If all are used, an open handshake or a connection that has ended gives way.
    fn new_id(&mut self) -> Option<PeerId> {
        if self.slots.len() >= usize::from(NO_SLOT) {
            self.release(self.tails.first().or_else(|| self.halves.first()).copied());
        }
        let start = (self.random.next() % u64::from(NO_SLOT)) as u16;
        // Others near the start make no slot likelier than the random numbers that follow it.
        let slot = (0..8)
            .map(|_| (self.random.next() % u64::from(NO_SLOT)) as u16)
            .chain((start..NO_SLOT).chain(0..start))
            .find(|slot| self.slots.get(*slot).is_none())?;
        self.serial += 1;
        Some(PeerId::new(self.serial, slot))
    }

    /// Uses a slot: a peer's, or another one until a time.
    fn insert(&mut self, id: PeerId, address: A, used: Use, until: u64) {
        let mut slot = Slot { id, address, used, entry: Entry::default() };
        self.schedule.set_timer(&mut slot, until);
        self.schedule.make_ready(&mut slot);
        self.slots.insert(id.slot(), slot);
    }

    /// Frees a slot.
    fn release(&mut self, id: Option<PeerId>) {
        let Some(slot) = id.map(PeerId::slot) else { return };
        let Some(mut it) = self.slots.remove(slot) else { return };
        self.schedule.remove_timer(&mut it);
        let connect_id = match &it.used {
            Use::Half(half) => half.connect.connect_id,
            Use::Peer(peer) => peer.connect_id,
            Use::Tail(_) => {
                self.tails.remove(&it.id);
                return;
            }
        };
        self.forget_half(it.id, it.address);
        if self.requests.get(&(it.address, connect_id)) == Some(&slot) {
            self.requests.remove(&(it.address, connect_id));
        }
    }

    /// Ends a connection. The other side gets this, and for a moment the acknowledgements of its end.
    fn finish(&mut self, slot: u16, word: Option<Framed<'static>>) {
        let Some(it) = self.slots.get(slot) else { return };
        let (id, address, link) = (it.id, it.address, it.link());
        self.release(Some(id));
        if link.slot == NO_SLOT {
            return;
        }
        if self.tails.len() >= MAX_TAILS {
            self.release(self.tails.first().copied());
        }
        self.insert(id, address, Use::Tail(Box::new(Tail { link, word })), self.now + TAIL);
        self.tails.insert(id);
    }

    fn peer_mut(&mut self, id: PeerId) -> Option<&mut Peer> {
        self.slots.get_mut(id.slot()).filter(|slot| slot.id == id)?.peer_mut()
    }

    fn make_ready(&mut self, slot: u16) {
        if let Some(slot) = self.slots.get_mut(slot) {
            self.schedule.make_ready(slot);
        }
    }

    fn change(&mut self, id: PeerId, change: impl FnOnce(&mut Peer, u64)) {
        let slot = self.slots.get_mut(id.slot()).filter(|slot| slot.id == id);
        if let Some(slot) = slot
            && let Some(peer) = slot.peer_mut()
        {
            change(peer, self.now);
            self.schedule.update(slot);
        }
    }

    /// Returns the next event, without waiting. Returns `None` after all, or after a turn of at most 100 packets of each peer; then go on
    /// with [`transmit`](Self::transmit), and call this again.
    pub fn next_event(&mut self) -> Option<Event<A>> {
        while let Some(slot) = self.schedule.pop_events() {
            let Some(it) = self.slots.get_mut(slot) else { continue };
            it.entry.has_events = false;
            let (peer, address) = (it.id, it.address);
            let Use::Peer(from) = &mut it.used else { continue };
            let event = if let Some(data) = from.news.take() {
                Event::Connected { peer, address, data }
            } else if let Some(packet) = from.incoming.pop() {
                self.schedule.begin_turn(it).taken += 1;
                let Packet { channel, mode, bytes } = packet;
                Event::Received { peer, channel, mode, bytes }
            } else if let State::Ended(reason) = from.state {
                let word = from.last_acknowledgement();
                self.finish(slot, word);
                return Some(Event::Disconnected { peer, reason });
            } else {
                continue;
            };
            self.schedule.update_events(it);
            return Some(event);
        }
        None
    }

    /// Returns the next datagram to send: its address, and its length in `buffer`. Call this until it returns `None`.
    pub fn transmit(
        &mut self,
        now: Duration,
        buffer: &mut [u8; MAX_DATAGRAM],
    ) -> Option<(A, usize)> {
        let now = self.tick(now);
        self.pass_time(now);
        while let Some(slot) = self.schedule.ready.pop_front() {
            let Some(it) = self.slots.get_mut(slot) else { continue };
            it.entry.is_ready = false;
            let mtu = it.peer_mut().map_or(self.limits.mtu, |peer| peer.outgoing.mtu);
            let mut writer = Writer::new(&mut buffer[..usize::from(mtu)]);
            let has_more = match &mut it.used {
                Use::Half(half) => half.transmit(slot, &self.limits, now, &mut writer),
                Use::Peer(peer) => peer.transmit(now, &mut writer),
                Use::Tail(tail) => tail.word.take().is_some_and(|word| !writer.command(&word)),
            };
            let Writer { len, commands, is_timed, .. } = writer;
            self.schedule.update_time(it);
            if commands == 0 {
                continue;
            }
            if has_more {
                self.schedule.make_ready(it);
            }
            let (address, link) = (it.address, it.link());
            let header = link.header(is_timed.then_some(now));
            return Some((address, self.seal(header, len, buffer)));
        }
        None
    }

    /// Writes the header before the commands, which are compressed if they should and that makes them shorter. Returns the length.
    fn seal(&mut self, mut header: Header, mut len: usize, buffer: &mut [u8]) -> usize {
        let body = buffer.get(HEADER..len).unwrap_or_default();
        let shorter = &mut self.scratch[..body.len().saturating_sub(1)];
        let is_wanted = header.is_compressed;
        let compressed =
            is_wanted.then(|| self.coder.compress(body, shorter, MAX_STEPS * body.len())).flatten();
        header.is_compressed = compressed.is_some();
        if let Some(compressed) = compressed {
            len = HEADER + compressed;
            buffer[HEADER..len].copy_from_slice(&self.scratch[..compressed]);
        }
        let (bytes, start) = header.to_bytes();
        buffer.copy_within(HEADER..len, start);
        buffer[..start].copy_from_slice(&bytes[..start]);
        start + len - HEADER
    }

    /// Returns when [`transmit`](Self::transmit) is to be called next, if no datagram arrives and no packet is sent before. A time that has
    /// passed means now: there are datagrams to send or events to take.
    pub fn deadline(&self) -> Option<Duration> {
        self.schedule.deadline(self.now).map(Duration::from_millis)
    }

    fn tick(&mut self, now: Duration) -> u64 {
        let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX / 2);
        self.now = self.now.max(now);
        self.now
    }

    /// Does what is due at a time.
    fn pass_time(&mut self, now: u64) {
        while let Some(slot) = self.schedule.pop_timer(now) {
            let Some(it) = self.slots.get_mut(slot) else { continue };
            it.entry.timer = None;
            let Some(peer) = it.peer_mut() else {
                let id = it.id;
                self.release(Some(id));
                continue;
            };
            peer.pass_time(now);
            self.schedule.update_events(it);
            // Also a peer without anything to send: it may get a ping. Then the next time is known.
            self.schedule.make_ready(it);
        }
    }
}

/// Returns a command that ends a connection at once.
const fn farewell(data: u32) -> Framed<'static> {
    let command = Command::Disconnect { data, is_acknowledged: false };
    Framed { channel: CONNECTION, number: 0, command }
}
