//! From a checked message to tokens.

use godot_var_schema::lludp::model::{Frequency, Message};
use godot_var_schema::stream::model::Field;
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, Ident};

use crate::generics::reading;
use crate::names::{local, place, variant};

/// The number of a message, as an expression and as a pattern.
pub(crate) fn number(frequency: Frequency, number: u32) -> TokenStream {
    let (frequency, number) = (variant(frequency), Literal::u32_unsuffixed(number));
    quote!(__rt::lludp::MessageNumber::#frequency(#number))
}

fn facts(message: &Message) -> TokenStream {
    let Message { name, trusted, zerocoded, .. } = message;
    let number = number(message.frequency, message.number);
    let deprecation = variant(message.deprecation);
    let blocks = message.blocks.iter().map(|block| &block.key);
    quote! {
        __rt::lludp::MessageFacts {
            name: #name,
            number: #number,
            trusted: #trusted,
            zerocoded: #zerocoded,
            deprecation: __rt::lludp::Deprecation::#deprecation,
            blocks: &[#(#blocks),*],
        }
    }
}

/// Implements `LludpMessage`, `EncodeLludp` and `DecodeLludp`.
pub(crate) fn message(message: &Message) -> TokenStream {
    let put = message.blocks.iter().map(|Field { name: ident, key, ty, .. }| {
        let put =
            quote_spanned!(place(ty)=> <#ty as __rt::lludp::Blocks<'_>>::put(&self.#ident, __out));
        quote!(__rt::in_block!(#key, #put);)
    });
    let read = message.blocks.iter().enumerate().map(|(position, Field { key, ty, .. })| {
        let local = local(position);
        let read = quote_spanned! {place(ty)=>
            <#ty as __rt::lludp::Blocks<'_>>::read::<#position>(__reader, __facts, __missing)
        };
        quote!(let #local = __rt::in_block!(#key, #read);)
    });
    let idents = message.blocks.iter().map(|block| &block.name);
    let locals = (0..message.blocks.len()).map(local);
    implementations(
        &message.ident,
        &message.generics,
        &facts(message),
        &quote!(#(#put)* __rt::Ok(())),
        &quote! {
            let __facts = __rt::lludp::facts_of::<Self>(__number)?;
            #(#read)*
            __rt::Ok(Self { #(#idents: #locals),* })
        },
    )
}

pub(crate) fn implementations(
    ident: &Ident,
    generics: &Generics,
    facts: &TokenStream,
    encode: &TokenStream,
    decode: &TokenStream,
) -> TokenStream {
    let (plain, arguments, where_clause) = generics.split_for_impl();
    let reading = reading(generics.clone(), false);
    let (reading, _, _) = reading.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #plain __rt::lludp::LludpMessage for #ident #arguments #where_clause {
            const FACTS: __rt::lludp::MessageFacts = #facts;
        }

        #[automatically_derived]
        impl #plain __rt::lludp::EncodeLludp for #ident #arguments #where_clause {
            #[inline]
            fn facts(&self) -> &'static __rt::lludp::MessageFacts {
                &<Self as __rt::lludp::LludpMessage>::FACTS
            }

            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
        }

        #[automatically_derived]
        impl #reading __rt::lludp::DecodeLludp<'de_> for #ident #arguments #where_clause {
            #[inline]
            fn decode(
                __number: __rt::lludp::MessageNumber,
                __reader: &mut __rt::Reader<'de_>,
                __missing: &mut &'static [&'static __rt::str],
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
        }
    }
}
