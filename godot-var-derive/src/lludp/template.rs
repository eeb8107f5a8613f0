//! From a message template to structs and an enum of messages.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use godot_var_schema::lludp::model;
use godot_var_schema::template::{
    self, Deprecation, FieldType, Frequency, Quantity, check_names, snake_case,
};
use godot_var_schema::unknown_name;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Generics, Ident, LitBool, LitStr, Token, Type, bracketed, parse_quote};

use super::emit;
use crate::expand::constant;

/// Expands `message_template!`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let arguments: Arguments = match syn::parse2(input) {
        Ok(arguments) => arguments,
        Err(error) => return error.into_compile_error(),
    };
    match arguments.read().and_then(|(path, text)| {
        let messages = arguments.select(&path, &text)?;
        Ok(emit(&arguments, &path, &messages))
    }) {
        Ok(items) => items,
        Err(errors) => {
            let errors = errors.into_iter().map(syn::Error::into_compile_error);
            quote!(#(#errors)*)
        }
    }
}

/// Where the template is.
enum Source {
    Path(LitStr),
    /// `env = "VARIABLE"`.
    Env(LitStr),
}

/// What stands in the parentheses of the macro.
struct Arguments {
    source: Source,
    only: Option<Vec<Ident>>,
    deprecated: bool,
    owned: bool,
    name: Ident,
    krate: syn::Path,
}

const OPTIONS: [&str; 5] = ["only", "deprecated", "owned", "name", "crate"];

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let source = if input.peek(LitStr) {
            Source::Path(input.parse()?)
        } else {
            let word = input.call(Ident::parse_any)?;
            if word != "env" {
                return Err(syn::Error::new(
                    word.span(),
                    "the path of the template comes first: `\"message_template.msg\"`, or `env = \"VARIABLE\"`",
                ));
            }
            input.parse::<Token![=]>()?;
            Source::Env(input.parse()?)
        };
        let mut arguments = Self {
            source,
            only: None,
            deprecated: true,
            owned: false,
            name: format_ident!("AnyMessage"),
            krate: parse_quote!(::godot_var),
        };
        let mut given = HashSet::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let option = input.call(Ident::parse_any)?;
            let name = option.to_string();
            if !OPTIONS.contains(&name.as_str()) {
                return Err(syn::Error::new(
                    option.span(),
                    unknown_name("option", &name, OPTIONS.into_iter(), "the options are"),
                ));
            }
            if !given.insert(name.clone()) {
                return Err(syn::Error::new(
                    option.span(),
                    format!("`{name}` is given twice; remove one"),
                ));
            }
            if name == "owned" {
                arguments.owned = true;
                continue;
            }
            input.parse::<Token![=]>()?;
            match name.as_str() {
                "only" => {
                    let list;
                    bracketed!(list in input);
                    let names = Punctuated::<Ident, Token![,]>::parse_terminated(&list)?;
                    arguments.only = Some(names.into_iter().collect());
                }
                "deprecated" => arguments.deprecated = input.parse::<LitBool>()?.value,
                "name" => arguments.name = input.parse()?,
                _ => arguments.krate = input.parse()?,
            }
        }
        Ok(arguments)
    }
}

impl Arguments {
    fn span(&self) -> Span {
        match &self.source {
            Source::Path(path) => path.span(),
            Source::Env(variable) => variable.span(),
        }
    }

    /// The path and the text of the template.
    fn read(&self) -> Result<(PathBuf, String), Vec<syn::Error>> {
        let error = |message: String| vec![syn::Error::new(self.span(), message)];
        let path = match &self.source {
            Source::Path(path) => {
                let folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
                Path::new(&folder).join(path.value())
            }
            Source::Env(variable) => match std::env::var_os(variable.value()) {
                Some(path) => PathBuf::from(path),
                None => {
                    return Err(error(format!(
                        "the environment variable `{}` is not set while this is compiled",
                        variable.value()
                    )));
                }
            },
        };
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok((path, text)),
            Err(reason) => Err(error(format!("cannot read {}: {reason}", path.display()))),
        }
    }

    /// The messages that are asked for.
    fn select(&self, path: &Path, text: &str) -> Result<Vec<template::Message>, Vec<syn::Error>> {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let in_file = |errors: Vec<template::Diagnostic>| -> Vec<syn::Error> {
            errors
                .iter()
                .map(|error| syn::Error::new(self.span(), format!("{file}:{error}")))
                .collect()
        };
        let template = template::parse(text).map_err(in_file)?;
        let mut errors = Vec::new();
        for name in self.only.iter().flatten() {
            let plain = name.unraw().to_string();
            match template.messages.iter().find(|message| message.name == plain) {
                None => {
                    let names = template.messages.iter().map(|message| message.name.as_str());
                    let message = unknown_name("message", &plain, names, "the template has");
                    errors.push(syn::Error::new(name.span(), message));
                }
                Some(message) if !self.is_wanted(message) => errors.push(syn::Error::new(
                    name.span(),
                    format!("`{plain}` is deprecated, and `deprecated = false` leaves it out"),
                )),
                Some(_) => {}
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut messages = template.messages;
        messages.retain(|message| {
            let named = |name: &Ident| name.unraw() == message.name.as_str();
            self.is_wanted(message) && self.only.as_ref().is_none_or(|only| only.iter().any(named))
        });
        let errors = check_names(&messages);
        if !errors.is_empty() {
            return Err(in_file(errors));
        }
        let name = self.name.unraw();
        if messages.iter().any(|message| name == message.name.as_str()) {
            let message =
                format!("a message is called `{name}`; call the enum otherwise: `name = …`");
            return Err(vec![syn::Error::new(self.name.span(), message)]);
        }
        Ok(messages)
    }

    fn is_wanted(&self, message: &template::Message) -> bool {
        self.deprecated || message.deprecation == Deprecation::NotDeprecated
    }
}

/// A name of the template as a Rust name.
fn ident(name: &str) -> Ident {
    if let Ok(ident) = syn::parse_str(name) {
        return ident;
    }
    match name {
        "self" | "Self" | "super" | "crate" | "_" => format_ident!("{name}_"),
        _ => Ident::new_raw(name, Span::call_site()),
    }
}

/// `<'a>`, where something borrows.
fn generics(borrows: bool) -> Generics {
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

/// The name of a type and its size, as the documentation of a message has them.
fn type_words(field_type: FieldType) -> (String, String) {
    let size = match field_type {
        FieldType::Fixed(len) => return (format!("Fixed {len}"), len.to_string()),
        FieldType::Variable(prefix) => {
            return (format!("Variable {prefix}"), format!("{prefix} + n"));
        }
        FieldType::U8 | FieldType::S8 | FieldType::Bool => 1,
        FieldType::U16 | FieldType::S16 | FieldType::IpPort => 2,
        FieldType::U32 | FieldType::S32 | FieldType::F32 | FieldType::IpAddr => 4,
        FieldType::U64 | FieldType::S64 | FieldType::F64 => 8,
        FieldType::Vector3 | FieldType::Quaternion => 12,
        FieldType::Vector4 | FieldType::Uuid => 16,
        FieldType::Vector3d => 24,
    };
    let name = FieldType::SIMPLE.iter().find(|(_, other)| *other == field_type);
    (name.map_or_else(String::new, |(name, _)| (*name).to_owned()), size.to_string())
}

/// The layout of a message as a table.
fn message_doc(message: &template::Message) -> String {
    let number = match message.frequency {
        Frequency::Fixed => format!("{:#X}", message.number),
        _ => message.number.to_string(),
    };
    let trust = if message.trusted { "Trusted" } else { "NotTrusted" };
    let encoding = if message.zerocoded { "Zerocoded" } else { "Unencoded" };
    let mut doc =
        format!(" `{}`: {:?} {number}, {trust}, {encoding}", message.name, message.frequency);
    doc.push_str(match message.deprecation {
        Deprecation::NotDeprecated => ".",
        Deprecation::Deprecated => ", Deprecated.",
        Deprecation::UdpDeprecated => ", UDPDeprecated.",
        Deprecation::UdpBlackListed => ", UDPBlackListed.",
    });
    if message.blocks.is_empty() {
        doc.push_str(" It has no blocks.");
        return doc;
    }
    doc.push_str("\n\n | Block | Field | Type | Bytes |\n |---|---|---|---:|");
    for block in &message.blocks {
        let quantity = match block.quantity {
            Quantity::Single => String::new(),
            Quantity::Multiple(count) => format!(", {count} times"),
            Quantity::Variable => ", counted by a byte".to_owned(),
        };
        let mut first = format!("`{}`{quantity}", block.name);
        for field in &block.fields {
            let (ty, size) = type_words(field.field_type);
            // Writing to a String cannot fail.
            let _ = write!(doc, "\n | {first} | `{}` | `{ty}` | {size} |", field.name);
            first.clear();
        }
    }
    doc
}

/// A message with its module of blocks.
struct Emitted {
    name: Ident,
    /// `<'a>`, if it borrows.
    generics: Generics,
    items: TokenStream,
    implementations: TokenStream,
}

fn emit_message(arguments: &Arguments, message: &template::Message) -> Emitted {
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
    for (position, block) in message.blocks.iter().enumerate() {
        let block_name = ident(&block.name);
        let is_variable =
            |field: &template::Field| matches!(field.field_type, FieldType::Variable(_));
        let borrows = !arguments.owned && block.fields.iter().any(is_variable);
        let generics = generics(borrows);
        let model = model::Block {
            ident: block_name.clone(),
            generics: generics.clone(),
            krate: krate.clone(),
            fields: block
                .fields
                .iter()
                .map(|field| model::Field {
                    ident: ident(&snake_case(&field.name)),
                    name: field.name.clone(),
                    ty: field_type(arguments, field.field_type),
                    prefix: match field.field_type {
                        FieldType::Variable(1) => Some(model::Prefix::One),
                        FieldType::Variable(_) => Some(model::Prefix::Two),
                        _ => None,
                    },
                })
                .collect(),
        };
        let members = model.fields.iter().zip(&block.fields).map(|(model, field)| {
            let (ident, ty) = (&model.ident, &model.ty);
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
        block_implementations.extend(emit::block(&model, &format!("__B{position}")));
        block_implementations.extend(quote! {
            #[automatically_derived]
            impl #generics __rt::Default for #block_name #generics {
                #[inline]
                fn default() -> Self {
                    <Self as __rt::lludp::Block<'_>>::zero()
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
        let field = ident(&snake_case(&block.name));
        let doc = format!(" The block `{}`.", block.name);
        fields.extend(quote!(#[doc = #doc] pub #field: #ty,));
        zeros.extend(quote!(#field: <#ty as __rt::lludp::Blocks<'_>>::missing(),));
        model_blocks.push(model::MessageBlock { ident: field, name: block.name.clone(), ty });
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
    let mut implementations = emit::message(&model, arguments.owned);
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

fn emit(arguments: &Arguments, path: &Path, messages: &[template::Message]) -> TokenStream {
    let emitted: Vec<_> = messages.iter().map(|message| emit_message(arguments, message)).collect();
    let items = emitted.iter().map(|message| &message.items);
    let implementations = emitted.iter().map(|message| &message.implementations);
    let (any, dispatch) = emit_any(arguments, messages, &emitted);
    let constant = constant(&arguments.krate, &quote!(#(#implementations)* #dispatch));
    let path = path.to_string_lossy();
    let tracked_variable = match &arguments.source {
        Source::Env(variable) => quote! {
            const _: ::core::option::Option<&::core::primitive::str> =
                ::core::option_env!(#variable);
        },
        Source::Path(_) => TokenStream::new(),
    };
    quote! {
        const _: &[::core::primitive::u8] = ::core::include_bytes!(#path);
        #tracked_variable
        #(#items)*
        #any
        #constant
    }
}

/// Numbers of `Low` messages up to which a table is kept; those beyond are compared.
const TABLE: u32 = 1024;

/// The enum of all messages, and its implementations.
fn emit_any(
    arguments: &Arguments,
    messages: &[template::Message],
    emitted: &[Emitted],
) -> (TokenStream, TokenStream) {
    let any = &arguments.name;
    let borrows = emitted.iter().any(|message| !message.generics.params.is_empty());
    let generics = generics(borrows);
    let members = messages.iter().zip(emitted).map(|(message, emitted)| {
        let (name, generics) = (&emitted.name, &emitted.generics);
        let doc = format!(" `{}`.", message.name);
        quote!(#[doc = #doc] #name(#name #generics),)
    });
    let items = quote! {
        /// One message of the template.
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[allow(
            non_camel_case_types, missing_copy_implementations, variant_size_differences,
            clippy::all, clippy::pedantic,
        )]
        pub enum #any #generics { #(#members)* }
    };
    if messages.is_empty() {
        return (items, TokenStream::new());
    }
    let names: Vec<_> = emitted.iter().map(|message| &message.name).collect();
    let decode = messages.iter().zip(emitted).enumerate().map(|(index, (message, emitted))| {
        let (name, generics, index) = (&emitted.name, &emitted.generics, index as u16);
        let key = &message.name;
        quote! {
            #index => match <#name #generics as __rt::lludp::DecodeLludp<'__de>>::decode(
                __number, __reader, __missing,
            ) {
                __rt::Ok(__message) => __rt::Ok(Self::#name(__message)),
                __rt::Err(__error) => __rt::Err(__rt::DecodeError::in_key(__error, #key)),
            },
        }
    });
    let table = |frequency: Frequency, len: u32| {
        let mut table = vec![u16::MAX; len as usize];
        for (index, message) in messages.iter().enumerate() {
            let slot = table.get_mut(message.number as usize);
            if let (true, Some(slot)) = (message.frequency == frequency, slot) {
                *slot = index as u16;
            }
        }
        table
    };
    let low = messages
        .iter()
        .filter(|message| message.frequency == Frequency::Low && message.number < TABLE)
        .map(|message| message.number + 1)
        .max()
        .unwrap_or(0);
    let (high, medium, low) =
        (table(Frequency::High, 256), table(Frequency::Medium, 256), table(Frequency::Low, low));
    let low_len = low.len();
    let far = |frequency: Frequency, from: u32| {
        let arms: Vec<_> = messages
            .iter()
            .enumerate()
            .filter(|(_, message)| message.frequency == frequency && message.number >= from)
            .map(|(index, message)| {
                let number = proc_macro2::Literal::u32_unsuffixed(message.number);
                let index = index as u16;
                quote!(#number => #index,)
            })
            .collect();
        quote!(#(#arms)*)
    };
    let (far_low, fixed) = (far(Frequency::Low, TABLE), far(Frequency::Fixed, 0));
    let decoding = if borrows { quote!(<'__de: 'a, 'a>) } else { quote!(<'__de>) };
    let implementations = quote! {
        const __NONE: ::core::primitive::u16 = ::core::primitive::u16::MAX;
        static __HIGH: [::core::primitive::u16; 256] = [#(#high),*];
        static __MEDIUM: [::core::primitive::u16; 256] = [#(#medium),*];
        static __LOW: [::core::primitive::u16; #low_len] = [#(#low),*];

        #[inline]
        fn __index(__number: __rt::lludp::MessageNumber) -> ::core::primitive::u16 {
            match __number {
                __rt::lludp::MessageNumber::High(__number) => __HIGH[__number as __rt::usize],
                __rt::lludp::MessageNumber::Medium(__number) => __MEDIUM[__number as __rt::usize],
                __rt::lludp::MessageNumber::Low(__number) => {
                    match __LOW.get(__number as __rt::usize) {
                        __rt::Some(__index) => *__index,
                        __rt::None => match __number as __rt::u32 {
                            #far_low
                            _ => __NONE,
                        },
                    }
                }
                __rt::lludp::MessageNumber::Fixed(__number) => match __number {
                    #fixed
                    _ => __NONE,
                },
            }
        }

        #[automatically_derived]
        impl #generics __rt::lludp::EncodeLludp for #any #generics {
            #[inline]
            fn facts(&self) -> &'static __rt::lludp::MessageFacts {
                match self {
                    #(Self::#names(__message) => __rt::lludp::EncodeLludp::facts(__message),)*
                }
            }

            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                match self {
                    #(Self::#names(__message) => {
                        __rt::lludp::EncodeLludp::encode(__message, __out)
                    })*
                }
            }
        }

        #[automatically_derived]
        impl #decoding __rt::lludp::DecodeLludp<'__de> for #any #generics {
            #[inline]
            fn decode(
                __number: __rt::lludp::MessageNumber,
                __reader: &mut __rt::Reader<'__de>,
                __missing: &mut &'static [&'static __rt::str],
            ) -> __rt::Result<Self, __rt::DecodeError> {
                match __index(__number) {
                    #(#decode)*
                    _ => __rt::Err(__rt::lludp::MessageNumber::unknown(__number, 0)),
                }
            }
        }
    };
    (items, implementations)
}
