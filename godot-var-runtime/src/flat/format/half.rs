//! IEEE 754 `binary16`: `put_half`, `encode_half`.

/// The half that is nearest to a float; of two that are equally near, the even one. `None` for a finite float
/// that would become infinite.
///
/// The engine cuts the mantissa off instead.
pub const fn from_f64(value: f64) -> Option<u16> {
    let bits = value.to_bits();
    let sign = ((bits >> 48) & 0x8000) as u16;
    // From 2^-14 on, and below 65520: exponent and mantissa are rounded as one number.
    let size = bits & (u64::MAX >> 1);
    if size >= 0x3f10_0000_0000_0000 && size < 0x40ef_fe00_0000_0000 {
        let rounded = size + ((1 << 41) - 1) + (size >> 42 & 1);
        return Some(sign | ((rounded >> 42) - (1008 << 10)) as u16);
    }
    let mantissa = bits & ((1 << 52) - 1);
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1023;
    if exponent == 1024 {
        // Infinite, or a NaN, which stays one.
        return Some(
            sign | 0x7c00 | if mantissa == 0 { 0 } else { 0x200 | (mantissa >> 42) as u16 },
        );
    }
    if exponent < -25 {
        return Some(sign);
    }
    // The mantissa with its leading 1, without the bits that a half has not: more of them below 2^-14.
    let whole = mantissa | 1 << 52;
    let cut = if exponent < -14 { 42 + (-14 - exponent) } else { 42 };
    let kept = whole >> cut;
    let lost = whole & ((1 << cut) - 1);
    let tie = 1 << (cut - 1);
    let up = lost > tie || lost == tie && kept & 1 == 1;
    let rounded = kept + up as u64;
    // A mantissa that overflows makes the exponent one more, as it should.
    let half = if exponent < -14 { rounded } else { ((exponent + 14) as u64 * 0x400) + rounded };
    if half >= 0x7c00 { None } else { Some(sign | half as u16) }
}

/// The value of a half.
pub const fn to_f32(half: u16) -> f32 {
    let sign = (half as u32 & 0x8000) << 16;
    let exponent = (half as u32 >> 10) & 0x1f;
    let mantissa = half as u32 & 0x3ff;
    let bits = match exponent {
        0 => {
            // `mantissa * 2^-24`, exact in 32 bits.
            let value = mantissa as f32 * (1.0 / 16_777_216.0);
            sign | value.to_bits()
        }
        0x1f => sign | 0x7f80_0000 | mantissa << 13,
        _ => sign | (exponent + 112) << 23 | mantissa << 13,
    };
    f32::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_half_is_itself_again() {
        for half in 0..=u16::MAX {
            let value = to_f32(half);
            let again = from_f64(f64::from(value)).expect("a half holds it");
            if value.is_nan() {
                assert_eq!(again, half | 0x200, "a quiet NaN");
            } else {
                assert_eq!(again, half);
            }
        }
    }

    #[test]
    fn floats_become_the_nearest_half() {
        let finite: Vec<u16> = (0..0x7c00).collect();
        for pair in finite.windows(2) {
            let (low, high) = (f64::from(to_f32(pair[0])), f64::from(to_f32(pair[1])));
            let middle = f64::midpoint(low, high);
            let even = if pair[0] % 2 == 0 { pair[0] } else { pair[1] };
            assert_eq!(from_f64(middle), Some(even), "a tie");
            assert_eq!(from_f64(middle.next_down()), Some(pair[0]));
            assert_eq!(from_f64(middle.next_up()), Some(pair[1]));
            assert_eq!(from_f64(-middle), Some(even | 0x8000));
        }
    }

    #[test]
    fn what_would_become_infinite_is_refused() {
        assert_eq!(from_f64(65504.0), Some(0x7bff));
        assert_eq!(from_f64(65520_f64.next_down()), Some(0x7bff));
        assert_eq!(from_f64(65520.0), None);
        assert_eq!(from_f64(-1e300), None);
        assert_eq!(from_f64(f64::INFINITY), Some(0x7c00));
        assert_eq!(from_f64(f64::from_bits(1)), Some(0));
        assert_eq!(from_f64(-0.0), Some(0x8000));
    }
}
