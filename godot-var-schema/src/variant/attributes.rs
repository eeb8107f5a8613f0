//! The attributes of `#[godot_var(…)]`, as written: one struct for each kind of place.

use darling::ast::NestedMeta;
use darling::util::Flag;
use darling::{Error, FromMeta};
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, DeriveInput, Expr, Ident, Lit, Meta, Path, Type, WherePredicate, token::Comma,
};

use super::model::{Id, Keys};
use crate::attributes::{
    Attributes, ENUM, FIELD, Given, Key, MEMBER, STRUCT, Takes, Vocabulary, WrittenPath,
    attributes, takes, words,
};
use crate::literals::{integer, text, ungrouped};
use crate::rename::RenameRule;

/// `#[godot_var(…)]`.
pub(crate) struct GodotVar;

impl Vocabulary for GodotVar {
    const ATTRIBUTE: &'static str = "godot_var";
    const TABLES: &'static [&'static [Key]] =
        &[ContainerAttrs::KEYS, FieldAttrs::KEYS, MemberAttrs::KEYS];
    /// serde's names for attributes that have another name here. They are accepted, because users
    /// know them.
    const SYNONYMS: &'static [(&'static str, &'static str)] = &[
        ("skip_serializing", "skip_encoding"),
        ("skip_deserializing", "skip_decoding"),
        ("skip_serializing_if", "skip_encoding_if"),
        ("serialize_with", "encode_with"),
        ("deserialize_with", "decode_with"),
    ];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("flag", "flags are written by the dialect; there is nothing to set"),
        ("remote", "`remote` is not supported; use `with = module` on the field"),
        ("getter", "`getter` is not supported; use `with = module` on the field"),
        (
            "as_int",
            "`as_int` does not exist; `repr = \"int\"` on an enum, or `as = \"int\"` on a field",
        ),
        ("bytes", "`bytes` is not needed; `Vec<u8>` is already encoded as a PackedByteArray"),
        ("name", "`name` does not exist; the name on the wire is set by `rename = \"…\"`"),
    ];
}

attributes! {
    /// Attributes of a struct or enum.
    pub(crate) struct ContainerAttrs of GodotVar on [STRUCT, ENUM] {
        /// The case of all keys, or of all variants' names.
        "rename_all" => rename_all: Option<Given<RenameRule>>, "rename_all = \"camelCase\"";
        /// The case of the keys in all variants of an enum.
        "rename_all_fields" on [ENUM] => rename_all_fields: Option<Given<RenameRule>>, "rename_all_fields = \"camelCase\"";
        /// Missing fields come from the container's `Default`, or from an expression.
        "default" on [STRUCT] => default: Option<Given<DefaultExpr>>, "default = 7";
        /// Unknown keys are an error.
        "deny_unknown_fields" => deny_unknown_fields: Flag, "deny_unknown_fields";
        /// The only field is encoded as the container.
        "transparent" on [STRUCT] => transparent: Flag, "transparent";
        /// An Array in place of a Dictionary.
        "array" => array: Flag, "array";
        /// The id form of an enum.
        "id" on [ENUM] => id: Flag, "array, id";
        /// The key of an enum's tag.
        "tag" on [ENUM] => tag: Option<Given<String>>, "tag = \"type\"";
        /// The key of an enum's content next to its tag.
        "content" on [ENUM] => content: Option<Given<String>>, "content = \"data\"";
        /// No tag: readers take the first variant that fits.
        "untagged" on [ENUM] => untagged: Flag, "untagged";
        /// The encoding of variants without data: `"int"`, a type of integers, or `"name"`.
        "repr" on [ENUM] => repr: Option<Given<Repr>>, "repr = \"int\"";
        /// `"String"` or `"StringName"`: the type of the keys.
        "keys" => keys: Option<Given<Keys>>, "keys = \"StringName\"";
        /// The maximum size of a message in bytes.
        "max_size" => max_size: Option<Given<usize>>, "max_size = 1200";
        /// The pinned fingerprint of the layout.
        "layout" => layout: Option<Given<String>>, "layout = \"…\"";
        /// A second type that borrows, and the traits that it derives.
        /// A second type of the fields that changed, and the traits that it derives.
        "delta" on [STRUCT] => delta: Option<Given<Derives>>, "delta(Debug)";
        /// Bounds in place of the inferred ones.
        "bound" => bound: Option<Given<Bounds>>, "bound = \"T: Clone\"";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
        /// The type that is read and converted to this one.
        "from" => from: Option<Given<WrittenType>>, "from = u32";
        /// The same, if the conversion may fail.
        "try_from" => try_from: Option<Given<WrittenType>>, "try_from = u32";
        /// The type that this one is converted to and written as.
        "into" => into: Option<Given<WrittenType>>, "into = u32";
        /// The name in generated GDScript.
        "gdscript" => gdscript: Option<Given<String>>, "gdscript = \"name\"";
        /// The name in generated C#.
        "csharp" => csharp: Option<Given<String>>, "csharp = \"Name\"";
        /// The name in generated TypeScript.
        "typescript" => typescript: Option<Given<String>>, "typescript = \"name\"";
    }
}

attributes! {
    /// Attributes of a field.
    pub(crate) struct FieldAttrs of GodotVar on [FIELD] {
        /// The encoded key.
        "rename" => rename: Option<Given<String>>, "rename = \"…\"";
        /// Other keys that a reader accepts.
        "alias" => alias: Vec<Given<String>>, "alias = \"…\"";
        /// Neither written nor read.
        "skip" => skip: Flag, "skip";
        /// Read, never written.
        "skip_encoding" => skip_encoding: Flag, "skip_encoding";
        /// Written, never read.
        "skip_decoding" => skip_decoding: Flag, "skip_decoding";
        /// Not written if this function returns true.
        "skip_encoding_if" => skip_encoding_if: Option<Given<WrittenPath>>, "skip_encoding_if = Option::is_none";
        /// The value of a missing field: its type's `Default`, or an expression.
        "default" => default: Option<Given<DefaultExpr>>, "default = 7";
        /// The fields of this field are encoded among those of its container.
        "flatten" => flatten: Flag, "flatten";
        /// The Variant type.
        "as" => wire_type: Option<Given<WrittenType>>, "as = \"StringName\"";
        /// The unit of a `Duration` or `SystemTime`.
        "unit" => unit: Option<Given<String>>, "unit = \"ms\"";
        /// Always 64 bits wide.
        "f64" => wide: Flag, "f64";
        /// A typed container (Arrays of Godot 4.3 and later, Dictionaries of 4.4 and later).
        "typed" => typed: Flag, "typed";
        /// Readers accept only the type that is written.
        "strict" => strict: Flag, "strict";
        /// The maximum length of a text in bytes, or of a list in elements.
        "max_len" => max_len: Option<Given<Length>>, "max_len = 32";
        /// Borrows from the message; inferred from the type.
        "borrow" => borrow: Flag, "borrow";
        /// A module with `encode` and `decode`.
        "with" => with: Option<Given<WrittenPath>>, "with = my_module";
        /// A function that writes the field.
        "encode_with" => encode_with: Option<Given<WrittenPath>>, "encode_with = my_function";
        /// A function that reads the field.
        "decode_with" => decode_with: Option<Given<WrittenPath>>, "decode_with = my_function";
        /// The name in generated GDScript.
        "gdscript" => gdscript: Option<Given<String>>, "gdscript = \"name\"";
        /// The name in generated C#.
        "csharp" => csharp: Option<Given<String>>, "csharp = \"Name\"";
        /// The name in generated TypeScript.
        "typescript" => typescript: Option<Given<String>>, "typescript = \"name\"";
    }
}

attributes! {
    /// Attributes of an enum's variant.
    pub(crate) struct MemberAttrs of GodotVar on [MEMBER] {
        /// The encoded name.
        "rename" => rename: Option<Given<String>>, "rename = \"…\"";
        /// Other names that a reader accepts.
        "alias" => alias: Vec<Given<String>>, "alias = \"…\"";
        /// The case of this variant's keys.
        "rename_all" => rename_all: Option<Given<RenameRule>>, "rename_all = \"camelCase\"";
        /// Never written, never read.
        "skip" => skip: Flag, "skip";
        /// The message number or name in the id form, or the tag.
        "id" => id: Option<Given<Id>>, "id = 1";
        /// Accepts values that fit no other variant.
        "other" => other: Flag, "other";
        /// The name in generated GDScript.
        "gdscript" => gdscript: Option<Given<String>>, "gdscript = \"name\"";
        /// The name in generated C#.
        "csharp" => csharp: Option<Given<String>>, "csharp = \"Name\"";
        /// The name in generated TypeScript.
        "typescript" => typescript: Option<Given<String>>, "typescript = \"name\"";
    }
}

impl FromMeta for Id {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match (integer(expr), text(expr)) {
            (Some(number), _) => Ok(Self::Int(number)),
            (None, Some(name)) => Ok(Self::Text(name.value())),
            (None, None) => {
                Err(Error::custom("an id is a string, or an integer that fits an i64")
                    .with_span(expr))
            }
        }
    }
}

/// The value of a missing field, as written.
pub(crate) enum DefaultExpr {
    /// `default`: the type's `Default`.
    Trait,
    /// `default = expression`; a string literal is a value, not a path.
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

/// A type, with or without quotes. In `as` it may be the engine's name of a type.
#[derive(Clone)]
pub(crate) struct WrittenType(Expr);

impl WrittenType {
    /// The text in quotes.
    pub(crate) fn text(&self) -> Option<String> {
        text(&self.0).map(syn::LitStr::value)
    }

    /// The Rust type.
    pub(crate) fn ty(&self) -> syn::Result<Type> {
        match text(&self.0) {
            Some(text) => text.parse(),
            None => syn::parse2(self.0.to_token_stream()),
        }
    }
}

impl FromMeta for WrittenType {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        Ok(Self(ungrouped(expr).clone()))
    }
}

/// A length: a number, or a constant expression of the type `usize`.
pub(crate) struct Length(pub(crate) Expr);

impl FromMeta for Length {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        Ok(Self(expr.clone()))
    }
}

/// Where-predicates as a string: `bound = "T: Clone"`.
pub(crate) struct Bounds(pub(crate) Vec<WherePredicate>);

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

/// The traits of `delta(Debug, Clone)`; none without a list.
pub(crate) struct Derives(pub(crate) Vec<Path>);

impl FromMeta for Derives {
    fn from_word() -> darling::Result<Self> {
        Ok(Self(Vec::new()))
    }

    fn from_list(items: &[NestedMeta]) -> darling::Result<Self> {
        let path = |item: &NestedMeta| match item {
            NestedMeta::Meta(Meta::Path(path)) => Ok(path.clone()),
            _ => Err(Error::custom("expected a trait to derive, such as `Debug`").with_span(item)),
        };
        items.iter().map(path).collect::<darling::Result<_>>().map(Self)
    }
}

/// The traits of std in the list of `delta`, if an item has this attribute. It does not check the item's attributes.
pub fn asked_for(item: &DeriveInput, attribute: &str) -> Option<Vec<Ident>> {
    asked_for_by("godot_var", &item.attrs, attribute)
}

/// The same in the attributes of a wire of an item or a field.
pub fn asked_for_by(wire: &str, attrs: &[Attribute], attribute: &str) -> Option<Vec<Ident>> {
    let traits: &[&str] =
        &["Clone", "Copy", "Debug", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    let lists = attrs.iter().filter_map(|attr| attr.meta.require_list().ok());
    for list in lists.filter(|list| list.path.is_ident(wire)) {
        let mut tokens = list.tokens.clone().into_iter();
        // A name inside a value, as of a module, is not an attribute.
        let mut begins = true;
        while let Some(token) = tokens.next() {
            let found = begins && matches!(&token, TokenTree::Ident(key) if key == attribute);
            begins = matches!(&token, TokenTree::Punct(comma) if comma.as_char() == ',');
            if !found {
                continue;
            }
            let Some(TokenTree::Group(derives)) = tokens.next() else { return Some(Vec::new()) };
            let derives = derives.stream().into_iter().filter_map(|token| match token {
                TokenTree::Ident(name) => traits.iter().any(|known| name == known).then_some(name),
                _ => None,
            });
            return Some(derives.collect());
        }
    }
    None
}

takes! {
    Id => Takes::Id;
    WrittenType => Takes::Type;
    Length => Takes::Length;
    Derives => Takes::Traits;
    DefaultExpr => Takes::ExprOrNothing;
    Bounds => Takes::Text;
}

/// How variants without data are written.
#[derive(Clone, Copy)]
pub(crate) enum Repr {
    /// As a number, if a type is named of that type.
    Int(Option<IntType>),
    Name,
}

/// A type of integers, and its values.
#[derive(Clone, Copy)]
pub(crate) struct IntType {
    pub(crate) name: &'static str,
    pub(crate) lowest: i64,
    pub(crate) highest: i64,
}

/// Declares the values of `repr`.
macro_rules! reprs {
    ($($ty:ident $name:literal),*) => {
        words!(Repr: &[
            ("int", Repr::Int(None)),
            ("name", Repr::Name),
            $(($name, Repr::Int(Some(IntType {
                name: $name,
                lowest: $ty::MIN as i64,
                highest: $ty::MAX as i64,
            })))),*
        ]);
    };
}

reprs!(u8 "u8", u16 "u16", u32 "u32", i8 "i8", i16 "i16", i32 "i32", i64 "i64");
words!(Keys: &[("String", Keys::String), ("StringName", Keys::StringName)]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_inside_a_value_asks_for_nothing() {
        let asks = |text: &str| {
            let item = syn::parse_str(text).expect("an item");
            asked_for(&item, "delta").is_some()
        };
        assert!(asks("#[godot_var(delta)] struct P { a: u8 }"));
        assert!(asks("#[godot_var(default = start(), delta(Clone))] struct P { a: u8 }"));
        assert!(!asks("#[godot_var(default = delta::start())] struct P { a: u8 }"));
        assert!(!asks("#[godot_var(array, default = make::delta())] struct P { a: u8 }"));
    }

    crate::attributes::test_tables! { GodotVar: ContainerAttrs, FieldAttrs, MemberAttrs; }
}
