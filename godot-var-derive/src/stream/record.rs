//! The fields of a struct or variant: writing and reading.

use godot_var_schema::known::is_structure;
use godot_var_schema::stream::model::{Codec, DefaultValue, Field, Prefix, Presence, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, Type};

use super::codec::encoding;
use super::layout::{layout, size, sizes, whole};
use super::probe::{probed, probes};
use super::wire::Item;
use super::{Code, condition, records};
use crate::names::{local, place};

/// A struct of at most this many fields is read in line, as a call costs about as much as the fields.
const FEW_FIELDS: usize = 4;

/// How many bytes a header of `bits` bits takes.
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

/// A struct.
pub(super) fn structure(item: Item<'_>, record: &Record) -> Code {
    let name = item.ident.to_string();
    let is_block = item.wire.block.is_some();
    let of_record = if is_block {
        quote!(&__rt::stream::TypeLayout::Custom(#name))
    } else {
        let of_record = layout(record, &name, 0, item);
        whole(&quote!(&__rt::stream::TypeLayout::Record(&#of_record)), &[record], item)
    };
    let sizes = sizes(record, &name, 0, item);
    let (pattern, encode) = (braces(record), encode_fields(record, 0, item));
    let rest = skip_rest(item);
    let decode = if is_block {
        let fields = decode_fields(record, 0, item);
        quote!(#fields __rt::Ok(Self #pattern))
    } else if record.fields.is_empty() {
        quote!(#rest __rt::Ok(Self #pattern))
    } else {
        let fields = decode_fields(record, 0, item);
        let read = quote!(#fields #rest return __rt::Ok(Self #pattern););
        located(&quote!(unread_field), 0, item, &read)
    };
    let (of_self, wire) = (item.of_self(), item.wire.own());
    let encode_record = quote!(__rt::stream::encode_record::<#wire, Self, __O>(self, __out));
    let mut code = Code {
        layout: of_record,
        size: size(quote!(__rt::stream::record_size(&#of_self::FIELDS[0])), item),
        fields: quote!(&[#sizes]),
        encode: encode_record.clone(),
        parts: quote! {
            #[inline(always)]
            fn encode_parts<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                let Self #pattern = self;
                #encode
            }
        },
        decode,
        any: decode_any(record, item),
        is_small: record.fields.len() <= FEW_FIELDS,
        ..Code::default()
    };
    if is_block {
        // Its runs have a check each, and need none for the whole.
        code.encode = quote!(let Self #pattern = self; #encode);
        code.parts = TokenStream::new();
    }
    if let Some(number) = item.msg_type {
        let (number, number_name) = (u32::from(number), format!("message {number}"));
        let layout = code.layout;
        code.layout = quote!(&__rt::stream::TypeLayout::Named(#number_name, #layout));
        let (size, number_size) = (code.size, item.wire.of_runtime("NUMBER_SIZE"));
        code.size = quote!(#number_size.and(#size));
        let of_wire = item.wire.of_runtime("MsgType");
        code.encode = quote! {
            __rt::stream::put_number::<#wire, #of_wire, __O>(#number, __out);
            #encode_record
        };
        code.before = quote! {
            if let __rt::Err(__error) =
                __rt::stream::expect_number::<#wire, #of_wire>(__reader, #number, #name)
            {
                return __rt::Err(__error);
            }
        };
    }
    code
}

/// Skips the rest of a whole message, if the type says so.
pub(super) fn skip_rest(item: Item<'_>) -> Option<TokenStream> {
    item.trailing.then(|| {
        quote! {
            if __WHOLE {
                __rt::stream::skip_rest(__reader);
            }
        }
    })
}

/// Code whose fields leave it by `break '__fields (error, position)`: the function at the end names the field in the error. `list` is the
/// position of the record.
pub(super) fn located(
    name: &TokenStream,
    list: usize,
    item: Item<'_>,
    code: &TokenStream,
) -> TokenStream {
    let of_self = item.of_self();
    quote! {
        let (__error, __field) = '__fields: { #code };
        __rt::Err(__rt::stream::#name(__error, #of_self::FIELDS, #list, __field))
    }
}

/// Whether all values of a field have one size, as far as the name of its type and its attributes show. Where they do not
/// show it, a check more is made, which the compiler removes if the size is known to it.
fn is_fixed(field: &Field, item: Item<'_>) -> bool {
    let is_fixed = match &field.codec {
        Codec::Rest | Codec::With(_) => false,
        Codec::Named(named) => named.is_fixed,
        _ => true,
    };
    let Type::Path(path) = &field.ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let name = &*last.ident.to_string();
    let is_fixed_by_name = match name {
        "bool" | "u8" | "i8" | "f32" | "f64" => true,
        "u16" | "i16" | "u32" | "i32" | "u64" | "i64" => !item.wire.is_packed,
        "EulerAngles" | "Vec2" | "Vec3" | "Vec4" | "Quat" => true,
        name => is_structure(name),
    };
    is_fixed && is_fixed_by_name
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
            let bits = attempt(
                &quote_spanned!(place(ty)=> __rt::stream::put_bits::<#ty, #bits>(#local)),
                at,
            );
            quote!(__header |= #bits << #bit;)
        }
    })
}

/// The value of a result; after an error the code is left with the position of the field.
fn attempt(result: &TokenStream, position: usize) -> TokenStream {
    quote!(__rt::attempt!('__fields, #position, #result))
}

/// Writes all fields, which are references in local variables, and returns.
pub(super) fn encode_fields(record: &Record, list: usize, item: Item<'_>) -> TokenStream {
    let probes = probes(record, list, item);
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
            __rt::stream::put_header::<#bytes, _>(__header, __out);
        }
    });
    if item.wire.block.is_some() {
        let runs = runs(record, "put_run", &quote!(__out), item);
        return quote!(#probes #runs __rt::Ok(()));
    }
    let of_self = item.of_self();
    let (mut code, mut position, mut varies) = (TokenStream::new(), 0, false);
    while let Some(field) = record.fields.get(position) {
        let rest = record.fields.get(position..).unwrap_or_default();
        let fixed =
            rest.iter().take_while(|field| is_fixed(field, item) && is_apart(field)).count();
        if varies && fixed > 1 {
            // What came before has no fixed length, but these have: one check for all of them.
            let end = position + fixed;
            let fields = (position..end).filter_map(|position| {
                encode_field(record.fields.get(position)?, (list, position), item)
            });
            let read = quote!(#(#fields)* return __rt::Ok(()););
            let run = located(&quote!(unwritten_field), list, item, &read);
            let (first, end) = (position + shift, end + shift);
            code.extend(quote! {
                if let __rt::Err(__error) = __rt::stream::encode_run(
                    __out,
                    const { __rt::stream::run_size(#of_self::FIELDS, #list, #first, #end) },
                    |__out: &mut __rt::stream::SliceOutput<'_>| { #run },
                ) {
                    return __rt::Err(__error);
                }
            });
            position += fixed;
            continue;
        }
        if let Some(step) = encode_field(field, (list, position), item) {
            can_fail = true;
            code.extend(step);
        }
        varies |= is_apart(field) && !is_fixed(field, item);
        position += 1;
    }
    if !can_fail {
        return quote!(#probes #header #code __rt::Ok(()));
    }
    let written = quote!(#header #code return __rt::Ok(()););
    let located = located(&quote!(unwritten_field), list, item, &written);
    quote!(#probes #located)
}

/// Writes or reads a block of LLUDP: calls of a macro for fields of fixed sizes, each with the bytes after these and their length.
fn runs(record: &Record, name: &str, end: &TokenStream, item: Item<'_>) -> TokenStream {
    let of_self = item.of_self();
    let head = quote!(#end, #of_self::FIELDS);
    let (mut runs, mut fixed, mut first) = (TokenStream::new(), Vec::new(), 0);
    let name = format_ident!("{name}");
    for (position, field) in record.fields.iter().enumerate() {
        let (local, ty) = (local(position), &field.ty);
        let value = quote_spanned!(place(ty)=> #local: #ty);
        let len: usize = match field.codec {
            Codec::Counted(Some(Prefix::U8), ..) => 1,
            Codec::Counted(..) => 2,
            _ => {
                fixed.push(value);
                continue;
            }
        };
        runs.extend(quote! {
            __rt::#name!(#head, #first, [#(#fixed),*], #position, #len, #value);
        });
        fixed.clear();
        first = position + 1;
    }
    if !fixed.is_empty() {
        runs.extend(quote!(__rt::#name!(#head, #first, [#(#fixed),*]);));
    }
    runs
}

/// Whether a field has bytes of its own in every message.
fn is_apart(field: &Field) -> bool {
    matches!(field.presence, Presence::Always)
}

/// Writes one field, if it has bytes in addition to those in the header.
fn encode_field(field: &Field, at: (usize, usize), item: Item<'_>) -> Option<TokenStream> {
    let (codec, ty) = encoding(field, item, at);
    let (local, wire) = (local(at.1), item.inside());
    let position = at.1 + usize::from(has_header(item, at.0));
    let write = |value: TokenStream| {
        let result = quote_spanned! {place(&field.ty)=>
            <#codec as __rt::stream::EncodeAs<#wire, #ty>>::encode_as(#value, __out)
        };
        attempt(&result, position)
    };
    match &field.presence {
        Presence::Bool(_) | Presence::Bits(..) => None,
        Presence::If(condition) => {
            let record = records(&item)[at.0];
            let (present, ty) = (condition::condition(condition, record, true), &field.ty);
            let result = quote_spanned! {place(ty)=>
                <#codec as __rt::stream::EncodeIf<#wire, #ty>>::encode_if(#local, #present, __out)
            };
            let write = attempt(&result, position);
            Some(quote!(#write;))
        }
        Presence::Always => {
            let write = write(quote!(#local));
            Some(quote!(#write;))
        }
        Presence::Flag(_) => {
            let write = write(quote!(__value));
            Some(quote! {
                if let __rt::Some(__value) = #local {
                    #write;
                }
            })
        }
    }
}

/// Whether a record has a header, which is the first of its sizes.
fn has_header(item: Item<'_>, list: usize) -> bool {
    records(&item).get(list).is_some_and(|record| record.header_bits.is_some())
}

/// Reads all fields into new local variables.
pub(super) fn decode_fields(record: &Record, list: usize, item: Item<'_>) -> TokenStream {
    let probes = probes(record, list, item);
    if item.wire.block.is_some() {
        let runs = runs(record, "take_run", &quote!(__reader), item);
        return quote!(#probes #runs);
    }
    let shift = usize::from(record.header_bits.is_some());
    // One check does not cover fields that may be missing.
    let end = record.fields.iter().position(|field| !field.default.is_none());
    let end = end.unwrap_or(record.fields.len()) + shift;
    let of_self = item.of_self();
    let run = |first: usize| {
        (first < end).then(|| {
            quote!(__rt::check_run!('__fields, __reader, #of_self::FIELDS, #list, #first, #end);)
        })
    };
    let first_run = run(0);
    let header = record.header_bits.map(|bits| {
        let bytes = header_bytes(bits);
        let header = attempt(&quote!(__rt::stream::take_header::<#bytes, #bits>(__reader)), 0);
        quote! {
            let __start = __rt::Reader::position(__reader);
            let __header = #header;
        }
    });
    let mut ended = false;
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let run = (ended && field.default.is_none()).then(|| run(position + shift)).flatten();
        ended = !is_fixed(field, item);
        let step = decode_field(field, (list, position), item);
        quote!(#run #step)
    });
    quote!(#probes #first_run #header #(#steps)*)
}

/// The function that reads a struct without a check, where all bytes of its length are one; `None` where some may be refused.
fn decode_any(record: &Record, item: Item<'_>) -> Option<TokenStream> {
    let may_be_any = |field: &Field| {
        matches!((&field.codec, &field.presence), (Codec::Plain, Presence::Always))
            && match &field.ty {
                Type::Array(_) | Type::Tuple(_) => true,
                Type::Path(path) => path.path.segments.last().is_some_and(|last| {
                    let name = last.ident.to_string();
                    last.arguments.is_empty() && !matches!(&*name, "bool" | "String")
                }),
                _ => false,
            }
    };
    let is_plain = item.msg_type.is_none() && item.wire.block.is_none() && !item.trailing;
    if !is_plain || record.fields.is_empty() || !record.fields.iter().all(may_be_any) {
        return None;
    }
    let wire = item.inside();
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (codec, ty) = encoding(field, item, (0, position));
        let reader =
            quote_spanned!(place(&field.ty)=> <#codec as __rt::stream::DecodeAs<'de_, #wire, #ty>>);
        (&field.name, reader)
    });
    let (names, readers): (Vec<_>, Vec<_>) = fields.unzip();
    let probes = probes(record, 0, item);
    let all_any = probed(&probes, quote!(#(#readers::ANY)&&*));
    Some(quote! {
        const ANY: ::core::primitive::bool = #all_any;

        #[inline(always)]
        fn decode_any(__bytes: &mut &'de_ [::core::primitive::u8]) -> Self {
            #probes
            Self { #(#names: #readers::decode_any_as(__bytes)),* }
        }
    })
}

/// Reads one field.
fn decode_field(field: &Field, at: (usize, usize), item: Item<'_>) -> TokenStream {
    let wire = item.inside();
    let (codec, ty) = encoding(field, item, at);
    let (local, whole) = (local(at.1), &field.ty);
    let span = place(whole);
    let position = at.1 + usize::from(has_header(item, at.0));
    let read = match &field.presence {
        Presence::If(condition) => {
            let present = condition::condition(condition, records(&item)[at.0], false);
            quote_spanned! {span=>
                <#codec as __rt::stream::DecodeIf<'de_, #wire, #whole>>::decode_if(__reader, #present)
            }
        }
        Presence::Bool(bit) => return quote!(let #local: #whole = __header >> #bit & 1 == 1;),
        Presence::Bits(bit, bits, _) => quote_spanned! {span=>
            __rt::stream::take_bits::<#whole, #bits>(__header, #bit, __start)
        },
        Presence::Flag(bit) => quote_spanned! {span=>
            __rt::stream::decode_if::<#wire, #codec, #ty>(__reader, __header >> #bit & 1 == 1)
        },
        Presence::Always => quote_spanned! {span=>
            <#codec as __rt::stream::DecodeAs<'de_, #wire, #ty>>::decode_as(__reader)
        },
    };
    let read = attempt(&read, position);
    match default(field) {
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
            <#ty as __rt::stream::DefaultField>::default_of_field()
        }),
        DefaultValue::Expr(expr) => Some(match &**expr {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => quote!(__rt::Into::into(#text)),
            expr => quote!(#expr),
        }),
    }
}
