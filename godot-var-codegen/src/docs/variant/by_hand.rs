//! Statements that make and read messages with the engine's functions alone.

use godot_var_runtime::variant::{Generation, Variant};
use godot_var_schema::variant::model::Id;

use super::super::usage::{Statements, lines};
use crate::gdscript::literal::gdscript;
use crate::gdscript::usage::{local_of, prints, variable};
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Protocol, Record, Style, Type, TypeDef,
};
use crate::text::gdscript_string as quoted;

/// The names of the engine's functions.
const fn functions(generation: Generation) -> (&'static str, &'static str) {
    match generation {
        Generation::Godot4 => ("var_to_bytes", "bytes_to_var"),
        Generation::Godot3 => ("var2bytes", "bytes2var"),
    }
}

/// A variable of any type.
fn anything(name: &str, value: &str, generation: Generation) -> String {
    match generation {
        Generation::Godot4 => format!("var {name}: Variant = {value}"),
        Generation::Godot3 => format!("var {name} = {value}"),
    }
}

/// The statements for a type, of an enum for one variant, with the value of an example.
pub(super) fn statements(
    protocol: &Protocol,
    generation: Generation,
    (def, member): (&TypeDef, Option<usize>),
    value: &Variant,
) -> Statements {
    let (to_bytes, from_bytes) = functions(generation);
    let literal = gdscript(value, generation);
    let make = match value {
        Variant::Nil => anything("message", &literal, generation),
        _ => variable("message", &literal, generation),
    };
    let mut read = vec![anything("message", &format!("{from_bytes}(packet)"), generation)];
    match (&def.body, member) {
        (Body::Enumeration(enumeration), Some(at)) => {
            let member = &enumeration.members[at];
            let record = content_of(protocol, enumeration, member);
            if let Some(pattern) = Pattern::new(enumeration, member) {
                let values = pattern.values(record, value);
                read.push("match message:".to_owned());
                read.push(format!("\t{}:", pattern.text));
                read.push(format!("\t\t{}", prints(&member.name, &values)));
            } else {
                let values = parts_of("message", record, value);
                read.push(prints(&member.name, &values));
            }
        }
        (Body::Record(record), _) => {
            let kind = value.variant_type().name(generation);
            read.push(format!("if message is {kind}:"));
            let values = parts_of("message", Some(record), value);
            read.push(format!("\t{}", prints(&def.name, &values)));
        }
        _ => read.push("print(message)".to_owned()),
    }
    Statements {
        make: lines(&[make], generation),
        read: lines(&read, generation),
        bytes: format!("{to_bytes}(message)"),
    }
}

/// A function that distinguishes the messages of an enum.
pub(super) fn dispatch(enumeration: &Enumeration, generation: Generation) -> Option<String> {
    let (_, from_bytes) = functions(generation);
    let head = match generation {
        Generation::Godot4 => "func receive(packet: PackedByteArray) -> void:",
        Generation::Godot3 => "func receive(packet):",
    };
    let message = anything("message", &format!("{from_bytes}(packet)"), generation);
    let mut code = vec![head.to_owned(), format!("\t{message}"), "\tmatch message:".to_owned()];
    for member in &enumeration.members {
        let pattern = Pattern::new(enumeration, member)?;
        code.push(format!("\t\t{}:", pattern.text));
        let values = if pattern.is_whole { vec!["message".to_owned()] } else { pattern.bound };
        code.push(format!("\t\t\t{}", prints(&member.name, &values)));
    }
    code.push("\t\t_:".to_owned());
    code.push("\t\t\tpush_error(\"not such a message\")".to_owned());
    Some(lines(&code, generation))
}

/// What `match` takes for a variant.
struct Pattern {
    text: String,
    /// The variables that it makes.
    bound: Vec<String>,
    /// Whether the fields are in the whole message.
    is_whole: bool,
    /// Whether its one variable is the content of the variant.
    is_content: bool,
}

impl Pattern {
    /// Returns nothing if no pattern distinguishes the variant from others.
    fn new(enumeration: &Enumeration, member: &Enumerator) -> Option<Self> {
        let id = match &member.id {
            Id::Int(number) => number.to_string(),
            Id::Text(text) => quoted(text),
        };
        let own = local_of(&member.name);
        let is_unit = member.style == Style::Unit;
        let one = |text: String| Self {
            text,
            bound: if is_unit { Vec::new() } else { vec![own.clone()] },
            is_whole: false,
            is_content: true,
        };
        Some(match &enumeration.form {
            EnumForm::Names | EnumForm::Numbers | EnumForm::Untagged => return None,
            EnumForm::External if is_unit => one(id),
            EnumForm::External => one(format!("{{{id}: var {own}}}")),
            EnumForm::Adjacent { tag, .. } if is_unit => one(format!("{{{}: {id}}}", quoted(tag))),
            EnumForm::Adjacent { tag, content } => {
                one(format!("{{{}: {id}, {}: var {own}}}", quoted(tag), quoted(content)))
            }
            EnumForm::Internal { tag } => Self {
                text: format!("{{{}: {id}, ..}}", quoted(tag)),
                bound: Vec::new(),
                is_whole: !is_unit,
                is_content: false,
            },
            EnumForm::Ids if member.style == Style::Newtype => one(format!("[{id}, var {own}]")),
            EnumForm::Ids => {
                let mut bound: Vec<String> = Vec::new();
                for field in member.record.fields.iter().filter(|field| field.encoded) {
                    let mut name = local_of(&field.name);
                    while name == "message" || name == "packet" || bound.contains(&name) {
                        name.push('_');
                    }
                    bound.push(name);
                }
                let all: String = bound.iter().flat_map(|name| [", var ", name]).collect();
                Self { text: format!("[{id}{all}]"), bound, is_whole: false, is_content: false }
            }
        })
    }

    /// Expressions for the fields.
    fn values(&self, record: Option<&Record>, value: &Variant) -> Vec<String> {
        match (&self.bound[..], value) {
            (_, Variant::Dictionary(_)) if self.is_whole => {
                // The first entry is the tag.
                parts_of("message", record, value).split_off(1)
            }
            ([own], Variant::Array(array)) if self.is_content => match array.elements.last() {
                Some(content) => parts_of(own, record, content),
                None => Vec::new(),
            },
            ([own], Variant::Dictionary(dictionary)) if self.is_content => {
                match dictionary.entries.last() {
                    Some((_, content)) => parts_of(own, record, content),
                    None => Vec::new(),
                }
            }
            (bound, _) => bound.to_vec(),
        }
    }
}

/// The struct that a variant has as its content.
fn content_of<'p>(
    protocol: &'p Protocol,
    enumeration: &Enumeration,
    member: &'p Enumerator,
) -> Option<&'p Record> {
    match (member.style, &member.record.fields[..]) {
        (Style::Unit, _) => None,
        (Style::Newtype, [field]) => record_in(protocol, &field.ty),
        _ if enumeration.form == EnumForm::Ids => None,
        _ => Some(&member.record),
    }
}

/// The struct that a type is.
fn record_in<'p>(protocol: &'p Protocol, ty: &Type) -> Option<&'p Record> {
    match ty {
        Type::Pointer(inner) => record_in(protocol, inner),
        Type::Message(index) => match &protocol.types[*index].body {
            Body::Record(record) => Some(record),
            Body::Transparent(field) => record_in(protocol, &field.ty),
            _ => None,
        },
        _ => None,
    }
}

/// Expressions for the fields of a struct; anything else is one.
fn parts_of(name: &str, record: Option<&Record>, value: &Variant) -> Vec<String> {
    match (record, value) {
        (Some(record), Variant::Dictionary(dictionary)) => {
            let keys = dictionary.entries.iter().filter_map(|(key, _)| match key {
                Variant::String(key) => Some(key.as_str()),
                Variant::StringName(key) => Some(key.as_str()),
                _ => None,
            });
            keys.map(|key| {
                let own = record.fields.iter().find(|field| field.key == key && !field.flatten);
                let is_sure = own.is_some_and(|field| field.skip_encoding_if.is_none());
                let key = quoted(key);
                if is_sure { format!("{name}[{key}]") } else { format!("{name}.get({key})") }
            })
            .collect()
        }
        (Some(_), Variant::Array(array)) => {
            (0..array.elements.len()).map(|at| format!("{name}[{at}]")).collect()
        }
        _ => vec![name.to_owned()],
    }
}
