//! From a checked set of properties to tokens.

use godot_var_schema::multiplayer::model::{Properties, Property};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::Generics;

use super::import;
use super::value::Value;
use crate::names::variant;

/// Implements `PropertySet`. The trait's own methods write and read rows.
pub(crate) fn properties(properties: &Properties) -> TokenStream {
    let Properties { ident, krate, properties } = properties;
    let import = import(krate);
    let values = properties.iter().map(|property| Value::new(&property.ty, property.typed));
    let values: Vec<Value> = values.collect();
    let probes: TokenStream = values.iter().map(|value| value.probes.clone()).collect();
    let import_value = Value::import(values.iter());

    let table = properties.iter().map(entry);
    let checked = Value::checked(&quote!(__PROPERTIES), values.iter());
    let check = checked
        .is_some()
        .then(|| quote!(const _: &[__mp::Property] = <#ident as __mp::PropertySet>::PROPERTIES;));
    let arms = properties.iter().zip(&values).enumerate().map(|(index, (property, value))| {
        let (index, Property { ident, path, .. }) = (Literal::usize_unsuffixed(index), property);
        let (put, read) = (value.put(&quote!(&self.#ident), path), value.property(path));
        (quote!(#index => #put,), quote!(#index => self.#ident = #read?,))
    });
    let (put, read): (TokenStream, TokenStream) = arms.unzip();
    let set = property_set(
        ident,
        &Generics::default(),
        checked.as_ref().unwrap_or(&quote!(__PROPERTIES)),
        &quote! {
            #probes
            match __index {
                #put
                _ => __rt::Ok(()),
            }
        },
        &quote! {
            #probes
            match __index {
                #read
                _ => {}
            }
            __rt::Ok(())
        },
    );
    quote! {
        #import
        #import_value

        const __PROPERTIES: &[__mp::Property] = &[#(#table),*];
        #check

        #set
    }
}

/// The row of a property in the table.
fn entry(property: &Property) -> TokenStream {
    let path = &property.path;
    let mode = variant(property.mode);
    let spawn = (!property.spawn).then(|| quote!(.with_spawn(false)));
    quote!(__mp::Property::new(#path, __mp::ReplicationMode::#mode) #spawn)
}

/// Implements `PropertySet`.
pub(crate) fn property_set(
    ident: &Ident,
    generics: &Generics,
    properties: &TokenStream,
    encode: &TokenStream,
    decode: &TokenStream,
) -> TokenStream {
    let (generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __mp::PropertySet for #ident #arguments #where_clause {
            const PROPERTIES: &'static [__mp::Property] = #properties;

            #[inline]
            fn encode_property<__O: __rt::Output>(
                &self,
                __index: __rt::usize,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }

            #[inline]
            fn decode_property(
                &mut self,
                __index: __rt::usize,
                __reader: &mut __rt::Reader<'_>,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #decode
            }
        }
    }
}
