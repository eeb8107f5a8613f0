//! The compression that ENet has itself, and Godot's games can switch on.

/// The bytes of the commands in a datagram; `None` if they were not compressed by it.
pub(super) fn decompress(bytes: &[u8]) -> Option<Vec<u8>> {
    use rusty_enet::{Compressor, RangeCoder};

    /// No datagram of ENet is longer.
    const MAX_DATAGRAM: usize = 4096;
    let mut commands = vec![0; MAX_DATAGRAM];
    let len = RangeCoder::new().decompress(bytes, &mut commands);
    commands.truncate(len);
    (1..=MAX_DATAGRAM).contains(&len).then_some(commands)
}
