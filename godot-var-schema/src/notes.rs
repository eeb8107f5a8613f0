//! Attributes that are not a wire's own: documentation, conditions, `#[default]`.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

use crate::literals::text;

/// Properties of an item that generators need and the encoding does not.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// Its names in generated code.
    pub names: Names,
    /// The place of a `#[cfg]` on it. A derive never sees one.
    pub cfg: Option<Span>,
    /// Whether it is the `#[default]` variant of an enum.
    pub is_default: bool,
}

/// The names of an item in generated code, each with the place of its attribute.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// `gdscript = "…"`
    pub gdscript: Option<(String, Span)>,
    /// `csharp = "…"`
    pub csharp: Option<(String, Span)>,
    /// `typescript = "…"`
    pub typescript: Option<(String, Span)>,
}

impl Names {
    /// Returns these names with an ending.
    #[must_use]
    pub fn ending(&self, ending: &str) -> Self {
        let longer = |name: &Option<(String, Span)>| {
            name.as_ref().map(|(name, span)| (format!("{name}{ending}"), *span))
        };
        Self {
            gdscript: longer(&self.gdscript),
            csharp: longer(&self.csharp),
            typescript: longer(&self.typescript),
        }
    }
}

impl Notes {
    /// Reads the notes from the item's own attributes.
    pub fn read(attrs: &[Attribute]) -> Self {
        let is = |attr: &&Attribute, name: &str| attr.path().is_ident(name);
        Self {
            docs: docs(attrs),
            names: Names::default(),
            cfg: attrs
                .iter()
                .find(|attr| is(attr, "cfg") || is(attr, "cfg_attr") && mentions_us(attr))
                .map(|attr| attr.path().span()),
            is_default: attrs.iter().any(|attr| is(&attr, "default")),
        }
    }
}

/// Whether GDScript, C# and TypeScript accept a name, keywords and names of the engine aside.
pub fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The parts of a name in GDScript that a field of a tuple may have: `route(point, seconds)` names the field and the elements of the tuple,
/// `(point, seconds)` the elements alone.
pub fn gdscript_parts(name: &str) -> (&str, Vec<&str>) {
    match name.strip_suffix(')').and_then(|name| name.split_once('(')) {
        Some((name, elements)) => (name.trim(), elements.split(',').map(str::trim).collect()),
        None => (name, Vec::new()),
    }
}

/// Whether a `cfg_attr` may contain attributes that this crate reads.
fn mentions_us(attr: &Attribute) -> bool {
    attr.meta.require_list().is_ok_and(|list| {
        let text = list.tokens.to_string();
        text.contains("godot_var") || text.contains("GodotVar")
    })
}

/// The lines of a doc comment, without the usual space at the start.
pub fn docs(attrs: &[Attribute]) -> Vec<String> {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attr.meta else { continue };
        let Some(literal) = text(&pair.value) else { continue };
        let text = literal.value();
        if text.contains('\n') {
            // A block comment, which may have a star before each line.
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
