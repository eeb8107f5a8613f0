//! What the wires differ in.

use std::ops::Deref;

use godot_var_schema::stream::model::{Message, Prefix};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{GenericParam, Ident, parse_quote};

/// A wire.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wire {
    Flat,
    LiteNet,
    Lludp,
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
        if self.big_endian { quote!(__W<__rt::flat::Big>) } else { self.wire.own() }
    }

    /// The parameter of the wire of the fields.
    pub(super) fn parameter(self) -> TokenStream {
        if self.big_endian { quote!(__rt::flat::Big) } else { self.wire.parameter() }
    }

    /// `<Self as Encode<…>>`.
    pub(super) fn of_self(self) -> TokenStream {
        let wire = self.wire.own();
        quote!(<Self as __rt::stream::Encode<#wire>>)
    }
}

impl Wire {
    /// The wire in the implementations of a type.
    pub(super) fn own(self) -> TokenStream {
        match self {
            Self::Lludp => quote!(__rt::lludp::Lludp),
            Self::Flat | Self::LiteNet => {
                let parameter = self.parameter();
                quote!(__W<#parameter>)
            }
        }
    }

    /// The name of the wire in expansions.
    pub(super) fn alias(self) -> TokenStream {
        match self {
            Self::Flat => quote!(
                type __W<__B> = __rt::flat::Flat<__B>;
            ),
            Self::LiteNet => quote!(
                type __W<AnyEra> = __rt::litenet::LiteNet<AnyEra>;
            ),
            Self::Lludp => TokenStream::new(),
        }
    }

    /// The wire outside of implementations.
    pub(super) fn usual(self) -> TokenStream {
        match self {
            Self::Flat => quote!(__W<__rt::flat::Little>),
            Self::LiteNet => quote!(__W<__rt::litenet::LiteNetHead>),
            Self::Lludp => self.own(),
        }
    }

    /// The parameter of the wire: `__B`. LLUDP has none.
    pub(super) fn parameter(self) -> TokenStream {
        match self {
            Self::Flat => quote!(__B),
            Self::LiteNet => quote!(AnyEra),
            Self::Lludp => TokenStream::new(),
        }
    }

    /// The same as a parameter of an implementation.
    pub(super) fn declared(self) -> Option<GenericParam> {
        match self {
            Self::Flat => Some(parse_quote!(__B: __rt::flat::ByteOrder)),
            Self::LiteNet => Some(parse_quote!(AnyEra: __rt::litenet::Era)),
            Self::Lludp => None,
        }
    }

    /// A type of the runtime for this wire.
    pub(super) fn named(self, name: &str, span: Span) -> TokenStream {
        let name = Ident::new(name, span);
        match self {
            Self::Flat => quote_spanned!(span=> __rt::flat::#name),
            Self::LiteNet => quote_spanned!(span=> __rt::litenet::#name),
            Self::Lludp => quote_spanned!(span=> __rt::lludp::#name),
        }
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
