//! Probes whether the user's types can be encoded, with the same statement wherever code needs it.
//!
//! Without the derive, a type lacks every trait that its tables, its writer and its reader need,
//! and rustc reports each of them. So every body first requires one trait that implies all of them,
//! at the same place. rustc then drops the errors that this one implies, and prints equal errors
//! once.

use godot_var_schema::known;
use godot_var_schema::variant::model::{
    Body, Codec, EnumForm, Field, Message, Style, Transparent, WireType,
};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Member, Type};

use super::checks::mentions_self;
use super::context::{Context, place};
use super::field;
use crate::names::{apart, last_name, mentions, moved, option_content};

/// The place of a type, with the name of the trait that the runtime's `record/probes.rs` requires there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    GodotVar,
    TimeField,
    RangeField,
    HashMapKey,
    BTreeMapKey,
    Flatten,
    BesideTag,
    StringField,
    StringNameField,
    NodePathField,
    ArrayField,
    NumberField,
    MaxLenField,
    TypedField,
}

/// Statements that probe the fields' types.
pub(super) fn probes<'f>(
    fields: impl Iterator<Item = &'f Field>,
    context: &Context<'_>,
) -> TokenStream {
    let asked = fields.flat_map(|field| asked(field, context));
    asked.map(|(ty, role)| statement(ty, role, &quote!(AnyDialect))).collect()
}

/// A statement that probes a type.
pub(super) fn statement(ty: &Type, role: Role, dialect: &TokenStream) -> TokenStream {
    let name = format_ident!("{role:?}");
    quote!(let _ = <#ty as __rt::#name<#dialect>>::check;)
}

/// An expression after its probes.
pub(super) fn probed(probes: &TokenStream, expr: &TokenStream) -> TokenStream {
    if probes.is_empty() { expr.clone() } else { quote!({ #probes #expr }) }
}

/// The place of a field's type; if a type in it is probed, the place of that type.
pub(super) fn place_of(field: &Field, context: &Context<'_>) -> Span {
    if is_asked(field, context) { field.ty.span() } else { place(&field.ty) }
}

/// Whether a type in the field's type is probed.
pub(super) fn is_asked(field: &Field, context: &Context<'_>) -> bool {
    !asked(field, context).is_empty()
}

/// Marks the content of variants that is encoded next to a tag as flattened.
pub(super) fn flatten_beside_tags(message: &mut Message) {
    let Body::Enumeration(enumeration) = &mut message.body else { return };
    if !matches!(enumeration.form, EnumForm::Internal { .. }) {
        return;
    }
    for member in &mut enumeration.members {
        if member.style == Style::Newtype && !member.other {
            member.record.fields.iter_mut().for_each(|field| field.flatten = true);
        }
    }
}

/// Moves the types of fields to the one place where they are probed.
pub(super) fn locate(message: &mut Message, context: &Context<'_>) {
    for field in fields_of(message) {
        if let Some(ty) = located(&field.ty, &asked(field, context)) {
            field.ty = ty;
        }
    }
}

/// A type, moved to the one place where types in it are probed, if any are.
pub(super) fn located(ty: &Type, asked: &[(&Type, Role)]) -> Option<Type> {
    let span = match asked {
        [] => return None,
        [(ty, _)] => last_name(ty),
        _ => ty.span(),
    };
    syn::parse2(moved(ty.to_token_stream(), span)).ok()
}

/// All fields of a type.
pub(super) fn fields_of(message: &mut Message) -> Vec<&mut Field> {
    match &mut message.body {
        Body::Record(record) => record.fields.iter_mut().collect(),
        Body::Transparent(transparent) => {
            let Transparent { field, fields } = &mut **transparent;
            std::iter::once(field).chain(fields).collect()
        }
        Body::Unit | Body::Converted(_) => Vec::new(),
        Body::Enumeration(enumeration) => {
            enumeration.members.iter_mut().flat_map(|member| &mut member.record.fields).collect()
        }
    }
}

/// Generated code with the span of the user's code at `span`. Not for local variables.
pub(super) fn stamped(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let mut stamped = Group::new(group.delimiter(), stamped(group.stream(), span));
            stamped.set_span(span);
            return TokenTree::Group(stamped);
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// A call whose type errors rustc reports at `span`. The arguments keep their places.
pub(super) fn call(span: Span, function: TokenStream, arguments: TokenStream) -> TokenStream {
    let mut group = Group::new(Delimiter::Parenthesis, arguments);
    group.set_span(span);
    let mut call = function;
    call.extend([TokenTree::Group(group)]);
    call
}

/// An expression whose type errors rustc reports at `span`.
pub(super) fn blamed(span: Span, expr: TokenStream) -> TokenStream {
    let mut group = Group::new(Delimiter::Parenthesis, moved(expr, span));
    group.set_span(span);
    group.into_token_stream()
}

/// The types in a field's type that are not known by their names, if the field is both written and
/// read.
fn asked<'f>(field: &'f Field, context: &Context<'_>) -> Vec<(&'f Type, Role)> {
    let mut found = Vec::new();
    if !field.encoded || !field.decoded || field.codec.has_functions() {
        return found;
    }
    if field.flatten {
        // Content next to a tag has no name.
        let role = match field.member {
            Member::Named(_) => Role::Flatten,
            Member::Unnamed(_) => Role::BesideTag,
        };
        found.push((&field.ty, role));
    } else if let Some(role) = attribute_role(&field.codec) {
        let ty = option_content(&field.ty).unwrap_or(&field.ty);
        if is_container_by_name(ty, role) {
            // The attribute is in place; whatever is missing, the elements lack.
            find(ty, Role::GodotVar, &mut found);
        } else if !fits_by_name(ty, role) {
            found.push((ty, role));
        }
    } else {
        find(&field.ty, Role::GodotVar, &mut found);
    }
    // The type itself needs no probe.
    found.retain(|(ty, _)| !context.mentions_parameters(ty) && !mentions_self(ty));
    found
}

/// The role that an attribute requires of a field's type.
fn attribute_role(codec: &Codec) -> Option<Role> {
    let role = match codec.wire_type {
        Some(WireType::String) => Role::StringField,
        Some(WireType::StringName) => Role::StringNameField,
        Some(WireType::NodePath) => Role::NodePathField,
        Some(WireType::Array) => Role::ArrayField,
        Some(WireType::Int | WireType::Float | WireType::Float64) => Role::NumberField,
        None if codec.typed => Role::TypedField,
        None if codec.max_len.is_some() => Role::MaxLenField,
        None => return None,
    };
    Some(role)
}

/// Whether a type's name shows that it has the role that an attribute requires.
fn fits_by_name(ty: &Type, role: Role) -> bool {
    match (&*apart(ty).0, role) {
        ("&", _) | ("f32" | "f64", Role::NumberField) => true,
        ("String", role) => matches!(
            role,
            Role::StringField | Role::StringNameField | Role::NodePathField | Role::MaxLenField
        ),
        _ => false,
    }
}

/// Whether a type's name shows that it is a list or map which takes an attribute for these.
fn is_container_by_name(ty: &Type, role: Role) -> bool {
    match &*apart(ty).0 {
        "Vec" | "VecDeque" => {
            matches!(role, Role::ArrayField | Role::MaxLenField | Role::TypedField)
        }
        "HashMap" | "BTreeMap" => matches!(role, Role::MaxLenField | Role::TypedField),
        "HashSet" | "BTreeSet" => role == Role::MaxLenField,
        _ => false,
    }
}

/// The types in a type that are not known by their names.
pub(super) fn types(ty: &Type) -> Vec<(&Type, Role)> {
    let mut found = Vec::new();
    find(ty, Role::GodotVar, &mut found);
    found
}

fn find<'t>(ty: &'t Type, role: Role, found: &mut Vec<(&'t Type, Role)>) {
    let (name, parts) = apart(ty);
    match (&*name, &parts[..]) {
        ("&", _) => {}
        ("[]" | "()", parts)
        | ("Vec" | "VecDeque" | "Option" | "Box" | "Rc" | "Arc", parts @ [_]) => {
            for part in parts {
                find(part, role, found);
            }
        }
        ("HashMap", [key, value, ..]) => {
            find(key, Role::HashMapKey, found);
            find(value, Role::GodotVar, found);
        }
        ("BTreeMap", [key, value]) => {
            find(key, Role::BTreeMapKey, found);
            find(value, Role::GodotVar, found);
        }
        ("BTreeSet", [element]) => find(element, Role::BTreeMapKey, found),
        ("HashSet", [element, ..]) => find(element, Role::HashMapKey, found),
        (name, _) if field::owning_by_name(name).is_some() => {}
        (name, _) if role == Role::GodotVar => found.push((ty, role_by_name(name))),
        _ => found.push((ty, role)),
    }
}

/// The role of a type that may be one of the standard library, whose error says what to write instead. A type of
/// the user with the same name has every role.
fn role_by_name(name: &str) -> Role {
    match name {
        "Duration" | "SystemTime" => Role::TimeField,
        "Range" | "RangeInclusive" => Role::RangeField,
        _ => Role::GodotVar,
    }
}

/// Whether a name in a type is one of a type that an engine lacks.
pub(super) fn may_not_exist(ty: &Type) -> bool {
    mentions(ty, |name| known::may_not_exist(&name.to_string()))
}

/// Whether a type's name shows that Nil is one of its values.
pub(super) fn is_nil(ty: &Type) -> bool {
    let (name, parts) = apart(ty);
    matches!(&*name, "Option" | "Variant") || name == "()" && parts.is_empty()
}

/// Whether a type's name shows that it is never Nil.
pub(super) fn is_never_nil(ty: &Type) -> bool {
    let (name, parts) = apart(ty);
    match (&*name, &parts[..]) {
        ("&", [content]) => is_never_nil(content),
        ("()", parts) => !parts.is_empty(),
        ("[]" | "Vec" | "VecDeque" | "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet", _) => true,
        // `Cow` may borrow any type.
        ("Cow" | "Variant", _) => false,
        (name, _) => field::owning_by_name(name).is_some(),
    }
}
