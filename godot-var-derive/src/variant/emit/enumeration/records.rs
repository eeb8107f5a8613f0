//! Variants as records whose opening tells them: by an id, or by a tag among their pairs.

use godot_var_schema::variant::model::{EnumForm, Enumeration, Enumerator, Form, Record};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    content_options, content_probes, enum_layout, facts_of_member, marker_ident, member_record,
    other_arms, other_facts, path, tag, tag_patterns, travelling, unknown,
};
use crate::variant::emit::context::Context;
use crate::variant::emit::record::Opening;
use crate::variant::emit::structure::{Implementation, Shortcuts, implement};

/// Members that are records whose opening words tell them.
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
        quote!(#path { .. } => __rt::record::encode::<__D, #marker #arguments, __O>(self, __out),)
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (patterns, marker) = (tag_patterns(member), marker_ident(member));
        quote!(__rt::Ok(#patterns) => __rt::record::decode::<__D, #marker #arguments>(__reader),)
    });
    let unknown = unknown(context, enumeration);
    let impls = implement(
        context,
        &Implementation {
            probes: content_probes(context, enumeration),
            options: content_options(enumeration),
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            layout: enum_layout(context, enumeration),
            nullable: None,
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                match #peek {
                    #(#get)*
                    __rt::Ok(__tag) => { #unknown }
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::None,
        },
    );
    quote!(#layouts #impls)
}

/// The record of an internally tagged variant: a newtype's fields stand beside the tag.
fn internal(member: &Enumerator) -> Record {
    Record { form: Form::Dictionary, ..member.record.clone() }
}
