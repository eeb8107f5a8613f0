//! From a checked set of methods to tokens.

use godot_var_schema::multiplayer::model::{Answer, Argument, Method, Methods, TransferMode};
use godot_var_schema::variant::model::DefaultValue;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, Ident};

use super::import;
use super::value::Value;
use crate::generics::{mentions_static, reading, static_arguments};
use crate::names::{local, variant};
use crate::variant::values;

/// Implements `MethodSet` and `DecodeCall`.
pub(crate) fn methods(methods: &Methods) -> TokenStream {
    let Methods { ident, generics, krate, methods } = methods;
    let import = import(krate);
    let values = methods.iter().map(|method| {
        let types =
            method.arguments.iter().map(|argument| Value::new(&argument.ty, argument.typed));
        types.collect::<Vec<_>>()
    });
    let methods: Vec<(&Method, Vec<Value>)> = methods.iter().zip(values).collect();
    let all = || methods.iter().flat_map(|(_, values)| values);
    let probes: TokenStream = all().map(|value| value.probes.clone()).collect();
    let import_value = Value::import(all());

    let answered = methods
        .iter()
        .any(|(method, _)| method.answer.is_some())
        .then(|| quote!(__mp::Method::ANSWERED));
    let table = methods.iter().map(|(method, _)| entry(method)).chain(answered);
    let questions = questions(ident, generics, methods.iter().map(|(method, _)| *method));
    let id = |position: usize| format_ident!("__ID{position}");
    let ids = methods.iter().enumerate().map(|(position, (method, _))| {
        let (id, name) = (id(position), &method.name);
        quote! {
            const #id: ::core::primitive::u16 = __mp::derived::id(__METHODS, #name);
        }
    });
    let id_arms = methods.iter().enumerate().map(|(position, (method, _))| {
        let (id, variant) = (id(position), &method.ident);
        quote!(Self::#variant { .. } => #id)
    });
    let encode_arms = methods.iter().map(|(method, values)| encode_arm(method, values));
    let decode_arms = methods.iter().enumerate().map(|(position, (method, values))| {
        let (id, call) = (id(position), decode(method, values));
        quote!(#id => #call)
    });
    let checked = Value::checked(&quote!(__METHODS), all());
    let check = checked.is_some().then(|| {
        let arguments = static_arguments(generics);
        quote!(const _: &[__mp::Method] = <#ident #arguments as __mp::MethodSet>::METHODS;)
    });
    let set = method_set(
        ident,
        generics,
        checked.as_ref().unwrap_or(&quote!(__METHODS)),
        &quote!(match self { #(#id_arms,)* }),
        &quote!(#probes match self { #(#encode_arms)* }),
    );
    let borrows_static = methods
        .iter()
        .flat_map(|(method, _)| &method.arguments)
        .any(|argument| mentions_static(&argument.ty));
    let decoder = decoder(
        ident,
        generics,
        borrows_static,
        &quote! {
            #probes
            __rt::Ok(__rt::Some(match __id {
                #(#decode_arms,)*
                _ => return __rt::Ok(__rt::None),
            }))
        },
    );
    quote! {
        #import
        #import_value

        const __METHODS: &[__mp::Method] = &__mp::sorted([#(#table),*]);
        #(#ids)*

        #check

        #set
        #decoder
        #questions
    }
}

/// The constants of methods with an answer.
fn questions<'m>(
    ident: &Ident,
    generics: &Generics,
    methods: impl Iterator<Item = &'m Method>,
) -> Option<TokenStream> {
    let constants: TokenStream = methods
        .filter_map(|Method { name, answer, .. }| {
            let Answer { constant, ty } = answer.as_ref()?;
            let docs = format!("The question `{name}`, for its answers.");
            Some(quote! {
                #[doc = #docs]
                pub const #constant: __mp::Question<#ty> = __mp::Question::new(#name);
            })
        })
        .collect();
    let (generics, arguments, where_clause) = generics.split_for_impl();
    (!constants.is_empty()).then(|| {
        quote! {
            #[automatically_derived]
            #[allow(dead_code, unreachable_pub)]
            impl #generics #ident #arguments #where_clause {
                #constants
            }
        }
    })
}

/// The row of a method in the table.
fn entry(method: &Method) -> TokenStream {
    let name = &method.name;
    let caller = variant(method.caller);
    let mode = (method.mode != TransferMode::Reliable).then(|| {
        let mode = variant(method.mode);
        quote!(.with_mode(__mp::TransferMode::#mode))
    });
    let channel = (method.channel != 0).then(|| {
        let channel = method.channel;
        quote!(.with_channel(#channel))
    });
    let call_local = method.call_local.then(|| quote!(.with_call_local(true)));
    let role = method.answer.as_ref().map(|_| quote!(.with_role(__mp::Role::Question)));
    quote!(__mp::Method::new(#name, __mp::Caller::#caller) #mode #channel #call_local #role)
}

/// Writes the arguments of a call, and returns their number.
fn encode_arm(method: &Method, values: &[Value]) -> TokenStream {
    let Method { ident, arguments, .. } = method;
    let fields = arguments.iter().enumerate().map(|(position, Argument { member, .. })| {
        let local = local(position);
        quote!(#member: #local)
    });
    let puts = arguments.iter().zip(values).enumerate().map(|(position, (argument, value))| {
        let local = local(position);
        let put = value.put(&quote!(#local), &argument.name);
        quote!(#put?;)
    });
    let count = arguments.len() as u8;
    quote! {
        Self::#ident { #(#fields),* } => {
            #(#puts)*
            __rt::Ok(#count)
        }
    }
}

/// Reads the arguments of a call.
fn decode(method: &Method, values: &[Value]) -> TokenStream {
    let Method { ident, arguments, .. } = method;
    let fields = arguments.iter().zip(values).map(|(argument, value)| {
        let Argument { member, name, default, .. } = argument;
        let read = match default {
            DefaultValue::None => {
                let read = value.argument(name);
                quote!(#read?)
            }
            DefaultValue::Trait => value.argument_or(name, &value.default()),
            DefaultValue::Expr(expr) => value.argument_or(name, &values::written_default(expr)),
        };
        quote!(#member: #read)
    });
    quote!(Self::#ident { #(#fields),* })
}

/// Implements `MethodSet`.
pub(crate) fn method_set(
    ident: &Ident,
    generics: &Generics,
    methods: &TokenStream,
    id: &TokenStream,
    encode: &TokenStream,
) -> TokenStream {
    let (generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __mp::MethodSet for #ident #arguments #where_clause {
            const METHODS: &'static [__mp::Method] = #methods;

            #[inline]
            fn id(&self) -> ::core::primitive::u16 {
                #id
            }

            #[inline]
            fn encode_arguments<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<::core::primitive::u8, __rt::EncodeError> {
                #encode
            }
        }
    }
}

/// Implements `DecodeCall`.
pub(crate) fn decoder(
    ident: &Ident,
    generics: &Generics,
    borrows_static: bool,
    decode: &TokenStream,
) -> TokenStream {
    let (_, arguments, where_clause) = generics.split_for_impl();
    let generics = reading(generics.clone(), borrows_static);
    let (generics, _, _) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __mp::DecodeCall<'de_> for #ident #arguments #where_clause {
            #[inline]
            fn decode_arguments(
                __id: ::core::primitive::u16,
                __arguments: &mut __mp::ArgumentReader<'de_>,
            ) -> __rt::Result<__rt::Option<Self>, __rt::DecodeError> {
                #decode
            }
        }
    }
}
