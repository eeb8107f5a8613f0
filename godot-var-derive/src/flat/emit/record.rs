//! The fields of a struct or variant: writing and reading.

use godot_var_schema::stream::model::{Codec, DefaultValue, Field, Message, Presence, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, Type};

use super::Code;
use super::codec::encoding;
use super::layout::{layout, size, sizes, whole};
use super::probe::probes;
use super::records;
use crate::names::{local, place};

/// The bytes of a header of so many bits.
pub(super) fn header_bytes(bits: u32) -> usize {
    bits.div_ceil(8) as usize
}

/// `{ a: __f0, b: __f1 }`: a pattern, and an expression.
pub(super) fn braces(record: &Record) -> TokenStream {
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (name, local) = (&field.name, local(position));
        quote!(#name: #local)
    });
    quote!({ #(#fields),* })
}

/// The order of the bytes of numbers inside a message.
pub(super) fn order(message: &Message) -> TokenStream {
    if message.big_endian { quote!(__rt::flat::Big) } else { quote!(__B) }
}

/// A struct.
pub(super) fn structure(message: &Message, record: &Record) -> Code {
    let name = message.ident.to_string();
    let of_record = layout(record, &name, 0, message);
    let of_record = quote!(&__rt::flat::TypeLayout::Record(&#of_record));
    let sizes = sizes(record, &name, 0, message);
    let (pattern, encode) = (braces(record), encode_fields(record, 0, message));
    let fields = decode_fields(record, 0, message, false);
    let rest = skip_rest(message);
    let decode = if record.fields.is_empty() {
        quote!(#rest __rt::Ok(Self #pattern))
    } else {
        let read = quote!(#fields #rest return __rt::Ok(Self #pattern););
        located(&quote!(unread_field), &quote!(0usize), &read)
    };
    Code {
        layout: whole(&of_record, &[record], message),
        size: size(
            quote!(__rt::flat::record_size(&<Self as __rt::flat::EncodeFlat>::FIELDS[0])),
            message,
        ),
        fields: quote!(&[#sizes]),
        encode: quote!(__rt::flat::encode_record::<__B, Self, __O>(self, __out)),
        parts: quote! {
            #[inline(always)]
            fn encode_parts<__B: __rt::flat::ByteOrder, __O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                let Self #pattern = self;
                #encode
            }
        },
        decode,
        in_place: in_place(message, record),
        beside: TokenStream::new(),
    }
}

/// Skips the rest of a whole message, if the type says so.
pub(super) fn skip_rest(message: &Message) -> Option<TokenStream> {
    message.trailing.then(|| {
        quote! {
            if __WHOLE {
                __rt::flat::skip_rest(__reader);
            }
        }
    })
}

/// Reading in place, for a struct that may own memory. Other structs are replaced, which costs no more.
fn in_place(message: &Message, record: &Record) -> TokenStream {
    if record.fields.iter().all(owns_nothing) {
        return TokenStream::new();
    }
    let (pattern, fields) = (braces(record), decode_fields(record, 0, message, true));
    let rest = skip_rest(message);
    let read = quote!(#fields #rest return __rt::Ok(()););
    let decode = located(&quote!(unread_field), &quote!(0usize), &read);
    quote! {
        #[inline]
        fn decode_in_place<__B: __rt::flat::ByteOrder>(
            __reader: &mut __rt::Reader<'de_>,
            __place: &mut Self,
        ) -> __rt::Result<(), __rt::DecodeError> {
            <Self as __rt::flat::DecodeFlat<'de_>>::decode_parts_in_place::<__B, false>(
                __reader, __place,
            )
        }

        #[inline]
        fn decode_parts_in_place<__B: __rt::flat::ByteOrder, const __WHOLE: __rt::bool>(
            __reader: &mut __rt::Reader<'de_>,
            __place: &mut Self,
        ) -> __rt::Result<(), __rt::DecodeError> {
            let Self #pattern = __place;
            #decode
        }
    }
}

/// Code whose fields leave it by `break '__fields (error, position)`: the function at the end names the field in the error. `list` is the
/// position of the record.
pub(super) fn located(name: &TokenStream, list: &TokenStream, code: &TokenStream) -> TokenStream {
    quote! {
        let (__error, __field) = '__fields: { #code };
        __rt::Err(__rt::flat::#name(
            __error,
            <Self as __rt::flat::EncodeFlat>::FIELDS,
            #list,
            __field,
        ))
    }
}

/// Whether all values of a field have one size, as far as the name of its type and its attributes show.
fn is_fixed(field: &Field) -> bool {
    owns_nothing(field) && !matches!(field.codec, Codec::Varint | Codec::With(_))
}

/// Whether a field has a type whose name shows that its values own nothing.
fn owns_nothing(field: &Field) -> bool {
    let Type::Path(path) = &field.ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    matches!(
        &*last.ident.to_string(),
        "bool"
            | "u8"
            | "i8"
            | "u16"
            | "i16"
            | "u32"
            | "i32"
            | "u64"
            | "i64"
            | "f32"
            | "f64"
            | "Vector2"
            | "Vector3"
            | "Vector4"
            | "Vector2i"
            | "Vector3i"
            | "Quaternion"
            | "Color"
            | "Vec2"
            | "Vec3"
            | "Vec4"
            | "Quat"
    )
}

/// The bits of a field in the header, from its reference.
fn header_part(position: usize, field: &Field) -> Option<TokenStream> {
    let local = local(position);
    Some(match field.presence {
        Presence::Always | Presence::If(_) => return None,
        Presence::Bool(bit) => quote!(__header |= (*#local as ::core::primitive::u64) << #bit;),
        Presence::Flag(bit) => quote! {
            __header |= (__rt::Option::is_some(#local) as ::core::primitive::u64) << #bit;
        },
        Presence::Bits(bit, bits, _) => {
            let ty = &field.ty;
            // After the header itself.
            let at = position + 1;
            quote_spanned! {place(ty)=>
                match __rt::flat::put_bits::<#ty, #bits>(#local) {
                    __rt::Ok(__bits) => __header |= __bits << #bit,
                    __rt::Err(__error) => break '__fields (__error, #at),
                }
            }
        }
    })
}

/// Writes all fields, which are references in local variables, and returns.
pub(super) fn encode_fields(record: &Record, list: usize, message: &Message) -> TokenStream {
    let probes = probes(record, list, message);
    let shift = usize::from(record.header_bits.is_some());
    let mut can_fail = false;
    let header = record.header_bits.map(|bits| {
        let parts = record.fields.iter().enumerate();
        let parts = parts.filter_map(|(position, field)| header_part(position, field));
        let bytes = header_bytes(bits);
        can_fail = record.fields.iter().any(|field| matches!(field.presence, Presence::Bits(..)));
        quote! {
            let mut __header: ::core::primitive::u64 = 0;
            #(#parts)*
            __rt::flat::put_header::<#bytes, _>(__header, __out);
        }
    });
    let (mut code, mut position, mut varies) = (TokenStream::new(), 0, false);
    while let Some(field) = record.fields.get(position) {
        let rest = record.fields.get(position..).unwrap_or_default();
        let fixed = rest.iter().take_while(|field| is_fixed(field) && is_apart(field)).count();
        if varies && fixed > 1 {
            // What came before has no fixed length, but these have: one check for all of them.
            let end = position + fixed;
            let fields = (position..end).filter_map(|position| {
                encode_field(record.fields.get(position)?, (list, position), message)
            });
            let read = quote!(#(#fields)* return __rt::Ok(()););
            let run = located(&quote!(unwritten_field), &quote!(#list), &read);
            let (first, end) = (position + shift, end + shift);
            code.extend(quote! {
                if let __rt::Err(__error) = __rt::flat::encode_run(
                    __out,
                    const { __rt::flat::run_size(<Self as __rt::flat::EncodeFlat>::FIELDS, #list, #first, #end) },
                    |__out: &mut __rt::flat::SliceOutput<'_>| { #run },
                ) {
                    return __rt::Err(__error);
                }
            });
            position += fixed;
            continue;
        }
        if let Some(step) = encode_field(field, (list, position), message) {
            can_fail = true;
            code.extend(step);
        }
        varies |= is_apart(field) && !is_fixed(field);
        position += 1;
    }
    if !can_fail {
        return quote!(#probes #header #code __rt::Ok(()));
    }
    let written = quote!(#header #code return __rt::Ok(()););
    let located = located(&quote!(unwritten_field), &quote!(#list), &written);
    quote!(#probes #located)
}

/// Whether a field has bytes of its own in every message.
fn is_apart(field: &Field) -> bool {
    matches!(field.presence, Presence::Always)
}

/// Writes one field, if it has bytes beside those in the header.
fn encode_field(field: &Field, at: (usize, usize), message: &Message) -> Option<TokenStream> {
    let (codec, ty) = encoding(field, message, at);
    let (local, order) = (local(at.1), order(message));
    let position = at.1 + usize::from(has_header(message, at.0));
    let call = |value: TokenStream| {
        quote_spanned! {place(&field.ty)=>
            <#codec as __rt::flat::EncodeField<#ty>>::encode_field::<#order, _>(#value, __out)
        }
    };
    match field.presence {
        Presence::Bool(_) | Presence::Bits(..) => None,
        Presence::Always | Presence::If(_) => {
            let call = call(quote!(#local));
            Some(quote! {
                if let __rt::Err(__error) = #call {
                    break '__fields (__error, #position);
                }
            })
        }
        Presence::Flag(_) => {
            let call = call(quote!(__value));
            Some(quote! {
                if let __rt::Some(__value) = #local
                    && let __rt::Err(__error) = #call
                {
                    break '__fields (__error, #position);
                }
            })
        }
    }
}

/// Whether a record has a header, which is the first of its sizes.
fn has_header(message: &Message, list: usize) -> bool {
    records(message).get(list).is_some_and(|record| record.header_bits.is_some())
}

/// Reads all fields: into new local variables, or `in_place` of what local variables refer to.
pub(super) fn decode_fields(
    record: &Record,
    list: usize,
    message: &Message,
    in_place: bool,
) -> TokenStream {
    let probes = probes(record, list, message);
    let shift = usize::from(record.header_bits.is_some());
    // One check does not cover fields that may be missing.
    let end = record.fields.iter().position(|field| !field.default.is_none());
    let end = end.unwrap_or(record.fields.len()) + shift;
    let run = |first: usize| {
        (first < end).then(|| {
            quote! {
                if __rt::Reader::remaining(__reader)
                    < const { __rt::flat::run_len(<Self as __rt::flat::EncodeFlat>::FIELDS, #list, #first, #end) }
                {
                    break '__fields __rt::flat::cut_run(__reader, <Self as __rt::flat::EncodeFlat>::FIELDS, #list, #first);
                }
            }
        })
    };
    let first_run = run(0);
    let header = record.header_bits.map(|bits| {
        let bytes = header_bytes(bits);
        quote! {
            let __start = __rt::Reader::position(__reader);
            let __header = match __rt::flat::take_header::<#bytes, #bits>(__reader) {
                __rt::Ok(__header) => __header,
                __rt::Err(__error) => break '__fields (__error, 0),
            };
        }
    });
    let mut ended = false;
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let run = (ended && field.default.is_none()).then(|| run(position + shift)).flatten();
        ended = !is_fixed(field);
        let step = decode_field(field, (list, position), message, in_place);
        quote!(#run #step)
    });
    quote!(#probes #first_run #header #(#steps)*)
}

/// Reads one field.
fn decode_field(
    field: &Field,
    at: (usize, usize),
    message: &Message,
    in_place: bool,
) -> TokenStream {
    let order = order(message);
    let (codec, ty) = encoding(field, message, at);
    let (local, whole) = (local(at.1), &field.ty);
    let span = place(whole);
    let position = at.1 + usize::from(has_header(message, at.0));
    let suffix = if in_place { "_in_place" } else { "" };
    let target = in_place.then(|| quote!(, #local)).into_iter();
    let read = match field.presence {
        Presence::Bool(bit) => {
            let value = quote!(__header >> #bit & 1 == 1);
            return if in_place {
                quote!(*#local = #value;)
            } else {
                quote!(let #local: #whole = #value;)
            };
        }
        Presence::Bits(bit, bits, _) => {
            let read = quote_spanned! {span=>
                __rt::flat::take_bits::<#whole, #bits>(__header, #bit, __start)
            };
            let set = if in_place { quote!(*#local) } else { quote!(let #local: #whole) };
            return quote! {
                #set = match #read {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => break '__fields (__error, #position),
                };
            };
        }
        Presence::Flag(bit) => {
            let name = format_ident!("decode_flagged{suffix}", span = span);
            quote_spanned! {span=>
                __rt::flat::#name::<#order, #codec, #ty>(
                    __reader, __header >> #bit & 1 == 1 #(#target)*
                )
            }
        }
        Presence::Always | Presence::If(_) => {
            let name = format_ident!("decode_field{suffix}", span = span);
            quote_spanned! {span=>
                <#codec as __rt::flat::DecodeField<'de_, #ty>>::#name::<#order>(
                    __reader #(#target)*
                )
            }
        }
    };
    let default = default(field);
    if in_place {
        let read = quote! {
            if let __rt::Err(__error) = #read {
                break '__fields (__error, #position);
            }
        };
        return match default {
            None => read,
            Some(default) => quote! {
                if __WHOLE && __rt::Reader::remaining(__reader) == 0 {
                    *#local = #default;
                } else {
                    #read
                }
            },
        };
    }
    let read = quote! {
        match #read {
            __rt::Ok(__value) => __value,
            __rt::Err(__error) => break '__fields (__error, #position),
        }
    };
    match default {
        None => quote!(let #local: #whole = #read;),
        Some(default) => quote! {
            let #local: #whole = if __WHOLE && __rt::Reader::remaining(__reader) == 0 {
                #default
            } else {
                #read
            };
        },
    }
}

/// The value of a field that is missing.
fn default(field: &Field) -> Option<TokenStream> {
    let ty = &field.ty;
    match &field.default {
        DefaultValue::None => None,
        DefaultValue::Trait => Some(quote_spanned! {place(ty)=>
            <#ty as __rt::flat::DefaultField>::default_of_field()
        }),
        DefaultValue::Expr(expr) => Some(match &**expr {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => quote!(__rt::Into::into(#text)),
            expr => quote!(#expr),
        }),
    }
}
