//! Documentation comments: paragraphs of a schema, and what a type cannot tell.

use crate::protocol::{ParsedText, Time, Type};
use crate::schema::{Body, Field, Schema};
use godot_var_runtime::variant::{Bounds, VariantType};

/// What code is written as, and what a link to something of the schema is written as.
pub(crate) trait Markup {
    /// Escapes plain text.
    fn plain(&self, text: &str) -> String;
    /// Code in a line.
    fn code(&self, code: &str) -> String;
    /// A link to a type or a field of the schema, by its Rust path; `None` if the file has nothing of this name.
    fn link(&self, path: &str) -> Option<String>;
}

/// What a path in documentation means.
pub(crate) enum Target {
    /// The fingerprint of Variants, or of flat messages.
    Layout { is_flat: bool },
    /// A type, by its position.
    Type(usize),
    /// A field of a type.
    Field(usize, usize),
    /// A variant of an enum.
    Variant(usize, usize),
}

/// Returns what a Rust path means, among the types that a file has a name for. A name of several types means none.
pub(crate) fn target(
    schema: &Schema<'_>,
    path: &str,
    is_named: &dyn Fn(usize) -> bool,
) -> Option<Target> {
    let parts = path.split(['.', ':']);
    let parts: Vec<&str> =
        parts.filter(|part| !matches!(*part, "" | "crate" | "self" | "super")).collect();
    let find = |name: &str| {
        let is_it = |index: &usize| schema.types[*index].name == name && is_named(*index);
        let mut found = (0..schema.types.len()).filter(is_it);
        found.next().filter(|_| found.next().is_none())
    };
    let (index, member) = match &parts[..] {
        ["LAYOUT"] => return Some(Target::Layout { is_flat: false }),
        ["FLAT_LAYOUT"] => return Some(Target::Layout { is_flat: true }),
        [.., owner, member] if find(owner).is_some() => (find(owner)?, *member),
        [.., name] => return find(name).map(Target::Type),
        [] => return None,
    };
    match &schema.types[index].body {
        Body::Record(fields) => {
            let at = fields.iter().position(|field| field.name == member)?;
            Some(Target::Field(index, at))
        }
        Body::Enumeration(it) => {
            let at = it.members.iter().position(|variant| variant.name == member)?;
            Some(Target::Variant(index, at))
        }
        _ => Some(Target::Type(index)),
    }
}

/// Writes documentation in a language's markup. A paragraph is a line; an empty line is between two of them.
pub(crate) fn paragraphs(docs: &[String], markup: &dyn Markup) -> Vec<String> {
    use crate::docs::prose::{Block, Inline, Text, blocks};
    let resolve = |name: &str| markup.link(name).map(|_| name.to_owned());
    let text = |text: &Text| -> String {
        let pieces = text.0.iter().map(|piece| match piece {
            Inline::Plain(words) => markup.plain(words),
            Inline::Code(code) => markup.code(code),
            Inline::Link { anchor, text } => {
                markup.link(anchor).unwrap_or_else(|| markup.code(text))
            }
            Inline::Web { url, text } if url == text => markup.plain(url),
            Inline::Web { url, text } => markup.plain(&format!("{text} ({url})")),
        });
        pieces.collect::<String>().trim().to_owned()
    };
    let mut lines: Vec<String> = Vec::new();
    for block in blocks(docs, &resolve) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        match block {
            Block::Paragraph(words) | Block::Heading(words) => lines.push(text(&words)),
            Block::List { first, items } => {
                lines.extend(items.iter().zip(first.unwrap_or(0)..).map(
                    |(item, number)| match first {
                        Some(_) => format!("{number}. {}", text(item)),
                        None => format!("- {}", text(item)),
                    },
                ));
            }
            Block::Table(heads, rows) => {
                for row in std::iter::once(&heads).chain(&rows) {
                    lines.push(row.iter().map(&text).collect::<Vec<_>>().join(" | "));
                }
            }
            Block::Code(code) => lines.extend(code.lines().map(|line| markup.code(line))),
        }
    }
    lines.iter().map(|line| line.replace(ends_line, " ")).collect()
}

/// Whether a language may see the end of a line, and of a comment, in a character.
fn ends_line(c: char) -> bool {
    c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The documentation of a field with a sentence for each limit that its type does not tell.
pub(crate) fn of_field(field: &Field<'_>, limits: &[String], markup: &dyn Markup) -> Vec<String> {
    let mut lines = paragraphs(field.docs, markup);
    let limits = limits.join(" ");
    match lines.last_mut() {
        _ if limits.is_empty() => {}
        Some(last) => {
            if !last.ends_with(['.', '!', '?', ':']) {
                last.push('.');
            }
            *last = format!("{last} {limits}");
        }
        None => lines.push(limits),
    }
    lines
}

/// The limit of a length: "At most 32 bytes of UTF-8."
pub(crate) fn length(field: &Field<'_>) -> Option<String> {
    let flat = field.flat.and_then(|flat| crate::flat::most(&flat.ty));
    let most = field.variant.and_then(|own| own.marks.max_len).or(flat)?;
    let is_text = matches!(
        inner(&field.ty),
        Type::Value(VariantType::String | VariantType::StringName | VariantType::NodePath, _)
    );
    let unit = if is_text { "bytes of UTF-8" } else { "elements" };
    Some(format!("At most {most} {unit}."))
}

/// What a number stands for: "Milliseconds since 1970."
pub(crate) fn time(time: Time) -> String {
    let unit = match time.unit {
        "s" => "Seconds",
        "ms" => "Milliseconds",
        "us" => "Microseconds",
        _ => "Nanoseconds",
    };
    format!("{unit}{}.", if time.since_1970 { " since 1970" } else { "" })
}

/// Which texts a type takes: "A UUID in hexadecimal digits."
pub(crate) fn texts(ty: &Type) -> Option<&'static str> {
    match inner(ty) {
        Type::Value(VariantType::String, Bounds::Char) => Some("One character."),
        Type::Value(VariantType::String, bounds) => ParsedText::of(*bounds).map(|form| form.texts),
        _ => None,
    }
}

/// The numbers of an integer type: "From 0 to 255."
pub(crate) fn numbers(ty: &Type) -> Option<String> {
    let Type::Value(VariantType::Int, bounds) = inner(ty) else { return None };
    let (low, high) = bounds.range()?;
    let no_zero = if bounds.name().starts_with("NonZero") { ", not 0" } else { "" };
    Some(format!("From {low} to {high}{no_zero}."))
}

fn inner(ty: &Type) -> &Type {
    match ty {
        Type::Option(inner) | Type::Pointer(inner) => self::inner(inner),
        ty => ty,
    }
}
