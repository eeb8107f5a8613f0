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
    let put = message.blocks.iter().map(|block| {
        let Field { name: ident, key: name, ty, .. } = block;
        quote_spanned!(place(ty)=>
            if let __rt::Err(__error) =
                <#ty as __rt::lludp::Blocks<'_>>::put_blocks(&self.#ident, __out)
            {
                return __rt::Err(__rt::EncodeError::in_key(__error, #name));
            }
        )
    });
    let read = message.blocks.iter().enumerate().map(|(position, block)| {
        let Field { key: name, ty, .. } = block;
        let local = local(position);
        let call = if position == 0 {
            quote_spanned!(place(ty)=> <#ty as __rt::lludp::Blocks<'_>>::read_blocks(__reader))
        } else {
            quote_spanned!(place(ty)=> <#ty as __rt::lludp::Blocks<'_>>::trailing(
                __reader,
                #position,
                <Self as __rt::lludp::LludpMessage>::FACTS.blocks,
                __missing,
            ))
        };
        quote! {
            let #local = match #call {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => return __rt::Err(__rt::DecodeError::in_key(__error, #name)),
            };
        }
    });
    let expect_number = quote! {
        if let __rt::Err(__error) = __rt::lludp::expect_number(
            __number,
            &<Self as __rt::lludp::LludpMessage>::FACTS,
        ) {
            return __rt::Err(__error);
        }
    };
    let idents = message.blocks.iter().map(|block| &block.name);
    let locals = (0..message.blocks.len()).map(local);
    implementations(
        &message.ident,
        &message.generics,
        &facts(message),
        &quote!(#(#put)* __rt::Ok(())),
        &quote! {
            #expect_number
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
