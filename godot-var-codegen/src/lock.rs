//! The lock of a schema: its layout as data to commit next to it.
//!
//! A lock is the model of a schema as JSON: without documentation, with every key, number and default, and with the fingerprint of each
//! type. Flat messages have a list of their own. A diff of it shows changes of the wire, and [`evolve::check`](crate::evolve::check) accepts it as the old side. The same schema
//! always gives the same bytes, whatever its formatting, comments, `use` lines and files are. Locks of earlier versions are Rust text, which
//! [`parse`] reads, too.
//!
//! ```
//! use godot_var_codegen::{lock, protocol};
//!
//! let schema = "
//!     use godot_var::GodotVar;
//!     /// Something said.
//!     #[derive(GodotVar)]
//!     #[godot_var(rename_all = \"camelCase\")]
//!     struct Chat { sender_name: String, #[godot_var(max_len = 200)] text: String }
//! ";
//! let protocol = protocol::parse_text("game.rs", schema).expect("a valid schema");
//! let lock = lock::write(&protocol).expect("a schema that a lock can hold");
//! assert_eq!(
//!     lock,
//!     r#"{
//!   "lock": "The layout of a schema. Written by `godot-var generate lock`; do not edit.",
//!   "types": [
//!     {
//!       "name": "Chat",
//!       "record": {
//!         "form": "dictionary",
//!         "fields": [
//!           { "name": "sender_name", "type": "String", "key": "senderName" },
//!           { "name": "text", "type": "String", "key": "text", "max_len": 200 }
//!         ]
//!       },
//!       "layout": "2719455dcd2eaf49"
//!     }
//!   ]
//! }
//! "#
//! );
//! let locked = lock::parse("game.lock", &lock).expect("an untouched lock");
//! assert_eq!(locked.fingerprint_of_all(), protocol.fingerprint_of_all());
//! ```

mod rust_text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use godot_var_runtime::private::is_hidden;
use serde::Serialize;
use serde_json::{Error, Value};

use crate::flat::{self, Schema};
use crate::layout_size;
use crate::protocol::{self, Body, Diagnostic, Enumerator, Field, Place, Protocol, TypeDef};

/// A line of every lock begins with one of these. By them the program recognizes its own files.
pub const MARKS: [&str; 2] = [
    "  \"lock\": \"The layout of a schema. Written by `godot-var generate lock`",
    "// The layout of a schema. Written by `godot-var generate lock`",
];

/// What a lock says about itself.
const NOTE: &str = "The layout of a schema. Written by `godot-var generate lock`; do not edit.";

/// The key of the list of flat messages.
const FLAT: &str = "flat";

#[derive(Serialize)]
struct Lock<'p> {
    lock: &'static str,
    #[serde(flatten)]
    protocol: &'p Protocol,
}

/// Returns the text of the lock of a schema without flat messages.
///
/// # Errors
/// If two types would get the same name: generic types whose arguments have equal names.
pub fn write(protocol: &Protocol) -> Result<String, Vec<Diagnostic>> {
    write_all(protocol, &Schema::default())
}

/// Returns the text of a schema's lock. Its flat messages are in a list of their own, `flat`.
///
/// # Errors
/// The same as those of [`write()`].
pub fn write_all(protocol: &Protocol, flat: &Schema) -> Result<String, Vec<Diagnostic>> {
    let mut errors = repeated(protocol, flat, |path| {
        format!("another type has the name `{path}` in a lock, too; rename one of them")
    });
    errors.sort();
    errors.dedup();
    if !errors.is_empty() {
        return Err(errors);
    }
    let pin = |fingerprint: u64| Some((format!("{fingerprint:016x}"), Place::default()));
    let mut pinned = (protocol.clone(), flat.clone());
    for (def, fingerprint) in pinned.0.types.iter_mut().zip(protocol.fingerprints()) {
        def.pinned = pin(fingerprint);
    }
    for (def, fingerprint) in pinned.1.types.iter_mut().zip(flat.fingerprints()) {
        def.pinned = pin(fingerprint);
    }
    match text_of(&pinned.0, &pinned.1) {
        Ok(text) => Ok(text),
        Err(error) => Err(vec![Diagnostic::new(&Place::default(), error.to_string())]),
    }
}

/// Reports names that an earlier type has.
pub(crate) fn repeated(
    protocol: &Protocol,
    flat: &Schema,
    message: impl Fn(&str) -> String,
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut report = |names: &mut dyn Iterator<Item = (String, &Place)>| {
        let mut seen = BTreeSet::new();
        for (path, place) in names {
            if seen.contains(&path) {
                errors.push(Diagnostic::new(place, message(&path)));
            }
            seen.insert(path);
        }
    };
    let types = protocol.types.iter().map(|def| (def.path(), &def.place));
    let rpcs = protocol.rpc_sets.iter().map(|set| (set.path(), &set.place));
    let syncs = protocol.sync_sets.iter().map(|set| (set.path(), &set.place));
    report(&mut types.chain(rpcs).chain(syncs));
    report(&mut flat.types.iter().map(|def| (def.path(), &def.place)));
    errors
}

fn text_of(protocol: &Protocol, flat: &Schema) -> Result<String, Error> {
    let mut value = serde_json::to_value(Lock { lock: NOTE, protocol })?;
    let paths = |protocol: &Protocol| protocol.types.iter().map(TypeDef::path).collect::<Vec<_>>();
    exchange(&mut value, &named(&paths(protocol)), &|_| None);
    if !flat.types.is_empty() {
        let mut types = serde_json::to_value(&flat.types)?;
        let own = flat.types.iter().map(flat::TypeDef::path).collect::<Vec<_>>();
        exchange(&mut types, &named(&own), &named(&paths(&flat.variants)));
        value[FLAT] = types;
    }
    Ok(print(&value))
}

/// Writes a value with a line for each part that has a name, and without hidden characters.
pub(crate) fn print(value: &Value) -> String {
    let mut text = String::new();
    lay_out(value, 0, &mut text);
    let mut visible = String::new();
    for c in text.chars() {
        if is_hidden(c) && c != '\n' {
            // None of them is beyond 16 bits.
            write!(visible, "\\u{:04x}", u32::from(c)).expect("a String takes every text");
        } else {
            visible.push(c);
        }
    }
    visible + "\n"
}

/// The number of columns for a value in one line.
const WIDTH: usize = 110;

/// Writes a value in one line if it fits, otherwise with a line for each of its parts: a field is one line of a diff.
fn lay_out(value: &Value, indent: usize, out: &mut String) {
    let (open, parts, close): (_, Vec<(Option<&String>, &Value)>, _) = match value {
        Value::Object(entries) => {
            ('{', entries.iter().map(|(key, value)| (Some(key), value)).collect(), '}')
        }
        Value::Array(values) => ('[', values.iter().map(|value| (None, value)).collect(), ']'),
        value => return out.push_str(&value.to_string()),
    };
    if let Some(line) = flat(value).filter(|line| indent + line.chars().count() <= WIDTH) {
        return out.push_str(&line);
    }
    out.push(open);
    for (position, (key, part)) in parts.into_iter().enumerate() {
        let comma = if position > 0 { "," } else { "" };
        let key = key.map_or(String::new(), |key| format!("{key:?}: "));
        write!(out, "{comma}\n{:1$}{key}", "", indent + 2).expect("a String takes every text");
        lay_out(part, indent + 2, out);
    }
    write!(out, "\n{:1$}{close}", "", indent).expect("a String takes every text");
}

/// Returns a value as one line, unless it is or contains a list of named parts.
fn flat(value: &Value) -> Option<String> {
    Some(match value {
        Value::Object(entries) => {
            let all = entries.iter().map(|(key, value)| Some(format!("{key:?}: {}", flat(value)?)));
            format!("{{ {} }}", all.collect::<Option<Vec<_>>>()?.join(", "))
        }
        Value::Array(values) if values.iter().any(|value| value.get("name").is_some()) => {
            return None;
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(flat).collect::<Option<Vec<_>>>()?.join(", "))
        }
        value => value.to_string(),
    })
}

/// Returns the path of a type for its index.
pub(crate) fn named(paths: &[String]) -> impl Fn(&Value) -> Option<Value> {
    |index| {
        let path = paths.get(usize::try_from(index.as_u64()?).ok()?)?;
        Some(path.as_str().into())
    }
}

/// Returns the index of a type in this list for its path.
fn numbered(types: &Value) -> impl Fn(&Value) -> Option<Value> + use<> {
    let mut known = BTreeMap::new();
    for (index, def) in types.as_array().into_iter().flatten().enumerate() {
        known.entry(path_of(def)).or_insert(index);
    }
    move |path| known.get(path.as_str()?).copied().map(Value::from)
}

type Exchange<'e> = &'e dyn Fn(&Value) -> Option<Value>;

/// Exchanges the references to types: in memory they are indices, in a lock names, so that a new type changes no other. `of_variants` is for
/// those in the Variants of flat messages.
pub(crate) fn exchange(value: &mut Value, other: Exchange<'_>, of_variants: Exchange<'_>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let references = match (&**key, &mut *value) {
                    ("message" | "delta_of", value @ (Value::Number(_) | Value::String(_))) => {
                        std::slice::from_mut(value)
                    }
                    ("member", Value::Array(member)) => member.get_mut(..1).unwrap_or_default(),
                    ("given" | "around", Value::Array(types)) => types,
                    ("world", Value::Object(world)) => {
                        for reference in world.values_mut() {
                            *reference = other(reference).unwrap_or(Value::Null);
                        }
                        continue;
                    }
                    ("variant", value) => {
                        exchange(value, of_variants, of_variants);
                        continue;
                    }
                    (_, value) => {
                        exchange(value, other, of_variants);
                        continue;
                    }
                };
                for reference in references {
                    // No type is called null.
                    *reference = other(reference).unwrap_or(Value::Null);
                }
            }
        }
        Value::Array(values) => {
            for value in values {
                exchange(value, other, of_variants);
            }
        }
        _ => {}
    }
}

/// Reads the Variants, RPCs and synchronizers of a lock.
///
/// # Errors
/// The same as those of [`parse_all`].
pub fn parse(name: &str, text: &str) -> Result<Protocol, Vec<Diagnostic>> {
    parse_all(name, text).map(|(protocol, _)| protocol)
}

/// Reads a lock, with its flat messages.
///
/// # Errors
/// What is not JSON or not a lock; the errors of [`protocol::parse`] for a lock of an earlier version; a type whose fingerprint does not
/// match its layout, because the lock was edited or merged by hand; types that hold so many others that no program could have been compiled.
pub fn parse_all(name: &str, text: &str) -> Result<(Protocol, Schema), Vec<Diagnostic>> {
    let (mut protocol, flat) = if text.trim_start().starts_with('{') {
        read(name, text).map_err(|error| {
            let place = Place {
                file: name.to_owned(),
                line: error.line().max(1),
                column: error.column().max(1),
            };
            vec![Diagnostic::new(&place, format!("this is not a lock: {error}"))]
        })?
    } else {
        (rust_text::read(name, text)?, Schema::default())
    };
    let mut errors = repeated(&protocol, &flat, |path| {
        format!("the lock has `{path}` twice; was it edited or merged by hand? Generate it again")
    });
    errors.extend(protocol::cycles(&protocol.types));
    if errors.is_empty() {
        errors.extend(layout_size::of_protocol(&protocol));
        errors.extend(layout_size::of_flat(&flat));
    }
    if !errors.is_empty() {
        // They have no fingerprints.
        return Err(errors);
    }
    for (def, fingerprint) in protocol.types.iter().zip(protocol.fingerprints()) {
        // The fields of a delta are those of its message, which are pinned.
        let is_pinned = def.pinned.is_some() || def.delta_of.is_none();
        let fingerprint = is_pinned.then_some(fingerprint);
        errors.extend(unpinned(&def.path(), &def.place, def.pinned.as_ref(), fingerprint));
    }
    let earlier = flat.earlier_fingerprints();
    for ((def, fingerprint), earlier) in flat.types.iter().zip(flat.fingerprints()).zip(earlier) {
        let pinned = def.pinned.as_ref();
        if pinned.is_none_or(|(pinned, _)| *pinned != format!("{earlier:016x}")) {
            errors.extend(unpinned(&def.path(), &def.place, pinned, Some(fingerprint)));
        }
    }
    protocol.flat_layouts = flat.named_fingerprints();
    if errors.is_empty() { Ok((protocol, flat)) } else { Err(errors) }
}

/// Reports a type whose fingerprint is not the pinned one.
fn unpinned(
    path: &str,
    place: &Place,
    pinned: Option<&(String, Place)>,
    fingerprint: Option<u64>,
) -> Option<Diagnostic> {
    let fingerprint = format!("{:016x}", fingerprint?);
    Some(match pinned {
        Some((pinned, _)) if *pinned == fingerprint => return None,
        Some((pinned, place)) => Diagnostic::new(
            place,
            format!(
                "the layout of `{path}` is {fingerprint}, and not {pinned}; was the lock edited or \
                 merged by hand? Generate it again"
            ),
        ),
        None => Diagnostic::new(
            place,
            format!("`{path}` has no `layout = \"…\"`, so this is not a lock"),
        ),
    })
}

fn read(name: &str, text: &str) -> Result<(Protocol, Schema), Error> {
    let mut value: Value = serde_json::from_str(text)?;
    let mut types = value.get_mut(FLAT).map(Value::take).unwrap_or_default();
    let known = value.get("types").cloned().unwrap_or_default();
    let of_variants = numbered(&known);
    exchange(&mut value, &of_variants, &|_| None);
    let own = numbered(&types);
    exchange(&mut types, &own, &of_variants);
    let mut protocol: Protocol = serde_json::from_value(value)?;
    let types: Option<Vec<flat::TypeDef>> = serde_json::from_value(types)?;
    let files = vec![name.to_owned()];
    let mut flat =
        Schema { files: files.clone(), types: types.unwrap_or_default(), ..Schema::default() };
    if flat.has_variants_of_types() {
        flat.variants = protocol.clone();
    }
    protocol.files = files;
    complete_deltas(&mut flat);
    let mut places = Places { file: name, text, at: 0, line: 1, column: 1 };
    places.protocol(&mut protocol);
    places.flat(&mut flat);
    Ok((protocol, flat))
}

/// Gives the fields of deltas what locks of earlier versions left out: the bits of their numbers and the units of some times.
fn complete_deltas(schema: &mut Schema) {
    for index in 0..schema.types.len() {
        let of = schema.types[index].delta_of.and_then(|of| schema.types.get(of));
        let Some(message) = of.map(|of| of.fields().cloned().collect::<Vec<_>>()) else { continue };
        let flat::Body::Record(record) = &mut schema.types[index].body else { continue };
        for (field, own) in record.fields.iter_mut().zip(message) {
            field.time = field.time.or(own.time);
            let bits = own.bits.filter(|_| own.is_in_header() && own.ty != flat::Type::Bool);
            if let (Some(bits), flat::Type::Option(value)) = (bits, &mut field.ty)
                && !matches!(**value, flat::Type::InBits(..))
            {
                let number = std::mem::replace(&mut **value, flat::Type::Unit);
                **value = flat::Type::InBits(bits.count, Box::new(number));
            }
        }
    }
}

/// The path of a type in a lock.
fn path_of(def: &Value) -> String {
    let module = def.get("module").and_then(Value::as_array).into_iter().flatten();
    let names: Vec<&str> = module.chain(def.get("name")).filter_map(Value::as_str).collect();
    names.join("::")
}

/// The places of the names in a lock, in order: every part of the model that has a place has a name.
struct Places<'t> {
    file: &'t str,
    text: &'t str,
    at: usize,
    /// The line and the column of `at`.
    line: usize,
    column: usize,
}

impl Places<'_> {
    fn next(&mut self) -> Place {
        const NAME: &str = "\"name\": ";
        let rest = &self.text[self.at..];
        let len = rest.find(NAME).map_or(rest.len(), |found| found + NAME.len());
        let skipped = &rest[..len];
        match skipped.rsplit_once('\n') {
            Some((lines, line)) => {
                self.line += lines.matches('\n').count() + 1;
                self.column = line.chars().count() + 1;
            }
            None => self.column += skipped.chars().count(),
        }
        self.at += len;
        Place { file: self.file.to_owned(), line: self.line, column: self.column }
    }

    fn protocol(&mut self, protocol: &mut Protocol) {
        for def in &mut protocol.types {
            def.place = self.next();
            if let Some((_, place)) = &mut def.pinned {
                place.clone_from(&def.place);
            }
            match &mut def.body {
                Body::Record(record) => self.fields(&mut record.fields),
                Body::Transparent(field) => field.place = self.next(),
                Body::Unit => {}
                Body::Enumeration(enumeration) => {
                    for member in enumeration.members.iter_mut().chain(&mut enumeration.other) {
                        self.member(member);
                    }
                }
            }
        }
        for set in &mut protocol.rpc_sets {
            set.place = self.next();
            for method in &mut set.methods {
                method.place = self.next();
                self.fields(&mut method.arguments);
            }
        }
        for set in &mut protocol.sync_sets {
            set.place = self.next();
            for property in &mut set.properties {
                property.field.place = self.next();
            }
        }
    }

    fn flat(&mut self, flat: &mut Schema) {
        for def in &mut flat.types {
            def.ident.clone_from(&def.name);
            def.place = self.next();
            if let Some((_, place)) = &mut def.pinned {
                place.clone_from(&def.place);
            }
            let fields = |places: &mut Self, record: &mut flat::Record| {
                record.fields.iter_mut().for_each(|field| field.place = places.next());
            };
            match &mut def.body {
                flat::Body::Record(record) => fields(self, record),
                flat::Body::Enumeration(enumeration) => {
                    for member in &mut enumeration.members {
                        member.place = self.next();
                        fields(self, &mut member.record);
                    }
                    if let Some(other) = &mut enumeration.other {
                        other.place = self.next();
                    }
                }
            }
        }
    }

    fn member(&mut self, member: &mut Enumerator) {
        member.place = self.next();
        self.fields(&mut member.record.fields);
    }

    fn fields(&mut self, fields: &mut [Field]) {
        for field in fields {
            field.place = self.next();
        }
    }
}
