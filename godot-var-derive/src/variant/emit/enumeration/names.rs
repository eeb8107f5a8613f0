//! Variants without data, identified by their names.

use godot_var_schema::variant::model::Enumeration;
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    content_probes, enum_layout, failed, name_of, name_patterns, other_arms, other_facts, path,
    travelling, unknown,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::structure::{Implementation, implement};

pub(super) fn names(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let texts = travelling(enumeration).map(name_of);
    let facts = texts.map(|name| quote!(__rt::text_facts_of(#name)));
    let other_facts = other_facts(context, enumeration);
    let put = travelling(enumeration).map(|member| {
        let (path, name) = (path(context, member), name_of(member));
        quote!(#path { .. } => __rt::enums::put_name::<AnyDialect, __O>(#name, __out),)
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (path, names) = (path(context, member), name_patterns(member));
        quote!(__rt::Ok(#names) => __rt::Ok(#path {}),)
    });
    let (unknown, failed) = (unknown(context, enumeration), failed(context));
    implement(
        context,
        &Implementation {
            probes: content_probes(context, enumeration),
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            describe: enum_layout(context, enumeration),
            encode: quote!(match self { #(#put)* #other_arms }).into(),
            decode: quote! {
                let __start = __rt::Reader::clone(__reader);
                match __rt::enums::read_name::<AnyDialect>(__reader) {
                    #(#get)*
                    __rt::Ok(__name) => {
                        *__reader = __start;
                        let __tag = __rt::Tag::Text(__name);
                        #unknown
                    }
                    #failed
                }
            }
            .into(),
        },
    )
}
