//! Packets of ENet: the commands of a datagram, of which some carry packets or parts of them. All numbers are big-endian.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use godot_var::multiplayer::wire::ENET_COMMANDS;
use rusty_enet::{Compressor, RangeCoder};

use super::Datagram;
use super::place::{Flow, Place};
use super::recent::Recent;

const SENT_TIME: u16 = 0x8000;
const COMPRESSED: u16 = 0x4000;
/// The header of the first datagram, which has no number of a peer yet, compressed.
const FIRST_COMPRESSED: u16 = 0xCFFF;
const CHECKSUM: usize = 4;

/// The channel of what belongs to the connection itself.
const NO_CHANNEL: u8 = 0xFF;

const ACKNOWLEDGE: u8 = 1;
const CONNECT: u8 = 2;
const VERIFY_CONNECT: u8 = 3;
const DISCONNECT: u8 = 4;
const SEND_RELIABLE: u8 = 6;
const SEND_UNRELIABLE: u8 = 7;
const SEND_FRAGMENT: u8 = 8;
const SEND_UNSEQUENCED: u8 = 9;
const SEND_UNRELIABLE_FRAGMENT: u8 = 12;

/// The bits of a command's first byte.
const COMMAND: u8 = 0x0F;
const RELIABLE: u8 = 0x80;
const UNSEQUENCED: u8 = 0x40;

/// Channels that are remembered, with the numbers of packets that have come.
const MAX_CHANNELS: usize = 1 << 14;
const MAX_PEERS: usize = 1 << 14;
/// Packets of which parts are missing.
const MAX_PARTIAL: usize = 1 << 12;
/// What a part takes beside its bytes, about.
const AROUND: usize = 64;

/// What is wrong in a datagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It is compressed in a way that is not read.
    Compressed,
    /// On this channel this, at this byte after the header.
    Wrong(u8, &'static str, usize),
}

#[derive(Clone, Copy, Debug)]
struct Command<'a> {
    first: u8,
    channel: u8,
    /// The command, with its header.
    bytes: &'a [u8],
    data: &'a [u8],
}

impl Command<'_> {
    const fn kind(self) -> u8 {
        self.first & COMMAND
    }

    fn u16(self, at: usize) -> u16 {
        self.bytes.get(at..).and_then(|it| it.first_chunk()).copied().map_or(0, u16::from_be_bytes)
    }

    fn u32(self, at: usize) -> u32 {
        self.bytes.get(at..).and_then(|it| it.first_chunk()).copied().map_or(0, u32::from_be_bytes)
    }

    /// Whether its flags are those that ENet gives it.
    const fn has_usual_flags(self) -> bool {
        let flags = self.first & !COMMAND;
        match self.kind() {
            ACKNOWLEDGE | SEND_UNRELIABLE | SEND_UNRELIABLE_FRAGMENT => flags == 0,
            SEND_UNSEQUENCED => flags == UNSEQUENCED,
            DISCONNECT => matches!(flags, 0 | UNSEQUENCED | RELIABLE),
            _ => flags == RELIABLE,
        }
    }
}

/// The commands of a datagram, one after the other.
fn next_command<'a>(body: &'a [u8], at: &mut usize) -> Result<Option<Command<'a>>, Trouble> {
    let rest = body.get(*at..).unwrap_or_default();
    let Some(&first) = rest.first() else { return Ok(None) };
    let kind = usize::from(first & COMMAND).checked_sub(1).and_then(|kind| ENET_COMMANDS.get(kind));
    let Some(&(size, length)) = kind else {
        return Err(Trouble::Wrong(NO_CHANNEL, "no command of ENet", *at));
    };
    let ends = |channel| Trouble::Wrong(channel, "the datagram ends within a command of ENet", *at);
    let bytes = rest.get(..size).ok_or_else(|| ends(NO_CHANNEL))?;
    let mut command = Command { first, channel: bytes[1], bytes, data: &[] };
    let len = length.map_or(0, |at| usize::from(command.u16(at)));
    command.data = rest.get(size..size + len).ok_or_else(|| ends(bytes[1]))?;
    *at += size + len;
    Ok(Some(command))
}

/// Undoes ENet's own compression; `None` if the bytes were not compressed by it.
fn decompress(bytes: &[u8]) -> Option<Vec<u8>> {
    /// No datagram of ENet is longer.
    const MAX_DATAGRAM: usize = 4096;
    let mut commands = vec![0; MAX_DATAGRAM];
    let len = RangeCoder::new().decompress(bytes, &mut commands);
    commands.truncate(len);
    (1..=MAX_DATAGRAM).contains(&len).then_some(commands)
}

/// The commands of a datagram, without its header.
fn body(datagram: &[u8], has_checksum: bool) -> Result<(u16, Cow<'_, [u8]>), Trouble> {
    const ENDS: Trouble =
        Trouble::Wrong(NO_CHANNEL, "the datagram ends within the header of ENet", 0);
    let flags = u16::from_be_bytes(*datagram.first_chunk().ok_or(ENDS)?);
    let size = if flags & SENT_TIME == 0 { 2 } else { 4 };
    let size = if has_checksum { size + CHECKSUM } else { size };
    let body = datagram.get(size..).ok_or(ENDS)?;
    if flags & COMPRESSED == 0 {
        return Ok((flags, Cow::Borrowed(body)));
    }
    Ok((flags, Cow::Owned(decompress(body).ok_or(Trouble::Compressed)?)))
}

/// Whether the commands of a datagram are as ENet writes them.
fn is_regular(flags: u16, body: &[u8]) -> bool {
    let (mut at, mut found) = (0, false);
    loop {
        match next_command(body, &mut at) {
            Ok(Some(command)) => {
                let is_timed = flags & SENT_TIME != 0 || command.first & RELIABLE == 0;
                if !is_timed || !command.has_usual_flags() {
                    return false;
                }
                found = true;
            }
            Ok(None) => return found,
            Err(_) => return false,
        }
    }
}

/// The commands of a datagram that are as ENet writes them.
fn regular_body(datagram: &[u8], has_checksum: bool) -> Option<Cow<'_, [u8]>> {
    let (flags, body) = body(datagram, has_checksum).ok()?;
    is_regular(flags, &body).then_some(body)
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

    /// Whether a datagram is one of ENet: the first of its sender that leaves no doubt tells, or the other side.
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
        let flags = datagram.first_chunk().copied().map_or(0, u16::from_be_bytes);
        let is_regular = [false, true].iter().any(|it| regular_body(datagram, *it).is_some());
        // No Variant begins with one of these bits, or has another length than a multiple of 4. A packet of high-level
        // multiplayer that begins with the lower one is hardly ever what ENet's range coder writes.
        let is_sure = flags >= COMPRESSED || is_variant && !datagram.len().is_multiple_of(4);
        let is_enet = answered || flags == FIRST_COMPRESSED || is_regular && is_sure;
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
        let mut at = 0;
        loop {
            let start = at;
            let Some(command) = next_command(&body, &mut at)? else { break };
            match command.kind() {
                // Both end with the connection's number, the first with a word of the game after it.
                CONNECT | VERIFY_CONNECT => peer.connection = command.u32(40),
                SEND_RELIABLE
                | SEND_FRAGMENT
                | SEND_UNRELIABLE
                | SEND_UNSEQUENCED
                | SEND_UNRELIABLE_FRAGMENT => {
                    let channel = (flow, peer.connection, command.channel);
                    let is_reliable = matches!(command.kind(), SEND_RELIABLE | SEND_FRAGMENT);
                    if is_reliable {
                        let window = self.channels.entry(channel, Window::default);
                        if !window.is_new(command.u16(2)) {
                            continue;
                        }
                    }
                    let packet =
                        if matches!(command.kind(), SEND_FRAGMENT | SEND_UNRELIABLE_FRAGMENT) {
                            let joined = self.part(place, channel, is_reliable, command, max, room);
                            joined.map_err(|message| {
                                Trouble::Wrong(command.channel, message, start)
                            })?
                        } else {
                            Some(command.data.to_owned())
                        };
                    found.extend(packet.map(|packet| (command.channel, packet)));
                }
                _ => {}
            }
        }
        *self.peers.entry(flow, || peer) = peer;
        Ok(())
    }

    /// Takes a part of a packet; returns the packet if it is the last that was missing.
    fn part(
        &mut self,
        place: Place,
        channel: Channel,
        is_reliable: bool,
        command: Command<'_>,
        max: usize,
        room: usize,
    ) -> Result<Option<Vec<u8>>, &'static str> {
        let (count, number) = (command.u32(8), command.u32(12));
        let (total, offset) = (command.u32(16) as usize, command.u32(20) as usize);
        let len = command.data.len();
        if total > max {
            return Err("a packet in parts that is longer than --max-message");
        }
        let is_outside = offset.checked_add(len).is_none_or(|end| end > total);
        // No part is empty.
        if number >= count || count as usize > total || is_outside || len == 0 {
            return Err("a part outside of its packet");
        }
        let key = (channel, command.u16(4), (!is_reliable).then(|| command.u16(2)));
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
        if partial.parts.contains_key(&number) {
            return Ok(None);
        }
        if partial.have + len > total {
            self.forget(key);
            return Err("parts that are not their whole packet");
        }
        partial.place = place;
        partial.have += len;
        self.held += len + AROUND;
        partial.parts.insert(number, (offset, command.data.to_owned()));
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

    /// Whether so many bytes may be held, too: the older packets are forgotten for them, but the last one is not.
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

    use super::{COMMAND, Command, ENET_COMMANDS};

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
        assert_eq!(rows.len(), ENET_COMMANDS.len());
        for ((kind, (size, length, flags)), command) in (1..).zip(rows).zip(ENET_COMMANDS) {
            assert_eq!((size, length), command, "{kind}");
            let usual = (0..=COMMAND).map(|flags| flags << 4).filter(|flags| {
                let first = kind | flags;
                Command { first, channel: 0, bytes: &[], data: &[] }.has_usual_flags()
            });
            assert_eq!(usual.collect::<Vec<_>>(), flags, "{kind}");
        }
    }
}
