//! The attributes of `#[lludp(…)]`, as written.

use darling::Error;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Path, Token};

use crate::errors::Errors;

/// Where attributes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Message,
    Block,
    MessageField,
    BlockField,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Message => "a message",
            Self::Block => "a block",
            Self::MessageField => "a block of a message",
            Self::BlockField => "a field of a block",
        }
    }
}

#[derive(Clone, Copy)]
enum Takes {
    Nothing,
    Text,
    Number,
    Path,
}

impl Takes {
    fn fits(self, value: Option<&Expr>) -> bool {
        match (self, value) {
            (Self::Nothing, None) => true,
            (Self::Text, Some(value)) => text_of(value).is_some(),
            (Self::Number, Some(value)) => number_of(value).is_some(),
            (Self::Path, Some(value)) => path_of(value).is_some(),
            _ => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no value",
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Path => "a path",
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

const MESSAGE: &[Place] = &[Place::Message];

/// Every attribute.
const KEYS: &[Key] = &[
    key("frequency", Takes::Text, MESSAGE, "frequency = \"High\""),
    key("number", Takes::Number, MESSAGE, "number = 4"),
    key("trusted", Takes::Nothing, MESSAGE, "trusted"),
    key("zerocoded", Takes::Nothing, MESSAGE, "zerocoded"),
    key("deprecated", Takes::Text, MESSAGE, "deprecated = \"UDPDeprecated\""),
    key(
        "name",
        Takes::Text,
        &[Place::Message, Place::MessageField, Place::BlockField],
        "name = \"AgentData\"",
    ),
    key("crate", Takes::Path, &[Place::Message, Place::Block], "crate = my_crate::godot_var"),
    key("variable", Takes::Number, &[Place::BlockField], "variable = 1"),
];

/// Names that habit suggests and that nothing here has, with the way out.
const ABSENT: [(&str, &str); 4] = [
    ("rename", "`rename` is called `name` here: the name that the template has"),
    ("skip", "`skip` is not supported; every field of a block travels"),
    ("default", "`default` is not needed; blocks that are missing at the end are read as zeros"),
    ("fixed", "`fixed` is not needed; `[u8; N]` is `Fixed N`"),
];

/// `name`, or `name = value`.
struct Item {
    name: Ident,
    value: Option<Expr>,
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // `crate` is no identifier otherwise.
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
pub(super) struct Attrs {
    items: Vec<Item>,
    /// Whether all could be read: otherwise it is too early to look for contradictions.
    pub(super) complete: bool,
}

impl Attrs {
    /// Reads what is written; mistakes are reported, and the others kept.
    pub(super) fn parse(place: Place, attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut parsed = Self { items: Vec::new(), complete: true };
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("lludp")) {
            let items = attr
                .meta
                .require_list()
                .map_err(|_| {
                    Error::custom("`lludp` says what to do in parentheses: `#[lludp(…)]`")
                        .with_span(&attr.meta)
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
                        match parsed.mistake(place, &item) {
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

    /// What is wrong with an attribute in this place, behind those before it.
    fn mistake(&self, place: Place, item: &Item) -> Option<String> {
        let name = item.name.to_string();
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
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

    /// Where an attribute stands, if it is given.
    pub(super) fn span(&self, name: &str) -> Option<Span> {
        self.item(name).map(|item| item.name.span())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.item(name).is_some()
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.item(name)?.value.as_ref().and_then(number_of)
    }

    pub(super) fn text(&self, name: &str) -> Option<syn::LitStr> {
        self.item(name)?.value.as_ref().and_then(text_of)
    }

    pub(super) fn path(&self, name: &str) -> Option<Path> {
        self.item(name)?.value.as_ref().and_then(path_of)
    }
}

fn unknown(name: &str, place: Place) -> String {
    if let Some((_, cure)) = ABSENT.iter().find(|(absent, _)| *absent == name) {
        return (*cure).to_owned();
    }
    let here = || KEYS.iter().filter(|key| key.places.contains(&place)).map(|key| key.name);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_takes_its_example_where_it_belongs() {
        for key in KEYS {
            let example: proc_macro2::TokenStream = key.example.parse().expect("an example");
            let attr: Attribute = syn::parse_quote!(#[lludp(#example)]);
            for place in key.places {
                let mut errors = Errors::new();
                let parsed = Attrs::parse(*place, std::slice::from_ref(&attr), &mut errors);
                assert!(errors.finish().is_ok() && parsed.complete, "`{}`", key.example);
            }
        }
    }

    #[test]
    fn absent_names_are_no_keys() {
        assert!(ABSENT.iter().all(|(name, _)| KEYS.iter().all(|key| key.name != *name)));
    }
}
