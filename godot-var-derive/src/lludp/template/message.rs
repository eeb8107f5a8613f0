//! A message of a template: its struct, and a module with the structs of its blocks.

use godot_var_schema::lludp::model;
use godot_var_schema::stream::model::{self as block, Body, Codec, Field, Prefix, Record};
use godot_var_schema::template::{self, FieldType, Quantity, snake_case};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Ident, Member, Type, parse_quote};

use super::arguments::Arguments;
use super::docs::{message_doc, type_words};
use crate::expand::constant;
use crate::lludp::{LLUDP, message as emit};
use crate::stream;

/// Converts a name of the template to a Rust name.
fn ident(name: &str) -> Ident {
    if let Ok(ident) = syn::parse_str(name) {
        return ident;
    }
    match name {
        "self" | "Self" | "super" | "crate" | "_" => format_ident!("{name}_"),
        _ => Ident::new_raw(name, Span::call_site()),
    }
}

/// A field by its name in the template.
fn named(name: &str, ty: Type) -> Field {
    let member = Member::Named(ident(&snake_case(name)));
    Field { key: name.to_owned(), ..Field::new(member, ty) }
}

/// `<'a>`, if something borrows.
pub(super) fn generics(borrows: bool) -> Generics {
    if borrows { parse_quote!(<'a>) } else { Generics::default() }
}

fn field_type(arguments: &Arguments, field_type: FieldType) -> Type {
    let krate = &arguments.krate;
    let primitive = |name: &str| {
        let name = format_ident!("{name}");
        parse_quote!(::core::primitive::#name)
    };
    let special = |name: &str| {
        let name = format_ident!("{name}");
        parse_quote!(#krate::lludp::#name)
    };
    match field_type {
        FieldType::U8 => primitive("u8"),
        FieldType::U16 => primitive("u16"),
        FieldType::U32 => primitive("u32"),
        FieldType::U64 => primitive("u64"),
        FieldType::S8 => primitive("i8"),
        FieldType::S16 => primitive("i16"),
        FieldType::S32 => primitive("i32"),
        FieldType::S64 => primitive("i64"),
        FieldType::F32 => primitive("f32"),
        FieldType::F64 => primitive("f64"),
        FieldType::Bool => primitive("bool"),
        FieldType::Vector3 => special("Vector3"),
        FieldType::Vector3d => special("Vector3d"),
        FieldType::Vector4 => special("Vector4"),
        FieldType::Quaternion => special("Quaternion"),
        FieldType::Uuid => special("Uuid"),
        FieldType::IpPort => special("Port"),
        FieldType::IpAddr => parse_quote!(::core::net::Ipv4Addr),
        FieldType::Fixed(len) => {
            let len = usize::from(len);
            parse_quote!([::core::primitive::u8; #len])
        }
        FieldType::Variable(_) if arguments.owned => {
            parse_quote!(#krate::__private::Vec<::core::primitive::u8>)
        }
        FieldType::Variable(_) => parse_quote!(&'a [::core::primitive::u8]),
    }
}

/// A message with its module of blocks.
pub(super) struct Emitted {
    pub(super) name: Ident,
    /// `<'a>`, if it borrows.
    pub(super) generics: Generics,
    pub(super) items: TokenStream,
    pub(super) implementations: TokenStream,
}

pub(super) fn emit_message(arguments: &Arguments, message: &template::Message) -> Emitted {
    let krate = &arguments.krate;
    let derives = quote! {
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    };
    let name = ident(&message.name);
    let module = match snake_case(&message.name) {
        module if module == message.name => format_ident!("{module}_blocks"),
        module => ident(&module),
    };
    let mut structs = TokenStream::new();
    let mut block_implementations = TokenStream::new();
    let mut model_blocks = Vec::new();
    let mut fields = TokenStream::new();
    let mut zeros = TokenStream::new();
    let mut message_borrows = false;
    for block in &message.blocks {
        let block_name = ident(&block.name);
        let is_variable =
            |field: &template::Field| matches!(field.field_type, FieldType::Variable(_));
        let borrows = !arguments.owned && block.fields.iter().any(is_variable);
        let generics = generics(borrows);
        let counted = |prefix| Codec::Counted(Some(prefix), None, Box::new(Codec::Plain));
        let model_fields = block.fields.iter().map(|field| Field {
            codec: match field.field_type {
                FieldType::Variable(1) => counted(Prefix::U8),
                FieldType::Variable(_) => counted(Prefix::U16),
                _ => Codec::Plain,
            },
            ..named(&field.name, field_type(arguments, field.field_type))
        });
        let model = Record { header_bits: None, fields: model_fields.collect() };
        let members = model.fields.iter().zip(&block.fields).map(|(model, field)| {
            let (ident, ty) = (&model.name, &model.ty);
            let (type_name, _) = type_words(field.field_type);
            let doc = format!(" `{}`: `{type_name}`.", field.name);
            quote!(#[doc = #doc] pub #ident: #ty,)
        });
        let doc = format!(" The block `{}` of `{}`.", block.name, message.name);
        structs.extend(quote! {
            #[doc = #doc]
            #derives
            pub struct #block_name #generics { #(#members)* }
        });
        let model = block::Message::new(&block_name, &generics, krate.clone(), Body::Record(model));
        block_implementations.extend(stream::message(LLUDP, &model));
        block_implementations.extend(quote! {
            #[automatically_derived]
            impl #generics __rt::Default for #block_name #generics {
                #[inline]
                fn default() -> Self {
                    __rt::lludp::zero()
                }
            }
        });

        let one = quote!(#module::#block_name #generics);
        let ty: Type = match block.quantity {
            Quantity::Single => parse_quote!(#one),
            Quantity::Multiple(count) => {
                let count = usize::from(count);
                parse_quote!([#one; #count])
            }
            Quantity::Variable if arguments.owned => parse_quote!(#krate::__private::Vec<#one>),
            Quantity::Variable => {
                message_borrows = true;
                parse_quote!(#krate::lludp::Repeated<'a, #one>)
            }
        };
        message_borrows |= borrows;
        let field = named(&block.name, ty);
        let (name, ty) = (&field.name, &field.ty);
        let doc = format!(" The block `{}`.", block.name);
        fields.extend(quote!(#[doc = #doc] pub #name: #ty,));
        zeros.extend(quote!(#name: __rt::lludp::zero(),));
        model_blocks.push(field);
    }
    let generics = generics(message_borrows);
    let doc = message_doc(message);
    let module_doc = format!(" The blocks of [`{0}`](super::{0}).", message.name);
    let blocks = (!message.blocks.is_empty()).then(|| {
        let implementations = constant(krate, &block_implementations);
        quote! {
            #[doc = #module_doc]
            #[allow(non_camel_case_types, missing_copy_implementations, clippy::all, clippy::pedantic)]
            pub mod #module {
                #structs
                #implementations
            }
        }
    });
    let model = model::Message {
        ident: name.clone(),
        generics: generics.clone(),
        krate: krate.clone(),
        name: message.name.clone(),
        frequency: message.frequency,
        number: message.number,
        trusted: message.trusted,
        zerocoded: message.zerocoded,
        deprecation: message.deprecation,
        blocks: model_blocks,
    };
    let mut implementations = emit::message(&model);
    implementations.extend(quote! {
        #[automatically_derived]
        impl #generics __rt::Default for #name #generics {
            #[inline]
            fn default() -> Self {
                Self { #zeros }
            }
        }
    });
    let items = quote! {
        #[doc = #doc]
        #derives
        #[allow(non_camel_case_types, missing_copy_implementations, clippy::all, clippy::pedantic)]
        pub struct #name #generics { #fields }

        #blocks
    };
    Emitted { name, generics, items, implementations }
}
