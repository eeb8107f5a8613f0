//! Whether a reader of a field accepts what another field's writer writes.

use godot_var_runtime::variant::{Bounds, VariantType};

use super::help::{OTHER_KIND, other_time};
use super::seen::{Number, Seen};
use super::{At, Extent, Judge, Rule};
use crate::protocol::{Body, Enumeration, ParsedText, Type};
use godot_var_schema::variant::model::Id;

impl<'p> Judge<'p> {
    /// Compares a reader's value with a writer's.
    pub(super) fn values(&mut self, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        match (reader.custom, writer.custom) {
            (Some(read), Some(written)) if read == written => return,
            (None, None) => {}
            _ => {
                let why = "it has its own functions for encoding or decoding, which are not part of the schema";
                self.other_type(reader, writer, at, Extent::Some, why);
                return;
            }
        }
        if reader.ty == Type::Variant {
            return;
        }
        if let Type::Option(inner) = &writer.ty {
            let inside = writer.inside(inner);
            let first = self.log.problems.len();
            if let Type::Option(read) = &reader.ty {
                self.values(&reader.inside(read), &inside, at);
                self.spare_nothing(first);
                return;
            }
            if reader.read().contains(VariantType::Nil) {
                self.values(reader, &inside, at);
                self.spare_nothing(first);
            } else {
                let why = "null, which one side does not have";
                self.other_type(reader, writer, at, Extent::Some, why);
                self.values(reader, &inside, at);
            }
            return;
        }
        if let Type::Option(inner) = &reader.ty {
            if writer.ty != Type::UNIT {
                self.values(&reader.inside(inner), writer, at);
            }
            return;
        }
        if let (&Type::Message(read), &Type::Message(written)) = (&reader.ty, &writer.ty) {
            let of_one_name =
                reader.protocol.types[read].path() == writer.protocol.types[written].path();
            // Types of the same name are compared separately.
            if !of_one_name || self.trial {
                self.messages(reader, writer, at);
            }
            return;
        }
        // An untagged enum is read from whatever its variants are read from.
        if let Some(enumeration) = reader.enumeration()
            && self.fits_a_choice(reader, enumeration, writer, at)
        {
            return;
        }
        if writer.ty == Type::Variant {
            self.other_type(reader, writer, at, Extent::Some, "any other type");
            return;
        }
        let written = writer.written();
        let taken = written.and(reader.read());
        if taken.is_empty() {
            let why = if reader.marks.strict {
                "because of `strict`, a reader accepts only the type that it writes"
            } else {
                OTHER_KIND
            };
            self.other_type(reader, writer, at, Extent::All, why);
            return;
        }
        let is_any =
            matches!(reader.ty, Type::Value(VariantType::Dictionary | VariantType::Array, _));
        if is_any && taken == written {
            return;
        }
        let pair = (reader.ty.clone(), reader.marks, writer.ty.clone(), writer.marks);
        if !self.around.contains(&pair) {
            self.around.push(pair);
            self.of_one_kind(reader, writer, at);
            self.around.pop();
        }
    }

    /// If a value may be null or left out, null and missing values still arrive.
    pub(super) fn spare_nothing(&mut self, first: usize) {
        for found in self.log.problems[first..].iter_mut().flat_map(|problem| &mut problem.breaks) {
            if found.extent == Extent::All {
                found.extent = Extent::Some;
            }
        }
    }

    /// Compares types of the schema.
    pub(super) fn messages(&mut self, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        let (&Type::Message(read), &Type::Message(written)) = (&reader.ty, &writer.ty) else {
            return;
        };
        let bodies = (&reader.protocol.types[read].body, &writer.protocol.types[written].body);
        match bodies {
            (Body::Record(_), Body::Record(_)) | (Body::Enumeration(_), Body::Enumeration(_)) => {
                self.types(read, written, at);
            }
            (Body::Enumeration(enumeration), _)
                if self.fits_a_choice(reader, enumeration, writer, at) => {}
            _ => {
                let disjoint = reader.read().and(writer.written()).is_empty();
                let extent = if disjoint { Extent::All } else { Extent::Some };
                let why = "one is a struct, the other an enum";
                let kind = |body: &Body| match body {
                    Body::Enumeration(_) => "an enum",
                    _ => "a struct",
                };
                let (mut read, mut written) = (reader.name(), writer.name());
                if read == written {
                    (read, written) = (kind(bodies.0).to_owned(), kind(bodies.1).to_owned());
                }
                self.log.changed(Rule::FormChanged, at, "", (read, written), extent, why);
            }
        }
    }

    fn of_one_kind(&mut self, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        if let (Some(read), Some(written)) = (reader.number(), writer.number()) {
            self.times((reader, read), (writer, written), at);
            self.numbers((reader, read), (writer, written), at);
            return;
        }
        if reader.is_text() && writer.is_text() {
            let form = match &reader.ty {
                ty if *ty == writer.ty => None,
                &Type::CHAR => Some("a text that is not one character".to_owned()),
                ty => parsed(ty).map(|form| format!("a text that is not a `{}`", form.name)),
            };
            if let Some(form) = form {
                self.other_type(reader, writer, at, Extent::Some, &form);
            } else {
                self.lengths(reader, writer, at);
            }
            return;
        }
        let plain = writer.enumeration().filter(|enumeration| enumeration.is_plain());
        if let (None, Some(written)) = (reader.body(), plain) {
            self.text_or_number(reader, written, writer, at);
            return;
        }
        match (&reader.ty, &writer.ty) {
            (Type::Map(read_key, read), Type::Map(written_key, written)) => {
                self.lengths(reader, writer, at);
                self.parts((reader, read_key), (writer, written_key), at, "{key}");
                self.parts((reader, read), (writer, written), at, "{}");
            }
            (Type::Tuple(read), Type::Tuple(written)) if read.len() != written.len() => {
                let why = "a tuple has a fixed number of elements";
                self.other_type(reader, writer, at, Extent::All, why);
            }
            (Type::Value(read, _), Type::Value(written, _)) if read == written => {}
            (Type::Value(VariantType::Object, _), &Type::UNIT) => {}
            (Type::View(_), _) => self.lengths(reader, writer, at),
            (read, written) => match (elements(read), elements(written)) {
                (Some(read), Some(written)) => {
                    self.fixed((reader, read.0), (writer, written.0), at);
                    let tuple = match (&reader.ty, &writer.ty) {
                        (Type::Tuple(elements), _) | (_, Type::Tuple(elements)) => elements.len(),
                        _ => {
                            self.lengths(reader, writer, at);
                            let first = ((reader, read.1[0]), (writer, written.1[0]));
                            return self.parts(first.0, first.1, at, "[]");
                        }
                    };
                    for index in 0..tuple {
                        let of =
                            |elements: &[&Type]| elements[index.min(elements.len() - 1)].clone();
                        let (read, written) = (of(&read.1), of(&written.1));
                        self.parts((reader, &read), (writer, &written), at, &format!("[{index}]"));
                    }
                }
                _ => {
                    let why = "values that do not fit the type";
                    self.other_type(reader, writer, at, Extent::Some, why);
                }
            },
        }
    }

    /// Compares parts of values.
    fn parts(
        &mut self,
        (reader, read): (&Seen<'p>, &Type),
        (writer, written): (&Seen<'p>, &Type),
        at: &At,
        part: &str,
    ) {
        let (read, written) = (Seen::of(reader.protocol, read), Seen::of(writer.protocol, written));
        self.values(&read, &written, &at.part(part));
    }

    /// Compares a text or a number with an enum's names or numbers.
    fn text_or_number(
        &mut self,
        reader: &Seen<'p>,
        written: &'p Enumeration,
        writer: &Seen<'p>,
        at: &At,
    ) {
        let fits = |id: &Id| match id {
            Id::Text(name) => {
                parsed(&reader.ty).is_none()
                    && (reader.ty != Type::CHAR || name.chars().count() == 1)
                    && reader.marks.max_len.is_none_or(|len| name.len() <= len)
            }
            Id::Int(id) => reader.number().is_none_or(|number| number.holds(*id)),
        };
        if written.other.is_some() || !written.members.iter().all(|member| fits(&member.id)) {
            let why = "a variant that does not fit";
            self.other_type(reader, writer, at, Extent::Some, why);
        }
    }

    fn fixed(
        &mut self,
        (reader, read): (&Seen<'p>, Option<u64>),
        (writer, written): (&Seen<'p>, Option<u64>),
        at: &At,
    ) {
        let extent = match (read, written) {
            (None, _) => return,
            (Some(read), Some(written)) if read == written => return,
            (Some(_), Some(_)) => Extent::All,
            (Some(_), None) => Extent::Some,
        };
        self.other_type(reader, writer, at, extent, "a different number of elements");
    }

    /// Compares times. Other programs read their numbers, but as another time.
    fn times(
        &mut self,
        (reader, read): (&Seen<'p>, Number),
        (writer, written): (&Seen<'p>, Number),
        at: &At,
    ) {
        let Some(time) = reader.marks.time else { return };
        if let Some(other) = writer.marks.time.filter(|other| *other != time) {
            self.other_type(reader, writer, at, Extent::Misread, &other_time(time, other));
        }
        if !read.as_float {
            return;
        }
        let is_any = writer.marks.time.is_none() && written.range.is_none();
        let is_negative = !time.since_1970
            && match (writer.marks.time, written.range) {
                (Some(other), _) => other.since_1970,
                (None, range) => range.is_none_or(|(least, _)| least < 0),
            };
        let why = match (is_negative, is_any) {
            (true, true) => "a negative number, or one that is not finite",
            (true, false) => "a negative number",
            (false, true) => "a number that is not finite",
            (false, false) => return,
        };
        self.other_type(reader, writer, at, Extent::Some, why);
    }

    fn numbers(
        &mut self,
        (reader, read): (&Seen<'p>, Number),
        (writer, written): (&Seen<'p>, Number),
        at: &At,
    ) {
        let why = match (read.range, written.range) {
            (Some((low, high)), Some((least, most))) => {
                let may_be_zero = read.lacks_zero && written.holds(0);
                let is_within = low <= least && most <= high;
                if is_within && !may_be_zero {
                    return;
                }
                let why = match (is_within, may_be_zero && low < 0) {
                    (true, true) => "0".to_owned(),
                    (false, true) => format!("0, or a number below {low} or above {high}"),
                    (_, false) => format!("a number below {low} or above {high}"),
                };
                // A range that only grows still covers all earlier values.
                let grows = least <= low && high <= most && (read.holds(0) <= written.holds(0));
                let extent = if grows { Extent::New } else { Extent::Some };
                self.other_type(reader, writer, at, extent, &why);
                return;
            }
            (Some(_), None) => "a float with a fraction or out of range",
            (None, Some((least, most))) => {
                let (low, high) = Bounds::F64.whole_floats();
                if written.as_float || low <= least && most <= high {
                    return;
                }
                let why = format!("an int below {low} or above {high}");
                return self.other_type(reader, writer, at, Extent::Some, &why);
            }
            (None, None) if read.is_single && !written.is_single => {
                "a float that is too large for 32 bits; others are rounded"
            }
            (None, None) => return,
        };
        self.other_type(reader, writer, at, Extent::Some, why);
    }

    /// Compares `max_len` of equal types.
    fn lengths(&mut self, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        let Some(most) = reader.marks.max_len else { return };
        let fixed = match &writer.ty {
            Type::FixedList(len, _) => usize::try_from(*len).ok(),
            // A character takes at most four bytes.
            &Type::CHAR => Some(4),
            ty => parsed(ty).map(|form| form.lengths.1 as usize),
        };
        if writer.marks.max_len.or(fixed).is_some_and(|len| len <= most) {
            return;
        }
        self.log.shorter(at, most, writer.marks.max_len);
    }

    pub(super) fn other_type(
        &mut self,
        reader: &Seen<'p>,
        writer: &Seen<'p>,
        at: &At,
        extent: Extent,
        why: &str,
    ) {
        let names = (reader.name(), writer.name());
        self.log.changed(Rule::TypeChanged, at, "", names, extent, why);
    }
}

/// The elements of a sequence: their exact number, if it has one, and their types. All of a list have the first one's type.
fn elements(ty: &Type) -> Option<(Option<u64>, Vec<&Type>)> {
    match ty {
        Type::List(element) | Type::Set(element) | Type::View(element) => {
            Some((None, vec![element]))
        }
        Type::FixedList(len, element) => Some((Some(*len), vec![element])),
        Type::Tuple(elements) => Some((Some(elements.len() as u64), elements.iter().collect())),
        _ => None,
    }
}

fn parsed(ty: &Type) -> Option<&'static ParsedText> {
    match ty {
        Type::Value(VariantType::String, bounds) => ParsedText::of(*bounds),
        _ => None,
    }
}
