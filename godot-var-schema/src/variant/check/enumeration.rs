//! Enums: their form, their variants, the variants' ids.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Expr, Fields, parse_quote};

use super::super::attributes::{ContainerAttrs, IntType, MemberAttrs, Repr};
use super::super::model::{
    Body, Discriminant, EnumForm, Enumeration, Enumerator, Field, Form, Id, Record, Style,
};
use super::field::Place;
use super::{check_names, check_no_keys, no_keys, notes, record, style_of};
use crate::attributes::{Attributes, MEMBER, parse};
use crate::errors::Errors;
use crate::literals::constant;

pub(super) fn enumeration(
    attrs: &ContainerAttrs,
    item: &DeriveInput,
    data: &syn::DataEnum,
    errors: &mut Errors,
) -> Body {
    let mut complete = true;
    let parsed: Vec<(&syn::Variant, MemberAttrs)> = data
        .variants
        .iter()
        .map(|member| {
            let parsed = parse::<MemberAttrs>(MEMBER, &member.attrs, errors);
            complete &= parsed.complete;
            (member, parsed.attrs)
        })
        .collect();
    // Variants depend on each other: if `id` or `other` could not be read, no check of them is
    // reliable.
    let body = |errors: &mut Errors| members(attrs, item, &parsed, errors);
    Body::Enumeration(errors.given(complete, body))
}

fn members(
    attrs: &ContainerAttrs,
    item: &DeriveInput,
    parsed: &[(&syn::Variant, MemberAttrs)],
    errors: &mut Errors,
) -> Enumeration {
    // A variant that keeps unknown names or numbers does not count as a variant with data.
    let has_data = parsed
        .iter()
        .any(|(member, attrs)| !matches!(member.fields, Fields::Unit) && !attrs.other.is_present());
    if parsed.iter().all(|(_, attrs)| attrs.skip.is_present()) {
        errors.report(item.ident.span(), "an enum needs a variant that is encoded");
    }
    let form = enum_form(attrs, has_data, parsed, errors);
    check_keys(attrs, &form, parsed, errors);
    let mut members = Vec::new();
    let mut taken = Taken::default();
    let mut numbers = Numbers::new(&item.attrs);
    let mut free = free_ids(parsed);
    for (member, member_attrs) in parsed {
        let number = numbers.next(member);
        let number_or_free = (number.as_ref().ok(), &mut free);
        let id = member_id(attrs, &form, member, member_attrs, number_or_free, errors);
        let is_numbered = form == EnumForm::Numbers && member_attrs.id.is_some();
        let discriminant = number.err().filter(|_| form == EnumForm::Numbers && !is_numbered);
        let discriminant = discriminant.map(|discriminant| *discriminant);
        check_member(&form, member, member_attrs, errors);
        let is_other = member_attrs.other.is_present();
        let travels = !member_attrs.skip.is_present() && !is_other;
        // Other code compares a discriminant whose value is not known here.
        if travels && form != EnumForm::Untagged && discriminant.is_none() {
            taken.take(&form, member, member_attrs, &id, errors);
            if form == EnumForm::Numbers {
                check_number(attrs, &id, place_of_id(&form, member, member_attrs), errors);
            }
        }
        let style = style_of(&member.fields);
        let record_form = match (&form, style) {
            (EnumForm::Ids, _) | (_, Style::Tuple | Style::Newtype) => Form::Array,
            _ => Form::Dictionary,
        };
        let rule = member_attrs.rename_all.as_ref().or(attrs.rename_all_fields.as_ref());
        let rule = rule.map(|rule| **rule);
        // In the id form a variant's only field is an element.
        let alone = style == Style::Newtype && (form != EnumForm::Ids || is_other);
        let place = Place { form: record_form, alone };
        let fields = if member_attrs.skip.is_present() {
            &skipped(&member.fields, errors)
        } else {
            &member.fields
        };
        let (record, complete) = record(&shallow(attrs), place, fields, rule, errors);
        if let ([field], true) = (&record.fields[..], alone && complete) {
            if is_other {
                check_kept(&member.fields, field, errors);
            } else if !field.encoded && !member_attrs.skip.is_present() {
                errors.report(
                    member.ident.span(),
                    format!(
                        "nothing of `{}` is encoded; remove `skip`, or the field",
                        member.ident
                    ),
                );
            }
        }
        check_tag(&form, &record, errors);
        members.push(Enumerator {
            ident: member.ident.clone(),
            notes: notes(
                &member.attrs,
                [&member_attrs.gdscript, &member_attrs.csharp, &member_attrs.typescript],
            ),
            id,
            discriminant,
            is_numbered,
            aliases: member_attrs.alias.iter().map(|alias| alias.to_string()).collect(),
            skip: member_attrs.skip.is_present(),
            other: is_other,
            record,
            style,
        });
    }
    if let Some(second) = parsed.iter().filter(|(_, attrs)| attrs.other.is_present()).nth(1) {
        errors.report(second.1.other.span(), "only one variant can be `other`");
    }
    Enumeration { form, members }
}

/// The discriminants of an enum, one after the other.
struct Numbers {
    /// The type of an expression whose value is not in the source text.
    ty: Ident,
    /// The discriminant of a variant that has none of its own.
    next: Result<i64, Expr>,
}

impl Numbers {
    fn new(attrs: &[Attribute]) -> Self {
        const INTEGERS: [&str; 12] = [
            "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
        ];
        let mut ty = Ident::new("isize", Span::call_site());
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
            // rustc checks the other arguments, such as `C`.
            let _ = attr.parse_nested_meta(|meta| {
                if let Some(ident) = meta.path.get_ident()
                    && INTEGERS.iter().any(|name| ident == name)
                {
                    ty = ident.clone();
                }
                Ok(())
            });
        }
        Self { ty, next: Ok(0) }
    }

    fn next(&mut self, member: &syn::Variant) -> Result<i64, Box<Discriminant>> {
        if let Some((_, expr)) = &member.discriminant {
            self.next = constant(expr, &mut |_| None).ok_or_else(|| expr.clone());
        }
        let own = self.next.clone();
        self.next = match &own {
            Ok(number) => number.checked_add(1).ok_or_else(|| parse_quote!(#number + 1)),
            Err(expr) => Err(parse_quote!((#expr) + 1)),
        };
        let own_place = member.discriminant.as_ref().map(|(_, expr)| expr.span());
        let place = own_place.unwrap_or_else(|| member.ident.span());
        own.map_err(|expr| Box::new(Discriminant { expr, place, ty: self.ty.clone() }))
    }
}

/// The names and numbers that identify the variants so far.
#[derive(Default)]
struct Taken(BTreeMap<Id, Owner>);

struct Owner {
    ident: Ident,
    /// Whether it is the discriminant: rustc itself reports two equal ones.
    is_discriminant: bool,
}

impl Taken {
    /// Gives a variant its id and its aliases, and reports those that another one has.
    fn take(
        &mut self,
        form: &EnumForm,
        member: &syn::Variant,
        attrs: &MemberAttrs,
        id: &Id,
        errors: &mut Errors,
    ) {
        let is_discriminant = *form == EnumForm::Numbers && attrs.id.is_none();
        let way = match id {
            Id::Text(_) if attrs.id.is_none() => "`rename` one of them",
            _ => "choose another",
        };
        let own = (id.clone(), place_of_id(form, member, attrs), way);
        let aliases = attrs.alias.iter();
        let aliases =
            aliases.map(|alias| (Id::Text(alias.to_string()), alias.span(), "remove the alias"));
        for (id, span, way) in std::iter::once(own).chain(aliases) {
            let noun = noun(form, &id);
            match self.0.entry(id) {
                Entry::Vacant(free) => {
                    free.insert(Owner { ident: member.ident.clone(), is_discriminant });
                }
                Entry::Occupied(owner) if is_discriminant && owner.get().is_discriminant => {}
                Entry::Occupied(owner) => {
                    let (id, first) = (owner.key(), &owner.get().ident);
                    errors.report(span, format!("the {noun} {id} is taken by `{first}`; {way}"));
                }
            }
        }
    }
}

/// The place of the attribute, number or name that identifies a variant.
fn place_of_id(form: &EnumForm, member: &syn::Variant, attrs: &MemberAttrs) -> Span {
    match (&attrs.id, &attrs.rename, &member.discriminant) {
        (Some(id), ..) => id.span(),
        (None, Some(rename), _) => rename.span(),
        (None, None, Some((_, number))) if *form == EnumForm::Numbers => number.span(),
        (None, None, _) => member.ident.span(),
    }
}

/// Refuses a number that the type in `repr` does not have.
fn check_number(attrs: &ContainerAttrs, id: &Id, place: Span, errors: &mut Errors) {
    if let (Some(Repr::Int(Some(ty))), Id::Int(number)) = (attrs.repr.as_deref(), id)
        && !(ty.lowest..=ty.highest).contains(number)
    {
        let IntType { name, lowest, highest } = ty;
        errors.report(
            place,
            format_args!(
                "the number {number} does not fit `repr = \"{name}\"`, from {lowest} to {highest}"
            ),
        );
    }
}

/// The word for what identifies a variant.
fn noun(form: &EnumForm, id: &Id) -> &'static str {
    match (form, id) {
        (EnumForm::Ids, _) => "message id",
        (EnumForm::Numbers, _) => "number",
        (_, Id::Int(_)) => "tag",
        (_, Id::Text(_)) => "name",
    }
}

/// The attributes of the enum that apply to a variant's record.
fn shallow(attrs: &ContainerAttrs) -> ContainerAttrs {
    ContainerAttrs {
        deny_unknown_fields: attrs.deny_unknown_fields,
        keys: attrs.keys.clone(),
        ..ContainerAttrs::default()
    }
}

fn enum_form(
    attrs: &ContainerAttrs,
    has_data: bool,
    members: &[(&syn::Variant, MemberAttrs)],
    errors: &mut Errors,
) -> EnumForm {
    if let Some(repr) = &attrs.repr {
        let with_data = |(member, attrs): &&(&syn::Variant, MemberAttrs)| {
            !matches!(member.fields, Fields::Unit) && !attrs.other.is_present()
        };
        let other_form =
            attrs.id.is_present() || attrs.untagged.is_present() || attrs.tag.is_some();
        if let (Some((member, _)), false) = (members.iter().find(with_data), other_form) {
            errors.report(
                repr.key(),
                format!(
                    "`repr` belongs on an enum without data, and `{}` has some; \
                     use `array, id` or `tag`",
                    member.ident
                ),
            );
        }
    }
    if let (Some(span), false) = (attrs.place_of("id"), attrs.array.is_present()) {
        errors.report(span, "the id form is an array; write `#[godot_var(array, id)]`");
    }
    if attrs.id.is_present() {
        return EnumForm::Ids;
    }
    if let Some(span) = attrs.place_of("array") {
        errors.report(span, "on an enum, `array` needs `id`; write `#[godot_var(array, id)]`");
    }
    match (&attrs.tag, &attrs.content) {
        (Some(tag), Some(content)) => {
            EnumForm::Adjacent { tag: tag.to_string(), content: content.to_string() }
        }
        (Some(tag), None) => EnumForm::Internal { tag: tag.to_string() },
        _ if attrs.untagged.is_present() => EnumForm::Untagged,
        _ if has_data => EnumForm::External,
        _ if attrs.repr.as_deref().is_some_and(|repr| matches!(repr, Repr::Int(_))) => {
            EnumForm::Numbers
        }
        _ => EnumForm::Names,
    }
}

fn member_id(
    container: &ContainerAttrs,
    form: &EnumForm,
    member: &syn::Variant,
    attrs: &MemberAttrs,
    (number, free): (Option<&i64>, &mut impl Iterator<Item = i64>),
    errors: &mut Errors,
) -> Id {
    let name = || {
        if let Some(name) = &attrs.rename {
            name.to_string()
        } else {
            let name = member.ident.unraw().to_string();
            container.rename_all.as_ref().map_or_else(|| name.clone(), |rule| rule.member(&name))
        }
    };
    match (form, &attrs.id) {
        // rustc accepts no discriminants next to a variant that keeps unknown numbers.
        (EnumForm::Numbers, Some(id)) if member.discriminant.is_none() => {
            if let Id::Text(_) = **id {
                errors.report(id.span(), "the id of a number is an integer; write `id = 3`");
            }
            (**id).clone()
        }
        // A number whose value is not known here is the variant's `discriminant`.
        (EnumForm::Numbers, _) => Id::Int(number.copied().unwrap_or_default()),
        (_, Some(id)) => (**id).clone(),
        (EnumForm::Ids, None) => {
            if !attrs.skip.is_present() && !attrs.other.is_present() && attrs.rename.is_none() {
                let (name, free) = (&member.ident, free.next().unwrap_or_default());
                errors.report(
                    name.span(),
                    format!("`{name}` needs a message id; write `#[godot_var(id = {free})]`"),
                );
            }
            Id::Text(name())
        }
        (_, None) => Id::Text(name()),
    }
}

/// Ids from 1 that no variant has.
fn free_ids(members: &[(&syn::Variant, MemberAttrs)]) -> impl Iterator<Item = i64> + use<> {
    let id = |(_, attrs): &(&syn::Variant, MemberAttrs)| attrs.id.as_ref().map(|id| (**id).clone());
    let taken: Vec<Id> = members.iter().filter_map(id).collect();
    (1..).filter(move |id| !taken.contains(&Id::Int(*id)))
}

/// Refuses attributes of the enum about keys and names that no variant has on the wire.
fn check_keys(
    attrs: &ContainerAttrs,
    form: &EnumForm,
    members: &[(&syn::Variant, MemberAttrs)],
    errors: &mut Errors,
) {
    let has_keys = members.iter().any(|(member, attrs)| {
        has_keys(form, member) && !attrs.skip.is_present() && !attrs.other.is_present()
    });
    // Next to a tag even a variant without fields has unknown keys.
    let denies =
        if matches!(form, EnumForm::Internal { .. }) { None } else { Some("deny_unknown_fields") };
    if !has_keys {
        let names: Vec<_> = ["rename_all_fields", "keys"].into_iter().chain(denies).collect();
        check_no_keys(attrs, &names, errors);
    }
    if let Some(rule) = &attrs.rename_all
        && matches!(form, EnumForm::Numbers | EnumForm::Untagged | EnumForm::Ids)
    {
        let way = if has_keys { "`rename_all_fields` is for keys" } else { "remove it" };
        errors.report(
            rule.key(),
            format!("`rename_all` changes the names of variants, and none is encoded here; {way}"),
        );
    }
}

/// Whether the fields of a variant have keys on the wire.
fn has_keys(form: &EnumForm, member: &syn::Variant) -> bool {
    *form != EnumForm::Ids && matches!(member.fields, Fields::Named(_))
}

/// The fields of a variant that is never sent: they may have any types, and attributes would do nothing.
fn skipped(fields: &Fields, errors: &mut Errors) -> Fields {
    let mut fields = fields.clone();
    for field in &mut fields {
        if let Some(attr) = field.attrs.iter().find(|attr| attr.path().is_ident("godot_var")) {
            let message =
                "the variant is `skip`, so the field is never encoded; remove the attribute";
            errors.report(attr.path().span(), message);
        }
        field.attrs = vec![parse_quote!(#[godot_var(skip)])];
    }
    fields
}

/// Refuses attributes of the field in which `other` keeps a value as it came.
fn check_kept(fields: &Fields, field: &Field, errors: &mut Errors) {
    let mut attrs = fields.iter().flat_map(|field| &field.attrs);
    if let Some(attr) = attrs.find(|attr| attr.path().is_ident("godot_var"))
        && !(field.encoded && field.codec.is_plain())
    {
        errors.report(attr.path().span(), "`other` keeps a value as it came; remove the attribute");
    }
}

/// Refuses attributes of a variant that have no meaning in the enum's form, or contradict each
/// other.
fn check_member(form: &EnumForm, member: &syn::Variant, attrs: &MemberAttrs, errors: &mut Errors) {
    check_names([&attrs.gdscript, &attrs.csharp, &attrs.typescript], errors);
    let names = ["id", "rename", "alias"];
    attrs.exclude(
        "skip",
        &["id", "rename", "alias", "other", "rename_all", "gdscript", "csharp", "typescript"],
        errors,
    );
    attrs.exclude("other", &names, errors);
    if !attrs.other.is_present() {
        attrs.exclude("id", &["rename"], errors);
    }
    let told_otherwise = match form {
        EnumForm::Numbers => Some("the discriminant identifies a variant; write `Name = 3`"),
        EnumForm::Untagged => Some("only its content identifies an untagged variant; remove it"),
        _ => None,
    };
    for name in names {
        if *form == EnumForm::Numbers && name == "id" && member.discriminant.is_none() {
            continue;
        }
        if let (Some(span), Some(reason)) = (attrs.place_of(name), told_otherwise) {
            errors.report(span, format!("`{name}` means nothing here, where {reason}"));
        }
    }
    if let Some(rule) = &attrs.rename_all
        && !has_keys(form, member)
    {
        errors.report(rule.key(), no_keys("rename_all"));
    }
    if let (EnumForm::Names, Some(id)) = (form, &attrs.id) {
        errors.report(
            id.key(),
            "`id` belongs to the forms `array, id` and `tag`; \
             use `rename` for a name, or `repr = \"int\"` for a number",
        );
    }
    if let (EnumForm::External, Some(id)) = (form, &attrs.id)
        && matches!(**id, Id::Int(_))
    {
        errors.report(
            id.span(),
            "a name identifies an externally tagged variant; \
                 numbers belong to the forms `array, id` and `tag`",
        );
    }
    if let (EnumForm::Internal { tag }, Style::Tuple) = (form, style_of(&member.fields)) {
        errors.report(member.fields.span(),
            format!(
                "the tag `{tag}` needs a Dictionary, and this variant is an Array; name its fields, or add `content = \"…\"`"
            ),
        );
    }
    if let Some(span) = attrs.place_of("other") {
        if !matches!(style_of(&member.fields), Style::Unit | Style::Newtype) {
            errors.report(
                span,
                "`other` belongs on a variant without data, or with one field that keeps what came",
            );
        }
        if *form == EnumForm::Untagged {
            errors.report(
                span,
                "an untagged enum has no unknown variants; put one that holds a `Variant` last",
            );
        }
    }
}

/// Refuses a field with the key of the tag in the same Dictionary.
fn check_tag(form: &EnumForm, record: &Record, errors: &mut Errors) {
    let EnumForm::Internal { tag } = form else { return };
    for field in record.wire_fields().filter(|field| !field.flatten) {
        let takes_tag = field.key == *tag || field.aliases.contains(tag);
        if takes_tag && record.form == Form::Dictionary {
            errors.report(
                field.binding.span(),
                format!("the key `{tag}` is the tag of the enum; `rename` the field"),
            );
        }
    }
}
