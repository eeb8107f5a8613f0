//! Packets of ENet: the commands of a datagram, of which some carry packets or parts of them. All numbers are big-endian.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use godot_var_enet::MAX_DATAGRAM;
use godot_var_enet::range_coder::RangeCoder;
use godot_var_enet::wire::{CONNECTION, Command, Commands, Fragment, Header, NO_SLOT, WireError};

use super::Datagram;
use super::place::{Flow, Place};
use super::recent::Recent;

const CHECKSUM: usize = 4;

/// Channels that are remembered, with the numbers of packets that have come.
const MAX_CHANNELS: usize = 1 << 14;
const MAX_PEERS: usize = 1 << 14;
/// Packets of which parts are missing.
const MAX_PARTIAL: usize = 1 << 12;
/// What a part takes in addition to its bytes, about.
const AROUND: usize = 64;

/// What is wrong in a datagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It is compressed in a way that is not read.
    Compressed,
    /// On this channel this, at this byte after the header.
    Wrong(u8, &'static str, usize),
}

impl From<WireError> for Trouble {
    fn from(error: WireError) -> Self {
        let (what, at) = match error {
            WireError::Unknown(at) => ("no command of ENet", at),
            WireError::Ends(at) => ("the datagram ends within a command of ENet", at),
            WireError::Irregular(at) => ("a command with flags that ENet does not give it", at),
            _ => ("the datagram ends within the header of ENet", 0),
        };
        Self::Wrong(CONNECTION, what, at)
    }
}

/// The commands of a datagram, without its header.
fn body(datagram: &[u8], has_checksum: bool) -> Result<(Header, Cow<'_, [u8]>), Trouble> {
    let (header, body) = Header::read(datagram)?;
    let body = body.get(if has_checksum { CHECKSUM } else { 0 }..).ok_or(WireError::Header)?;
    if !header.is_compressed {
        return Ok((header, Cow::Borrowed(body)));
    }
    let mut commands = vec![0; MAX_DATAGRAM];
    let len = RangeCoder::new().decompress(body, &mut commands).ok_or(Trouble::Compressed)?;
    commands.truncate(len);
    Ok((header, Cow::Owned(commands)))
}

/// The commands of a datagram that are as ENet writes them.
fn regular_body(datagram: &[u8], has_checksum: bool) -> Option<Cow<'_, [u8]>> {
    let (header, body) = body(datagram, has_checksum).ok()?;
    Commands::check(header, &body).is_ok().then_some(body)
}

/// What is known of a sender.
#[derive(Clone, Copy, Debug)]
struct Peer {
    is_enet: bool,
    has_checksum: bool,
    /// The number of the connection, once its start was seen.
    connection: u32,
}

/// One direction of a channel.
type Channel = (Flow, u32, u8);

/// Which reliable packets of a channel have come: those that come again are the same.
#[derive(Debug, Default)]
struct Window {
    newest: Option<u16>,
    /// Of the newest ones, from the newest on.
    seen: [u64; 16],
}

const WINDOW: u16 = 16 * 64;

impl Window {
    /// Takes note of a packet; says whether it is new.
    fn is_new(&mut self, number: u16) -> bool {
        let newest = *self.newest.get_or_insert(number.wrapping_sub(1));
        let ahead = number.wrapping_sub(newest);
        if (1..0x8000).contains(&ahead) {
            // The place of a number is its remainder: those between are not yet there.
            let skipped = ahead.min(WINDOW);
            for step in 0..skipped {
                self.set(number.wrapping_sub(step), false);
            }
            self.newest = Some(number);
        } else if newest.wrapping_sub(number) >= WINDOW {
            return false;
        }
        !self.set(number, true)
    }

    /// Returns what was there.
    fn set(&mut self, number: u16, value: bool) -> bool {
        let at = usize::from(number % WINDOW);
        let (word, bit) = (&mut self.seen[at / 64], 1 << (at % 64));
        let before = *word & bit != 0;
        *word = if value { *word | bit } else { *word & !bit };
        before
    }
}

/// A packet of a channel: the number of its first part, and if it is unreliable that of the reliable packet before it,
/// at which the numbers of unreliable ones begin again.
type PartialKey = (Channel, u16, Option<u16>);

/// A packet of which parts are missing.
#[derive(Debug)]
struct Partial {
    /// Where its last part was.
    place: Place,
    total: usize,
    count: u32,
    have: usize,
    parts: BTreeMap<u32, (usize, Vec<u8>)>,
}

impl Partial {
    /// The bytes of its parts, with the room around them.
    fn held(&self) -> usize {
        self.have + self.parts.len() * AROUND
    }
}

/// Follows conversations over ENet.
#[derive(Debug)]
pub(super) struct Enet {
    peers: Recent<Flow, Peer>,
    channels: Recent<Channel, Window>,
    partial: Recent<PartialKey, Partial>,
    /// The bytes of parts that wait, with the room around them.
    held: usize,
    /// The bytes of those that were dropped, and not yet said.
    dropped: u64,
}

/// A packet, and the channel on which it came.
pub(super) type Packet = (u8, Vec<u8>);

impl Enet {
    pub(super) fn new() -> Self {
        Self {
            peers: Recent::new(MAX_PEERS),
            channels: Recent::new(MAX_CHANNELS),
            partial: Recent::new(MAX_PARTIAL),
            held: 0,
            dropped: 0,
        }
    }

    /// Whether a datagram is one of ENet: the first of its sender that leaves no doubt decides, or the other side.
    /// `is_variant` says what it is otherwise.
    pub(super) fn is_enet(
        &mut self,
        flow: Flow,
        datagram: &Datagram<'_>,
        is_variant: bool,
    ) -> bool {
        let answered = self.peers.get(flow.reversed()).is_some_and(|peer| peer.is_enet);
        if let Some(peer) = self.peers.get(flow).filter(|peer| peer.is_enet || !answered) {
            return peer.is_enet;
        }
        let (datagram, is_cut) = (datagram.payload, datagram.missing > 0);
        let header = Header::read(datagram).ok().map(|(header, _)| header);
        let is_regular = [false, true].iter().any(|it| regular_body(datagram, *it).is_some());
        // No Variant begins with one of these bits, or has another length than a multiple of 4. A packet of high-level
        // multiplayer that begins with the lower one is hardly ever what ENet's range coder writes.
        let is_marked = header.is_some_and(|it| it.is_compressed || it.sent_time.is_some());
        let is_sure = is_marked || is_variant && !datagram.len().is_multiple_of(4);
        // The first datagram of a client that compresses.
        let is_first = header.is_some_and(|it| {
            it.is_compressed && it.sent_time.is_some() && it.slot == NO_SLOT && it.session == 0
        });
        let is_enet = answered || is_first || is_regular && is_sure;
        if is_enet || !is_regular && !is_cut {
            let peer = Peer { is_enet, has_checksum: false, connection: 0 };
            *self.peers.entry(flow, || peer) = peer;
        }
        is_enet
    }

    /// The bytes of parts that were dropped since the last time.
    pub(super) fn take_dropped(&mut self) -> u64 {
        std::mem::take(&mut self.dropped)
    }

    /// Nothing more comes: the last places of packets of which parts are missing, and the bytes of those that have come.
    pub(super) fn end(&mut self) -> Vec<(Place, u64)> {
        let parts = self.partial.values().map(|partial| (partial.place, partial.have as u64));
        let mut parts: Vec<_> = parts.collect();
        parts.sort_unstable_by_key(|(place, _)| place.number);
        (self.partial, self.held) = (Recent::new(MAX_PARTIAL), 0);
        parts
    }

    /// Reads the packets of a datagram into `found`; those before an error are there.
    pub(super) fn datagram(
        &mut self,
        place: Place,
        datagram: &[u8],
        max: usize,
        room: usize,
        found: &mut VecDeque<Packet>,
    ) -> Result<(), Trouble> {
        let new = Peer { is_enet: true, has_checksum: false, connection: 0 };
        let flow = place.flow();
        let mut peer = *self.peers.entry(flow, || new);
        let body = if let Some(body) = regular_body(datagram, peer.has_checksum) {
            body
        } else if let Some(body) = regular_body(datagram, !peer.has_checksum) {
            peer.has_checksum = !peer.has_checksum;
            body
        } else {
            body(datagram, peer.has_checksum)?.1
        };
        let mut commands = Commands::new(&body);
        loop {
            let start = commands.position();
            let Some(framed) = commands.next() else { break };
            let framed = framed?;
            let channel = (flow, peer.connection, framed.channel);
            if let Command::Reliable(_) | Command::Fragment(_) = framed.command {
                let window = self.channels.entry(channel, Window::default);
                if !window.is_new(framed.number) {
                    continue;
                }
            }
            let packet = match framed.command {
                Command::Connect(connect, _) | Command::Verify(connect) => {
                    peer.connection = connect.connect_id;
                    continue;
                }
                Command::Fragment(part) => {
                    self.part(place, (channel, part.start, None), part, max, room)
                }
                Command::UnreliableFragment(part) => {
                    self.part(place, (channel, part.start, Some(framed.number)), part, max, room)
                }
                Command::Reliable(data)
                | Command::Unreliable { data, .. }
                | Command::Unsequenced { data, .. } => Ok(Some(data.to_owned())),
                _ => continue,
            };
            let wrong = |message| Trouble::Wrong(framed.channel, message, start);
            found.extend(packet.map_err(wrong)?.map(|packet| (framed.channel, packet)));
        }
        *self.peers.entry(flow, || peer) = peer;
        Ok(())
    }

    /// Takes a part of a packet; returns the packet if it is the last that was missing.
    fn part(
        &mut self,
        place: Place,
        key: PartialKey,
        part: Fragment<'_>,
        max: usize,
        room: usize,
    ) -> Result<Option<Vec<u8>>, &'static str> {
        let Fragment { count, index, data, .. } = part;
        let (total, offset, len) = (part.total as usize, part.offset as usize, data.len());
        if total > max {
            return Err("a packet in parts that is longer than --max-message");
        }
        let is_outside = offset.checked_add(len).is_none_or(|end| end > total);
        // No part is empty.
        if index >= count || count as usize > total || is_outside || len == 0 {
            return Err("a part outside of its packet");
        }
        if self.partial.get(key).is_some_and(|it| (it.total, it.count) != (total, count)) {
            // The numbers have come round.
            self.forget(key);
        }
        if !self.make_room(len + AROUND, room) {
            self.forget(key);
            self.dropped += len as u64;
            return Ok(None);
        }
        let make = || Partial { place, total, count, have: 0, parts: BTreeMap::new() };
        let partial = self.partial.entry(key, make);
        if partial.parts.contains_key(&index) {
            return Ok(None);
        }
        if partial.have + len > total {
            self.forget(key);
            return Err("parts that are not their whole packet");
        }
        partial.place = place;
        partial.have += len;
        self.held += len + AROUND;
        partial.parts.insert(index, (offset, data.to_owned()));
        if partial.parts.len() < count as usize {
            return Ok(None);
        }
        let Some(partial) = self.partial.remove(key) else { return Ok(None) };
        self.held -= partial.held();
        if partial.have != total {
            return Err("parts that are not their whole packet");
        }
        let mut packet = vec![0; total];
        for (offset, part) in partial.parts.values() {
            if let Some(place) = packet.get_mut(*offset..offset + part.len()) {
                place.copy_from_slice(part);
            }
        }
        Ok(Some(packet))
    }

    /// Whether this many bytes may be held, too: the older packets are forgotten for them, but the last one is not.
    fn make_room(&mut self, count: usize, room: usize) -> bool {
        while self.held + count > room && self.partial.len() > 1 || self.partial.is_full() {
            let before: usize = self.partial.values().map(|partial| partial.have).sum();
            self.partial.forget_older_half();
            let after: usize = self.partial.values().map(|partial| partial.have).sum();
            self.dropped += (before - after) as u64;
            self.held = self.partial.values().map(Partial::held).sum();
        }
        self.held + count <= room
    }

    /// Drops the parts of a packet.
    fn forget(&mut self, key: PartialKey) {
        if let Some(partial) = self.partial.remove(key) {
            self.held -= partial.held();
            self.dropped += partial.have as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use godot_var_codegen::{protocol, wireshark};
    use godot_var_enet::wire::{CONNECTION, Commands};

    /// A row of the dissector's table: `{ "PING", 4, nil, { [8] = true } },`.
    fn row(line: &str) -> (usize, Option<usize>, Vec<u8>) {
        let (_, row) = line.split_once("\", ").expect("a name");
        let mut numbers = row.split(", ");
        let size = numbers.next().and_then(|size| size.parse().ok()).expect("a size");
        let length = numbers.next().expect("a place").parse().ok();
        let flags = row.split('[').skip(1).map(|flags| {
            let (flags, _) = flags.split_once(']').expect("flags");
            flags.parse::<u8>().expect("a number") << 4
        });
        (size, length, flags.collect())
    }

    #[test]
    fn the_dissector_has_the_same_commands() {
        let schema = "#[derive(GodotVar)] struct Chat { text: String }";
        let protocol = protocol::parse_text("chat.rs", schema).expect("a schema");
        let script = wireshark::generate(&protocol, &wireshark::Options::new("chat"));
        let script = script.expect("a dissector");
        let (_, table) = script.split_once("local ENET = {\n").expect("the table");
        let (table, _) = table.split_once("\n}\n").expect("its end");
        let rows: Vec<_> = table.lines().map(row).collect();
        assert_eq!(rows.len(), 12);
        let is_read = |body: &[u8]| Commands::new(body).all(|command| command.is_ok());
        for (kind, (size, length, flags)) in (1..).zip(rows) {
            let mut usual = Vec::new();
            for (flags, channel) in (0..16).flat_map(|it| [(it << 4, 0), (it << 4, CONNECTION)]) {
                let mut body = vec![0; size];
                body[..2].copy_from_slice(&[kind | flags, channel]);
                if !is_read(&body) {
                    continue;
                }
                usual.push(flags);
                assert!(!is_read(&body[..size - 1]), "{kind} is shorter");
                // The low byte of a length of 1 asks for a byte more.
                let mut lengths = (4..size - 1).filter(|at| {
                    let mut longer = body.clone();
                    longer[at + 1] = 1;
                    !is_read(&longer)
                });
                assert_eq!(lengths.next_back(), length, "{kind}");
            }
            usual.dedup();
            assert_eq!(usual, flags, "{kind}");
        }
    }
}
