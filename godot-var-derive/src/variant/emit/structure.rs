//! Structs: records, newtypes, units.

use godot_var_schema::variant::model::{self, Converted, Form, Record, Transparent};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::checks;
use super::context::{Bound, Context};
use super::field;
use super::probe::{call, place_of, probed, probes};
use super::record::{self, Opening, Target};

/// A struct as a Dictionary or an Array.
pub(super) fn record(context: &Context<'_>, record: &Record) -> TokenStream {
    let ident = context.ident;
    let target = Target {
        ident: ident.clone(),
        name: ident.unraw().to_string(),
        record,
        opening: Opening::Plain,
        constructor: quote!(#ident),
        is_member: false,
    };
    let layout = record::record(context, &target);
    let facts = quote!(__rt::record_facts::<AnyDialect, Self>());
    let hold = checks::hold(context);
    let impls = implement(
        context,
        &Implementation {
            probes: TokenStream::new(),
            facts,
            describe: record::describe(context, &target, &ident.to_string()),
            encode: Body::Members(quote!(__rt::encode_as_record!(AnyDialect, [#hold]);)),
            decode: Body::Members(quote!(__rt::decode_as_record!('de_, AnyDialect, [#hold]);)),
        },
    );
    let entries = (record.form == Form::Dictionary).then(|| entries(context));
    quote!(#layout #impls #entries)
}

/// Implements what flattening a struct into another needs.
fn entries(context: &Context<'_>) -> TokenStream {
    let ident = context.ident;
    let parameters = field::parameters(context);
    let arguments = context.arguments();
    let where_clause = &context.message.generics.where_clause;
    quote! {
        #[automatically_derived]
        impl #parameters __rt::Keyed for #ident #arguments #where_clause {}
    }
}

/// The bodies of `Describe`, `EncodeVariant` and `DecodeVariant`.
pub(super) struct Implementation {
    /// The probes of the types that the bodies use.
    pub(super) probes: TokenStream,
    pub(super) facts: TokenStream,
    /// The members of `Describe`.
    pub(super) describe: TokenStream,
    pub(super) encode: Body,
    pub(super) decode: Body,
}

/// How a type is written or read.
pub(super) enum Body {
    /// By this body, and by these members besides.
    Of(TokenStream, TokenStream),
    /// By these members alone.
    Members(TokenStream),
}

impl From<TokenStream> for Body {
    fn from(body: TokenStream) -> Self {
        Self::Of(body, TokenStream::new())
    }
}

/// The layout of a type as a member of `Describe`: an expression for a `&'static TypeLayout<'static>`.
pub(super) fn layout(probes: &TokenStream, layout: &TokenStream) -> TokenStream {
    let layout = probed(probes, layout);
    quote!(const LAYOUT: &'static __rt::TypeLayout<'static> = #layout;)
}

/// Emits `Describe` for the message, or for one of its variants.
pub(super) fn describe(context: &Context<'_>, ident: &Ident, members: &TokenStream) -> TokenStream {
    let arguments = context.arguments();
    let bounds = context.generics(Bound::Describe);
    let (generics, _, where_clause) = bounds.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __rt::Describe<AnyDialect> for #ident #arguments #where_clause {
            #members
        }
    }
}

/// Emits `Describe`, `EncodeVariant` and `DecodeVariant`.
pub(super) fn implement(context: &Context<'_>, bodies: &Implementation) -> TokenStream {
    let Implementation { probes, facts, describe: members, encode, decode } = bodies;
    let ident = context.ident;
    let arguments = context.arguments();
    let encode_bounds = context.generics(Bound::Encode);
    let (encode_generics, _, encode_where) = encode_bounds.split_for_impl();
    let decode_bounds = context.generics(Bound::Decode);
    let (decode_generics, _, decode_where) = decode_bounds.split_for_impl();
    let facts = probed(probes, &max_size(context, facts));
    let describe = describe(context, ident, members);
    let pinned = pinned_layout(context);
    let checks = checks::checks(context);
    let hold = checks::hold(context);
    let encode = match encode {
        Body::Members(members) => members.clone(),
        Body::Of(body, members) => quote! {
            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #probes
                #hold
                #body
            }

            #members
        },
    };
    let decode = match decode {
        Body::Members(members) => members.clone(),
        Body::Of(body, members) => quote! {
            #[inline]
            fn decode(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #probes
                #hold
                #body
            }

            #members
        },
    };
    quote! {
        #pinned
        #checks
        #describe

        #[automatically_derived]
        impl #encode_generics __rt::EncodeVariant<AnyDialect> for #ident #arguments #encode_where {
            const FACTS: __rt::Facts = #facts;
            #encode
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeVariant<'de_, AnyDialect> for #ident #arguments #decode_where {
            #decode
        }
    }
}

/// Checks the layout against the pinned fingerprint, if there is one.
fn pinned_layout(context: &Context<'_>) -> Option<TokenStream> {
    let (pinned, span) = context.message.layout.as_ref()?;
    let ident = context.ident;
    let arguments = context.static_arguments();
    Some(quote_spanned! {*span=>
        const _: () = __rt::fail_if(__rt::layout_mistake(
            __rt::fingerprint(<#ident #arguments as __rt::Describe>::LAYOUT),
            #pinned,
        ));
    })
}

/// The facts, checked against `max_size` if there is one.
fn max_size(context: &Context<'_>, facts: &TokenStream) -> TokenStream {
    let Some((limit, span)) = context.message.max_size else { return facts.clone() };
    let fields = match context.message.body {
        model::Body::Record(_) => {
            quote!(<Self as __rt::Template<AnyDialect>>::FIELDS)
        }
        _ => quote!(&[]),
    };
    let name = context.ident.to_string();
    quote_spanned!(span=> __rt::within::<AnyDialect>(#facts, #fields, #name, #limit))
}

/// A newtype: it uses the implementation of its field.
pub(super) fn transparent(context: &Context<'_>, transparent: &Transparent) -> TokenStream {
    let Transparent { field, fields } = transparent;
    let owner = context.ident.to_string();
    let ident = context.ident;
    let codecs = field::custom_codecs(&owner, Some(field).into_iter(), context);
    let inner = field::with_codec(&owner, field, context);
    let member = &field.member;
    let place = place_of(field, context);
    let of_field = |name| field::member(&owner, field, context, name);
    let probes = probes(std::iter::once(field), context);
    let nullable = probed(&probes, &of_field("NULLABLE"));
    let optional = probed(&probes, &of_field("OPTIONAL"));
    let values = fields.iter().map(|other| {
        let name = &other.member;
        if other.binding == field.binding {
            quote!(#name: __value)
        } else {
            let value = field::default_expr(other);
            quote!(#name: #value)
        }
    });
    let decoded = quote!(#ident { #(#values),* });
    let in_place = field::owns(field).then(|| {
        let others = fields.iter().filter(|other| other.binding != field.binding).map(|other| {
            let (name, value) = (&other.member, field::default_expr(other));
            quote!(__place.#name = #value;)
        });
        let decode = of_field("decode_in_place");
        let decode = call(place, decode, quote!(__reader, &mut __place.#member));
        quote! {
            #[inline]
            fn decode_in_place(
                __reader: &mut __rt::Reader<'de_>,
                __place: &mut Self,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #probes
                #(#others)*
                #decode
            }
        }
    });
    let name = ident.to_string();
    let description = field::layout_of(&owner, field, context);
    let layout = layout(&probes, &quote!(&__rt::TypeLayout::Newtype(#name, #description)));
    let hold = checks::hold(context);
    let impls = implement(
        context,
        &Implementation {
            probes: probes.clone(),
            facts: of_field("FACTS"),
            describe: quote! {
                #layout
                const NULLABLE: __rt::bool = #nullable;
                const OPTIONAL: __rt::bool = #optional;
            },
            encode: Body::Members(quote! {
                __rt::encode_as_inner!(AnyDialect, #inner, [#probes #hold], |__value| &__value.#member);
            }),
            decode: Body::Members(quote! {
                __rt::decode_as_inner!('de_, AnyDialect, #inner, [#probes #hold], |__value| #decoded);
                #in_place
            }),
        },
    );
    quote!(#codecs #impls)
}

/// A type that is encoded as another one, by `From`, `TryFrom` and `Into`.
pub(super) fn converted(context: &Context<'_>, converted: &Converted) -> TokenStream {
    let name = context.ident.to_string();
    let ty = &converted.field.ty;
    let span = super::context::place(ty);
    let description = field::layout_of(&name, &converted.field, context);
    let layout =
        layout(&TokenStream::new(), &quote!(&__rt::TypeLayout::Newtype(#name, #description)));
    let convert = if converted.fallible {
        quote_spanned! {span=>
            match <Self as __rt::TryFrom<#ty>>::try_from(__value) {
                __rt::Ok(__value) => __rt::Ok(__value),
                __rt::Err(__error) => __rt::Err(__rt::refused(__at, &__error)),
            }
        }
    } else {
        quote_spanned!(span=> __rt::Ok(<Self as __rt::From<#ty>>::from(__value)))
    };
    let missing = if converted.fallible {
        quote_spanned!(span=> <Self as __rt::TryFrom<#ty>>::try_from(__value).ok())
    } else {
        quote_spanned!(span=> __rt::Some(<Self as __rt::From<#ty>>::from(__value)))
    };
    implement(
        context,
        &Implementation {
            probes: TokenStream::new(),
            facts: quote_spanned!(span=> __rt::converted_whole(<#ty as __rt::EncodeVariant<AnyDialect>>::FACTS)),
            describe: quote_spanned! {span=>
                #layout
                const NULLABLE: __rt::bool = <#ty as __rt::Describe>::NULLABLE;
                const OPTIONAL: __rt::bool = <#ty as __rt::Describe>::OPTIONAL;
            },
            encode: quote_spanned! {span=>
                let __value: #ty = __rt::Into::into(__rt::Clone::clone(self));
                __rt::EncodeVariant::<AnyDialect>::encode(&__value, __out)
            }
            .into(),
            decode: Body::Of(
                quote_spanned! {span=>
                    let __at = __reader.position();
                    match <#ty as __rt::DecodeVariant<'de_, AnyDialect>>::decode(__reader) {
                        __rt::Ok(__value) => #convert,
                        __rt::Err(__error) => __rt::Err(__error),
                    }
                },
                quote! {
                    #[inline]
                    fn missing() -> __rt::Option<Self> {
                        match <#ty as __rt::DecodeVariant<'de_, AnyDialect>>::missing() {
                            __rt::Some(__value) => #missing,
                            __rt::None => __rt::None,
                        }
                    }
                },
            ),
        },
    )
}

/// A unit struct: Nil.
pub(super) fn unit(context: &Context<'_>) -> TokenStream {
    let ident = context.ident;
    implement(
        context,
        &Implementation {
            probes: TokenStream::new(),
            facts: quote!(<() as __rt::EncodeVariant<AnyDialect>>::FACTS),
            describe: quote! {
                const LAYOUT: &'static __rt::TypeLayout<'static> = __rt::layout::<()>();
                const NULLABLE: __rt::bool = true;
            },
            encode: Body::Members(
                quote!(__rt::encode_as_inner!(AnyDialect, (), [], |__value| &());),
            ),
            decode: Body::Members(quote! {
                __rt::decode_as_inner!('de_, AnyDialect, (), [], |__value| #ident {});
            }),
        },
    )
}
