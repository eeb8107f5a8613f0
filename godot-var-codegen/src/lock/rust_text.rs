//! Locks of earlier versions, which are Rust text.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::protocol::{self, Diagnostic, Protocol, source};

/// The most tokens on the way to the innermost one, so that nothing that a parser takes for nested is deep.
const MOST: usize = 64;

pub(super) fn read(name: &str, text: &str) -> Result<Protocol, Vec<Diagnostic>> {
    // What has no tokens is reported with the other mistakes.
    let tokens = text.parse().unwrap_or_else(|_| TokenStream::new());
    if let Some(span) = too_deep(tokens, 0) {
        let message = "this is not a lock: its types or values are nested too deep";
        return Err(vec![Diagnostic::new(&source::place(name, span), message)]);
    }
    protocol::parse_unpinned(name, protocol::one_text(name, text))
}

/// Returns the first token after too many others that are not apart from it: a comma, a semicolon, and the beginning of an item or a field
/// set apart what follows.
fn too_deep(tokens: TokenStream, around: usize) -> Option<Span> {
    let (mut before, mut is_after_group) = (0, false);
    for token in tokens {
        let is_apart = match &token {
            TokenTree::Punct(punct) => {
                matches!(punct.as_char(), ',' | ';') || punct.as_char() == '#' && is_after_group
            }
            TokenTree::Ident(ident) => is_after_group && ident == "mod",
            _ => false,
        };
        before = if is_apart { 1 } else { before + 1 };
        if around + before > MOST {
            return Some(token.span());
        }
        is_after_group = matches!(token, TokenTree::Group(_));
        if let TokenTree::Group(group) = token
            && let Some(span) = too_deep(group.stream(), around + before)
        {
            return Some(span);
        }
    }
    None
}
