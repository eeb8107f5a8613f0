//! What a change of flat messages breaks.
//!
//! Flat messages have no keys, so a reader takes fields by their order and their bytes. A value in another number of bytes moves all that
//! follow: a reader refuses the message, or reads other values. Types are compared one by one, by their paths. Whether fields may be missing
//! at the end of a type, and bytes go on after it, depends on where its values stand: alone in a message, or in other values.

mod align;
mod choice;
mod lengths;
mod parts;
mod record;
mod source;
mod value;

use std::collections::BTreeSet;
use std::rc::Rc;

use godot_var_runtime::flat::{NumberType, Prefix};

use self::value::Seen;
use super::{At, Extent, Finding, Level, Log, Rule, Side, Who, gone, joined};
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
    let fingerprints = (&*old.fingerprints(), &*new.fingerprints());
    let mut findings = Vec::new();
    for (index, def) in old.types.iter().enumerate() {
        if find(new, &def.path()).is_none() {
            findings.push(removed(old, new, index, fingerprints));
        }
    }
    let inner: BTreeSet<String> = inner(old).chain(inner(new)).collect();
    let mut problems = Vec::new();
    let (before, after) = ((old, fingerprints.0), (new, fingerprints.1));
    for (who, read, written) in [(Who::OldReader, before, after), (Who::OldWriter, after, before)] {
        let ((reader, read_fingerprints), (writer, written_fingerprints)) = (read, written);
        let mut judge = Judge {
            log: Log::of(who),
            reader,
            writer,
            read_sizes: Sizes::new(reader),
            written_sizes: Sizes::new(writer),
            read_fingerprints,
            written_fingerprints,
            inner: &inner,
            open: BTreeSet::new(),
            seen: Rc::default(),
            is_whole: false,
            is_apart: false,
            is_turned: false,
        };
        judge.all();
        problems.append(&mut judge.log.problems);
    }
    joined(findings, problems, source::check(old, new, fingerprints))
}

fn find(schema: &Schema, path: &str) -> Option<usize> {
    schema.types.iter().position(|def| def.path() == path)
}

/// Reports a type whose name the new schema does not have.
fn removed(old: &Schema, new: &Schema, index: usize, fingerprints: (&[u64], &[u64])) -> Finding {
    let def = &old.types[index];
    let renamed = new.types.iter().enumerate().find(|(other, def)| {
        find(old, &def.path()).is_none() && fingerprints.1[*other] == fingerprints.0[index]
    });
    let renamed = renamed.map(|(_, def)| (def.path(), &def.place));
    let is_part = (old.types.iter().enumerate())
        .filter(|(user, _)| *user != index)
        .any(|(_, user)| uses(user).contains(&index));
    gone((def.path(), &def.place), renamed, is_part)
}

/// The types in the fields of a type.
fn uses(def: &TypeDef) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    def.fields().for_each(|field| {
        field.ty.messages(&mut |index| {
            used.insert(index);
        });
    });
    used
}

/// Returns the paths of the types with values inside others. The only unnamed field of a variant is not inside if its enum is not.
fn inner(schema: &Schema) -> impl Iterator<Item = String> {
    let mut inner = BTreeSet::new();
    let mut at_ends = Vec::new();
    for (index, def) in schema.types.iter().enumerate() {
        let at_end = match &def.body {
            Body::Record(_) => Vec::new(),
            Body::Enumeration(enumeration) => {
                enumeration.members.iter().filter_map(whole_field).collect()
            }
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
    loop {
        let more = at_ends.iter().filter(|(around, _)| inner.contains(around));
        let more: Vec<usize> = more.map(|(_, used)| *used).collect();
        let count = inner.len();
        inner.extend(more);
        if inner.len() == count {
            break;
        }
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
    read_sizes: Sizes<'s>,
    written_sizes: Sizes<'s>,
    read_fingerprints: &'s [u64],
    written_fingerprints: &'s [u64],
    /// The paths of the types with values inside others, on either side.
    inner: &'s BTreeSet<String>,
    /// The pairs of types that are being compared, by the reader's and the writer's index.
    open: BTreeSet<(usize, usize)>,
    seen: Rc<Seen>,
    /// Whether the value is a whole message, or its variant.
    is_whole: bool,
    /// Whether no message has a length that the reader accepts.
    is_apart: bool,
    /// Whether the bytes of its numbers are in another order.
    is_turned: bool,
}

impl Judge<'_> {
    /// Compares all types that both sides have.
    fn all(&mut self) {
        for (read, def) in self.reader.types.iter().enumerate() {
            let path = def.path();
            let Some(written) = find(self.writer, &path) else { continue };
            self.is_whole = !self.inner.contains(&path);
            let other = &self.writer.types[written];
            let at = At {
                subject: path,
                reader: Some(def.place.clone()),
                writer: Some(other.place.clone()),
            };
            self.types(read, written, &at);
        }
    }

    /// What happens if values move, or mean something else.
    const fn extent(&self) -> Extent {
        if self.is_apart { Extent::All } else { Extent::Misread }
    }

    /// Compares a reader's type with a writer's.
    fn types(&mut self, read: usize, written: usize, at: &At) {
        if !self.open.insert((read, written)) {
            return;
        }
        let (reader, writer) = (&self.reader.types[read], &self.writer.types[written]);
        self.is_apart = self.is_whole && self.are_apart(reader, writer);
        self.is_turned = reader.big_endian != writer.big_endian
            && (turns(self.reader, read) || turns(self.writer, written));
        if self.is_turned {
            let name = |big| if big { "big-endian" } else { "little-endian" };
            let (old, new) = self.log.in_time(reader.big_endian, writer.big_endian);
            let message = format!("`{}` changed from {} to {}", at.subject, name(old), name(new));
            let why = "the bytes of its numbers are in the other order";
            self.log.report(Rule::FormChanged, at, message, self.extent(), why);
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
                let (old, new) = self.log.in_time(names.0, names.1);
                let message = format!("`{}` changed from {old} to {new}", at.subject);
                let why = "one begins with the number of a variant";
                self.log.report(Rule::FormChanged, at, message, self.extent(), why);
            }
        }
        self.open.remove(&(read, written));
    }

    /// Compares values inside others, and returns the worst result without a report.
    fn trial(&self, run: impl FnOnce(&mut Self)) -> Option<super::Break> {
        let mut inner = Judge {
            log: Log::of(self.log.who),
            read_sizes: Sizes::new(self.reader),
            written_sizes: Sizes::new(self.writer),
            open: self.open.clone(),
            seen: Rc::clone(&self.seen),
            is_whole: false,
            is_apart: false,
            is_turned: false,
            ..*self
        };
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
                Type::Text(_, prefix) | Type::List(prefix, _) | Type::Map(prefix, ..) => {
                    is_wide(*prefix)
                }
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
