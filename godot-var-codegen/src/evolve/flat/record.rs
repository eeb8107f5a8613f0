//! Whether a reader of a record gets what another record's writer writes.

use super::parts::{Part, are_moved, are_shorter, named_parts};
use super::value::{OTHER_MEANING, OTHER_SIGN};
use super::{At, Extent, Judge, Rule};
use crate::evolve::align::{Step, align, before_end};
use crate::evolve::outline::Outline;
use crate::flat::{Body, Field, Record, Schema, Type};
use crate::protocol::FieldDefault;

impl<'s> Judge<'s> {
    /// Compares the header and the fields of structs or variants. A whole message of a reader that is `trailing` may go on.
    pub(super) fn records(
        &mut self,
        reader: &'s Record,
        writer: &'s Record,
        trailing: bool,
        at: &At,
    ) {
        if (reader.header_bits > 0) != (writer.header_bits > 0) {
            let (_, is) = self.log.in_time(reader.header_bits, writer.header_bits);
            let now = if is > 0 { "now has" } else { "no longer has" };
            let message = format!("`{}` {now} a header of flags", at.subject);
            let why = "its bytes begin with the flags on one side only";
            self.log.report(Rule::FormChanged, at, message, self.extent(), why);
            return;
        }
        let first = self.log.problems.len();
        let moved = self.moved_to_header(reader, writer, at);
        let of = |record: &'s Record, wanted: fn(&Field) -> bool| -> Vec<&'s Field> {
            let fields = record.fields.iter().filter(|field| wanted(field));
            fields.filter(|field| !moved.contains(&&*field.name)).collect()
        };
        let in_header = |field: &Field| field.bits.is_some();
        let has_room = reader.header_bytes() == writer.header_bytes() && moved.is_empty();
        self.header(&of(reader, in_header), &of(writer, in_header), has_room, at);
        let after_it = |field: &Field| !field.is_in_header();
        self.fields(&of(reader, after_it), &of(writer, after_it), (first, trailing), at);
    }

    /// Reports fields that are in the header on one side only, and returns their names.
    fn moved_to_header(&mut self, reader: &'s Record, writer: &'s Record, at: &At) -> Vec<&'s str> {
        let mut moved = Vec::new();
        for read in &reader.fields {
            let same = |written: &&Field| written.name == read.name;
            let Some(written) = writer.fields.iter().find(same) else { continue };
            if read.bits.is_some() != written.bits.is_some() {
                moved.push(&*read.name);
                let both = self.log.both(at, ".", read, written);
                let why = "it is in the header on one side only";
                self.other_type(read, written, &both, self.extent(), why);
            }
        }
        moved
    }

    /// Compares the bits of headers.
    fn header(&mut self, reader: &[&'s Field], writer: &[&'s Field], has_room: bool, at: &At) {
        let steps = align(reader, writer, |field| &field.name);
        let end = before_end(&steps);
        // New bits at the end are 0 in the messages of others, if the header has room for them.
        let mut fits = has_room;
        for (position, step) in steps.into_iter().enumerate() {
            let is_at_end = position >= end && fits;
            match step {
                Step::Both { read, written, is_moved } => {
                    let (read, written) = (reader[read], writer[written]);
                    let both = self.log.both(at, ".", read, written);
                    if is_moved {
                        self.moved(read, written, "a bit", "bits", &both, at);
                    }
                    fits &= !is_moved && self.bits(read, written, &both);
                }
                Step::Read(read) => {
                    let read = reader[read];
                    let own = at.read(".", read);
                    if !is_at_end {
                        fits = false;
                        self.log.alone(&own, ("", ""), self.extent(), MOVED_BITS);
                    } else if !may_be_0(self.reader, read) {
                        let why = "the flags have 0 for it, and no variant has this number";
                        self.log.alone(&own, ("", ""), Extent::All, why);
                    }
                }
                Step::Written(written) => {
                    let written = writer[written];
                    let own = at.written(".", written);
                    fits &= is_at_end;
                    let (extent, why) = match is_at_end {
                        true if may_be_0(self.writer, written) => (Extent::New, UNKNOWN_FLAGS),
                        true => (Extent::All, UNKNOWN_FLAGS),
                        false => (self.extent(), MOVED_BITS),
                    };
                    self.log.alone(&own, ("", ""), extent, why);
                }
            }
        }
    }

    /// Compares the bits of a field. Returns whether they are as many.
    fn bits(&mut self, reader: &'s Field, writer: &'s Field, at: &At) -> bool {
        let count = |field: &Field| field.bits.map(|bits| bits.count);
        if count(reader) != count(writer) {
            self.other_type(reader, writer, at, self.extent(), MOVED_BITS);
            return false;
        }
        let why = match (&reader.ty, &writer.ty) {
            (Type::Bool, Type::Bool) | (Type::Option(_), Type::Option(_)) => return true,
            (Type::Number(read), Type::Number(written)) => {
                if read.is_signed() == written.is_signed() {
                    return true;
                }
                OTHER_SIGN
            }
            // A bit is 0 or 1, or 0 or -1.
            (Type::Number(number), Type::Bool) | (Type::Bool, Type::Number(number)) => {
                if !number.is_signed() {
                    return true;
                }
                OTHER_SIGN
            }
            (Type::Number(number), Type::Message(index)) => {
                let is_half = |count: u8| is_below(self.writer, *index, 1 << (count - 1));
                if !number.is_signed() || count(reader).is_some_and(is_half) {
                    return true;
                }
                OTHER_SIGN
            }
            (Type::Message(index), Type::Number(number)) if !number.is_signed() => {
                let numbers = count(reader).map_or(u64::MAX, |count| 1 << count);
                if !has_all(self.reader, *index, numbers) {
                    let why = "a number that no variant has";
                    self.other_type(reader, writer, at, Extent::Some, why);
                }
                return true;
            }
            (Type::Message(_), Type::Number(_)) => OTHER_SIGN,
            (read, written) => match self.value(read, written) {
                None => return true,
                Some(found) if found.extent != Extent::Misread => {
                    self.other_type(reader, writer, at, found.extent, &found.why);
                    return true;
                }
                Some(_) => OTHER_MEANING,
            },
        };
        self.other_type(reader, writer, at, Extent::Misread, why);
        true
    }

    /// Compares fields by their order. `first` is the number of problems before this record.
    fn fields(
        &mut self,
        reader: &[&'s Field],
        writer: &[&'s Field],
        (first, trailing): (usize, bool),
        at: &At,
    ) {
        if self.are_same_parts(reader, writer) {
            return;
        }
        let steps = align(reader, writer, |field| &field.name);
        let end = before_end(&steps);
        // Whether the values before the end are read as they were written.
        let mut is_exact = !self.is_turned;
        for (position, step) in steps.into_iter().enumerate() {
            let is_at_end = position >= end;
            match step {
                Step::Both { read, written, is_moved } => {
                    let (read, written) = (reader[read], writer[written]);
                    let both = self.log.both(at, ".", read, written);
                    is_exact &= self.are_unchanged(read, written);
                    if is_moved {
                        self.moved(read, written, "a field", "fields", &both, at);
                    } else {
                        self.field(read, written, &both);
                    }
                }
                // The header says whether they are there.
                Step::Read(read) if reader[read].bits.is_some() => {}
                Step::Written(written) if writer[written].bits.is_some() => {}
                step => {
                    let (own, size, may_differ, last, inside) = match step {
                        Step::Written(written) => {
                            let size = self.written_sizes.field(writer[written]);
                            (at.written(".", writer[written]), size, trailing, GOES_ON, NO_MORE)
                        }
                        Step::Read(read) | Step::Both { read, .. } => {
                            let has_default = reader[read].default != FieldDefault::Required;
                            let size = self.read_sizes.field(reader[read]);
                            (at.read(".", reader[read]), size, has_default, ENDS, NONE_MISSING)
                        }
                    };
                    let is_last = is_at_end && self.is_whole;
                    if size.max == 0 || is_last && may_differ {
                        continue;
                    }
                    let is_exact = is_exact && first == self.log.problems.len() && size.min > 0;
                    let extent = if is_last && is_exact { Extent::All } else { self.extent() };
                    let why = match (is_at_end, self.is_whole) {
                        (true, true) => last,
                        (true, false) => inside,
                        (false, _) => MOVED,
                    };
                    self.log.alone(&own, ("", ""), extent, why);
                }
            }
        }
    }

    /// Whether the fields are the same values in the same order, in whatever fields and structs they are.
    fn are_same_parts(&self, reader: &[&'s Field], writer: &[&'s Field]) -> bool {
        let is_plain = |field: &Field| {
            field.bits.is_none()
                && field.default == FieldDefault::Required
                && field.time.is_none()
                && field.through.is_none()
        };
        let are_plain = |fields: &[&Field]| fields.iter().all(|field| is_plain(field));
        let of = |schema, fields: &[&'s Field]| -> Vec<Part<'s>> {
            let parts = |field: &&'s Field| named_parts(schema, None, &field.ty, &field.name);
            fields.iter().flat_map(parts).collect()
        };
        let are_renamed = reader.len() == writer.len();
        if are_renamed || !are_plain(reader) || !are_plain(writer) {
            return false;
        }
        let (read, written) = (of(self.reader, reader), of(self.writer, writer));
        read.len() == written.len()
            && !are_moved(&read, &written)
            && !are_shorter(&read, &written)
            && read
                .iter()
                .zip(written)
                .all(|(read, written)| self.part(read.ty, written.ty).is_none())
    }

    /// Whether the bytes of both fields have one form.
    fn are_unchanged(&self, reader: &Field, writer: &Field) -> bool {
        let fingerprints = |outline: &Outline<'_>, field: &Field| {
            let mut found = Vec::new();
            field.ty.messages(&mut |index| found.push(outline.types[index].fingerprint));
            found
        };
        fingerprints(self.read_outline, reader) == fingerprints(self.written_outline, writer)
    }

    /// Reports a field where the other side has another one.
    fn moved(&mut self, reader: &Field, writer: &Field, what: &str, all: &str, both: &At, at: &At) {
        let (old, new) = self.log.in_time(&reader.name, &writer.name);
        let message = format!("{what} of `{}` was `{old}` and is `{new}`", at.subject);
        let why = format!("the order of the {all} is different");
        self.log.report(Rule::OrderChanged, both, message, self.extent(), why);
    }
}

/// Whether the numbers of an enum's variants are all below this one.
fn is_below(schema: &Schema, index: usize, most: u64) -> bool {
    let Body::Enumeration(enumeration) = &schema.types[index].body else { return false };
    enumeration.other.as_ref().is_none_or(|other| !other.number)
        && enumeration.members.iter().all(|member| u64::from(member.id) < most)
}

/// Whether an enum has a variant for so many numbers from 0.
fn has_all(schema: &Schema, index: usize, numbers: u64) -> bool {
    let Body::Enumeration(enumeration) = &schema.types[index].body else { return false };
    enumeration.other.is_some() || enumeration.members.len() as u64 >= numbers
}

/// Whether a field's bits may be 0: an enum may have no variant with this number.
fn may_be_0(schema: &Schema, field: &Field) -> bool {
    let Type::Message(index) = field.ty else { return true };
    match &schema.types[index].body {
        Body::Enumeration(enumeration) => {
            enumeration.other.is_some() || enumeration.members.iter().any(|member| member.id == 0)
        }
        Body::Record(_) => true,
    }
}

const MOVED: &str = "the bytes after it are read as other fields";
const MOVED_BITS: &str = "the bits after it are read as other flags";
const UNKNOWN_FLAGS: &str = "flags that a reader does not know are refused";
const GOES_ON: &str = "the message has bytes after its last field";
const ENDS: &str = "the message ends before it";
const NO_MORE: &str = "a value inside another one has no bytes after its last field";
const NONE_MISSING: &str = "no field is missing inside another value";
