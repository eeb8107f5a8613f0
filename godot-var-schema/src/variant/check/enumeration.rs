//! Enums: their form, their variants, the variants' ids.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Expr, Fields, parse_quote};

use super::super::attributes::{ContainerAttrs, MemberAttrs};
use super::super::model::{
    Body, Discriminant, EnumForm, Enumeration, Enumerator, Form, Id, Record, Style,
};
use super::{exclude, notes, record, style_of};
use crate::attributes::{MEMBER, key_of, parse, span_of};
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
        errors.report(item.ident.span(), "an enum needs a variant that travels");
    }
    let form = enum_form(attrs, has_data, parsed, errors);
    let mut members = Vec::new();
    let mut taken = BTreeSet::new();
    let mut numbers = Numbers::new(&item.attrs);
    let mut free = free_ids(parsed);
    for (member, member_attrs) in parsed {
        let number = numbers.next(member);
        let number_or_free = (number.as_ref().ok(), &mut free);
        let id = member_id(attrs, &form, member, member_attrs, number_or_free, errors);
        let discriminant = number.err().filter(|_| form == EnumForm::Numbers);
        let discriminant = discriminant.map(|discriminant| *discriminant);
        check_member(&form, member, member_attrs, errors);
        let is_other = member_attrs.other.is_present();
        // rustc itself reports two equal discriminants.
        let told_by_rustc =
            form == EnumForm::Untagged || form == EnumForm::Numbers && member_attrs.id.is_none();
        if !told_by_rustc && !member_attrs.skip.is_present() && !is_other {
            let own = (id.clone(), place_of_id(member, member_attrs));
            let aliases = member_attrs.alias.iter();
            let aliases = aliases.map(|alias| (Id::Text(alias.to_string()), alias.span()));
            for (id, span) in std::iter::once(own).chain(aliases) {
                let message = format!("the {} {id} is used twice", noun(&form, &id));
                if !taken.insert(id) {
                    errors.report(span, message);
                }
            }
        }
        let style = style_of(&member.fields);
        let record_form = match (&form, style) {
            (EnumForm::Ids, _) | (_, Style::Tuple | Style::Newtype) => Form::Array,
            _ => Form::Dictionary,
        };
        let rule = member_attrs.rename_all.as_ref().or(attrs.rename_all_fields.as_ref());
        let rule = rule.map(|rule| **rule);
        let (record, complete) = record(&shallow(attrs), record_form, &member.fields, rule, errors);
        if let ([field], Form::Array, Style::Newtype) = (&record.fields[..], record_form, style) {
            // In other forms a variant's only field is its content.
            if complete
                && form != EnumForm::Ids
                && !field.encoded
                && !member_attrs.skip.is_present()
            {
                errors.report(
                    member.ident.span(),
                    format!("nothing of `{}` travels; remove `skip`, or the field", member.ident),
                );
            }
        }
        check_tag(&form, &record, errors);
        members.push(Enumerator {
            ident: member.ident.clone(),
            notes: notes(&member.attrs, member_attrs.gdscript.as_ref()),
            id,
            discriminant,
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
        own.map_err(|expr| Box::new(Discriminant { expr, ty: self.ty.clone() }))
    }
}

/// The place of the attribute or name that identifies a variant.
fn place_of_id(member: &syn::Variant, attrs: &MemberAttrs) -> Span {
    match (&attrs.id, &attrs.rename) {
        (Some(id), _) => id.span(),
        (None, Some(rename)) => rename.span(),
        (None, None) => member.ident.span(),
    }
}

/// The word for what identifies a variant.
fn noun(form: &EnumForm, id: &Id) -> &'static str {
    match (form, id) {
        (EnumForm::Ids, _) => "message id",
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
        if !matches!(repr.as_str(), "int" | "name") {
            errors.report(
                repr.span(),
                format!("unknown repr `{}`; it is `int` or `name`", repr.as_str()),
            );
        }
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
    if let (Some(span), false) = (span_of(&attrs.id), attrs.array.is_present()) {
        errors.report(span, "the id form is an array; write `#[godot_var(array, id)]`");
    }
    if attrs.id.is_present() {
        return EnumForm::Ids;
    }
    if let Some(span) = span_of(&attrs.array) {
        errors.report(
            span,
            "on an enum, `array` needs `id` beside it; write `#[godot_var(array, id)]`",
        );
    }
    match (&attrs.tag, &attrs.content) {
        (Some(tag), Some(content)) => {
            EnumForm::Adjacent { tag: tag.to_string(), content: content.to_string() }
        }
        (Some(tag), None) => EnumForm::Internal { tag: tag.to_string() },
        _ if attrs.untagged.is_present() => EnumForm::Untagged,
        _ if has_data => EnumForm::External,
        _ if attrs.repr.as_ref().is_some_and(|repr| repr.as_str() == "int") => EnumForm::Numbers,
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

/// Refuses attributes of a variant that have no meaning in the enum's form, or contradict each
/// other.
fn check_member(form: &EnumForm, member: &syn::Variant, attrs: &MemberAttrs, errors: &mut Errors) {
    let id = key_of(attrs.id.as_ref());
    let rename = key_of(attrs.rename.as_ref());
    let alias = key_of(attrs.alias.first());
    let other = span_of(&attrs.other);
    let names = [("id", id), ("rename", rename), ("alias", alias)];
    let skip = span_of(&attrs.skip);
    exclude(errors, "skip", skip, &[&names[..], &[("other", other)]].concat());
    exclude(errors, "other", other, &names);
    if other.is_none() {
        exclude(errors, "id", id, &[("rename", rename)]);
    }
    let told_otherwise = match form {
        EnumForm::Numbers => Some("a variant is told by its discriminant; write `Name = 3`"),
        EnumForm::Untagged => Some("an untagged variant is told by its content alone; remove it"),
        _ => None,
    };
    for (name, span) in names {
        if *form == EnumForm::Numbers && name == "id" && member.discriminant.is_none() {
            continue;
        }
        if let (Some(span), Some(reason)) = (span, told_otherwise) {
            errors.report(span, format!("`{name}` means nothing here, where {reason}"));
        }
    }
    if let (EnumForm::Names, Some(id)) = (form, id) {
        errors.report(
            id,
            "`id` belongs to the forms `array, id` and `tag`; \
             use `rename` for a name, or `repr = \"int\"` for a number",
        );
    }
    if let (EnumForm::External, Some(id)) = (form, &attrs.id)
        && matches!(**id, Id::Int(_))
    {
        errors.report(
            id.span(),
            "an externally tagged variant is told by a name; \
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
    if let Some(span) = other {
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
