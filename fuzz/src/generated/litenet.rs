//! Messages of LiteNetLibManager, in both eras.

use std::marker::PhantomData;
use std::sync::LazyLock;

use godot_var::litenet::{
    self, Decode, Encode, Era, EraSpec, FromLiteNetBytes, LiteNet2018, LiteNetHead, ToLiteNetBytes,
};
use godot_var::{DecodeError, EncodeError, Reader};
use godot_var_codegen::litenet::{
    Body, Component, Condition, Dispatch, Field, Prefix, Schema, Test, Type, list_prefix, parse,
};
use godot_var_codegen::protocol::Integer;

use super::{Codec, Debug, Entry, Family, Traits, Wire, Written, calls, largest};
use crate::sample::Random;

pub(super) const SOURCE: &str = include_str!(concat!(env!("OUT_DIR"), "/litenet.rs"));

/// Functions of fields.
mod minutes {
    use godot_var::litenet::{Decode, Encode, Era, LiteNet};
    use godot_var::{DecodeError, EncodeError, Output, Reader};

    pub(super) fn encode<E: Era, O: Output>(value: &u32, out: &mut O) -> Result<(), EncodeError> {
        Encode::<LiteNet<E>>::encode(&value.to_be(), out)
    }

    pub(super) fn decode<E: Era>(reader: &mut Reader<'_>) -> Result<u32, DecodeError> {
        <u32 as Decode<'_, LiteNet<E>>>::decode(reader).map(u32::from_be)
    }
}

#[allow(dead_code, unused, clippy::all, clippy::pedantic, reason = "nobody reads them")]
mod types {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/litenet.rs"));
    include!(concat!(env!("OUT_DIR"), "/litenet_families.rs"));
}

/// The wire in an era.
pub(super) struct LiteNet<E>(PhantomData<E>);

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    parse("litenet.rs", |_| Ok(SOURCE.to_owned())).unwrap_or_else(|errors| panic!("{errors:#?}"))
});

impl<E: Era> Wire for LiteNet<E> {
    const WHOLE: bool = false;
    const CANONICAL: bool = true;

    fn sample(name: &str, seed: u64) -> Vec<u8> {
        let mut sampler =
            Sampler { random: Random(seed), left: 60, era: E::SPEC, bytes: Vec::new() };
        let index = SCHEMA.types.iter().position(|def| def.name == name).expect("this type");
        sampler.message(index);
        sampler.bytes
    }

    fn fingerprint(_: &str) -> Option<String> {
        None
    }
}

impl<'a, E, T> Codec<'a, LiteNet<E>> for T
where
    E: Era,
    T: FromLiteNetBytes<'a> + ToLiteNetBytes + Decode<'a, litenet::LiteNet<E>> + Debug,
{
    const BOUNDS: (usize, usize) = (<T as Encode<litenet::LiteNet<E>>>::SIZE.min, usize::MAX);

    calls! {
        from_litenet_bytes read_litenet_bytes
        to_litenet_bytes append_litenet_bytes write_litenet_bytes litenet_len <E>
    }

    /// No program reads messages by a schema of a user.
    fn by_schema(_: &str, _: &[u8]) -> Option<Result<Written, DecodeError>> {
        None
    }
}

/// Makes messages by the schema, without the code that writes them.
struct Sampler {
    random: Random,
    /// The number of values that may follow before all are as small as possible.
    left: usize,
    era: EraSpec,
    bytes: Vec<u8>,
}

/// What a condition asks of a field before it: its number, and the name of its variant.
type Seen = Option<(u64, String)>;

fn holds(test: &Test, seen: &[Seen]) -> bool {
    let number = |at: &usize| seen[*at].as_ref().expect("a field with a number");
    match test {
        Test::Flag(at) => number(at).0 == 1,
        Test::Is(at, name) => {
            let (number, own) = number(at);
            *own == *name || name.parse() == Ok(*number)
        }
        Test::Not(inner) => !holds(inner, seen),
        Test::Both(one, two) => holds(one, seen) && holds(two, seen),
        Test::Either(one, two) => holds(one, seen) || holds(two, seen),
    }
}

impl Sampler {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// The packed form of a number: the table of the wire, row by row.
    fn packed(&mut self, number: u64) {
        let bytes = number.to_le_bytes();
        match number {
            0..=240 => self.put(&bytes[..1]),
            241..=2287 => {
                let above = number - 240;
                self.put(&[0xf1 + (above / 256) as u8, (above % 256) as u8]);
            }
            2288..=67823 => {
                self.put(&[0xf9]);
                self.put(&((number - 2288) as u16).to_be_bytes());
            }
            _ => {
                let len = (3..9).find(|len| *len == 8 || number < 1 << (8 * len)).expect("8");
                self.put(&[0xfa + (len as u8 - 3)]);
                self.put(&bytes[..len]);
            }
        }
    }

    fn count(&mut self, prefix: Prefix, count: usize) {
        match prefix {
            Prefix::U16 => self.put(&(count as u16).to_le_bytes()),
            Prefix::I32 => self.put(&(count as i32).to_le_bytes()),
            Prefix::Packed => self.packed(count as u64),
            Prefix::Zigzag => self.packed(count as u64 * 2),
        }
    }

    /// A number of any size up to so many bits.
    fn bits(&mut self, most: usize) -> u64 {
        let number = (self.random.below(1 << 16) as u64) << 48
            | (self.random.below(1 << 24) as u64) << 24
            | self.random.below(1 << 24) as u64;
        let bits = 1 + self.random.below(most);
        number >> (64 - bits)
    }

    fn float(&mut self, len: usize) {
        let number = self.random.below(2000) as f64 / 8.0 - 100.0;
        match len {
            4 => self.put(&(number as f32).to_le_bytes()),
            _ => self.put(&number.to_le_bytes()),
        }
    }

    fn text(&mut self, prefix: Option<Prefix>) {
        let texts = ["", "a", "Zoë", "Иван", "a long text of ASCII alone"];
        let text = texts[self.random.below(texts.len())];
        match (prefix, self.era) {
            (Some(prefix), _) => self.count(prefix, text.len()),
            (None, EraSpec::Y2018) => self.count(Prefix::I32, text.len()),
            // One more, and 0 for nothing at all.
            (None, _) if text.is_empty() => self.put(&[0, 0]),
            (None, _) => self.count(Prefix::U16, text.len() + 1),
        }
        self.put(text.as_bytes());
    }

    /// The number before a message.
    fn message_number(&mut self, number: u16) {
        match self.era {
            EraSpec::Y2018 => self.put(&number.to_le_bytes()),
            EraSpec::Head => self.packed(number.into()),
        }
    }

    fn message(&mut self, index: usize) -> Seen {
        match &SCHEMA.types[index].body {
            Body::Record { msg_type, fields } => {
                if let Some(number) = msg_type {
                    self.message_number(*number);
                }
                self.fields(fields);
                None
            }
            Body::Enumeration { dispatch, members, .. } => {
                let at = if self.left == 0 { 0 } else { self.random.below(members.len()) };
                let member = &members[at];
                match dispatch {
                    Dispatch::Byte => self.put(&[member.number as u8]),
                    // The message has it.
                    Dispatch::MsgType if member.of_message => {}
                    Dispatch::MsgType => self.message_number(member.number),
                }
                self.fields(&member.fields);
                Some((member.number.into(), member.name.clone()))
            }
        }
    }

    fn fields(&mut self, fields: &[Field]) {
        let mut seen = Vec::new();
        for Field { ty, condition, .. } in fields {
            let is_there =
                condition.as_ref().is_none_or(|Condition { test, .. }| holds(test, &seen));
            seen.push(if is_there { self.value(ty) } else { None });
        }
    }

    fn value(&mut self, ty: &Type) -> Seen {
        self.left = self.left.saturating_sub(1);
        match ty {
            Type::Unit => {}
            Type::Bool => {
                let flag = self.random.below(2) as u8;
                self.put(&[flag]);
                return Some((flag.into(), String::new()));
            }
            Type::Int(integer) => {
                let len = match integer {
                    Integer::U8 | Integer::I8 => 1,
                    Integer::U16 | Integer::I16 => 2,
                    Integer::U32 | Integer::I32 => 4,
                    _ => 8,
                };
                let number = self.bits(8 * len);
                // Conditions ask for small numbers.
                let number = if self.random.below(3) == 0 { number % 4 } else { number };
                self.put(&number.to_le_bytes()[..len]);
                return Some((number, String::new()));
            }
            Type::F32 => self.float(4),
            Type::F64 => self.float(8),
            Type::String(prefix) => self.text(*prefix),
            // Its halves, the upper one first.
            Type::Zigzag(Integer::I64) => {
                for _ in 0..2 {
                    let half = self.bits(32);
                    self.packed(half);
                }
            }
            Type::Packed(integer) | Type::Zigzag(integer) => {
                let most = match integer {
                    Integer::U16 | Integer::I16 => 16,
                    Integer::U32 | Integer::I32 => 32,
                    _ => 64,
                };
                let number = self.bits(most);
                self.packed(number);
            }
            Type::Components(_, component, count) => {
                for _ in 0..*count {
                    match component {
                        Component::F32 => self.float(4),
                        _ => {
                            let bytes = self.bits(64).to_le_bytes();
                            self.put(&bytes[..component.size() as usize]);
                        }
                    }
                }
            }
            Type::Color => {
                for _ in 0..4 {
                    let part = self.random.below(100) as u8;
                    self.put(&[part]);
                    if self.era == EraSpec::Y2018 {
                        self.put(&[0]);
                    }
                }
            }
            Type::Address if self.era == EraSpec::Y2018 => {
                self.put(b"\x09\0\0\x0010.1.2.34\x61\x1e\0\0");
            }
            Type::Address => self.put(&[0, 10, 1, 2, 34, 0x61, 0x1e]),
            Type::Option(inner) => {
                let is_there = self.left > 0 && self.random.below(3) > 0;
                self.put(&[u8::from(is_there)]);
                if is_there {
                    self.value(inner);
                }
            }
            Type::List(prefix, element) => {
                let count = if self.left == 0 { 0 } else { self.random.below(4) };
                self.count(list_prefix(self.era, *prefix, element), count);
                (0..count).for_each(|_| drop(self.value(element)));
            }
            Type::Array(count, element) => (0..*count).for_each(|_| drop(self.value(element))),
            Type::Tuple(elements) => elements.iter().for_each(|element| drop(self.value(element))),
            Type::LengthPrefixed(inner) => {
                let start = self.bytes.len();
                self.put(&[0; 2]);
                self.value(inner);
                let len = (self.bytes.len() - start - 2) as u16;
                self.bytes[start..start + 2].copy_from_slice(&len.to_le_bytes());
            }
            Type::Rest => {
                let len = self.random.below(4);
                self.put(&[1, 2, 3][..len]);
            }
            Type::Message(index, _) => return self.message(*index),
            Type::Custom(_) => self.put(&[1, 2, 3, 4]),
            Type::Parameter(name) => panic!("no sample of {name}"),
        }
        None
    }
}

pub(super) fn of_2018() -> Vec<Entry> {
    types::entries!(LiteNet<LiteNet2018>).into()
}

pub(super) fn of_head() -> Vec<Entry> {
    types::entries!(LiteNet<LiteNetHead>).into()
}

pub(super) fn entries() -> Vec<Entry> {
    let mut all = of_2018();
    all.extend(of_head());
    all
}
