//! Reads messages by their schema: the values by name, and the meaning of each byte.

mod leaf;

use godot_var_runtime::flat::format::{check_padding, texts, varint};
use godot_var_runtime::flat::{NumberType, Prefix, Size};
use godot_var_runtime::{DecodeError, DecodeErrorKind, Limits, Reader};

use super::state::entity_in_words;
use super::tree::{content, member_of, named, pairs_by_name, tuple};
use super::words::{form, prefix_name};
use super::{Body, Enumeration, Field, Record, Schema, Sizes, Type, bounds_of_bits};
use crate::names::Tree;
use crate::protocol::Time;

/// A message as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The name of the struct, or `Enum::Variant`.
    pub name: String,
    /// The number of the variant.
    pub id: Option<u32>,
    /// Whether the variant stands for all numbers that no other has.
    pub is_other: bool,
    /// The values by name.
    pub fields: Tree,
}

/// Some bytes of a message, and what they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Where they end. They begin at the end of the piece before.
    pub end: usize,
    /// How many values are around this one.
    pub depth: usize,
    /// The name of the field, the index of an element.
    pub name: String,
    /// The encoding.
    pub form: String,
    /// The value; of a list or text only what is before it.
    pub value: Option<Tree>,
}

/// Reads a message of a type of the schema, which ends where the bytes do.
///
/// `pieces` gets the bytes that were read, even before an error.
///
/// # Errors
/// The same as those of the compiled type. A field that `with` alone encodes is an error, because its bytes are not in a schema.
/// A pointer in a list counts as a level of a compiled type, but not here, because a schema does not tell it.
pub fn read(
    schema: &Schema,
    index: usize,
    bytes: &[u8],
    limits: Limits,
    pieces: Option<&mut Vec<Piece>>,
) -> Result<Message, DecodeError> {
    limits.check_bytes(bytes.len())?;
    let sizes = Sizes::new(schema);
    let reader = Reader::with_limits(bytes, limits);
    let mut walk = Walk {
        schema,
        sizes,
        records: schema.records_of_packets(),
        reader,
        pieces,
        depth: 0,
        around: Vec::new(),
        levels: 0,
        is_single: false,
        time: None,
        last: None,
    };
    walk.whole(index).and_then(|message| {
        let more = walk.reader.remaining();
        if more == 0 {
            return Ok(message);
        }
        let (at, found) = (walk.reader.position(), format!("{more} more bytes"));
        Err(DecodeError::new(DecodeErrorKind::WrongLength, at, "the end of the message", found))
    })
}

struct Walk<'w, 's, 'de> {
    schema: &'s Schema,
    sizes: Sizes<'s>,
    /// The types that say what a packet of snapshots has of an entity, each with whether the state is an enum.
    records: Vec<(usize, bool)>,
    reader: Reader<'de>,
    pieces: Option<&'w mut Vec<Piece>>,
    /// How many values are around the next piece.
    depth: usize,
    /// The types around the value, each with the levels of lists around it.
    around: Vec<(usize, usize)>,
    levels: usize,
    /// Whether the floats of the field have 32 bits in Rust.
    is_single: bool,
    /// The time that the field is.
    time: Option<Time>,
    /// The variant that was read last.
    last: Option<(String, Option<u32>, bool)>,
}

type Read<T> = Result<T, DecodeError>;

impl<'s> Walk<'_, 's, '_> {
    fn whole(&mut self, index: usize) -> Read<Message> {
        let def = &self.schema.types[index];
        let fields = self.message(index, false, true, "")?;
        Ok(match (&def.body, self.last.take()) {
            (Body::Enumeration(_), Some((member, id, is_other))) => Message {
                name: format!("{}::{member}", def.path()),
                id,
                is_other,
                fields: content(fields),
            },
            _ => Message { name: def.path(), id: None, is_other: false, fields },
        })
    }

    fn piece(
        &mut self,
        name: &str,
        form: impl FnOnce() -> String,
        value: impl FnOnce() -> Option<Tree>,
    ) {
        if let Some(pieces) = &mut self.pieces {
            let (end, depth) = (self.reader.position(), self.depth);
            pieces.push(Piece { end, depth, name: name.to_owned(), form: form(), value: value() });
        }
    }

    /// Reads inside of something.
    fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn message(&mut self, index: usize, big: bool, whole: bool, name: &str) -> Read<Tree> {
        let def = &self.schema.types[index];
        let big = big || def.big_endian;
        // A list counts as a level; a type inside itself without one is in a pointer, which counts, too.
        let around = self.around.iter().rev().find(|(of, _)| *of == index);
        let enters = around.is_some_and(|(_, levels)| *levels == self.levels);
        if enters {
            self.reader.enter()?;
            self.levels += 1;
        }
        self.around.push((index, self.levels));
        let value = match &def.body {
            Body::Record(record) => {
                let heading = self.pieces.as_ref().map_or(0, |pieces| pieces.len());
                if !name.is_empty() {
                    self.piece(name, || def.ident.clone(), || None);
                }
                let inner = usize::from(!name.is_empty());
                self.depth += inner;
                let value = self.record(&def.ident, record, big, whole);
                self.depth -= inner;
                if let Ok(value) = &value
                    && let Some((_, is_enum)) = self.records.iter().find(|(of, _)| *of == index)
                    && let Some(piece) = self.pieces.as_mut().and_then(|all| all.get_mut(heading))
                    && let Some(words) = entity_in_words(value, *is_enum)
                {
                    piece.form = format!("{}, {words}", def.ident);
                }
                if whole && def.trailing {
                    self.rest("ignored");
                }
                value
            }
            Body::Enumeration(enumeration) => {
                self.enumeration(&def.ident, enumeration, big, whole.then_some(def.trailing), name)
            }
        }?;
        self.around.pop();
        if enters {
            self.reader.leave();
            self.levels -= 1;
        }
        Ok(value)
    }

    /// Takes all bytes that are left.
    fn rest(&mut self, form: &'static str) -> Vec<u8> {
        let bytes = self.reader.take(self.reader.remaining(), "bytes").unwrap_or_default().to_vec();
        if !bytes.is_empty() {
            self.piece("", || form.to_owned(), || Some(Tree::Bytes(bytes.clone())));
        }
        bytes
    }

    /// Reads a struct or variant, whose name is in errors.
    fn record(&mut self, name: &str, record: &'s Record, big: bool, whole: bool) -> Read<Tree> {
        self.fields(record, big, whole).map_err(|error| error.in_type(name.to_owned()))
    }

    fn fields(&mut self, record: &'s Record, big: bool, whole: bool) -> Read<Tree> {
        let mut header = Vec::new();
        if record.header_bits > 0 {
            header = self.header(record)?;
        }
        let mut values = Vec::new();
        for (position, field) in record.fields.iter().enumerate() {
            let may_be_missing = field.default != super::FieldDefault::Required;
            if whole && may_be_missing && self.reader.remaining() == 0 {
                continue;
            }
            (self.is_single, self.time) = (field.is_single(), field.time);
            let in_header = header.get_mut(position).and_then(Option::take);
            let value = match (in_header, &field.ty) {
                (Some(Tree::Bool(false)), Type::Option(_)) => Ok(Tree::Nil),
                (Some(_), Type::Option(inner)) => {
                    let value = self.value(inner, big, &field.name);
                    value.map(|value| self.schema.some(inner, value))
                }
                (Some(value), _) => Ok(value),
                (None, ty) => self.value(ty, big, &field.name),
            };
            values.push((field.name.clone(), value.map_err(|error| in_field(error, &field.name))?));
        }
        Ok(tuple(record, values))
    }

    /// Reads the header of `flags`: what it has of each field.
    fn header(&mut self, record: &'s Record) -> Read<Vec<Option<Tree>>> {
        let start = self.reader.position();
        let bytes = self.reader.take(record.header_bytes(), "the flags")?;
        let header = bytes.iter().rev().fold(0_u64, |header, byte| header << 8 | u64::from(*byte));
        if record.header_bits < 64 && header >> record.header_bits != 0 {
            let expected = format!("flags in {} bits", record.header_bits);
            return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start, expected, "more"));
        }
        let mut found = Vec::new();
        for field in &record.fields {
            let Some(bits) = field.bits else {
                found.push(None);
                continue;
            };
            let unused = 64 - u32::from(bits.count);
            let number = header >> bits.first << unused >> unused;
            let value =
                self.bits(field, number, start).map_err(|error| in_field(error, &field.name))?;
            found.push(Some(value));
        }
        let shown = || {
            let with_bits = record.fields.iter().zip(&found);
            let each =
                with_bits.filter_map(|(field, value)| Some((field.name.clone(), value.clone()?)));
            Some(Tree::Record(each.collect()))
        };
        self.piece("", || format!("flags, {} bits", record.header_bits), shown);
        Ok(found)
    }

    /// The value of some bits of a header that begins at `start`.
    fn bits(&self, field: &Field, number: u64, start: usize) -> Read<Tree> {
        let Some(bits) = field.bits else { return Ok(Tree::Nil) };
        Ok(match &field.ty {
            Type::Bool | Type::Option(_) => Tree::Bool(number == 1),
            Type::Number(NumberType::I8 | NumberType::I16 | NumberType::I32 | NumberType::I64) => {
                let unused = 64 - u32::from(bits.count);
                Tree::Int(((number as i64) << unused >> unused).into())
            }
            Type::Message(index) => {
                let Body::Enumeration(enumeration) = &self.schema.types[*index].body else {
                    return Ok(Tree::Int(number.into()));
                };
                match member_of(enumeration, number) {
                    Some(tree) => tree,
                    None => {
                        let expected = format!("a value from bit {} of the flags on", bits.first);
                        return Err(DecodeError::new(
                            DecodeErrorKind::UnknownVariant,
                            start + usize::from(bits.first) / 8,
                            expected,
                            number.to_string(),
                        ));
                    }
                }
            }
            _ => Tree::Int(number.into()),
        })
    }

    /// Reads a variant. `whole` says of the outermost value whether it ignores what follows.
    fn enumeration(
        &mut self,
        ident: &str,
        enumeration: &'s Enumeration,
        big: bool,
        whole: Option<bool>,
        name: &str,
    ) -> Read<Tree> {
        let start = self.reader.position();
        let number = match enumeration.number {
            Prefix::Varint => {
                varint::take(&mut self.reader, u32::MAX.into(), "the number of a variant")?
            }
            Prefix::Number(number) => self.unsigned(number, big)?,
        };
        let member = enumeration.members.iter().find(|member| u64::from(member.id) == number);
        let Some(member) = member else {
            let Some(other) = &enumeration.other else {
                return Err(DecodeError::new(
                    DecodeErrorKind::UnknownVariant,
                    start,
                    format!("a variant of {ident}"),
                    number.to_string(),
                ));
            };
            self.piece(
                name,
                || format!("{ident}::{}", other.name),
                || Some(Tree::Int(number.into())),
            );
            let rest = match whole {
                _ if enumeration.other_takes_rest() => self.rest("not known"),
                Some(true) => self.rest("ignored"),
                _ => Vec::new(),
            };
            self.last = Some((other.name.clone(), Some(number as u32), true));
            let bytes = || Tree::List(rest.iter().map(|byte| Tree::Int((*byte).into())).collect());
            return Ok(match (other.number, other.rest) {
                (false, _) => Tree::Text(other.name.clone()),
                (true, false) => named(&other.name, Tree::Int(number.into())),
                (true, true) => {
                    named(&other.name, Tree::List(vec![Tree::Int(number.into()), bytes()]))
                }
            });
        };
        self.piece(name, || format!("{ident}::{}", member.name), || Some(Tree::Int(number.into())));
        let is_whole = whole.is_some();
        let read = |walk: &mut Self| match &member.record.fields[..] {
            [field] if member.is_message => {
                let Type::Message(index) = field.ty else {
                    return walk.record(&member.name, &member.record, big, is_whole);
                };
                walk.message(index, big, is_whole, "")
            }
            _ => walk.record(&member.name, &member.record, big, is_whole),
        };
        let content = self.within(read)?;
        if whole == Some(true) {
            self.rest("ignored");
        }
        self.last = Some((member.name.clone(), Some(member.id), false));
        Ok(if member.record.fields.is_empty() {
            Tree::Text(member.name.clone())
        } else {
            named(&member.name, content)
        })
    }

    fn value(&mut self, ty: &'s Type, big: bool, name: &str) -> Read<Tree> {
        let value = match ty {
            Type::Option(inner) => {
                let start = self.reader.position();
                let [byte] = self.reader.array("an Option")?;
                if byte > 1 {
                    let (expected, found) = ("0 or 1 before an optional value", byte.to_string());
                    return Err(DecodeError::new(
                        DecodeErrorKind::InvalidValue,
                        start,
                        expected,
                        found,
                    ));
                }
                let what = if byte == 1 { "present" } else { "absent" };
                self.piece(name, || format!("Option, {what}"), || None);
                if byte == 0 {
                    return Ok(Tree::Nil);
                }
                let value = self.within(|walk| walk.value(inner, big, name))?;
                return Ok(self.schema.some(inner, value));
            }
            Type::List(prefix, element) => {
                return self.list(*prefix, element, usize::MAX, big, name);
            }
            Type::Packed(prefix, bits, element) => {
                return self.packed(*prefix, *bits, element, usize::MAX, big, name);
            }
            Type::Map(prefix, key, value) => {
                return self.map(*prefix, (key, value), usize::MAX, big, name);
            }
            Type::AtMost(most, inner) => match &**inner {
                Type::List(prefix, element) => {
                    return self.list(*prefix, element, *most, big, name);
                }
                Type::Packed(prefix, bits, element) => {
                    return self.packed(*prefix, *bits, element, *most, big, name);
                }
                Type::Map(prefix, key, value) => {
                    return self.map(*prefix, (key, value), *most, big, name);
                }
                inner => self.text(inner, *most, big)?,
            },
            Type::Array(count, element) => {
                if self.reader.remaining() < self.sizes.value(ty).min {
                    return Err(self.reader.incomplete("an array"));
                }
                if self.sizes.value(element).min == 0 {
                    texts::count_empty(&mut self.reader, *count)?;
                }
                self.piece(name, || format!("array of {count}"), || None);
                return self.elements(*count, element, big).map(Tree::List);
            }
            Type::Tuple(elements) => {
                self.piece(name, || format!("tuple of {}", elements.len()), || None);
                let read = |walk: &mut Self| {
                    let each = elements.iter().enumerate();
                    each.map(|(index, element)| {
                        walk.value(element, big, &format!("[{index}]"))
                            .map_err(|error| error.in_index(index))
                    })
                    .collect()
                };
                return self.within(read).map(Tree::List);
            }
            Type::InBits(bits, inner) => return self.in_bits(ty, *bits, inner, big, name),
            Type::Message(index) => return self.message(*index, big, false, name),
            Type::Text(..) | Type::CString(_) => self.text(ty, usize::MAX, big)?,
            ty => self.leaf(ty, big)?,
        };
        self.piece(name, || form(self.schema, ty), || Some(value.clone()));
        Ok(value)
    }

    /// Reads a number or an enum without fields, whose number fits into `bits` bits.
    fn in_bits(
        &mut self,
        ty: &'s Type,
        bits: u8,
        inner: &'s Type,
        big: bool,
        name: &str,
    ) -> Read<Tree> {
        let start = self.reader.position();
        let value = match inner {
            Type::Message(index) => self.message(*index, big, false, name)?,
            inner => self.leaf(inner, big)?,
        };
        let number = match (&value, &self.last) {
            (Tree::Int(number), _) => *number,
            // The variant that was read.
            (_, Some((_, Some(number), _))) => (*number).into(),
            _ => 0,
        };
        let (low, high) = bounds_of_bits(bits, inner.is_signed());
        if (number < low || high < number) && self.schema.may_exceed_bits(inner) {
            return Err(DecodeError::new(
                DecodeErrorKind::OutOfRange,
                start,
                format!("a number in {bits} bits"),
                number.to_string(),
            ));
        }
        if !matches!(inner, Type::Message(_)) {
            self.piece(name, || form(self.schema, ty), || Some(value.clone()));
        }
        Ok(value)
    }

    /// Reads a count, which is at most `most`.
    fn bounded_count(&mut self, prefix: Prefix, most: usize, big: bool) -> Read<usize> {
        let limit = self.reader.limits().elements;
        let start = self.reader.position();
        let count = self.len(prefix, big)?;
        if count > most.min(limit) {
            return Err(texts::too_many_elements(start, count, most, limit));
        }
        Ok(count)
    }

    /// Reads a count, and compares it with the bytes that are left.
    fn count(&mut self, prefix: Prefix, most: usize, min: usize, big: bool) -> Read<usize> {
        let count = self.bounded_count(prefix, most, big)?;
        if min == 0 {
            texts::count_empty(&mut self.reader, count)?;
        }
        match self.reader.remaining().checked_div(min) {
            Some(fitting) if count > fitting => Err(self.reader.incomplete("a list")),
            _ => Ok(count),
        }
    }

    fn len(&mut self, prefix: Prefix, big: bool) -> Read<usize> {
        let len = match prefix {
            Prefix::Varint => varint::take(&mut self.reader, usize::MAX as u64, "a count")?,
            Prefix::Number(number) => self.unsigned(number, big)?,
        };
        Ok(usize::try_from(len).unwrap_or(usize::MAX))
    }

    fn list(
        &mut self,
        prefix: Prefix,
        element: &'s Type,
        most: usize,
        big: bool,
        name: &str,
    ) -> Read<Tree> {
        let count = self.count(prefix, most, self.sizes.value(element).min, big)?;
        self.piece(name, || format!("list of {count}, {}", prefix_name(prefix)), || None);
        self.reader.enter()?;
        self.levels += 1;
        let elements = self.elements(count, element, big)?;
        self.levels -= 1;
        self.reader.leave();
        Ok(Tree::List(elements))
    }

    /// Reads a list of packed elements. All of them are one piece.
    fn packed(
        &mut self,
        prefix: Prefix,
        bits: u8,
        element: &'s Type,
        most: usize,
        big: bool,
        name: &str,
    ) -> Read<Tree> {
        let count = self.bounded_count(prefix, most, big)?;
        let len = Size::packed_len(count, bits);
        if len > self.reader.remaining() {
            return Err(self.reader.incomplete("a list"));
        }
        let heading = || format!("list of {count}, {}", prefix_name(prefix));
        self.piece(name, heading, || None);
        self.reader.enter()?;
        let start = self.reader.position();
        let bytes = self.reader.take(len, "a list")?;
        check_padding(bytes, count, bits.into(), start)?;
        let of_number = |number: u64| match element {
            Type::Bool => Tree::Bool(number == 1),
            element if element.is_signed() => {
                let unused = 64 - u32::from(bits);
                Tree::Int(((number as i64) << unused >> unused).into())
            }
            _ => Tree::Int(number.into()),
        };
        let elements: Vec<Tree> = unpacked(bytes, count, bits).map(of_number).collect();
        if count > 0 {
            let shown = || Some(Tree::List(elements.clone()));
            let each = || format!("{} in {bits} bits each", form(self.schema, element));
            let each = each();
            self.depth += 1;
            self.piece("", || each, shown);
            self.depth -= 1;
        }
        self.reader.leave();
        Ok(Tree::List(elements))
    }

    fn elements(&mut self, count: usize, element: &'s Type, big: bool) -> Read<Vec<Tree>> {
        // Bytes are one piece.
        if let Type::Number(NumberType::U8) = element {
            let bytes = self.reader.take(count, "a list")?;
            let ints = bytes.iter().map(|byte| Tree::Int((*byte).into())).collect();
            if count > 0 {
                let shown = || Some(Tree::Bytes(bytes.to_vec()));
                self.depth += 1;
                self.piece("", || "bytes".to_owned(), shown);
                self.depth -= 1;
            }
            return Ok(ints);
        }
        self.within(|walk| {
            let mut elements = Vec::new();
            for index in 0..count {
                let value = walk.value(element, big, &format!("[{index}]"));
                elements.push(value.map_err(|error| error.in_index(index))?);
            }
            Ok(elements)
        })
    }

    fn map(
        &mut self,
        prefix: Prefix,
        (key, content): (&'s Type, &'s Type),
        most: usize,
        big: bool,
        name: &str,
    ) -> Read<Tree> {
        let min = self.sizes.value(key).min + self.sizes.value(content).min;
        let count = self.count(prefix, most, min, big)?;
        self.piece(name, || format!("map of {count}, {}", prefix_name(prefix)), || None);
        self.reader.enter()?;
        self.levels += 1;
        let pairs = self.within(|walk| {
            let mut pairs = Vec::new();
            for index in 0..count {
                let pair = walk.value(key, big, &format!("key {index}")).and_then(|key| {
                    Ok((key, walk.value(content, big, &format!("value {index}"))?))
                });
                pairs.push(pair.map_err(|error| error.in_index(index))?);
            }
            Ok(pairs)
        })?;
        self.levels -= 1;
        self.reader.leave();
        Ok(pairs_by_name(pairs))
    }

    fn text(&mut self, ty: &Type, most: usize, big: bool) -> Read<Tree> {
        let start = self.reader.position();
        match ty {
            Type::Text(_, prefix) => {
                let len = self.len(*prefix, big)?;
                if len > most {
                    return Err(texts::too_many(start, len, most));
                }
                texts::take(&mut self.reader, len).map(|text| Tree::Text(text.to_owned()))
            }
            _ => {
                let rest = self.reader.rest();
                let within = rest.iter().take(most.saturating_add(1));
                let Some(len) = within.clone().position(|byte| *byte == 0) else {
                    return Err(if rest.len() > most {
                        texts::too_many(start, most + 1, most)
                    } else {
                        self.reader.incomplete("a text that ends with a 0")
                    });
                };
                let text = texts::take(&mut self.reader, len)?.to_owned();
                self.reader.take(1, "a text")?;
                Ok(Tree::Text(text))
            }
        }
    }
}

/// The numbers of packed elements.
fn unpacked(bytes: &[u8], count: usize, bits: u8) -> impl Iterator<Item = u64> {
    let (mut waiting, mut len, mut bytes) = (0_u64, 0, bytes.iter());
    (0..count).map(move |_| {
        while len < bits {
            waiting |= u64::from(bytes.next().copied().unwrap_or_default()) << len;
            len += 8;
        }
        let number = waiting & (u64::MAX >> (64 - u32::from(bits)));
        waiting >>= bits;
        len -= bits;
        number
    })
}

/// An error of a field inside its name.
fn in_field(error: DecodeError, name: &str) -> DecodeError {
    match name.parse() {
        Ok(index) => error.in_index(index),
        Err(_) => error.in_key(name.to_owned()),
    }
}
