//! Enums, whose variants are told apart by the number before their fields.

use godot_var_schema::stream::model::{Enumeration, Member, Message, Other, Prefix};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use super::Code;
use super::layout::{layout, size, sizes, whole};
use super::record::{braces, decode_fields, encode_fields, located, order, skip_rest};
use crate::names::{place, prefix};

pub(super) fn enumerated(message: &Message, enumeration: &Enumeration) -> Code {
    let Enumeration { members, other, .. } = enumeration;
    let repr = format_ident!("{}", prefix(enumeration.repr));
    let order = order(message);
    let is_plain = enumeration.is_plain();
    let put = |number: TokenStream| quote!(__rt::flat::put_number::<#order, __rt::flat::#repr, _>(#number, __out););
    let encode_arms = members.iter().enumerate().map(|(list, member)| {
        let id = member.number;
        let number = put(quote!(#id));
        encode_member(message, list, member, &number, &number_size(enumeration))
    });
    let name = message.ident.to_string();
    let unknown = quote!(__rt::Err(__rt::flat::unknown_member(__start, #name, __number)));
    let (other_encode, other_decode) = match other {
        None => (TokenStream::new(), unknown),
        Some(Other { ident, number: false, .. }) => {
            let variant = ident.to_string();
            // The length of its fields is not known, so they reach to the end.
            let rest = if is_plain {
                skip_rest(message)
            } else {
                Some(quote!(__rt::flat::skip_rest(__reader);))
            };
            (
                quote!(Self::#ident => __rt::Err(__rt::flat::no_number(#variant)),),
                quote!({ #rest __rt::Ok(Self::#ident) }),
            )
        }
        Some(Other { ident, rest, .. }) => {
            let number = put(quote!(*__number as ::core::primitive::u32));
            match rest {
                None => (
                    quote!(Self::#ident(__number) => {
                        #number
                        __rt::Ok(())
                    }),
                    {
                        let rest = skip_rest(message);
                        quote!({ #rest __rt::Ok(Self::#ident(__number as _)) })
                    },
                ),
                Some(ty) => (
                    quote_spanned!(place(ty)=> Self::#ident(__number, __rest) => {
                        let _ = <#ty as __rt::flat::OtherField>::check;
                        #number
                        __rt::Output::put_bytes(__out, <#ty as __rt::flat::RestField<'_>>::bytes(__rest));
                        __rt::Ok(())
                    }),
                    quote_spanned!(place(ty)=> {
                        let _ = <#ty as __rt::flat::OtherField>::check;
                        __rt::Ok(Self::#ident(
                            __number as _,
                            <#ty as __rt::flat::RestField<'de_>>::take(__reader),
                        ))
                    }),
                ),
            }
        }
    };
    let decode_arms =
        members.iter().enumerate().map(|(list, member)| decode_member(message, list, member));
    let records: Vec<_> = members.iter().map(|member| &member.record).collect();
    let of_members = members.iter().enumerate().map(|(list, member)| {
        let record = layout(&member.record, &member.ident.to_string(), list, message);
        let id = member.number.map(u64::from);
        quote!(__rt::flat::MemberLayout { id: #id, record: &#record })
    });
    let of_other = match other {
        None => quote!(__rt::None),
        Some(other) => {
            let name = other.ident.to_string();
            let rest = other.rest.is_some() || !other.number && !is_plain;
            quote!(__rt::Some(__rt::flat::Other { name: #name, rest: #rest }))
        }
    };
    let of_enum = quote! {
        &__rt::flat::TypeLayout::Enumeration(&__rt::flat::EnumerationLayout {
            name: #name,
            number: <__rt::flat::#repr as __rt::flat::Prefix>::LAYOUT,
            members: &[#(#of_members),*],
            other: #of_other,
        })
    };
    let lists = members
        .iter()
        .enumerate()
        .map(|(list, member)| sizes(&member.record, &member.ident.to_string(), list, message));
    let number = number_size(enumeration);
    let rest = other.as_ref().is_some_and(|other| other.rest.is_some());
    let beside = if is_plain { bit_field(message, enumeration) } else { TokenStream::new() };
    Code {
        layout: whole(&of_enum, &records, message),
        size: size(
            quote!(__rt::flat::enum_size(#number, <Self as __rt::flat::EncodeFlat>::FIELDS, #rest)),
            message,
        ),
        fields: quote!(&[#(#lists),*]),
        encode: quote! {
            match self {
                #(#encode_arms)*
                #other_encode
            }
        },
        parts: TokenStream::new(),
        decode: quote! {
            let __start = __rt::Reader::position(__reader);
            let __number = match __rt::flat::take_number::<#order, __rt::flat::#repr>(__reader) {
                __rt::Ok(__number) => __number,
                __rt::Err(__error) => return __rt::Err(__rt::DecodeError::in_type(__error, #name)),
            };
            match __number {
                #(#decode_arms)*
                _ => #other_decode,
            }
        },
        in_place: TokenStream::new(),
        beside,
    }
}

/// How many bytes the number of a variant takes.
fn number_size(enumeration: &Enumeration) -> TokenStream {
    let of_varint = |id: u32| (32 - (id | 1).leading_zeros() as usize).div_ceil(7);
    let (min, max) = match enumeration.repr {
        Prefix::U8 => (1, 1),
        Prefix::U16 => (2, 2),
        Prefix::U32 => (4, 4),
        _ => {
            let own =
                || enumeration.members.iter().filter_map(|member| member.number.map(of_varint));
            let keeps = enumeration.other.as_ref().is_some_and(|other| other.number);
            let (min, max) = (own().min().unwrap_or(1), own().max().unwrap_or(1));
            if keeps { (1, 5) } else { (min, max) }
        }
    };
    quote!(__rt::flat::Size { min: #min, max: #max })
}

fn encode_member(
    message: &Message,
    list: usize,
    member: &Member,
    number: &TokenStream,
    number_size: &TokenStream,
) -> TokenStream {
    let (name, pattern) = (&member.ident, braces(&member.record));
    if member.record.fields.is_empty() {
        return quote!(Self::#name #pattern => {
            #number
            __rt::Ok(())
        });
    }
    let order = order(message);
    if let Some(field) = member.newtype() {
        let ty = &field.ty;
        let variant = member.ident.to_string();
        let call = quote_spanned! {place(ty)=>
            <#ty as __rt::flat::EncodeFlat>::encode::<#order, _>(__f0, __out)
        };
        return quote!(Self::#name #pattern => {
            #number
            match #call {
                __rt::Ok(()) => __rt::Ok(()),
                __rt::Err(__error) => __rt::Err(__rt::EncodeError::in_type(__error, #variant)),
            }
        });
    }
    let fields = encode_fields(&member.record, list, message);
    // A variant of few bytes is written after one check, whatever the others are.
    quote!(Self::#name #pattern => {
        let __size = const {
            __rt::flat::variant_size(#number_size, <Self as __rt::flat::EncodeFlat>::FIELDS, #list)
        };
        let __most = __rt::flat::room_for(__size);
        if __most <= __rt::flat::MOST_ROOM {
            __rt::flat::Buffer::put_within(
                __out,
                __most,
                __rt::flat::Size::is_fixed(__size),
                |__out: &mut __rt::flat::SliceOutput<'_>| {
                    #number
                    #fields
                },
            )
        } else {
            #number
            #fields
        }
    })
}

fn decode_member(message: &Message, list: usize, member: &Member) -> TokenStream {
    let (id, name, pattern) = (member.number, &member.ident, braces(&member.record));
    let rest = skip_rest(message);
    if let Some(field) = member.newtype() {
        let (ty, order) = (&field.ty, order(message));
        let variant = member.ident.to_string();
        let read = quote_spanned! {place(ty)=>
            <#ty as __rt::flat::DecodeFlat<'de_>>::decode_parts::<#order, __WHOLE>(__reader)
        };
        return quote! {
            #id => match #read {
                __rt::Ok(__value) => {
                    #rest
                    __rt::Ok(Self::#name(__value))
                }
                __rt::Err(__error) => __rt::Err(__rt::DecodeError::in_type(__error, #variant)),
            },
        };
    }
    if member.record.fields.is_empty() {
        return quote! {
            #id => {
                #rest
                __rt::Ok(Self::#name #pattern)
            }
        };
    }
    let fields = decode_fields(&member.record, list, message, false);
    let read = quote!(#fields #rest return __rt::Ok(Self::#name #pattern););
    let located = located(&quote!(unread_field), &quote!(#list), &read);
    quote!(#id => { #located })
}

/// The implementation by which a value can be a few bits of a header.
fn bit_field(message: &Message, enumeration: &Enumeration) -> TokenStream {
    let Enumeration { members, other, .. } = enumeration;
    let largest = u64::from(members.iter().filter_map(|member| member.number).max().unwrap_or(0));
    let numbers = members.iter().map(|member| {
        let (name, id) = (&member.ident, member.number.map(u64::from));
        quote!(Self::#name {} => #id,)
    });
    let values = members.iter().map(|member| {
        let (name, id) = (&member.ident, member.number.map(u64::from));
        quote!(#id => __rt::Some(Self::#name {}),)
    });
    let (other_number, other_value) = match other {
        None => (TokenStream::new(), quote!(__rt::None)),
        Some(Other { ident, number: false, .. }) => {
            (quote!(Self::#ident => return __rt::None,), quote!(__rt::Some(Self::#ident)))
        }
        Some(Other { ident, .. }) => (
            quote!(Self::#ident(__number) => *__number as ::core::primitive::u64,),
            quote!(__rt::Result::ok(__rt::TryFrom::try_from(__number)).map(Self::#ident)),
        ),
    };
    let ident = &message.ident;
    let (generics, arguments, where_clause) = message.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __rt::flat::BitField for #ident #arguments #where_clause {
            const LARGEST: ::core::primitive::u64 = #largest;

            #[inline]
            fn to_bits(&self, __bits: __rt::u32) -> __rt::Option<::core::primitive::u64> {
                let __number: ::core::primitive::u64 = match self {
                    #(#numbers)*
                    #other_number
                };
                <::core::primitive::u64 as __rt::flat::BitField>::to_bits(&__number, __bits)
            }

            #[inline]
            fn from_bits(
                __number: ::core::primitive::u64,
                __bits: __rt::u32,
            ) -> __rt::Option<Self> {
                match __number {
                    #(#values)*
                    _ => #other_value,
                }
            }
        }
    }
}
