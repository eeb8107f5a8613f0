//! From a checked state to tokens.

use godot_var_schema::crate_path;
use godot_var_schema::snapshot::delta::delta as delta_of_state;
use godot_var_schema::snapshot::model::{Blend, State};
use godot_var_schema::stream::delta::delta as delta_of;
use godot_var_schema::stream::model::{Body, Enumeration, Message, Record};
use godot_var_schema::variant::delta::name as delta_name;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Ident, Path, parse_quote};

use crate::expand::constant;
use crate::flat::FLAT;
use crate::names::place;
use crate::stream;

/// Implements the traits.
pub(super) fn state(state: &State) -> TokenStream {
    let State { krate, message, ident, .. } = state;
    let import = import(krate);
    let code = match message.as_ref().map(|message| (message, &message.body)) {
        None => return stub_of(krate, ident),
        Some((message, Body::Record(record))) => structure(state, message, record),
        Some((message, Body::Enumeration(enumeration))) => enumerated(ident, message, enumeration),
    };
    let world = state.input.as_ref().map(|input| {
        quote_spanned! {place(input)=>
            #[automatically_derived]
            impl __snap::SnapshotWorld for #ident {
                type Input = #input;
            }
        }
    });
    quote!(#import #code #world)
}

/// The delta of an enum: an enum of deltas.
pub(super) fn delta(state: &State, item: &DeriveInput) -> TokenStream {
    let Some(message) = &state.message else { return TokenStream::new() };
    let Body::Enumeration(enumeration) = &message.body else { return TokenStream::new() };
    let (krate, vis, name) = (&state.krate, &item.vis, delta_name(&state.ident));
    let docs = format!(" The fields of a [`{}`] that changed.", state.ident);
    let message = delta_of_state(message, krate);
    let Body::Enumeration(deltas) = &message.body else { return TokenStream::new() };
    let variants = enumeration.members.iter().zip(&deltas.members).map(|(member, delta)| {
        let ident = &member.ident;
        let docs = format!(" The fields of its variant `{ident}`.");
        let delta = member.newtype().zip(delta.newtype()).map(|(field, delta)| {
            let ty = &delta.ty;
            quote_spanned!(place(&field.ty)=> (#ty))
        });
        quote!(#[doc = #docs] #ident #delta)
    });
    let implementations = constant(krate, &stream::message(FLAT, &message));
    let derives = &state.derives;
    let traits = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote! {
        #[doc = #docs]
        #traits
        #vis enum #name {
            #(#variants),*
        }
        #implementations
    }
}

/// The bodies of the functions of `SnapshotState`.
struct Functions {
    delta: TokenStream,
    encode_fields: TokenStream,
    apply_delta: TokenStream,
    interpolate: TokenStream,
    extrapolate: Option<TokenStream>,
}

impl Functions {
    fn emit(&self, ident: &Ident) -> TokenStream {
        let Self { delta, encode_fields, apply_delta, interpolate, extrapolate } = self;
        let extrapolate = extrapolate.as_ref().map(|code| {
            quote! {
                fn extrapolate(&self, __seconds: ::core::primitive::f32) -> Self {
                    #code
                }
            }
        });
        quote! {
            #[automatically_derived]
            impl __snap::SnapshotState for #ident {
                type Delta = #delta;

                fn encode_fields(
                    &self,
                    __fields: &mut __snap::Fields<'_>,
                ) -> __rt::Result<(), __rt::EncodeError> {
                    #encode_fields
                }

                fn apply_delta(&mut self, __delta: Self::Delta) -> __rt::bool {
                    #apply_delta
                }

                fn interpolate(&self, __newer: &Self, __at: ::core::primitive::f32) -> Self {
                    #interpolate
                }
                #extrapolate
            }
        }
    }
}

fn structure(state: &State, message: &Message, record: &Record) -> TokenStream {
    let State { ident, blends, extrapolate, .. } = state;
    let delta = delta_of(message);
    let beside = stream::state::beside(FLAT, &delta);
    let writes = stream::state::fields(FLAT, &delta);
    let between = record.fields.iter().zip(blends).map(|(field, blend)| {
        let (name, value) = (&field.name, blended(field, *blend));
        quote!(#name: #value)
    });
    let name = delta_name(ident);
    let functions = Functions {
        delta: quote!(#name),
        encode_fields: quote! {
            #(__snap::Fields::field(__fields, |__out| #writes)?;)*
            __rt::Ok(())
        },
        apply_delta: quote! {
            Self::apply(self, __delta);
            true
        },
        interpolate: quote!(Self { #(#between),* }),
        extrapolate: extrapolate
            .as_ref()
            .map(|path| quote_spanned!(place(path)=> #path(self, __seconds))),
    };
    let functions = functions.emit(ident);
    quote! {
        #beside
        #functions

        #[automatically_derived]
        impl __snap::SnapshotInput for #ident {
            fn delta_from(&self, __other: &Self) -> Self::Delta {
                Self::changes_since(self, __other)
            }
        }
    }
}

/// The value of a field between two states.
fn blended(field: &godot_var_schema::stream::model::Field, blend: Blend) -> TokenStream {
    let (name, ty) = (&field.name, &field.ty);
    let between = |function: &str, more: TokenStream| {
        let function = Ident::new(function, proc_macro2::Span::call_site());
        quote_spanned! {place(ty)=>
            <#ty as __snap::interpolate::Interpolate>::#function(&self.#name, &__newer.#name, __at #more)
        }
    };
    match blend {
        Blend::Step => quote_spanned!(place(ty)=> __rt::Clone::clone(&self.#name)),
        Blend::Linear => between("linear", TokenStream::new()),
        Blend::Angle => between("turning", quote!(, __snap::interpolate::RADIANS)),
        Blend::Degrees => between("turning", quote!(, __snap::interpolate::DEGREES)),
        Blend::UpTo(most) => between("linear_up_to", quote!(, #most)),
    }
}

fn enumerated(ident: &Ident, message: &Message, enumeration: &Enumeration) -> TokenStream {
    let beside = stream::state::beside(FLAT, message);
    let name = delta_name(ident);
    let members = || {
        enumeration
            .members
            .iter()
            .map(|member| (member, &member.ident, member.newtype().map(|field| &field.ty)))
    };
    let encode = members().map(|(member, ident, ty)| {
        let number = stream::state::variant(FLAT, message, enumeration, member);
        let (pattern, fields) = match ty {
            None => (TokenStream::new(), quote!(__rt::Ok(()))),
            Some(ty) => (
                quote!((__f0)),
                quote_spanned!(place(ty)=> <#ty as __snap::SnapshotState>::encode_fields(__f0, __fields)),
            ),
        };
        quote! {
            Self::#ident #pattern => {
                __snap::Fields::variant(__fields, |__out| {
                    #number
                    __rt::Ok(())
                })?;
                #fields
            }
        }
    });
    let apply = members().map(|(_, ident, ty)| match ty {
        None => quote!((Self::#ident, #name::#ident) => true,),
        Some(ty) => quote_spanned! {place(ty)=>
            (Self::#ident(__f0), #name::#ident(__f1)) => {
                <#ty as __snap::SnapshotState>::apply_delta(__f0, __f1)
            }
        },
    });
    let between = members().filter_map(|(_, ident, ty)| {
        let ty = ty?;
        Some(quote_spanned! {place(ty)=>
            (Self::#ident(__f0), Self::#ident(__f1)) => {
                Self::#ident(<#ty as __snap::SnapshotState>::interpolate(__f0, __f1, __at))
            }
        })
    });
    let ahead = members().map(|(_, ident, ty)| match ty {
        None => quote!(Self::#ident => Self::#ident,),
        Some(ty) => quote_spanned! {place(ty)=>
            Self::#ident(__f0) => {
                Self::#ident(<#ty as __snap::SnapshotState>::extrapolate(__f0, __seconds))
            }
        },
    });
    let functions = Functions {
        delta: quote!(#name),
        encode_fields: quote!(match self { #(#encode)* }),
        apply_delta: quote! {
            match (self, __delta) {
                #(#apply)*
                _ => false,
            }
        },
        interpolate: quote! {
            match (self, __newer) {
                #(#between)*
                _ => __rt::Clone::clone(self),
            }
        },
        extrapolate: Some(quote!(match self { #(#ahead)* })),
    };
    let functions = functions.emit(ident);
    quote!(#beside #functions)
}

/// Implementations that do nothing, for an item with a mistake.
pub(super) fn stub(item: &DeriveInput) -> TokenStream {
    if !item.generics.params.is_empty() {
        // Parameters would need bounds.
        return TokenStream::new();
    }
    let own = crate_path("snapshot", &item.attrs);
    let krate =
        if own == parse_quote!(::godot_var) { crate_path("flat", &item.attrs) } else { own };
    stub_of(&krate, &item.ident)
}

fn stub_of(krate: &Path, ident: &Ident) -> TokenStream {
    let import = import(krate);
    let nothing = quote!(loop {});
    let functions = Functions {
        delta: quote!(()),
        encode_fields: nothing.clone(),
        apply_delta: nothing.clone(),
        interpolate: nothing.clone(),
        extrapolate: None,
    };
    let functions = functions.emit(ident);
    quote! {
        #import
        #functions

        #[automatically_derived]
        impl __snap::SnapshotInput for #ident {
            fn delta_from(&self, _: &Self) -> Self::Delta {}
        }
    }
}

/// Imports `__snap`, the part of the facade that expansions use besides the runtime's.
fn import(krate: &Path) -> TokenStream {
    quote!(use #krate::snapshot as __snap;)
}
