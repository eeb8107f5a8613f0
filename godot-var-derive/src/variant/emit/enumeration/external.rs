//! Variants as a Dictionary of one pair: the name and the content.

use godot_var_schema::variant::model::{Enumeration, Style};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    content_facts, content_layouts, content_probes, enum_layout, failed, get_content, name_of,
    name_patterns, other_arms, other_facts, path, put_content, rust_name, travelling, unknown,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::structure::{Implementation, implement};

pub(super) fn external(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| {
        let name = name_of(member);
        if member.style == Style::Unit {
            return quote!(__rt::text_facts_of(#name));
        }
        let content = content_facts(context, member);
        quote!(__rt::inside(2 + __rt::text_facts_of(#name).min_words, #content))
    });
    let other_facts = other_facts(context, enumeration);
    let put = travelling(enumeration).map(|member| {
        let (name, rust_name) = (name_of(member), rust_name(member));
        let (pattern, content) = put_content(context, member);
        if member.style == Style::Unit {
            return quote!(#pattern => __rt::enums::put_name::<AnyDialect, __O>(#name, __out),);
        }
        quote! {
            #pattern => match __rt::enums::put_external::<AnyDialect, __O>(#name, __out) {
                __rt::Ok(()) => __rt::enums::within_content(#content, #rust_name, #name),
                __rt::Err(__error) => __rt::Err(__error),
            },
        }
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (path, names, name) = (path(context, member), name_patterns(member), name_of(member));
        let rust_name = rust_name(member);
        if member.style == Style::Unit {
            return quote! {
                (#names, false) => __rt::Ok(#path {}),
                (#names, true) => __rt::Err(__rt::enums::wrong_content(&__start, #rust_name, #name, false)),
            };
        }
        let content = get_content(context, member, &quote!(__reader));
        quote! {
            (#names, true) => __rt::enums::read_within_content(#content, #rust_name, #name),
            (#names, false) => __rt::Err(__rt::enums::wrong_content(&__start, #rust_name, #name, true)),
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
                match __rt::enums::open_external::<AnyDialect>(__reader) {
                    __rt::Ok((__name, __content)) => {
                        let __value = match (__name, __content) {
                            #(#get)*
                            _ => {
                                *__reader = __start;
                                let __tag = __rt::Tag::Text(__name);
                                return { #unknown };
                            }
                        };
                        __rt::enums::close_external(__reader, __content);
                        __value
                    }
                    #failed
                }
            }
            .into(),
        },
    );
    quote!(#layouts #impls)
}
