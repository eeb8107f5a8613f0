//! Datagrams of an `ENet` client, written by hand: also those that no `ENet` sends.

/// A client after the server's answer to [`connect`].
pub(crate) struct Client {
    /// The number of the client's slot at the server, and its session.
    header: u16,
}

/// The first datagram of a client.
pub(crate) fn connect(id: u32) -> Vec<u8> {
    let mut datagram = vec![0x8F, 0xFF, 0, 0, 0x82, 0xFF, 0, 1, 0, 0, 0xFF, 0xFF];
    for number in [1392, 65_536, 16, 0, 0, 5000, 2, 2, !id, id] {
        datagram.extend(u32::to_be_bytes(number));
    }
    datagram
}

impl Client {
    /// Reads the server's answer. Returns the client with the datagram that ends its handshake.
    pub(crate) fn accept(answer: &[u8]) -> (Self, Vec<u8>) {
        let &[_, _, sent_high, sent_low, 0x83, 0xFF, 0, 1, slot_high, slot_low, _, session, ..] =
            answer
        else {
            panic!("no answer to a connection: {answer:02x?}");
        };
        let header = u16::from(session) << 12 | u16::from_be_bytes([slot_high, slot_low]);
        let client = Self { header };
        let end = client.plain(&[1, 0xFF, 0, 1, 0, 1, sent_high, sent_low]);
        (client, end)
    }

    /// Returns a datagram without a sent time.
    pub(crate) fn plain(&self, commands: &[u8]) -> Vec<u8> {
        [&self.header.to_be_bytes(), commands].concat()
    }

    /// Returns a datagram with a sent time.
    pub(crate) fn timed(&self, commands: &[u8]) -> Vec<u8> {
        [&(self.header | 0x8000).to_be_bytes(), &[0, 0], commands].concat()
    }
}

/// A reliable packet.
pub(crate) fn reliable(channel: u8, number: u16, bytes: &[u8]) -> Vec<u8> {
    let [high, low] = number.to_be_bytes();
    let [len_high, len_low] = (bytes.len() as u16).to_be_bytes();
    [&[0x86, channel, high, low, len_high, len_low], bytes].concat()
}

/// A part of a packet: `head` is the command, 0x88 or 0x0C, the channel, the number, and that of the first part.
pub(crate) fn part(head: (u8, u8, u16, u16), numbers: [u32; 4], bytes: &[u8]) -> Vec<u8> {
    let (command, channel, number, start) = head;
    let mut part = vec![command, channel];
    part.extend(number.to_be_bytes());
    part.extend(start.to_be_bytes());
    part.extend((bytes.len() as u16).to_be_bytes());
    part.extend(numbers.into_iter().flat_map(u32::to_be_bytes));
    part.extend(bytes);
    part
}
