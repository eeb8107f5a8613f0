//! One field: its encoded type, the value to write, the value that was read.

use godot_var_schema::known;
use godot_var_schema::variant::model::{Codec, DefaultValue, Field, WireType};
use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Type};

use super::context::{self, Bound, Context};
use super::functions::{self, Function};
use super::probe::{call, is_asked, place_of, stamped};
use super::recursion;
use crate::generics::mentions_static;
use crate::names::{apart, ungrouped};

/// The name of the codec of a field with functions of its own.
fn custom_name(owner: &str, field: &Field) -> Ident {
    format_ident!("__Custom{}{}", owner, field.binding)
}

/// The codec of a field that is not encoded as its type is.
pub(super) fn codec(owner: &str, field: &Field, context: &Context<'_>) -> Option<TokenStream> {
    if field.is_change {
        let content = Field { is_change: false, ..field.clone() };
        let content = codec_or_same(owner, &content, context);
        return Some(quote_spanned!(place_of(field, context)=> __rt::Change<#content>));
    }
    if is_plain(field) {
        return None;
    }
    let attributes = &field.codec;
    if attributes.has_functions() {
        let name = custom_name(owner, field);
        let arguments = context.arguments();
        let Some(through) = &attributes.through else { return Some(quote!(#name #arguments)) };
        let codec = match attributes.time {
            Some(time) => {
                let nanoseconds = Literal::u32_unsuffixed(time.nanoseconds);
                quote!(__rt::InUnits<#through, #nanoseconds>)
            }
            None => quote!(__rt::Through<#through, #name #arguments>),
        };
        return Some(if field.is_option() { quote!(__rt::InOption<#codec>) } else { codec });
    }
    let mut codec = match attributes.wire_type {
        None if attributes.typed => quote!(__rt::Typed),
        None if is_static_cow(&field.ty) => quote!(__rt::AsOwned),
        None => quote!(__rt::Same),
        Some(WireType::String) => quote!(__rt::AsString),
        Some(WireType::StringName) => quote!(__rt::AsStringName),
        Some(WireType::NodePath) => quote!(__rt::AsNodePath),
        Some(WireType::Array) => quote!(__rt::AsArray),
        Some(WireType::Int) => quote!(__rt::AsInt),
        Some(WireType::Float) => quote!(__rt::AsFloat<false>),
        Some(WireType::Float64) => quote!(__rt::AsFloat<true>),
    };
    if attributes.strict {
        codec = quote!(__rt::Strict<#codec>);
    }
    if let Some(len) = &attributes.max_len {
        codec = match godot_var_schema::integer(len) {
            Some(len) => {
                let len = Literal::i64_unsuffixed(len);
                quote!(__rt::MaxLen<#len, #codec>)
            }
            None => quote_spanned!(context::place(len)=> __rt::MaxLen<{ #len }, #codec>),
        };
    }
    if field.is_option() {
        codec = quote!(__rt::InOption<#codec>);
    }
    if is_asked(field, context) {
        codec = stamped(codec, place_of(field, context));
    }
    Some(codec)
}

/// The codec of any field. Its place is that of the probe, so that rustc reports one error for both.
pub(super) fn codec_or_same(owner: &str, field: &Field, context: &Context<'_>) -> TokenStream {
    let place = place_of(field, context);
    codec(owner, field, context).unwrap_or_else(|| quote_spanned!(place=> __rt::Same))
}

/// Whether only the user's functions know the encoding.
fn is_custom(codec: &Codec) -> bool {
    codec.has_functions() && codec.through.is_none()
}

/// Whether a type is a `Cow` with the lifetime `'static`, also in an `Option`.
fn is_static_cow(ty: &Type) -> bool {
    let Type::Path(path) = ungrouped(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    match arguments.args.first() {
        Some(syn::GenericArgument::Lifetime(lifetime)) => {
            last.ident == "Cow" && lifetime.ident == "static"
        }
        Some(syn::GenericArgument::Type(inner)) => last.ident == "Option" && is_static_cow(inner),
        _ => false,
    }
}

/// Whether a field borrows for `'static`: `&'static str`.
pub(super) fn borrows_static(field: &Field) -> bool {
    mentions_static(&field.ty) && !is_static_cow(&field.ty)
}

/// Whether a field may own memory that a reader can use again. Types with these names do not, nor
/// do fields with their own functions or another encoded type.
pub(super) fn owns(field: &Field) -> bool {
    !field.codec.has_functions()
        && field.codec.wire_type.is_none()
        && !is_static_cow(&field.ty)
        && may_own(&field.ty)
}

/// Whether a type owns memory, if its name shows that it is a message.
pub(super) fn owning_by_name(name: &str) -> Option<bool> {
    match name {
        name if known::is_plain(name) => Some(false),
        "Array" | "Dictionary" | "DoubleStructure" | "NodePath" | "Object" | "Signal"
        | "String" | "StringName" | "Variant" | "str" => Some(true),
        _ => None,
    }
}

/// Whether a type may own memory. A different type with one of these names is replaced by the new
/// value, which is correct, too.
fn may_own(ty: &Type) -> bool {
    let (name, parts) = apart(ty);
    match &*name {
        "&" => false,
        "[]" | "()" | "Option" => parts.into_iter().any(may_own),
        name => owning_by_name(name) != Some(false),
    }
}

/// The type of the field in Rust.
pub(super) fn declared_type(field: &Field) -> TokenStream {
    let ty = &field.ty;
    if field.is_change { quote!(__rt::Option<#ty>) } else { quote!(#ty) }
}

/// A reference to the layout of a field. A mention of the message itself is cut there.
pub(super) fn layout_of(owner: &str, field: &Field, context: &Context<'_>) -> TokenStream {
    if is_custom(&field.codec) {
        let path = field.codec.encode_with.as_ref().or(field.codec.decode_with.as_ref());
        let name = path.map(|path| quote!(#path).to_string().replace(' ', ""));
        return quote!(&__rt::TypeLayout::Custom(#name));
    }
    let field = &recursion::cut(field, context);
    let (ty, span) = (declared_type(field), place_of(field, context));
    match codec(owner, field, context) {
        Some(codec) => quote_spanned!(span=> __rt::layout_as::<#codec, #ty>()),
        None => quote_spanned!(span=> __rt::layout::<#ty>()),
    }
}

/// The type of a field, in which a mention of the message itself is cut, and its codec: `f32 as AsInt`.
pub(super) fn described(owner: &str, field: &Field, context: &Context<'_>) -> TokenStream {
    if is_custom(&field.codec) {
        return with_codec(owner, field, context);
    }
    with_codec(owner, &recursion::cut(field, context), context)
}

/// The type of a field, and its codec if it has one or the type is probed: `f32 as AsInt`.
pub(super) fn with_codec(owner: &str, field: &Field, context: &Context<'_>) -> TokenStream {
    let ty = declared_type(field);
    if is_plain(field) && !is_asked(field, context) {
        return ty;
    }
    let codec = codec_or_same(owner, field, context);
    quote_spanned!(place_of(field, context)=> #ty as #codec)
}

/// Whether a field is encoded as its type is.
pub(super) fn is_plain(field: &Field) -> bool {
    field.codec.is_plain() && !field.is_change && !is_static_cow(&field.ty)
}

/// A member of the traits of the field's type, or of its codec: `<f32 as EncodeVariant<D>>::encode`, or
/// `<AsInt as EncodeAs<D, f32>>::encode_as`.
pub(super) fn member(owner: &str, field: &Field, context: &Context<'_>, name: &str) -> TokenStream {
    let (ty, span) = (declared_type(field), place_of(field, context));
    let codec = codec(owner, field, context);
    let is_function = name.starts_with(char::is_lowercase);
    let suffix = if codec.is_some() && is_function { "_as" } else { "" };
    let member = Ident::new(&format!("{name}{suffix}"), span);
    let dialect = quote!(AnyDialect);
    let (of_type, of_codec) = match name {
        "NULLABLE" | "OPTIONAL" => (quote!(Describe), quote!(DescribeAs<#ty>)),
        "FACTS" | "encode" => (quote!(EncodeVariant<#dialect>), quote!(EncodeAs<#dialect, #ty>)),
        _ => (quote!(DecodeVariant<'de_, #dialect>), quote!(DecodeAs<'de_, #dialect, #ty>)),
    };
    match codec {
        Some(codec) => quote_spanned!(span=> <#codec as __rt::#of_codec>::#member),
        None => quote_spanned!(span=> <#ty as __rt::#of_type>::#member),
    }
}

/// A default as the user wrote it; a string literal also works for owned texts.
pub(crate) fn written_default(expr: &syn::Expr) -> TokenStream {
    match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }) => {
            quote!(__rt::Into::into(#expr))
        }
        _ => quote!(#expr),
    }
}

/// An expression for the value of a field that is not read.
pub(super) fn default_expr(field: &Field) -> TokenStream {
    if let DefaultValue::Expr(expr) = &field.default {
        written_default(expr)
    } else {
        quote_spanned!(context::place(&field.ty)=> __rt::Default::default())
    }
}

/// The default of a type.
fn of_type(ty: &TokenStream, span: Span) -> TokenStream {
    call(span, quote_spanned!(span=> <#ty as __rt::Default>::default), TokenStream::new())
}

/// A function that makes the default of a missing field.
pub(super) fn default_function(field: &Field, context: &Context<'_>) -> TokenStream {
    let ty = declared_type(field);
    if let DefaultValue::Expr(expr) = &field.default {
        let expr = written_default(expr);
        return quote!(|| -> #ty { #expr });
    }
    let default = of_type(&ty, place_of(field, context));
    quote!(|| #default)
}

/// The codecs of all fields with functions of their own.
pub(super) fn custom_codecs<'f>(
    owner: &str,
    fields: impl Iterator<Item = &'f Field>,
    context: &Context<'_>,
) -> TokenStream {
    fields
        .filter(|field| field.codec.has_functions() && field.codec.time.is_none())
        .map(|field| match &field.codec.through {
            Some(through) => converting_codec(owner, field, through, context),
            None => custom_codec(owner, field, context),
        })
        .collect()
}

/// ```text
/// struct __CustomChat__field2;
/// impl ConvertTo<Duration, u64> for __CustomChat__field2 {
///     fn encode(value: &Duration) -> Result<u64, EncodeError> { Ok(seconds::encode(value)) }
/// }
/// impl ConvertFrom<Duration, u64> for __CustomChat__field2 {
///     fn decode(wire: u64, at: usize) -> Result<Duration, DecodeError> { … seconds::decode(wire) … }
/// }
/// ```
fn converting_codec(
    owner: &str,
    field: &Field,
    through: &Type,
    context: &Context<'_>,
) -> TokenStream {
    let (Some(encode), Some(decode)) = (&field.codec.encode_with, &field.codec.decode_with) else {
        return TokenStream::new();
    };
    let name = custom_name(owner, field);
    let ty = field.option_content().unwrap_or(&field.ty);
    let (parameters, phantom) = (parameters(context), phantom(context));
    let (generics, arguments, where_clause) = context.message.generics.split_for_impl();
    let encode = Function {
        path: encode,
        wanted: "EncodeFunction",
        parameters: quote!(>(_: &__M)),
        generics: TokenStream::new(),
        arguments: vec![quote!(__value)],
    };
    let decode = Function {
        path: decode,
        wanted: "DecodeFunction",
        parameters: quote!(>(_: __M)),
        generics: TokenStream::new(),
        arguments: vec![quote!(__wire)],
    };
    let (encode_call, decode_call) = (encode.call(&field.codec), decode.call(&field.codec));
    let encode = functions::beside_stand_in(
        Some(&encode),
        &field.codec,
        quote! {
            #[automatically_derived]
            impl #generics __rt::ConvertTo<#ty, #through> for #name #arguments #where_clause {
                #[inline]
                fn encode(__value: &#ty) -> __rt::Result<#through, __rt::EncodeError> {
                    __rt::Ok(#encode_call)
                }
            }
        },
    );
    let decode = functions::beside_stand_in(
        Some(&decode),
        &field.codec,
        quote! {
            #[automatically_derived]
            impl #generics __rt::ConvertFrom<#ty, #through> for #name #arguments #where_clause {
                #[inline]
                fn decode(
                    __wire: #through,
                    __at: __rt::usize,
                ) -> __rt::Result<#ty, __rt::DecodeError> {
                    let __read: __rt::Result<#ty, _> = #decode_call;
                    match __read {
                        __rt::Ok(__value) => __rt::Ok(__value),
                        __rt::Err(__error) => __rt::Err(__rt::refused(__at, &__error)),
                    }
                }
            }
        },
    );
    quote! {
        struct #name #parameters (#phantom) #where_clause;
        #encode
        #decode
    }
}

/// ```text
/// struct __CustomChat__field2;
/// impl<AnyDialect: Dialect> EncodeAs<AnyDialect, Duration> for __CustomChat__field2 {
///     fn encode_as<O: Output>(value: &Duration, out: &mut O) -> … { seconds::encode::<AnyDialect, O>(value, out) }
/// }
/// ```
fn custom_codec(owner: &str, field: &Field, context: &Context<'_>) -> TokenStream {
    let name = custom_name(owner, field);
    let ty = &field.ty;
    let arguments = context.arguments();
    let (parameters, phantom) = (parameters(context), phantom(context));
    let encode = context.generics(Bound::Encode);
    let (encode_generics, _, encode_where) = encode.split_for_impl();
    let decode = context.generics(Bound::Decode);
    let (decode_generics, _, decode_where) = decode.split_for_impl();
    let layout = layout_of(owner, field, context);
    let encode_with = field.codec.encode_with.as_ref().map(|path| Function {
        path,
        wanted: "WriteFunction",
        parameters: quote!(__O>(_: &impl __rt::Sized, _: &mut __O)),
        generics: quote!(::<AnyDialect, __O>),
        arguments: vec![quote!(__value), quote!(__out)],
    });
    let decode_with = field.codec.decode_with.as_ref().map(|path| Function {
        path,
        wanted: "ReadFunction",
        parameters: quote!(>(_: &mut __rt::Reader<'_>)),
        generics: quote!(::<AnyDialect>),
        arguments: vec![quote!(__reader)],
    });
    let encode_body = match &encode_with {
        Some(function) => function.call(&field.codec),
        None => quote!(<#ty as __rt::EncodeVariant<AnyDialect>>::encode(__value, __out)),
    };
    let decode_body = match &decode_with {
        Some(function) => function.call(&field.codec),
        None => quote!(<#ty as __rt::DecodeVariant<'de_, AnyDialect>>::decode(__reader)),
    };
    let encode = functions::beside_stand_in(
        encode_with.as_ref(),
        &field.codec,
        quote! {
            #[automatically_derived]
            impl #encode_generics __rt::EncodeAs<AnyDialect, #ty> for #name #arguments #encode_where {
                fn encode_as<__O: __rt::Output>(
                    __value: &#ty,
                    __out: &mut __O,
                ) -> __rt::Result<(), __rt::EncodeError> {
                    #encode_body
                }
            }
        },
    );
    let decode = functions::beside_stand_in(
        decode_with.as_ref(),
        &field.codec,
        quote! {
            #[automatically_derived]
            impl #decode_generics __rt::DecodeAs<'de_, AnyDialect, #ty> for #name #arguments #decode_where {
                fn decode_as(
                    __reader: &mut __rt::Reader<'de_>,
                ) -> __rt::Result<#ty, __rt::DecodeError> {
                    #decode_body
                }
            }
        },
    );
    let where_clause = &context.message.generics.where_clause;
    quote! {
        struct #name #parameters (#phantom) #where_clause;

        #[automatically_derived]
        impl #parameters __rt::DescribeAs<#ty> for #name #arguments #where_clause {
            const LAYOUT: &'static __rt::TypeLayout<'static> = #layout;
        }

        #encode
        #decode
    }
}

/// The parameters of the message, for the declaration of a codec or a variant's type.
pub(super) fn parameters(context: &Context<'_>) -> TokenStream {
    let (parameters, _, _) = context.message.generics.split_for_impl();
    quote!(#parameters)
}

/// Fields that mention every parameter of the message, for the declaration of a codec or a variant's type.
pub(super) fn phantom(context: &Context<'_>) -> TokenStream {
    let phantoms = context.message.generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            Some(quote!(__rt::PhantomData<&#lifetime ()>))
        }
        syn::GenericParam::Type(param) => {
            let ident = &param.ident;
            Some(quote!(__rt::PhantomData<#ident>))
        }
        syn::GenericParam::Const(_) => None,
    });
    quote!(#(#phantoms),*)
}
