//! The attributes, as written: one struct for each place where they may stand.

use darling::ast::NestedMeta;
use darling::util::{Flag, Override, SpannedValue};
use darling::{Error, FromMeta};
use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, Path, WherePredicate, punctuated::Punctuated, token::Comma};

use crate::RenameRule;

/// Attributes of a struct or enum.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub struct ContainerAttrs {
    /// The case of all keys, or of all members' names.
    pub rename_all: Option<SpannedValue<RenameRule>>,
    /// The case of the keys in all members of an enum.
    pub rename_all_fields: Option<SpannedValue<RenameRule>>,
    /// Missing fields come from the container's `Default`, or from an expression.
    pub default: Option<SpannedValue<Override<Expr>>>,
    /// Unknown keys are an error.
    pub deny_unknown_fields: SpannedValue<Flag>,
    /// The only field stands for the container.
    pub transparent: SpannedValue<Flag>,
    /// An Array in place of a Dictionary.
    pub array: SpannedValue<Flag>,
    /// The id form of an enum.
    pub id: SpannedValue<Flag>,
    /// The key of an enum's tag.
    pub tag: Option<SpannedValue<String>>,
    /// The key of an enum's content beside its tag.
    pub content: Option<SpannedValue<String>>,
    /// No tag: the first member that fits.
    pub untagged: SpannedValue<Flag>,
    /// `"int"` or `"name"`: how members without data travel.
    pub repr: Option<SpannedValue<String>>,
    /// `"String"` or `"StringName"`: the type of the keys.
    pub keys: Option<SpannedValue<String>>,
    /// Bounds in place of the inferred ones.
    pub bound: Option<SpannedValue<Bounds>>,
    /// The path of the facade crate.
    #[darling(rename = "crate")]
    pub krate: Option<SpannedValue<CratePath>>,
    /// The most bytes that a message may take.
    pub max_size: Option<SpannedValue<usize>>,
    /// The pinned fingerprint of the layout.
    pub layout: Option<SpannedValue<String>>,
}

/// Attributes of a field.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub struct FieldAttrs {
    /// The key on the wire.
    pub rename: Option<SpannedValue<String>>,
    /// Other keys that a reader takes.
    #[darling(multiple)]
    pub alias: Vec<SpannedValue<String>>,
    /// Not on the wire at all.
    pub skip: SpannedValue<Flag>,
    /// Read, never written.
    pub skip_encoding: SpannedValue<Flag>,
    /// Written, never read.
    pub skip_decoding: SpannedValue<Flag>,
    /// Not written when this function says so.
    pub skip_encoding_if: Option<SpannedValue<FunctionPath>>,
    /// The value of a missing field: its type's `Default`, or an expression.
    pub default: Option<SpannedValue<Override<Expr>>>,
    /// A module with `encode` and `decode`.
    pub with: Option<SpannedValue<FunctionPath>>,
    /// A function that writes the field.
    pub encode_with: Option<SpannedValue<FunctionPath>>,
    /// A function that reads the field.
    pub decode_with: Option<SpannedValue<FunctionPath>>,
    /// The fields of this field stand among those of its container.
    pub flatten: SpannedValue<Flag>,
    /// Borrows from the message; inferred from the type.
    pub borrow: SpannedValue<Flag>,
    /// The type on the wire.
    #[darling(rename = "as")]
    pub wire_type: Option<SpannedValue<String>>,
    /// Always 64 bits wide.
    #[darling(rename = "f64")]
    pub wide: SpannedValue<Flag>,
    /// The most bytes of a text, or elements of a list.
    pub max_len: Option<SpannedValue<usize>>,
    /// No tolerance: only the type that is written is read.
    pub strict: SpannedValue<Flag>,
    /// A typed container (Godot 4.4 and later).
    pub typed: SpannedValue<Flag>,
    /// The name in generated GDScript.
    pub gdscript: Option<SpannedValue<String>>,
}

/// Attributes of an enum's member.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub struct MemberAttrs {
    /// The name on the wire.
    pub rename: Option<SpannedValue<String>>,
    /// Other names that a reader takes.
    #[darling(multiple)]
    pub alias: Vec<SpannedValue<String>>,
    /// The case of this member's keys.
    pub rename_all: Option<SpannedValue<RenameRule>>,
    /// Never written, never read.
    pub skip: SpannedValue<Flag>,
    /// Takes what no other member fits.
    pub other: SpannedValue<Flag>,
    /// The message number or name in the id form, or the tag.
    pub id: Option<SpannedValue<Id>>,
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
        crate::check::integer(expr).map(Self::Int).map_or_else(
            || match expr {
                Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                    Ok(Self::Text(text.value()))
                }
                _ => Err(Error::custom("an id is an integer or a string").with_span(expr)),
            },
            Ok,
        )
    }
}

/// A path to a function or module, with or without quotes.
#[derive(Clone, Debug)]
pub struct FunctionPath(pub Path);

impl FromMeta for FunctionPath {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Path(path) => Ok(Self(path.path.clone())),
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                text.parse().map(Self).map_err(Error::from)
            }
            Expr::Group(group) => Self::from_expr(&group.expr),
            _ => Err(Error::custom("expected a path, such as `my_module`").with_span(expr)),
        }
    }
}

/// The path of the facade crate, with or without quotes; may start with `crate`.
#[derive(Clone, Debug)]
pub struct CratePath(pub Path);

impl FromMeta for CratePath {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        FunctionPath::from_expr(expr).map(|path| Self(path.0))
    }
}

/// Where-predicates as a string: `bound = "T: Clone"`.
#[derive(Clone, Debug)]
pub struct Bounds(pub Vec<WherePredicate>);

impl FromMeta for Bounds {
    fn from_value(value: &syn::Lit) -> darling::Result<Self> {
        let syn::Lit::Str(text) = value else {
            return Err(Error::unexpected_lit_type(value));
        };
        let bounds = text.parse_with(Punctuated::<WherePredicate, Comma>::parse_terminated);
        Ok(Self(bounds.map_err(Error::from)?.into_iter().collect()))
    }
}

/// serde's names for what has another name here: understood, so that habits work.
const SERDE_NAMES: [(&str, &str); 5] = [
    ("skip_serializing", "skip_encoding"),
    ("skip_deserializing", "skip_decoding"),
    ("skip_serializing_if", "skip_encoding_if"),
    ("serialize_with", "encode_with"),
    ("deserialize_with", "decode_with"),
];

/// Names that belong to another place, with the way out.
const MISPLACED: [(&str, &str); 9] = [
    ("flag", "flags are written by the dialect; there is nothing to set"),
    ("remote", "`remote` is not supported; use `with = module` on the field"),
    ("from", "`from` is not supported; use `with = module` on the field"),
    ("into", "`into` is not supported; use `with = module` on the field"),
    ("try_from", "`try_from` is not supported; use `with = module` on the field"),
    ("getter", "`getter` is not supported; use `with = module` on the field"),
    ("as_int", "`as_int` is written `repr = \"int\"`"),
    ("bytes", "`Vec<u8>` travels as a PackedByteArray already; `bytes` is not needed"),
    ("name", "the wire name is set by `rename = \"…\"`"),
];

/// Reads the `#[godot_var(…)]` attributes among `attrs`.
///
/// # Errors
/// Every unknown, repeated or malformed attribute, each at its place.
pub fn parse<T: FromMeta + Default>(attrs: &[Attribute]) -> darling::Result<T> {
    let mut errors = Error::accumulator();
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("godot_var")) {
        let list = errors.handle(attr.meta.require_list().map_err(Error::from));
        let Some(list) = list else { continue };
        let parsed = NestedMeta::parse_meta_list(list.tokens.clone()).map_err(Error::from);
        items.extend(errors.handle(parsed).unwrap_or_default());
    }
    for item in &mut items {
        rename_serde(item);
    }
    items.retain(|item| {
        let Some(name) = name_of(item) else { return true };
        match MISPLACED.iter().find(|(misplaced, _)| name == misplaced) {
            Some((_, cure)) => {
                errors.push(Error::custom(cure).with_span(&name));
                false
            }
            None => true,
        }
    });
    let attrs = errors.handle(T::from_list(&items));
    errors.finish()?;
    Ok(attrs.unwrap_or_default())
}

fn path_of(item: &mut NestedMeta) -> Option<&mut Path> {
    match item {
        NestedMeta::Meta(syn::Meta::Path(path)) => Some(path),
        NestedMeta::Meta(syn::Meta::List(list)) => Some(&mut list.path),
        NestedMeta::Meta(syn::Meta::NameValue(pair)) => Some(&mut pair.path),
        _ => None,
    }
}

fn name_of(item: &NestedMeta) -> Option<Ident> {
    match item {
        NestedMeta::Meta(meta) => meta.path().get_ident().cloned(),
        _ => None,
    }
}

fn rename_serde(item: &mut NestedMeta) {
    let Some(path) = path_of(item) else { return };
    let Some(ident) = path.get_ident() else { return };
    let Some((_, ours)) = SERDE_NAMES.iter().find(|(serde, _)| ident == serde) else { return };
    *path = Ident::new(ours, ident.span()).into();
}

/// Where a flag was written, if it was.
pub fn span_of(flag: &SpannedValue<Flag>) -> Option<Span> {
    flag.is_present().then(|| flag.span())
}
