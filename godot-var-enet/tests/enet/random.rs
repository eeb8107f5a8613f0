//! Numbers from a seed, the same in each run.

/// The generator `SplitMix64`.
#[derive(Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Bytes as those of games: runs, few values, or any.
    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        let kind = self.below(4);
        let values = [256, 4, 16, 2][kind as usize];
        (0..len)
            .map(|_| if kind == 3 && self.percent(90) { 0 } else { self.below(values) as u8 })
            .collect()
    }
}
