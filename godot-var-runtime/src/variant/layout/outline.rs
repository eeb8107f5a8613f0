//! A layout as text: an outline for people.

use alloc::string::String;
use core::fmt::Write;

use super::bounds::Bounds;
use super::model::{EnumerationForm, RecordLayout, Tag, TypeLayout};
use crate::variant::types::Generation;

impl core::fmt::Display for TypeLayout<'_> {
    /// Writes an outline: one line per field, nested fields indented.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = String::new();
        outline(self, 0, &mut text)?;
        f.write_str(text.trim_end())
    }
}

fn outline(layout: &TypeLayout<'_>, depth: usize, out: &mut String) -> core::fmt::Result {
    match layout {
        TypeLayout::Value(kind, Bounds::None) => out.write_str(kind.name(Generation::Godot4)),
        TypeLayout::Value(kind, bounds) => {
            write!(out, "{} ({})", kind.name(Generation::Godot4), bounds.name())
        }
        TypeLayout::Option(inner) => {
            outline(inner, depth, out)?;
            out.write_str(" or Nil")
        }
        TypeLayout::List(inner) | TypeLayout::Set(inner) => {
            out.write_str("list of ")?;
            outline(inner, depth, out)
        }
        TypeLayout::Array(inner) => {
            out.write_str("Array of ")?;
            outline(inner, depth, out)
        }
        TypeLayout::Tuple(elements) => {
            write!(out, "Array of {}", elements.len())?;
            for element in *elements {
                indent(depth + 1, out)?;
                outline(element, depth + 1, out)?;
            }
            Ok(())
        }
        TypeLayout::Map(key, value) => {
            out.write_str("Dictionary of ")?;
            outline(key, depth, out)?;
            out.write_str(" to ")?;
            outline(value, depth, out)
        }
        TypeLayout::AtMost(len, inner) => {
            outline(inner, depth, out)?;
            write!(out, ", at most {len}")
        }
        TypeLayout::Exactly(len, inner) => {
            outline(inner, depth, out)?;
            write!(out, ", exactly {len}")
        }
        TypeLayout::Typed(inner) => {
            out.write_str("typed ")?;
            outline(inner, depth, out)
        }
        TypeLayout::Wide(inner) => {
            outline(inner, depth, out)?;
            out.write_str(", always 64 bits")
        }
        TypeLayout::Record(record) => {
            write!(out, "{} {}", if record.keyed { "Dictionary" } else { "Array" }, record.name)?;
            outline_fields(record, depth + 1, out)
        }
        TypeLayout::Enumeration(enumeration) => {
            match enumeration.form {
                EnumerationForm::Names => out.write_str("name of "),
                EnumerationForm::Numbers => out.write_str("number of "),
                EnumerationForm::External => out.write_str("{name: content} of "),
                EnumerationForm::Internal(tag) => write!(out, "{{{tag:?}: tag, …}} of "),
                EnumerationForm::Adjacent(tag, content) => {
                    write!(out, "{{{tag:?}: tag, {content:?}: content}} of ")
                }
                EnumerationForm::Untagged => out.write_str("one of "),
                EnumerationForm::Ids => out.write_str("[id, …] of "),
            }?;
            out.write_str(enumeration.name)?;
            for member in enumeration.members {
                indent(depth + 1, out)?;
                match member.tag {
                    Tag::Int(id) => write!(out, "{id} {}", member.name),
                    Tag::Text(name) => write!(out, "{name:?} {}", member.name),
                }?;
                match member.content {
                    None => {}
                    Some(TypeLayout::Record(record)) => outline_fields(record, depth + 2, out)?,
                    Some(content) => {
                        out.write_str(": ")?;
                        outline(content, depth + 1, out)?;
                    }
                }
            }
            Ok(())
        }
        TypeLayout::Recursive(_) => out.write_str("the same again"),
        TypeLayout::Any => out.write_str("any value"),
        TypeLayout::Custom(name) => write!(out, "custom ({name})"),
        layout => match layout.wrapped() {
            Some(inner) => outline(inner, depth, out),
            None => Ok(()),
        },
    }
}

fn outline_fields(record: &RecordLayout<'_>, depth: usize, out: &mut String) -> core::fmt::Result {
    for field in record.fields {
        indent(depth, out)?;
        if field.flattened {
            out.write_str("the fields of ")?;
        } else {
            write!(out, "{}{}: ", field.key, if field.required { "" } else { "?" })?;
        }
        outline(field.layout, depth, out)?;
    }
    Ok(())
}

fn indent(depth: usize, out: &mut String) -> core::fmt::Result {
    write!(out, "\n{:1$}", "", depth * 2)
}
