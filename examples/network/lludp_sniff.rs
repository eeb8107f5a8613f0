//! Decodes the LLUDP messages in a network capture, as a proxy would.
//!
//! ```text
//! cargo run --example lludp_sniff                 # a capture that it makes itself
//! cargo run --example lludp_sniff -- traffic.pcap # one of tcpdump or Wireshark
//! ```
//!
//! The messages are those of `schemas/every_type.msg`. For Second Life, use the path of its `message_template.msg`.

use std::error::Error;

use godot_var::lludp::{Flags, Incoming, Options, Outgoing, Variable1};
use godot_var_cli::pcap::{Capture, Content};

#[allow(dead_code, unreachable_pub, reason = "the whole template, of which this is a part")]
mod messages {
    godot_var::lludp::message_template!("../../schemas/every_type.msg");
}

use messages::{AnyMessage, Close, EveryType, Ping, every_type, ping};

fn main() -> Result<(), Box<dyn Error>> {
    let file = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => made_capture()?,
    };
    // Messages borrow from the datagram and from this buffer, so decoding does not allocate.
    let mut scratch = [0; Options::DEFAULT.expanded];
    let mut capture = Capture::new(&*file);
    while let Some(packet) = capture.next_packet()? {
        let packet = packet?;
        let Content::Datagram(datagram) = packet.content() else { continue };
        print!("#{} {} → {}: ", packet.number, datagram.source, datagram.destination);
        match Incoming::<AnyMessage<'_>>::read(datagram.payload, &Options::DEFAULT, &mut scratch) {
            Ok(read) => show(&read),
            Err(error) => println!("error: {error}"),
        }
    }
    Ok(())
}

fn show(read: &Incoming<'_, AnyMessage<'_>>) {
    print!("{} ", read.packet.sequence);
    if read.packet.flags.contains(Flags::RELIABLE) {
        print!("reliable, ");
    }
    if !read.acks.is_empty() {
        print!("acks {:?}, ", read.acks.iter().collect::<Vec<_>>());
    }
    match &read.message {
        AnyMessage::Ping(message) => println!("ping {}", message.ping.ping),
        AnyMessage::EveryType(message) => {
            let names = message.peers.iter().map(|peer| Variable1(peer.name).text().unwrap_or("?"));
            println!("peers {:?}", names.collect::<Vec<_>>());
        }
        other => println!("{other:?}"),
    }
    if !read.missing.is_empty() {
        println!("   without its last blocks: {:?}", read.missing);
    }
}

/// Makes a file as tcpdump writes it on a link of raw IPv4.
fn made_capture() -> Result<Vec<u8>, Box<dyn Error>> {
    let peer = |name| every_type::Peers { name, ..Default::default() };
    let peers = [peer(b"Ann\0"), peer(b"Bob\0")];
    let every_type = EveryType { peers: (&peers).into(), ..Default::default() };
    let messages = [
        AnyMessage::Ping(Ping { ping: ping::Ping { ping: 7 } }),
        AnyMessage::EveryType(every_type),
        AnyMessage::Close(Close {}),
    ];
    let (mut scratch, mut datagram) = ([0; 1200], [0; 1200]);
    let mut file = Vec::new();
    for number in [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65535, 228_u32] {
        file.extend(number.to_le_bytes());
    }
    for (sequence, message) in (1..).zip(&messages) {
        let outgoing =
            Outgoing { flags: Flags::RELIABLE, acks: &[40, 41], ..Outgoing::new(sequence) };
        let len = outgoing.write(message, &mut scratch, &mut datagram)?;
        capture(&mut file, sequence, &datagram[..len]);
    }
    // One that is not a message of the template.
    capture(&mut file, 9, &[0, 0, 0, 0, 9, 0, 0xFF, 0xFF, 0x12, 0x34]);
    Ok(file)
}

/// Appends a packet from 10.0.0.1:13000 to 10.0.0.2:54321.
fn capture(file: &mut Vec<u8>, second: u32, payload: &[u8]) {
    let len = payload.len() as u16;
    for number in [second, 0, u32::from(28 + len), u32::from(28 + len)] {
        file.extend(number.to_le_bytes());
    }
    file.extend([0x45, 0]);
    file.extend((28 + len).to_be_bytes());
    file.extend([0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
    for number in [13000, 54321, 8 + len, 0] {
        file.extend(number.to_be_bytes());
    }
    file.extend(payload);
}
