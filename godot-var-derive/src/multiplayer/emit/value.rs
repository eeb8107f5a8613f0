//! One value: its type, the statements that check whether it can be encoded, and the calls that
//! write and read it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::generics::mentions_lifetime;
use crate::names::place;
use crate::variant::values;

/// The type of an argument or a property.
pub(super) struct Value {
    /// The type at the one place where it is probed.
    ty: Type,
    /// Statements that probe it: one error for writer and reader.
    pub(super) probes: TokenStream,
    /// Statements that check its `Option`s, and the elements of a typed container.
    checks: TokenStream,
    /// The codec of a typed container.
    codec: Option<TokenStream>,
    /// The trait that reads it.
    reader: TokenStream,
}

impl Value {
    pub(super) fn new(ty: &Type, typed: bool) -> Self {
        let ty = values::located(ty, typed);
        let mut probes = values::probes(&ty, &quote!(__Value));
        let mut checks = values::options(&ty);
        let codec = typed.then(|| {
            let (codec, probe) = values::typed(&ty);
            probes.extend(probe);
            checks.extend(quote_spanned! {ty.span()=>
                __rt::fail_if(__rt::typed_mistake(<#codec as __rt::DescribeAs<#ty>>::LAYOUT, "", 0));
            });
            codec
        });
        // What borrows from the packet cannot be read from a converted value.
        let reader =
            if mentions_lifetime(&ty) { quote!(__Value<'_>) } else { quote!(__mp::derived::Owned) };
        Self { ty, probes, checks, codec, reader }
    }

    /// Imports `__Value`, with which values are written and read, if there are any.
    pub(super) fn import<'v>(mut values: impl Iterator<Item = &'v Self>) -> Option<TokenStream> {
        values.next().map(|_| {
            quote!(
                use __mp::derived::Value as __Value;
            )
        })
    }

    /// A table after the statements that check its values, if there are any.
    pub(super) fn checked<'v>(
        table: &TokenStream,
        values: impl Iterator<Item = &'v Self>,
    ) -> Option<TokenStream> {
        let checked = values.filter(|value| !value.checks.is_empty());
        let checks = checked.map(|Self { probes, checks, .. }| quote!(#probes #checks));
        let checks: TokenStream = checks.collect();
        (!checks.is_empty()).then(|| quote!({ #checks #table }))
    }

    /// Writes `value`, a reference.
    pub(super) fn put(&self, value: &TokenStream, name: &str) -> TokenStream {
        let ty = &self.ty;
        match &self.codec {
            Some(codec) => quote_spanned! {ty.span()=>
                __mp::derived::put_as::<#ty, #codec, __O>(#value, #name, __out)
            },
            None => quote_spanned!(place(ty)=> <#ty as __Value<'_>>::put(#value, #name, __out)),
        }
    }

    /// Reads an argument.
    pub(super) fn argument(&self, name: &str) -> TokenStream {
        self.call(&quote!(argument), &quote!(__arguments, #name))
    }

    /// Reads an argument, or takes `default` if it is missing.
    pub(super) fn argument_or(&self, name: &str, default: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        let read = self.call(&quote!(argument_if_any), &quote!(__arguments, #name));
        quote! {
            match #read? {
                __rt::Some(__value) => __value,
                __rt::None => {
                    let __default: #ty = #default;
                    __default
                }
            }
        }
    }

    /// Reads a property.
    pub(super) fn property(&self, path: &str) -> TokenStream {
        self.call(&quote!(property), &quote!(__reader, #path))
    }

    /// The default of the type.
    pub(super) fn default(&self) -> TokenStream {
        let ty = &self.ty;
        quote_spanned!(place(ty)=> <#ty as __rt::Default>::default())
    }

    fn call(&self, function: &TokenStream, arguments: &TokenStream) -> TokenStream {
        let Self { ty, reader, .. } = self;
        quote_spanned!(place(ty)=> <#ty as #reader>::#function(#arguments))
    }
}
