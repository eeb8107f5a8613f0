//! The keys of `#[godot_var(…)]` that apply to flat messages, too, unless `#[flat(…)]` has them.
//!
//! The derive of Variants reports mistakes in them. Here they only make a place incomplete.

use syn::{Attribute, DeriveInput, Field, Type, Variant};

use super::attributes::{ContainerAttrs, FieldAttrs, MemberAttrs};
use super::check::{FORMS, option_content, packed_element, type_name, written};
use crate::attributes::{Attributes, FIELD, MEMBER, Parsed, Place, container, parse};
use crate::errors::Errors;
use crate::known::NUMBERS;
use crate::stream::check::Shared;
use crate::stream::model::Prefix;
use crate::variant::attributes as variant;
use crate::variant::{model::Id, time_of};

/// The attributes of a place in `#[godot_var(…)]`, and whether all could be read.
fn shared<A: Attributes>(place: Place, attrs: &[Attribute]) -> Parsed<A> {
    let mut ignored = Errors::new();
    let parsed = parse(place, attrs, &mut ignored);
    Parsed { complete: ignored.finish().is_ok(), ..parsed }
}

/// Reads both attributes of a place, and adds to the flat ones what they lack.
fn both<A: Attributes, S: Attributes>(
    place: Place,
    attrs: &[Attribute],
    errors: &mut Errors,
    add: impl FnOnce(&mut A, S),
) -> Parsed<A> {
    let mut own = parse::<A>(place, attrs, errors);
    let shared = shared::<S>(place, attrs);
    own.complete &= shared.complete;
    errors.elsewhere |= !shared.complete;
    add(&mut own.attrs, shared.attrs);
    own
}

/// Reads the attributes of an item: `crate`, and `id` of an enum.
pub(super) fn of_item(item: &DeriveInput, errors: &mut Errors) -> Parsed<ContainerAttrs> {
    let add = |own: &mut ContainerAttrs, shared: variant::ContainerAttrs| {
        own.krate = own.krate.take().or(shared.krate);
        if !own.id.is_present() {
            own.id = shared.id;
        }
    };
    both(container(&item.data), &item.attrs, errors, add)
}

/// The type of the numbers of an enum in `repr`, and whether its variants need an `id`.
pub(super) fn numbering(item: &DeriveInput, errors: &mut Errors) -> (Option<Prefix>, bool) {
    let attrs = shared::<variant::ContainerAttrs>(container(&item.data), &item.attrs).attrs;
    let has_ids = attrs.id.is_present();
    let Some(repr) = attrs.repr else { return (None, has_ids) };
    let variant::Repr::Int(Some(ty)) = *repr else { return (None, has_ids) };
    let prefix = match ty.name {
        "u8" => Prefix::U8,
        "u16" => Prefix::U16,
        "u32" => Prefix::U32,
        name => {
            let message = format!(
                "a flat message has no numbers of variants in `{name}`; write `#[flat(repr = \"u32\")]`, \
                 or `u8`, `u16` or `varint`"
            );
            errors.report(repr.span(), message);
            Prefix::U32
        }
    };
    (Some(prefix), has_ids)
}

/// Reads the attributes of a variant: `other`. With an `id` or a header it is sent like others.
pub(super) fn of_variant(member: &Variant, errors: &mut Errors) -> Parsed<MemberAttrs> {
    let add = |own: &mut MemberAttrs, shared: variant::MemberAttrs| {
        if ["id", "flags", "other"].iter().all(|key| own.place_of(key).is_none()) {
            own.other = shared.other;
        }
    };
    both(MEMBER, &member.attrs, errors, add)
}

/// The rest of a variant: its `id`.
pub(super) fn keys(member: &Variant, own: &MemberAttrs) -> Shared {
    let attrs = shared::<variant::MemberAttrs>(MEMBER, &member.attrs).attrs;
    let id = attrs.id.as_ref().filter(|_| own.id.is_none());
    Shared {
        id: id.and_then(|id| match **id {
            Id::Int(number) => Some((number, id.span())),
            Id::Text(_) => None,
        }),
        is_other: attrs.other.is_present(),
        lacks_id: attrs.id.is_none() && attrs.rename.is_none() && !attrs.skip.is_present(),
    }
}

/// Reads the attributes of a field: `unit` and `max_len`, where its encoding has a use for them.
pub(super) fn of_field(field: &Field, errors: &mut Errors) -> Parsed<FieldAttrs> {
    let add = |own: &mut FieldAttrs, shared: variant::FieldAttrs| {
        let own_is_any = |keys: &[&str]| keys.iter().any(|key| own.place_of(key).is_some());
        let has_form = own_is_any(&FORMS) || own_is_any(&["with", "as"]);
        let unit = shared.unit.filter(|unit| !has_form && time_of(unit, &field.ty).is_some());
        // Functions, numbers, the header and a `Variant` have no length, or another one.
        let is_in_header = own_is_any(&["bits"]) && packed_element(&field.ty).is_none();
        let has_no_length = own_is_any(&["with", "unit", "max_len"])
            || is_in_header
            || unit.is_some()
            || is_variant(own)
            || is_primitive(&field.ty);
        if !has_no_length {
            own.max_len = shared.max_len;
        }
        own.unit = own.unit.take().or(unit);
    };
    both(FIELD, &field.attrs, errors, add)
}

/// Whether the field is in a `Variant`.
fn is_variant(own: &FieldAttrs) -> bool {
    let shown_as = own.shown_as.as_ref().map(|ty| written(&ty.0));
    matches!(shown_as.as_deref(), Some("Godot4" | "Godot3"))
}

/// Whether a type is a number, a `bool` or a `char`. The derive of Variants reports a `max_len` of it.
fn is_primitive(ty: &Type) -> bool {
    let name = type_name(option_content(ty).unwrap_or(ty));
    name.is_some_and(|name| NUMBERS.contains(&name.as_str()))
}
