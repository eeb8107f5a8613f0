//! A record's layout, and the two functions that each list its fields once.

use godot_var_schema::variant::model::{DefaultValue, Field, Form, Keys, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Ident, Index, Member};

use super::context::{Bound, Context};
use super::field;
use super::probe::{blamed, call, is_asked, place_of, probed, probes};
use super::recursion;

/// How an encoded record begins.
pub(super) enum Opening {
    /// With its container.
    Plain,
    /// With an Array and a message id.
    Id(TokenStream),
    /// With a Dictionary and a tag.
    Tag(String, TokenStream),
}

/// A record that is emitted: the struct itself, or a variant of an enum.
pub(super) struct Target<'r> {
    /// The type that carries the layout.
    pub(super) ident: Ident,
    /// The name of the struct or the variant.
    pub(super) name: String,
    pub(super) record: &'r Record,
    pub(super) opening: Opening,
    /// The path of the Rust constructor, and of the pattern: `Self` or `Enum::Member`.
    pub(super) constructor: TokenStream,
    /// Whether `constructor` is one of several variants.
    pub(super) is_member: bool,
}

impl Target<'_> {
    fn owner(&self) -> String {
        self.ident.to_string()
    }
}

fn key(field: &Field, form: Form) -> &str {
    if form == Form::Dictionary { &field.key } else { "" }
}

/// Emits `Template`, `Record` and `ReadRecord` for a record.
pub(super) fn record(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let codecs = field::custom_codecs(&target.owner(), target.record.wire_fields(), context);
    let layout = layout(context, target);
    let write = write(context, target);
    let read = read(context, target);
    quote!(#codecs #layout #write #read)
}

/// ```text
/// impl<AnyDialect: Dialect> Template<AnyDialect> for Chat {
///     const NAME: &'static str = "Chat";
///     const OPENING: &'static [Word] = &dictionary_opening::<AnyDialect>(2);
///     …
/// }
/// ```
fn layout(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let Target { ident, name, record, opening, .. } = target;
    let generics = context.generics(Bound::Encode);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let arguments = context.arguments();
    // A flattened field has its own keys and is not a slot.
    let slots: Vec<&Field> = record.wire_fields().filter(|field| !field.flatten).collect();
    let count = Index::from(slots.len());
    let opening = match opening {
        Opening::Plain => match record.form {
            Form::Dictionary => quote!(&__rt::dictionary_opening::<AnyDialect>(#count)),
            Form::Array => quote!(&__rt::array_opening::<AnyDialect>(#count)),
        },
        Opening::Id(id) => {
            quote!(__rt::cut(&__rt::id_opening::<AnyDialect, { __rt::tag_capacity("", #id) }>(#count, #id)))
        }
        Opening::Tag(key, tag) => quote! {
            __rt::cut(&__rt::tag_opening::<AnyDialect, { __rt::tag_capacity(#key, #tag) }>(#count, #key, #tag))
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
            const RESERVED: __rt::ReservedKeys = __rt::reserved_by::<AnyDialect, Self>();
        ))
    } else if record.is_static() {
        None
    } else {
        Some(quote!(
            const SET: __rt::FieldSet = __rt::FieldSet::Some;
        ))
    };
    let capacity = format_ident!("__CAPACITY_{}", ident);
    let capacity_value = if context.is_generic() {
        let keys = slots.iter().map(|field| key(field, record.form));
        quote!(__rt::generic_capacity(&[#(#keys),*]))
    } else {
        let arguments = context.static_arguments();
        quote!(__rt::capacity::<__rt::Widest, #ident #arguments>())
    };
    let types = types(context, target);
    let probes = probes(record.wire_fields(), context);
    quote! {
        const #capacity: __rt::usize = #capacity_value;

        #[automatically_derived]
        impl #impl_generics __rt::Template<AnyDialect> for #ident #arguments #where_clause {
            const NAME: &'static __rt::str = #name;
            const OPENING: &'static [__rt::Word] = #opening;
            #set
            #tag
            __rt::template!(AnyDialect, #capacity, #count, [#probes], [#types]);
        }
    }
}

/// The types of the fields, and their codecs.
fn types(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let owner = target.owner();
    let types = target.record.wire_fields().map(|field| field::described(&owner, field, context));
    quote!(#(#types),*)
}

/// The members of `Describe` for a record that layouts call `name`.
///
/// ```text
/// const KEYS: &'static TypeLayout<'static> = &TypeLayout::Record(&dictionary("Chat", &[
///     field("channel"),
///     field("text").present(Presence::DEFAULTED),
/// ]));
/// describe_record!(AnyDialect, [], [i32, String]);
/// ```
pub(super) fn describe(context: &Context<'_>, target: &Target<'_>, name: &str) -> TokenStream {
    let record = target.record;
    let rows = record.wire_fields().map(|field| row(context, record, field));
    let form = match record.form {
        Form::Dictionary => quote!(dictionary),
        Form::Array => quote!(array),
    };
    let name_keys = (record.keys == Keys::StringName).then(|| quote!(.with_name_keys()));
    let deny = record.deny_unknown.then(|| quote!(.denying_unknown()));
    let flattened = probes(record.wire_fields().filter(|field| field.flatten), context);
    let keys = probed(
        &flattened,
        &quote!(&__rt::TypeLayout::Record(&__rt::#form(#name, &[#(#rows),*]) #name_keys #deny)),
    );
    let probes = probes(record.wire_fields(), context);
    let types = types(context, target);
    quote! {
        const KEYS: &'static __rt::TypeLayout<'static> = #keys;
        __rt::describe_record!(AnyDialect, [#probes], [#types]);
    }
}

/// The row of a field.
fn row(context: &Context<'_>, record: &Record, field: &Field) -> TokenStream {
    let (key, aliases) = (&field.key, &field.aliases);
    let function = if field.flatten {
        let ty = recursion::cut(field, context).ty;
        quote!(flattened::<#ty>)
    } else {
        quote!(field)
    };
    let aliased = (!aliases.is_empty()).then(|| quote!(.aliased(&[#(#aliases),*])));
    let required = field.default.is_none() && record.default.is_none() && field.decoded;
    let always = field.encoded && field.skip_encoding_if.is_none();
    let presence = match (field.flatten, required, always) {
        (true, _, _) => (!field.decoded).then(|| quote!(FLATTENED)),
        (_, true, true) => None,
        (_, false, true) => Some(quote!(DEFAULTED)),
        (_, true, false) => Some(quote!(SKIPPED)),
        (_, false, false) => Some(quote!(OPTIONAL)),
    };
    let unread = (!field.decoded).then(|| quote!(.unread()));
    let presence = presence.map(|presence| quote!(.present(__rt::Presence::#presence #unread)));
    let named = match &field.member {
        Member::Named(ident) if ident.unraw() != key => {
            let name = ident.unraw().to_string();
            Some(quote!(.named(#name)))
        }
        _ => None,
    };
    quote_spanned! {place_of(field, context)=>
        __rt::#function(#key) #aliased #presence #named
    }
}

/// Pairs each encoded field with the index of its slot.
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

/// `{ a: __field0, b: __field1 }` or `{ 0: __field0 }`: works for every style of fields.
fn pattern(record: &Record) -> TokenStream {
    let fields = record.fields.iter().map(|field| {
        let (member, binding) = (&field.member, &field.binding);
        quote!(#member: #binding)
    });
    quote!({ #(#fields),* })
}

/// `call?` without its conversion of errors, which makes a fifth more of the code that the compiler has to optimise.
fn or_return(call: &TokenStream) -> TokenStream {
    quote!(__rt::ok!(#call))
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
            let span = place_of(field, context);
            let reference = if target.is_member {
                let binding = &field.binding;
                blamed(span, quote!(#binding))
            } else {
                let member = &field.member;
                let value = blamed(span, quote!(__value.#member));
                quote_spanned!(span=> &#value)
            };
            if field.flatten {
                return quote!(__S::flatten(__sink, #reference)?;);
            }
            let ty = field::declared_type(field);
            let put = match field::codec(&owner, field, context) {
                Some(codec) => quote_spanned!(span=> __S::put_as::<#codec, #ty>),
                None => quote!(__S::put),
            };
            let put = or_return(&call(span, put, quote!(__sink, &__slots[#slot], #reference)));
            match &field.skip_encoding_if {
                Some(path) => quote!(if !#path(#reference) { #put }),
                None => quote!(#put;),
            }
        })
        .collect();
    let slots = (!puts.is_empty())
        .then(|| quote!(let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;));
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
    let probes = probes(record.wire_fields(), context);
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::Record<AnyDialect> for #ident #arguments #where_clause {
            type Value = #enum_ident #arguments;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<__S: __rt::Sink<AnyDialect>>(
                __value: &Self::Value,
                __sink: &mut __S,
            ) -> __rt::Result<(), __S::Stop> {
                #probes
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
    let mut skips = Vec::new();
    let values: Vec<_> = with_steps(record)
        .into_iter()
        .map(|(field, slot)| {
            let member = &field.member;
            if !field.decoded {
                if field.encoded {
                    gets = true;
                    skips.push(quote!(__S::skip(__source, &__slots[#slot]);));
                }
                let value = match (&field.default, &base) {
                    (DefaultValue::None, Some(_)) => quote!(__default.#member),
                    _ => field::default_expr(field),
                };
                return quote!(#member: #value);
            }
            gets = true;
            let span = place_of(field, context);
            if field.flatten {
                let ty = &field.ty;
                return quote!(#member: __S::flatten::<#ty>(__source)?);
            }
            let ty = field::declared_type(field);
            let codec = field::codec(&owner, field, context);
            let slot = quote!(__source, &__slots[#slot]);
            let value = match (&field.default, &base) {
                (DefaultValue::None, None) => match codec {
                    Some(codec) => quote!(__S::get_as::<#codec, #ty>(#slot)),
                    None if is_asked(field, context) => quote!(__S::get::<#ty>(#slot)),
                    None => quote_spanned!(span=> __S::get(#slot)),
                },
                (default, base) => {
                    let codec = field::codec_or_same(&owner, field, context);
                    let default = match (default, base) {
                        (DefaultValue::None, Some(_)) => quote!(|| __default.#member),
                        _ => field::default_function(field, context),
                    };
                    quote!(__S::get_or::<#codec, #ty>(#slot, #default))
                }
            };
            let value = or_return(&value);
            quote!(#member: #value)
        })
        .collect();
    let slots = gets.then(|| quote!(let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;));
    let in_place =
        (!target.is_member && reads_in_place(record)).then(|| read_into(context, target));
    let probes = probes(record.wire_fields(), context);
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::ReadRecord<'de_, AnyDialect> for #ident #arguments #where_clause {
            type Value = #enum_ident #arguments;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<__S: __rt::Source<'de_, AnyDialect>>(
                __source: &mut __S,
            ) -> __rt::Result<Self::Value, __S::Miss> {
                #probes
                #slots
                #(#skips)*
                #base
                __rt::Ok(#constructor { #(#values),* })
            }

            #in_place
        }
    }
}

/// Whether reading in place can save allocations: a field may own memory, and is read by its own
/// type. Defaults of the whole record and flattened fields are always replaced.
pub(super) fn reads_in_place(record: &Record) -> bool {
    record.default.is_none()
        && !record.fields.iter().any(|field| field.flatten)
        && record.fields.iter().any(|field| field.decoded && field::owns(field))
}

/// ```text
/// fn read_into<S: Source<'de, D>>(source: &mut S, place: &mut Chat) -> Result<(), S::Miss> {
///     let slots = <Self as Template<D>>::SLOTS;
///     S::get_into(source, &slots[0], &mut place.channel)?;
///     …
/// ```
fn read_into(context: &Context<'_>, target: &Target<'_>) -> TokenStream {
    let owner = target.owner();
    let gets = with_steps(target.record).into_iter().map(|(field, slot)| {
        let member = &field.member;
        let place = quote!(__place.#member);
        if !field.decoded {
            let value = field::default_expr(field);
            return quote!(#place = #value);
        }
        let slot = quote!(__source, &__slots[#slot]);
        let span = place_of(field, context);
        let place = blamed(span, place);
        let place = quote_spanned!(span=> &mut #place);
        let codec = field::codec(&owner, field, context);
        or_return(&match codec {
            Some(codec) if field.default.is_none() => {
                quote!(__S::get_into_as::<#codec, _>(#slot, #place))
            }
            None if field.default.is_none() => quote!(__S::get_into(#slot, #place)),
            _ => {
                let codec = field::codec_or_same(&owner, field, context);
                let default = field::default_function(field, context);
                quote!(__S::get_or_into::<#codec, _>(#slot, #default, #place))
            }
        })
    });
    let probes = probes(target.record.wire_fields(), context);
    quote! {
        #[inline]
        fn read_into<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            #probes
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            #(#gets;)*
            __rt::Ok(())
        }
    }
}

/// The local variable of a newtype variant's field.
pub(super) fn newtype(record: &Record) -> (&Field, &Member) {
    let field = &record.fields[0];
    (field, &field.member)
}
