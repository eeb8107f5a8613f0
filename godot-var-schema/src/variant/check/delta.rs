//! `delta`: refuses types whose fields cannot be left out one by one.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{DeriveInput, GenericParam, Ident};

use super::super::attributes::Derives;
use super::super::model::{Body, Form};
use crate::attributes::Given;
use crate::errors::Errors;

pub(super) fn check(delta: &Given<Derives>, item: &DeriveInput, body: &Body, errors: &mut Errors) {
    let name = &item.ident;
    let record = match body {
        Body::Record(record) if record.form == Form::Dictionary => record,
        Body::Record(_) => {
            errors.report(
                delta.key(),
                "an Array has no keys, so no field of it can be left out; name the fields and \
                 remove `array`, or remove `delta`",
            );
            return;
        }
        _ => {
            let message = format!(
                "`{name}` is encoded as one value, so no part of it can be left out; remove `delta`"
            );
            errors.report(delta.key(), message);
            return;
        }
    };
    if record.wire_fields().next().is_none() {
        let message =
            format!("nothing of `{name}` is encoded, so nothing can change; remove `delta`");
        errors.report(delta.key(), message);
        return;
    }
    for field in record.wire_fields().filter(|field| field.flatten) {
        errors.report(
            field.binding.span(),
            format!(
                "`delta` cannot leave out fields of a flattened field; remove `flatten`, or write \
                 these fields in `{name}`"
            ),
        );
    }
    for path in &delta.0 {
        if let Some(last) = path.segments.last()
            && (path.is_ident("Default") || last.ident == "GodotVar")
        {
            let derived = &last.ident;
            let message = format!("`{name}Delta` has a `{derived}` already; remove this one");
            errors.report(path.span(), message);
        }
    }
    let types: TokenStream = record.wire_fields().map(|field| field.ty.to_token_stream()).collect();
    for param in &item.generics.params {
        let (param, ident) = match param {
            GenericParam::Lifetime(param) => (param.lifetime.to_string(), &param.lifetime.ident),
            GenericParam::Type(param) => (param.ident.to_string(), &param.ident),
            GenericParam::Const(_) => continue,
        };
        if !mentions(types.clone(), ident) {
            let message = format!(
                "no encoded field mentions `{param}`, so `{name}Delta` cannot have it; \
                 remove `delta`"
            );
            errors.report(delta.key(), message);
        }
    }
}

fn mentions(types: TokenStream, param: &Ident) -> bool {
    types.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *param,
        TokenTree::Group(group) => mentions(group.stream(), param),
        _ => false,
    })
}
