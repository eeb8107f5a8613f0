//! What a change of flat messages breaks.
//!
//! Flat messages have no keys, so a reader takes fields by their order and their bytes. A value in another number of bytes moves all that
//! follow: a reader refuses the message, or reads other values. Types are compared one by one, by their paths. Whether fields may be missing
//! at the end of a type, and bytes go on after it, depends on where its values stand: alone in a message, or in other values.

mod choice;
mod lengths;
mod parts;
mod record;
pub(super) mod value;

use std::collections::BTreeSet;

use godot_var_runtime::flat::{NumberType, Prefix};

use super::outline::Outline;
use super::source::Source;
use super::verdicts::Verdicts;
use super::{
    At, Extent, Finding, Found, Level, Log, Rule, Side, Verdict, directions, joined, pairs,
    removed, worst,
};
use crate::flat::{Body, Enumeration, Schema, Sizes, Type, TypeDef};

/// Returns everything that a change of flat messages breaks. A finding about a type that derives `GodotVar`, too, says which form it is about.
/// What only code has to follow is said once, about its Variants.
pub(super) fn check(old: &Side, new: &Side) -> Vec<Finding> {
    let in_both = |path: &str| {
        let is_variant = |side: &Side| side.protocol.types.iter().any(|def| def.path() == path);
        is_variant(old) || is_variant(new)
    };
    let mut findings = schemas(&old.flat, &new.flat);
    findings.retain_mut(|finding| {
        finding.is_flat = true;
        let subject = &finding.subject;
        let paths = old.flat.types.iter().chain(&new.flat.types).map(TypeDef::path);
        let found = paths.filter(|path| super::is_part(subject, path)).max_by_key(String::len);
        if !found.is_some_and(|path| in_both(&path)) {
            return true;
        }
        finding.subject += " (flat)";
        finding.message += " (flat)";
        finding.level != Level::Source || finding.rule == Rule::TypeRemoved
    });
    findings
}

fn schemas(old: &Schema, new: &Schema) -> Vec<Finding> {
    let outlines = (&Outline::of_flat(old), &Outline::of_flat(new));
    let findings = removed(outlines);
    let inner: BTreeSet<String> = inner(old).chain(inner(new)).collect();
    let mut problems = Vec::new();
    for (who, (reader, read), (writer, written)) in directions((old, outlines.0), (new, outlines.1))
    {
        let mut judge = Judge {
            log: Log::of(who),
            reader,
            writer,
            read_sizes: &Sizes::new(reader),
            written_sizes: &Sizes::new(writer),
            read_outline: read,
            written_outline: written,
            verdicts: &Verdicts::default(),
            is_whole: false,
            is_apart: false,
            is_turned: false,
        };
        for (read, written, at) in pairs(read, written) {
            judge.is_whole = !inner.contains(&at.subject);
            judge.types(read, written, &at);
        }
        problems.append(&mut judge.log.problems);
    }
    joined(findings, problems, Source::of(outlines.0, outlines.1).findings)
}

/// Returns the paths of the types with values inside others. The only unnamed field of a variant is not inside if its enum is not.
fn inner(schema: &Schema) -> impl Iterator<Item = String> {
    let mut inner = BTreeSet::new();
    let mut at_ends = Vec::new();
    for (index, def) in schema.types.iter().enumerate() {
        let at_end: Vec<_> = match &def.body {
            Body::Record(_) => Vec::new(),
            Body::Enumeration(found) => found.members.iter().filter_map(whole_field).collect(),
        };
        for field in def.fields() {
            match field.ty {
                Type::Message(used) if at_end.iter().any(|end| std::ptr::eq(*end, field)) => {
                    at_ends.push((index, used));
                }
                _ => field.ty.messages(&mut |used| {
                    inner.insert(used);
                }),
            }
        }
    }
    let is_found = |inner: &BTreeSet<usize>, (around, used): &(usize, usize)| {
        inner.contains(around) && !inner.contains(used)
    };
    while let Some((_, used)) = at_ends.iter().find(|at_end| is_found(&inner, at_end)) {
        inner.insert(*used);
    }
    inner.into_iter().map(|index| schema.types[index].path())
}

/// The field of a variant that is a message by itself.
fn whole_field(member: &crate::flat::Member) -> Option<&crate::flat::Field> {
    match &member.record.fields[..] {
        [field] if member.is_message => Some(field),
        _ => None,
    }
}

/// Checks whether a reader gets every value that a writer can write.
struct Judge<'s> {
    log: Log,
    reader: &'s Schema,
    writer: &'s Schema,
    read_sizes: &'s Sizes<'s>,
    written_sizes: &'s Sizes<'s>,
    read_outline: &'s Outline<'s>,
    written_outline: &'s Outline<'s>,
    verdicts: &'s Verdicts<(*const Type, *const Type), Verdict>,
    /// Whether the value is a whole message, or its variant.
    is_whole: bool,
    /// Whether no message has a length that the reader accepts.
    is_apart: bool,
    /// Whether the bytes of its numbers are in another order.
    is_turned: bool,
}

impl Judge<'_> {
    /// What happens if values move, or mean something else.
    const fn extent(&self) -> Extent {
        if self.is_apart { Extent::All } else { Extent::Misread }
    }

    /// Compares a reader's type with a writer's.
    fn types(&mut self, read: usize, written: usize, at: &At) {
        let (reader, writer) = (&self.reader.types[read], &self.writer.types[written]);
        self.is_apart = self.is_whole && self.are_apart(reader, writer);
        self.is_turned = reader.big_endian != writer.big_endian
            && (turns(self.reader, read) || turns(self.writer, written));
        if self.is_turned {
            let name = |big| if big { "big-endian" } else { "little-endian" };
            let names = (name(reader.big_endian), name(writer.big_endian));
            let why = "the bytes of its numbers are in the other order";
            self.log.changed(Rule::FormChanged, at, "", names, self.extent(), why);
        }
        match (&reader.body, &writer.body) {
            (Body::Record(read), Body::Record(written)) => {
                self.records(read, written, reader.trailing, at);
            }
            (Body::Enumeration(_), Body::Enumeration(_)) => self.choices(reader, writer, at),
            (read, _) => {
                let names = ("a struct", "an enum");
                let is_struct = matches!(read, Body::Record(_));
                let names = if is_struct { names } else { (names.1, names.0) };
                let why = "one begins with the number of a variant";
                self.log.changed(Rule::FormChanged, at, "", names, self.extent(), why);
            }
        }
    }

    /// Compares values inside others, and returns the worst result without a report.
    fn trial(&self, run: impl FnOnce(&mut Self)) -> Verdict {
        let (log, is_whole, is_apart) = (Log::of(self.log.who), false, false);
        let mut inner = Judge { log, is_whole, is_apart, is_turned: false, ..*self };
        run(&mut inner);
        inner.log.worst()
    }
}

/// Whether the order of bytes matters in a type: whether it has a number of several bytes, apart from types of their own order.
fn turns(schema: &Schema, index: usize) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![index]);
    while let Some(index) = open.pop() {
        let def = &schema.types[index];
        if !seen.insert(index) {
            continue;
        }
        if let Body::Enumeration(Enumeration { number, .. }) = &def.body
            && is_wide(*number)
        {
            return true;
        }
        let fields = def.fields().filter(|field| !field.is_in_header());
        let mut types: Vec<&Type> = fields.map(|field| &field.ty).collect();
        while let Some(ty) = types.pop() {
            types.extend(ty.parts());
            let is_turned = match ty {
                Type::Number(number)
                | Type::Range { steps: number, .. }
                | Type::Angle { steps: number, .. } => number.bytes() > 1,
                Type::Text(_, prefix)
                | Type::List(prefix, _)
                | Type::Packed(prefix, ..)
                | Type::Map(prefix, ..) => is_wide(*prefix),
                Type::SmallestThree(_) | Type::Socket | Type::Variant(..) | Type::Custom(_) => true,
                Type::Message(used) => {
                    if !schema.types[*used].big_endian {
                        open.push(*used);
                    }
                    false
                }
                _ => false,
            };
            if is_turned {
                return true;
            }
        }
    }
    false
}

const fn is_wide(prefix: Prefix) -> bool {
    matches!(prefix, Prefix::Number(NumberType::U16 | NumberType::U32))
}
