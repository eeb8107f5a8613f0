//! The view of a message: a second item that borrows, with the same derive, and the conversion
//! back.

use godot_var_schema::variant::asked_for;
use godot_var_schema::variant::model::{Body, Field, Message, Record};
use godot_var_schema::variant::view::{Lent, lent};
use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Path, parse_quote};

use super::beside::{is_doc, without_fields};
use super::{emit, stub};
use crate::expand::constant;

/// The view, its implementations, and the conversion to the owned message.
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

/// The stub for the view of a message with a mistake: its fields, as far as the unchecked
/// attributes show, and implementations that do nothing.
pub(super) fn stub(item: &DeriveInput, krate: &Path) -> TokenStream {
    let Some(derives) = asked_for(item, "view") else { return TokenStream::new() };
    let mut view = item.clone();
    view.ident = format_ident!("{}View", item.ident);
    view.attrs = vec![parse_quote!(#[allow(dead_code, missing_docs)])];
    if !derives.is_empty() {
        view.attrs.push(parse_quote!(#[derive(#(#derives),*)]));
    }
    let mut borrows = item.generics.lifetimes().next().is_some();
    if !borrows {
        view.generics.params.insert(0, parse_quote!('a));
    }
    for field in declared_fields(&mut view.data) {
        if let Some((ty, _)) = lent(&field.ty, krate).filter(|_| may_lend(&field.attrs)) {
            field.ty = ty;
            borrows = true;
        }
        field.attrs.clear();
    }
    let declaration = if borrows { quote!(#view) } else { without_fields(&view) };
    let implementations = stub::of_type(&view.ident, &view.generics);
    let (own, view_ident) = (&item.ident, &view.ident);
    let (_, arguments, where_clause) = item.generics.split_for_impl();
    let (parameters, view_arguments, _) = view.generics.split_for_impl();
    let implementations = constant(
        krate,
        &quote! {
            #implementations

            #[automatically_derived]
            impl #parameters __rt::From<#view_ident #view_arguments> for #own #arguments #where_clause {
                fn from(_: #view_ident #view_arguments) -> Self {
                    loop {}
                }
            }
        },
    );
    quote!(#declaration #implementations)
}

/// Whether the attributes of a field leave its encoding to its own type.
fn may_lend(attrs: &[Attribute]) -> bool {
    let lists = attrs.iter().filter_map(|attr| attr.meta.require_list().ok());
    let mut tokens =
        lists.filter(|list| list.path.is_ident("godot_var")).flat_map(|list| list.tokens.clone());
    tokens.all(|token| match token {
        TokenTree::Ident(key) => {
            let key = key.to_string();
            !key.contains("with")
                && !key.contains("skip")
                && !["default", "flatten", "as", "strict", "typed"].contains(&&*key)
        }
        _ => true,
    })
}

/// The fields of a struct, or of all variants.
fn declared_fields(data: &mut Data) -> Vec<&mut syn::Field> {
    match data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => {
            let variants = data.variants.iter_mut();
            variants
                .flat_map(|variant| {
                    variant.attrs.clear();
                    &mut variant.fields
                })
                .collect()
        }
        Data::Union(_) => Vec::new(),
    }
}

/// The model of the view.
fn lending(message: &Message) -> Message {
    let mut lending = message.clone();
    lending.ident = format_ident!("{}View", message.ident);
    lending.generics.params.insert(0, parse_quote!('a));
    // The view has the message's layout, and the message pins it.
    (lending.layout, lending.max_size) = (None, None);
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
        (Data::Struct(data), Body::Record(record)) => lend(&mut data.fields, &record.fields),
        (Data::Struct(data), Body::Transparent(transparent)) => {
            lend(&mut data.fields, &transparent.fields);
        }
        (Data::Enum(data), Body::Enumeration(enumeration)) => {
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

/// Implements `From` of the view for the message.
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

/// Converts a borrowed value to an owned one.
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

/// Converts each element of a collection to an owned one.
fn collected(value: &TokenStream, pattern: &TokenStream, element: &TokenStream) -> TokenStream {
    quote! {
        __rt::Iterator::collect(__rt::Iterator::map(
            __rt::IntoIterator::into_iter(#value),
            |#pattern| #element,
        ))
    }
}
