//! Variants as a Dictionary of two pairs: the tag and the content.

use godot_var_schema::variant::model::{Enumeration, Style};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    content_facts, content_layouts, content_probes, enum_layout, failed, get_content, other_arms,
    other_facts, path, put_content, rust_name, tag, tag_patterns, travelling, unknown,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::structure::{Implementation, implement};

pub(super) fn adjacent(
    context: &Context<'_>,
    enumeration: &Enumeration,
    key: &str,
    content_key: &str,
) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| {
        let id = tag(&member.id);
        if member.style == Style::Unit {
            return quote!(__rt::inside(__rt::tag_capacity(#key, #id), __rt::Facts::fixed(&[])));
        }
        let content = content_facts(context, member);
        quote! {
            __rt::inside(
                __rt::tag_capacity(#key, #id) + __rt::text_facts_of(#content_key).min_words,
                #content,
            )
        }
    });
    let other_facts = other_facts(context, enumeration);
    let put = travelling(enumeration).map(|member| {
        let (id, name) = (tag(&member.id), rust_name(member));
        let (pattern, content) = put_content(context, member);
        if member.style == Style::Unit {
            return quote! {
                #pattern => __rt::enums::put_adjacent::<AnyDialect, __O>(#key, #id, __rt::None, __out),
            };
        }
        quote! {
            #pattern => match __rt::enums::put_adjacent::<AnyDialect, __O>(
                #key, #id, __rt::Some(#content_key), __out,
            ) {
                __rt::Ok(()) => __rt::enums::within_content(#content, #name, #content_key),
                __rt::Err(__error) => __rt::Err(__error),
            },
        }
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (path, patterns, name) =
            (path(context, member), tag_patterns(member), rust_name(member));
        if member.style == Style::Unit {
            return quote!(#patterns => __rt::Ok(#path {}),);
        }
        let content = get_content(context, member, &quote!(&mut __content));
        quote! {
            #patterns => match __content {
                __rt::Some(mut __content) => {
                    let __value = __rt::enums::read_within_content(#content, #name, #content_key);
                    __rt::enums::spend(__reader, &__content);
                    __value
                }
                __rt::None => __rt::Err(__rt::enums::missing_content(&__start, #name, #content_key)),
            },
        }
    });
    let (unknown, failed) = (unknown(context, enumeration), failed(context));
    let impls = implement(
        context,
        &Implementation {
            probes: content_probes(context, enumeration),
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            describe: enum_layout(context, enumeration),
            encode: quote!(match self { #(#put)* #other_arms }).into(),
            decode: quote! {
                let __start = __rt::Reader::clone(__reader);
                match __rt::enums::open_adjacent::<AnyDialect>(__reader, #key, #content_key) {
                    __rt::Ok((__tag, __content)) => match __tag {
                        #(#get)*
                        _ => {
                            *__reader = __start;
                            #unknown
                        }
                    },
                    #failed
                }
            }
            .into(),
        },
    );
    quote!(#layouts #impls)
}
