//! The fields of a struct or variant: writing and reading.

use godot_var_schema::flat::model::{DefaultValue, Field, Header, Message, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, Lit, Member as FieldName, Type};

use super::Code;
use super::codec::encoding;
use super::layout::{layout, size, sizes, whole};
use super::probe::probes;
use crate::names::{local, place};

/// The bytes of a header of so many bits.
pub(super) fn header_bytes(bits: u32) -> usize {
    bits.div_ceil(8) as usize
}

/// The name of a field in errors and layouts.
pub(super) fn text(name: &FieldName) -> String {
    match name {
        FieldName::Named(ident) => ident.unraw().to_string(),
        FieldName::Unnamed(index) => index.index.to_string(),
    }
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
    let sizes = sizes(record, 0, message);
    let (pattern, encode) = (braces(record), encode_fields(record, 0, message));
    let decode = decode_fields(record, 0, message, false);
    let rest = skip_rest(message);
    Code {
        layout: whole(&of_record, &[record], message),
        size: size(
            quote!(__rt::flat::record_size(<Self as __rt::flat::EncodeFlat>::FIELDS[0])),
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
                __rt::Ok(())
            }
        },
        decode: quote! {
            #decode
            #rest
            __rt::Ok(Self #pattern)
        },
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
    if record.fields.iter().all(is_fixed) {
        return TokenStream::new();
    }
    let (pattern, decode) = (braces(record), decode_fields(record, 0, message, true));
    let rest = skip_rest(message);
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
            #rest
            __rt::Ok(())
        }
    }
}

/// Whether a field has a type whose name shows that its values have one size and own nothing.
fn is_fixed(field: &Field) -> bool {
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
    )
}

/// An error of a field inside its name.
fn inside(error: &TokenStream, name: &FieldName) -> TokenStream {
    match name {
        FieldName::Named(_) => {
            let key = text(name);
            quote!(#error::in_key(__error, #key))
        }
        FieldName::Unnamed(index) => {
            let index = index.index as usize;
            quote!(#error::in_index(__error, #index))
        }
    }
}

/// The bits of a field in the header, from its reference.
fn header_part(position: usize, field: &Field) -> Option<TokenStream> {
    let local = local(position);
    Some(match field.header {
        Header::None => return None,
        Header::Bool(bit) => quote!(__header |= (*#local as ::core::primitive::u64) << #bit;),
        Header::Presence(bit) => quote! {
            __header |= (__rt::Option::is_some(#local) as ::core::primitive::u64) << #bit;
        },
        Header::Bits(bit, bits, _) => {
            let ty = &field.ty;
            let inside = inside(&quote!(__rt::EncodeError), &field.name);
            quote_spanned! {place(ty)=>
                match __rt::flat::put_bits::<#ty, #bits>(#local) {
                    __rt::Ok(__bits) => __header |= __bits << #bit,
                    __rt::Err(__error) => return __rt::Err(#inside),
                }
            }
        }
    })
}

/// Writes all fields, which are references in local variables.
pub(super) fn encode_fields(record: &Record, list: usize, message: &Message) -> TokenStream {
    let order = order(message);
    let probes = probes(record, list, message);
    let header = record.header_bits.map(|bits| {
        let parts = record.fields.iter().enumerate();
        let parts = parts.filter_map(|(position, field)| header_part(position, field));
        let bytes = header_bytes(bits);
        quote! {
            let mut __header: ::core::primitive::u64 = 0;
            #(#parts)*
            __rt::flat::put_header::<#bytes, _>(__header, __out);
        }
    });
    let steps = record.fields.iter().enumerate().filter_map(|(position, field)| {
        let (codec, ty) = encoding(field, message, (list, position));
        let local = local(position);
        let span = place(&field.ty);
        let inside = inside(&quote!(__rt::EncodeError), &field.name);
        let call = |value: TokenStream| {
            quote_spanned! {span=>
                <#codec as __rt::flat::EncodeField<#ty>>::encode_field::<#order, _>(#value, __out)
            }
        };
        match field.header {
            Header::Bool(_) | Header::Bits(..) => None,
            Header::None => {
                let call = call(quote!(#local));
                Some(quote! {
                    if let __rt::Err(__error) = #call {
                        return __rt::Err(#inside);
                    }
                })
            }
            Header::Presence(_) => {
                let call = call(quote!(__value));
                Some(quote! {
                    if let __rt::Some(__value) = #local
                        && let __rt::Err(__error) = #call
                    {
                        return __rt::Err(#inside);
                    }
                })
            }
        }
    });
    quote!(#probes #header #(#steps)*)
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
                    return __rt::Err(__rt::flat::cut_run(__reader, <Self as __rt::flat::EncodeFlat>::FIELDS, #list, #first));
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
                __rt::Err(__error) => return __rt::Err(__error),
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
    let inside = inside(&quote!(__rt::DecodeError), &field.name);
    let suffix = if in_place { "_in_place" } else { "" };
    let target = in_place.then(|| quote!(, #local)).into_iter();
    let read = match field.header {
        Header::Bool(bit) => {
            let value = quote!(__header >> #bit & 1 == 1);
            return if in_place {
                quote!(*#local = #value;)
            } else {
                quote!(let #local: #whole = #value;)
            };
        }
        Header::Bits(bit, bits, _) => {
            let read = quote_spanned! {span=>
                __rt::flat::take_bits::<#whole, #bits>(__header, #bit, __start)
            };
            return if in_place {
                quote! {
                    match #read {
                        __rt::Ok(__value) => *#local = __value,
                        __rt::Err(__error) => return __rt::Err(#inside),
                    }
                }
            } else {
                quote! {
                    let #local: #whole = match #read {
                        __rt::Ok(__value) => __value,
                        __rt::Err(__error) => return __rt::Err(#inside),
                    };
                }
            };
        }
        Header::Presence(bit) => {
            let name = format_ident!("decode_flagged{suffix}", span = span);
            quote_spanned! {span=>
                __rt::flat::#name::<#order, #codec, #ty>(
                    __reader, __header >> #bit & 1 == 1 #(#target)*
                )
            }
        }
        Header::None => {
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
                return __rt::Err(#inside);
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
            __rt::Err(__error) => return __rt::Err(#inside),
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
