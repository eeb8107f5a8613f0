//! From a checked set of properties to tokens.

use godot_var_schema::multiplayer::model::{Properties, Property, ReplicationMode};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::import;
use super::value::Value;
use crate::names::local;

/// A property with its type.
type Row<'m> = Vec<(&'m Property, &'m Value)>;

/// Implements `PropertySet`: one statement for each property of a row.
pub(in crate::multiplayer) fn properties(properties: &Properties) -> TokenStream {
    let Properties { ident, krate, properties } = properties;
    let import = import(krate);
    let values: Vec<Value> = properties.iter().map(|property| Value::new(&property.ty)).collect();
    let probes: TokenStream = values.iter().map(|value| value.probes.clone()).collect();
    let import_value = Value::import(values.iter());
    let all: Row<'_> = properties.iter().zip(&values).collect();
    let row = |is_in: fn(&Property) -> bool| -> Row<'_> {
        all.iter().copied().filter(|(property, _)| is_in(property)).collect()
    };
    let spawned = row(|property| property.spawn);
    let always = row(|property| property.mode == ReplicationMode::Always);
    let on_change = row(|property| property.mode == ReplicationMode::OnChange);

    let table = properties.iter().map(entry);
    let checked = Value::checked(&quote!(__PROPERTIES), values.iter());
    let check = checked
        .is_some()
        .then(|| quote!(const _: &[__mp::Property] = <#ident as __mp::PropertySet>::PROPERTIES;));
    let checked = checked.unwrap_or_else(|| quote!(__PROPERTIES));
    let indices = || (0..all.len()).map(Literal::usize_unsuffixed);
    let (put_at, read_at) = (indices(), indices());
    let put_one = all.iter().map(|row| put(*row));
    let read_one = all.iter().map(|row| read(*row));
    let put_spawned = spawned.iter().map(|row| put(*row));
    let put_always = always.iter().map(|row| put(*row));
    let put_changed = on_change.iter().enumerate().map(|(bit, row)| {
        let (bit, put) = (Literal::usize_unsuffixed(bit), put(*row));
        quote!(if __mask >> #bit & 1 == 1 { #put?; })
    });
    let set_spawned = spawned.iter().map(|(property, value)| {
        let (ident, read) = (&property.ident, read((property, value)));
        quote!(self.#ident = #read?;)
    });
    let set_one = all.iter().map(|(property, _)| &property.ident);
    let (apply_always, apply_changed) = (apply_always(&always), apply_changed(&on_change));
    quote! {
        #import
        #import_value

        const __PROPERTIES: &[__mp::Property] = &[#(#table),*];
        #check

        #[automatically_derived]
        impl __mp::PropertySet for #ident {
            const PROPERTIES: &'static [__mp::Property] = #checked;

            #[inline]
            fn encode_property<__O: __rt::Output>(
                &self,
                __index: __rt::usize,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #probes
                match __index {
                    #(#put_at => #put_one,)*
                    _ => __rt::Ok(()),
                }
            }

            #[inline]
            fn decode_property(
                &mut self,
                __index: __rt::usize,
                __reader: &mut __rt::Reader<'_>,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #probes
                match __index {
                    #(#read_at => self.#set_one = #read_one?,)*
                    _ => {}
                }
                __rt::Ok(())
            }

            #[inline]
            fn encode_spawn<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #probes
                #(#put_spawned?;)*
                __rt::Ok(())
            }

            #[inline]
            fn encode_always<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #probes
                #(#put_always?;)*
                __rt::Ok(())
            }

            #[inline]
            fn encode_changed<__O: __rt::Output>(
                &self,
                __mask: ::core::primitive::u64,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #probes
                #(#put_changed)*
                __rt::Ok(())
            }

            #[inline]
            fn read_spawn(
                &mut self,
                __reader: &mut __rt::Reader<'_>,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #probes
                #(#set_spawned)*
                __rt::Ok(())
            }

            #[inline]
            fn apply_always(
                &mut self,
                __row: __mp::Row<'_>,
                __options: &__mp::Options,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #probes
                #apply_always
            }

            #[inline]
            fn apply_changed(
                &mut self,
                __mask: ::core::primitive::u64,
                __row: __mp::Row<'_>,
                __options: &__mp::Options,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #probes
                #apply_changed
            }
        }
    }
}

/// The row of a property in the table.
fn entry(property: &Property) -> TokenStream {
    let path = &property.path;
    let mode = match property.mode {
        ReplicationMode::Always => quote!(Always),
        ReplicationMode::OnChange => quote!(OnChange),
        ReplicationMode::Never => quote!(Never),
    };
    let spawn = (!property.spawn).then(|| quote!(.with_spawn(false)));
    quote!(__mp::Property::new(#path, __mp::ReplicationMode::#mode) #spawn)
}

fn put((property, value): (&Property, &Value)) -> TokenStream {
    let ident = &property.ident;
    value.put(&quote!(&self.#ident), &property.path)
}

fn read((property, value): (&Property, &Value)) -> TokenStream {
    value.property(&property.path)
}

/// Reads a row, and sets its properties after the whole row could be read.
fn apply_always(always: &Row<'_>) -> TokenStream {
    let locals = (0..always.len()).map(local);
    let reads = always.iter().map(|row| read(*row));
    let sets = always.iter().enumerate().map(|(position, (property, _))| {
        let (ident, local) = (&property.ident, local(position));
        quote!(self.#ident = #local;)
    });
    quote! {
        let (#(#locals,)*) = __mp::derived::read_row(__row, __options, |__reader| {
            __rt::Ok((#(#reads?,)*))
        })?;
        #(#sets)*
        __rt::Ok(())
    }
}

/// The same, for the properties whose bits are set.
fn apply_changed(on_change: &Row<'_>) -> TokenStream {
    let count = Literal::usize_unsuffixed(on_change.len());
    let locals = (0..on_change.len()).map(local);
    let reads = on_change.iter().enumerate().map(|(bit, row)| {
        let (bit, read) = (Literal::usize_unsuffixed(bit), read(*row));
        quote!(if __mask >> #bit & 1 == 1 { __rt::Some(#read?) } else { __rt::None })
    });
    let sets = on_change.iter().enumerate().map(|(position, (property, _))| {
        let (ident, local) = (&property.ident, local(position));
        quote!(if let __rt::Some(__value) = #local { self.#ident = __value; })
    });
    quote! {
        let (#(#locals,)*) = __mp::derived::read_row(__row, __options, |__reader| {
            __mp::derived::check_mask(__mask, #count)?;
            __rt::Ok((#(#reads,)*))
        })?;
        #(#sets)*
        __rt::Ok(())
    }
}
