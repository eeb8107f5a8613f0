//! Datagrams of Godot 3.6.2 and 4.6.3, byte for byte, and the fields of each command.

use core::net::SocketAddr;
use core::time::Duration;

use godot_var_enet::wire::{Command, Commands, Connect, Header, Throttle, WireError};
use godot_var_enet::{Host, Limits, MAX_DATAGRAM, Mode};

use crate::network::{CLIENT, pair};

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits.chunks(2);
    pairs.map(|pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// What `create_client` of Godot 4 sends first, but for slot, time, connect id and data.
const CONNECT: &str = "8FFF 0010 82FF0001 0003 FF FF 00000570 00010000 000000FF 00000000 00000000 \
    00001388 00000002 00000002 11223344 00003039";

#[test]
fn a_connect_of_godot_4_is_read() {
    let datagram = bytes(CONNECT);
    assert_eq!(datagram.len(), 52);
    let (header, body) = Header::read(&datagram).unwrap();
    let expected = Header { slot: 0xFFF, session: 0, is_compressed: false, sent_time: Some(0x10) };
    assert_eq!(header, expected);
    let command = Commands::new(body).next().unwrap().unwrap();
    assert_eq!((command.channel, command.number), (0xFF, 1));
    let connect = Connect {
        slot: 3,
        incoming_session: 0xFF,
        outgoing_session: 0xFF,
        mtu: 1392,
        window: 65_536,
        channels: 255,
        incoming_bandwidth: 0,
        outgoing_bandwidth: 0,
        throttle: Throttle { interval: 5000, acceleration: 2, deceleration: 2 },
        connect_id: 0x1122_3344,
    };
    assert_eq!(command.command, Command::Connect(connect, 12_345));
}

#[test]
fn a_client_sends_the_same_connect() {
    let mut client: Host<SocketAddr> = Host::new(Limits::client(), [1, 2]).unwrap();
    let server = "127.0.0.1:1".parse().unwrap();
    client.connect(server, 255, 12_345, false, Duration::ZERO).unwrap();
    let mut buffer = [0; MAX_DATAGRAM];
    let (_, len) = client.transmit(Duration::ZERO, &mut buffer).unwrap();
    let mut expected = bytes(CONNECT);
    // Time, slot and connect id are random.
    for range in [2..4, 8..10, 44..48] {
        expected[range.clone()].copy_from_slice(&buffer[range]);
    }
    assert_eq!(buffer[..len], expected);
    // With the range coder Godot 3 sends 37 bytes or so.
    let mut client: Host<SocketAddr> = Host::new(Limits::client(), [1, 2]).unwrap();
    client.connect(server, 3, 12_345, true, Duration::ZERO).unwrap();
    let (_, len) = client.transmit(Duration::ZERO, &mut buffer).unwrap();
    assert_eq!(buffer[0] & 0xF0, 0xC0);
    assert!((34..=40).contains(&len), "{len}");
}

/// Passes a packet through two hosts and returns the server's datagrams.
fn datagrams_of(mode: Mode, len: usize) -> Vec<Vec<u8>> {
    let (mut server, _, peer, _) = pair(Limits::default(), Limits::client());
    let now = Duration::from_millis(100);
    server.send(peer, 1, mode, vec![7; len]).unwrap();
    let mut buffer = [0; MAX_DATAGRAM];
    let mut datagrams = Vec::new();
    while let Some((to, len)) = server.transmit(now, &mut buffer) {
        assert_eq!(to, CLIENT);
        datagrams.push(buffer[..len].to_vec());
    }
    datagrams
}

#[test]
fn packets_are_cut_as_by_godot() {
    // 3,000 bytes are 1,364 + 1,364 + 272.
    let reliable = datagrams_of(Mode::Reliable, 3000);
    assert_eq!(reliable.iter().map(Vec::len).collect::<Vec<_>>(), [1392, 1392, 300]);
    assert_eq!(
        reliable[1][4..28],
        bytes("88 01 0002 0001 0554 00000003 00000001 00000BB8 00000554")
    );
    // ENet reserves 4 bytes for a header of 2.
    for mode in [Mode::Unreliable, Mode::UnreliableOrdered] {
        let parts = datagrams_of(mode, 3000);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [1390, 1390, 298]);
        assert_eq!(
            parts[2][2..26],
            bytes("0C 01 0000 0001 0110 00000003 00000002 00000BB8 00000AA8")
        );
    }
    for (mode, len, head) in [
        (Mode::Reliable, 1364, "86 01 0001 0554"),
        (Mode::Unreliable, 1364, "49 01 0000 0001 0554"),
        (Mode::UnreliableOrdered, 8, "07 01 0000 0001 0008"),
    ] {
        let datagrams = datagrams_of(mode, len);
        let start = if mode == Mode::Reliable { 4 } else { 2 };
        assert_eq!(datagrams.len(), 1);
        assert_eq!(datagrams[0][start..datagrams[0].len() - len], bytes(head));
    }
}

#[test]
fn a_close_is_sent_once() {
    let (mut server, _, peer, _) = pair(Limits::default(), Limits::client());
    server.close(peer, 9);
    let mut buffer = [0; MAX_DATAGRAM];
    let (_, len) = server.transmit(Duration::from_secs(1), &mut buffer).unwrap();
    assert_eq!(buffer[2..len], bytes("44 FF 0000 00000009"));
    assert_eq!(server.transmit(Duration::from_secs(1), &mut buffer), None);
}

fn refusal(hex: &str) -> WireError {
    let datagram = bytes(hex);
    let (header, body) = match Header::read(&datagram) {
        Ok(read) => read,
        Err(error) => return error,
    };
    Commands::check(header, body).expect_err(hex)
}

#[test]
fn what_no_enet_writes_is_refused() {
    assert_eq!(refusal("00"), WireError::Header);
    assert_eq!(refusal("8000 00"), WireError::Header);
    assert_eq!(refusal("0000"), WireError::Empty);
    assert_eq!(refusal("0000 00 00 0000"), WireError::Unknown(0));
    assert_eq!(refusal("0000 0D 00 0000"), WireError::Unknown(0));
    assert_eq!(refusal("8000 0000 85FF0001 86"), WireError::Ends(4));
    assert_eq!(refusal("8000 0000 86000001 0002 00"), WireError::Ends(0));
    // Without a sent time nothing can be acknowledged.
    assert_eq!(refusal("0000 84FF0001 00000000"), WireError::NoSentTime);
    // Flags and channels that no ENet uses.
    assert_eq!(refusal("8000 0000 87000001 0001 0000"), WireError::Irregular(0));
    assert_eq!(refusal("8000 0000 05FF0001"), WireError::Irregular(0));
    assert_eq!(refusal("8000 0000 85000001"), WireError::Irregular(0));
    assert_eq!(refusal("8000 0000 86FF0001 0000"), WireError::Irregular(0));
    assert_eq!(refusal("8000 0000 C4FF0001 00000000"), WireError::Irregular(0));
}
