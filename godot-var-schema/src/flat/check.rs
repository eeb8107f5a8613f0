//! What the attributes of a flat message mean, and which exclude each other.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Expr, Member as FieldName, Type, Variant};

use super::attributes::{ContainerAttrs, FieldAttrs, MemberAttrs, Trailing};
use super::shared;
use crate::attributes::{Attributes, Given, Parsed, facade};
use crate::errors::Errors;
use crate::literals::number as number_of;
use crate::stream::check::{MAX_BITS, MAX_PACKED, MemberKeys, Numbering, Wire};
use crate::stream::model::{
    Argument, Body, Codec, Field, Message, Named, Number, Prefix, Presence, Record,
};
use crate::variant::{argument_of, asked_for, asked_for_by, check_default, default_value};

pub(super) struct Flat;

impl Wire for Flat {
    type Container = ContainerAttrs;
    type Field = FieldAttrs;
    type Member = MemberAttrs;
    const OTHER_KEEPS_NOTHING: bool = true;

    fn parse_item(item: &DeriveInput, errors: &mut Errors) -> Parsed<ContainerAttrs> {
        shared::of_item(item, errors)
    }

    fn parse_field(field: &syn::Field, errors: &mut Errors) -> Parsed<FieldAttrs> {
        shared::of_field(field, errors)
    }

    fn parse_variant(member: &Variant, errors: &mut Errors) -> Parsed<MemberAttrs> {
        shared::of_variant(member, errors)
    }

    fn flags(attrs: &ContainerAttrs) -> Option<Span> {
        attrs.place_of("flags")
    }

    fn numbering(
        attrs: &ContainerAttrs,
        item: &DeriveInput,
        has_fields: bool,
        errors: &mut Errors,
    ) -> Numbering {
        let by_id = has_fields || attrs.id.is_present();
        let own = attrs.repr.as_ref().map(|repr| repr.0);
        let (shared, shares_ids) =
            errors.alone(own.is_none(), |errors| shared::numbering(item, errors));
        let repr = own.or(shared).unwrap_or(Prefix::U8);
        let shares_repr = own.is_none() && shared.is_some();
        Numbering { repr, messages: false, by_id, shares_repr, shares_ids }
    }

    fn member(attrs: &MemberAttrs, member: &Variant) -> MemberKeys {
        let (other, flags) = (attrs.place_of("other"), attrs.place_of("flags"));
        let shared = shared::keys(member, attrs);
        MemberKeys { other, flags, id: attrs.id.clone(), msg_type: None, shared }
    }

    fn field(
        attrs: &FieldAttrs,
        plain: Field,
        before: &Record,
        _is_last: bool,
        errors: &mut Errors,
    ) -> Field {
        let presence = presence(attrs, &plain.ty, before.header_bits, errors);
        check_conflicts(attrs, &plain.ty, errors);
        check_header(attrs, &presence, errors);
        check_default(attrs.default.as_ref(), Some(&plain.ty), errors);
        let codec = codec(attrs, &plain.ty, errors);
        Field { codec, presence, default: default_value(attrs.default.as_ref()), ..plain }
    }

    fn message(
        Parsed { mut attrs, complete }: Parsed<ContainerAttrs>,
        item: &DeriveInput,
        body: Body,
        errors: &mut Errors,
    ) -> Message {
        errors.alone(complete, |errors| check_delta(&attrs, item, &body, errors));
        if errors.elsewhere {
            // What could not be read may be the bound or the id that these need.
            (attrs.max_size, attrs.layout) = (None, None);
        }
        Message {
            big_endian: attrs.big_endian.is_present(),
            trailing: attrs
                .trailing
                .as_deref()
                .is_some_and(|what| matches!(what, Trailing::Ignore)),
            around: attrs.recursive.map(|around| around.into_inner().0).unwrap_or_default(),
            max_size: attrs.max_size.as_ref().map(|limit| (**limit, limit.span())),
            layout: attrs.layout.as_ref().map(|pinned| (pinned.to_string(), pinned.span())),
            delta: attrs.delta.map(|derives| derives.into_inner().0),
            ..Message::new(&item.ident, &item.generics, facade(attrs.krate), body)
        }
    }
}

/// The last name of a type: `Option` of `core::option::Option<T>`.
pub(crate) fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Group(group) => type_name(&group.elem),
        Type::Paren(paren) => type_name(&paren.elem),
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().map(|last| last.ident.to_string())
        }
        _ => None,
    }
}

/// A type as the user wrote it.
pub(super) fn written(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// When a field is among the bytes; `header` has the bits of the fields before it.
fn presence(attrs: &FieldAttrs, ty: &Type, header: Option<u32>, errors: &mut Errors) -> Presence {
    let (name, position) = (type_name(ty), header.unwrap_or(0));
    let is_bool = name.as_deref() == Some("bool");
    let Some(bits) = attrs.bits.as_ref().filter(|_| packed_element(ty).is_none()) else {
        return match header {
            None => Presence::Always,
            Some(_) if attrs.with.is_some() => Presence::Always,
            Some(_) if is_bool => Presence::Bool(position),
            Some(_) if option_content(ty).is_some() => Presence::Flag(position),
            Some(_) => Presence::Always,
        };
    };
    if header.is_none() {
        errors.report(
            bits.key(),
            "`bits` needs a header: write `#[flat(flags)]` on the struct or variant",
        );
    }
    let (max, number) = (most_bits(name.as_deref()), u32::from(**bits));
    if is_bool {
        errors.report(bits.key(), "a `bool` is one bit of the header by itself; remove `bits`");
    } else if !(1..=max).contains(&number) {
        let message = format!("`bits = {number}`: a field of this type has from 1 to {max} bits");
        errors.report(bits.span(), message);
    }
    Presence::Bits(position, number.clamp(1, 64), bits.span())
}

/// The most bits that a type of this name needs.
fn most_bits(name: Option<&str>) -> u32 {
    match name {
        Some("u8" | "i8") => 8,
        Some("u16" | "i16") => 16,
        Some("u32" | "i32") => 32,
        _ => 64,
    }
}

/// `T` of `Vec<T>` or `Option<Vec<T>>`: with `bits` its elements are packed.
pub(super) fn packed_element(ty: &Type) -> Option<&Type> {
    argument_of(option_content(ty).unwrap_or(ty), "Vec")
}

/// The encoding of a list of packed elements.
fn packed(attrs: &FieldAttrs, bits: &Given<u8>, element: &Type, errors: &mut Errors) -> Codec {
    let name = type_name(element);
    let is_bool = name.as_deref() == Some("bool");
    let max = if is_bool { 1 } else { most_bits(name.as_deref()).min(MAX_PACKED) };
    let number = u32::from(**bits);
    if is_bool && number != 1 {
        errors.report(bits.span(), "a `bool` is one bit; write `bits = 1`");
    } else if !(1..=max).contains(&number) {
        let message =
            format!("`bits = {number}`: an element of this list has from 1 to {max} bits");
        errors.report(bits.span(), message);
    }
    let mut arguments =
        vec![Argument::Prefix(prefix(attrs, errors)), Argument::Bits(number.clamp(1, max))];
    let most = attrs.max_len.as_ref().map(|most| Box::new(most.0.clone()));
    arguments.extend(most.map(Argument::Len));
    Codec::varying("PackedBits", arguments)
}

/// `T` of `Option<T>`.
pub fn option_content(ty: &Type) -> Option<&Type> {
    argument_of(ty, "Option")
}

/// The encodings of which a field has one.
pub(super) const FORMS: [&str; 10] = [
    "varint",
    "range",
    "angle",
    "degrees",
    "normal",
    "smallest_three",
    "c_string",
    "bits",
    "lenient",
    "unit",
];

/// Those whose `as` says how a float is counted, or that are no encoding of a value alone.
const NOT_CONVERTED: [&str; 6] = ["range", "angle", "degrees", "normal", "bits", "unit"];

/// Encodings, with the other attributes that these exclude; `with` converts to the type in `as` before them.
const EXCLUDED: [(&str, &[&str]); 6] = [
    ("varint", &["as"]),
    ("smallest_three", &["as"]),
    ("c_string", &["as", "len"]),
    ("bits", &["as", "len", "max_len"]),
    ("lenient", &["as"]),
    ("unit", &["as", "len", "max_len"]),
];

/// Refuses attributes that exclude each other.
fn check_conflicts(attrs: &FieldAttrs, ty: &Type, errors: &mut Errors) {
    let form = attrs.exclusive(&FORMS, errors);
    if let Some(span) = attrs.place_of("clamp")
        && attrs.range.is_none()
    {
        errors.report(span, "`clamp` brings values into a range; add `range = …`");
    }
    if let Some((form, keys)) = EXCLUDED.iter().find(|(name, _)| form == Some(*name)) {
        // A list of packed elements has a length.
        let is_packed = *form == "bits" && packed_element(ty).is_some();
        let excluded = |key: &&&str| match **key {
            "as" => attrs.with.is_none(),
            _ => !is_packed,
        };
        for key in keys.iter().filter(excluded) {
            attrs.exclusive(&[form, key], errors);
        }
    }
    // Without `as` the functions of `with` do everything.
    let (is_whole, has_with) = (attrs.shown_as.is_none(), attrs.with.is_some());
    for key in FORMS.iter().chain(&["len", "max_len", "clamp"]).filter(|_| has_with) {
        let way = match (is_whole, NOT_CONVERTED.contains(key)) {
            (true, _) => "remove one",
            (false, true) => "let the functions make the number that is sent",
            (false, false) => continue,
        };
        if let Some(span) = attrs.place_of(key) {
            errors.report(span, format_args!("`{key}` cannot be combined with `with`; {way}"));
        }
    }
}

/// Refuses attributes of a value that is all in the header.
fn check_header(attrs: &FieldAttrs, presence: &Presence, errors: &mut Errors) {
    let what = match presence {
        Presence::Always | Presence::If(_) => return,
        Presence::Flag(_) => "the presence of this field",
        Presence::Bool(_) | Presence::Bits(..) => "this field",
    };
    if let Some(span) = attrs.place_of("default") {
        let message =
            format!("{what} is in the header of `flags`, which is always there; remove `default`");
        errors.report(span, message);
    }
    if matches!(presence, Presence::Bool(_)) {
        for key in FORMS.iter().chain(&["len", "max_len", "as"]) {
            if let Some(span) = attrs.place_of(key) {
                let message = format!("a `bool` in the header is one bit; remove `{key}`");
                errors.report(span, message);
            }
        }
    }
}

fn codec(attrs: &FieldAttrs, ty: &Type, errors: &mut Errors) -> Codec {
    if let (Some(bits), Some(element), None) = (&attrs.bits, packed_element(ty), &attrs.with) {
        return packed(attrs, bits, element, errors);
    }
    let most = attrs.max_len.as_ref().map(|most| Box::new(most.0.clone()));
    let len = prefix(attrs, errors);
    let element = if let Some(path) = &attrs.with {
        let path = path.0.clone();
        let Some(wire) = &attrs.shown_as else { return Codec::With(path) };
        let inner = if NOT_CONVERTED.iter().any(|key| attrs.place_of(key).is_some()) {
            Codec::Plain
        } else {
            form(attrs, &wire.0, None, errors)
        };
        let inner = counted(len, most, inner);
        return Codec::Through(path, Box::new(wire.0.clone()), Box::new(inner));
    } else {
        form(attrs, ty, attrs.shown_as.as_ref().map(|wire| (&wire.0, wire.span())), errors)
    };
    counted(len, most, element)
}

/// An encoding with its count.
fn counted(len: Option<Prefix>, most: Option<Box<Expr>>, element: Codec) -> Codec {
    match element {
        Codec::Named(Named { name: "CString", .. }) => c_string(most),
        element if len.is_none() && most.is_none() => element,
        element => Codec::Counted(len, most, Box::new(element)),
    }
}

/// A text that ends with 0, with at most `most` bytes before it.
fn c_string(most: Option<Box<Expr>>) -> Codec {
    Codec::varying("CString", most.map(Argument::Len).into_iter().collect())
}

/// The type in `len`.
fn prefix(attrs: &FieldAttrs, errors: &mut Errors) -> Option<Prefix> {
    let len = attrs.len.as_ref()?;
    let given = written(&len.0);
    let types = [("u8", Prefix::U8), ("u16", Prefix::U16), ("u32", Prefix::U32)];
    let found = types.iter().find(|(name, _)| *name == given);
    if found.is_none() {
        let message = format!(
            "`len = {given}`: a count is a `u8`, `u16` or `u32`, or a varint without `len`"
        );
        errors.report(len.span(), message);
    }
    found.map(|(_, prefix)| *prefix)
}

/// How a value, or each value of a list, is encoded. `wire` is the type in `as`.
fn form(attrs: &FieldAttrs, ty: &Type, wire: Option<(&Type, Span)>, errors: &mut Errors) -> Codec {
    if attrs.varint.is_present() {
        return Codec::varying("Varint", vec![]);
    }
    if attrs.c_string.is_present() {
        return c_string(None);
    }
    if attrs.lenient.is_present() {
        return Codec::fixed("Lenient", vec![]);
    }
    if let Some(range) = &attrs.range {
        check_range(&range.low, &range.high, range.span(), errors);
        let steps = number(STEPS, "range", range.key(), wire, errors);
        return in_range(&range.low, &range.high, steps, attrs.clamp.is_present());
    }
    for (key, degrees) in [("angle", false), ("degrees", true)] {
        if let Some(place) = attrs.place_of(key) {
            let steps = Argument::Number(number(STEPS, key, place, wire, errors));
            return Codec::fixed("Angle", vec![steps, Argument::Flag(degrees)]);
        }
    }
    if let Some(place) = attrs.place_of("normal") {
        let components = number(COMPONENTS, "normal", place, wire, errors);
        return Codec::fixed("Normal", vec![Argument::Number(components)]);
    }
    if let Some(bits) = &attrs.smallest_three {
        if !matches!(**bits, 10 | 15 | 20) {
            errors.report(bits.span(), "`smallest_three` takes 10, 15 or 20 bits for a component");
        }
        return Codec::fixed("SmallestThree", vec![Argument::Bits(u32::from(**bits))]);
    }
    if let Some(unit) = &attrs.unit {
        return match unit.as_str() {
            "s" => Codec::Unit(1_000_000_000),
            "ms" => Codec::Unit(1_000_000),
            "us" => Codec::Unit(1_000),
            other => {
                let message = format!("`unit = {other:?}`: a time is in \"s\", \"ms\" or \"us\"");
                errors.report(unit.span(), message);
                Codec::Plain
            }
        };
    }
    let Some((wire, span)) = wire else { return Codec::Plain };
    match written(wire).as_str() {
        "f16" => Codec::fixed("Half", vec![]),
        "Godot4" => Codec::Variant(true),
        "Godot3" => Codec::Variant(false),
        // What `to_abgr32()` has in its bytes.
        "u8" | "u16" if is_color(ty) => {
            let steps = number(STEPS, "as", span, Some((wire, span)), errors);
            in_range(&syn::parse_quote!(0.0), &syn::parse_quote!(1.0), steps, false)
        }
        other => {
            let message = format!(
                "`as = {other}` says how a `range`, an `angle`, `degrees` or a `normal` is counted, and there is none; \
                 write one, or `with = module` to convert"
            );
            errors.report(span, message);
            Codec::Plain
        }
    }
}

/// The steps of a range.
fn in_range(low: &Expr, high: &Expr, steps: Number, clamp: bool) -> Codec {
    let bound = |bound: &Expr| Argument::Bound(Box::new(bound.clone()));
    let arguments = vec![Argument::Number(steps), bound(low), bound(high), Argument::Flag(clamp)];
    Codec::fixed("Range", arguments)
}

/// Whether a type is `Color`, or an `Option` or list of it.
fn is_color(ty: &Type) -> bool {
    let text = written(ty);
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Color")
}

/// The types that `as` takes for a key, what they are for, and their list in messages.
type Numbers = (&'static [Number], &'static str, &'static str);

const STEPS: Numbers = (
    &[Number::U8, Number::U16, Number::U32],
    "the type that counts its steps",
    "`as = u8`, `u16` or `u32`",
);

const COMPONENTS: Numbers = (
    &[Number::F16, Number::F32, Number::U8, Number::U16],
    "the type of its numbers",
    "`as = f16`, `f32`, `u8` or `u16`",
);

/// The type in `as`, for a key at `place`.
fn number(
    (types, what, list): Numbers,
    key: &str,
    place: Span,
    wire: Option<(&Type, Span)>,
    errors: &mut Errors,
) -> Number {
    let Some((wire, span)) = wire else {
        errors.report(place, format_args!("`{key}` needs {what}: {list}"));
        return Number::U8;
    };
    let given = written(wire);
    let found = types.iter().find(|number| number.name() == given);
    if found.is_none() {
        let message = format!("`as = {given}` does not fit `{key}`, which takes {list}");
        errors.report(span, message);
    }
    found.copied().unwrap_or(Number::U8)
}

/// Refuses a range of literals that has no room. Those of constants the compiler refuses.
fn check_range(low: &Expr, high: &Expr, span: Span, errors: &mut Errors) {
    let (Some(from), Some(to)) = (number_of(low), number_of(high)) else { return };
    let shown = |expr: &Expr| expr.to_token_stream().to_string().replace(' ', "");
    if from > to {
        let message = format!(
            "the range is the wrong way round; write `range = {}..={}`",
            shown(high),
            shown(low)
        );
        errors.report(span, message);
    } else if from == to {
        errors.report(span, "a range of one value has no steps; its bounds have to differ");
    }
}

/// Refuses `delta` on what has no fields to leave out.
fn check_delta(attrs: &ContainerAttrs, item: &DeriveInput, body: &Body, errors: &mut Errors) {
    let (Some(delta), Body::Record(record)) = (&attrs.delta, body) else { return };
    let name = &item.ident;
    let named = record.fields.iter().all(|field| matches!(field.name, FieldName::Named(_)));
    if record.fields.is_empty() {
        let message = format!("`{name}` has no fields, so nothing can change; remove `delta`");
        errors.report(delta.key(), message);
    } else if !named {
        errors.report(delta.key(), "`delta` needs fields with names");
    } else if record.fields.len() > MAX_BITS as usize {
        let message = format!(
            "`delta` has a bit for each field, and at most {MAX_BITS}; move fields into another struct"
        );
        errors.report(delta.key(), message);
    }
    for path in &delta.0 {
        if let Some(last) = path.segments.last()
            && (path.is_ident("Default") || last.ident == "GodotFlat")
        {
            let derived = &last.ident;
            let message = format!("`{name}Delta` has a `{derived}` already; remove this one");
            errors.report(path.span(), message);
        }
    }
    if let Some(span) = attrs.place_of("trailing") {
        errors.report(
            span,
            "`trailing` cannot be combined with `delta`: its flags determine what follows",
        );
    }
    // Both wires share one delta.
    if let Data::Struct(data) = &item.data
        && asked_for(item, "delta").is_some()
    {
        for field in &data.fields {
            if let Some(name) = &field.ident
                && asked_for_by("godot_var", &field.attrs, "skip").is_some()
            {
                let message = format!(
                    "`{name}` is not in the delta, because `#[godot_var(skip)]` leaves it out, but a flat delta has every field; \
                     remove `skip`, or write `delta` for one of the wires only"
                );
                errors.report(name.span(), message);
            }
        }
    }
}
