//! The fields of a record: writing, reading, and sizes.

use godot_var_schema::stream::model::{Codec, Condition, ConditionValue, Field, Record};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Generics, Ident, Member as FieldName};

use super::probe::{probed, probes};
use crate::names::{last_name, local, place};

/// The type that implements a field's attributes, with `span` for errors; `None` for `with`.
pub(super) fn codec(codec: &Codec, span: Span) -> Option<TokenStream> {
    let name = match codec {
        Codec::Plain => "Plain",
        Codec::Packed => "AsPacked",
        Codec::Zigzag => "AsZigzag",
        Codec::Euler => "AsEuler",
        Codec::Rest => "ToEnd",
        Codec::Counted(Some(prefix), _, element) => {
            let prefix = Ident::new(&crate::names::prefix(prefix), span);
            let element = self::codec(element, span)?;
            return Some(quote_spanned!(span=>
                __rt::litenet::Counted<__rt::litenet::#prefix, #element>
            ));
        }
        // The others are those of flat messages.
        _ => return None,
    };
    let name = Ident::new(name, span);
    Some(quote_spanned!(span=> __rt::litenet::#name))
}

/// `{ a: __f0, b: __f1 }`: a pattern, and an expression.
pub(super) fn braces(record: &Record) -> TokenStream {
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (name, local) = (&field.name, local(position));
        quote!(#name: #local)
    });
    quote!({ #(#fields),* })
}

/// `.in_key("a")` or `.in_index(0)` on an error of a field.
fn inside(error: &TokenStream, field: &Field) -> TokenStream {
    match &field.name {
        FieldName::Named(_) => {
            let key = &field.key;
            quote!(#error::in_key(__error, #key))
        }
        FieldName::Unnamed(index) => {
            let index = index.index as usize;
            quote!(#error::in_index(__error, #index))
        }
    }
}

/// Writes all fields, which are references in local variables.
pub(super) fn encode_fields(record: &Record, generics: &Generics) -> TokenStream {
    let probes = probes(record, generics);
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let (local, ty) = (local(position), &field.ty);
        let span = place(ty);
        let value = quote!(#local);
        let call = match (&field.codec, field.condition()) {
            (Codec::With(path), None) => {
                quote_spanned!(place(path)=> #path::encode::<AnyEra, __O>(#value, __out))
            }
            (Codec::With(path), Some(condition)) => {
                let present = condition_of(condition, record, true);
                quote_spanned!(place(path)=> match (#value, #present) {
                    (__rt::Some(__value), true) => #path::encode::<AnyEra, __O>(__value, __out),
                    (__value, __present) => {
                        <__rt::litenet::Plain as __rt::litenet::EncodeIf<AnyEra, __rt::Option<()>>>::encode_if(
                            &__rt::Option::map(__rt::Option::as_ref(__value), |_| ()),
                            __present,
                            __out,
                        )
                    }
                })
            }
            (_, None) => {
                let codec = codec(&field.codec, last_name(ty));
                quote_spanned!(span=>
                    <#codec as __rt::litenet::EncodeField<AnyEra, #ty>>::encode_field(#value, __out)
                )
            }
            (_, Some(condition)) => {
                let codec = codec(&field.codec, last_name(ty));
                let present = condition_of(condition, record, true);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::EncodeIf<AnyEra, #ty>>::encode_if(#value, #present, __out)
                )
            }
        };
        let inside = inside(&quote!(__rt::EncodeError), field);
        quote! {
            if let __rt::Err(__error) = #call {
                return __rt::Err(#inside);
            }
        }
    });
    quote!(#probes #(#steps)*)
}

/// Whether a run of fixed fields ends with this field. A user's type may have one of these names:
/// then a check comes later, with no other effect.
pub(super) fn ends_run(field: &Field) -> bool {
    field.condition().is_some() || !matches!(field.codec, Codec::Plain) || !is_fixed(field)
}

/// Whether the field's type has a name that shows a fixed size.
pub(super) fn is_fixed(field: &Field) -> bool {
    let syn::Type::Path(path) = &field.ty else { return false };
    path.path.segments.last().is_some_and(|name| {
        matches!(
            &*name.ident.to_string(),
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
                | "EulerAngles"
        )
    })
}

/// `const FIELDS`: the size of each field in bytes.
pub(super) fn field_sizes(record: &Record, generics: &Generics) -> TokenStream {
    let probes = probes(record, generics);
    let sizes = record.fields.iter().map(|field| {
        let place = match &field.name {
            FieldName::Named(_) => {
                let key = &field.key;
                quote!(Key(#key))
            }
            FieldName::Unnamed(index) => {
                let index = index.index as usize;
                quote!(Index(#index))
            }
        };
        let ty = &field.ty;
        let codec = codec(&field.codec, last_name(ty)).filter(|_| field.condition().is_none());
        let (min_size, fixed, what) = match codec {
            None => (quote!(0), quote!(false), quote!("")),
            Some(codec) => {
                let field = quote!(<#codec as __rt::litenet::DecodeField<'de_, AnyEra, #ty>>);
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
    let sizes = probed(&probes, quote!(&[#(#sizes),*]));
    quote! {
        const FIELDS: &'static [__rt::litenet::FieldSize] = #sizes;
    }
}

/// Where the values of fields go.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Target {
    /// Into new local variables.
    Locals,
    /// The same for the fields of `Self`, which are checked run by run.
    OfSelf,
    /// Into the fields of `Self`, to which the local variables are references; run by run.
    InPlace,
}

/// Reads all fields.
pub(super) fn decode_fields(record: &Record, target: Target, generics: &Generics) -> TokenStream {
    let probes = probes(record, generics);
    let in_place = target == Target::InPlace;
    let mut begins_run = target != Target::Locals;
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let run = begins_run.then(|| {
            quote! {
                if let __rt::Err(__error) =
                    __rt::litenet::whole_run::<AnyEra, Self, #position>(__reader)
                {
                    return __rt::Err(__error);
                }
            }
        });
        begins_run = target != Target::Locals && ends_run(field);
        let (local, ty) = (local(position), &field.ty);
        let condition = field.condition();
        let present = condition.map(|condition| condition_of(condition, record, in_place));
        let call = decode_field(field, &local, present.as_ref(), in_place);
        let inside = inside(&quote!(__rt::DecodeError), field);
        if in_place {
            return quote! {
                #run
                if let __rt::Err(__error) = #call {
                    return __rt::Err(#inside);
                }
            };
        }
        quote! {
            #run
            let #local: #ty = match #call {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => return __rt::Err(#inside),
            };
        }
    });
    quote!(#probes #(#steps)*)
}

/// Reads a field if it is `present`: a `Result` of its value, or of nothing if `local` gets it in place.
fn decode_field(
    field: &Field,
    local: &Ident,
    present: Option<&TokenStream>,
    in_place: bool,
) -> TokenStream {
    let ty = &field.ty;
    let span = place(ty);
    if let Codec::With(path) = &field.codec {
        let read = quote_spanned!(place(path)=> #path::decode::<AnyEra>(__reader));
        return match (present, in_place) {
            (None, false) => read,
            (None, true) => {
                quote_spanned!(place(path)=> __rt::Result::map(#read, |__value| *#local = __value))
            }
            (Some(present), false) => quote_spanned!(place(path)=> if #present {
                __rt::Result::map(#read, __rt::Some)
            } else {
                __rt::Ok(__rt::None)
            }),
            (Some(present), true) => quote_spanned!(place(path)=> if #present {
                __rt::Result::map(#read, |__value| *#local = __rt::Some(__value))
            } else {
                *#local = __rt::None;
                __rt::Ok(())
            }),
        };
    }
    let codec = codec(&field.codec, last_name(ty));
    let (way, method) =
        if present.is_some() { ("DecodeIf", "decode_if") } else { ("DecodeField", "decode_field") };
    let way = Ident::new(way, span);
    let method = format_ident!("{method}{}", if in_place { "_in_place" } else { "" }, span = span);
    let present = present.into_iter();
    let local = in_place.then_some(local).into_iter();
    quote_spanned!(span=>
        <#codec as __rt::litenet::#way<'de_, AnyEra, #ty>>::#method(__reader #(, #present)* #(, #local)*)
    )
}

/// A condition over the local variables, which are references while writing.
pub(super) fn condition_of(
    condition: &Condition,
    record: &Record,
    references: bool,
) -> TokenStream {
    let value = |position: usize| {
        // Errors about a type that cannot be compared are reported at the compared field.
        let span = place(&record.fields[position].ty);
        let mut local = local(position);
        local.set_span(span);
        if references { quote_spanned!(span=> *#local) } else { quote!(#local) }
    };
    let again = |condition| condition_of(condition, record, references);
    match condition {
        Condition::Flag(position) => {
            let (value, ty) = (value(*position), &record.fields[*position].ty);
            quote_spanned!(place(ty)=> <#ty as __rt::litenet::Condition>::holds(#value))
        }
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

/// The smallest size of the fields in bytes.
pub(super) fn min_size(record: &Record, generics: &Generics) -> TokenStream {
    let sizes =
        record.fields.iter().filter(|field| field.condition().is_none()).filter_map(|field| {
            let ty = &field.ty;
            let codec = codec(&field.codec, last_name(ty))?;
            Some(quote!(+ <#codec as __rt::litenet::DecodeField<'de_, AnyEra, #ty>>::MIN_SIZE))
        });
    probed(&probes(record, generics), quote!(0 #(#sizes)*))
}
