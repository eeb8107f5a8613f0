//! A value of a self-describing format, in one buffer: a tree would take many times the size of its
//! text.

use alloc::string::String;
use alloc::vec::Vec;
use core::{fmt, iter};

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};

/// The keys of tagged forms. The buffer has one byte for each: its index in this list.
const KEYS: [&str; 18] = [
    "t",
    "v",
    "f32",
    "f64",
    "bits",
    "hex",
    "type",
    "key_type",
    "value_type",
    "builtin",
    "name",
    "class",
    "script",
    "properties",
    "names",
    "subnames",
    "absolute",
    "object_id",
];

/// Marks a key that is not in [`KEYS`]; its text follows.
const OTHER_KEY: u8 = 0xff;

/// The first byte of a node.
mod kind {
    pub(super) const NULL: u8 = 0;
    pub(super) const FALSE: u8 = 1;
    pub(super) const TRUE: u8 = 2;
    /// Then 8 bytes.
    pub(super) const SIGNED: u8 = 3;
    /// Then 1 byte, 4 bytes, or 8.
    pub(super) const UNSIGNED_8: u8 = 4;
    pub(super) const UNSIGNED_32: u8 = 5;
    pub(super) const UNSIGNED: u8 = 6;
    /// Then 8 bytes.
    pub(super) const FLOAT: u8 = 7;
    /// Then a length in 1 byte or in 4, and the text.
    pub(super) const TEXT_8: u8 = 8;
    pub(super) const TEXT: u8 = 9;
    /// Then a length in 4 bytes, and the elements.
    pub(super) const LIST: u8 = 10;
    /// Then a length in 4 bytes, and the pairs: a key and a node each.
    pub(super) const MAP: u8 = 11;
}

/// A node of a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node<'a> {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(&'a str),
    List(Nodes<'a>),
    Map(Pairs<'a>),
}

impl<'a> Node<'a> {
    /// Reads the node that `bytes` begin with, and leaves what follows it.
    fn take(bytes: &mut &'a [u8]) -> Option<Self> {
        Some(match take_array::<1>(bytes)? {
            [kind::FALSE] => Self::Bool(false),
            [kind::TRUE] => Self::Bool(true),
            [kind::SIGNED] => Self::Signed(i64::from_le_bytes(take_array(bytes)?)),
            [kind::UNSIGNED_8] => Self::Unsigned(u8::from_le_bytes(take_array(bytes)?).into()),
            [kind::UNSIGNED_32] => Self::Unsigned(u32::from_le_bytes(take_array(bytes)?).into()),
            [kind::UNSIGNED] => Self::Unsigned(u64::from_le_bytes(take_array(bytes)?)),
            [kind::FLOAT] => Self::Float(f64::from_le_bytes(take_array(bytes)?)),
            [kind::TEXT_8] => {
                let [len] = take_array(bytes)?;
                Self::Text(core::str::from_utf8(take(bytes, len.into())?).ok()?)
            }
            [kind::TEXT] => Self::Text(core::str::from_utf8(take_long(bytes)?).ok()?),
            [kind::LIST] => Self::List(Nodes(take_long(bytes)?)),
            [kind::MAP] => Self::Map(Pairs(take_long(bytes)?)),
            _ => Self::Null,
        })
    }

    pub(super) fn get(self, key: &str) -> Option<Self> {
        match self {
            Self::Map(pairs) => pairs.find(key),
            _ => None,
        }
    }

    pub(super) fn as_str(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn as_i64(self) -> Option<i64> {
        match self {
            Self::Signed(number) => Some(number),
            Self::Unsigned(number) => i64::try_from(number).ok(),
            _ => None,
        }
    }

    pub(super) fn as_u64(self) -> Option<u64> {
        match self {
            Self::Signed(number) => u64::try_from(number).ok(),
            Self::Unsigned(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn as_f64(self) -> Option<f64> {
        match self {
            Self::Signed(number) => Some(number as f64),
            Self::Unsigned(number) => Some(number as f64),
            Self::Float(number) => Some(number),
            _ => None,
        }
    }
}

/// As JSON; a container may be large, so only its brackets are shown.
impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(truth) => truth.fmt(f),
            Self::Signed(number) => number.fmt(f),
            Self::Unsigned(number) => number.fmt(f),
            Self::Float(number) => fmt::Debug::fmt(number, f),
            Self::Text(text) => fmt::Debug::fmt(text, f),
            Self::List(list) => write!(f, "a list of {}", list.iter().count()),
            Self::Map(_) => f.write_str("an object"),
        }
    }
}

/// The elements of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'a>(&'a [u8]);

impl<'a> Nodes<'a> {
    pub(super) fn iter(self) -> impl Iterator<Item = Node<'a>> {
        let mut rest = self.0;
        iter::from_fn(move || Node::take(&mut rest))
    }
}

/// The pairs of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs<'a>(&'a [u8]);

impl<'a> Pairs<'a> {
    /// Returns the node at a key. Of repeated keys the last counts.
    pub(super) fn find(self, key: &str) -> Option<Node<'a>> {
        self.iter().filter_map(|(found, node)| (found == key).then_some(node)).last()
    }

    fn iter(self) -> impl Iterator<Item = (&'a str, Node<'a>)> {
        let mut rest = self.0;
        iter::from_fn(move || {
            let [number] = take_array(&mut rest)?;
            let key = match KEYS.get(usize::from(number)) {
                Some(key) => key,
                None => Node::take(&mut rest)?.as_str()?,
            };
            Some((key, Node::take(&mut rest)?))
        })
    }
}

fn take<'a>(bytes: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    bytes.split_off(..len)
}

fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn take_long<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = u32::from_le_bytes(take_array(bytes)?);
    take(bytes, usize::try_from(len).ok()?)
}

/// A buffer with one node.
#[derive(Clone, Debug)]
pub(super) struct Tree(Vec<u8>);

impl Tree {
    /// Reads a tree of at most this many levels.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
        levels: u32,
    ) -> Result<Self, D::Error> {
        let mut bytes = Vec::new();
        Place { bytes: &mut bytes, levels }.deserialize(deserializer)?;
        bytes.shrink_to_fit();
        Ok(Self(bytes))
    }

    pub(super) fn root(&self) -> Node<'_> {
        Node::take(&mut &self.0[..]).unwrap_or(Node::Null)
    }
}

/// The place of the next node in a buffer, and the levels that it may have.
struct Place<'b> {
    bytes: &'b mut Vec<u8>,
    levels: u32,
}

impl Place<'_> {
    fn put(self, kind: u8, payload: &[u8]) {
        self.bytes.push(kind);
        self.bytes.extend(payload);
    }

    fn put_text<E: de::Error>(self, text: &str) -> Result<(), E> {
        match u8::try_from(text.len()) {
            Ok(len) => self.bytes.extend([kind::TEXT_8, len]),
            Err(_) => {
                self.bytes.push(kind::TEXT);
                self.bytes.extend(short(text.len())?);
            }
        }
        self.bytes.extend(text.as_bytes());
        Ok(())
    }

    /// Writes the contents of a container, then the length before them.
    fn put_container<E: de::Error>(
        self,
        kind: u8,
        mut put_next: impl FnMut(Place<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let Self { bytes, levels } = self;
        let Some(levels) = levels.checked_sub(1) else {
            return Err(E::custom("deeper than any Variant"));
        };
        bytes.extend([kind, 0, 0, 0, 0]);
        let start = bytes.len();
        while put_next(Place { bytes, levels })? {}
        let len = short(bytes.len() - start)?;
        if let Some(room) = bytes.get_mut(start - len.len()..start) {
            room.copy_from_slice(&len);
        }
        Ok(())
    }
}

/// A length as the buffer stores it.
fn short<E: de::Error>(len: usize) -> Result<[u8; 4], E> {
    match u32::try_from(len) {
        Ok(len) => Ok(len.to_le_bytes()),
        Err(_) => Err(E::custom("longer than any Variant")),
    }
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Variant in its tagged form")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.put(kind::NULL, &[]);
        Ok(())
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.levels.checked_sub(1) {
            Some(levels) => Place { levels, ..self }.deserialize(deserializer),
            None => Err(de::Error::custom("deeper than any Variant")),
        }
    }

    fn visit_bool<E>(self, truth: bool) -> Result<(), E> {
        self.put(if truth { kind::TRUE } else { kind::FALSE }, &[]);
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<(), E> {
        if let Ok(number) = u64::try_from(number) {
            return self.visit_u64(number);
        }
        self.put(kind::SIGNED, &number.to_le_bytes());
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        match (u8::try_from(number), u32::try_from(number)) {
            (Ok(number), _) => self.put(kind::UNSIGNED_8, &[number]),
            (_, Ok(number)) => self.put(kind::UNSIGNED_32, &number.to_le_bytes()),
            _ => self.put(kind::UNSIGNED, &number.to_le_bytes()),
        }
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        self.put(kind::FLOAT, &number.to_le_bytes());
        Ok(())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.put_text(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.put_container(kind::LIST, |place| Ok(list.next_element_seed(place)?.is_some()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.put_container(kind::MAP, |place| {
            let Some(key) = map.next_key::<String>()? else { return Ok(false) };
            let Place { bytes, levels } = place;
            match KEYS.iter().position(|known| **known == key) {
                Some(number) => bytes.push(number as u8),
                None => {
                    bytes.push(OTHER_KEY);
                    Place { bytes, levels }.put_text(&key)?;
                }
            }
            map.next_value_seed(Place { bytes, levels })?;
            Ok(true)
        })
    }
}
