//! Variants told by what fits first.

use godot_var_schema::variant::model::{Enumeration, Style};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    content_facts, content_layouts, enum_layout, get_content, other_arms, put_content, travelling,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::structure::{Implementation, Shortcuts, implement};

pub(super) fn untagged(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| content_facts(context, member));
    let put = travelling(enumeration).map(|member| {
        let (pattern, content) = put_content(context, member);
        quote!(#pattern => #content,)
    });
    let other_arms = other_arms(context, enumeration);
    let attempts = travelling(enumeration).map(|member| {
        let content = get_content(context, member, &quote!(&mut __attempt));
        quote! {
            let mut __attempt = __rt::Reader::clone(__reader);
            let __value: __rt::Result<Self, __rt::DecodeError> = #content;
            if let __rt::Ok(__value) = __value {
                *__reader = __attempt;
                return __rt::Ok(__value);
            }
            if let __rt::Err(__error) = __rt::enums::reject_member(__reader, &__attempt) {
                return __rt::Err(__error);
            }
        }
    });
    let has_unit = travelling(enumeration).any(|member| member.style == Style::Unit);
    let name = context.ident.to_string();
    let impls = implement(
        context,
        &Implementation {
            facts: quote!(__rt::any_of(&[#(#facts),*])),
            layout: enum_layout(context, enumeration),
            nullable: has_unit.then(|| {
                quote!(
                    const NULLABLE: __rt::bool = true;
                )
            }),
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                #(#attempts)*
                __rt::Err(__rt::enums::no_member::<__D>(__reader, #name))
            },
            shortcuts: Shortcuts::None,
        },
    );
    quote!(#layouts #impls)
}
