//! Whether a reader of a field accepts what another field's writer writes.

use godot_var_runtime::variant::VariantType;

use super::seen::{Number, Seen};
use super::{At, Extent, Judge, Rule, Way};
use crate::protocol::{Body, Enumeration, ParsedText, Type};
use godot_var_schema::variant::model::Id;

impl<'p> Judge<'p> {
    /// Compares a reader's value with a writer's.
    pub(super) fn values(&mut self, way: Way, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        match (reader.custom, writer.custom) {
            (Some(read), Some(written)) if read == written => return,
            (None, None) => {}
            _ => {
                let why = "functions of its own write or read it, which are not part of the schema";
                self.other_type(way, reader, writer, at, Extent::Some, why);
                return;
            }
        }
        if let (Type::Variant, None) = (reader.ty, reader.message) {
            return;
        }
        if let (Type::Option(inner), None) = (writer.ty, writer.message) {
            let inside = writer.inside(inner);
            let first = self.problems.len();
            if let (Type::Option(read), None) = (reader.ty, reader.message) {
                self.values(way, &reader.inside(read), &inside, at);
                self.spare_nothing(first);
                return;
            }
            if Self::reads_nil(reader) {
                self.values(way, reader, &inside, at);
                self.spare_nothing(first);
            } else {
                self.other_type(way, reader, writer, at, Extent::Some, "null, where there is none");
                self.values(way, reader, &inside, at);
            }
            return;
        }
        if let (Type::Option(inner), None) = (reader.ty, reader.message) {
            if (writer.ty, writer.message) != (&Type::UNIT, None) {
                self.values(way, &reader.inside(inner), writer, at);
            }
            return;
        }
        if let (Some(read), Some(written)) = (reader.message, writer.message) {
            let of_one_name =
                reader.protocol.types[read].path() == writer.protocol.types[written].path();
            // Types of the same name are compared separately.
            if !of_one_name || self.trial {
                self.messages(way, (reader, read), (writer, written), at);
            }
            return;
        }
        // An untagged enum is read from whatever its variants are read from.
        if let Some(read) = reader.message
            && let Body::Enumeration(enumeration) = &reader.protocol.types[read].body
            && self.fits_a_choice(way, reader, enumeration, writer, at)
        {
            return;
        }
        if let (Type::Variant, None) = (writer.ty, writer.message) {
            self.other_type(way, reader, writer, at, Extent::Some, "any other type");
            return;
        }
        let written = writer.written();
        let taken = written.and(reader.read());
        if taken.is_empty() {
            let why = if reader.strict {
                "because of `strict`, only the type that is written is read"
            } else {
                "it is another type on the wire"
            };
            self.other_type(way, reader, writer, at, Extent::All, why);
            return;
        }
        if let (Type::Value(VariantType::Dictionary | VariantType::Array, _), None, true) =
            (reader.ty, reader.message, taken == written)
        {
            return;
        }
        self.of_one_kind(way, reader, writer, at);
    }

    /// If a value may be null or left out, null and missing values still arrive.
    pub(super) fn spare_nothing(&mut self, first: usize) {
        for problem in &mut self.problems[first..] {
            if problem.found.extent == Extent::All {
                problem.found.extent = Extent::Some;
            }
        }
    }

    fn reads_nil(reader: &Seen<'p>) -> bool {
        reader.read().contains(VariantType::Nil)
    }

    /// Compares types of the schema.
    pub(super) fn messages(
        &mut self,
        way: Way,
        (reader, read): (&Seen<'p>, usize),
        (writer, written): (&Seen<'p>, usize),
        at: &At,
    ) {
        let bodies = (&reader.protocol.types[read].body, &writer.protocol.types[written].body);
        match bodies {
            (Body::Record(_), Body::Record(_)) | (Body::Enumeration(_), Body::Enumeration(_)) => {
                self.types(way, read, written, at);
            }
            (Body::Enumeration(enumeration), _)
                if self.fits_a_choice(way, reader, enumeration, writer, at) => {}
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
                let (old, new) = Self::in_time(way, read, written);
                let message = format!("`{}` was {old}, is {new}", at.subject);
                self.report(way, Rule::FormChanged, at, message, extent, why);
            }
        }
    }

    fn of_one_kind(&mut self, way: Way, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        if let (Some(read), Some(written)) = (reader.number(), writer.number()) {
            self.times(way, (reader, read), (writer, written), at);
            self.numbers(way, (reader, read), (writer, written), at);
            return;
        }
        if (reader.is_text() || reader.is_node_path())
            && (writer.is_text() || writer.is_node_path())
        {
            let form = match reader.ty {
                _ if reader.ty == writer.ty => None,
                &Type::CHAR => Some("a text that is not one character".to_owned()),
                ty => parsed(ty).map(|form| format!("a text that is not a `{}`", form.name)),
            };
            if let Some(form) = form {
                self.other_type(way, reader, writer, at, Extent::Some, &form);
            } else {
                self.lengths(way, reader, writer, at);
            }
            return;
        }
        if let (None, Some(written)) = (reader.message, Self::plain_choice(writer)) {
            self.text_or_number(way, reader, written, writer, at);
            return;
        }
        let elements = |seen: &Seen<'p>| match seen.ty {
            Type::List(element) | Type::Set(element) if seen.message.is_none() => {
                Some((None, Seen::of(seen.protocol, element)))
            }
            Type::FixedList(len, element) if seen.message.is_none() => {
                Some((Some(*len), Seen::of(seen.protocol, element)))
            }
            _ => None,
        };
        match (reader.ty, writer.ty, reader.message.is_none() && writer.message.is_none()) {
            (Type::Map(read_key, read), Type::Map(written_key, written), true) => {
                let (ours, theirs) = (reader.protocol, writer.protocol);
                self.lengths(way, reader, writer, at);
                let key = at.part("{key}");
                self.values(way, &Seen::of(ours, read_key), &Seen::of(theirs, written_key), &key);
                let value = at.part("{}");
                self.values(way, &Seen::of(ours, read), &Seen::of(theirs, written), &value);
                return;
            }
            (Type::Tuple(read), Type::Tuple(written), true) => {
                if read.len() == written.len() {
                    for (index, (read, written)) in read.iter().zip(written).enumerate() {
                        let read = Seen::of(reader.protocol, read);
                        let written = Seen::of(writer.protocol, written);
                        self.values(way, &read, &written, &at.part(&format!("[{index}]")));
                    }
                } else {
                    let why = "a tuple has exactly its number of elements";
                    self.other_type(way, reader, writer, at, Extent::All, why);
                }
                return;
            }
            (Type::Value(read, _), Type::Value(written, _), true) if read == written => return,
            (Type::Value(VariantType::Object, _), &Type::UNIT, true) => return,
            (Type::View(_), _, true) => {
                self.lengths(way, reader, writer, at);
                return;
            }
            _ => {}
        }
        if let (Some((len, read)), Type::View(element), true) =
            (elements(reader), writer.ty, writer.message.is_none())
        {
            let written = Seen::of(writer.protocol, element);
            self.fixed(way, (reader, len), (writer, None), at);
            self.lengths(way, reader, writer, at);
            self.values(way, &read, &written, &at.part("[]"));
            return;
        }
        if let (Some((len, read)), Type::Tuple(written), None) =
            (elements(reader), writer.ty, writer.message)
        {
            self.fixed(way, (reader, len), (writer, Some(written.len() as u64)), at);
            for (index, written) in written.iter().enumerate() {
                let written = Seen::of(writer.protocol, written);
                self.values(way, &read, &written, &at.part(&format!("[{index}]")));
            }
            return;
        }
        if let (Type::Tuple(read), None, Some((len, written))) =
            (reader.ty, reader.message, elements(writer))
        {
            self.fixed(way, (reader, Some(read.len() as u64)), (writer, len), at);
            for (index, read) in read.iter().enumerate() {
                let read = Seen::of(reader.protocol, read);
                self.values(way, &read, &written, &at.part(&format!("[{index}]")));
            }
            return;
        }
        if let (Some((read_len, read)), Some((written_len, written))) =
            (elements(reader), elements(writer))
        {
            self.fixed(way, (reader, read_len), (writer, written_len), at);
            self.lengths(way, reader, writer, at);
            self.values(way, &read, &written, &at.part("[]"));
            return;
        }
        self.other_type(way, reader, writer, at, Extent::Some, "what does not fit the type");
    }

    /// Compares a text or a number with an enum's names or numbers.
    fn text_or_number(
        &mut self,
        way: Way,
        reader: &Seen<'p>,
        written: &'p Enumeration,
        writer: &Seen<'p>,
        at: &At,
    ) {
        let fits = |id: &Id| match id {
            Id::Text(name) => {
                parsed(reader.ty).is_none()
                    && (*reader.ty != Type::CHAR || name.chars().count() == 1)
                    && reader.max_len.is_none_or(|len| name.len() <= len)
            }
            Id::Int(id) => reader.number().is_none_or(|number| number.holds(*id)),
        };
        if written.other.is_some() || !written.members.iter().all(|member| fits(&member.id)) {
            let why = "a variant that does not fit";
            self.other_type(way, reader, writer, at, Extent::Some, why);
        }
    }

    fn fixed(
        &mut self,
        way: Way,
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
        self.other_type(way, reader, writer, at, extent, "another number of elements");
    }

    /// Compares times. Other programs read their numbers, but as another time.
    fn times(
        &mut self,
        way: Way,
        (reader, read): (&Seen<'p>, Number),
        (writer, written): (&Seen<'p>, Number),
        at: &At,
    ) {
        let Some(time) = reader.time else { return };
        if let Some(other) = writer.time.filter(|other| *other != time) {
            let why = if other.unit != time.unit {
                let (written, read) = (other.unit_name(), time.unit_name());
                format!("a number of {written} is read as {read}")
            } else if other.since_1970 {
                "a time since 1970 is read as a length of time".to_owned()
            } else {
                "a length of time is read as a time since 1970".to_owned()
            };
            self.other_type(way, reader, writer, at, Extent::Misread, &why);
        }
        if !read.as_float {
            return;
        }
        let is_any = writer.time.is_none() && written.range.is_none();
        let is_negative = !time.since_1970
            && match (writer.time, written.range) {
                (Some(other), _) => other.since_1970,
                (None, range) => range.is_none_or(|(least, _)| least < 0),
            };
        let why = match (is_negative, is_any) {
            (true, true) => "a negative number, or one that is not finite",
            (true, false) => "a negative number",
            (false, true) => "a number that is not finite",
            (false, false) => return,
        };
        self.other_type(way, reader, writer, at, Extent::Some, why);
    }

    fn numbers(
        &mut self,
        way: Way,
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
                self.other_type(way, reader, writer, at, extent, &why);
                return;
            }
            (Some(_), None) => "a float with a fraction or out of range",
            // Inexact numbers are rounded, as in the engine.
            (None, Some(_)) => return,
            (None, None) if read.is_single && !written.is_single => {
                "a float beyond 32 bits; others are rounded"
            }
            (None, None) => return,
        };
        self.other_type(way, reader, writer, at, Extent::Some, why);
    }

    /// Compares `max_len` of equal types.
    fn lengths(&mut self, way: Way, reader: &Seen<'p>, writer: &Seen<'p>, at: &At) {
        let Some(most) = reader.max_len else { return };
        let fixed = match writer.ty {
            Type::FixedList(len, _) => usize::try_from(*len).ok(),
            // A character takes at most four bytes.
            &Type::CHAR => Some(4),
            ty => parsed(ty).map(|form| form.lengths.1 as usize),
        };
        if writer.max_len.or(fixed).is_some_and(|len| len <= most) {
            return;
        }
        let text =
            |len: Option<usize>| len.map_or("unbounded".to_owned(), |len| format!("at most {len}"));
        let (old, new) = Self::in_time(way, reader.max_len, writer.max_len);
        let message = format!("the length of `{}` was {}, is {}", at.subject, text(old), text(new));
        let why = format!("more than {most}");
        self.report(way, Rule::LengthChanged, at, message, Extent::New, why);
    }

    pub(super) fn other_type(
        &mut self,
        way: Way,
        reader: &Seen<'p>,
        writer: &Seen<'p>,
        at: &At,
        extent: Extent,
        why: &str,
    ) {
        let (old, new) = Self::in_time(way, reader.name(), writer.name());
        let message = format!("`{}` was {old}, is {new}", at.subject);
        self.report(way, Rule::TypeChanged, at, message, extent, why);
    }
}

fn parsed(ty: &Type) -> Option<&'static ParsedText> {
    match ty {
        Type::Value(VariantType::String, bounds) => ParsedText::of(*bounds),
        _ => None,
    }
}
