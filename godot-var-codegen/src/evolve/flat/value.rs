//! Whether a reader of a field gets what another field's writer writes.

use std::ptr;

use godot_var_runtime::flat::{NumberType, Prefix};

use super::parts::{Part, are_moved, are_shorter, named_parts, parts};
use super::{At, Extent, Found, Judge, Rule, Verdict, worst};
use crate::evolve::help::other_time;
use crate::evolve::verdicts::Verdicts;
use crate::evolve::{self, seen};
use crate::flat::{Body, Enumeration, Field, Schema, Type, bounds_of_bits, form};
use crate::protocol;

#[expect(clippy::unnecessary_wraps, reason = "other verdicts are `None`")]
fn verdict(extent: Extent, why: impl Into<String>) -> Verdict {
    Some(Found::of(extent, why))
}

fn misread(why: impl Into<String>) -> Verdict {
    verdict(Extent::Misread, why)
}

fn some(why: impl Into<String>) -> Verdict {
    verdict(Extent::Some, why)
}

/// The same in a list or an option, which may be empty.
fn inside(found: Found) -> Found {
    Found { extent: if found.extent == Extent::All { Extent::Some } else { found.extent }, ..found }
}

impl<'s> Judge<'s> {
    /// Compares a field's type, its time and its length.
    pub(super) fn field(&mut self, reader: &'s Field, writer: &'s Field, at: &At) {
        let content = |field: &'s Field| match (&field.ty, field.bits) {
            (Type::Option(inner), Some(_)) => &**inner,
            (ty, _) => ty,
        };
        let value = self.value(content(reader), content(writer));
        let found = value.into_iter().chain(meaning(reader, writer));
        if let Some(found) = worst(found) {
            // What moves other fields may never have the right length.
            let extent = if found.extent == Extent::Misread { self.extent() } else { found.extent };
            self.other_type(reader, writer, at, extent, &found.why);
            return;
        }
        self.lengths(reader, writer, at);
    }

    /// Compares the most bytes of a text, or elements of a list.
    fn lengths(&mut self, reader: &Field, writer: &Field, at: &At) {
        let Some(most) = most(&reader.ty) else { return };
        if capacity(&writer.ty).is_some_and(|written| written <= most) {
            return;
        }
        self.log.shorter(at, most, self::most(&writer.ty));
    }

    pub(super) fn other_type(
        &mut self,
        reader: &Field,
        writer: &Field,
        at: &At,
        extent: Extent,
        why: &str,
    ) {
        let name = |schema, field| format!("`{}`", name(schema, field));
        let names = (name(self.reader, reader), name(self.writer, writer));
        self.log.changed(Rule::TypeChanged, at, "", names, extent, why);
    }

    /// Compares a reader's value with a writer's.
    pub(super) fn value(&self, reader: &'s Type, writer: &'s Type) -> Verdict {
        let found = self.spread(reader, writer, (Some(self.writer), Some(self.reader)));
        let found = found.unwrap_or_else(|| self.other(reader, writer))?;
        // The fields of a struct may stand where it stood.
        let fields = self.spread(reader, writer, (None, None));
        if matches!(fields, Some(None)) { None } else { Some(found) }
    }

    /// Compares the parts of two types, if they are as many. `others` have structs that are one part.
    fn spread(
        &self,
        reader: &'s Type,
        writer: &'s Type,
        others: (Option<&Schema>, Option<&Schema>),
    ) -> Option<Verdict> {
        let read = named_parts(self.reader, others.0, reader, "");
        let written = named_parts(self.writer, others.1, writer, "");
        let is_itself =
            |parts: &[Part<'_>], ty: &Type| matches!(parts, [part] if ptr::eq(part.ty, ty));
        // The bound of a field is compared with it.
        let are_fields = is_itself(&read, reader) && is_itself(&written, writer);
        let (is_moved, is_shorter) =
            (are_moved(&read, &written), !are_fields && are_shorter(&read, &written));
        let types = |parts: Vec<Part<'s>>| parts.into_iter().map(|part| part.ty).collect();
        let found = self.pairs(types(read), types(written))?;
        Some(match found {
            _ if is_moved => misread("its fields are in another order"),
            None if is_shorter => some("a longer text or list"),
            found => found,
        })
    }

    /// Compares parts one by one, if they are as many.
    fn pairs(&self, reader: Vec<&'s Type>, writer: Vec<&'s Type>) -> Option<Verdict> {
        if reader.len() != writer.len() {
            return None;
        }
        let pairs = reader.into_iter().zip(writer);
        Some(worst(pairs.filter_map(|(read, written)| self.part(read, written))))
    }

    /// Types of other meanings, and perhaps of other lengths.
    fn other(&self, reader: &Type, writer: &Type) -> Verdict {
        let (read, written) = (self.read_sizes.value(reader), self.written_sizes.value(writer));
        misread(if read == written { OTHER_MEANING } else { OTHER_SIZE })
    }

    /// Compares the types of Variants. What changes inside of a type that both have is a finding about the type.
    fn variants(&self, read: &protocol::Type, written: &protocol::Type) -> Verdict {
        let (reader, writer) = (&self.reader.variants, &self.writer.variants);
        let at = At { subject: String::new(), reader: None, writer: None };
        let verdicts = Verdicts::default();
        let mut judge = evolve::Judge::new(self.log.who, (reader, writer), &verdicts);
        judge.values(&seen::Seen::of(reader, read), &seen::Seen::of(writer, written), &at);
        judge.log.worst()
    }

    /// Compares parts of values, each pair once.
    pub(super) fn part(&self, reader: &'s Type, writer: &'s Type) -> Verdict {
        let pair = (ptr::from_ref(reader), ptr::from_ref(writer));
        self.verdicts.once(pair, || self.new_part(reader, writer))
    }

    fn new_part(&self, reader: &'s Type, writer: &'s Type) -> Verdict {
        use Type::{
            Bool, CString, Char, Custom, Direction, LenientBool, List, Map, Message, NonZero,
            Number, Octahedron, Option, Packed, Text, Variant, Varint,
        };
        // A count below 128 is one byte as a varint, too.
        let is_short = capacity(writer).is_some_and(|most| most < 128);
        let is_byte = |prefix| matches!(prefix, Prefix::Varint | Prefix::Number(NumberType::U8));
        let same = |read: &Prefix, written: &Prefix| {
            read == written || is_short && is_byte(*read) && is_byte(*written)
        };
        if let Type::InBits(bits, read) = bare(reader) {
            return self.part(read, writer).or_else(|| self.in_bits(*bits, read, writer));
        }
        match (bare(reader), bare(writer)) {
            (reader, Type::InBits(_, written)) => self.part(reader, written),
            (NonZero(reader), NonZero(writer)) => self.part(reader, writer),
            (reader, NonZero(writer)) => self.part(reader, writer),
            (NonZero(reader), writer) => {
                self.part(reader, writer).or_else(|| verdict(Extent::New, "0"))
            }
            (Number(read), Number(written)) => Self::numbers(*read, *written),
            (Varint(read), Varint(written)) if read.is_signed() == written.is_signed() => {
                within(bounds(*read), bounds(*written))
            }
            (Varint(_), Varint(_)) => misread(OTHER_SIGN),
            (Varint(read), Char) if !read.is_signed() => {
                within(bounds(*read), (0, u32::from(char::MAX).into()))
            }
            // Those of a byte all are.
            (Char, Varint(NumberType::U8)) => None,
            (Char, Varint(written)) if !written.is_signed() => {
                some("a number that is not a character")
            }
            (
                Bool | LenientBool | Char | Number(NumberType::U8 | NumberType::I8),
                Bool | LenientBool,
            ) => None,
            (Varint(read), Bool | LenientBool) if !read.is_signed() => None,
            (Bool, Number(NumberType::U8 | NumberType::I8)) => some("a number other than 0 and 1"),
            (Text(_, read), Text(_, written)) if same(read, written) => None,
            (CString(_), CString(_)) => None,
            (List(read, inner), Text(_, written)) if same(read, written) && is_u8(inner) => None,
            (Text(_, read), List(written, inner)) if same(read, written) && is_u8(inner) => {
                some("bytes that are not UTF-8")
            }
            (List(read, reader), List(written, writer)) if same(read, written) => {
                self.value(reader, writer).map(inside)
            }
            (Packed(read, bits, reader), Packed(written, other, writer))
                if same(read, written) && bits == other =>
            {
                if reader.is_signed() == writer.is_signed() { None } else { misread(OTHER_SIGN) }
            }
            (Map(read, key, value), Map(written, other_key, other_value))
                if same(read, written) =>
            {
                let key = self.value(key, other_key);
                let value = self.value(value, other_value);
                worst(key.into_iter().chain(value)).map(inside)
            }
            (List(read, element), Map(written, key, value)) if same(read, written) => {
                let pair = [&**key, value].map(|ty| parts(self.writer, None, ty)).concat();
                let found = self.pairs(parts(self.reader, None, element), pair);
                found.unwrap_or_else(|| self.other(reader, writer)).map(inside)
            }
            (Map(read, key, value), List(written, element)) if same(read, written) => {
                let pair = [&**key, value].map(|ty| parts(self.reader, None, ty)).concat();
                let found = self.pairs(pair, parts(self.writer, None, element));
                match found.unwrap_or_else(|| self.other(reader, writer)) {
                    Some(found) => Some(inside(found)),
                    None => some("of several pairs with one key, only the last is kept"),
                }
            }
            (Option(reader), Option(writer)) => self.value(reader, writer).map(inside),
            (Direction(reader), Direction(writer)) | (Octahedron(reader), Octahedron(writer)) => {
                self.value(reader, writer)
            }
            (Type::Array(read, reader), Type::Array(written, writer)) if read == written => {
                self.value(reader, writer)
            }
            (
                Type::Range { low, high, steps, .. },
                Type::Range { low: other_low, high: other_high, steps: other, .. },
            ) if steps == other => {
                // The same bits are the same numbers.
                let are_same = low == other_low && high == other_high;
                (!are_same).then(|| {
                    let why = format!(
                        "a step from {other_low} to {other_high} is read as one from {low} to {high}"
                    );
                    Found::of(Extent::Misread, why)
                })
            }
            (Variant(read, reader), Variant(written, writer)) if read == written => {
                self.variants(reader, writer)
            }
            (Variant(..), Variant(..)) => misread("the Variants of another Godot"),
            (Custom(read), Custom(written)) if read == written => None,
            (Custom(_), _) | (_, Custom(_)) => some(OWN_FUNCTIONS),
            (Message(read), Message(written)) => self.messages(*read, *written),
            (reader, Message(written)) => match plain(self.writer, *written) {
                Some(enumeration) => self.number_of(reader, enumeration, writer),
                None => self.other(reader, writer),
            },
            (Message(read), writer) => match plain(self.reader, *read) {
                Some(enumeration) => self.of_number(enumeration, reader, writer),
                None => self.other(reader, writer),
            },
            (reader, writer) if reader == writer => None,
            (reader, writer) => self.other(reader, writer),
        }
    }

    /// A number that is read only if it fits into the given bits.
    fn in_bits(&self, bits: u8, reader: &Type, writer: &Type) -> Verdict {
        if !self.reader.may_exceed_bits(reader) {
            return None;
        }
        let written = match bare(writer) {
            Type::InBits(written, inner) => bounds_of_bits(*written, inner.is_signed()),
            Type::Number(number) => bounds(*number),
            Type::Message(index) => ids(plain(self.writer, *index)?),
            _ => return None,
        };
        within(bounds_of_bits(bits, reader.is_signed()), written)
    }

    fn numbers(read: NumberType, written: NumberType) -> Verdict {
        use NumberType::{I64, U64};
        if read == written {
            return None;
        }
        if read.bytes() != written.bytes() {
            return misread(OTHER_SIZE);
        }
        match (read, written) {
            // A `u64` above the largest `i64` has no bytes.
            (I64, U64) => None,
            (U64, I64) => some("a negative number"),
            _ if !is_integer(read) || !is_integer(written) => misread(OTHER_MEANING),
            _ => misread(OTHER_SIGN),
        }
    }

    /// A number that is read in place of an enum without fields.
    fn number_of(&self, reader: &Type, enumeration: &Enumeration, writer: &Type) -> Verdict {
        match (reader, enumeration.number) {
            (Type::Number(read), Prefix::Number(written))
                if is_integer(*read) && read.bytes() == written.bytes() =>
            {
                within(bounds(*read), ids(enumeration))
            }
            (Type::Varint(read), Prefix::Varint) if !read.is_signed() => {
                within(bounds(*read), ids(enumeration))
            }
            _ => self.other(reader, writer),
        }
    }

    /// An enum without fields that is read in place of a number.
    fn of_number(&self, enumeration: &Enumeration, reader: &Type, writer: &Type) -> Verdict {
        let written = match (enumeration.number, writer) {
            (Prefix::Number(read), Type::Number(written))
                if is_integer(*written) && read.bytes() == written.bytes() =>
            {
                *written
            }
            (Prefix::Varint, Type::Varint(written)) if !written.is_signed() => *written,
            _ => return self.other(reader, writer),
        };
        if enumeration.other.is_none() {
            return some("a number that no variant has");
        }
        if written.is_signed() { misread(OTHER_SIGN) } else { within(ALL_IDS, bounds(written)) }
    }

    /// Compares types of the schemas. Those of one name are compared by themselves.
    fn messages(&self, read: usize, written: usize) -> Verdict {
        let (reader, writer) = (&self.reader.types[read], &self.writer.types[written]);
        if reader.path() == writer.path() {
            return None;
        }
        let at = At { subject: String::new(), reader: None, writer: None };
        self.trial(|judge| judge.types(read, written, &at)).map(inside)
    }
}

/// Compares what stands for the value: a time, or the result of functions.
fn meaning(reader: &Field, writer: &Field) -> Verdict {
    if reader.through != writer.through {
        return some(OWN_FUNCTIONS);
    }
    let time = reader.time?;
    match writer.time {
        Some(other) if other == time => None,
        Some(other) => misread(other_time(time, other)),
        None if time.unit == "s" => some("a negative number, or one that is not finite"),
        None => None,
    }
}

pub(super) const OTHER_SIGN: &str = "negative and large numbers are read as others";
pub(super) const OTHER_MEANING: &str = "its bytes mean something else";
pub(super) const OTHER_SIZE: &str = "it takes another number of bytes";
const OWN_FUNCTIONS: &str =
    "it has its own functions for encoding or decoding, which are not part of the schema";

/// The smallest and the largest integer of a type.
fn bounds(number: NumberType) -> (i128, i128) {
    let bits = 8 * number.bytes() as u32;
    if number.is_signed() {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    } else {
        (0, ((1_i128 << bits) - 1).min(i64::MAX.into()))
    }
}

fn within((low, high): (i128, i128), (least, most): (i128, i128)) -> Verdict {
    if low <= least && most <= high {
        return None;
    }
    let why = if low == 0 {
        format!("a number above {high}")
    } else {
        format!("a number below {low} or above {high}")
    };
    verdict(Extent::New, why)
}

/// A type apart from its bound, which [`Judge::lengths`] compares.
fn bare(ty: &Type) -> &Type {
    match ty {
        Type::AtMost(_, inner) => bare(inner),
        ty => ty,
    }
}

const fn is_u8(ty: &Type) -> bool {
    matches!(ty, Type::Number(NumberType::U8))
}

/// An enum whose values are numbers alone, in the order of bytes around it.
fn plain(schema: &Schema, index: usize) -> Option<&Enumeration> {
    let def = &schema.types[index];
    match &def.body {
        Body::Enumeration(enumeration) if enumeration.is_plain() && !def.big_endian => {
            Some(enumeration)
        }
        _ => None,
    }
}

/// The numbers of an enum's variants: the smallest and the largest.
fn ids(enumeration: &Enumeration) -> (i128, i128) {
    if enumeration.other.as_ref().is_some_and(|other| other.number) {
        return match enumeration.number {
            Prefix::Number(number) => (0, number.largest().into()),
            Prefix::Varint => ALL_IDS,
        };
    }
    let most = enumeration.members.iter().map(|member| member.id).max().unwrap_or(0);
    (0, most.into())
}

/// All numbers that variants can have.
const ALL_IDS: (i128, i128) = (0, u32::MAX as i128);

const fn is_integer(number: NumberType) -> bool {
    !matches!(number, NumberType::F16 | NumberType::F32 | NumberType::F64)
}

/// The largest length that a type allows.
fn most(ty: &Type) -> Option<usize> {
    match ty {
        Type::AtMost(most, _) => Some(*most),
        Type::Option(inner) | Type::Array(_, inner) => most(inner),
        _ => None,
    }
}

/// The largest length that a type can have.
fn capacity(ty: &Type) -> Option<usize> {
    match ty {
        Type::AtMost(most, inner) => Some(capacity(inner).map_or(*most, |other| other.min(*most))),
        Type::Option(inner) | Type::Array(_, inner) => capacity(inner),
        Type::Text(_, Prefix::Number(number))
        | Type::List(Prefix::Number(number), _)
        | Type::Packed(Prefix::Number(number), ..)
        | Type::Map(Prefix::Number(number), ..) => Some(number.largest() as usize),
        _ => None,
    }
}

/// The encoding of a field in a few words.
pub(in crate::evolve) fn name(schema: &Schema, field: &Field) -> String {
    let form = form(schema, &field.ty);
    let bits = field.bits.map(|bits| match bits.count {
        count if field.is_in_header() && count > 1 => format!("{count} bits"),
        _ => "a flag".to_owned(),
    });
    let time = field.time.map(|time| format!("{} in {}", time.type_name(), time.unit_name()));
    let through = field.through.as_ref().map(|path| format!("by {path}"));
    [Some(form), bits, time, through].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
