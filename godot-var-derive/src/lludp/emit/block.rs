//! From a checked block to tokens.

use godot_var_schema::stream::model::{Codec, Field, Prefix, Record};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Generics;

use crate::generics::reading;
use crate::names::{local, place};

/// The bytes between two `Variable` fields: fields of fixed size, and the length of the next
/// `Variable` field, if there is one.
struct Run<'m> {
    fixed: Vec<(usize, &'m Field)>,
    variable: Option<(usize, &'m Field, Prefix)>,
}

fn runs(fields: &[Field]) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut fixed = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        match prefix_of(field) {
            None => fixed.push((position, field)),
            Some(prefix) => {
                let variable = Some((position, field, prefix));
                runs.push(Run { fixed: std::mem::take(&mut fixed), variable });
            }
        }
    }
    if !fixed.is_empty() {
        runs.push(Run { fixed, variable: None });
    }
    runs
}

/// The length before a `Variable` field.
fn prefix_of(field: &Field) -> Option<Prefix> {
    match field.codec {
        Codec::Counted(prefix, ..) => prefix,
        _ => None,
    }
}

fn length(prefix: Prefix) -> TokenStream {
    match prefix {
        Prefix::U8 => quote!(::core::primitive::u8),
        _ => quote!(::core::primitive::u16),
    }
}

/// Implements `Block`. The constants of its runs begin with `prefix`.
pub(crate) fn block(
    ident: &Ident,
    generics: &Generics,
    Record { fields, .. }: &Record,
    prefix: &str,
) -> TokenStream {
    let (_, arguments, where_clause) = generics.split_for_impl();
    let generics = reading(generics.clone(), false);
    let (generics, _, _) = generics.split_for_impl();
    let runs = runs(fields);
    let table = |at: usize| format_ident!("{prefix}R{at}");
    let size = |at: usize| format_ident!("{prefix}S{at}");

    let constants = runs.iter().enumerate().map(|(at, run)| {
        let (table, size) = (table(at), size(at));
        let fixed = run.fixed.iter().map(|(_, field)| {
            let (name, ty) = (&field.key, &field.ty);
            quote_spanned!(place(ty)=> (#name, <#ty as __rt::lludp::FixedField>::SIZE))
        });
        let variable = run.variable.iter().map(|(_, field, prefix)| {
            let (name, length) = (&field.key, length(*prefix));
            quote!((#name, ::core::mem::size_of::<#length>()))
        });
        quote! {
            const #table: &[(&__rt::str, __rt::usize)] = &[#(#fixed,)* #(#variable)*];
            const #size: __rt::usize = __rt::lludp::run_len(#table);
        }
    });
    let min_size = (0..runs.len()).map(size);
    let read = runs.iter().enumerate().map(|(at, run)| {
        let (table, size) = (table(at), size(at));
        let fixed = run.fixed.iter().map(|(position, field)| {
            let (local, ty) = (local(*position), &field.ty);
            quote_spanned!(place(ty)=>
                let #local = <#ty as __rt::lludp::FixedField>::load(&mut __run);
            )
        });
        let variable = run.variable.iter().map(|(position, field, prefix)| {
            let (local, ty, name) = (local(*position), &field.ty, &field.key);
            let length = length(*prefix);
            quote_spanned!(place(ty)=>
                let __len = <#length as __rt::lludp::FixedField>::load(&mut __run) as __rt::usize;
                let #local = match <#ty as __rt::lludp::VariableField<'_>>::take(
                    __reader, __len, #name,
                ) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => return __rt::Err(__error),
                };
            )
        });
        let take = take_run(&table, &size);
        quote!(#take #(#fixed)* #(#variable)*)
    });
    let put = runs.iter().enumerate().map(|(at, run)| {
        let size = size(at);
        let fixed = run.fixed.iter().map(|(_, field)| {
            let (ident, ty) = (&field.name, &field.ty);
            quote_spanned!(place(ty)=>
                <#ty as __rt::lludp::FixedField>::store(&self.#ident, &mut __room);
            )
        });
        let bytes = run.variable.iter().map(|(_, field, prefix)| {
            let (ident, ty, name) = (&field.name, &field.ty, &field.key);
            let length = length(*prefix);
            quote_spanned!(place(ty)=>
                let __bytes = <#ty as __rt::lludp::VariableField<'_>>::as_bytes(&self.#ident);
                match __rt::lludp::variable_len::<#length>(__bytes.len(), #name) {
                    __rt::Ok(__len) => {
                        <#length as __rt::lludp::FixedField>::store(&__len, &mut __room);
                    }
                    __rt::Err(__error) => return __rt::Err(__error),
                }
            )
        });
        let behind = run.variable.iter().map(|_| quote!(__rt::Output::put_bytes(__out, __bytes);));
        quote! {
            let mut __buffer = [0; #size];
            let mut __room = __rt::lludp::Room::new(&mut __buffer);
            #(#fixed)*
            #(#bytes)*
            __rt::Output::put_bytes(__out, &__buffer);
            #(#behind)*
        }
    });
    let zero = fields.iter().map(|field| {
        let (ident, ty) = (&field.name, &field.ty);
        match prefix_of(field) {
            None => quote_spanned!(place(ty)=>
                #ident: <#ty as __rt::lludp::FixedField>::load(&mut __rt::lludp::Run::ZEROS)
            ),
            Some(_) => quote_spanned!(place(ty)=>
                #ident: <#ty as __rt::lludp::VariableField<'_>>::from_bytes(&[])
            ),
        }
    });
    let idents = fields.iter().map(|field| &field.name);
    let locals = (0..fields.len()).map(local);
    quote! {
        #(#constants)*

        #[automatically_derived]
        impl #generics __rt::lludp::Block<'de_> for #ident #arguments #where_clause {
            const MIN_SIZE: __rt::usize = 0 #(+ #min_size)*;

            #[inline]
            fn read(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #(#read)*
                __rt::Ok(Self { #(#idents: #locals),* })
            }

            #[inline]
            fn put(&self, __out: &mut impl __rt::Output) -> __rt::Result<(), __rt::EncodeError> {
                #(#put)*
                __rt::Ok(())
            }

            #[inline]
            fn zero() -> Self {
                Self { #(#zero),* }
            }
        }
    }
}

/// Reads the bytes of a run.
fn take_run(table: &Ident, size: &Ident) -> TokenStream {
    quote! {
        let mut __run = match __rt::lludp::Run::take::<#size>(__reader, #table) {
            __rt::Ok(__run) => __run,
            __rt::Err(__error) => return __rt::Err(__error),
        };
    }
}
