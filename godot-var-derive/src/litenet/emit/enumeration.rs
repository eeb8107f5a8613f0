//! Enums, whose variants are selected by the number before their fields.

use godot_var_schema::stream::model::{Enumeration, Member, Other};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Generics, Ident};

use super::Code;
use super::record::{Target, braces, decode_fields, encode_fields};
use crate::names::{last_name, place};

pub(super) fn enumerated(ident: &Ident, generics: &Generics, enumeration: &Enumeration) -> Code {
    let Enumeration { messages, members, other, .. } = enumeration;
    let encode_arms = members.iter().map(|member| encode_member(*messages, member, generics));
    let decode_arms = members.iter().map(|member| decode_member(member, generics));
    let write_other = write_number(*messages, &quote!(*__number));
    let (other_encode, other_decode) = match other {
        Some(Other { ident: name, rest: None, .. }) => (
            quote!(Self::#name(__number) => {
                #write_other
                __rt::Ok(())
            }),
            quote!(__rt::Ok(Self::#name(__number))),
        ),
        Some(Other { ident: name, rest: Some(ty), .. }) => (
            quote!(Self::#name(__number, __rest) => {
                #write_other
                <__rt::litenet::ToEnd as __rt::litenet::EncodeField<AnyEra, #ty>>::encode_field(
                    __rest, __out,
                )
            }),
            quote! {
                match <__rt::litenet::ToEnd as __rt::litenet::DecodeField<'de_, AnyEra, #ty>>::decode_field(
                    __reader,
                ) {
                    __rt::Ok(__rest) => __rt::Ok(Self::#name(__number, __rest)),
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
        ),
        None => {
            let name = ident.to_string();
            let unknown = quote! {
                __rt::Err(__rt::litenet::unknown_member(
                    __start,
                    #name,
                    <::core::primitive::u16 as ::core::convert::From<_>>::from(__number),
                ))
            };
            (TokenStream::new(), unknown)
        }
    };
    let read = if *messages {
        quote! {
            match __rt::litenet::read_msg_type::<AnyEra>(__reader) {
                __rt::Ok(__number) => __number,
                __rt::Err(__error) => return __rt::Err(__error),
            }
        }
    } else {
        quote! {
            match __rt::Reader::array::<1>(__reader, #BYTE) {
                __rt::Ok([__number]) => __number,
                __rt::Err(__error) => return __rt::Err(__error),
            }
        }
    };
    let distinct = distinct(members, generics);
    let is_byte = !messages && enumeration.is_plain();
    let facts = is_byte.then(|| {
        quote! {
            const FIXED: __rt::bool = true;
            const WHAT: &'static __rt::str = #BYTE;
        }
    });
    Code {
        encode: quote! {
            match self {
                #(#encode_arms)*
                #other_encode
            }
        },
        decode: quote! {
            #distinct
            let __start = __rt::Reader::position(__reader);
            let __number = #read;
            #(#decode_arms)*
            #other_decode
        },
        min_size: quote!(1),
        facts: facts.unwrap_or_default(),
        ..Code::default()
    }
}

/// How errors name the byte before an enum's fields.
const BYTE: &str = "the number of a variant";

/// Refuses to compile two messages with the same number, at the later one; of a type without parameters also
/// under `cargo check`.
fn distinct(members: &[Member], generics: &Generics) -> TokenStream {
    let numbered = |member: &Member| {
        let (name, number) = (member.ident.to_string(), number_of(member));
        quote!((#name, #number))
    };
    let checks = members.iter().enumerate().filter_map(|(position, member)| {
        let of_message = |member: &Member| member.number.is_none();
        let before = &members[..position];
        // A number that is written here is compared with those that are known only in the messages.
        let others = match member.number {
            None => before.iter().map(numbered).collect::<Vec<_>>(),
            Some(_) => before.iter().filter(|other| of_message(other)).map(numbered).collect(),
        };
        let (name, number) = (member.ident.to_string(), number_of(member));
        let place = member.record.fields.first().filter(|_| of_message(member));
        let place = place.map_or_else(|| member.ident.span(), |field| last_name(&field.ty));
        (!others.is_empty())
            .then(|| quote_spanned!(place=> __rt::litenet::check_distinct(#name, #number, &[#(#others),*]);))
    });
    let checks: TokenStream = checks.collect();
    match (checks.is_empty(), generics.params.is_empty()) {
        (true, _) => checks,
        (false, true) => quote!(const _: () = { #checks };),
        (false, false) => quote!(const { #checks };),
    }
}

/// The number of a variant, as an expression.
fn number_of(member: &Member) -> TokenStream {
    match (&member.number, member.record.fields.first()) {
        (None, Some(field)) => {
            let ty = &field.ty;
            quote_spanned!(place(ty)=> <#ty as __rt::litenet::LiteNetMessage>::MSG_TYPE)
        }
        (Some(number), _) => {
            let number = proc_macro2::Literal::u32_unsuffixed(*number);
            quote!(#number)
        }
        (None, None) => quote!(0),
    }
}

fn write_number(messages: bool, number: &TokenStream) -> TokenStream {
    if messages {
        quote!(__rt::litenet::write_msg_type::<AnyEra, __O>(#number, __out);)
    } else {
        quote!(__rt::Output::put_bytes(__out, &[#number]);)
    }
}

fn encode_member(messages: bool, member: &Member, generics: &Generics) -> TokenStream {
    let (name, pattern) = (&member.ident, braces(&member.record));
    let write = write_number(messages, &number_of(member));
    match (&member.number, member.record.fields.first()) {
        (None, Some(field)) => {
            let ty = &field.ty;
            quote!(Self::#name #pattern => {
                #write
                <#ty as __rt::litenet::EncodeLiteNet<AnyEra>>::encode_body(__f0, __out)
            })
        }
        _ => {
            let fields = encode_fields(&member.record, generics);
            quote!(Self::#name #pattern => {
                #write
                #fields
                __rt::Ok(())
            })
        }
    }
}

fn decode_member(member: &Member, generics: &Generics) -> TokenStream {
    let (name, pattern) = (&member.ident, braces(&member.record));
    let number = number_of(member);
    match (&member.number, member.record.fields.first()) {
        (None, Some(field)) => {
            let ty = &field.ty;
            quote! {
                if __number == #number {
                    return __rt::Result::map(
                        <#ty as __rt::litenet::DecodeLiteNet<'de_, AnyEra>>::decode_body(__reader),
                        Self::#name,
                    );
                }
            }
        }
        _ => {
            let fields = decode_fields(&member.record, Target::Locals, generics);
            quote! {
                if __number == #number {
                    #fields
                    return __rt::Ok(Self::#name #pattern);
                }
            }
        }
    }
}
