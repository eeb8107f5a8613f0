//! What the wires differ in.

use std::ops::Deref;

use godot_var_schema::stream::model::{Message, Prefix};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{GenericParam, Ident, parse_quote};

/// A wire, by its names in the runtime.
#[derive(Clone, Copy)]
pub(crate) struct Wire {
    /// The module.
    pub(crate) module: &'static str,
    /// The type in that module.
    pub(crate) name: &'static str,
    /// The parameter of the type, its bound, and its usual value.
    pub(crate) parameter: Option<[&'static str; 3]>,
    /// The trait of structs with a message number.
    pub(crate) message: Option<&'static str>,
    /// The trait of structs if these are blocks: their fields are written and read in runs, each with one check.
    pub(crate) block: Option<&'static str>,
    /// Whether an enum without fields can be bits of a header.
    pub(crate) has_bits: bool,
    /// Whether integers of more than one byte are packed.
    pub(crate) is_packed: bool,
}

/// A message on a wire.
#[derive(Clone, Copy)]
pub(super) struct Item<'m> {
    pub(super) wire: Wire,
    pub(super) message: &'m Message,
}

impl Deref for Item<'_> {
    type Target = Message;

    fn deref(&self) -> &Message {
        self.message
    }
}

impl Item<'_> {
    /// The wire of the fields.
    pub(super) fn inside(self) -> TokenStream {
        if !self.big_endian {
            return self.wire.own();
        }
        let big = self.wire.of_runtime("Big");
        quote!(__W<#big>)
    }

    /// `<Self as Encode<…>>`.
    pub(super) fn of_self(self) -> TokenStream {
        let wire = self.wire.own();
        quote!(<Self as __rt::stream::Encode<#wire>>)
    }
}

impl Wire {
    /// A wire that has nothing but fields.
    pub(crate) const fn new(module: &'static str, name: &'static str) -> Self {
        Self {
            module,
            name,
            parameter: None,
            message: None,
            block: None,
            has_bits: false,
            is_packed: false,
        }
    }

    /// The wire in the implementations of a type.
    pub(super) fn own(self) -> TokenStream {
        let parameter = self.parameter();
        if self.parameter.is_some() { quote!(__W<#parameter>) } else { self.of_runtime(self.name) }
    }

    /// The name of the wire in expansions, if it has a parameter.
    pub(super) fn alias(self) -> Option<TokenStream> {
        let (parameter, wire) = (self.parameter(), self.of_runtime(self.name));
        self.parameter.map(|_| {
            quote!(
                type __W<#parameter> = #wire<#parameter>;
            )
        })
    }

    /// The wire outside of implementations.
    pub(super) fn usual(self) -> TokenStream {
        match self.parameter {
            Some([.., usual]) => {
                let usual = self.of_runtime(usual);
                quote!(__W<#usual>)
            }
            None => self.own(),
        }
    }

    /// Gives the parameter of the wire its usual value.
    #[cfg(feature = "snapshot")]
    pub(super) fn usual_parameter(self) -> Option<TokenStream> {
        let [name, _, usual] = self.parameter?;
        let (name, usual) = (Ident::new(name, Span::call_site()), self.of_runtime(usual));
        Some(quote! {
            #[allow(dead_code)]
            type #name = #usual;
        })
    }

    /// The parameter of the wire, if it has one: `__B`.
    pub(super) fn parameter(self) -> TokenStream {
        let name = self.parameter.map(|[name, ..]| Ident::new(name, Span::call_site()));
        quote!(#name)
    }

    /// The same before other arguments.
    pub(super) fn argument(self) -> Option<TokenStream> {
        let parameter = self.parameter();
        self.parameter.map(|_| quote!(#parameter,))
    }

    /// The same as a parameter of an implementation.
    pub(super) fn declared(self) -> Option<GenericParam> {
        let [_, bound, _] = self.parameter?;
        let (parameter, bound) = (self.parameter(), self.of_runtime(bound));
        Some(parse_quote!(#parameter: #bound))
    }

    /// A type or function of the runtime for this wire.
    pub(super) fn of_runtime(self, name: &str) -> TokenStream {
        self.named(name, Span::call_site())
    }

    /// The same, at a place for errors.
    pub(super) fn named(self, name: &str, span: Span) -> TokenStream {
        let (module, name) = (Ident::new(self.module, span), Ident::new(name, span));
        quote_spanned!(span=> __rt::#module::#name)
    }

    /// The type of the runtime for a count or a variant's number.
    pub(super) fn prefix(self, prefix: Prefix, span: Span) -> TokenStream {
        let name = crate::names::prefix(prefix);
        match prefix {
            Prefix::U8 | Prefix::U16 | Prefix::U32 => shared(&name, span),
            _ => self.named(&name, span),
        }
    }
}

/// A type of the runtime for all wires.
pub(super) fn shared(name: &str, span: Span) -> TokenStream {
    let name = Ident::new(name, span);
    quote_spanned!(span=> __rt::stream::#name)
}
