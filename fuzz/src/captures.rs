//! Any file as a capture of network traffic, through all functions of `inspect`.

use allocation_counter::measure;
use godot_var_cli::Transport;
use godot_var_cli::pcap::{Carried, Settings};
use godot_var_cli::stream::{Form, Options, Source};

use crate::inspect::{MOST, WIRES, in_every_form, shown};
use crate::pieces::Pieces;

/// What is looked for: each transport, and a guess.
fn settings(kind: u8) -> Settings {
    let transport = match (kind >> 4) % 5 {
        0 => None,
        1 => Some(Transport::Udp),
        2 => Some(Transport::Tcp),
        3 => Some(Transport::WebSocket),
        _ => Some(Transport::Enet),
    };
    let carried = match kind >> 2 & 3 {
        0 => Carried::Variants,
        1 => Carried::Godot3Variants,
        2 => Carried::Multiplayer,
        _ => Carried::Other,
    };
    Settings { transport, carried, big_endian: kind & 3 == 2, max: MOST }
}

/// Shows a capture in every form, whole and in pieces, and the messages of one port.
///
/// The first byte selects the order of lengths, the wire, and the number of bytes for the lengths of pieces, which also selects
/// the transport.
pub fn captures(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let (lengths, input) = rest.split_at(rest.len().min(usize::from(kind >> 4)));
    let wire = &*WIRES[usize::from(kind >> 2 & 3)];
    let mut whole = Source::capture(input, settings(kind), None, 0);
    let cost = measure(|| while whole.next_item().expect("a slice").is_some() {});
    let most = (256 << 10) + 100 * input.len() as u64;
    assert!(cost.bytes_max <= most, "{} bytes at once for {}", cost.bytes_max, input.len());

    let pieces =
        Source::capture(Box::new(Pieces::new(input, lengths)) as _, settings(kind), None, 0);
    let whole = || Source::capture(Box::new(input) as _, settings(kind), None, 0);
    let outcome = in_every_form(pieces, whole, wire, kind & 0x10 == 0);
    let outcome = outcome.expect("a capture has no digits");
    let of_port = Source::capture(input, settings(kind), Some(4000), 4);
    let form = Options { form: Form::Summary, ..Options::default() };
    let of_port = shown(of_port, wire, &form).1.expect("a capture has no digits");
    assert!(of_port.shown + of_port.wrong <= outcome.shown + outcome.wrong);
}
