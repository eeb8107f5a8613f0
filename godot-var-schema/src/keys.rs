//! The keys of attributes with a table of their own, as written: `#[litenet(…)]` and `#[lludp(…)]`.

use darling::Error;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Path, Token};

use crate::errors::Errors;

/// The places that an attribute may stand in, with the keys that it has there.
pub(crate) trait Place: Copy + PartialEq + 'static {
    /// The attribute's name.
    const ATTRIBUTE: &'static str;
    /// Every key.
    const KEYS: &'static [Key<Self>];
    /// Names that habit suggests and that nothing here has, with the way out.
    const ABSENT: &'static [(&'static str, &'static str)];

    /// What stands here: `a field`.
    fn name(self) -> &'static str;
}

/// What a key takes.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    Nothing,
    Text,
    /// A number up to this one.
    Number(u32),
    Path,
}

impl Takes {
    fn fits(self, value: Option<&Expr>) -> bool {
        match (self, value) {
            (Self::Nothing, None) => true,
            (Self::Text, Some(value)) => text_of(value).is_some(),
            (Self::Number(max), Some(value)) => number_of(value).is_some_and(|it| it <= max),
            (Self::Path, Some(value)) => path_of(value).is_some(),
            _ => false,
        }
    }

    fn name(self) -> String {
        match self {
            Self::Nothing => "no value".into(),
            Self::Text => "a string".into(),
            Self::Number(u32::MAX) => "a number".into(),
            Self::Number(max) => format!("a number from 0 to {max}"),
            Self::Path => "a path".into(),
        }
    }
}

/// A key, the places that it belongs on, and how it is written.
pub(crate) struct Key<P: 'static> {
    name: &'static str,
    takes: Takes,
    places: &'static [P],
    example: &'static str,
}

pub(crate) const fn key<P>(
    name: &'static str,
    takes: Takes,
    places: &'static [P],
    example: &'static str,
) -> Key<P> {
    Key { name, takes, places, example }
}

/// `name`, or `name = value`.
struct Item {
    name: Ident,
    value: Option<Expr>,
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // `if` and `crate` are no identifiers otherwise.
        let name = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        Ok(Self { name, value })
    }
}

/// The attributes of one place.
pub(crate) struct Attrs<P> {
    place: P,
    items: Vec<Item>,
    /// Whether all could be read: otherwise it is too early to look for contradictions.
    pub(crate) complete: bool,
}

impl<P: Place> Attrs<P> {
    /// Reads what is written; mistakes are reported, and the others kept.
    pub(crate) fn parse(place: P, attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut parsed = Self { place, items: Vec::new(), complete: true };
        let name = P::ATTRIBUTE;
        for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
            let items = attr
                .meta
                .require_list()
                .map_err(|_| {
                    let way = format!("`{name}` says what to do in parentheses: `#[{name}(…)]`");
                    Error::custom(way).with_span(&attr.meta)
                })
                .and_then(|list| {
                    list.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated)
                        .map_err(Error::from)
                });
            match items {
                Err(error) => {
                    parsed.complete = false;
                    errors.push(error);
                }
                Ok(items) => {
                    for item in items {
                        match parsed.mistake(&item) {
                            None => parsed.items.push(item),
                            Some(message) => {
                                parsed.complete = false;
                                errors.push(Error::custom(message).with_span(&item.name));
                            }
                        }
                    }
                }
            }
        }
        parsed
    }

    /// What is wrong with a key in this place, behind those before it.
    fn mistake(&self, item: &Item) -> Option<String> {
        let place = self.place;
        let name = item.name.to_string();
        let Some(key) = P::KEYS.iter().find(|key| key.name == name) else {
            return Some(unknown(&name, place));
        };
        if !key.places.contains(&place) {
            let places: Vec<_> = key.places.iter().map(|place| place.name()).collect();
            let (here, there) = (place.name(), places.join(" or "));
            return Some(format!("`{name}` belongs on {there}, not on {here}"));
        }
        if !key.takes.fits(item.value.as_ref()) {
            let Key { takes, example, .. } = key;
            return Some(format!("`{name}` takes {}; write `{example}`", takes.name()));
        }
        let repeated = self.items.iter().any(|other| other.name == item.name);
        repeated.then(|| format!("`{name}` is given twice; remove one"))
    }

    fn item(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.name == name)
    }

    /// Where a key stands, if it is given.
    pub(crate) fn span(&self, name: &str) -> Option<Span> {
        self.item(name).map(|item| item.name.span())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.item(name).is_some()
    }

    pub(crate) fn number<N: TryFrom<u32>>(&self, name: &str) -> Option<N> {
        let number = self.item(name)?.value.as_ref().and_then(number_of)?;
        number.try_into().ok()
    }

    pub(crate) fn text(&self, name: &str) -> Option<syn::LitStr> {
        self.item(name)?.value.as_ref().and_then(text_of)
    }

    pub(crate) fn path(&self, name: &str) -> Option<Path> {
        self.item(name)?.value.as_ref().and_then(path_of)
    }
}

fn unknown<P: Place>(name: &str, place: P) -> String {
    if let Some((_, cure)) = P::ABSENT.iter().find(|(absent, _)| *absent == name) {
        return (*cure).to_owned();
    }
    let here = || P::KEYS.iter().filter(|key| key.places.contains(&place)).map(|key| key.name);
    let nearest = here()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    if let Some((_, known)) = nearest {
        return format!("unknown attribute `{name}`; did you mean `{known}`?");
    }
    let known = here().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    format!("unknown attribute `{name}`; on {} there are {known}", place.name())
}

/// What stands in the invisible parentheses that `macro_rules!` puts around a fragment.
fn ungrouped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungrouped(&group.expr),
        _ => expr,
    }
}

fn text_of(expr: &Expr) -> Option<syn::LitStr> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}

fn number_of(expr: &Expr) -> Option<u32> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

fn path_of(expr: &Expr) -> Option<Path> {
    match ungrouped(expr) {
        Expr::Path(path) => Some(path.path.clone()),
        other => text_of(other)?.parse().ok(),
    }
}

/// Fails where a key does not take its own example, or is said to be absent.
#[cfg(test)]
pub(crate) fn check_table<P: Place>() {
    for key in P::KEYS {
        let name = Ident::new(P::ATTRIBUTE, Span::call_site());
        let example: proc_macro2::TokenStream = key.example.parse().expect("an example");
        let attr: Attribute = syn::parse_quote!(#[#name(#example)]);
        for place in key.places {
            let mut errors = Errors::new();
            let parsed = Attrs::parse(*place, std::slice::from_ref(&attr), &mut errors);
            assert!(errors.finish().is_ok() && parsed.complete, "`{}`", key.example);
        }
    }
    for (absent, _) in P::ABSENT {
        assert!(P::KEYS.iter().all(|key| key.name != *absent), "`{absent}`");
    }
}
