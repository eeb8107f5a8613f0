//! Unpredictable numbers from a key: `SipHash-2-4` of a counter.

/// A source of numbers. Whoever sees some of them cannot compute the others without the key.
#[derive(Debug)]
pub(crate) struct Random {
    key: [u64; 2],
    counter: u64,
}

impl Random {
    pub(crate) const fn new(key: [u64; 2]) -> Self {
        Self { key, counter: 0 }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.counter += 1;
        let [k0, k1] = self.key;
        let mut state = [
            k0 ^ 0x736f_6d65_7073_6575,
            k1 ^ 0x646f_7261_6e64_6f6d,
            k0 ^ 0x6c79_6765_6e65_7261,
            k1 ^ 0x7465_6462_7974_6573,
        ];
        // The message is the counter; the last block has its length of 8 bytes.
        for block in [self.counter, 8 << 56] {
            state[3] ^= block;
            round(&mut state);
            round(&mut state);
            state[0] ^= block;
        }
        state[2] ^= 0xFF;
        for _ in 0..4 {
            round(&mut state);
        }
        state.iter().fold(0, |hash, word| hash ^ word)
    }
}

fn round([v0, v1, v2, v3]: &mut [u64; 4]) {
    *v0 = v0.wrapping_add(*v1);
    *v1 = v1.rotate_left(13) ^ *v0;
    *v0 = v0.rotate_left(32);
    *v2 = v2.wrapping_add(*v3);
    *v3 = v3.rotate_left(16) ^ *v2;
    *v0 = v0.wrapping_add(*v3);
    *v3 = v3.rotate_left(21) ^ *v0;
    *v2 = v2.wrapping_add(*v1);
    *v1 = v1.rotate_left(17) ^ *v2;
    *v2 = v2.rotate_left(32);
}

#[cfg(test)]
mod tests {
    use core::hash::Hasher;

    #[test]
    #[expect(deprecated, reason = "the standard library's SipHash-2-4 with a key")]
    fn numbers_are_those_of_siphash() {
        let mut random = super::Random::new([7, 9]);
        for counter in 1..1000_u64 {
            let mut hasher = core::hash::SipHasher::new_with_keys(7, 9);
            hasher.write(&counter.to_le_bytes());
            assert_eq!(random.next(), hasher.finish());
        }
    }
}
