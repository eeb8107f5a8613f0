//! Sequence numbers: 16 bits on the wire, 64 in memory.

/// Packets before the newest one that a message confirms, and that a client still takes.
pub(crate) const WINDOW: u64 = 32;

/// The largest distance of a baseline, a quarter of the circle of 16 bits.
pub(crate) const MOST_DISTANCE: u64 = 16_383;

/// The number with these low bits that is nearest to another one.
pub(crate) const fn extend(low: u16, near: u64) -> u64 {
    let ahead = low.wrapping_sub(near as u16);
    if ahead < 0x8000 {
        near.saturating_add(ahead as u64)
    } else {
        // What would be before 0 is a whole circle later.
        match near.checked_sub(0x1_0000 - ahead as u64) {
            Some(number) => number,
            None => near + ahead as u64,
        }
    }
}

/// The largest number up to `most` with these low bits; 0 if there is none.
pub(crate) const fn extend_below(low: u16, most: u32) -> u32 {
    most.saturating_sub((most as u16).wrapping_sub(low) as u32)
}

/// How many bytes a number takes in LEB128.
pub(crate) const fn varint_len(number: u32) -> usize {
    match number {
        0..0x80 => 1,
        0x80..0x4000 => 2,
        0x4000..0x20_0000 => 3,
        0x20_0000..0x1000_0000 => 4,
        _ => 5,
    }
}

/// Appends a number in LEB128.
pub(crate) fn put_varint(mut number: u32, out: &mut alloc::vec::Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn numbers_are_extended_to_the_nearest() {
        for near in [0, 5, 40_000, 65_535, 65_536, 1_000_000, u64::from(u32::MAX) + 3] {
            for step in [-32_768_i64, -32_767, -33, -1, 0, 1, 700, 32_767] {
                let Some(number) = near.checked_add_signed(step) else { continue };
                assert_eq!(extend(number as u16, near), number, "{near} {step}");
            }
        }
        // Nothing is before 0.
        assert_eq!(extend(65_535, 0), 65_535);
    }

    #[test]
    fn confirmed_inputs_are_never_above_the_newest() {
        assert_eq!(extend_below(5, 7), 5);
        assert_eq!(extend_below(65_535, 65_540), 65_535);
        assert_eq!(extend_below(9, 7), 0);
    }

    #[test]
    fn lengths_are_those_of_the_bytes() {
        for number in [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 1 << 28, u32::MAX] {
            let mut bytes = Vec::new();
            put_varint(number, &mut bytes);
            assert_eq!(bytes.len(), varint_len(number), "{number}");
        }
    }
}
