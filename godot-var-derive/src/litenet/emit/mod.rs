//! From the checked message of LiteNetLibManager to tokens.

mod enumeration;
mod in_place;

use godot_var_schema::litenet::model::{
    Body, Codec, Condition, ConditionValue, Field, Message, Number, Prefix, Record,
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, Ident, Member as FieldName, WherePredicate, parse_quote};

use self::enumeration::enumerated;
use crate::generics::{mentioned, mentions_static, reading};
use crate::names::{local, place};

/// Emits everything for a message.
pub(super) fn message(message: &Message) -> TokenStream {
    let Message { ident, generics, body, .. } = message;
    let code = match body {
        Body::Record { msg_type, record } => structure(ident, *msg_type, record),
        Body::Enumeration(enumeration) => enumerated(ident, enumeration),
    };
    let number = match body {
        Body::Record { msg_type: Some(number), .. } => {
            Some(message_number(ident, generics, *number))
        }
        _ => None,
    };
    let implementations = implementations(ident, generics, &predicates(generics, body), &code);
    quote!(#number #implementations)
}

/// Implements `LiteNetMessage`.
pub(super) fn message_number(ident: &Ident, generics: &Generics, number: u16) -> TokenStream {
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::litenet::LiteNetMessage for #ident #arguments #where_clause {
            const MSG_TYPE: ::core::primitive::u16 = #number;
        }
    }
}

/// The bodies of the functions.
pub(super) struct Code {
    pub(super) encode: TokenStream,
    pub(super) decode: TokenStream,
    pub(super) min_size: TokenStream,
    /// Other constants of the decoder.
    pub(super) facts: TokenStream,
    /// `encode_body` and `decode_body`, where they differ from the above; reading in place.
    pub(super) body: TokenStream,
    pub(super) decode_body: TokenStream,
}

/// What the field types must be able to do, where they depend on a type parameter.
#[derive(Default)]
pub(super) struct Predicates {
    encode: Vec<WherePredicate>,
    decode: Vec<WherePredicate>,
    /// Whether a field borrows for `'static`, so that messages must.
    borrows_static: bool,
}

pub(super) fn implementations(
    ident: &Ident,
    generics: &Generics,
    predicates: &Predicates,
    code: &Code,
) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let encode_generics = with_era(generics, &predicates.encode);
    let decode_generics =
        reading(with_era(generics, &predicates.decode), predicates.borrows_static);
    let (encode_generics, _, encode_where) = encode_generics.split_for_impl();
    let (decode_generics, _, decode_where) = decode_generics.split_for_impl();
    let Code { encode, decode, min_size, facts, body, decode_body } = code;
    quote! {
        #[automatically_derived]
        impl #encode_generics __rt::litenet::EncodeLiteNet<__E> for #ident #arguments #encode_where {
            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
            #body
        }

        #[automatically_derived]
        impl #decode_generics __rt::litenet::DecodeLiteNet<'__de, __E> for #ident #arguments
        #decode_where
        {
            const MIN_SIZE: __rt::usize = #min_size;
            #facts

            #[inline]
            fn decode(
                __reader: &mut __rt::Reader<'__de>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
            #decode_body
        }
    }
}

fn with_era(generics: &Generics, predicates: &[WherePredicate]) -> Generics {
    let mut generics = generics.clone();
    generics.params.push(parse_quote!(__E: __rt::litenet::Era));
    if !predicates.is_empty() {
        generics.make_where_clause().predicates.extend(predicates.iter().cloned());
    }
    generics
}

fn predicates(generics: &Generics, body: &Body) -> Predicates {
    let mut predicates = Predicates::default();
    let mut add = |record: &Record, of_message: bool| {
        for field in &record.fields {
            let ty = &field.ty;
            predicates.borrows_static |= mentions_static(ty);
            if mentioned(generics, std::iter::once(ty)).is_empty() {
                continue;
            }
            if of_message {
                predicates.encode.push(parse_quote!(
                    #ty: __rt::litenet::LiteNetMessage + __rt::litenet::EncodeLiteNet<__E>
                ));
                predicates.decode.push(parse_quote!(
                    #ty: __rt::litenet::LiteNetMessage + __rt::litenet::DecodeLiteNet<'__de, __E>
                ));
                continue;
            }
            let Some(codec) = codec(&field.codec, place(ty)) else { continue };
            if field.condition.is_some() {
                predicates.encode.push(parse_quote!(#codec: __rt::litenet::EncodeIf<__E, #ty>));
                predicates
                    .decode
                    .push(parse_quote!(#codec: __rt::litenet::DecodeIf<'__de, __E, #ty>));
            } else {
                predicates.encode.push(parse_quote!(#codec: __rt::litenet::EncodeField<__E, #ty>));
                predicates
                    .decode
                    .push(parse_quote!(#codec: __rt::litenet::DecodeField<'__de, __E, #ty>));
            }
        }
    };
    match body {
        Body::Record { record, .. } => add(record, false),
        Body::Enumeration(enumeration) => {
            for member in &enumeration.members {
                add(&member.record, matches!(member.number, Number::OfMessage));
            }
        }
    }
    predicates
}

/// The type that stands for a field's attributes, for messages at `span`; none for `with`.
fn codec(codec: &Codec, span: Span) -> Option<TokenStream> {
    let name = match codec {
        Codec::Plain => "Plain",
        Codec::Packed => "AsPacked",
        Codec::Zigzag => "AsZigzag",
        Codec::Euler => "AsEuler",
        Codec::Rest => "ToEnd",
        Codec::With(_) => return None,
        Codec::Counted(prefix, element) => {
            let prefix = match prefix {
                Prefix::U16 => "LenU16",
                Prefix::I32 => "LenI32",
                Prefix::Packed => "LenPacked",
                Prefix::Zigzag => "LenZigzag",
            };
            let prefix = Ident::new(prefix, span);
            let element = self::codec(element, span)?;
            return Some(quote_spanned!(span=>
                __rt::litenet::Counted<__rt::litenet::#prefix, #element>
            ));
        }
    };
    let name = Ident::new(name, span);
    Some(quote_spanned!(span=> __rt::litenet::#name))
}

/// `{ a: __f0, b: __f1 }`: a pattern, and an expression.
fn braces(record: &Record) -> TokenStream {
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (name, local) = (&field.name, local(position));
        quote!(#name: #local)
    });
    quote!({ #(#fields),* })
}

/// `.in_key("a")` or `.in_index(0)` on an error of a field.
fn inside(error: &TokenStream, name: &FieldName) -> TokenStream {
    match name {
        FieldName::Named(ident) => {
            let key = ident.to_string();
            let key = key.trim_start_matches("r#");
            quote!(#error::in_key(__error, #key))
        }
        FieldName::Unnamed(index) => {
            let index = index.index as usize;
            quote!(#error::in_index(__error, #index))
        }
    }
}

/// Writes all fields, which are references in local variables.
fn encode_fields(record: &Record) -> TokenStream {
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let (local, ty) = (local(position), &field.ty);
        let span = place(ty);
        let value = quote!(#local);
        let call = match (&field.codec, &field.condition) {
            (Codec::With(path), None) => {
                quote_spanned!(place(path)=> #path::encode::<__E, __O>(#value, __out))
            }
            (Codec::With(path), Some(condition)) => {
                let present = condition_of(condition, record, true);
                quote_spanned!(place(path)=> match (#value, #present) {
                    (__rt::Some(__value), true) => #path::encode::<__E, __O>(__value, __out),
                    (__value, __present) => {
                        <__rt::litenet::Plain as __rt::litenet::EncodeIf<__E, __rt::Option<()>>>::encode_if(
                            &__rt::Option::map(__rt::Option::as_ref(__value), |_| ()),
                            __present,
                            __out,
                        )
                    }
                })
            }
            (_, None) => {
                let codec = codec(&field.codec, span);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::EncodeField<__E, #ty>>::encode_field(#value, __out)
                )
            }
            (_, Some(condition)) => {
                let codec = codec(&field.codec, span);
                let present = condition_of(condition, record, true);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::EncodeIf<__E, #ty>>::encode_if(#value, #present, __out)
                )
            }
        };
        let inside = inside(&quote!(__rt::EncodeError), &field.name);
        quote! {
            if let __rt::Err(__error) = #call {
                return __rt::Err(#inside);
            }
        }
    });
    quote!(#(#steps)*)
}

/// Types whose size is known without a look at them.
const FIXED: [&str; 15] = [
    "bool",
    "u8",
    "i8",
    "u16",
    "i16",
    "u32",
    "i32",
    "u64",
    "i64",
    "f32",
    "f64",
    "Vector2",
    "Vector3",
    "Vector4",
    "EulerAngles",
];

/// Whether a run of fixed fields ends with this one. A type of one's own may have one of the names:
/// then a check comes later, and nothing else changes.
fn ends_run(field: &Field) -> bool {
    field.condition.is_some() || !matches!(field.codec, Codec::Plain) || !is_fixed(field)
}

/// Whether the type of a field has the name of one whose size is known.
fn is_fixed(field: &Field) -> bool {
    match &field.ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|name| FIXED.iter().any(|fixed| name.ident == fixed)),
        _ => false,
    }
}

/// `const FIELDS`: how many bytes each field takes.
fn field_sizes(record: &Record) -> TokenStream {
    let sizes = record.fields.iter().map(|field| {
        let place = match &field.name {
            FieldName::Named(ident) => {
                let key = ident.to_string();
                let key = key.trim_start_matches("r#");
                quote!(Key(#key))
            }
            FieldName::Unnamed(index) => {
                let index = index.index as usize;
                quote!(Index(#index))
            }
        };
        let ty = &field.ty;
        let codec = codec(&field.codec, self::place(ty)).filter(|_| field.condition.is_none());
        let (min_size, fixed, what) = match codec {
            None => (quote!(0), quote!(false), quote!("")),
            Some(codec) => {
                let field = quote!(<#codec as __rt::litenet::DecodeField<'__de, __E, #ty>>);
                (quote!(#field::MIN_SIZE), quote!(#field::FIXED), quote!(#field::WHAT))
            }
        };
        quote!(__rt::litenet::FieldSize {
            place: __rt::litenet::Place::#place,
            min_size: #min_size,
            fixed: #fixed,
            what: #what,
        })
    });
    quote! {
        const FIELDS: &'static [__rt::litenet::FieldSize] = &[#(#sizes),*];
    }
}

/// Reads all fields into local variables; those of `Self` run by run.
fn decode_fields(record: &Record, of_self: bool) -> TokenStream {
    let mut begins_run = of_self;
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let run = begins_run.then(|| {
            quote! {
                if let __rt::Err(__error) =
                    __rt::litenet::whole_run::<__E, Self, #position>(__reader)
                {
                    return __rt::Err(__error);
                }
            }
        });
        begins_run = of_self && ends_run(field);
        let (local, ty) = (local(position), &field.ty);
        let span = place(ty);
        let call = match (&field.codec, &field.condition) {
            (Codec::With(path), None) => {
                quote_spanned!(place(path)=> #path::decode::<__E>(__reader))
            }
            (Codec::With(path), Some(condition)) => {
                let present = condition_of(condition, record, false);
                quote_spanned!(place(path)=> if #present {
                    __rt::Result::map(#path::decode::<__E>(__reader), __rt::Some)
                } else {
                    __rt::Ok(__rt::None)
                })
            }
            (_, None) => {
                let codec = codec(&field.codec, span);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::DecodeField<'__de, __E, #ty>>::decode_field(__reader)
                )
            }
            (_, Some(condition)) => {
                let codec = codec(&field.codec, span);
                let present = condition_of(condition, record, false);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::DecodeIf<'__de, __E, #ty>>::decode_if(__reader, #present)
                )
            }
        };
        let inside = inside(&quote!(__rt::DecodeError), &field.name);
        quote! {
            #run
            let #local: #ty = match #call {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => return __rt::Err(#inside),
            };
        }
    });
    quote!(#(#steps)*)
}

/// A condition over the local variables, which are references while writing.
fn condition_of(condition: &Condition, record: &Record, references: bool) -> TokenStream {
    let value = |position: usize| {
        // What the condition compares must be able to: errors are about that field.
        let span = place(&record.fields[position].ty);
        let mut local = local(position);
        local.set_span(span);
        if references { quote_spanned!(span=> *#local) } else { quote!(#local) }
    };
    let again = |condition| condition_of(condition, record, references);
    match condition {
        Condition::Flag(position) => value(*position),
        Condition::Is(position, ConditionValue::OfType(name)) => {
            let value = value(*position);
            let Field { ty, .. } = &record.fields[*position];
            quote!((#value == <#ty>::#name))
        }
        Condition::Is(position, ConditionValue::Expr(expr)) => {
            let value = value(*position);
            quote!((#value == #expr))
        }
        Condition::Not(condition) => {
            let condition = again(condition);
            quote!(!#condition)
        }
        Condition::Both(left, right) => {
            let (left, right) = (again(left), again(right));
            quote!((#left && #right))
        }
        Condition::Either(left, right) => {
            let (left, right) = (again(left), again(right));
            quote!((#left || #right))
        }
    }
}

/// The fewest bytes of the fields.
fn min_size(record: &Record) -> TokenStream {
    let sizes =
        record.fields.iter().filter(|field| field.condition.is_none()).filter_map(|field| {
            let ty = &field.ty;
            let codec = codec(&field.codec, place(ty))?;
            Some(quote!(+ <#codec as __rt::litenet::DecodeField<'__de, __E, #ty>>::MIN_SIZE))
        });
    quote!(0 #(#sizes)*)
}

/// A struct: a message with a number, or a part of one.
fn structure(ident: &Ident, msg_type: Option<u16>, record: &Record) -> Code {
    let (pattern, encode) = (braces(record), encode_fields(record));
    let (decode, facts) = (decode_fields(record, true), field_sizes(record));
    let min_size = min_size(record);
    let encode = quote! {
        let Self #pattern = self;
        #encode
        __rt::Ok(())
    };
    let decode = quote! {
        #decode
        __rt::Ok(Self #pattern)
    };
    let Some(number) = msg_type else {
        let decode_body = in_place::methods(record, None);
        return Code { encode, decode, min_size, facts, body: TokenStream::new(), decode_body };
    };
    let name = ident.to_string();
    let expect_number = quote! {
        if let __rt::Err(__error) =
            __rt::litenet::expect_msg_type::<__E>(__reader, #number, #name)
        {
            return __rt::Err(__error);
        }
    };
    let in_place = in_place::methods(record, Some(&expect_number));
    Code {
        encode: quote! {
            __rt::litenet::write_msg_type::<__E, __O>(#number, __out);
            <Self as __rt::litenet::EncodeLiteNet<__E>>::encode_body(self, __out)
        },
        decode: quote! {
            #expect_number
            <Self as __rt::litenet::DecodeLiteNet<'__de, __E>>::decode_body(__reader)
        },
        min_size: quote!(1 + #min_size),
        facts,
        body: quote! {
            #[inline]
            fn encode_body<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
        },
        decode_body: quote! {
            #[inline]
            fn decode_body(
                __reader: &mut __rt::Reader<'__de>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }

            #in_place
        },
    }
}
