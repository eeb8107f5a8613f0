//! Untagged enums: readers take the first variant that fits.

use godot_var_schema::variant::model::{Enumeration, Enumerator, Style};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    content_facts, content_layouts, content_probes, enum_layout, get_content, marker_ident,
    other_arms, put_content, travelling,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::probe::is_nil;
use crate::variant::emit::record;
use crate::variant::emit::structure::{Implementation, implement};

pub(super) fn untagged(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| content_facts(context, member));
    let put = travelling(enumeration).map(|member| {
        let (pattern, content) = put_content(context, member);
        quote!(#pattern => #content,)
    });
    let other_arms = other_arms(context, enumeration);
    let last = travelling(enumeration).last();
    let attempts = travelling(enumeration).map(|member| {
        // The last variant needs no test: a value that does not fit it is an error.
        let is_last = last.is_some_and(|last| last.ident == member.ident);
        let may_be = may_be(context, member, is_last);
        let content = get_content(context, member, &quote!(__reader));
        quote! {
            if #may_be {
                if let __rt::Some(__read) = __rt::enums::attempt(__reader, |__reader| #content) {
                    return __read;
                }
            }
        }
    });
    // The name of a `Box` or of a user's type does not show whether it can be Nil.
    let has_nil = travelling(enumeration).any(|member| match member.style {
        Style::Unit => true,
        Style::Newtype => is_nil(&record::newtype(&member.record).0.ty),
        Style::Named | Style::Tuple => false,
    });
    let layout = enum_layout(context, enumeration);
    let nullable = has_nil.then(|| {
        quote!(
            const NULLABLE: __rt::bool = true;
        )
    });
    let name = context.ident.to_string();
    let impls = implement(
        context,
        &Implementation {
            probes: content_probes(context, enumeration),
            facts: quote!(__rt::any_of(&[#(#facts),*])),
            describe: quote!(#layout #nullable),
            encode: quote!(match self { #(#put)* #other_arms }).into(),
            decode: quote! {
                #(#attempts)*
                __rt::Err(__rt::enums::no_member::<AnyDialect>(__reader, #name))
            }
            .into(),
        },
    );
    quote!(#layouts #impls)
}

/// Whether the value may be this variant, judged by its type and, for a record, by its keys.
fn may_be(context: &Context<'_>, member: &Enumerator, is_last: bool) -> TokenStream {
    if matches!(member.style, Style::Named | Style::Tuple) && !is_last {
        let (marker, arguments) = (marker_ident(member), context.arguments());
        return quote!(__rt::record::may_be::<AnyDialect, #marker #arguments>(__reader)?);
    }
    let facts = content_facts(context, member);
    quote!(__rt::enums::may_be::<AnyDialect>(__reader, const { &#facts }))
}
