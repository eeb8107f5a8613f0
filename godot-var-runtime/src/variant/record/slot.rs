//! Where a field stands in its record, and how its key is told from others.

use crate::reader::Word;

/// A field of a record, and where it stands there.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The key, for errors and for records without a template.
    pub key: Option<&'static str>,
    /// Other keys that a reader takes.
    pub aliases: &'static [&'static str],
    /// The position among the fields.
    pub index: usize,
    /// The position in an Array, where the id of an enum's variant is an element too.
    pub element: usize,
    /// Where its value stands when it is written or read run by run.
    pub in_run: InRun,
    /// Where its value stands in the usual form of the whole record.
    pub in_usual: InUsual,
    /// Whether no value can be read without it.
    pub required: bool,
    /// What a reader of pairs in any order compares.
    pub(crate) key_match: KeyMatch,
}

/// Where a value stands in its run.
#[derive(Clone, Copy, Debug)]
pub struct InRun {
    /// The words of the run that holds the value, or ends where it begins.
    pub words: &'static [Word],
    /// The word at which the value begins.
    pub at: usize,
    /// How many constant words stand directly before it.
    pub constants: usize,
    /// Whether it is the first value of the run.
    pub first: bool,
    /// Whether it is the last value of the run.
    pub last: bool,
}

/// Where a value stands in the usual form of its record.
#[derive(Clone, Copy, Debug)]
pub struct InUsual {
    /// The word at which the value begins.
    pub at: usize,
    /// How many constant words stand directly before it.
    pub constants: usize,
}

impl Slot {
    /// What a slot is before it is known where it stands.
    pub(super) const NONE: Self = Self {
        key: None,
        aliases: &[],
        index: 0,
        element: 0,
        in_run: InRun { words: &[], at: 0, constants: 0, first: false, last: false },
        in_usual: InUsual { at: 0, constants: 0 },
        required: false,
        key_match: KeyMatch::of(None, None, 0),
    };

    /// Header and length of a key, and the first 8 bytes of its text: the shortest pair has as many,
    /// save that of an empty key.
    #[inline(always)]
    pub(crate) fn key_of(bytes: &[u8]) -> Option<(u64, u64)> {
        let number = u128::from_le_bytes(*bytes.first_chunk()?);
        Some((number as u64, (number >> 64) as u64))
    }

    /// Whether bytes, of which `head` and `text` are the first 16, begin with the first name of
    /// this field, as a String. `value` is where the value begins after a key of this length.
    #[inline(always)]
    pub(crate) fn is_key(&self, head: u64, text: u64, value: usize, bytes: &[u8]) -> bool {
        let key_match = &self.key_match;
        head == key_match.head
            && (text ^ key_match.text[0]) & key_match.masks[0] == 0
            && (value <= 8 + 8 || self.is_long_key(bytes))
    }

    #[inline(always)]
    fn is_long_key(&self, bytes: &[u8]) -> bool {
        let key_match = &self.key_match;
        let Some([_, second]) =
            bytes.get(8..).and_then(|text| text.as_chunks::<8>().0.first_chunk())
        else {
            return false;
        };
        let long = key_match.key_bytes > 8 + 16;
        (u64::from_le_bytes(*second) ^ key_match.text[1]) & key_match.masks[1] == 0
            && (!long || self.is_longer_key(bytes))
    }

    #[inline(never)]
    fn is_longer_key(&self, bytes: &[u8]) -> bool {
        match (self.key, bytes.get(8..)) {
            (Some(key), Some(bytes)) => bytes.starts_with(key.as_bytes()),
            _ => false,
        }
    }

    /// Whether a key names this field.
    pub(crate) fn has_key(&self, key: &[u8]) -> bool {
        self.key.is_some_and(|own| own.as_bytes() == key)
            || self.aliases.iter().any(|alias| alias.as_bytes() == key)
    }
}

/// What tells a key of a Dictionary quickly: the key in numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyMatch {
    /// Header and length of the key as a String; for an element of an Array what no key begins with.
    head: u64,
    /// The first 8 bytes of the key, and the next 8.
    text: [u64; 2],
    /// Which bits of these belong to the key.
    masks: [u64; 2],
    /// The bytes of the whole key.
    pub(crate) key_bytes: u32,
}

impl KeyMatch {
    /// Of a key of this many words, with the type id of a String.
    pub(super) const fn of(string: Option<u8>, key: Option<&str>, key_words: usize) -> Self {
        let (mut bytes, head) = match (string, key) {
            (Some(string), Some(key)) => (key.as_bytes(), string as u64 | (key.len() as u64) << 32),
            _ => (&[] as &[u8], u64::MAX),
        };
        let (mut text, mut mask, mut shift) = (0, 0_u128, 0);
        while let [byte, rest @ ..] = bytes {
            if shift == u128::BITS {
                break;
            }
            text |= (*byte as u128) << shift;
            mask |= 0xff << shift;
            shift += 8;
            bytes = rest;
        }
        Self {
            head,
            text: [text as u64, (text >> 64) as u64],
            masks: [mask as u64, (mask >> 64) as u64],
            key_bytes: key_words as u32 * 4,
        }
    }
}
