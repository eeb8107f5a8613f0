//! The place of a field in its record, and the start of its key, for quick comparisons.

use crate::core::reader::Word;

/// A field and its place in the record.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its key in a Dictionary, or its name in an Array. Empty for the field of a newtype variant.
    pub name: &'static str,
    /// Whether it is in a Dictionary.
    pub keyed: bool,
    /// The name of the record.
    pub record: &'static str,
    /// Other keys that a reader accepts.
    pub aliases: &'static [&'static str],
    /// The position among the fields.
    pub index: usize,
    /// The position in an Array, where the id of an enum's variant is an element too.
    pub element: usize,
    /// The place of its value in a run.
    pub in_run: InRun,
    /// The place of its value in the usual form of the whole record.
    pub in_usual: InUsual,
    /// Whether a record without it is an error.
    pub required: bool,
    /// The start of its key, for readers of pairs in any order.
    pub(crate) key_start: KeyStart,
}

/// The place of a value in its run.
#[derive(Clone, Copy, Debug)]
pub struct InRun {
    /// The words of the run that contains the value, or that ends where a value of varying length begins.
    pub words: &'static [Word],
    /// The word at which the value begins.
    pub at: usize,
    /// How many constant words are directly before it.
    pub constants: usize,
    /// Whether it is the first value of the run.
    pub first: bool,
    /// Whether it is the last value of the run.
    pub last: bool,
}

/// The place of a value in the usual form of its record.
#[derive(Clone, Copy, Debug)]
pub struct InUsual {
    /// The word at which the value begins.
    pub at: usize,
    /// How many constant words are directly before it.
    pub constants: usize,
}

impl Slot {
    /// A slot whose place is not known yet.
    pub(super) const NONE: Self = Self {
        name: "",
        keyed: false,
        record: "",
        aliases: &[],
        index: 0,
        element: 0,
        in_run: InRun { words: &[], at: 0, constants: 0, first: false, last: false },
        in_usual: InUsual { at: 0, constants: 0 },
        required: false,
        key_start: KeyStart::of(None, None),
    };

    /// Whether bytes begin with the key of this field, encoded as a String. `head` and `text` are the first 16 of them.
    #[inline(always)]
    pub(crate) fn is_key(&self, head: u64, text: u64, bytes: &[u8]) -> bool {
        let KeyStart { head: own, text: start, mask } = self.key_start;
        head == own && (text ^ start) & mask == 0 && (own >> 32 <= 8 || self.is_long_key(bytes))
    }

    #[inline(never)]
    fn is_long_key(&self, bytes: &[u8]) -> bool {
        bytes.get(8..).is_some_and(|text| text.starts_with(self.name.as_bytes()))
    }

    /// Whether a key names this field.
    pub(crate) fn has_key(&self, key: &[u8]) -> bool {
        self.keyed && self.name.as_bytes() == key
            || self.aliases.iter().any(|alias| alias.as_bytes() == key)
    }
}

/// The start of a Dictionary's key as numbers, which are compared quickly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyStart {
    /// Header and length of the key as a String; for an element of an Array a number with which no key begins.
    head: u64,
    /// The first 8 bytes of the key.
    text: u64,
    /// Which of their bits belong to the key.
    mask: u64,
}

impl KeyStart {
    /// Of a key, with the type id of a String.
    pub(super) const fn of(string: Option<u8>, key: Option<&str>) -> Self {
        let (Some(string), Some(key)) = (string, key) else {
            return Self { head: u64::MAX, text: 0, mask: 0 };
        };
        let (mut text, mut mask, mut shift) = (0, 0, 0);
        let mut bytes = key.as_bytes();
        while let [byte, rest @ ..] = bytes {
            if shift == u64::BITS {
                break;
            }
            text |= (*byte as u64) << shift;
            mask |= 0xff << shift;
            shift += 8;
            bytes = rest;
        }
        Self { head: string as u64 | (key.len() as u64) << 32, text, mask }
    }
}

/// The words of a key: String header, byte length, UTF-8, padding.
pub(super) const fn key_words(key: &str) -> usize {
    2 + key.len().div_ceil(4)
}
