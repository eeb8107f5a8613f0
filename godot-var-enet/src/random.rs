//! Unpredictable numbers from a key: `SipHash-2-4` of a counter.

use core::hash::Hasher;
#[expect(deprecated, reason = "the standard library's SipHash-2-4 with a key")]
use core::hash::SipHasher;

/// A source of numbers. Whoever sees some of them cannot compute the others without the key.
#[derive(Debug)]
pub(crate) struct Random {
    pub(crate) key: [u64; 2],
    pub(crate) counter: u64,
}

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.counter += 1;
        #[expect(deprecated, reason = "its successor has no key and no fixed algorithm")]
        let mut hasher = SipHasher::new_with_keys(self.key[0], self.key[1]);
        hasher.write(&self.counter.to_le_bytes());
        hasher.finish()
    }
}
