//! The enum of all messages of a template.

use godot_var_schema::template::{self, Frequency};
use proc_macro2::TokenStream;
use quote::quote;

use super::arguments::Arguments;
use super::message::{Emitted, generics};

/// A table holds the numbers of `Low` messages up to this one; larger numbers are compared.
const TABLE: u32 = 1024;

/// The enum of all messages, and its implementations.
pub(super) fn emit_any(
    arguments: &Arguments,
    messages: &[template::Message],
    emitted: &[Emitted],
) -> (TokenStream, TokenStream) {
    let any = &arguments.name;
    let borrows = emitted.iter().any(|message| !message.generics.params.is_empty());
    let generics = generics(borrows);
    let members = messages.iter().zip(emitted).map(|(message, emitted)| {
        let (name, generics) = (&emitted.name, &emitted.generics);
        let doc = format!(" `{}`.", message.name);
        quote!(#[doc = #doc] #name(#name #generics),)
    });
    let items = quote! {
        /// One message of the template.
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[allow(
            non_camel_case_types, missing_copy_implementations, variant_size_differences,
            clippy::all, clippy::pedantic,
        )]
        pub enum #any #generics { #(#members)* }
    };
    if messages.is_empty() {
        return (items, TokenStream::new());
    }
    let names: Vec<_> = emitted.iter().map(|message| &message.name).collect();
    let decode = messages.iter().zip(emitted).enumerate().map(|(index, (message, emitted))| {
        let (name, generics, index) = (&emitted.name, &emitted.generics, index as u16);
        let key = &message.name;
        quote! {
            #index => match <#name #generics as __rt::lludp::DecodeLludp<'__de>>::decode(
                __number, __reader, __missing,
            ) {
                __rt::Ok(__message) => __rt::Ok(Self::#name(__message)),
                __rt::Err(__error) => __rt::Err(__rt::DecodeError::in_key(__error, #key)),
            },
        }
    });
    let table = |frequency: Frequency, len: u32| {
        let mut table = vec![u16::MAX; len as usize];
        for (index, message) in messages.iter().enumerate() {
            let slot = table.get_mut(message.number as usize);
            if let (true, Some(slot)) = (message.frequency == frequency, slot) {
                *slot = index as u16;
            }
        }
        table
    };
    let low = messages
        .iter()
        .filter(|message| message.frequency == Frequency::Low && message.number < TABLE)
        .map(|message| message.number + 1)
        .max()
        .unwrap_or(0);
    let (high, medium, low) =
        (table(Frequency::High, 256), table(Frequency::Medium, 256), table(Frequency::Low, low));
    let low_len = low.len();
    let far = |frequency: Frequency, from: u32| {
        let arms: Vec<_> = messages
            .iter()
            .enumerate()
            .filter(|(_, message)| message.frequency == frequency && message.number >= from)
            .map(|(index, message)| {
                let number = proc_macro2::Literal::u32_unsuffixed(message.number);
                let index = index as u16;
                quote!(#number => #index,)
            })
            .collect();
        quote!(#(#arms)*)
    };
    let (far_low, fixed) = (far(Frequency::Low, TABLE), far(Frequency::Fixed, 0));
    let decoding = if borrows { quote!(<'__de: 'a, 'a>) } else { quote!(<'__de>) };
    let implementations = quote! {
        const __NONE: ::core::primitive::u16 = ::core::primitive::u16::MAX;
        static __HIGH: [::core::primitive::u16; 256] = [#(#high),*];
        static __MEDIUM: [::core::primitive::u16; 256] = [#(#medium),*];
        static __LOW: [::core::primitive::u16; #low_len] = [#(#low),*];

        #[inline]
        fn __index(__number: __rt::lludp::MessageNumber) -> ::core::primitive::u16 {
            match __number {
                __rt::lludp::MessageNumber::High(__number) => __HIGH[__number as __rt::usize],
                __rt::lludp::MessageNumber::Medium(__number) => __MEDIUM[__number as __rt::usize],
                __rt::lludp::MessageNumber::Low(__number) => {
                    match __LOW.get(__number as __rt::usize) {
                        __rt::Some(__index) => *__index,
                        __rt::None => match __number as __rt::u32 {
                            #far_low
                            _ => __NONE,
                        },
                    }
                }
                __rt::lludp::MessageNumber::Fixed(__number) => match __number {
                    #fixed
                    _ => __NONE,
                },
            }
        }

        #[automatically_derived]
        impl #generics __rt::lludp::EncodeLludp for #any #generics {
            #[inline]
            fn facts(&self) -> &'static __rt::lludp::MessageFacts {
                match self {
                    #(Self::#names(__message) => __rt::lludp::EncodeLludp::facts(__message),)*
                }
            }

            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                match self {
                    #(Self::#names(__message) => {
                        __rt::lludp::EncodeLludp::encode(__message, __out)
                    })*
                }
            }
        }

        #[automatically_derived]
        impl #decoding __rt::lludp::DecodeLludp<'__de> for #any #generics {
            #[inline]
            fn decode(
                __number: __rt::lludp::MessageNumber,
                __reader: &mut __rt::Reader<'__de>,
                __missing: &mut &'static [&'static __rt::str],
            ) -> __rt::Result<Self, __rt::DecodeError> {
                match __index(__number) {
                    #(#decode)*
                    _ => __rt::Err(__rt::lludp::MessageNumber::unknown(__number, 0)),
                }
            }
        }
    };
    (items, implementations)
}
