//! A record's layout, and the two functions in which each of its fields stands once.

use godot_var_schema::variant::model::{DefaultValue, Field, Form, Keys, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Ident, Index, Member};

use super::context::{self, Bound, Context};
use super::field;

/// How a record begins on the wire.
pub(super) enum Opening {
    /// With its container.
    Plain,
    /// With an Array and a message id.
    Id(TokenStream),
    /// With a Dictionary and a tag.
    Tag(String, TokenStream),
}

/// A record that is emitted: the struct itself, or a member of an enum.
pub(super) struct Target<'r> {
    /// The type that carries the layout.
    pub(super) ident: Ident,
    pub(super) record: &'r Record,
    pub(super) opening: Opening,
    /// The path of the Rust constructor, and of the pattern: `Self` or `Enum::Member`.
    pub(super) constructor: TokenStream,
    /// Whether `constructor` is one of several members.
    pub(super) is_member: bool,
}

impl Target<'_> {
    fn owner(&self) -> String {
        self.ident.to_string()
    }
}

fn key(field: &Field, form: Form) -> Option<&str> {
    (form == Form::Dictionary).then_some(field.key.as_str())
}

/// Emits `Template`, `Record` and `ReadRecord` for a record.
pub(super) fn record(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let markers = field::custom_markers(&target.owner(), target.record.wire_fields(), context);
    let layout = layout(context, target);
    let write = write(context, target);
    let read = read(context, target);
    quote!(#markers #layout #write #read)
}

/// ```text
/// impl<__D: Dialect> Template<__D> for Chat {
///     const OPENING: &'static [Word] = &dictionary_opening::<__D>(2);
///     const FIELDS: &'static [Field] = &[field::<__D, i32>("channel", &[]), field::<__D, String>("text", &[])];
///     …
/// }
/// ```
fn layout(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let Target { ident, record, opening, .. } = target;
    let generics = context.generics(Bound::Wire);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let arguments = context.arguments();
    let owner = target.owner();
    // A flattened field has keys of its own; it is no slot.
    let slots: Vec<&Field> = record.wire_fields().filter(|field| !field.flatten).collect();
    let count = Index::from(slots.len());
    let fields = slots.iter().map(|field| {
        let ty = field::wire_type(&owner, field, context);
        let span = context::place(&field.ty);
        if let Some(key) = key(field, record.form) {
            let aliases = &field.aliases;
            quote_spanned!(span=> __rt::field::<__D, #ty>(#key, &[#(#aliases),*]))
        } else {
            quote_spanned!(span=> __rt::element::<__D, #ty>())
        }
    });
    let opening = match opening {
        Opening::Plain => match record.form {
            Form::Dictionary => quote!(&__rt::dictionary_opening::<__D>(#count)),
            Form::Array => quote!(&__rt::array_opening::<__D>(#count)),
        },
        Opening::Id(id) => {
            quote!(__rt::cut(&__rt::id_opening::<__D, { __rt::tag_capacity("", #id) }>(#count, #id)))
        }
        Opening::Tag(key, tag) => quote! {
            __rt::cut(&__rt::tag_opening::<__D, { __rt::tag_capacity(#key, #tag) }>(#count, #key, #tag))
        },
    };
    let tag = match &target.opening {
        Opening::Tag(key, _) => Some(quote!(
            const TAG: __rt::Option<&'static __rt::str> = __rt::Some(#key);
        )),
        _ => None,
    };
    let set = if record.fields.iter().any(|field| field.flatten) {
        Some(quote!(
            const SET: __rt::FieldSet = __rt::FieldSet::Flattened;
        ))
    } else if record.is_static() {
        None
    } else {
        Some(quote!(
            const SET: __rt::FieldSet = __rt::FieldSet::Some;
        ))
    };
    let keys = (record.keys == Keys::StringName).then(|| {
        quote!(
            const KEYS: __rt::VariantType = __rt::VariantType::StringName;
        )
    });
    let deny = record.deny_unknown.then(|| {
        quote!(
            const DENY_UNKNOWN: __rt::bool = true;
        )
    });
    let capacity = format_ident!("__CAPACITY_{}", ident);
    let capacity_value = if context.is_generic() {
        let keys = slots.iter().map(|field| key(field, record.form).unwrap_or_default());
        quote!(__rt::generic_capacity(&[#(#keys),*]))
    } else {
        let arguments = context.static_arguments();
        quote!(__rt::capacity::<__rt::Widest, #ident #arguments>())
    };
    quote! {
        const #capacity: __rt::usize = #capacity_value;

        #[automatically_derived]
        impl #impl_generics __rt::Template<__D> for #ident #arguments #where_clause {
            const OPENING: &'static [__rt::Word] = #opening;
            const FIELDS: &'static [__rt::Field] = &[#(#fields),*];
            const RUNS: &'static [__rt::Word] =
                __rt::cut(&__rt::template::<__D, Self, #capacity>());
            const USUAL: &'static [__rt::Word] =
                __rt::cut(&__rt::usual::<__D, Self, #capacity>());
            const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, #count>();
            #set
            #keys
            #tag
            #deny
            type Offsets = [__rt::u32; #count];
        }
    }
}

/// The description of a record.
///
/// ```text
/// RecordLayout { name: "Chat", keyed: true, name_keys: false, deny_unknown: false, fields: &[
///     field_layout("channel", &[], <i32 as Wire<D>>::LAYOUT, Presence::REQUIRED), …
/// ```
pub(super) fn record_layout(
    context: &Context<'_>,
    name: &str,
    owner: &str,
    record: &Record,
) -> TokenStream {
    let keyed = record.form == Form::Dictionary;
    let name_keys = record.keys == Keys::StringName;
    let deny_unknown = record.deny_unknown;
    let fields = record.wire_fields().map(|field| {
        let (key, aliases) = (&field.key, &field.aliases);
        let layout = field::layout_of(owner, field, context);
        let required = field.default.is_none() && record.default.is_none() && field.decoded;
        let always = field.encoded && field.skip_encoding_if.is_none();
        let presence = match (field.flatten, required, always) {
            (true, _, _) => quote!(FLATTENED),
            (_, true, true) => quote!(REQUIRED),
            (_, false, true) => quote!(DEFAULTED),
            (_, true, false) => quote!(SKIPPED),
            (_, false, false) => quote!(OPTIONAL),
        };
        let unread = (!field.decoded).then(|| quote!(.unread()));
        let named = match &field.member {
            Member::Named(ident) if ident.unraw() != key => {
                let name = ident.unraw().to_string();
                Some(quote!(.named(#name)))
            }
            _ => None,
        };
        quote! {
            __rt::field_layout(#key, &[#(#aliases),*], #layout, __rt::Presence::#presence #unread)
                #named
        }
    });
    quote! {
        __rt::RecordLayout {
            name: #name,
            keyed: #keyed,
            name_keys: #name_keys,
            deny_unknown: #deny_unknown,
            fields: &[#(#fields),*],
        }
    }
}

/// Pairs each field that travels with the index of its slot.
fn with_steps(record: &Record) -> Vec<(&Field, Index)> {
    let mut slot = 0;
    record
        .fields
        .iter()
        .map(|field| {
            let own = slot;
            slot += usize::from((field.encoded || field.decoded) && !field.flatten);
            (field, Index::from(own))
        })
        .collect()
}

/// `{ a: __field0, b: __field1 }` or `{ 0: __field0 }`: serves every style of fields.
fn pattern(record: &Record) -> TokenStream {
    let fields = record.fields.iter().map(|field| {
        let (member, binding) = (&field.member, &field.binding);
        quote!(#member: #binding)
    });
    quote!({ #(#fields),* })
}

/// ```text
/// fn write<S: Sink<D>>(value: &Chat, sink: &mut S) -> Result<(), S::Stop> {
///     let slots = <Self as Template<D>>::SLOTS;
///     S::put(sink, &slots[0], &value.channel)?;
///     …
/// ```
fn write(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let Target { ident, record, constructor, .. } = target;
    let owner = target.owner();
    let generics = context.generics(Bound::Encode);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let arguments = context.arguments();
    let enum_ident = context.ident;
    let puts: Vec<_> = with_steps(record)
        .into_iter()
        .filter(|(field, _)| field.encoded)
        .map(|(field, slot)| {
            let span = context::place(&field.ty);
            let reference = if target.is_member {
                let binding = &field.binding;
                quote!(#binding)
            } else {
                let member = &field.member;
                quote_spanned!(span=> &__value.#member)
            };
            if field.flatten {
                return quote_spanned!(span=> __S::flatten(__sink, #reference)?;);
            }
            let value = field::to_write(&owner, field, context, &reference);
            let put = quote_spanned!(span=> __S::put(__sink, &__slots[#slot], #value)?;);
            match &field.skip_encoding_if {
                Some(path) => quote!(if !#path(#reference) { #put }),
                None => put,
            }
        })
        .collect();
    let slots =
        (!puts.is_empty()).then(|| quote!(let __slots = <Self as __rt::Template<__D>>::SLOTS;));
    let body = if target.is_member {
        let pattern = pattern(record);
        quote! {
            if let #constructor #pattern = __value {
                #(#puts)*
            }
        }
    } else {
        quote!(#(#puts)*)
    };
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::Record<__D> for #ident #arguments #where_clause {
            type Value = #enum_ident #arguments;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<__S: __rt::Sink<__D>>(
                __value: &Self::Value,
                __sink: &mut __S,
            ) -> __rt::Result<(), __S::Stop> {
                #slots
                #body
                __rt::Ok(())
            }
        }
    }
}

/// ```text
/// fn read<S: Source<'de, D>>(source: &mut S) -> Result<Chat, S::Miss> {
///     let slots = <Self as Template<D>>::SLOTS;
///     Ok(Chat { channel: S::get(source, &slots[0])?, … })
/// ```
fn read(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let Target { ident, record, constructor, .. } = target;
    let owner = target.owner();
    let generics = context.generics(Bound::Decode);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let arguments = context.arguments();
    let enum_ident = context.ident;
    let base = match &record.default {
        DefaultValue::None => None,
        DefaultValue::Trait => {
            Some(quote!(let __default: #enum_ident #arguments = __rt::Default::default();))
        }
        DefaultValue::Expr(expr) => Some(quote!(let __default: #enum_ident #arguments = #expr;)),
    };
    let mut gets = false;
    let values: Vec<_> = with_steps(record)
        .into_iter()
        .map(|(field, slot)| {
            let member = &field.member;
            if !field.decoded {
                let value = match (&field.default, &base) {
                    (DefaultValue::None, Some(_)) => quote!(__default.#member),
                    _ => field::default_expr(field),
                };
                return quote!(#member: #value);
            }
            gets = true;
            let span = context::place(&field.ty);
            if field.flatten {
                return quote_spanned!(span=> #member: __S::flatten(__source)?);
            }
            let ty = field::wire_type(&owner, field, context);
            let read = match (&field.default, &base) {
                (DefaultValue::None, None) => quote_spanned! {span=>
                    __S::get::<#ty>(__source, &__slots[#slot])?
                },
                (DefaultValue::None, Some(_)) => {
                    let default =
                        field::wrapped(&owner, field, context, &quote!(__default.#member));
                    quote_spanned! {span=>
                        __S::get_or::<#ty>(__source, &__slots[#slot], #default)?
                    }
                }
                _ => {
                    let default = field::default_function(&owner, field, context);
                    quote_spanned! {span=>
                        __S::get_or::<#ty>(__source, &__slots[#slot], #default)?
                    }
                }
            };
            let value = field::from_read(&owner, field, context, &read);
            quote!(#member: #value)
        })
        .collect();
    let slots = gets.then(|| quote!(let __slots = <Self as __rt::Template<__D>>::SLOTS;));
    let in_place =
        (!target.is_member && reads_in_place(record)).then(|| read_into(context, target));
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::ReadRecord<'__de, __D> for #ident #arguments #where_clause {
            type Value = #enum_ident #arguments;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<__S: __rt::Source<'__de, __D>>(
                __source: &mut __S,
            ) -> __rt::Result<Self::Value, __S::Miss> {
                #slots
                #base
                __rt::Ok(#constructor { #(#values),* })
            }

            #in_place
        }
    }
}

/// Whether reading in place can save anything: a field that may own memory is read by its own type.
/// Defaults of the whole record and flattened fields are made anew in any case.
pub(super) fn reads_in_place(record: &Record) -> bool {
    record.default.is_none()
        && !record.fields.iter().any(|field| field.flatten)
        && record.fields.iter().any(|field| field.decoded && field::owns(field))
}

/// ```text
/// fn read_into<S: Source<'de, D>>(source: &mut S, place: &mut Chat) -> Result<(), S::Miss> {
///     let slots = <Self as Template<D>>::SLOTS;
///     S::get_into::<String, _>(source, &slots[0], &mut place.channel)?;
///     …
/// ```
fn read_into(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let owner = target.owner();
    let gets = with_steps(target.record).into_iter().map(|(field, slot)| {
        let member = &field.member;
        let span = context::place(&field.ty);
        let place = quote_spanned!(span=> __place.#member);
        if !field.decoded {
            let value = field::default_expr(field);
            return quote!(#place = #value;);
        }
        let ty = field::wire_type(&owner, field, context);
        if field.default.is_none() {
            quote_spanned! {span=>
                __S::get_into::<#ty, _>(__source, &__slots[#slot], &mut #place)?;
            }
        } else {
            let default = field::default_function(&owner, field, context);
            quote_spanned! {span=>
                __S::get_or_into::<#ty, _>(__source, &__slots[#slot], #default, &mut #place)?;
            }
        }
    });
    quote! {
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            #(#gets)*
            __rt::Ok(())
        }
    }
}

/// The local variable of a newtype member's field.
pub(super) fn newtype(record: &Record) -> (&Field, &Member) {
    let field = &record.fields[0];
    (field, &field.member)
}
