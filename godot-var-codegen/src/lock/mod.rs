//! The lock of a schema: its layout as data to commit beside it.
//!
//! A lock is the model of a schema as JSON: without documentation, with every key, number and default, and with the fingerprint of each
//! type. A diff of it shows changes of the wire, and [`evolve::check`](crate::evolve::check) accepts it as the old side. The same schema
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

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Serialize;
use serde_json::{Error, Value};

use crate::protocol::{self, Body, Diagnostic, Enumerator, Field, Place, Protocol, TypeDef};
use crate::text::is_hidden;

/// A line of every lock begins with one of these. By them the program recognizes its own files.
pub const MARKS: [&str; 2] = [
    "  \"lock\": \"The layout of a schema. Written by `godot-var generate lock`",
    "// The layout of a schema. Written by `godot-var generate lock`",
];

/// What a lock says about itself.
const NOTE: &str = "The layout of a schema. Written by `godot-var generate lock`; do not edit.";

#[derive(Serialize)]
struct Lock<'p> {
    lock: &'static str,
    #[serde(flatten)]
    protocol: &'p Protocol,
}

/// Returns the text of a schema's lock.
///
/// # Errors
/// If two types would get the same name: generic types whose arguments have equal names.
pub fn write(protocol: &Protocol) -> Result<String, Vec<Diagnostic>> {
    let mut seen = BTreeSet::new();
    let mut errors = Vec::new();
    let types = protocol.types.iter().map(|def| (def.path(), &def.place));
    let rpcs = protocol.rpc_sets.iter().map(|set| (set.path(), &set.place));
    let syncs = protocol.sync_sets.iter().map(|set| (set.path(), &set.place));
    for (path, place) in types.chain(rpcs).chain(syncs) {
        if !seen.insert(path.clone()) {
            let message =
                format!("another type has the name `{path}` in a lock, too; rename one of them");
            errors.push(Diagnostic::new(place, message));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut pinned = protocol.clone();
    for (index, def) in pinned.types.iter_mut().enumerate() {
        def.pinned = Some((format!("{:016x}", protocol.fingerprint(index)), Place::default()));
    }
    match text_of(&pinned) {
        Ok(text) => Ok(text),
        Err(error) => Err(vec![Diagnostic::new(&Place::default(), error.to_string())]),
    }
}

fn text_of(protocol: &Protocol) -> Result<String, Error> {
    let mut value = serde_json::to_value(Lock { lock: NOTE, protocol })?;
    let paths: Vec<String> = protocol.types.iter().map(TypeDef::path).collect();
    exchange(&mut value, &|index| {
        let path = paths.get(usize::try_from(index.as_u64()?).ok()?)?;
        Some(path.as_str().into())
    });
    let mut text = String::new();
    lay_out(&value, 0, &mut text);
    let mut visible = String::new();
    for c in text.chars() {
        if is_hidden(c) && c != '\n' {
            // None of them is beyond 16 bits.
            write!(visible, "\\u{:04x}", u32::from(c)).expect("a String takes every text");
        } else {
            visible.push(c);
        }
    }
    Ok(visible + "\n")
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

/// Exchanges the references to types: in memory they are indices, in a lock names, so that a new type changes no other.
fn exchange(value: &mut Value, other: &dyn Fn(&Value) -> Option<Value>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let reference = match (&**key, &mut *value) {
                    ("message" | "delta_of", value @ (Value::Number(_) | Value::String(_))) => {
                        Some(value)
                    }
                    ("member", Value::Array(member)) => member.first_mut(),
                    _ => None,
                };
                match reference {
                    // No type is called null.
                    Some(reference) => *reference = other(reference).unwrap_or(Value::Null),
                    None => exchange(value, other),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| exchange(value, other)),
        _ => {}
    }
}

/// Reads a lock.
///
/// # Errors
/// What is not JSON or not a lock; the errors of [`protocol::parse`] for a lock of an earlier version; a type whose fingerprint does not
/// match its layout, because the lock was edited or merged by hand.
pub fn parse(name: &str, text: &str) -> Result<Protocol, Vec<Diagnostic>> {
    let protocol = if text.trim_start().starts_with('{') {
        read(name, text).map_err(|error| {
            let place = Place {
                file: name.to_owned(),
                line: error.line().max(1),
                column: error.column().max(1),
            };
            vec![Diagnostic::new(&place, format!("this is not a lock: {error}"))]
        })?
    } else {
        protocol::parse_unpinned(name, protocol::one_text(name, text))?
    };
    let mut errors = protocol::cycles(&protocol.types);
    if !errors.is_empty() {
        // They have no fingerprints.
        return Err(errors);
    }
    for (index, def) in protocol.types.iter().enumerate() {
        let fingerprint = format!("{:016x}", protocol.fingerprint(index));
        let (place, message) = match &def.pinned {
            Some((pinned, _)) if *pinned == fingerprint => continue,
            Some((pinned, place)) => (
                place,
                format!(
                    "the layout of `{}` is {fingerprint}, and not {pinned}; was the lock edited or \
                     merged by hand? Generate it again",
                    def.path()
                ),
            ),
            // Its fields are those of its message, which are pinned.
            None if def.delta_of.is_some() => continue,
            None => (
                &def.place,
                format!("`{}` has no `layout = \"…\"`, so this is not a lock", def.path()),
            ),
        };
        errors.push(Diagnostic::new(place, message));
    }
    if errors.is_empty() { Ok(protocol) } else { Err(errors) }
}

fn read(name: &str, text: &str) -> Result<Protocol, Error> {
    let mut value: Value = serde_json::from_str(text)?;
    let types = value.get("types").and_then(Value::as_array).cloned().unwrap_or_default();
    let paths: Vec<String> = types.iter().map(path_of).collect();
    exchange(&mut value, &|path| {
        let known = paths.iter().position(|own| Some(&**own) == path.as_str());
        known.map(Value::from)
    });
    let mut protocol: Protocol = serde_json::from_value(value)?;
    protocol.files = vec![name.to_owned()];
    let mut places = Places { file: name, text, at: 0 };
    places.protocol(&mut protocol);
    Ok(protocol)
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
}

impl Places<'_> {
    fn next(&mut self) -> Place {
        const NAME: &str = "\"name\": ";
        let found = self.text[self.at..].find(NAME);
        self.at = found.map_or(self.text.len(), |found| self.at + found + NAME.len());
        let before = &self.text[..self.at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Place {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
        }
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
