//! The names of a file: of types, of their functions, of properties.

use godot_var_runtime::variant::VariantType;

use super::{SNAPSHOTS, TEMPLATES};
use crate::language::World;
use crate::language::claims::{Claims, camel_case};
use crate::protocol::Place;
use crate::schema::{Body, Enumeration, Field, Member, Schema, TypeDef};

/// What a file has of itself beside its support code, the globals that it uses, and words that no type can be called.
const TAKEN: &str = "\
    LAYOUT FLAT_LAYOUT ACCEPTED FLAT_ACCEPTED Map Set Error Number Math JSON Object String Boolean Infinity NaN Array Uint8Array DataView TextEncoder TextDecoder \
    BigInt Iterable ReadonlyMap ReturnType Extract Partial Record Float32Array Uint32Array ArrayBuffer \
    eval arguments keyof infer readonly unique asserts is intrinsic \
    any bigint boolean never number object string symbol undefined unknown void \
    break case catch class const continue debugger default delete do else enum export extends false finally for \
    function if import in instanceof new null return super switch this throw true try typeof var while with \
    implements interface let package private protected public static yield await";

/// What the support code declares with a capital letter, as types and constants have it, or with a small one, as functions and variables.
fn declared(has_worlds: bool, is_capital: bool) -> impl Iterator<Item = &'static str> {
    let templates = TEMPLATES.into_iter().filter(move |it| has_worlds || *it != SNAPSHOTS);
    let names = templates.flat_map(str::lines).filter_map(|line| {
        let (keyword, rest) = line.strip_prefix("export ").unwrap_or(line).split_once(' ')?;
        let is_one =
            matches!(keyword, "class" | "const" | "function" | "interface" | "let" | "type");
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        is_one.then(|| &rest[..end])
    });
    names.filter(move |name| name.starts_with(char::is_uppercase) == is_capital)
}

/// The names of types and functions.
#[derive(Debug)]
pub(super) struct Names {
    types: Vec<String>,
    /// The names of the classes of worlds, by the positions of their states.
    worlds: Vec<(usize, String)>,
    /// What the functions of each variant have in their names. No type and no other variant has the same.
    members: Vec<Vec<String>>,
    /// Each function, by its wanted name, or by that and whose it is.
    functions: std::cell::RefCell<(Claims, std::collections::BTreeMap<String, String>)>,
}

impl Names {
    /// Gives each type of a schema a name, in its order.
    pub(super) fn new(schema: &Schema<'_>) -> Self {
        let structures =
            VariantType::ALL.iter().filter(|kind| super::structures::is_structure(**kind));
        let structures = structures.map(|kind| super::structures::name(*kind));
        let worlds = World::all(schema);
        let has_worlds = !worlds.is_empty();
        let of_worlds = super::snapshots::TAKEN.into_iter().filter(|_| has_worlds);
        let taken = TAKEN.split_whitespace().chain(declared(has_worlds, true));
        let mut claims = Claims::new(taken.chain(of_worlds).chain(structures));
        let types = schema.types.iter().map(|def| {
            let chosen = def.variant.and_then(|own| own.typescript.as_ref());
            let wanted = chosen.map_or_else(|| capital(def.name), |(name, _)| name.clone());
            claims.claim(&wanted, "Message")
        });
        let types: Vec<String> = types.collect();
        let class = |world: &World| {
            (world.state, claims.claim(&format!("{}Snapshots", types[world.state]), "Client"))
        };
        let worlds = worlds.iter().map(class).collect();
        let mut stems = Claims::new(types.iter().map(String::as_str));
        let members = schema.types.iter().zip(&types).map(|(def, ty)| match &def.body {
            Body::Enumeration(body) => {
                let each = body.members.iter();
                each.map(|member| stems.claim(&format!("{ty}{}", member.name), "_")).collect()
            }
            _ => Vec::new(),
        });
        let members = members.collect();
        let functions = Claims::new(declared(has_worlds, false));
        Self {
            types,
            worlds,
            members,
            functions: (functions, std::collections::BTreeMap::new()).into(),
        }
    }

    /// The name of a type.
    pub(super) fn ty(&self, index: usize) -> &str {
        &self.types[index]
    }

    /// The name of the class of a world.
    pub(super) fn ty_of_world(&self, world: &World) -> String {
        let found = self.worlds.iter().find(|(state, _)| *state == world.state);
        found.map_or_else(String::new, |(_, class)| class.clone())
    }

    /// What the functions of a variant have in their names.
    pub(super) fn member(&self, index: usize, member: usize) -> &str {
        &self.members[index][member]
    }

    /// The name of a function or constant, which is the same each time.
    pub(super) fn function(&self, wanted: &str) -> String {
        self.named(wanted.to_owned(), wanted)
    }

    /// The name of something that belongs to a type or variant of this name, where another one's may have the same wanted name.
    pub(super) fn of(&self, owner: &str, wanted: &str) -> String {
        self.named(format!("{owner} {wanted}"), wanted)
    }

    fn named(&self, key: String, wanted: &str) -> String {
        let (claims, known) = &mut *self.functions.borrow_mut();
        known.entry(key).or_insert_with(|| claims.claim(wanted, "_")).clone()
    }
}

/// Why a chosen name cannot be that of a type.
pub(super) fn mistake<'d>(def: &'d TypeDef<'_>) -> Option<(&'d str, &'d Place, &'static str)> {
    let (name, place) = def.variant?.typescript.as_ref()?;
    let is_constant = matches!(&def.body, Body::Enumeration(body) if body.is_plain());
    let is_capital = !name.starts_with(|c: char| c.is_lowercase() || matches!(c, '_' | '$'));
    let reason = if OPERATORS.contains(&name.as_str()) {
        "it is an operator of types in TypeScript; choose another name"
    } else if is_constant && !is_capital {
        "the constant of an enum begins with a capital letter, as functions and variables do not; choose such a name"
    } else {
        return None;
    };
    Some((name, place, reason))
}

/// The operators of types.
const OPERATORS: [&str; 4] = ["infer", "keyof", "readonly", "unique"];

/// The name with a capital letter in front: a type is not a function.
fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A name in camelCase that is an identifier.
pub(super) fn small(name: &str) -> String {
    let camel = camel_case(name);
    let is_name = camel.starts_with(|c: char| !c.is_ascii_digit());
    if is_name { camel } else { format!("_{camel}") }
}

/// The properties of fields. `kind` is not free in a variant.
pub(super) fn properties(fields: &[Field<'_>], in_variant: bool) -> Vec<String> {
    let kind = if in_variant { "kind" } else { PROTOTYPE };
    let mut claims = Claims::new(INHERITED.into_iter().chain([PROTOTYPE, kind]));
    let wanted = |field: &Field<'_>| {
        let chosen = field.variant.and_then(|own| own.typescript.as_ref());
        chosen.map_or_else(|| small(field.name), |(name, _)| name.clone())
    };
    fields.iter().map(|field| claims.claim(&wanted(field), "_")).collect()
}

/// The property that a literal cannot have: there it is the prototype.
const PROTOTYPE: &str = "__proto__";

/// The properties that each object inherits. An object that lacks such a property, as a delta does, has another value there.
const INHERITED: [&str; 7] = [
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// The `kind` of a variant, or the name of its constant.
pub(super) fn kind<'m>(member: &'m Member<'_>) -> &'m str {
    let chosen = member.variant.and_then(|own| own.typescript.as_ref());
    let name = chosen.map_or(member.name, |(name, _)| name);
    if name == PROTOTYPE { "__proto___" } else { name }
}

/// The same of the variant for other values.
pub(super) fn other_kind<'e>(body: &'e Enumeration<'_>) -> &'e str {
    body.members.iter().find(|member| member.is_other).map_or("", kind)
}

/// A text as a literal.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                literal.push_str(&["\\u{", &format!("{:x}", c as u32), "}"].concat());
            }
            c => literal.push(c),
        }
    }
    literal + "'"
}
