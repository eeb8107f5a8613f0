//! The attributes of `#[flat(…)]`, as written: one struct for each kind of place.

use darling::FromMeta;
use darling::ast::NestedMeta;
use darling::util::Flag;
use syn::{Expr, Ident, Meta, RangeLimits, Type};

use crate::attributes::{
    Attributes, ENUM, FIELD, Given, Key, MEMBER, STRUCT, Takes, Vocabulary, WrittenPath,
    attributes, takes, words, written_type,
};
use crate::literals::ungrouped;
use crate::stream::model::Prefix;
use crate::variant::{DefaultExpr, Derives, Length};

/// `#[flat(…)]`.
pub(crate) struct Flat;

impl Vocabulary for Flat {
    const ATTRIBUTE: &'static str = "flat";
    const TABLES: &'static [&'static [Key]] =
        &[ContainerAttrs::KEYS, FieldAttrs::KEYS, MemberAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is not needed; flat messages contain no names"),
        ("skip", "`skip` is not supported; every field of a flat message is encoded"),
        ("flatten", "`flatten` is not needed; the fields of a nested struct are encoded in place"),
        ("borrow", "`borrow` is not needed; `&str`, `&[u8]` and views borrow by themselves"),
        ("f16", "write `as = f16`"),
        ("zigzag", "`zigzag` is not needed; a signed integer with `varint` is in zigzag"),
        (
            "packed",
            "`packed` is not supported; for integers there is `varint`, and `bits` on a list packs its elements",
        ),
        (
            "tag",
            "`tag` is not supported; the number of a variant comes before its fields: `id = 1`",
        ),
    ];
}

attributes! {
    /// Attributes of a struct or enum.
    pub(crate) struct ContainerAttrs of Flat on [STRUCT, ENUM] {
        /// Bools, presences and `bits` in one header.
        "flags" on [STRUCT] => flags: Flag, "flags";
        /// The highest byte first.
        "big_endian" => big_endian: Flag, "big_endian";
        /// What follows the last field of a message.
        "trailing" => trailing: Option<Given<Trailing>>, "trailing = \"ignore\"";
        /// How the number of a variant is encoded.
        "repr" on [ENUM] => repr: Option<Given<Repr>>, "repr = \"u16\"";
        /// Every variant has an `id`.
        "id" on [ENUM] => id: Flag, "id";
        /// A second type of the fields that changed, and the traits that it derives.
        "delta" on [STRUCT] => delta: Option<Given<Derives>>, "delta(Debug)";
        /// The types that contain this one.
        "recursive" => recursive: Option<Given<Around>>, "recursive(Parent)";
        /// The most bytes of a message.
        "max_size" => max_size: Option<Given<usize>>, "max_size = 508";
        /// The pinned fingerprint of the layout.
        "layout" => layout: Option<Given<String>>, "layout = \"…\"";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

attributes! {
    /// Attributes of a field.
    pub(crate) struct FieldAttrs of Flat on [FIELD] {
        /// An integer in LEB128.
        "varint" => varint: Flag, "varint";
        /// The type on the wire.
        "as" => shown_as: Option<Given<WireType>>, "as = u16";
        /// The values from the first step to the last.
        "range" => range: Option<Given<Range>>, "range = -1.0..=1.0";
        /// The nearest bound for a value outside of `range`.
        "clamp" => clamp: Flag, "clamp";
        /// An angle in radians.
        "angle" => angle: Flag, "angle";
        /// An angle in degrees.
        "degrees" => degrees: Flag, "degrees";
        /// A direction.
        "normal" => normal: Flag, "normal";
        /// A rotation, with this many bits for a component.
        "smallest_three" => smallest_three: Option<Given<u8>>, "smallest_three = 10";
        /// How the count or length is encoded.
        "len" => len: Option<Given<CountType>>, "len = u16";
        /// The maximum length of a text in bytes, or of a list in elements.
        "max_len" => max_len: Option<Given<Length>>, "max_len = 32";
        /// A text that ends with 0.
        "c_string" => c_string: Flag, "c_string";
        /// How many bits the field has in the header, or each element of a list.
        "bits" => bits: Option<Given<u8>>, "bits = 3";
        /// A bool that is read from any byte.
        "lenient" => lenient: Flag, "lenient";
        /// A time as a number.
        "unit" => unit: Option<Given<String>>, "unit = \"ms\"";
        /// A module with `encode` and `decode`.
        "with" => with: Option<Given<WrittenPath>>, "with = my_module";
        /// The value when the field is missing at the end of a message.
        "default" => default: Option<Given<DefaultExpr>>, "default";
    }
}

attributes! {
    /// Attributes of an enum's variant.
    pub(crate) struct MemberAttrs of Flat on [MEMBER] {
        /// The number of the variant.
        "id" => id: Option<Given<u32>>, "id = 3";
        /// Stands for all other numbers.
        "other" => other: Flag, "other";
        /// Bools, presences and `bits` in one header.
        "flags" => flags: Flag, "flags";
    }
}

/// `trailing = "ignore"`.
#[derive(Clone, Copy)]
pub(crate) enum Trailing {
    Ignore,
    Refuse,
}

words!(Trailing: &[("ignore", Trailing::Ignore), ("refuse", Trailing::Refuse)]);
/// How the number of a variant is encoded.
#[derive(Clone, Copy)]
pub(crate) struct Repr(pub(crate) Prefix);

words!(Repr: &[
    ("u8", Repr(Prefix::U8)),
    ("u16", Repr(Prefix::U16)),
    ("u32", Repr(Prefix::U32)),
    ("varint", Repr(Prefix::Varint)),
]);

/// The type in `as`, with or without quotes.
pub(crate) struct WireType(pub(crate) Type);

/// The type in `len`, with or without quotes.
pub(crate) struct CountType(pub(crate) Type);

/// The types in `recursive`.
pub(crate) struct Around(pub(crate) Vec<Ident>);

impl FromMeta for Around {
    fn from_list(items: &[NestedMeta]) -> darling::Result<Self> {
        let name = |item: &NestedMeta| match item {
            NestedMeta::Meta(Meta::Path(path)) => path.get_ident().cloned(),
            _ => None,
        };
        let names = items.iter().map(|item| {
            name(item).ok_or_else(|| {
                darling::Error::custom("expected the name of a type, without a path")
                    .with_span(item)
            })
        });
        let names = names.collect::<darling::Result<Vec<_>>>()?;
        if names.is_empty() {
            return Err(darling::Error::custom(
                "name the types that contain this one: `recursive(Parent)`",
            ));
        }
        Ok(Self(names))
    }
}

/// `low..=high`.
pub(crate) struct Range {
    pub(crate) low: Expr,
    pub(crate) high: Expr,
}

takes! {
    WireType => Takes::Type;
    CountType => Takes::Type;
    Around => Takes::Types;
    Range => Takes::Range;
}

impl FromMeta for WireType {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        written_type(expr, "u16").map(Self)
    }
}

impl FromMeta for CountType {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        written_type(expr, "u16").map(Self)
    }
}

impl FromMeta for Range {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        if let Expr::Range(range) = ungrouped(expr)
            && let (Some(low), RangeLimits::Closed(_), Some(high)) =
                (&range.start, &range.limits, &range.end)
        {
            return Ok(Self { low: (**low).clone(), high: (**high).clone() });
        }
        Err(darling::Error::custom("a range has both bounds: `range = -1.0..=1.0`").with_span(expr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::attributes::test_tables! { Flat: ContainerAttrs, FieldAttrs, MemberAttrs; }
}
