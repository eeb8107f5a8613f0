//! The view of a message: a second item that borrows, with the same derive, and the way back.

use godot_var_schema::variant::model::{Body, Field, Message, Record};
use godot_var_schema::variant::view::Lent;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, DeriveInput, Fields, Ident, parse_quote};

use super::emit;
use crate::expand::constant;

/// The view, its implementations, and the conversion into the message that owns what it has.
///
/// ```text
/// struct SayView<'a> { text: &'a str, at: Vector3 }
/// impl From<SayView<'_>> for Say { … }
/// ```
pub(super) fn view(message: &Message, item: &DeriveInput) -> TokenStream {
    let Some(derives) = &message.view else { return TokenStream::new() };
    let lending = lending(message);
    let declaration = declaration(&lending, item);
    let implementations = constant(&message.krate, &emit::message(&lending));
    let owned = constant(&message.krate, &into_owned(message, &lending));
    let traits = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote!(#traits #declaration #implementations #owned)
}

/// The model of the view.
fn lending(message: &Message) -> Message {
    let mut lending = message.clone();
    lending.ident = format_ident!("{}View", message.ident);
    lending.generics.params.insert(0, parse_quote!('a));
    // The layout is that of the message, which is pinned there.
    (lending.view, lending.layout, lending.max_size) = (None, None, None);
    for field in fields(&mut lending.body) {
        if let Some((ty, _)) = &field.lent {
            field.ty = ty.clone();
        }
    }
    lending
}

fn fields(body: &mut Body) -> Vec<&mut Field> {
    match body {
        Body::Record(record) => record.fields.iter_mut().collect(),
        Body::Transparent(transparent) => {
            std::iter::once(&mut transparent.field).chain(&mut transparent.fields).collect()
        }
        Body::Unit | Body::Converted(_) => Vec::new(),
        Body::Enumeration(enumeration) => {
            enumeration.members.iter_mut().flat_map(|member| &mut member.record.fields).collect()
        }
    }
}

/// The item, with the fields' documentation.
fn declaration(lending: &Message, item: &DeriveInput) -> DeriveInput {
    let docs = format!(
        " A [`{}`] whose texts and packed arrays are borrowed from the message that it is read from.",
        item.ident
    );
    let mut declared = item.clone();
    declared.ident = lending.ident.clone();
    declared.generics = lending.generics.clone();
    declared.attrs = vec![parse_quote!(#[doc = #docs])];
    match (&mut declared.data, &lending.body) {
        (syn::Data::Struct(data), Body::Record(record)) => lend(&mut data.fields, &record.fields),
        (syn::Data::Struct(data), Body::Transparent(transparent)) => {
            lend(&mut data.fields, &transparent.fields);
        }
        (syn::Data::Enum(data), Body::Enumeration(enumeration)) => {
            for (variant, member) in data.variants.iter_mut().zip(&enumeration.members) {
                variant.attrs.retain(is_doc);
                lend(&mut variant.fields, &member.record.fields);
            }
        }
        _ => {}
    }
    declared
}

fn lend(declared: &mut Fields, fields: &[Field]) {
    for (declared, field) in declared.iter_mut().zip(fields) {
        declared.attrs.retain(is_doc);
        declared.ty = field.ty.clone();
    }
}

fn is_doc(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
}

/// `From` of the view for the message.
fn into_owned(message: &Message, lending: &Message) -> TokenStream {
    let (own, view) = (&message.ident, &lending.ident);
    let (_, arguments, where_clause) = message.generics.split_for_impl();
    let (parameters, view_arguments, _) = lending.generics.split_for_impl();
    let arm = |name: Option<&Ident>, fields: &[Field]| {
        let name = name.map(|name| quote!(::#name));
        let names = fields.iter().map(|field| {
            let (member, binding) = (&field.member, &field.binding);
            quote!(#member: #binding)
        });
        let values = fields.iter().map(|field| {
            let (member, binding) = (&field.member, &field.binding);
            let value = match &field.lent {
                Some((_, lent)) => owned(lent, &quote!(#binding)),
                None => quote!(#binding),
            };
            quote!(#member: #value)
        });
        quote!(#view #name { #(#names),* } => #own #name { #(#values),* },)
    };
    let arms: TokenStream = match &message.body {
        Body::Record(Record { fields, .. }) => arm(None, fields),
        Body::Transparent(transparent) => arm(None, &transparent.fields),
        Body::Unit | Body::Converted(_) => TokenStream::new(),
        Body::Enumeration(enumeration) => {
            let members = enumeration.members.iter();
            members.map(|member| arm(Some(&member.ident), &member.record.fields)).collect()
        }
    };
    quote! {
        #[automatically_derived]
        impl #parameters __rt::From<#view #view_arguments> for #own #arguments #where_clause {
            fn from(__view: #view #view_arguments) -> Self {
                match __view { #arms }
            }
        }
    }
}

/// What owns a borrowed value.
fn owned(lent: &Lent, value: &TokenStream) -> TokenStream {
    match lent {
        Lent::Text | Lent::Bytes => quote!(__rt::From::from(#value)),
        Lent::Packed => quote!(__rt::Iterator::collect(#value.iter())),
        Lent::Option(inner) => {
            let inner = owned(inner, &quote!(__inner));
            quote!(__rt::Option::map(#value, |__inner| #inner))
        }
        Lent::List(element) => {
            let element = owned(element, &quote!(__element));
            collected(value, &quote!(__element), &element)
        }
        Lent::Map(key, content) => {
            let part = |lent: &Option<Box<Lent>>, name: TokenStream| match lent {
                Some(lent) => owned(lent, &name),
                None => name,
            };
            let (key, content) = (part(key, quote!(__key)), part(content, quote!(__content)));
            collected(value, &quote!((__key, __content)), &quote!((#key, #content)))
        }
    }
}

/// What owns each element, in a collection.
fn collected(value: &TokenStream, pattern: &TokenStream, element: &TokenStream) -> TokenStream {
    quote! {
        __rt::Iterator::collect(__rt::Iterator::map(
            __rt::IntoIterator::into_iter(#value),
            |#pattern| #element,
        ))
    }
}
