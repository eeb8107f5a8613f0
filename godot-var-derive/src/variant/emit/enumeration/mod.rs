//! Enums: the parts that the seven forms share. Each form has a file; the two forms that open a
//! record with an id or a tag share one.

mod adjacent;
mod external;
mod names;
mod numbers;
mod records;
mod untagged;

use godot_var_schema::variant::model::Id;
use godot_var_schema::variant::model::{EnumForm, Enumeration, Enumerator, Field, Record, Style};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::context::Context;
use super::field;
use super::probe::{call, place_of, probes};
use super::record::{self, Opening, Target};
use super::structure;

/// Emits an enum.
pub(super) fn enumeration(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    match &enumeration.form {
        EnumForm::Names => names::names(context, enumeration),
        EnumForm::Numbers => numbers::numbers(context, enumeration),
        EnumForm::External => external::external(context, enumeration),
        EnumForm::Internal { tag } => {
            let peek = quote!(__rt::enums::peek_tag::<AnyDialect>(__reader, #tag));
            records::records(context, enumeration, &peek)
        }
        EnumForm::Ids => records::records(
            context,
            enumeration,
            &quote!(__rt::enums::peek_id::<AnyDialect>(__reader)),
        ),
        EnumForm::Adjacent { tag, content } => {
            adjacent::adjacent(context, enumeration, tag, content)
        }
        EnumForm::Untagged => untagged::untagged(context, enumeration),
    }
}

fn tag(id: &Id) -> TokenStream {
    match id {
        Id::Int(number) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(__rt::Tag::Int(#number))
        }
        Id::Text(text) => quote!(__rt::Tag::Text(#text)),
    }
}

/// The number of a variant: a literal, or the constant of its discriminant.
fn number(member: &Enumerator) -> TokenStream {
    match (&member.discriminant, &member.id) {
        (None, Id::Int(number)) => Literal::i64_unsuffixed(*number).to_token_stream(),
        _ => constant_name(member).to_token_stream(),
    }
}

fn constant_name(member: &Enumerator) -> Ident {
    format_ident!("Number_{}", member.ident)
}

/// The encoded tag of a variant.
fn tag_of(member: &Enumerator) -> TokenStream {
    if member.discriminant.is_some() {
        let number = number(member);
        return quote!(__rt::Tag::Int(#number));
    }
    tag(&member.id)
}

pub(super) fn travelling(enumeration: &Enumeration) -> impl Iterator<Item = &Enumerator> {
    enumeration.members.iter().filter(|member| !member.skip && !member.other)
}

/// The patterns of a tag and its aliases.
fn tag_patterns(member: &Enumerator) -> TokenStream {
    let own = tag(&member.id);
    let aliases = member.aliases.iter().map(|alias| quote!(__rt::Tag::Text(#alias)));
    quote!(#own #(| #aliases)*)
}

fn name_patterns(member: &Enumerator) -> TokenStream {
    let Id::Text(name) = &member.id else { return quote!(_) };
    let aliases = &member.aliases;
    quote!(#name #(| #aliases)*)
}

fn name_of(member: &Enumerator) -> String {
    match &member.id {
        Id::Text(name) => name.clone(),
        Id::Int(number) => number.to_string(),
    }
}

/// The name of a variant in Rust.
fn rust_name(member: &Enumerator) -> String {
    member.ident.unraw().to_string()
}

/// The arm for an error before the variant is known.
fn failed(context: &Context<'_>) -> TokenStream {
    let name = context.ident.unraw().to_string();
    quote!(__rt::Err(__error) => __rt::Err(__rt::DecodeError::in_type(__error, #name)),)
}

/// `Enum::Member`
fn path(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    let (ident, member) = (context.ident, &member.ident);
    quote!(#ident::#member)
}

/// The result for a tag that no variant has.
fn unknown(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let known = travelling(enumeration).map(tag_of);
    let name = context.ident.unraw().to_string();
    match other(enumeration) {
        None => quote! {
            __rt::Err(__rt::enums::unknown_member(__reader, #name, __tag, &[#(#known),*]))
        },
        Some(other) => other_value(context, other),
    }
}

/// Reads the whole value as the variant that accepts values that fit no other.
fn other_value(context: &Context<'_>, other: &Enumerator) -> TokenStream {
    let path = path(context, other);
    if other.style == Style::Unit {
        return quote! {
            match __rt::enums::skip::<AnyDialect>(__reader) {
                __rt::Ok(()) => __rt::Ok(#path),
                __rt::Err(__error) => __rt::Err(__error),
            }
        };
    }
    let (field, member) = record::newtype(&other.record);
    let ty = &field.ty;
    let span = place_of(field, context);
    let decode = quote_spanned!(span=> <#ty as __rt::DecodeVariant<'de_, AnyDialect>>::decode);
    let read = call(span, decode, quote!(__reader));
    quote! {
        match #read {
            __rt::Ok(__value) => __rt::Ok(#path { #member: __value }),
            __rt::Err(__error) => __rt::Err(__error),
        }
    }
}

/// The arms that write variants that are never encoded, or keep unknown values.
fn other_arms(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    enumeration
        .members
        .iter()
        .filter(|member| member.skip || member.other)
        .map(|member| {
            let path = path(context, member);
            if member.other && !member.skip && member.style == Style::Newtype {
                let (field, name) = record::newtype(&member.record);
                let ty = &field.ty;
                let span = place_of(field, context);
                let encode =
                    quote_spanned!(span=> <#ty as __rt::EncodeVariant<AnyDialect>>::encode);
                let write = call(span, encode, quote!(__value, __out));
                return quote!(#path { #name: __value } => #write,);
            }
            let name = member.ident.to_string();
            quote!(#path { .. } => __rt::Err(__rt::enums::skipped_member(#name)),)
        })
        .collect()
}

pub(super) fn marker_ident(member: &Enumerator) -> Ident {
    format_ident!("Variant_{}", member.ident)
}

/// The type that carries a variant's layout: the enum's parameters, nothing else.
fn marker(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    let ident = marker_ident(member);
    let phantom = field::phantom(context);
    let parameters = field::parameters(context);
    let where_clause = &context.message.generics.where_clause;
    quote!(struct #ident #parameters (#phantom) #where_clause;)
}

/// Emits the layout of a variant.
fn member_record(
    context: &Context<'_>,
    member: &Enumerator,
    record: &Record,
    opening: Opening,
) -> TokenStream {
    let marker = marker(context, member);
    let target = Target {
        ident: marker_ident(member),
        name: rust_name(member),
        record,
        opening,
        constructor: path(context, member),
        is_member: true,
    };
    let rust_name = format!("{}::{}", context.ident, member.ident);
    let members = record::describe(context, &target, &rust_name);
    let describe = structure::describe(context, &target.ident, &members);
    let layout = record::record(context, &target);
    quote!(#marker #describe #layout)
}

fn facts_of_member(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    let ident = marker_ident(member);
    let arguments = context.arguments();
    quote!(__rt::record_facts::<AnyDialect, #ident #arguments>())
}

/// The form of an enum, as a variant of `EnumerationForm`.
pub(super) fn form(enumeration: &Enumeration) -> TokenStream {
    match &enumeration.form {
        EnumForm::Names => quote!(Names),
        EnumForm::Numbers => quote!(Numbers),
        EnumForm::External => quote!(External),
        EnumForm::Internal { tag } => quote!(Internal(#tag)),
        EnumForm::Adjacent { tag, content } => quote!(Adjacent(#tag, #content)),
        EnumForm::Untagged => quote!(Untagged),
        EnumForm::Ids => quote!(Ids),
    }
}

/// The layout of an enum, as a member of `Describe`.
fn enum_layout(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let name = context.ident.to_string();
    let form = form(enumeration);
    let members = travelling(enumeration).map(|member| {
        let rust_name = member.ident.to_string();
        let id = tag_of(member);
        let owner = marker_ident(member).to_string();
        let aliases = &member.aliases;
        let content = match (member.style, &enumeration.form) {
            (Style::Unit, _) => quote!(__rt::None),
            (Style::Newtype, form) if *form != EnumForm::Ids => {
                let layout = field::layout_of(&owner, record::newtype(&member.record).0, context);
                quote!(__rt::Some(#layout))
            }
            _ => {
                let (marker, arguments) = (marker_ident(member), context.arguments());
                quote!(__rt::Some(__rt::layout::<#marker #arguments>()))
            }
        };
        quote! {
            __rt::MemberLayout {
                name: #rust_name,
                tag: #id,
                aliases: &[#(#aliases),*],
                content: #content,
            }
        }
    });
    let deny_unknown = enumeration.members.iter().any(|member| member.record.deny_unknown);
    let other = other(enumeration).map_or_else(
        || quote!(__rt::None),
        |member| {
            let name = member.ident.to_string();
            let content = if member.style == Style::Unit {
                quote!(__rt::None)
            } else {
                let field = record::newtype(&member.record).0;
                let ty = &field.ty;
                let layout = quote_spanned! {place_of(field, context)=>
                    __rt::layout::<#ty>()
                };
                quote!(__rt::Some(#layout))
            };
            quote!(__rt::Some((#name, #content)))
        },
    );
    let layout = quote! {
        &__rt::TypeLayout::Enumeration(&__rt::EnumerationLayout {
            name: #name,
            form: __rt::EnumerationForm::#form,
            deny_unknown: #deny_unknown,
            members: &[#(#members),*],
            other: #other,
        })
    };
    structure::layout(&content_probes(context, enumeration), &layout)
}

/// The variant that accepts values that fit no other.
fn other(enumeration: &Enumeration) -> Option<&Enumerator> {
    enumeration.members.iter().find(|member| member.other && !member.skip)
}

fn other_facts(context: &Context<'_>, enumeration: &Enumeration) -> Option<TokenStream> {
    let other = other(enumeration)?;
    (other.style == Style::Newtype).then(|| {
        let field = record::newtype(&other.record).0;
        let ty = &field.ty;
        quote_spanned!(place_of(field, context)=> <#ty as __rt::EncodeVariant<AnyDialect>>::FACTS)
    })
}

/// Emits the layouts of variants that are records inside another form.
fn content_layouts(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    travelling(enumeration)
        .map(|member| match member.style {
            Style::Unit => quote!(),
            Style::Newtype => {
                let fields = member.record.wire_fields();
                field::custom_codecs(&marker_ident(member).to_string(), fields, context)
            }
            Style::Named | Style::Tuple => {
                member_record(context, member, &member.record, Opening::Plain)
            }
        })
        .collect()
}

/// Probes the types of content that the enum itself writes and reads.
fn content_probes(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    probes(contents(enumeration), context)
}

fn contents(enumeration: &Enumeration) -> impl Iterator<Item = &Field> {
    let contents = enumeration.members.iter().filter(|member| {
        !member.skip
            && member.style == Style::Newtype
            && (member.other || enumeration.form != EnumForm::Ids)
    });
    contents.map(|member| record::newtype(&member.record).0)
}

/// The facts of a variant's content.
fn content_facts(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    match member.style {
        Style::Unit => quote!(<() as __rt::EncodeVariant<AnyDialect>>::FACTS),
        Style::Newtype => {
            let (field, _) = record::newtype(&member.record);
            field::member(&marker_ident(member).to_string(), field, context, "FACTS")
        }
        Style::Named | Style::Tuple => facts_of_member(context, member),
    }
}

/// An arm's pattern, and an expression that writes the content.
fn put_content(context: &Context<'_>, member: &Enumerator) -> (TokenStream, TokenStream) {
    let path = path(context, member);
    match member.style {
        Style::Unit => {
            (quote!(#path {}), quote!(__rt::EncodeVariant::<AnyDialect>::encode(&(), __out)))
        }
        Style::Newtype => {
            let (field, name) = record::newtype(&member.record);
            let owner = marker_ident(member).to_string();
            let encode = field::member(&owner, field, context, "encode");
            let encode = call(place_of(field, context), encode, quote!(__value, __out));
            (quote!(#path { #name: __value }), encode)
        }
        Style::Named | Style::Tuple => {
            let (marker, arguments) = (marker_ident(member), context.arguments());
            (
                quote!(#path { .. }),
                quote!(__rt::record::encode::<AnyDialect, #marker #arguments, __O>(self, __out)),
            )
        }
    }
}

/// An expression that reads the content with the given reader into a `Result<Self, DecodeError>`.
fn get_content(context: &Context<'_>, member: &Enumerator, reader: &TokenStream) -> TokenStream {
    let path = path(context, member);
    match member.style {
        Style::Unit => quote! {
            match <() as __rt::DecodeVariant<'de_, AnyDialect>>::decode(#reader) {
                __rt::Ok(()) => __rt::Ok(#path {}),
                __rt::Err(__error) => __rt::Err(__error),
            }
        },
        Style::Newtype => {
            let (field, name) = record::newtype(&member.record);
            let owner = marker_ident(member).to_string();
            let decode = field::member(&owner, field, context, "decode");
            let read = call(place_of(field, context), decode, reader.clone());
            quote! {
                match #read {
                    __rt::Ok(__value) => __rt::Ok(#path { #name: __value }),
                    __rt::Err(__error) => __rt::Err(__error),
                }
            }
        }
        Style::Named | Style::Tuple => {
            let (marker, arguments) = (marker_ident(member), context.arguments());
            quote!(__rt::record::decode::<AnyDialect, #marker #arguments>(#reader))
        }
    }
}
