//! Variants as records that begin with what identifies them: an id, or a tag among their pairs.

use godot_var_schema::variant::model::{
    EnumForm, Enumeration, Enumerator, Form, Id, Record, Style,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use super::{
    content_probes, enum_layout, facts_of_member, failed, form, marker_ident, member_record, other,
    other_arms, other_facts, path, tag, tag_of, tag_patterns, travelling, unknown,
};
use crate::variant::emit::context::{Bound, Context};
use crate::variant::emit::record::Opening;
use crate::variant::emit::structure::{Body, Implementation, implement};

/// Variants as records whose opening words identify them.
pub(super) fn records(
    context: &Context<'_>,
    enumeration: &Enumeration,
    peek: &TokenStream,
) -> TokenStream {
    let arguments = context.arguments();
    let mut layouts = TokenStream::new();
    for member in travelling(enumeration) {
        let own = tag(&member.id);
        let (record, opening) = match &enumeration.form {
            EnumForm::Internal { tag } => (internal(member), Opening::Tag(tag.clone(), own)),
            _ => (member.record.clone(), Opening::Id(own)),
        };
        layouts.extend(member_record(context, member, &record, opening));
    }
    let facts = travelling(enumeration).map(|member| facts_of_member(context, member));
    let other_facts = other_facts(context, enumeration);
    let put = travelling(enumeration).map(|member| {
        let (path, marker) = (path(context, member), marker_ident(member));
        quote!(#path { .. } => __rt::record::encode::<AnyDialect, #marker #arguments, __O>(self, __out),)
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (patterns, marker) = (tag_patterns(member), marker_ident(member));
        quote!(__rt::Ok(#patterns) => __rt::record::decode::<AnyDialect, #marker #arguments>(__reader),)
    });
    let (unknown, failed) = (unknown(context, enumeration), failed(context));
    let layout = enum_layout(context, enumeration);
    let keys =
        matches!(enumeration.form, EnumForm::Internal { .. }).then(|| keys(context, enumeration));
    let impls = implement(
        context,
        &Implementation {
            probes: content_probes(context, enumeration),
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            describe: quote!(#layout #keys),
            encode: quote!(match self { #(#put)* #other_arms }).into(),
            decode: Body::Of(
                quote! {
                    match #peek {
                        #(#get)*
                        __rt::Ok(__tag) => { #unknown }
                        #failed
                    }
                },
                lists(context, enumeration),
            ),
        },
    );
    let entries = match &enumeration.form {
        EnumForm::Internal { tag } => entries(context, enumeration, tag),
        _ => None,
    };
    quote!(#layouts #impls #entries)
}

/// Reads lists of variants that are told by a number.
fn lists(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    if enumeration.form != EnumForm::Ids {
        return TokenStream::new();
    }
    let arguments = context.arguments();
    let push = travelling(enumeration).filter_map(|member| {
        let Id::Int(id) = member.id else { return None };
        let id = Literal::i32_unsuffixed(i32::try_from(id).ok()?);
        let marker = marker_ident(member);
        Some(
            quote!(#id => __rt::record::push_variant::<AnyDialect, #marker #arguments>(__reader, __list),),
        )
    });
    let push: Vec<_> = push.collect();
    if push.is_empty() {
        return TokenStream::new();
    }
    quote! {
            const REPLACED: __rt::bool = true;

            #[inline]
            fn decode_elements(
                __reader: &mut __rt::Reader<'de_>,
                __list: &mut __rt::Vec<Self>,
                __count: __rt::usize,
            ) -> __rt::Result<(), __rt::DecodeError> {
                __rt::record::decode_variants::<AnyDialect, Self>(
                    __reader,
                    __list,
                    __count,
                    |__id, __reader, __list| match __id {
                        #(#push)*
                        _ => false,
                    },
                )
            }
    }
}

/// Implements what flattening an enum with a tag needs, also next to another tag. An enum that
/// keeps unknown values keeps a whole Dictionary, which cannot be flattened.
fn entries(context: &Context<'_>, enumeration: &Enumeration, tag: &str) -> Option<TokenStream> {
    if other(enumeration).is_some_and(|other| other.style != Style::Unit) {
        return None;
    }
    let (ident, arguments) = (context.ident, context.arguments());
    let encode_bounds = context.generics(Bound::Encode);
    let (encode_generics, _, encode_where) = encode_bounds.split_for_impl();
    let decode_bounds = context.generics(Bound::Decode);
    let (decode_generics, _, decode_where) = decode_bounds.split_for_impl();
    let probes = content_probes(context, enumeration);
    let count = travelling(enumeration).map(|member| {
        let (path, marker) = (path(context, member), marker_ident(member));
        quote!(#path { .. } => __rt::count_variant::<AnyDialect, #marker #arguments>(self),)
    });
    let put = travelling(enumeration).map(|member| {
        let (path, marker) = (path(context, member), marker_ident(member));
        quote! {
            #path { .. } => {
                __rt::encode_variant::<AnyDialect, #marker #arguments, __O>(self, __reserved, __out)
            }
        }
    });
    let no_pairs = enumeration.members.iter().filter(|member| member.skip || member.other);
    let no_pairs = no_pairs.map(|member| {
        let path = path(context, member);
        quote!(#path { .. } => 0,)
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (patterns, marker) = (tag_patterns(member), marker_ident(member));
        quote! {
            __rt::Ok(#patterns) => {
                <#marker #arguments as __rt::ReadRecord<'de_, AnyDialect>>::read(__entries)
            }
        }
    });
    let unknown = match other(enumeration) {
        Some(other) => {
            let path = path(context, other);
            quote!(__rt::Ok(#path))
        }
        None => {
            let known = travelling(enumeration).map(tag_of);
            let name = ident.unraw().to_string();
            quote!(__rt::Err(__rt::enums::unknown_member(&__entries.reader(), #name, __tag, &[#(#known),*])))
        }
    };
    Some(quote! {
        #[automatically_derived]
        impl #encode_generics __rt::EncodeEntries<AnyDialect> for #ident #arguments #encode_where {
            fn entry_count(&self) -> __rt::usize {
                #probes
                match self { #(#count)* #(#no_pairs)* }
            }

            fn encode_entries<__O: __rt::Output>(
                &self,
                __reserved: __rt::ReservedKeys,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #probes
                match self { #(#put)* #other_arms }
            }
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeEntries<'de_, AnyDialect> for #ident #arguments #decode_where {
            fn decode_entries(
                __entries: &mut __rt::Entries<'de_, AnyDialect>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #probes
                match __entries.tag(#tag) {
                    #(#get)*
                    __rt::Ok(__tag) => #unknown,
                    __rt::Err(__error) => __rt::Err(__error),
                }
            }

            fn may_be(__entries: &__rt::Entries<'de_, AnyDialect>) -> __rt::bool {
                __entries.has_tag(#tag)
            }
        }

        #[automatically_derived]
        impl #encode_generics __rt::EncodeEntries<AnyDialect> for __rt::Box<#ident #arguments>
        #encode_where
        {
            fn entry_count(&self) -> __rt::usize {
                <#ident #arguments as __rt::EncodeEntries<AnyDialect>>::entry_count(self)
            }

            fn encode_entries<__O: __rt::Output>(
                &self,
                __reserved: __rt::ReservedKeys,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                <#ident #arguments as __rt::EncodeEntries<AnyDialect>>::encode_entries(self, __reserved, __out)
            }
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeEntries<'de_, AnyDialect> for __rt::Box<#ident #arguments>
        #decode_where
        {
            fn decode_entries(
                __entries: &mut __rt::Entries<'de_, AnyDialect>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                let __read = <#ident #arguments as __rt::DecodeEntries<'de_, AnyDialect>>::decode_entries(__entries);
                __rt::Result::map(__read, __rt::Box::new)
            }

            fn may_be(__entries: &__rt::Entries<'de_, AnyDialect>) -> __rt::bool {
                __entries.has_tag(#tag)
            }
        }
    })
}

/// The record of an internally tagged variant: a newtype's fields are encoded next to the tag.
fn internal(member: &Enumerator) -> Record {
    Record { form: Form::Dictionary, ..member.record.clone() }
}

/// The layout of an enum with a tag, as far as keys go.
fn keys(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let arguments = context.arguments();
    let members = travelling(enumeration).map(|member| {
        let marker = marker_ident(member);
        quote! {
            __rt::MemberLayout {
                name: "",
                tag: __rt::Tag::Text(""),
                aliases: &[],
                content: __rt::Some(<#marker #arguments as __rt::Describe>::KEYS),
            }
        }
    });
    let form = form(enumeration);
    quote! {
        const KEYS: &'static __rt::TypeLayout<'static> =
            &__rt::TypeLayout::Enumeration(&__rt::EnumerationLayout {
                name: "",
                form: __rt::EnumerationForm::#form,
                deny_unknown: false,
                members: &[#(#members),*],
                other: __rt::None,
            });
    }
}
