//! The UDP socket of an `ENet` host: it drops what no `ENet` sends, and has the range coder for those addresses that use it.
//!
//! A flag in the header of a datagram says that it is compressed. `ENet` itself reads such datagrams only if its host was told to
//! compress, and then it compresses for every peer. A client that was not told the same drops them without an error. So the host here
//! does not compress, and the socket does, for every address that has sent a compressed datagram.
//!
//! `rusty_enet` 0.4.1 counts the fragments of a packet instead of their bytes, and shows what its memory held before. So a fragment must
//! be cut as both sides know from the handshake.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::net::SocketAddr;
use core::time::Duration;
use std::io::{self, ErrorKind};
use std::net::ToSocketAddrs;
use std::time::Instant;

use mio::net::UdpSocket;
use rusty_enet::{Compressor, MTU_MAX, PacketReceived, RangeCoder, Socket};

use super::{network, resolve};
use crate::Misfit;
use crate::wire::ENET_COMMANDS;

const SENT_TIME: u8 = 0x80;
const COMPRESSED: u8 = 0x40;
/// The number of a peer in the header of the first datagram, which has none yet.
const NO_PEER: u16 = 0x0FFF;
const MAX_PEERS: u16 = NO_PEER;
/// The first bytes of commands: their numbers with the flags that `ENet` gives them. 0x80 asks for an acknowledgement.
const ACKNOWLEDGE: u8 = 0x01;
const CONNECT: u8 = 0x82;
const VERIFY: u8 = 0x83;
const DISCONNECT_NOW: u8 = 0x44;
const FRAGMENT: u8 = 0x88;
const UNRELIABLE_FRAGMENT: u8 = 0x0C;
const WANTS_ANSWER: u8 = 0x80;
/// The channel of the commands of a connection itself.
const OWN_CHANNEL: u8 = 0xFF;
/// The smallest MTU of `ENet`.
const MTU_MIN: usize = 576;
/// The longest header of a datagram, and the bytes of a fragment before its part of the packet.
const HEADER: usize = 4;
const FRAGMENT_HEAD: usize = 24;
/// The longest content of a compressed datagram of a stranger, in bytes. That of a connection has 48.
const MAX_FIRST: usize = 64;
/// How long a handshake may take, and how many there are at once: of an address, and of all.
const HANDSHAKE: Duration = Duration::from_secs(5);
const MAX_HANDSHAKES: usize = 16;
const MAX_ALL_HANDSHAKES: usize = 1024;
/// How many misfits wait for [`EnetSocket::misfits`].
const MAX_MISFITS: usize = 16;
/// How many datagrams that are not of `ENet` are dropped before the host has its turn.
const MAX_DROPPED: usize = 256;

/// The UDP socket of a `Host` of `rusty_enet` 0.4. Use it instead of [`std::net::UdpSocket`] if strangers can reach the host.
///
/// It drops each datagram or part of it that no `ENet` sends: without it a peer can read the memory of the host's program. It ends half a
/// handshake after 5 seconds, and begins at most 16 at once for an IP address, or for the first 64 bits of one of IPv6. It compresses for
/// those who compress with the range coder, as Godot 3.4 to 3.6 do; the host itself must have no `compressor`. A host that connects to
/// another one accepts nobody itself.
///
/// ```no_run
/// use godot_var_multiplayer::net::EnetSocket;
/// use rusty_enet::{Host, HostSettings};
///
/// let host = Host::new(EnetSocket::bind("0.0.0.0:7777")?, HostSettings::default());
/// # drop(host);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct EnetSocket {
    socket: UdpSocket,
    coder: RangeCoder,
    /// The result of the coder.
    coded: Vec<u8>,
    /// The peers of the host have smaller numbers.
    peer_limit: u16,
    /// The connections by the host's number for them.
    slots: BTreeMap<u16, Slot>,
    /// The oldest one first.
    handshakes: VecDeque<Handshake>,
    /// Whether the host connects to others.
    is_client: bool,
    /// The addresses that compress.
    compressing: BTreeSet<SocketAddr>,
    /// Who sends what is not of `ENet`, since this was emptied.
    misfits: Vec<(SocketAddr, Misfit)>,
    /// Whether the last read found nothing.
    pub(super) is_drained: bool,
}

type ConnectId = [u8; 4];

/// A connection of the host, or one that has ended.
struct Slot {
    address: SocketAddr,
    connect_id: ConnectId,
    /// The session in the headers of what comes.
    session: u8,
    mtu: usize,
    /// Whether both sides know the MTU.
    is_verified: bool,
}

/// A client that has not confirmed that its address is its own.
struct Handshake {
    address: SocketAddr,
    connect_id: ConnectId,
    since: Instant,
    slot: Option<u16>,
}

impl EnetSocket {
    /// Binds a socket to an address.
    ///
    /// # Errors
    /// Those of the operating system, for example if the port is in use.
    pub fn bind(address: impl ToSocketAddrs) -> io::Result<Self> {
        Ok(Self::new(UdpSocket::bind(resolve(address)?)?, MAX_PEERS))
    }

    /// Returns the address, with the port that was chosen for port 0.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Returns those who have sent something else than `ENet` since the last call, and what it is: at most 16.
    pub fn misfits(&mut self) -> Vec<(SocketAddr, Misfit)> {
        core::mem::take(&mut self.misfits)
    }

    pub(super) fn new(socket: UdpSocket, peer_limit: u16) -> Self {
        Self {
            socket,
            coder: RangeCoder::new(),
            coded: vec![0; MTU_MAX],
            peer_limit,
            slots: BTreeMap::new(),
            handshakes: VecDeque::new(),
            is_client: false,
            compressing: BTreeSet::new(),
            misfits: Vec::new(),
            is_drained: false,
        }
    }

    /// Decompresses a datagram in place, and returns its length. Returns `None` if the host must not read it.
    fn accept(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
        len: usize,
        address: SocketAddr,
    ) -> Option<usize> {
        match self.read(buffer, len, address) {
            Ok(len) => len,
            Err(misfit) => {
                let entry = (address, misfit);
                if self.misfits.len() < MAX_MISFITS && !self.misfits.contains(&entry) {
                    self.misfits.push(entry);
                }
                None
            }
        }
    }

    fn read(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
        len: usize,
        address: SocketAddr,
    ) -> Result<Option<usize>, Misfit> {
        let datagram = buffer.get(..len).ok_or(Misfit::NotEnet)?;
        // The first bytes of a record of DTLS: a kind from 20 to 25, and the version.
        if let [20..=25, 0xFE, 0xFD | 0xFF, ..] = datagram {
            return Err(Misfit::Dtls);
        }
        let &[first, second, ..] = datagram else { return Err(Misfit::NotEnet) };
        let header = header_len(first);
        let body = datagram.get(header..).ok_or(Misfit::NotEnet)?;
        let peer = u16::from_be_bytes([first, second]) & NO_PEER;
        let is_of_peer = peer == NO_PEER || peer < self.peer_limit;
        let is_known = self.slots.get(&peer).is_some_and(|slot| slot.address == address);
        let is_compressed = first & COMPRESSED != 0;
        let mut end = len;
        if is_compressed {
            let room = match peer {
                NO_PEER => MAX_FIRST,
                _ if is_known => MTU_MAX - header,
                // A connection that has ended.
                _ if is_of_peer => return Ok(None),
                _ => return Err(Misfit::NotEnet),
            };
            let size = self.coder.decompress(body, self.coded.get_mut(..room).unwrap_or_default());
            let body = self.coded.get(..size).unwrap_or_default();
            end = header + body.len();
            if let Some(to) = buffer.get_mut(header..end) {
                to.copy_from_slice(body);
            }
            buffer[0] &= !COMPRESSED;
        }
        let body = buffer.get(header..end).unwrap_or_default();
        let is_regular = match first_command(body) {
            // Without a number, nothing but a connection can begin.
            Some(command) => peer != NO_PEER || command == CONNECT,
            None => false,
        };
        if !is_regular {
            return Err(if is_compressed && is_of_peer {
                Misfit::OtherCompression
            } else {
                Misfit::NotEnet
            });
        }
        if peer != NO_PEER && !is_known {
            return Ok(None);
        }
        let sound = if peer == NO_PEER {
            if self.begins(body, address) { ENET_COMMANDS[1].0 } else { 0 }
        } else {
            let has_time = first & SENT_TIME != 0;
            commands(body)
                .map_while(|command| {
                    let is_sound = self.is_sound(command, has_time, peer);
                    is_sound.then_some(command.len())
                })
                .sum()
        };
        if sound == 0 {
            return Ok(None);
        }
        if is_compressed {
            self.compressing.insert(address);
            self.forget_addresses();
        } else if peer == NO_PEER {
            self.compressing.remove(&address);
        }
        Ok(Some(header + sound))
    }

    /// Keeps the addresses of connections and handshakes alone. Others can be invented.
    fn forget_addresses(&mut self) {
        let places = self.slots.len() + MAX_ALL_HANDSHAKES;
        if self.compressing.len() > 2 * places {
            let slots = self.slots.values().map(|slot| slot.address);
            let known: BTreeSet<_> =
                slots.chain(self.handshakes.iter().map(|it| it.address)).collect();
            self.compressing.retain(|address| known.contains(address));
        }
    }

    /// Whether a client may begin a handshake, or repeats its first datagram.
    fn begins(&mut self, connect: &[u8], address: SocketAddr) -> bool {
        let Some(connect_id) = connect_id(connect) else { return false };
        if self.handshakes.iter().any(|it| it.address == address && it.connect_id == connect_id) {
            return true;
        }
        let of_network = |it: &&Handshake| network(it.address) == network(address);
        if self.is_client
            || self.handshakes.len() >= MAX_ALL_HANDSHAKES
            || self.handshakes.iter().filter(of_network).count() >= MAX_HANDSHAKES
        {
            return false;
        }
        let since = Instant::now();
        self.handshakes.push_back(Handshake { address, connect_id, since, slot: None });
        true
    }

    /// Whether an `ENet` sends this command to its peer.
    fn is_sound(&mut self, command: &[u8], has_time: bool, peer: u16) -> bool {
        let Some(slot) = self.slots.get_mut(&peer) else { return false };
        let Some(&first) = command.first() else { return false };
        if first & WANTS_ANSWER != 0 && !has_time {
            return false;
        }
        match first {
            ACKNOWLEDGE => {
                // That of the server's first command ends the handshake.
                if let [_, OWN_CHANNEL, _, _, 0, 1, ..] = command {
                    self.handshakes.retain(|it| it.slot != Some(peer));
                }
                true
            }
            VERIFY => {
                let is_own = connect_id(command) == Some(slot.connect_id);
                if is_own && !slot.is_verified {
                    slot.is_verified = true;
                    slot.mtu = slot.mtu.min(mtu(command));
                }
                is_own
            }
            FRAGMENT | UNRELIABLE_FRAGMENT => slot.is_verified && is_cut(command, slot.mtu),
            DISCONNECT_NOW | 0x84..=0x86 | 0x07 | 0x49 | 0x8A | 0x8B => true,
            _ => false,
        }
    }

    /// Remembers the connections that the host begins and answers.
    fn note(&mut self, address: SocketAddr, datagram: &[u8]) {
        let Some(&first) = datagram.first() else { return };
        for command in commands(datagram.get(header_len(first)..).unwrap_or_default()) {
            let &[kind @ (CONNECT | VERIFY), _, _, _, high, low, _, session, ..] = command else {
                continue;
            };
            let Some(connect_id) = connect_id(command) else { continue };
            let peer = u16::from_be_bytes([high, low]);
            let is_verified = kind == VERIFY;
            self.is_client |= !is_verified;
            if is_verified {
                let is_its =
                    |it: &&mut Handshake| it.address == address && it.connect_id == connect_id;
                if let Some(handshake) = self.handshakes.iter_mut().find(is_its) {
                    handshake.slot = Some(peer);
                }
            } else if self.slots.get(&peer).is_some_and(|slot| slot.connect_id == connect_id) {
                continue;
            }
            let mtu = mtu(command);
            self.slots.insert(peer, Slot { address, connect_id, session, mtu, is_verified });
        }
    }

    /// Writes the end of a connection for a client whose handshake takes too long, as if the client had sent it.
    fn end_handshake(&mut self, buffer: &mut [u8; MTU_MAX]) -> Option<(SocketAddr, usize)> {
        while self.handshakes.front().is_some_and(|it| it.since.elapsed() > HANDSHAKE) {
            let Handshake { address, connect_id, slot, .. } = self.handshakes.pop_front()?;
            let Some((peer, slot)) = slot.and_then(|it| Some((it, self.slots.get(&it)?))) else {
                continue;
            };
            if slot.address == address && slot.connect_id == connect_id {
                let [high, low] = (u16::from(slot.session) << 12 | peer).to_be_bytes();
                let end = [high, low, DISCONNECT_NOW, OWN_CHANNEL, 0, 0, 0, 0, 0, 0];
                *buffer.first_chunk_mut()? = end;
                return Some((address, end.len()));
            }
        }
        None
    }

    /// Compresses a datagram. Returns `None` if that does not make it shorter.
    fn compress(&mut self, datagram: &[u8]) -> Option<&[u8]> {
        let header = header_len(*datagram.first()?);
        let (head, body) = datagram.split_at_checked(header)?;
        let room = self.coded.get_mut(header..)?;
        let size = self.coder.compress(&[body], body.len(), room);
        if size == 0 || size >= body.len() {
            return None;
        }
        self.coded.get_mut(..header)?.copy_from_slice(head);
        *self.coded.first_mut()? |= COMPRESSED;
        self.coded.get(..header + size)
    }
}

const fn header_len(first: u8) -> usize {
    if first & SENT_TIME == 0 { 2 } else { 4 }
}

/// Returns the commands of a datagram without its header, up to one that is longer than the rest.
fn commands(mut body: &[u8]) -> impl Iterator<Item = &[u8]> {
    core::iter::from_fn(move || {
        let kind = usize::from(body.first()? & 0x0F);
        let &(size, length) = ENET_COMMANDS.get(kind.checked_sub(1)?)?;
        let length = match length {
            Some(at) => u16::from_be_bytes(*body.get(at..)?.first_chunk()?),
            None => 0,
        };
        let (command, rest) = body.split_at_checked(size + usize::from(length))?;
        body = rest;
        Some(command)
    })
}

/// Returns the first byte of a datagram without its header, if all its commands have the lengths that they say.
fn first_command(body: &[u8]) -> Option<u8> {
    let len: usize = commands(body).map(<[u8]>::len).sum();
    body.first().copied().filter(|_| len == body.len())
}

/// Returns the u32 at an offset of a command.
fn number(command: &[u8], at: usize) -> Option<usize> {
    let bytes = command.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}

/// Returns the id of a connection from its first command or the answer to it.
fn connect_id(command: &[u8]) -> Option<ConnectId> {
    command.get(40..)?.first_chunk().copied()
}

/// Returns the MTU of the same.
fn mtu(command: &[u8]) -> usize {
    number(command, 8).unwrap_or(0).clamp(MTU_MIN, MTU_MAX)
}

/// Whether a fragment is what `ENet` makes of a packet: all but the last have the same length, and a packet that fits into one is not cut.
fn is_cut(command: &[u8], mtu: usize) -> bool {
    let numbers = [8, 12, 16, 20].map(|at| number(command, at));
    let [Some(count), Some(index), Some(total), Some(offset)] = numbers else { return false };
    let (largest, len) = (mtu - HEADER - FRAGMENT_HEAD, command.len() - FRAGMENT_HEAD);
    let number_at = |at: usize| {
        command.get(at..).and_then(<[u8]>::first_chunk).copied().map(u16::from_be_bytes)
    };
    let follows = number_at(4).map(|start| start.wrapping_add(index as u16)) == number_at(2);
    total > largest
        && count == total.div_ceil(largest)
        && index < count
        && offset == index * largest
        && len == largest.min(total - offset)
        && (follows || command.first() == Some(&UNRELIABLE_FRAGMENT))
}

impl Socket for EnetSocket {
    type Address = SocketAddr;
    type Error = Infallible;

    fn send(&mut self, address: SocketAddr, datagram: &[u8]) -> Result<usize, Infallible> {
        self.note(address, datagram);
        let is_compressing = self.compressing.contains(&address);
        let sent = match is_compressing.then(|| self.compress(datagram).map(<[u8]>::to_vec)) {
            Some(Some(compressed)) => self.socket.send_to(&compressed, address),
            _ => self.socket.send_to(datagram, address),
        };
        // A datagram that cannot be sent is lost. ENet repeats it, or gives its peer up.
        Ok(sent.map_or(0, |_| datagram.len()))
    }

    fn receive(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
    ) -> Result<Option<(SocketAddr, PacketReceived)>, Infallible> {
        if let Some((address, len)) = self.end_handshake(buffer) {
            return Ok(Some((address, PacketReceived::Complete(len))));
        }
        for _ in 0..MAX_DROPPED {
            match self.socket.recv_from(buffer) {
                Ok((len, address)) => {
                    if let Some(len) = self.accept(buffer, len, address) {
                        self.is_drained = false;
                        return Ok(Some((address, PacketReceived::Complete(len))));
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.is_drained = true;
                    return Ok(None);
                }
                // It is about an address that a datagram did not reach.
                Err(_) => {}
            }
        }
        self.is_drained = false;
        Ok(None)
    }
}
