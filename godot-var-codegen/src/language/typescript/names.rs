//! The names of a file: of types, of their functions, of properties.

use godot_var_runtime::variant::VariantType;

use crate::language::claims::{Claims, camel_case};
use crate::schema::{Field, Member, Schema};

/// What a file has of itself, and the globals that it uses.
const TAKEN: &str = "\
    WireError LimitError Writer Reader Entries Entry PathStep Bytes Variant Structure ElementType IDS FORMS Uuid Ipv4Addr Ipv6Addr IpAddr \
    SocketAddr LAYOUT FLAT_LAYOUT TYPES WORDS WIDE WIDE_REALS TYPED_CONTAINERS Map Set Error Number Math JSON Object \
    String Boolean Infinity NaN Array Uint8Array DataView TextEncoder TextDecoder BigInt Iterable ReadonlyMap ReturnType Extract \
    Partial Record";

/// The functions of the support code, and words that no function can have.
const FUNCTIONS: &str = "\
    noKind noValue unsent spare encoded decoded decodedFlat same equal keys encoder decoder half ofHalf zigzag unzigzag \
    zigzag64 unzigzag64 nearest range ofRange angle direction ofDirection octahedron ofOctahedron smallestThree \
    ofSmallestThree putRotation takeRotation ofIpv6 toIpv6 writeVariant \
    readVariant readVariantOf kindOf writeElementType addVariants restOfVariants plainPath putUuid takeUuid putIpv4 takeIpv4 \
    putIpv6 takeIpv6 putIp takeIp putSocket takeSocket";

/// The names of types and functions.
#[derive(Debug)]
pub(super) struct Names {
    types: Vec<String>,
    /// Each function of each type, by its wanted name.
    functions: std::cell::RefCell<(Claims, std::collections::BTreeMap<String, String>)>,
}

impl Names {
    /// Gives each type of a schema a name, in its order.
    pub(super) fn new(schema: &Schema<'_>) -> Self {
        let structures =
            VariantType::ALL.iter().filter(|kind| super::structures::is_structure(**kind));
        let structures = structures.map(|kind| super::structures::name(*kind));
        let mut claims = Claims::new(TAKEN.split_whitespace().chain(structures));
        let types = schema.types.iter().map(|def| {
            let chosen = def.variant.and_then(|own| own.typescript.as_ref());
            let wanted = chosen.map_or_else(|| capital(def.name), |(name, _)| name.clone());
            claims.claim(&wanted, "Message")
        });
        let types = types.collect();
        let functions = Claims::new(FUNCTIONS.split_whitespace());
        Self { types, functions: (functions, std::collections::BTreeMap::new()).into() }
    }

    /// The name of a type.
    pub(super) fn ty(&self, index: usize) -> &str {
        &self.types[index]
    }

    /// The name of a function or constant, which is the same each time.
    pub(super) fn function(&self, wanted: &str) -> String {
        let (claims, known) = &mut *self.functions.borrow_mut();
        known.entry(wanted.to_owned()).or_insert_with(|| claims.claim(wanted, "_")).clone()
    }
}

/// The name with a capital letter in front: a type is not a function.
fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The properties of fields. `kind` is not free in a variant.
pub(super) fn properties(fields: &[Field<'_>], in_variant: bool) -> Vec<String> {
    let taken: &[&str] = if in_variant { &["kind"] } else { &[] };
    let mut claims = Claims::new(taken.iter().copied());
    let wanted = |field: &Field<'_>| {
        let chosen = field.variant.and_then(|own| own.typescript.as_ref());
        chosen.map_or_else(|| camel_case(field.name), |(name, _)| name.clone())
    };
    fields.iter().map(|field| claims.claim(&wanted(field), "_")).collect()
}

/// The `kind` of a variant, or the name of its constant.
pub(super) fn kind<'m>(member: &'m Member<'_>) -> &'m str {
    let chosen = member.variant.and_then(|own| own.typescript.as_ref());
    chosen.map_or(member.name, |(name, _)| name)
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
