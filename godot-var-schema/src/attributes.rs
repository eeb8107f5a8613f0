//! Reads the attributes of every wire: `#[godot_var(…)]`, `#[flat(…)]`, `#[litenet(…)]`, `#[lludp(…)]`, `#[rpc(…)]`, `#[sync(…)]`,
//! `#[snapshot(…)]`.
//!
//! A wire declares one struct for each kind of place with [`attributes!`]. The struct is the table
//! of the keys that are allowed there, each with its type and an example. [`parse`] checks every
//! name against the tables before darling reads the value. So this file has all messages about
//! names, places and the form of values.

use darling::ast::NestedMeta;
use darling::util::Flag;
use darling::{Error, FromMeta};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, Expr, Lit, LitStr, Meta, Path, Type, parse_quote};

use crate::errors::{Errors, unknown_name};
use crate::literals::{self, ungrouped};

/// The place of an attribute, as messages name it: `a field`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(pub(crate) &'static str);

pub(crate) const STRUCT: Place = Place("a struct");
pub(crate) const ENUM: Place = Place("an enum");
pub(crate) const FIELD: Place = Place("a field");
pub(crate) const MEMBER: Place = Place("a variant of an enum");

/// The place of the item that derives.
pub(crate) fn container(data: &Data) -> Place {
    match data {
        Data::Enum(_) => ENUM,
        Data::Struct(_) | Data::Union(_) => STRUCT,
    }
}

/// The properties that all attributes of a wire share.
pub(crate) trait Vocabulary {
    /// The attribute's name.
    const ATTRIBUTE: &'static str;
    /// The keys of every kind of place.
    const TABLES: &'static [&'static [Key]];
    /// Accepted names of another vocabulary, each with the key that it means.
    const SYNONYMS: &'static [(&'static str, &'static str)] = &[];
    /// Names that users may expect but that do not exist, each with an alternative.
    const ABSENT: &'static [(&'static str, &'static str)];
}

/// A key, and the places where it is allowed.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) places: &'static [Place],
    /// How it is written.
    pub(crate) example: &'static str,
}

/// The attributes of one kind of place: what [`attributes!`] declares.
pub(crate) trait Attributes: Default {
    type Vocabulary: Vocabulary;
    const KEYS: &'static [Key];

    /// Whether the key may be given more than once.
    fn repeats(key: &str) -> bool;

    /// Reads the value of one of the keys.
    fn take(&mut self, key: &str, item: &Meta) -> darling::Result<()>;

    /// The place of a key, if it was written.
    fn place_of(&self, key: &str) -> Option<Span>;

    /// Reports each of `others` that is written next to `key`.
    fn exclude(&self, key: &str, others: &[&str], errors: &mut Errors) {
        if self.place_of(key).is_none() {
            return;
        }
        for other in others {
            if let Some(span) = self.place_of(other) {
                let message = format!("`{other}` can't be specified together with `{key}`");
                errors.report(span, message);
            }
        }
    }

    /// Reports all but the first of the written keys, which exclude each other.
    fn exclusive<'n>(&self, keys: &[&'n str], errors: &mut Errors) -> Option<&'n str> {
        let mut written = keys.iter().filter_map(|key| Some((*key, self.place_of(key)?)));
        let (first, _) = written.next()?;
        for (second, span) in written {
            let message = format!("`{second}` cannot be combined with `{first}`; remove one");
            errors.report(span, message);
        }
        Some(first)
    }
}

/// Declares the attributes of one kind of place: a struct and the table of its keys.
///
/// ```text
/// attributes! {
///     /// Attributes of a field.
///     pub(crate) struct FieldAttrs of GodotVar on [FIELD] {
///         /// The key on the wire.
///         "rename" => rename: Option<Given<String>>, "rename = \"…\"";
///     }
/// }
/// ```
///
/// A key that is allowed only on some of the struct's places lists them: `"tag" on [ENUM] => …`.
macro_rules! attributes {
    (
        $(#[$doc:meta])*
        $visible:vis struct $name:ident of $vocabulary:ident on $all:tt {
            $(
                $(#[$field_doc:meta])*
                $key:literal $(on $places:tt)? => $field:ident: $ty:ty, $example:literal;
            )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        $visible struct $name {
            $($(#[$field_doc])* $visible $field: $ty,)*
        }

        impl $crate::attributes::Attributes for $name {
            type Vocabulary = $vocabulary;
            const KEYS: &'static [$crate::attributes::Key] = &[$(
                $crate::attributes::Key {
                    name: $key,
                    takes: <$ty as $crate::attributes::Slot>::TAKES,
                    places: $crate::attributes::places!($all $($places)?),
                    example: $example,
                },
            )*];

            fn repeats(key: &str) -> bool {
                match key {
                    $($key => <$ty as $crate::attributes::Slot>::REPEATS,)*
                    _ => false,
                }
            }

            fn take(&mut self, key: &str, item: &syn::Meta) -> darling::Result<()> {
                match key {
                    $($key => $crate::attributes::Slot::take(&mut self.$field, item),)*
                    _ => Ok(()),
                }
            }

            fn place_of(&self, key: &str) -> Option<proc_macro2::Span> {
                match key {
                    $($key => $crate::attributes::Slot::place(&self.$field),)*
                    _ => {
                        debug_assert!(false, "no key `{key}` here");
                        None
                    }
                }
            }
        }
    };
}
pub(crate) use attributes;

/// The places of one key: its own, or all places of its struct.
macro_rules! places {
    ([$($all:ident),*]) => { &[$($all),*] };
    ($all:tt [$($own:ident),*]) => { &[$($own),*] };
}
pub(crate) use places;

// ---------------------------------------------------------------- values

/// The kind of value that a key takes.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    Nothing,
    Text,
    /// A number up to this one.
    Number(u32),
    /// A number, or a constant expression.
    Length,
    Path,
    Type,
    Id,
    ExprOrNothing,
    /// No value: the key alone is true.
    Truth,
    /// Names of traits in parentheses, or no value.
    Traits,
    /// `low..=high`.
    Range,
    /// A number with or without a fraction.
    Distance,
    /// Names of types in parentheses.
    Types,
}

impl Takes {
    fn fits(self, item: &Meta) -> bool {
        match (self, item) {
            (Self::Nothing | Self::ExprOrNothing | Self::Truth | Self::Traits, Meta::Path(_))
            | (Self::Traits | Self::Types, Meta::List(_))
            | (Self::ExprOrNothing | Self::Path | Self::Id, Meta::NameValue(_)) => true,
            (Self::Type, Meta::NameValue(pair)) => match ungrouped(&pair.value) {
                Expr::Lit(_) => literals::text(&pair.value).is_some(),
                _ => true,
            },
            (Self::Range, Meta::NameValue(pair)) => {
                matches!(ungrouped(&pair.value), Expr::Range(_))
            }
            (Self::Distance, Meta::NameValue(pair)) => literals::number(&pair.value).is_some(),
            (Self::Text, Meta::NameValue(pair)) => literals::text(&pair.value).is_some(),
            (Self::Truth, Meta::NameValue(pair)) => {
                matches!(ungrouped(&pair.value), Expr::Lit(syn::ExprLit { lit: Lit::Bool(_), .. }))
            }
            (Self::Number(max), Meta::NameValue(pair)) => is_number(&pair.value, max),
            (Self::Length, Meta::NameValue(pair)) => match ungrouped(&pair.value) {
                Expr::Lit(_) | Expr::Unary(_) => is_number(&pair.value, u32::MAX),
                _ => true,
            },
            _ => false,
        }
    }

    fn name(self) -> String {
        match self {
            Self::Nothing => "no value".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::Number(max) => format!("a number from 0 to {max}"),
            Self::Length => Self::Number(u32::MAX).name(),
            Self::Path => "a path".to_owned(),
            Self::Type => "a type".to_owned(),
            Self::Id => "a number or a string".to_owned(),
            Self::ExprOrNothing => "an expression, or nothing".to_owned(),
            Self::Truth => "`true` or `false`, or nothing".to_owned(),
            Self::Range => "a range".to_owned(),
            Self::Distance => "a number".to_owned(),
            Self::Traits => "traits to derive, or nothing".to_owned(),
            Self::Types => "names of types in parentheses".to_owned(),
        }
    }
}

/// Whether an expression is a literal number up to `max`.
fn is_number(expr: &Expr, max: u32) -> bool {
    match ungrouped(expr) {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(number), .. }) => {
            number.base10_parse::<u32>().is_ok_and(|number| number <= max)
        }
        _ => false,
    }
}

/// The type of a key's value.
pub(crate) trait Value: FromMeta {
    const TAKES: Takes;
}

/// Declares what the values of keys look like.
macro_rules! takes {
    ($($ty:ty => $takes:expr;)*) => {
        $(impl $crate::attributes::Value for $ty {
            const TAKES: $crate::attributes::Takes = $takes;
        })*
    };
}
pub(crate) use takes;

takes! {
    String => Takes::Text;
    LitStr => Takes::Text;
    usize => Takes::Number(u32::MAX);
    u32 => Takes::Number(u32::MAX);
    u16 => Takes::Number(u16::MAX as u32);
    u8 => Takes::Number(u8::MAX as u32);
    bool => Takes::Truth;
    WrittenPath => Takes::Path;
}

/// Declares the words of which a key takes one, and what each means.
macro_rules! words {
    ($ty:ident: $words:expr) => {
        impl darling::FromMeta for $ty {
            fn from_string(word: &str) -> darling::Result<Self> {
                $crate::attributes::meaning(word, $words)
            }
        }

        $crate::attributes::takes! { $ty => $crate::attributes::Takes::Text; }
    };
}
pub(crate) use words;

pub(crate) fn meaning<T: Copy>(word: &str, words: &[(&str, T)]) -> darling::Result<T> {
    match words.iter().find(|(known, _)| *known == word) {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let known = words.iter().map(|(known, _)| *known);
            Err(Error::custom(unknown_name("value", word, known, "the values are")))
        }
    }
}

/// A path to a function or module, with or without quotes; may start with `crate`.
pub(crate) struct WrittenPath(pub(crate) Path);

impl FromMeta for WrittenPath {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match (ungrouped(expr), literals::text(expr)) {
            (Expr::Path(path), _) => Ok(Self(path.path.clone())),
            (_, Some(text)) => text.parse().map(Self).map_err(|_| {
                Error::custom(format!("`{}` is not a path", text.value())).with_span(text)
            }),
            _ => Err(Error::custom("expected a path, such as `my_module`").with_span(expr)),
        }
    }
}

/// A type as an expression or in quotes.
pub(crate) fn written_type(expr: &Expr, example: &str) -> darling::Result<Type> {
    let ty = match literals::text(expr) {
        Some(text) => text.parse(),
        None => syn::parse2(quote::ToTokens::to_token_stream(ungrouped(expr))),
    };
    ty.map_err(|_| Error::custom(format!("expected a type, such as `{example}`")).with_span(expr))
}

/// A field of the structs that [`attributes!`] declares.
pub(crate) trait Slot {
    const TAKES: Takes;
    /// Whether the key may be given more than once.
    const REPEATS: bool = false;

    fn take(&mut self, item: &Meta) -> darling::Result<()>;

    /// The place of the key, if it was written.
    fn place(&self) -> Option<Span>;
}

impl Slot for Flag {
    const TAKES: Takes = Takes::Nothing;

    fn place(&self) -> Option<Span> {
        self.is_present().then(|| self.span())
    }

    fn take(&mut self, item: &Meta) -> darling::Result<()> {
        *self = Self::from_meta(item)?;
        Ok(())
    }
}

impl<T: Value> Slot for Option<Given<T>> {
    const TAKES: Takes = T::TAKES;

    fn place(&self) -> Option<Span> {
        self.as_ref().map(Given::key)
    }

    fn take(&mut self, item: &Meta) -> darling::Result<()> {
        *self = Some(Given::from_meta(item)?);
        Ok(())
    }
}

impl<T: Value> Slot for Vec<Given<T>> {
    const TAKES: Takes = T::TAKES;
    const REPEATS: bool = true;

    fn place(&self) -> Option<Span> {
        self.first().map(Given::key)
    }

    fn take(&mut self, item: &Meta) -> darling::Result<()> {
        self.push(Given::from_meta(item)?);
        Ok(())
    }
}

/// A value, with the places of its key and of the value.
#[derive(Clone)]
pub(crate) struct Given<T> {
    value: T,
    key: Span,
    span: Span,
}

impl<T> Given<T> {
    /// The place of the key: for messages about the attribute itself.
    pub(crate) fn key(&self) -> Span {
        self.key
    }

    /// The place of the value: for messages about the value.
    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Only the value.
    pub(crate) fn into_inner(self) -> T {
        self.value
    }
}

impl<T> std::ops::Deref for Given<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Value> FromMeta for Given<T> {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = T::from_meta(item).map_err(|error| error.with_span(item))?;
        let span = match item {
            Meta::NameValue(pair) => pair.value.span(),
            _ => item.span(),
        };
        Ok(Self { value, key: item.path().span(), span })
    }
}

// ---------------------------------------------------------------- parsing

/// The attributes of one place that could be read.
pub(crate) struct Parsed<A> {
    pub(crate) attrs: A,
    /// Whether all could be read: otherwise it is too early to look for contradictions.
    pub(crate) complete: bool,
}

/// Reads the attributes of a wire among `attrs`.
///
/// It reports every unknown, misplaced, repeated or malformed attribute at its place, and keeps the
/// others.
pub(crate) fn parse<A: Attributes>(
    place: Place,
    attrs: &[Attribute],
    errors: &mut Errors,
) -> Parsed<A> {
    let mut parsed = Parsed { attrs: A::default(), complete: true };
    let mut taken = Vec::new();
    let name = A::Vocabulary::ATTRIBUTE;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        let read = items(name, attr).unwrap_or_else(|error| {
            parsed.complete = false;
            errors.push(error);
            Vec::new()
        });
        for item in &read {
            if let Err(error) = take(&mut parsed.attrs, place, item, &mut taken) {
                parsed.complete = false;
                errors.push(error);
            }
        }
    }
    parsed
}

/// Reads the path of the facade crate, `crate = …`, even if other attributes are wrong.
pub fn crate_path(attribute: &str, attrs: &[Attribute]) -> Path {
    let own = own_crate_path(attribute, attrs);
    let shared = || own_crate_path("godot_var", attrs).filter(|_| attribute == "flat");
    own.or_else(shared).unwrap_or_else(default_facade)
}

fn own_crate_path(attribute: &str, attrs: &[Attribute]) -> Option<Path> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident(attribute))
        .flat_map(|attr| items(attribute, attr).unwrap_or_default())
        .find_map(|item| match item {
            NestedMeta::Meta(meta) if meta.path().is_ident("crate") => {
                WrittenPath::from_meta(&meta).ok()
            }
            _ => None,
        })
        .map(|path| path.0)
}

/// The path of the facade crate, from the attribute `crate`.
pub(crate) fn facade(given: Option<Given<WrittenPath>>) -> Path {
    given.map_or_else(default_facade, |path| path.into_inner().0)
}

fn default_facade() -> Path {
    parse_quote!(::godot_var)
}

/// Parses the contents of an attribute's parentheses.
fn items(name: &str, attr: &Attribute) -> darling::Result<Vec<NestedMeta>> {
    let list = attr.meta.require_list().map_err(|_| {
        let way = format!("`{name}` says what to do in parentheses: `#[{name}(…)]`");
        Error::custom(way).with_span(&attr.meta)
    })?;
    Ok(NestedMeta::parse_meta_list(list.tokens.clone())?)
}

/// Checks one key against the table and against earlier keys, and reads its value.
fn take<A: Attributes>(
    attrs: &mut A,
    place: Place,
    item: &NestedMeta,
    taken: &mut Vec<&'static str>,
) -> darling::Result<()> {
    let path = match item {
        NestedMeta::Meta(meta) => meta.path(),
        NestedMeta::NameValueInvalidExpr(pair) => &pair.path,
        NestedMeta::Lit(literal) => {
            let way = match literal {
                Lit::Str(text) if A::KEYS.iter().any(|key| key.name == text.value()) => {
                    format!("write `{}` without quotes", text.value())
                }
                _ => "expected `name` or `name = value`".to_owned(),
            };
            return Err(Error::custom(way).with_span(item));
        }
    };
    let mistake = |message: String| Err(Error::custom(message).with_span(path));
    let name = path.segments.iter().map(|word| word.ident.to_string()).collect::<Vec<_>>();
    let name = name.join("::");
    let synonym = A::Vocabulary::SYNONYMS.iter().find(|(other, _)| *other == name);
    let name = synonym.map_or(name.as_str(), |(_, ours)| ours);
    let mut here = A::KEYS.iter().filter(|key| key.places.contains(&place));
    let Some(Key { name, takes, example, .. }) = here.find(|key| key.name == name) else {
        return mistake(not_here::<A::Vocabulary>(name, place));
    };
    let meta = match item {
        NestedMeta::Meta(meta) if takes.fits(meta) => meta,
        _ => return mistake(format!("`{name}` takes {}; write `{example}`", takes.name())),
    };
    if taken.contains(name) && !A::repeats(name) {
        return mistake(format!("`{name}` is given twice; remove one"));
    }
    attrs.take(name, meta)?;
    taken.push(name);
    Ok(())
}

/// Why this key is not allowed here.
fn not_here<V: Vocabulary>(name: &str, place: Place) -> String {
    let keys = || V::TABLES.iter().copied().flatten();
    let elsewhere = keys().filter(|key| key.name == name).flat_map(|key| key.places);
    let elsewhere = elsewhere.map(|place| place.0).collect::<Vec<_>>().join(" or ");
    if !elsewhere.is_empty() {
        return format!("`{name}` belongs on {elsewhere}, not on {}", place.0);
    }
    if let Some((_, way_out)) = V::ABSENT.iter().find(|(absent, _)| *absent == name) {
        return (*way_out).to_owned();
    }
    let here = keys().filter(|key| key.places.contains(&place)).map(|key| key.name);
    let otherwise = format!("on {} there are", place.0);
    unknown_name("attribute", name, here, &otherwise)
}

/// Fails if a key does not accept its own example.
#[cfg(test)]
pub(crate) fn check_table<A: Attributes>() {
    for Key { places, example, .. } in A::KEYS {
        let name = syn::Ident::new(A::Vocabulary::ATTRIBUTE, Span::call_site());
        let tokens: proc_macro2::TokenStream = example.parse().expect("an example");
        let attr: Attribute = parse_quote!(#[#name(#tokens)]);
        for place in *places {
            let mut errors = Errors::new();
            let parsed = parse::<A>(*place, std::slice::from_ref(&attr), &mut errors);
            let understood = errors.finish().is_ok() && parsed.complete;
            assert!(understood, "`{example}` on {}", place.0);
        }
    }
}

/// Declares the test of a vocabulary and its tables.
#[cfg(test)]
macro_rules! test_tables {
    ($($vocabulary:ident: $($attributes:ident),*;)*) => {
        #[test]
        fn the_tables_hold() {
            $(
                $crate::attributes::check_names::<$vocabulary>();
                $($crate::attributes::check_table::<$attributes>();)*
            )*
        }
    };
}
#[cfg(test)]
pub(crate) use test_tables;

/// Fails if a name has two meanings.
#[cfg(test)]
pub(crate) fn check_names<V: Vocabulary>() {
    let is_key = |name| V::TABLES.iter().copied().flatten().any(|key| key.name == name);
    for (name, ours) in V::SYNONYMS {
        assert!(!is_key(*name) && is_key(*ours), "`{name}`");
    }
    for (name, _) in V::ABSENT {
        assert!(!is_key(*name), "`{name}`");
    }
}
