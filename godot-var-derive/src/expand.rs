//! Drives every derive: parse, check, emit; after an error, all messages and a stub.

use godot_var_schema::{crate_path, without_self};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, DeriveInput, Path};

/// The steps of a derive macro; `M` is the checked model of an item.
pub(crate) struct Derive<M> {
    /// The name of its attribute: `godot_var`.
    pub(crate) attribute: &'static str,
    /// Reads and checks an item, or returns all mistakes at once.
    pub(crate) check: fn(&DeriveInput) -> darling::Result<M>,
    /// The path of the facade crate.
    pub(crate) krate: fn(&M) -> &Path,
    /// The implementations.
    pub(crate) emit: fn(&M) -> TokenStream,
    /// Items next to the implementations.
    pub(crate) beside: fn(&M, &DeriveInput) -> TokenStream,
    /// Implementations that satisfy every bound and do nothing. They replace those of an item with
    /// a mistake, so that the code that uses it causes no further errors.
    pub(crate) stub: fn(&DeriveInput) -> TokenStream,
    /// The same for the items next to them, with the path of the facade crate.
    pub(crate) stub_beside: fn(&DeriveInput, &Path) -> TokenStream,
    /// The stub of an item with a syntax error, which rustc has reported. If rustc knows newer syntax than this
    /// crate, the stub fails the build where it is used.
    pub(crate) stub_unread: Option<fn(&DeriveInput, &syn::Error) -> TokenStream>,
}

impl<M> Derive<M> {
    /// A derive without items next to the implementations.
    pub(crate) const fn new(
        attribute: &'static str,
        check: fn(&DeriveInput) -> darling::Result<M>,
        krate: fn(&M) -> &Path,
        emit: fn(&M) -> TokenStream,
        stub: fn(&DeriveInput) -> TokenStream,
    ) -> Self {
        let (beside, stub_beside) =
            (|_: &_, _: &_| TokenStream::new(), |_: &_, _: &_| TokenStream::new());
        Self { attribute, check, krate, emit, beside, stub, stub_beside, stub_unread: None }
    }
}

/// Expands a derive.
pub(crate) fn expand<M>(derive: &Derive<M>, input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input.clone()) {
        Ok(item) => without_self(item),
        Err(error) => {
            return match (derive.stub_unread, head(input)) {
                (Some(stub), Some(head)) => {
                    let krate = crate_path(derive.attribute, &head.attrs);
                    let stub = constant(&krate, &stub(&head, &error));
                    let beside = (derive.stub_beside)(&head, &krate);
                    quote!(#beside #stub)
                }
                _ => error.into_compile_error(),
            };
        }
    };
    match (derive.check)(&item) {
        Ok(model) => {
            let beside = (derive.beside)(&model, &item);
            let own = constant((derive.krate)(&model), &(derive.emit)(&model));
            quote!(#beside #own)
        }
        Err(errors) => {
            let errors = errors.write_errors();
            let krate = crate_path(derive.attribute, &item.attrs);
            let stub = constant(&krate, &(derive.stub)(&item));
            let beside = (derive.stub_beside)(&item, &krate);
            quote!(#errors #beside #stub)
        }
    }
}

/// What can be read of an item with a syntax error: its attributes, its name and its generics, without fields.
fn head(input: TokenStream) -> Option<DeriveInput> {
    let is_kind = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if ["struct", "enum", "union"].iter().any(|kind| word == kind));
    let tokens: Vec<_> = input.into_iter().collect();
    let kind = tokens.iter().position(is_kind)?;
    let TokenTree::Ident(name) = tokens.get(kind + 1)? else { return None };
    let before = tokens.iter().take(kind).cloned().collect();
    let attributes = |input: ParseStream<'_>| {
        let attributes = input.call(Attribute::parse_outer)?;
        let _visibility: TokenStream = input.parse()?;
        Ok(attributes)
    };
    let attrs = attributes.parse2(before).unwrap_or_default();
    let generics = tokens.iter().skip(kind + 2);
    let generics = generics.take_while(|token| !matches!(token, TokenTree::Group(_)));
    syn::parse2(quote!(#(#attrs)* struct #name #(#generics)*;))
        .or_else(|_| syn::parse2(quote!(#(#attrs)* struct #name;)))
        .ok()
}

/// Puts implementations into one anonymous constant, in which `__rt` is the part of the runtime
/// that expansions use.
pub(crate) fn constant(krate: &Path, items: &TokenStream) -> TokenStream {
    quote! {
        #[allow(
            non_camel_case_types, non_local_definitions, non_upper_case_globals,
            deprecated, trivial_numeric_casts, unreachable_patterns, unused_mut, unused_parens, unused_qualifications,
            unused_variables, clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction,
        )]
        const _: () = {
            use #krate::__private as __rt;
            #items
        };
    }
}
