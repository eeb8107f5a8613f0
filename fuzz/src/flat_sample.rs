//! Flat messages of a layout, made from a seed without the code that writes them.

use godot_var::flat::{Again, EnumerationLayout, NumberType, Prefix, RecordLayout, TypeLayout};
use godot_var::{Dialect, Godot3, Godot4, ToVariantBytes, Variant};

use crate::sample::Random;

/// Calls a function with the layout of the type that has this name in a schema.
pub(crate) type Named<'n> = &'n dyn Fn(&str, &mut dyn FnMut(&TypeLayout<'_>));

/// Returns a message that is valid for the layout. In the layout of a schema a type that contains itself has a name.
pub(crate) fn sample(layout: &TypeLayout<'_>, seed: u64, named: Named<'_>) -> Vec<u8> {
    let mut sampler =
        Sampler { random: Random(seed), left: 60, most: usize::MAX, bytes: Vec::new(), named };
    sampler.put(layout, false);
    sampler.bytes
}

struct Sampler<'n> {
    random: Random,
    /// The number of values that may follow before all are as small as possible.
    left: usize,
    /// The most bytes or elements of the next text or list.
    most: usize,
    bytes: Vec<u8>,
    named: Named<'n>,
}

/// The lowest bytes of a number, in the order of the message.
fn ordered(number: u64, len: usize, big: bool) -> Vec<u8> {
    let mut bytes = number.to_le_bytes()[..len].to_vec();
    if big {
        bytes.reverse();
    }
    bytes
}

/// The integer in LEB128.
fn leb128(mut number: u64, bytes: &mut Vec<u8>) {
    loop {
        let low = (number % 128) as u8;
        number /= 128;
        if number == 0 {
            return bytes.push(low);
        }
        bytes.push(low + 128);
    }
}

impl Sampler<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// A number of any size up to so many bits.
    fn bits(&mut self, most: u32) -> u64 {
        let number = (self.below(1 << 16) as u64) << 48
            | (self.below(1 << 24) as u64) << 24
            | self.below(1 << 24) as u64;
        let bits = 1 + self.below(most as usize) as u32;
        number >> (64 - bits)
    }

    fn number(&mut self, number: u64, kind: NumberType, big: bool) {
        self.bytes.extend(ordered(number, kind.bytes(), big));
    }

    /// A number whose bytes are written as they are read: not every NaN is.
    fn any_number(&mut self, kind: NumberType) -> u64 {
        let number = self.bits(8 * kind.bytes() as u32);
        match kind {
            NumberType::U64 => number >> 1,
            NumberType::F16 if number & 0x7c00 == 0x7c00 => number & 0xfc00,
            NumberType::F32 if number & 0x7f80_0000 == 0x7f80_0000 => number & 0xff80_0000,
            NumberType::F64 if number >> 52 & 0x7ff == 0x7ff => number >> 52 << 52,
            _ => number,
        }
    }

    fn count(&mut self, count: usize, prefix: Prefix, big: bool) {
        match prefix {
            Prefix::Varint => leb128(count as u64, &mut self.bytes),
            Prefix::Number(kind) => self.number(count as u64, kind, big),
        }
    }

    /// How many elements a list gets.
    fn elements(&mut self) -> usize {
        let most = std::mem::replace(&mut self.most, usize::MAX).min(3);
        if self.left == 0 { 0 } else { self.below(most + 1) }
    }

    fn text(&mut self) -> &'static str {
        let most = std::mem::replace(&mut self.most, usize::MAX);
        let texts = ["", "a", "hp", "Zoë", "Иван", "a long text of ASCII alone"];
        let text = texts[self.below(texts.len())];
        if text.len() > most { "b" } else { text }
    }

    fn put(&mut self, layout: &TypeLayout<'_>, big: bool) {
        self.left = self.left.saturating_sub(1);
        match layout {
            TypeLayout::Unit => {}
            TypeLayout::Bool | TypeLayout::LenientBool => {
                let value = self.below(2) as u8;
                self.bytes.push(value);
            }
            TypeLayout::Number(kind) => {
                let number = self.any_number(*kind);
                self.number(number, *kind, big);
            }
            TypeLayout::NonZero(kind) => {
                let number = self.any_number(*kind) | 1;
                self.number(number, *kind, big);
            }
            TypeLayout::Varint(kind) => {
                let most = if *kind == NumberType::U64 { 63 } else { 8 * kind.bytes() as u32 };
                // 1 and not 0, which some numbers are not.
                let number = self.bits(most).max(1);
                leb128(number, &mut self.bytes);
            }
            TypeLayout::InBits(bits, inner) => match inner {
                TypeLayout::Number(kind) => {
                    let number = self.bits(u32::from(*bits) - u32::from(kind.is_signed()));
                    self.number(number, *kind, big);
                }
                inner => self.put(inner, big),
            },
            TypeLayout::Time { since_1970, unit } => {
                // Seconds are a float, others have a number that is written as it is read.
                let seconds = self.below(1 << 20) as u64;
                let number = if *unit == 1_000_000_000 {
                    (seconds as f64).to_bits()
                } else {
                    seconds * if *since_1970 { 1000 } else { 1001 }
                };
                self.number(number, NumberType::U64, big);
            }
            TypeLayout::Char => {
                let letters = ['\0', 'a', 'é', '字', '🎉', char::MAX];
                let letter = letters[self.below(letters.len())];
                leb128(u64::from(u32::from(letter)), &mut self.bytes);
            }
            TypeLayout::Range { steps, .. } => {
                let step = self.any_number(*steps);
                self.number(step, *steps, big);
            }
            TypeLayout::Angle { steps, .. } => {
                // The last step is the first of the next turn.
                let step = self.any_number(*steps) >> 1;
                self.number(step, *steps, big);
            }
            TypeLayout::Direction(inner) => self.unit(inner, big),
            TypeLayout::Octahedron(inner) => {
                self.unit(inner, big);
                self.unit(inner, big);
            }
            TypeLayout::SmallestThree(bits) => {
                let len = (2 + 3 * usize::from(*bits)).div_ceil(16) * 2;
                let mut number = self.below(4) as u64;
                number <<= 8 * len as u32 - 2 - 3 * u32::from(*bits);
                for _ in 0..3 {
                    // Around the middle, which is 0.
                    let step = (1_u64 << (bits - 1)) + self.below(1 << (bits - 3)) as u64;
                    number = number << bits | step;
                }
                self.bytes.extend(ordered(number, len, big));
            }
            TypeLayout::Components(_, count, inner) | TypeLayout::Array(count, inner) => {
                for _ in 0..*count {
                    self.put(inner, big);
                }
            }
            TypeLayout::Text(prefix) => {
                let text = self.text();
                self.count(text.len(), *prefix, big);
                self.bytes.extend(text.as_bytes());
            }
            TypeLayout::CString => {
                let text = self.text();
                self.bytes.extend(text.as_bytes());
                self.bytes.push(0);
            }
            TypeLayout::List(prefix, inner) => {
                let count = self.elements();
                self.count(count, *prefix, big);
                for _ in 0..count {
                    self.put(inner, big);
                }
            }
            TypeLayout::Packed(prefix, bits, _) => {
                let count = self.elements();
                self.count(count, *prefix, big);
                let number = (0..count).fold(0_u128, |all, at| {
                    all | u128::from(self.bits((*bits).into())) << (at * usize::from(*bits))
                });
                let len = (count * usize::from(*bits)).div_ceil(8);
                self.bytes.extend(&number.to_le_bytes()[..len]);
            }
            TypeLayout::Map(prefix, key, value) => {
                // Of several keys the writer has an order.
                let count = self.elements().min(1);
                self.count(count, *prefix, big);
                if count == 1 {
                    self.put(key, big);
                    self.put(value, big);
                }
            }
            TypeLayout::Tuple(elements) => elements.iter().for_each(|inner| self.put(inner, big)),
            TypeLayout::Option(inner) => {
                let present = self.left > 0 && self.below(3) > 0;
                self.bytes.push(u8::from(present));
                if present {
                    self.put(inner, big);
                }
                self.most = usize::MAX;
            }
            TypeLayout::AtMost(most, inner) => {
                self.most = *most;
                self.put(inner, big);
            }
            TypeLayout::Bytes(_, len) => {
                for _ in 0..*len {
                    let byte = self.below(256) as u8;
                    self.bytes.push(byte);
                }
            }
            TypeLayout::Variant(generation, _) => {
                let value =
                    [Variant::Nil, Variant::from(-7), Variant::from("x")][self.below(3)].clone();
                let bytes = if *generation == Godot4::SPEC.generation {
                    value.to_variant_bytes::<Godot4>()
                } else {
                    value.to_variant_bytes::<Godot3>()
                };
                let bytes = bytes.expect("a value");
                self.bytes.extend(ordered(bytes.len() as u64, 4, big));
                self.bytes.extend(bytes);
            }
            TypeLayout::BigEndian(inner) => self.put(inner, true),
            TypeLayout::Record(record) => self.record(record, big),
            TypeLayout::Enumeration(enumeration) => {
                let at = if self.left == 0 { 0 } else { self.below(enumeration.members.len()) };
                let member = &enumeration.members[at];
                self.count(member.id as usize, enumeration.number, big);
                self.record(member.record, big);
            }
            TypeLayout::Recursive(Again::Compiled(_, layout)) => self.put(layout(), big),
            TypeLayout::Recursive(Again::Named(name)) => {
                (self.named)(name, &mut |layout| self.put(layout, big));
            }
            TypeLayout::Custom("IpAddr") => self.bytes.extend([4, 127, 0, 0, 1]),
            TypeLayout::Custom("SocketAddr") => {
                self.bytes.extend([4, 10, 0, 0, 1]);
                self.number(7777, NumberType::U16, big);
            }
            TypeLayout::Custom("reversed") => self.bytes.extend([1, 2]),
            other => panic!("no sample of {other:?}"),
        }
    }

    /// A part of a direction, from 0 to 1.
    fn unit(&mut self, layout: &TypeLayout<'_>, big: bool) {
        match layout {
            TypeLayout::Number(NumberType::F16) => self.number(0x3400, NumberType::F16, big),
            TypeLayout::Number(kind) => {
                self.number(u64::from(0.25_f32.to_bits()), *kind, big);
            }
            steps => self.put(steps, big),
        }
    }

    fn record(&mut self, record: &RecordLayout<'_>, big: bool) {
        let (mut header, mut position) = (0_u64, 0);
        let mut present = Vec::new();
        for field in record.fields {
            let bits = u32::from(field.bits);
            let number = match field.layout {
                TypeLayout::Enumeration(enumeration) if bits > 0 => self.member(enumeration),
                TypeLayout::Option(_) if self.left == 0 => 0,
                _ if bits > 0 => self.below(1 << bits.min(30)) as u64,
                _ => 0,
            };
            present.push(number == 1);
            if bits > 0 {
                header |= number << position;
                position += bits;
            }
        }
        let len = usize::from(record.header_bits).div_ceil(8);
        self.bytes.extend(&header.to_le_bytes()[..len]);
        for (field, present) in record.fields.iter().zip(present) {
            match field.layout {
                TypeLayout::Option(inner) if field.bits == 1 && present => self.put(inner, big),
                layout if field.bits == 0 => self.put(layout, big),
                _ => {}
            }
        }
    }

    /// The number of one of an enum's variants.
    fn member(&mut self, enumeration: &EnumerationLayout<'_>) -> u64 {
        let at = self.below(enumeration.members.len());
        enumeration.members[at].id
    }
}
