//! Names of a file: types, their members, and what the file itself uses.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::record::has;
use crate::language::claims::{Claims, pascal_case};
use crate::protocol::FieldDefault;
use crate::schema::{Body, Field, Schema};
use godot_var_schema::notes::is_name;

/// What the file declares besides the types of the schema.
const HELPERS: [&str; 12] = [
    "Protocol",
    "WireException",
    "Message",
    "Id",
    "FloatBits",
    "Shape",
    "Claims",
    "Copies",
    "Texts",
    "Writer",
    "Reader",
    "Take",
];

/// The types of .NET that the file uses, each with its namespace.
const SYSTEM: [(&str, &[&str]); 5] = [
    (
        "System",
        &[
            "Action",
            "ArgumentNullException",
            "ArgumentOutOfRangeException",
            "Array",
            "BitConverter",
            "Buffer",
            "Exception",
            "Func",
            "Math",
            "StringComparison",
            "StringSplitOptions",
            "ValueTuple",
        ],
    ),
    ("System.Collections", &["ICollection"]),
    ("System.Collections.Generic", &["Dictionary", "IList", "List"]),
    ("System.Globalization", &["CultureInfo"]),
    ("System.Runtime.InteropServices", &["FieldOffset", "LayoutKind", "StructLayout"]),
];

/// Those of `System.Text`.
const TEXT: &[&str] =
    &["DecoderFallbackException", "EncoderFallbackException", "StringBuilder", "UTF8Encoding"];

/// The words that need `@` as a name. Those of types are no problem, as members begin with a capital letter.
const WORDS: &str = "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event \
    explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out \
    override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try \
    typeof uint ulong unchecked unsafe ushort using virtual void volatile while";

/// What every message has. A type with such a name would be hidden in its own class and in others.
const MEMBERS: [&str; 17] = [
    "ToBytes",
    "ToFlat",
    "WriteTo",
    "WriteFlatTo",
    "FromBytes",
    "FromFlat",
    "TryFromBytes",
    "TryFromFlat",
    "ChangesSince",
    "Apply",
    "Equals",
    "GetHashCode",
    "GetType",
    "ToString",
    "MemberwiseClone",
    "ReferenceEquals",
    "Finalize",
];

/// The names that the class around the present code has.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Types: they hide those of the namespace.
    pub(super) types: BTreeSet<String>,
    /// Fields: they hide types where a member of a type is meant.
    pub(super) fields: BTreeSet<String>,
}

/// The names of a file.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) namespace: String,
    types: Vec<String>,
    taken: RefCell<Claims>,
    own: BTreeSet<String>,
    pub(super) scope: RefCell<Scope>,
}

/// A name that the language can have.
fn word(name: &str) -> String {
    let is_word = WORDS.split_whitespace().any(|word| word == name);
    if is_word { format!("@{name}") } else { name.to_owned() }
}

impl Names {
    pub(super) fn new(schema: &Schema<'_>, namespace: String) -> Self {
        let mut claims = Claims::new(MEMBERS);
        let mut types = Vec::new();
        let mut own = BTreeSet::new();
        for def in &schema.types {
            types.push(match def.body {
                Body::Record(_) | Body::Enumeration(_) => {
                    let chosen = def.variant.and_then(|own| own.csharp.as_ref());
                    let mut wanted = type_name(chosen.map_or(def.name, |(name, _)| name));
                    if claims.has(&wanted) {
                        let modules = def.module.iter().map(|module| pascal_case(&letters(module)));
                        wanted = type_name(&(modules.collect::<String>() + &wanted));
                    }
                    let name = claims.claim(&wanted, "_");
                    own.insert(name.clone());
                    name
                }
                _ => String::new(),
            });
        }
        Self { namespace, types, taken: RefCell::new(claims), own, scope: RefCell::default() }
    }

    /// Takes a name of the namespace for something that has no other.
    pub(super) fn claim(&self, wanted: &str) -> String {
        self.taken.borrow_mut().claim(wanted, "_")
    }

    /// Whether a name of the namespace means something else here.
    fn is_hidden(&self, name: &str) -> bool {
        self.scope.borrow().types.contains(name)
    }

    fn global(&self, name: &str) -> String {
        format!("global::{}.{name}", self.namespace)
    }

    /// The bare name of a type of the schema.
    pub(super) fn bare(&self, index: usize) -> &str {
        &self.types[index]
    }

    /// A type of the schema.
    pub(super) fn ty(&self, index: usize) -> String {
        let name = self.bare(index);
        if self.is_hidden(name) { self.global(name) } else { name.to_owned() }
    }

    /// A type of the schema before a dot.
    pub(super) fn before_dot(&self, index: usize) -> String {
        let name = self.bare(index);
        let is_field = self.scope.borrow().fields.contains(name);
        if is_field || self.is_hidden(name) { self.global(name) } else { name.to_owned() }
    }

    /// Something that the file declares for itself, or a type of .NET.
    pub(super) fn other(&self, name: &str) -> String {
        if HELPERS.contains(&name) {
            let mut own = name.to_owned();
            while self.own.contains(&own) {
                own.push('_');
            }
            return if self.is_hidden(&own) { self.global(&own) } else { own };
        }
        let is_taken = self.own.contains(name) || self.is_hidden(name);
        let all = SYSTEM.iter().copied().chain([("System.Text", TEXT)]);
        match all.into_iter().find(|(_, types)| types.contains(&name)) {
            Some((namespace, _)) if is_taken => format!("global::{namespace}.{name}"),
            _ => name.to_owned(),
        }
    }

    /// A type that the file has an alias for, or declares.
    pub(super) fn engine(&self, name: &str, path: &str) -> String {
        if self.own.contains(name) || self.is_hidden(name) {
            path.to_owned()
        } else {
            name.to_owned()
        }
    }

    /// Replaces `@Name` by the name that the file has for it.
    pub(super) fn settled(&self, text: &str) -> String {
        let mut out = String::new();
        let mut pieces = text.split('@');
        out.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let end = piece.find(|c: char| !c.is_alphanumeric()).unwrap_or(piece.len());
            let (name, rest) = piece.split_at(end);
            out.push_str(&self.other(name));
            out.push_str(rest);
        }
        out
    }
}

/// The names of the variants of an enum, as classes in it or as its constants. `others` are names that it has already.
pub(super) fn variants<'n>(
    owner: &str,
    others: &[&str],
    names: impl Iterator<Item = &'n str>,
) -> Vec<String> {
    let mut claims = Claims::new(MEMBERS.into_iter().chain([owner]).chain(others.iter().copied()));
    names.map(|name| claims.claim(&type_name(name), "_")).collect()
}

/// The names of fields in a class. `others` are names that the class has already.
pub(super) fn fields<'o>(
    owner: &'o str,
    others: impl IntoIterator<Item = &'o str>,
    fields: &[Field<'_>],
) -> Vec<String> {
    let mut claims = Claims::new(MEMBERS.into_iter().chain([owner]).chain(others));
    let wanted = |field: &Field<'_>| match field.variant.and_then(|own| own.csharp.as_ref()) {
        Some((name, _)) => word(name),
        None => field_name(field.name),
    };
    let claim = |field: &Field<'_>| {
        let mut name = wanted(field);
        // In a delta, a field comes with another one that is true if it changed.
        while field.default == FieldDefault::Unchanged && claims.has(&has(&name)) {
            name.push('_');
        }
        let name = claims.claim(&name, "_");
        if field.default == FieldDefault::Unchanged {
            claims.claim(&has(&name), "_");
        }
        name
    };
    fields.iter().map(claim).collect()
}

/// The name of a field that the file has for itself, in a class with these names.
pub(super) fn member<'o>(wanted: &str, others: impl IntoIterator<Item = &'o str>) -> String {
    Claims::new(MEMBERS.into_iter().chain(others)).claim(wanted, "_")
}

/// The name of a field: in `PascalCase`.
pub(super) fn field_name(name: &str) -> String {
    if let Ok(position) = name.parse::<usize>() {
        return format!("Item{}", position + 1);
    }
    let pascal = pascal_case(&letters(name));
    if pascal.starts_with(|c: char| c.is_alphabetic()) {
        word(&pascal)
    } else {
        format!("Field{pascal}")
    }
}

/// The name of a type or a variant: as in Rust, but with a capital letter first, as the file has other names for itself.
pub(super) fn type_name(name: &str) -> String {
    let name = letters(name);
    let mut name = name.trim_start_matches('_').chars();
    match name.next() {
        Some(first) if first.is_alphabetic() => pascal_case(&first.to_string()) + name.as_str(),
        first => format!("Type{}{}", first.map_or(String::new(), String::from), name.as_str()),
    }
}

/// A name with an underscore for each character that is none of a name in C#.
fn letters(name: &str) -> String {
    let is_letter = |c: char| {
        c == '_' || c.is_ascii_alphanumeric() || c.is_alphabetic() && u32::from(c) <= 0xffff
    };
    name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect()
}

/// Whether a file can have this namespace: names with dots between them, none of them a word of C# or a type that the file uses.
pub(super) fn is_namespace(name: &str) -> bool {
    const TYPES: &str = "bool byte char decimal double float int long object sbyte short string uint ulong ushort void";
    name.split('.').all(|part| {
        let taken = WORDS.split_whitespace().chain(TYPES.split_whitespace());
        let types = SYSTEM.iter().flat_map(|(_, types)| *types).chain(TEXT);
        let mut taken = taken.chain(types.copied()).chain(["System", "_", "await"]);
        is_name(part) && !taken.any(|word| word == part)
    })
}

/// The namespace of a schema: `ArenaProtocol` of `arena`.
pub(super) fn namespace(stem: &str) -> String {
    let letters: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    format!("{}Protocol", field_name(&letters))
}

#[cfg(test)]
mod tests {
    use super::is_namespace;

    #[test]
    fn namespaces() {
        for name in ["Chatting", "Game.Net", "Game.Protocol", "arena_2"] {
            assert!(is_namespace(name), "{name}");
        }
        for name in [
            "",
            ".",
            "A.",
            "A..B",
            "1x",
            "a b",
            "../x",
            "Foo/Bar",
            "class",
            "Game.class",
            "int",
            "Foo.Math",
            "_",
            "await",
            "Game.await",
        ] {
            assert!(!is_namespace(name), "{name}");
        }
    }
}
