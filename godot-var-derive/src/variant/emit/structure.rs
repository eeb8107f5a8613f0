//! Structs: records, newtypes, units.

use godot_var_schema::variant::model::{Converted, Form, Record, Transparent};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::context::{self, Bound, Context};
use super::field;
use super::record::{self, Opening, Target};

/// A struct as a Dictionary or an Array.
pub(super) fn record(context: &Context<'_>, record: &Record) -> TokenStream {
    let ident = context.ident;
    let target = Target {
        ident: ident.clone(),
        record,
        opening: Opening::Plain,
        constructor: quote!(#ident),
        is_member: false,
    };
    let layout = record::record(context, &target);
    let facts = quote!(__rt::record_facts::<__D, Self>());
    let name = ident.to_string();
    let description = record::record_layout(context, &name, ident, record);
    let impls = implement(
        context,
        &Implementation {
            facts,
            layout: quote!(&__rt::TypeLayout::Record(&#description)),
            nullable: None,
            encode: quote!(__rt::record::encode::<__D, Self, __O>(self, __out)),
            decode: quote!(__rt::record::decode::<__D, Self>(__reader)),
            shortcuts: Shortcuts::Record,
        },
    );
    let entries = (record.form == Form::Dictionary).then(|| entries(context));
    let keys =
        (record.fields.iter().any(|field| field.flatten) && !context.is_generic()).then(|| {
            let arguments = context.static_arguments();
            quote_spanned! {ident.span()=>
                const _: () =
                    __rt::check_keys(<#ident #arguments as __rt::Wire<__rt::Widest>>::LAYOUT);
            }
        });
    quote!(#layout #impls #entries #keys)
}

/// What lets a struct be flattened into another.
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

/// The bodies of `Wire`, `EncodeVariant` and `DecodeVariant`.
pub(super) struct Implementation {
    pub(super) facts: TokenStream,
    /// A `&'static TypeLayout<'static>`.
    pub(super) layout: TokenStream,
    pub(super) nullable: Option<TokenStream>,
    pub(super) encode: TokenStream,
    pub(super) decode: TokenStream,
    pub(super) shortcuts: Shortcuts,
}

/// Where the shorter ways of writing and reading are.
pub(super) enum Shortcuts {
    /// Nowhere.
    None,
    /// In the runtime, for every record.
    Record,
    /// In these functions.
    Own { encode: TokenStream, decode: TokenStream },
}

/// Emits `Wire`, `EncodeVariant` and `DecodeVariant`, and shortcuts of the type's own.
pub(super) fn implement(context: &Context<'_>, bodies: &Implementation) -> TokenStream {
    let Implementation { facts, layout, nullable, encode, decode, shortcuts } = bodies;
    let ident = context.ident;
    let arguments = context.arguments();
    let wire_bounds = context.generics(Bound::Wire);
    let (wire_generics, _, wire_where) = wire_bounds.split_for_impl();
    let encode_bounds = context.generics(Bound::Encode);
    let (encode_generics, _, encode_where) = encode_bounds.split_for_impl();
    let decode_bounds = context.generics(Bound::Decode);
    let (decode_generics, _, decode_where) = decode_bounds.split_for_impl();
    let (nullable, max_size) = (nullable.as_ref(), max_size(context, facts));
    let pinned = pinned_layout(context);
    let (shortcuts, own) = match shortcuts {
        Shortcuts::None => (quote!(__rt::NoShortcuts), None),
        Shortcuts::Record => (quote!(__rt::RecordShortcuts), None),
        Shortcuts::Own { encode, decode } => {
            let own = quote! {
                #[automatically_derived]
                impl #encode_generics __rt::EncodeShortcuts<__D> for #ident #arguments
                #encode_where
                {
                    #encode
                }

                #[automatically_derived]
                impl #decode_generics __rt::DecodeShortcuts<'__de, __D> for #ident #arguments
                #decode_where
                {
                    #decode
                }
            };
            (quote!(Self), Some(own))
        }
    };
    quote! {
        #pinned

        #[automatically_derived]
        impl #wire_generics __rt::Wire<__D> for #ident #arguments #wire_where {
            type Shortcuts = #shortcuts;
            const FACTS: __rt::Facts = #max_size;
            const LAYOUT: &'static __rt::TypeLayout<'static> = #layout;
            #nullable
        }

        #[automatically_derived]
        impl #encode_generics __rt::EncodeVariant<__D> for #ident #arguments #encode_where {
            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeVariant<'__de, __D> for #ident #arguments #decode_where {
            #[inline]
            fn decode(
                __reader: &mut __rt::Reader<'__de>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
        }

        #own
    }
}

/// Holds the layout against the pinned fingerprint, if there is one.
fn pinned_layout(context: &Context<'_>) -> Option<TokenStream> {
    let (pinned, span) = context.message.layout.as_ref()?;
    let ident = context.ident;
    let arguments = context.static_arguments();
    Some(quote_spanned! {*span=>
        const _: () = __rt::check_layout(
            <#ident #arguments as __rt::Wire<__rt::Widest>>::LAYOUT,
            #pinned,
        );
    })
}

/// The facts, held against `max_size` if there is one.
fn max_size(context: &Context<'_>, facts: &TokenStream) -> TokenStream {
    match context.message.max_size {
        None => facts.clone(),
        Some((limit, span)) => quote_spanned!(span=> __rt::within(#facts, #limit)),
    }
}

/// A newtype: everything is its field's.
pub(super) fn transparent(context: &Context<'_>, transparent: &Transparent) -> TokenStream {
    let Transparent { field, fields } = transparent;
    let owner = context.ident.to_string();
    let ident = context.ident;
    let markers = field::custom_markers(&owner, Some(field).into_iter(), context);
    let ty = field::wire_type(&owner, field, context);
    let member = &field.member;
    let place = context::place(&field.ty);
    let reference = quote_spanned!(place=> &self.#member);
    let value = field::to_write(&owner, field, context, &reference);
    let reference = quote_spanned!(place=> &__value.#member);
    let inner = field::to_write(&owner, field, context, &reference);
    let build = |read: TokenStream| {
        let values = fields.iter().map(|other| {
            let name = &other.member;
            if other.binding == field.binding {
                let value = field::from_read(&owner, field, context, &read);
                quote!(#name: #value)
            } else {
                let value = field::default_expr(other);
                quote!(#name: #value)
            }
        });
        quote!(#ident { #(#values),* })
    };
    let span = context::place(&field.ty);
    let decoded = build(quote!(__value));
    let built = build(quote_spanned!(span=> __rt::newtype::build::<__D, #ty>(__words)));
    let in_place = field::owns(field).then(|| {
        let others = fields.iter().filter(|other| other.binding != field.binding).map(|other| {
            let (name, value) = (&other.member, field::default_expr(other));
            quote!(__place.#name = #value;)
        });
        let own = &field.ty;
        quote_spanned! {span=>
            #[inline]
            fn decode_in_place(
                __reader: &mut __rt::Reader<'__de>,
                __place: &mut Self,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #(#others)*
                <#ty as __rt::DecodeInto<'__de, __D, #own>>::decode_into(
                    __reader,
                    &mut __place.#member,
                )
            }
        }
    });
    let name = ident.to_string();
    let layout = field::layout_of(&owner, field, context);
    let impls = implement(
        context,
        &Implementation {
            facts: quote_spanned!(span=> <#ty as __rt::Wire<__D>>::FACTS),
            layout: quote!(&__rt::TypeLayout::Newtype(#name, #layout)),
            nullable: Some(quote_spanned! {span=>
                const NULLABLE: __rt::bool = <#ty as __rt::Wire<__D>>::NULLABLE;
                const OPTIONAL: __rt::bool = <#ty as __rt::Wire<__D>>::OPTIONAL;
            }),
            encode: quote_spanned!(span=> __rt::EncodeVariant::<__D>::encode(#value, __out)),
            decode: quote_spanned! {span=>
                match <#ty as __rt::DecodeVariant<'__de, __D>>::decode(__reader) {
                    __rt::Ok(__value) => __rt::Ok(#decoded),
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::Own {
                encode: quote! {
                    #[inline]
                    fn encode_after_prefix<__O: __rt::Output>(
                        __value: &Self,
                        __out: &mut __O,
                    ) -> __rt::Result<(), __rt::EncodeError> {
                        __rt::newtype::encode_after_prefix::<__D, _, __O>(#inner, __out)
                    }

                    #[inline]
                    fn fill(__value: &Self, __words: &mut [__rt::Word]) -> __rt::bool {
                        __rt::newtype::fill::<__D, _>(#inner, __words)
                    }

                    #[inline]
                    fn is_usual(__value: &Self) -> __rt::bool {
                        __rt::newtype::is_usual::<__D, _>(#inner)
                    }

                    #[inline]
                    fn fill_shortest(
                        __value: &Self,
                        __words: &mut [__rt::Word],
                    ) -> __rt::Result<__rt::usize, __rt::EncodeError> {
                        __rt::newtype::fill_shortest::<__D, _>(#inner, __words)
                    }
                },
                decode: quote! {
                    #[inline]
                    fn decode_after_prefix(
                        __reader: &mut __rt::Reader<'__de>,
                    ) -> __rt::Result<Self, __rt::DecodeError> {
                        match __rt::newtype::decode_after_prefix::<__D, #ty>(__reader) {
                            __rt::Ok(__value) => __rt::Ok(#decoded),
                            __rt::Err(__error) => __rt::Err(__error),
                        }
                    }

                    #[inline]
                    fn check(__words: &[__rt::Word]) -> __rt::bool {
                        __rt::newtype::check::<__D, #ty>(__words)
                    }

                    #[inline]
                    fn build(__words: &[__rt::Word]) -> Self {
                        #built
                    }

                    #[inline]
                    fn build_wide(__words: &[__rt::Word]) -> __rt::Option<Self> {
                        match __rt::newtype::build_wide::<__D, #ty>(__words) {
                            __rt::Some(__value) => __rt::Some(#decoded),
                            __rt::None => __rt::None,
                        }
                    }

                    #[inline]
                    fn missing() -> __rt::Option<Self> {
                        match __rt::newtype::missing::<__D, #ty>() {
                            __rt::Some(__value) => __rt::Some(#decoded),
                            __rt::None => __rt::None,
                        }
                    }

                    #in_place
                },
            },
        },
    );
    quote!(#markers #impls)
}

/// A type that travels as another one, by `From`, `TryFrom` and `Into`.
pub(super) fn converted(context: &Context<'_>, converted: &Converted) -> TokenStream {
    let name = context.ident.to_string();
    let ty = &converted.field.ty;
    let span = context::place(ty);
    let layout = field::layout_of(&name, &converted.field, context);
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
            facts: quote_spanned!(span=> __rt::converted_whole(<#ty as __rt::Wire<__D>>::FACTS)),
            layout: quote!(&__rt::TypeLayout::Newtype(#name, #layout)),
            nullable: Some(quote_spanned! {span=>
                const NULLABLE: __rt::bool = <#ty as __rt::Wire<__D>>::NULLABLE;
                const OPTIONAL: __rt::bool = <#ty as __rt::Wire<__D>>::OPTIONAL;
            }),
            encode: quote_spanned! {span=>
                let __value: #ty = __rt::Into::into(__rt::Clone::clone(self));
                __rt::EncodeVariant::<__D>::encode(&__value, __out)
            },
            decode: quote_spanned! {span=>
                let __at = __reader.position();
                match <#ty as __rt::DecodeVariant<'__de, __D>>::decode(__reader) {
                    __rt::Ok(__value) => #convert,
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::Own {
                encode: TokenStream::new(),
                decode: quote! {
                    #[inline]
                    fn missing() -> __rt::Option<Self> {
                        match __rt::newtype::missing::<__D, #ty>() {
                            __rt::Some(__value) => #missing,
                            __rt::None => __rt::None,
                        }
                    }
                },
            },
        },
    )
}

/// A unit struct: Nil.
pub(super) fn unit(context: &Context<'_>) -> TokenStream {
    let ident = context.ident;
    implement(
        context,
        &Implementation {
            facts: quote!(<() as __rt::Wire<__D>>::FACTS),
            layout: quote!(<() as __rt::Wire<__D>>::LAYOUT),
            nullable: None,
            encode: quote!(__rt::EncodeVariant::<__D>::encode(&(), __out)),
            decode: quote! {
                match <() as __rt::DecodeVariant<'__de, __D>>::decode(__reader) {
                    __rt::Ok(()) => __rt::Ok(#ident {}),
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::Own {
                encode: quote! {
                    #[inline]
                    fn fill(_: &Self, _: &mut [__rt::Word]) -> __rt::bool {
                        true
                    }
                },
                decode: quote! {
                    #[inline]
                    fn check(__words: &[__rt::Word]) -> __rt::bool {
                        <() as __rt::DecodeShortcuts<'__de, __D>>::check(__words)
                    }

                    #[inline]
                    fn build(_: &[__rt::Word]) -> Self {
                        #ident {}
                    }
                },
            },
        },
    )
}
