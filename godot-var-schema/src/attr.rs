//! The attributes, as written: one struct for each place where they may stand.
//!
//! `parse` looks up every name in `KEYS` before `darling` sees it, so that all messages about
//! names, places and the shape of values are written here, in one voice.

use darling::ast::NestedMeta;
use darling::util::Flag;
use darling::{Error, FromMeta};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Lit, Meta, Path, WherePredicate, punctuated::Punctuated, token::Comma};

use crate::RenameRule;
use crate::errors::Errors;
use crate::model::Notes;

/// Attributes of a struct or enum.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub struct ContainerAttrs {
    /// The case of all keys, or of all members' names.
    pub rename_all: Option<Given<RenameRule>>,
    /// The case of the keys in all members of an enum.
    pub rename_all_fields: Option<Given<RenameRule>>,
    /// Missing fields come from the container's `Default`, or from an expression.
    pub default: Option<Given<DefaultExpr>>,
    /// Unknown keys are an error.
    pub deny_unknown_fields: Flag,
    /// The only field stands for the container.
    pub transparent: Flag,
    /// An Array in place of a Dictionary.
    pub array: Flag,
    /// The id form of an enum.
    pub id: Flag,
    /// The key of an enum's tag.
    pub tag: Option<Given<String>>,
    /// The key of an enum's content beside its tag.
    pub content: Option<Given<String>>,
    /// No tag: the first member that fits.
    pub untagged: Flag,
    /// `"int"` or `"name"`: how members without data travel.
    pub repr: Option<Given<String>>,
    /// `"String"` or `"StringName"`: the type of the keys.
    pub keys: Option<Given<String>>,
    /// Bounds in place of the inferred ones.
    pub bound: Option<Given<Bounds>>,
    /// The path of the facade crate.
    #[darling(rename = "crate")]
    pub krate: Option<Given<FunctionPath>>,
    /// The most bytes that a message may take.
    pub max_size: Option<Given<usize>>,
    /// The pinned fingerprint of the layout.
    pub layout: Option<Given<String>>,
    /// The name in generated GDScript.
    pub gdscript: Option<Given<String>>,
}

/// Attributes of a field.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub struct FieldAttrs {
    /// The key on the wire.
    pub rename: Option<Given<String>>,
    /// Other keys that a reader takes.
    #[darling(multiple)]
    pub alias: Vec<Given<String>>,
    /// Not on the wire at all.
    pub skip: Flag,
    /// Read, never written.
    pub skip_encoding: Flag,
    /// Written, never read.
    pub skip_decoding: Flag,
    /// Not written when this function says so.
    pub skip_encoding_if: Option<Given<FunctionPath>>,
    /// The value of a missing field: its type's `Default`, or an expression.
    pub default: Option<Given<DefaultExpr>>,
    /// A module with `encode` and `decode`.
    pub with: Option<Given<FunctionPath>>,
    /// A function that writes the field.
    pub encode_with: Option<Given<FunctionPath>>,
    /// A function that reads the field.
    pub decode_with: Option<Given<FunctionPath>>,
    /// The fields of this field stand among those of its container.
    pub flatten: Flag,
    /// Borrows from the message; inferred from the type.
    pub borrow: Flag,
    /// The type on the wire.
    #[darling(rename = "as")]
    pub wire_type: Option<Given<String>>,
    /// Always 64 bits wide.
    #[darling(rename = "f64")]
    pub wide: Flag,
    /// The most bytes of a text, or elements of a list.
    pub max_len: Option<Given<usize>>,
    /// No tolerance: only the type that is written is read.
    pub strict: Flag,
    /// A typed container (Arrays of Godot 4.3 and later, Dictionaries of 4.4 and later).
    pub typed: Flag,
    /// The name in generated GDScript.
    pub gdscript: Option<Given<String>>,
}

/// Attributes of an enum's member.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub struct MemberAttrs {
    /// The name on the wire.
    pub rename: Option<Given<String>>,
    /// Other names that a reader takes.
    #[darling(multiple)]
    pub alias: Vec<Given<String>>,
    /// The case of this member's keys.
    pub rename_all: Option<Given<RenameRule>>,
    /// Never written, never read.
    pub skip: Flag,
    /// Takes what no other member fits.
    pub other: Flag,
    /// The message number or name in the id form, or the tag.
    pub id: Option<Given<Id>>,
    /// The name in generated GDScript.
    pub gdscript: Option<Given<String>>,
}

/// A message id: an int or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Id {
    /// A number.
    Int(i64),
    /// A name.
    Text(String),
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl FromMeta for Id {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match (crate::check::integer(expr), text_of(expr)) {
            (Some(number), _) => Ok(Self::Int(number)),
            (None, Some(text)) => Ok(Self::Text(text.value())),
            (None, None) => {
                Err(Error::custom("an id is a string, or an integer that fits an i64")
                    .with_span(expr))
            }
        }
    }
}

/// A path to a function or module, with or without quotes; may start with `crate`.
#[derive(Clone, Debug)]
pub struct FunctionPath(pub Path);

impl FromMeta for FunctionPath {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match (ungrouped(expr), text_of(expr)) {
            (Expr::Path(path), _) => Ok(Self(path.path.clone())),
            (_, Some(text)) => text.parse().map(Self).map_err(|_| {
                Error::custom(format!("`{}` is no path", text.value())).with_span(text)
            }),
            _ => Err(Error::custom("expected a path, such as `my_module`").with_span(expr)),
        }
    }
}

/// The value of a missing field, as written.
#[derive(Clone, Debug)]
pub enum DefaultExpr {
    /// `default`: the type's `Default`.
    Trait,
    /// `default = expression`; a string is itself, not the path that it may spell.
    Expr(Box<Expr>),
}

impl FromMeta for DefaultExpr {
    fn from_word() -> darling::Result<Self> {
        Ok(Self::Trait)
    }

    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        Ok(Self::Expr(Box::new(expr.clone())))
    }
}

/// Where-predicates as a string: `bound = "T: Clone"`.
#[derive(Clone, Debug)]
pub struct Bounds(pub Vec<WherePredicate>);

impl FromMeta for Bounds {
    fn from_value(value: &Lit) -> darling::Result<Self> {
        let Lit::Str(text) = value else {
            return Err(Error::unexpected_lit_type(value));
        };
        let bounds = text.parse_with(Punctuated::<WherePredicate, Comma>::parse_terminated);
        match bounds {
            Ok(bounds) => Ok(Self(bounds.into_iter().collect())),
            Err(error) => {
                let message =
                    format!("`bound` takes where-predicates, such as `T: Clone`; {error}");
                Err(Error::custom(message).with_span(text))
            }
        }
    }
}

/// A value with the places of its key and of itself.
#[derive(Clone, Debug)]
pub struct Given<T> {
    value: T,
    key: Span,
    span: Span,
}

impl<T> Given<T> {
    /// Where the key stands: for messages about the attribute as such.
    pub fn key(&self) -> Span {
        self.key
    }

    /// Where the value stands: for messages about what it says.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> std::ops::Deref for Given<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: FromMeta> FromMeta for Given<T> {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = T::from_meta(item).map_err(|error| error.with_span(item))?;
        let span = match item {
            Meta::NameValue(pair) => pair.value.span(),
            _ => item.span(),
        };
        Ok(Self { value, key: item.path().span(), span })
    }
}

/// Where a flag was written, if it was.
pub fn span_of(flag: &Flag) -> Option<Span> {
    flag.is_present().then(|| flag.span())
}

/// Where the key of an attribute was written, if it was.
pub fn key_of<T>(given: Option<&Given<T>>) -> Option<Span> {
    given.map(Given::key)
}

// ---------------------------------------------------------------- names, places, values

/// Where attributes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On a struct.
    Struct,
    /// On an enum.
    Enum,
    /// On a field, of a struct or of an enum's member.
    Field,
    /// On an enum's member.
    Member,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Field => "a field",
            Self::Member => "an enum's member",
        }
    }
}

/// What an attribute takes behind its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Text,
    Number,
    Path,
    Id,
    ExprOrNothing,
}

impl Takes {
    fn fits(self, item: &Meta) -> bool {
        match (self, item) {
            (Self::Nothing | Self::ExprOrNothing, Meta::Path(_))
            | (Self::ExprOrNothing | Self::Path | Self::Id, Meta::NameValue(_)) => true,
            (Self::Text, Meta::NameValue(pair)) => text_of(&pair.value).is_some(),
            (Self::Number, Meta::NameValue(pair)) => {
                let Expr::Lit(syn::ExprLit { lit: Lit::Int(number), .. }) = ungrouped(&pair.value)
                else {
                    return false;
                };
                number.base10_parse::<u32>().is_ok()
            }
            _ => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no value",
            Self::Text => "a string",
            Self::Number => "a number from 0 to 4294967295",
            Self::Path => "a path",
            Self::Id => "a number or a string",
            Self::ExprOrNothing => "an expression, or nothing",
        }
    }
}

struct Key {
    name: &'static str,
    takes: Takes,
    places: &'static [Place],
    example: &'static str,
}

const fn key(
    name: &'static str,
    takes: Takes,
    places: &'static [Place],
    example: &'static str,
) -> Key {
    Key { name, takes, places, example }
}

const CONTAINER: &[Place] = &[Place::Struct, Place::Enum];
const ENUM: &[Place] = &[Place::Enum];
const FIELD: &[Place] = &[Place::Field];
const MEMBER: &[Place] = &[Place::Member];
const EVERYWHERE: &[Place] = &[Place::Struct, Place::Enum, Place::Field, Place::Member];

/// Every attribute, in the order of the reference page.
const KEYS: &[Key] = &[
    key("rename", Takes::Text, &[Place::Field, Place::Member], "rename = \"…\""),
    key("alias", Takes::Text, &[Place::Field, Place::Member], "alias = \"…\""),
    key(
        "rename_all",
        Takes::Text,
        &[Place::Struct, Place::Enum, Place::Member],
        "rename_all = \"camelCase\"",
    ),
    key("rename_all_fields", Takes::Text, ENUM, "rename_all_fields = \"camelCase\""),
    key("skip", Takes::Nothing, &[Place::Field, Place::Member], "skip"),
    key("skip_encoding", Takes::Nothing, FIELD, "skip_encoding"),
    key("skip_decoding", Takes::Nothing, FIELD, "skip_decoding"),
    key("skip_encoding_if", Takes::Path, FIELD, "skip_encoding_if = Option::is_none"),
    key("default", Takes::ExprOrNothing, &[Place::Struct, Place::Field], "default = 7"),
    key("deny_unknown_fields", Takes::Nothing, CONTAINER, "deny_unknown_fields"),
    key("flatten", Takes::Nothing, FIELD, "flatten"),
    key("transparent", Takes::Nothing, &[Place::Struct], "transparent"),
    key("array", Takes::Nothing, CONTAINER, "array"),
    key("id", Takes::Nothing, ENUM, "array, id"),
    key("id", Takes::Id, MEMBER, "id = 1"),
    key("tag", Takes::Text, ENUM, "tag = \"type\""),
    key("content", Takes::Text, ENUM, "content = \"data\""),
    key("untagged", Takes::Nothing, ENUM, "untagged"),
    key("other", Takes::Nothing, MEMBER, "other"),
    key("repr", Takes::Text, ENUM, "repr = \"int\""),
    key("keys", Takes::Text, CONTAINER, "keys = \"StringName\""),
    key("as", Takes::Text, FIELD, "as = \"StringName\""),
    key("f64", Takes::Nothing, FIELD, "f64"),
    key("typed", Takes::Nothing, FIELD, "typed"),
    key("strict", Takes::Nothing, FIELD, "strict"),
    key("max_len", Takes::Number, FIELD, "max_len = 32"),
    key("borrow", Takes::Nothing, FIELD, "borrow"),
    key("with", Takes::Path, FIELD, "with = my_module"),
    key("encode_with", Takes::Path, FIELD, "encode_with = my_function"),
    key("decode_with", Takes::Path, FIELD, "decode_with = my_function"),
    key("max_size", Takes::Number, CONTAINER, "max_size = 1200"),
    key("layout", Takes::Text, CONTAINER, "layout = \"…\""),
    key("bound", Takes::Text, CONTAINER, "bound = \"T: Clone\""),
    key("crate", Takes::Path, CONTAINER, "crate = my_crate::godot_var"),
    key("gdscript", Takes::Text, EVERYWHERE, "gdscript = \"name\""),
];

/// serde's names for what has another name here: understood, so that habits work.
const SERDE_NAMES: [(&str, &str); 5] = [
    ("skip_serializing", "skip_encoding"),
    ("skip_deserializing", "skip_decoding"),
    ("skip_serializing_if", "skip_encoding_if"),
    ("serialize_with", "encode_with"),
    ("deserialize_with", "decode_with"),
];

/// Names that habit suggests and that nothing here has, with the way out.
const ABSENT: [(&str, &str); 9] = [
    ("flag", "flags are written by the dialect; there is nothing to set"),
    ("remote", "`remote` is not supported; use `with = module` on the field"),
    ("from", "`from` is not supported; use `with = module` on the field"),
    ("into", "`into` is not supported; use `with = module` on the field"),
    ("try_from", "`try_from` is not supported; use `with = module` on the field"),
    ("getter", "`getter` is not supported; use `with = module` on the field"),
    (
        "as_int",
        "`as_int` does not exist; `repr = \"int\"` on an enum, or `as = \"int\"` on a field",
    ),
    ("bytes", "`bytes` is not needed; `Vec<u8>` travels as a PackedByteArray already"),
    ("name", "`name` does not exist; the name on the wire is set by `rename = \"…\"`"),
];

// ---------------------------------------------------------------- parsing

/// What could be read of the attributes of one place.
pub(crate) struct Parsed<T> {
    pub(crate) attrs: T,
    /// Whether that is all of them: otherwise it is too early to look for contradictions.
    pub(crate) complete: bool,
}

/// Reads the `#[godot_var(…)]` attributes among `attrs`.
///
/// Every unknown, misplaced, repeated or malformed attribute is reported at its place; the others
/// are kept.
pub(crate) fn parse<T: FromMeta + Default>(
    place: Place,
    attrs: &[Attribute],
    errors: &mut Errors,
) -> Parsed<T> {
    let mut complete = true;
    let mut good: Vec<NestedMeta> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("godot_var")) {
        let items = attr
            .meta
            .require_list()
            .map_err(|_| {
                Error::custom("`godot_var` says what to do in parentheses: `#[godot_var(…)]`")
                    .with_span(&attr.meta)
            })
            .and_then(|list| NestedMeta::parse_meta_list(list.tokens.clone()).map_err(Error::from));
        let items = items.unwrap_or_else(|error| {
            complete = false;
            errors.push(error);
            Vec::new()
        });
        for item in items {
            match check_item::<T>(place, item, &good) {
                Ok(item) => good.push(item),
                Err(error) => {
                    complete = false;
                    errors.push(error);
                }
            }
        }
    }
    let attrs = T::from_list(&good).unwrap_or_else(|error| {
        complete = false;
        errors.push(error);
        T::default()
    });
    Parsed { attrs, complete }
}

/// Holds one attribute against [`KEYS`] and against those before it.
fn check_item<T: FromMeta>(
    place: Place,
    mut item: NestedMeta,
    before: &[NestedMeta],
) -> darling::Result<NestedMeta> {
    rename_serde(&mut item);
    let Some(path) = path_of(&item).cloned() else {
        return Err(Error::custom("expected `name` or `name = value`").with_span(&item));
    };
    let name = path.segments.iter().map(|word| word.ident.to_string()).collect::<Vec<_>>();
    let name = name.join("::");
    let Some(key) = KEYS.iter().find(|key| key.name == name && key.places.contains(&place)) else {
        return Err(Error::custom(not_here(&name, place)).with_span(&path));
    };
    let fits = matches!(&item, NestedMeta::Meta(meta) if key.takes.fits(meta));
    if !fits {
        let Key { takes, example, .. } = key;
        return Err(Error::custom(format!("`{name}` takes {}; write `{example}`", takes.name()))
            .with_span(&path));
    }
    let repeated = before.iter().filter_map(path_of).any(|other| other.is_ident(&name));
    if repeated && name != "alias" {
        return Err(Error::custom(format!("`{name}` is given twice; remove one")).with_span(&path));
    }
    T::from_list(std::slice::from_ref(&item))?;
    Ok(item)
}

/// What stands beside `godot_var`: documentation, conditions, `#[default]`.
pub fn notes(attrs: &[Attribute], gdscript: Option<&Given<String>>) -> Notes {
    let is = |attr: &&Attribute, name: &str| attr.path().is_ident(name);
    Notes {
        docs: docs(attrs),
        gdscript: gdscript.map(|name| (name.to_string(), name.span())),
        cfg: attrs
            .iter()
            .find(|attr| is(attr, "cfg") || is(attr, "cfg_attr") && mentions_us(attr))
            .map(|attr| attr.path().span()),
        is_default: attrs.iter().any(|attr| is(&attr, "default")),
    }
}

/// Whether a `cfg_attr` may hold what this crate reads.
fn mentions_us(attr: &Attribute) -> bool {
    attr.meta.require_list().is_ok_and(|list| {
        let text = list.tokens.to_string();
        text.contains("godot_var") || text.contains("GodotVar")
    })
}

/// The lines of a doc comment, without the space that everybody writes in front.
pub fn docs(attrs: &[Attribute]) -> Vec<String> {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attr.meta else { continue };
        let Some(text) = text_of(&pair.value) else { continue };
        let text = text.value();
        if text.contains('\n') {
            // A block comment, perhaps with a star in front of each line.
            let stars = text.trim().lines().skip(1).map(str::trim_start);
            lines.extend(text.trim().lines().take(1).chain(stars).map(|line| {
                let line = line.strip_prefix('*').unwrap_or(line);
                line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
            }));
        } else {
            lines.push(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned());
        }
    }
    lines
}

/// Why no attribute of this name can stand here.
fn not_here(name: &str, place: Place) -> String {
    let elsewhere = KEYS
        .iter()
        .filter(|key| key.name == name)
        .flat_map(|key| key.places)
        .map(|place| place.name());
    let elsewhere = elsewhere.collect::<Vec<_>>().join(" or ");
    if !elsewhere.is_empty() {
        return format!("`{name}` belongs on {elsewhere}, not on {}", place.name());
    }
    if let Some((_, cure)) = ABSENT.iter().find(|(absent, _)| *absent == name) {
        return (*cure).to_owned();
    }
    let here = || KEYS.iter().filter(|key| key.places.contains(&place)).map(|key| key.name);
    let nearest = here()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    if let Some((_, known)) = nearest {
        format!("unknown attribute `{name}`; did you mean `{known}`?")
    } else {
        let known = here().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
        format!("unknown attribute `{name}`; on {} there are {known}", place.name())
    }
}

fn path_of(item: &NestedMeta) -> Option<&Path> {
    match item {
        NestedMeta::Meta(meta) => Some(meta.path()),
        NestedMeta::NameValueInvalidExpr(pair) => Some(&pair.path),
        NestedMeta::Lit(_) => None,
    }
}

fn rename_serde(item: &mut NestedMeta) {
    let path = match item {
        NestedMeta::Meta(Meta::Path(path)) => path,
        NestedMeta::Meta(Meta::List(list)) => &mut list.path,
        NestedMeta::Meta(Meta::NameValue(pair)) => &mut pair.path,
        NestedMeta::NameValueInvalidExpr(pair) => &mut pair.path,
        NestedMeta::Lit(_) => return,
    };
    let Some(ident) = path.get_ident() else { return };
    let Some((_, ours)) = SERDE_NAMES.iter().find(|(serde, _)| ident == serde) else { return };
    *path = syn::Ident::new(ours, ident.span()).into();
}

/// What stands in the invisible parentheses that `macro_rules!` puts around a fragment.
fn ungrouped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungrouped(&group.expr),
        _ => expr,
    }
}

fn text_of(expr: &Expr) -> Option<&syn::LitStr> {
    match ungrouped(expr) {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: FromMeta + Default>(place: Place, attr: &Attribute) -> bool {
        let mut errors = Errors::new();
        let parsed = parse::<T>(place, std::slice::from_ref(attr), &mut errors);
        errors.finish().is_ok() && parsed.complete
    }

    #[test]
    fn every_key_has_a_field_that_takes_its_example() {
        for key in KEYS {
            let example: proc_macro2::TokenStream = key.example.parse().expect("an example");
            let attr: Attribute = syn::parse_quote!(#[godot_var(#example)]);
            for place in key.places {
                let understood = match place {
                    Place::Struct | Place::Enum => read::<ContainerAttrs>(*place, &attr),
                    Place::Field => read::<FieldAttrs>(*place, &attr),
                    Place::Member => read::<MemberAttrs>(*place, &attr),
                };
                assert!(understood, "`{}` on {}", key.example, place.name());
            }
        }
    }

    #[test]
    fn names_of_serde_and_absent_names_are_no_keys() {
        for (name, ours) in SERDE_NAMES {
            assert!(KEYS.iter().all(|key| key.name != name));
            assert!(KEYS.iter().any(|key| key.name == ours));
        }
        for (name, _) in ABSENT {
            assert!(KEYS.iter().all(|key| key.name != name));
        }
    }
}
