//! Enums, whose variants are told apart by the number before their fields.

use godot_var_schema::stream::model::{Enumeration, Field, Member, Other, Prefix};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Code;
use super::layout::{layout, size, sizes, whole};
use super::record::{braces, decode_fields, encode_fields, located, skip_rest};
use super::wire::Item;
use crate::names::{last_name, place};

pub(super) fn enumerated(item: Item<'_>, enumeration: &Enumeration) -> Code {
    let Enumeration { members, other, messages, .. } = enumeration;
    let repr = repr(item, enumeration);
    let (of_self, wire) = (item.of_self(), item.inside());
    let is_plain = enumeration.is_plain();
    let number_size = number_size(enumeration);
    let encode_arms = members.iter().enumerate().map(|(list, member)| {
        let number = put(&repr, &wire, &number_of(member, item));
        encode_member(item, list, member, &number, &number_size)
    });
    let name = item.ident.to_string();
    let (other_encode, other_decode) = match other {
        None => (
            TokenStream::new(),
            quote!(__rt::Err(__rt::stream::unknown_member(__start, #name, __number))),
        ),
        Some(Other { ident, number: false, .. }) => {
            let variant = ident.to_string();
            // The length of its fields is not known, so they reach to the end.
            let rest = if is_plain {
                skip_rest(item)
            } else {
                Some(quote!(__rt::stream::skip_rest(__reader);))
            };
            (
                quote!(Self::#ident => __rt::Err(__rt::stream::no_number(#variant)),),
                quote!({ #rest __rt::Ok(Self::#ident) }),
            )
        }
        Some(Other { ident, rest: None, .. }) => {
            let number = put(&repr, &wire, &quote!(*__number as ::core::primitive::u32));
            let rest = skip_rest(item);
            (
                quote!(Self::#ident(__number) => {
                    #number
                    __rt::Ok(())
                }),
                quote!({ #rest __rt::Ok(Self::#ident(__number as _)) }),
            )
        }
        Some(Other { ident, rest: Some(ty), .. }) => {
            let number = put(&repr, &wire, &quote!(*__number as ::core::primitive::u32));
            let rest = quote_spanned!(place(ty)=> <#ty as __rt::stream::RestField<'_>>);
            (
                quote_spanned!(place(ty)=> Self::#ident(__number, __rest) => {
                    let _ = #rest::from_rest;
                    #number
                    <__rt::stream::Rest as __rt::stream::EncodeAs<#wire, #ty>>::encode_as(__rest, __out)
                }),
                quote_spanned!(place(ty)=> {
                    let _ = #rest::from_rest;
                    __rt::Ok(Self::#ident(
                        __number as _,
                        #rest::from_rest(__rt::stream::take_rest(__reader)),
                    ))
                }),
            )
        }
    };
    let decode_arms =
        members.iter().enumerate().map(|(list, member)| decode_member(item, list, member));
    let records: Vec<_> = members.iter().map(|member| &member.record).collect();
    let of_members = members.iter().enumerate().map(|(list, member)| {
        let record = layout(&member.record, &member.ident.to_string(), list, item);
        let id = number_of(member, item);
        quote!(__rt::stream::MemberLayout { id: #id as _, record: &#record })
    });
    let of_other = match other {
        None => quote!(__rt::None),
        Some(other) => {
            let name = other.ident.to_string();
            let rest = other.rest.is_some() || !other.number && !is_plain;
            quote!(__rt::Some(__rt::stream::Other { name: #name, rest: #rest }))
        }
    };
    let of_enum = quote! {
        &__rt::stream::TypeLayout::Enumeration(&__rt::stream::EnumerationLayout {
            name: #name,
            number: <#repr as __rt::stream::Prefix<#wire>>::LAYOUT,
            members: &[#(#of_members),*],
            other: #of_other,
        })
    };
    let lists = members
        .iter()
        .enumerate()
        .map(|(list, member)| sizes(&member.record, &member.ident.to_string(), list, item));
    let rest = other.as_ref().is_some_and(|other| other.rest.is_some());
    let whole_size = if *messages {
        // The size of a message counts its number, too.
        quote!(__rt::stream::Size::at_least(1))
    } else {
        quote!(__rt::stream::enum_size(#number_size, #of_self::FIELDS, #rest))
    };
    let distinct = distinct(members, item);
    let is_bits = is_plain && item.wire.has_bits;
    Code {
        layout: whole(&of_enum, &records, item),
        size: size(whole_size, item),
        fields: quote!(&[#(#lists),*]),
        encode: if is_plain && !members.is_empty() {
            encode_number(item, enumeration)
        } else {
            quote! {
                match self {
                    #(#encode_arms)*
                    #other_encode
                }
            }
        },
        decode: quote! {
            #distinct
            let __start = __rt::Reader::position(__reader);
            let __number = match __rt::stream::take_number::<#wire, #repr>(__reader) {
                __rt::Ok(__number) => __number,
                __rt::Err(__error) => return __rt::Err(__rt::DecodeError::in_type(__error, #name)),
            };
            match __number {
                #(#decode_arms)*
                _ => #other_decode,
            }
        },
        beside: if is_bits { bit_field(item, enumeration) } else { TokenStream::new() },
        ..Code::default()
    }
}

/// The type of the runtime for the number of a variant.
fn repr(item: Item<'_>, enumeration: &Enumeration) -> TokenStream {
    if enumeration.messages {
        item.wire.of_runtime("MsgType")
    } else {
        item.wire.prefix(enumeration.repr, Span::call_site())
    }
}

fn put(repr: &TokenStream, wire: &TokenStream, number: &TokenStream) -> TokenStream {
    quote!(__rt::stream::put_number::<#wire, #repr, _>(#number, __out);)
}

/// Writes the number of a variant.
#[cfg(feature = "snapshot")]
pub(super) fn put_member(
    item: Item<'_>,
    enumeration: &Enumeration,
    member: &Member,
) -> TokenStream {
    put(&repr(item, enumeration), &item.inside(), &number_of(member, item))
}

/// Writes an enum without fields: one number for all variants, which LLVM writes in line.
fn encode_number(item: Item<'_>, enumeration: &Enumeration) -> TokenStream {
    let arms = enumeration.members.iter().map(|member| {
        let (name, pattern, number) =
            (&member.ident, braces(&member.record), number_of(member, item));
        quote!(Self::#name #pattern => #number,)
    });
    let other = enumeration.other.as_ref().map(|Other { ident, number, .. }| {
        let name = ident.to_string();
        if *number {
            quote!(Self::#ident(__number) => *__number as ::core::primitive::u32,)
        } else {
            quote!(Self::#ident => return __rt::Err(__rt::stream::no_number(#name)),)
        }
    });
    let put = put(&repr(item, enumeration), &item.inside(), &quote!(__number));
    quote! {
        let __number = match self { #(#arms)* #other };
        #put
        __rt::Ok(())
    }
}

/// The number of a variant, as an expression.
fn number_of(member: &Member, item: Item<'_>) -> TokenStream {
    match (member.number, member.record.fields.first()) {
        (None, Some(Field { ty, .. })) => {
            let message = item.wire.message.map(|name| item.wire.named(name, place(ty)));
            quote_spanned!(place(ty)=> <#ty as #message>::MSG_TYPE as ::core::primitive::u32)
        }
        (number, _) => {
            let number = number.unwrap_or_default();
            quote!(#number)
        }
    }
}

/// Fails the build for two messages with the same number, at the later one; of a type without parameters also
/// under `cargo check`.
fn distinct(members: &[Member], item: Item<'_>) -> TokenStream {
    let as_number = |member: &Member| {
        let number = number_of(member, item);
        quote!((#number) as ::core::primitive::u16)
    };
    let numbered = |member: &Member| {
        let (name, number) = (member.ident.to_string(), as_number(member));
        quote!((#name, #number))
    };
    let checks = members.iter().enumerate().filter_map(|(position, member)| {
        let before = &members[..position];
        // A number that is written here is compared with those that are known only in the messages.
        let others = match member.number {
            None => before.iter().map(numbered).collect::<Vec<_>>(),
            Some(_) => {
                before.iter().filter(|other| other.number.is_none()).map(numbered).collect()
            }
        };
        let (name, number) = (member.ident.to_string(), as_number(member));
        let place = member.record.fields.first().filter(|_| member.number.is_none());
        let place = place.map_or_else(|| member.ident.span(), |field| last_name(&field.ty));
        (!others.is_empty())
            .then(|| quote_spanned!(place=> __rt::stream::check_distinct(#name, #number, &[#(#others),*]);))
    });
    let checks: TokenStream = checks.collect();
    match (checks.is_empty(), item.generics.params.is_empty()) {
        (true, _) => checks,
        (false, true) => quote!(const _: () = { #checks };),
        (false, false) => quote!(const { #checks };),
    }
}

/// How many bytes the number of a variant takes.
fn number_size(enumeration: &Enumeration) -> TokenStream {
    let of_varint = |id: u32| (32 - (id | 1).leading_zeros() as usize).div_ceil(7);
    let (min, max) = match enumeration.repr {
        _ if enumeration.messages => (1, 3),
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
    quote!(__rt::stream::Size::between(#min, #max))
}

fn encode_member(
    item: Item<'_>,
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
    let (of_self, wire) = (item.of_self(), item.inside());
    if let Some(field) = member.newtype() {
        let ty = &field.ty;
        let variant = member.ident.to_string();
        let call = if member.number.is_none() { quote!(encode_parts) } else { quote!(encode) };
        let call = quote_spanned! {place(ty)=>
            <#ty as __rt::stream::Encode<#wire>>::#call(__f0, __out)
        };
        return quote!(Self::#name #pattern => {
            #number
            match #call {
                __rt::Ok(()) => __rt::Ok(()),
                __rt::Err(__error) => __rt::Err(__rt::EncodeError::in_type(__error, #variant)),
            }
        });
    }
    let fields = encode_fields(&member.record, list, item);
    // A variant of few bytes is written after one check, whatever the others are.
    quote!(Self::#name #pattern => {
        let __size = const {
            __rt::stream::variant_size(#number_size, #of_self::FIELDS, #list)
        };
        let __most = __rt::stream::room_for(__size);
        if __most <= __rt::stream::MOST_ROOM {
            __rt::stream::Buffer::put_within(
                __out,
                __most,
                __rt::stream::Size::is_fixed(__size),
                |__out: &mut __rt::stream::SliceOutput<'_>| {
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

fn decode_member(item: Item<'_>, list: usize, member: &Member) -> TokenStream {
    let (name, pattern) = (&member.ident, braces(&member.record));
    let arm = match member.number {
        Some(number) => quote!(#number),
        None => {
            let number = number_of(member, item);
            quote!(_ if __number == #number)
        }
    };
    let rest = skip_rest(item);
    if let Some(field) = member.newtype() {
        let (ty, wire) = (&field.ty, item.inside());
        let variant = member.ident.to_string();
        let read = quote_spanned! {place(ty)=>
            <#ty as __rt::stream::Decode<'de_, #wire>>::decode_parts::<__WHOLE>(__reader)
        };
        return quote! {
            #arm => match #read {
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
            #arm => {
                #rest
                __rt::Ok(Self::#name #pattern)
            }
        };
    }
    let fields = decode_fields(&member.record, list, item);
    let read = quote!(#fields #rest return __rt::Ok(Self::#name #pattern););
    let located = located(&quote!(unread_field), list, item, &read);
    quote!(#arm => { #located })
}

/// The implementation by which a value can be a few bits of a header.
fn bit_field(item: Item<'_>, enumeration: &Enumeration) -> TokenStream {
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
    let ident = &item.ident;
    let (generics, arguments, where_clause) = item.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __rt::stream::BitField for #ident #arguments #where_clause {
            const LARGEST: ::core::primitive::u64 = #largest;

            #[inline]
            fn to_bits(&self, __bits: __rt::u32) -> __rt::Option<::core::primitive::u64> {
                let __number: ::core::primitive::u64 = match self {
                    #(#numbers)*
                    #other_number
                };
                <::core::primitive::u64 as __rt::stream::BitField>::to_bits(&__number, __bits)
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
