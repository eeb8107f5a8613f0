//! The UDP socket of an `ENet` host, with the range coder for those addresses that use it.
//!
//! A flag in the header of a datagram says that it is compressed. `ENet` itself reads such datagrams only if its host was told to
//! compress, and then it compresses for every peer. A client that was not told the same drops them without an error. So the host here
//! does not compress, and the socket does, for every address that has sent a compressed datagram.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::net::SocketAddr;
use std::io::ErrorKind;

use mio::net::UdpSocket;
use rusty_enet::{Compressor, MTU_MAX, PacketReceived, RangeCoder, Socket};

use crate::Misfit;
use crate::wire::ENET_COMMANDS;

const SENT_TIME: u8 = 0x80;
const COMPRESSED: u8 = 0x40;
/// The number of a peer in the header of the first datagram, which has none yet.
const NO_PEER: u16 = 0x0FFF;
const CONNECT: u8 = 2;
/// How many misfits wait for [`Datagrams::misfits`] to be read.
const MAX_MISFITS: usize = 16;
/// How many datagrams that are not of `ENet` are dropped before the host has its turn.
const MAX_DROPPED: usize = 256;

pub(super) struct Datagrams {
    socket: UdpSocket,
    coder: RangeCoder,
    /// The result of the coder.
    coded: Vec<u8>,
    /// The peers of the host have smaller numbers.
    peer_limit: u16,
    /// The addresses that compress.
    pub(super) compressing: BTreeSet<SocketAddr>,
    /// Who sends what is not of `ENet`, since this was emptied.
    pub(super) misfits: Vec<(SocketAddr, Misfit)>,
    /// Whether the last read found nothing.
    pub(super) is_drained: bool,
}

impl Datagrams {
    pub(super) fn new(socket: UdpSocket, peer_limit: u16) -> Self {
        Self {
            socket,
            coder: RangeCoder::new(),
            coded: vec![0; MTU_MAX],
            peer_limit,
            compressing: BTreeSet::new(),
            misfits: Vec::new(),
            is_drained: false,
        }
    }

    /// Decompresses a datagram in place, and returns its length. Returns `None` if it is not of `ENet`.
    fn accept(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
        len: usize,
        address: SocketAddr,
    ) -> Option<usize> {
        match self.read(buffer, len, address) {
            Ok(len) => Some(len),
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
    ) -> Result<usize, Misfit> {
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
        let is_regular = |body| match first_command(body) {
            // Without a number, nothing but a connection can begin.
            Some(command) => peer != NO_PEER || command == CONNECT,
            None => false,
        };
        if first & COMPRESSED == 0 {
            if !is_regular(body) {
                return Err(Misfit::NotEnet);
            }
            if peer == NO_PEER {
                self.compressing.remove(&address);
            }
            return Ok(len);
        }
        let room = MTU_MAX - header;
        let size = self.coder.decompress(body, self.coded.get_mut(..room).unwrap_or_default());
        let body = self.coded.get(..size.min(room)).unwrap_or_default();
        if !is_regular(body) {
            return Err(if is_of_peer { Misfit::OtherCompression } else { Misfit::NotEnet });
        }
        let len = header + body.len();
        if let Some(to) = buffer.get_mut(header..len) {
            to.copy_from_slice(body);
        }
        buffer[0] &= !COMPRESSED;
        self.compressing.insert(address);
        Ok(len)
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

/// Returns the first command of a datagram without its header, if all its commands have the lengths that they say.
fn first_command(mut body: &[u8]) -> Option<u8> {
    let mut commands = core::iter::from_fn(|| {
        let command = body.first()? & 0x0F;
        let size = usize::from(command).checked_sub(1).and_then(|at| ENET_COMMANDS.get(at));
        let end = size.and_then(|&(size, length)| {
            let length = match length {
                Some(at) => u16::from_be_bytes(*body.get(at..)?.first_chunk()?),
                None => 0,
            };
            Some(size + usize::from(length))
        });
        let rest = end.and_then(|end| body.get(end..));
        body = rest.unwrap_or_default();
        Some(rest.map(|_| command))
    });
    let first = commands.next()??;
    commands.all(|command| command.is_some()).then_some(first)
}

impl Socket for Datagrams {
    type Address = SocketAddr;
    type Error = Infallible;

    fn send(&mut self, address: SocketAddr, datagram: &[u8]) -> Result<usize, Infallible> {
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
