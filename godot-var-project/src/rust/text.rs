//! Texts of a project in documentation comments.

use proc_macro2::TokenStream;
use quote::quote;

use crate::files::ClassAt;
use godot_var_codegen::in_one_line;

/// Escapes what Markdown and rustdoc would read as links and tags.
pub(super) fn prose(text: &str) -> String {
    let mut out = String::new();
    for c in in_one_line(text).chars() {
        if matches!(c, '[' | ']' | '<' | '>' | '\\' | '`') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A path or a piece of a script in code font.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", in_one_line(text).replace('`', "'"))
}

pub(super) fn docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| format!(" {}", prose(line)));
    quote! { #(#[doc = #lines])* }
}

pub(super) fn class_title(class: &ClassAt) -> String {
    code(&class.title())
}
