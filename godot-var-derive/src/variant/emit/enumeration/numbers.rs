//! Variants without data, identified by their numbers.

use godot_var_schema::variant::model::{Discriminant, Enumeration, Enumerator, Id};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{
    constant_name, content_probes, enum_layout, failed, number, other_arms, other_facts, path,
    travelling, unknown,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::field;
use crate::variant::emit::structure::{Body, Implementation, implement};

/// The constant of a discriminant whose value is not in the source text. `taken` are the numbers that
/// it must not have: rustc compares it with other discriminants, but knows no `id`.
fn constant(member: &Enumerator, taken: &TokenStream) -> Option<TokenStream> {
    let Discriminant { expr, place, ty } = member.discriminant.as_ref()?;
    let name = constant_name(member);
    Some(quote_spanned! {Span::call_site().located_at(*place)=>
        const #name: __rt::i64 = {
            const DISCRIMINANT: #ty = #expr;
            __rt::enums::number(DISCRIMINANT as __rt::i128, #taken)
        };
    })
}

pub(super) fn numbers(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let literals: Vec<_> = travelling(enumeration).map(number).collect();
    let ids = travelling(enumeration).filter(|member| member.is_numbered).map(|member| {
        let (number, name) = (number(member), member.ident.to_string());
        quote!((#number, #name))
    });
    let ids = quote!(&[#(#ids),*]);
    let constants = travelling(enumeration).map(|member| constant(member, &ids));
    let ident = context.ident;
    let (parameters, arguments) = (field::parameters(context), context.arguments());
    let where_clause = &context.message.generics.where_clause;
    let keeps_others = enumeration.members.iter().any(|member| member.skip || member.other);
    let small = travelling(enumeration).all(|member| {
        let fits = matches!(member.id, Id::Int(number) if i32::try_from(number).is_ok());
        fits && member.discriminant.is_none()
    });
    let wire = if small { quote!(__rt::i32) } else { quote!(__rt::i64) };
    let to_number = travelling(enumeration).zip(&literals).map(|(member, number)| {
        let path = path(context, member);
        quote!(#path {} => #number,)
    });
    let from_number = travelling(enumeration).zip(&literals).map(|(member, number)| {
        let path = path(context, member);
        quote!(#number => __rt::Some(#path {}),)
    });
    let (unknown, failed) = (unknown(context, enumeration), failed(context));
    let read = quote! {
        let __start = __rt::Reader::clone(__reader);
        match __rt::enums::read_number::<AnyDialect>(__reader) {
            __rt::Ok(__number) => match __from_number(__number) {
                __rt::Some(__value) => __rt::Ok(__value),
                __rt::None => {
                    *__reader = __start;
                    let __tag = __rt::Tag::Int(__number);
                    #unknown
                }
            },
            #failed
        }
    };
    // Variants that keep unknown numbers, or are never encoded, do not have the usual form.
    let (facts, functions, encode, decode) = if keeps_others {
        let other_facts = other_facts(context, enumeration);
        let put = travelling(enumeration).zip(&literals).map(|(member, number)| {
            let path = path(context, member);
            quote!(#path { .. } => {
                __rt::enums::put_number::<AnyDialect, __O>(#number, __out);
                __rt::Ok(())
            })
        });
        let other_arms = other_arms(context, enumeration);
        (
            quote!(__rt::any_of(&[<#wire as __rt::EncodeVariant<AnyDialect>>::FACTS, #other_facts])),
            quote!(),
            quote!(match self { #(#put)* #other_arms }).into(),
            read.into(),
        )
    } else {
        (
            quote!(<#wire as __rt::EncodeVariant<AnyDialect>>::FACTS),
            quote! {
                fn __to_number #parameters(__value: &#ident #arguments) -> #wire #where_clause {
                    match __value { #(#to_number)* }
                }
            },
            Body::Members(quote! {
                __rt::encode_as_inner!(AnyDialect, #wire, [], |__value| &__to_number(__value));
            }),
            Body::Of(
                read,
                quote! {
                    #[inline]
                    fn from_words(__words: &'de_ [__rt::Word]) -> __rt::Option<Self> {
                        match <#wire as __rt::DecodeVariant<'de_, AnyDialect>>::from_words(__words) {
                            __rt::Some(__number) => __from_number(__number as __rt::i64),
                            __rt::None => __rt::None,
                        }
                    }
                },
            ),
        )
    };
    let impls = implement(
        context,
        &Implementation {
            probes: content_probes(context, enumeration),
            facts,
            describe: enum_layout(context, enumeration),
            encode,
            decode,
        },
    );
    quote! {
        #(#constants)*
        #functions
        fn __from_number #parameters(
            __number: __rt::i64,
        ) -> __rt::Option<#ident #arguments> #where_clause {
            match __number { #(#from_number)* _ => __rt::None }
        }
        #impls
    }
}
