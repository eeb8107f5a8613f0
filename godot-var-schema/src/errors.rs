//! Collects the mistakes found so far; error texts that several wires share.

use std::fmt::Display;

use darling::Error;
use darling::error::Accumulator;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields};

/// Collects mistakes, to report all of them at once.
pub(crate) struct Errors {
    found: Accumulator,
    /// Whether contradictions are not reported, because some attributes could not be read.
    muted: bool,
    /// Whether another derive reports attributes that could not be read.
    pub(crate) elsewhere: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { found: Error::accumulator(), muted: false, elsewhere: false }
    }

    /// Adds a mistake in the attributes themselves.
    pub(crate) fn push(&mut self, error: Error) {
        self.found.push(error);
    }

    /// Adds a contradiction, unless it may only follow from another mistake.
    pub(crate) fn report(&mut self, span: Span, message: impl Display) {
        if !self.muted {
            self.found.push(Error::custom(message).with_span(&span));
        }
    }

    /// Runs a check that depends only on attributes that are `complete` or not.
    pub(crate) fn alone<T>(&mut self, complete: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        let muted = std::mem::replace(&mut self.muted, !complete);
        let result = check(self);
        self.muted = muted;
        result
    }

    /// Runs a check that also depends on these attributes, besides the enclosing ones.
    pub(crate) fn given<T>(&mut self, complete: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        let muted = self.muted;
        self.muted |= !complete;
        let result = check(self);
        self.muted = muted;
        result
    }

    pub(crate) fn finish(self) -> darling::Result<()> {
        self.found.finish()
    }
}

/// The fields of a struct whose fields have names, or of a unit struct.
pub(crate) fn named_fields<'i>(
    item: &'i DeriveInput,
    no_struct: &str,
    errors: &mut Errors,
) -> Vec<&'i Field> {
    let span = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return fields.named.iter().collect(),
            Fields::Unit => return Vec::new(),
            Fields::Unnamed(fields) => fields.span(),
        },
        Data::Enum(data) => data.enum_token.span,
        Data::Union(data) => data.union_token.span,
    };
    errors.push(Error::custom(no_struct).with_span(&span));
    Vec::new()
}

/// The message about an unknown name: it suggests a similar name, or lists the existing names.
pub fn unknown_name<'n>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'n str> + Clone,
    otherwise: &str,
) -> String {
    let nearest = known
        .clone()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    if let Some((_, known)) = nearest {
        return format!("unknown {what} `{name}`; did you mean `{known}`?");
    }
    let mut known: Vec<_> = known.map(|known| format!("`{known}`")).collect();
    if known.len() > MOST_NAMES {
        let more = known.split_off(8).len();
        known.push(format!("{more} more"));
    }
    format!("unknown {what} `{name}`; {otherwise} {}", known.join(", "))
}

/// Up to this many names are listed in full; no table of keys has more.
const MOST_NAMES: usize = 24;
