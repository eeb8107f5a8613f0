//! Captures of UDP for tests.

use std::net::SocketAddrV4;

/// A capture of raw IPv4 packets in a pcap file.
#[derive(Default)]
pub(crate) struct Udp(Vec<u8>);

impl Udp {
    /// Adds a datagram, at a time in seconds.
    pub(crate) fn put(&mut self, seconds: f64, source: &str, destination: &str, payload: &[u8]) {
        let [source, destination]: [SocketAddrV4; 2] =
            [source, destination].map(|address| address.parse().expect("an address"));
        let len = payload.len() as u16;
        let mut packet = vec![0x45, 0];
        packet.extend((28 + len).to_be_bytes());
        packet.extend([0, 0, 0, 0, 64, 17, 0, 0]);
        packet.extend(source.ip().octets());
        packet.extend(destination.ip().octets());
        for field in [source.port(), destination.port(), 8 + len, 0] {
            packet.extend(field.to_be_bytes());
        }
        packet.extend(payload);
        let micros = (seconds * 1e6).round() as u64;
        let len = packet.len() as u32;
        let [seconds, micros] = [micros / 1_000_000, micros % 1_000_000].map(|it| it as u32);
        for field in [seconds, micros, len, len] {
            self.0.extend(field.to_le_bytes());
        }
        self.0.extend(packet);
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let header = [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65535, 228].map(u32::to_le_bytes).concat();
        [header, self.0.clone()].concat()
    }
}
