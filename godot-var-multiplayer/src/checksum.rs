//! The checksum of a set of RPCs: MD5, computed at compile time.

use core::fmt;
use core::str::FromStr;

use godot_var_runtime::{DecodeError, DecodeErrorKind};

use crate::Method;

/// The checksum of the RPCs of a node: the MD5 of their names, joined without separators in the order of their ids.
///
/// It covers only the names, not parameters, modes or channels. A node without RPCs has [`Checksum::NONE`].
///
/// ```
/// use godot_var_multiplayer::Checksum;
///
/// const CHAT: Checksum = Checksum::of_names(&["Move", "_alpha", "say"]);
/// assert_eq!(CHAT, Checksum::of_names(&["Move_", "alphasay"]));
/// assert_eq!(Checksum::of_names(&[]).to_string(), "d41d8cd98f00b204e9800998ecf8427e");
/// ```
///
/// # Source
/// `SceneRPCInterface::get_rpc_md5`; agrees with the `SIMPLIFY_PATH` packets in `tests/vectors/multiplayer.jsonl`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checksum(pub [u8; 16]);

impl Checksum {
    /// The checksum of an empty set. Most spawners and synchronizers have it.
    pub const NONE: Self = Self::of_names(&[]);

    /// Returns the checksum of names in the order of their ids.
    pub const fn of_names(names: &[&str]) -> Self {
        let mut md5 = Md5::new();
        let mut at = 0;
        while at < names.len() {
            md5 = md5.update(names[at].as_bytes());
            at += 1;
        }
        Self(md5.finish())
    }

    /// Returns the checksum of a script's methods, in the order of their ids.
    pub const fn of_methods(methods: &[Method]) -> Self {
        Self::of_node(&[], methods)
    }

    /// Returns the checksum of a node that has its own methods (`Node.rpc_config`) and those of its script. Both lists are in the order of
    /// their ids.
    pub const fn of_node(own: &[Method], script: &[Method]) -> Self {
        Self(update(update(Md5::new(), own), script).finish())
    }

    /// Returns the 32 lower-case hex digits that a packet contains.
    pub const fn to_digits(self) -> [u8; 32] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; 32];
        let mut at = 0;
        while at < 16 {
            digits[at * 2] = DIGITS[(self.0[at] >> 4) as usize];
            digits[at * 2 + 1] = DIGITS[(self.0[at] & 15) as usize];
            at += 1;
        }
        digits
    }

    /// Parses 32 lower-case hex digits. Returns `None` for anything else.
    pub const fn from_digits(digits: &[u8; 32]) -> Option<Self> {
        let mut bytes = [0; 16];
        let mut at = 0;
        while at < 32 {
            let digit = match digits[at] {
                digit @ b'0'..=b'9' => digit - b'0',
                digit @ b'a'..=b'f' => digit - b'a' + 10,
                _ => return None,
            };
            bytes[at / 2] = bytes[at / 2] << 4 | digit;
            at += 1;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checksum({self})")
    }
}

impl FromStr for Checksum {
    type Err = DecodeError;

    /// Parses 32 lower-case hex digits.
    fn from_str(text: &str) -> Result<Self, DecodeError> {
        let digits = <&[u8; 32]>::try_from(text.as_bytes()).ok();
        digits.and_then(Self::from_digits).ok_or_else(|| not_a_checksum(0))
    }
}

const fn update(mut md5: Md5, methods: &[Method]) -> Md5 {
    let mut at = 0;
    while at < methods.len() {
        md5 = md5.update(methods[at].name.as_bytes());
        at += 1;
    }
    md5
}

#[cold]
pub(crate) fn not_a_checksum(at: usize) -> DecodeError {
    let expected = "a checksum: 32 hex digits in lower case";
    DecodeError::new(DecodeErrorKind::InvalidValue, at, expected, "other bytes")
}

/// MD5 (RFC 1321), one block of 64 bytes at a time.
struct Md5 {
    state: [u32; 4],
    block: [u8; 64],
    /// The number of bytes so far.
    len: u64,
}

/// `floor(2^32 * abs(sin(i + 1)))`.
const SINES: [[u32; 4]; 16] = [
    [0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee],
    [0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501],
    [0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be],
    [0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821],
    [0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa],
    [0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8],
    [0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed],
    [0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a],
    [0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c],
    [0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70],
    [0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05],
    [0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665],
    [0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039],
    [0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1],
    [0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1],
    [0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391],
];

/// The number of bits that each step rotates. Each row has the four steps that a round repeats.
const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

impl Md5 {
    const fn new() -> Self {
        let state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        Self { state, block: [0; 64], len: 0 }
    }

    const fn update(mut self, bytes: &[u8]) -> Self {
        let mut at = 0;
        while at < bytes.len() {
            self.block[(self.len % 64) as usize] = bytes[at];
            self.len += 1;
            at += 1;
            if self.len.is_multiple_of(64) {
                self.state = rounds(self.state, &self.block);
            }
        }
        self
    }

    const fn finish(mut self) -> [u8; 16] {
        let bits = (self.len * 8).to_le_bytes();
        self = self.update(&[0x80]);
        while self.len % 64 != 56 {
            self = self.update(&[0]);
        }
        self = self.update(&bits);
        let mut digest = [0; 16];
        let mut at = 0;
        while at < 16 {
            digest[at] = self.state[at / 4].to_le_bytes()[at % 4];
            at += 1;
        }
        digest
    }
}

const fn rounds(state: [u32; 4], block: &[u8; 64]) -> [u32; 4] {
    let [mut a, mut b, mut c, mut d] = state;
    let mut step = 0;
    while step < 64 {
        let (mixed, word) = match step / 16 {
            0 => (b & c | !b & d, step),
            1 => (d & b | !d & c, (5 * step + 1) % 16),
            2 => (b ^ c ^ d, (3 * step + 5) % 16),
            _ => (c ^ (b | !d), 7 * step % 16),
        };
        let at = word * 4;
        let word = u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
        let sum = a.wrapping_add(mixed).wrapping_add(SINES[step / 4][step % 4]).wrapping_add(word);
        a = d;
        d = c;
        c = b;
        b = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
        step += 1;
    }
    [
        state[0].wrapping_add(a),
        state[1].wrapping_add(b),
        state[2].wrapping_add(c),
        state[3].wrapping_add(d),
    ]
}
