//! Writes a type's own name for `Self`: an expansion uses its tokens in other types, too, such as those of variants, views and deltas.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, GenericParam, Generics, LitStr, Token};

/// The item with its own name wherever it says `Self`.
pub fn without_self(item: DeriveInput) -> DeriveInput {
    let tokens = item.to_token_stream();
    if !says_self(&tokens) {
        return item;
    }
    let arguments = arguments(&item.generics);
    let named = replace(tokens, &|span, next| own_name(&item.ident, &arguments, span, next));
    syn::parse2(named).unwrap_or(item)
}

fn says_self(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => says_self(&group.stream()),
        TokenTree::Literal(literal) => literal.to_string().contains("Self"),
        TokenTree::Punct(_) => false,
    })
}

/// The keys whose values may be in quotes, and are Rust all the same.
const QUOTED: [&str; 10] = [
    "as",
    "bound",
    "decode_with",
    "encode_with",
    "from",
    "into",
    "max_len",
    "skip_encoding_if",
    "try_from",
    "with",
];

/// `'a, T, N` of `<'a, T: Clone, const N: usize>`.
fn arguments(generics: &Generics) -> TokenStream {
    let names = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(lifetime) => lifetime.lifetime.to_token_stream(),
        GenericParam::Type(ty) => ty.ident.to_token_stream(),
        GenericParam::Const(value) => value.ident.to_token_stream(),
    });
    names.collect::<Punctuated<_, Token![,]>>().to_token_stream()
}

/// The name in place of a `Self` that `next` follows: `Self::MAX`, `Self { .. }`, or a type.
fn own_name(
    ident: &Ident,
    arguments: &TokenStream,
    span: Span,
    next: Option<&TokenTree>,
) -> TokenStream {
    let ident = Ident::new(&ident.to_string(), span);
    match next {
        _ if arguments.is_empty() => ident.to_token_stream(),
        Some(TokenTree::Group(_)) => ident.to_token_stream(),
        Some(TokenTree::Punct(punct)) if punct.as_char() == ':' => {
            quote_spanned!(span=> #ident::<#arguments>)
        }
        _ => quote_spanned!(span=> #ident<#arguments>),
    }
}

fn replace(
    tokens: TokenStream,
    name: &impl Fn(Span, Option<&TokenTree>) -> TokenStream,
) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut named = TokenStream::new();
    // The last key, until its value has come.
    let mut key = None;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                named.extend(name(ident.span(), tokens.peek()));
            }
            TokenTree::Ident(ident) => {
                key = Some(ident.to_string());
                named.extend([TokenTree::Ident(ident)]);
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), name));
                inner.set_span(group.span());
                named.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Literal(literal) => {
                let is_rust = key.take().is_some_and(|key| QUOTED.contains(&&*key));
                let replaced = is_rust.then(|| replace_quoted(&literal, name)).flatten();
                named.extend([replaced.unwrap_or(TokenTree::Literal(literal))]);
            }
            TokenTree::Punct(punct) => named.extend([TokenTree::Punct(punct)]),
        }
    }
    named
}

/// A text with the name in it, if its tokens say `Self`.
fn replace_quoted(
    literal: &Literal,
    name: &impl Fn(Span, Option<&TokenTree>) -> TokenStream,
) -> Option<TokenTree> {
    let text: LitStr = syn::parse2(TokenTree::Literal(literal.clone()).into()).ok()?;
    let tokens: TokenStream = text.value().parse().ok()?;
    if !says_self(&tokens) {
        return None;
    }
    let mut replaced = Literal::string(&replace(tokens, name).to_string());
    replaced.set_span(literal.span());
    Some(TokenTree::Literal(replaced))
}
