//! From an item that derives `SnapshotState` to the checked model.

use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Ident, Type};

use super::attributes::{FieldAttrs, StateAttrs};
use super::model::{Blend, State};
use crate::attributes::{Attributes, FIELD, Parsed, container, crate_path, facade, parse};
use crate::errors::Errors;
use crate::flat;
use crate::flat::type_name;
use crate::stream::model::{Argument, Body, Codec, Field, Message, Named};

/// The types that go straight without an attribute.
const CONTINUOUS: [&str; 7] =
    ["f32", "f64", "Vector2", "Vector3", "Vector4", "Color", "Quaternion"];

/// Parses and checks an item that derives `SnapshotState`.
///
/// # Errors
/// All mistakes at once, but for those that `GodotFlat` reports.
pub fn state(item: &DeriveInput) -> darling::Result<State> {
    let mut errors = Errors::new();
    let place = container(&item.data);
    let Parsed { attrs, .. } = parse::<StateAttrs>(place, &item.attrs, &mut errors);
    let message = flat::message(item).ok();
    if let Some(parameter) = item.generics.params.first() {
        errors.report(
            parameter.span(),
            "a state has no parameters: both sides must know its bytes, and it owns its values",
        );
    }
    let blends = match &item.data {
        Data::Struct(data) => {
            let fields = data.fields.iter();
            let fields = fields.map(|field| parse::<FieldAttrs>(FIELD, &field.attrs, &mut errors));
            let fields: Vec<_> = fields.collect();
            blends(&fields, message.as_ref(), &mut errors)
        }
        Data::Enum(data) => {
            for field in data.variants.iter().flat_map(|variant| &variant.fields) {
                for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("snapshot")) {
                    let way =
                        "`#[snapshot(…)]` belongs on the fields of the struct in this variant";
                    errors.report(attr.span(), way);
                }
            }
            Vec::new()
        }
        Data::Union(_) => Vec::new(),
    };
    if let Some(message) = &message {
        check_message(message, item, &mut errors);
    }
    errors.finish()?;
    let krate =
        attrs.krate.map_or_else(|| crate_path("flat", &item.attrs), |own| facade(Some(own)));
    let extrapolate = attrs.extrapolate.map(|path| path.into_inner().0);
    let input = attrs.input.map(|input| input.into_inner().0);
    let derives = attrs.delta.map_or_else(Vec::new, |derives| derives.into_inner().0);
    let ident = item.ident.clone();
    Ok(State { krate, message, blends, extrapolate, input, derives, ident })
}

/// The mistake of a state without a delta.
pub fn lacks_delta(name: &Ident) -> String {
    format!("a state is sent as the fields that changed; write `#[flat(delta)]` on `{name}`")
}

/// Refuses states without deltas.
fn check_message(message: &Message, item: &DeriveInput, errors: &mut Errors) {
    let name = &item.ident;
    match &message.body {
        Body::Record(_) => {
            if message.delta.is_none() {
                errors.report(name.span(), lacks_delta(name));
            }
        }
        Body::Enumeration(enumeration) => {
            for member in &enumeration.members {
                if member.newtype().is_none() && !member.record.fields.is_empty() {
                    let variant = &member.ident;
                    let way = format!(
                        "a variant of a state holds one struct that derives `SnapshotState`; move its fields into one, and \
                         write `{variant}({variant})`"
                    );
                    errors.report(variant.span(), way);
                }
            }
            if let Some(other) = &enumeration.other {
                let way = "a state is one of its variants, so it cannot have an `other` for unknown numbers; remove it";
                errors.report(other.ident.span(), way);
            }
        }
    }
}

/// How each field is interpolated.
fn blends(
    fields: &[Parsed<FieldAttrs>],
    message: Option<&Message>,
    errors: &mut Errors,
) -> Vec<Blend> {
    let flat: &[Field] = match message.map(|message| &message.body) {
        Some(Body::Record(record)) => &record.fields,
        _ => &[],
    };
    let blends = fields.iter().enumerate().map(|(position, Parsed { attrs, complete })| {
        errors.alone(*complete, |errors| {
            attrs.exclusive(&["step", "linear", "angle", "degrees", "teleport"], errors);
        });
        match &attrs.teleport {
            Some(most) => Blend::UpTo(most.0),
            None if attrs.step.is_present() => Blend::Step,
            None if attrs.linear.is_present() => Blend::Linear,
            None if attrs.angle.is_present() => Blend::Angle,
            None if attrs.degrees.is_present() => Blend::Degrees,
            None => flat.get(position).map_or(Blend::Step, usual),
        }
    });
    blends.collect()
}

/// How a field without an attribute is interpolated.
fn usual(field: &Field) -> Blend {
    if !is_continuous(&field.ty) {
        return Blend::Step;
    }
    match &field.codec {
        Codec::Named(Named { name: "Angle", arguments, .. }) => match arguments.last() {
            Some(Argument::Flag(true)) => Blend::Degrees,
            _ => Blend::Angle,
        },
        _ => Blend::Linear,
    }
}

/// Whether values of a type lie close together, by its name.
fn is_continuous(ty: &Type) -> bool {
    type_name(ty).is_some_and(|name| CONTINUOUS.contains(&&*name))
}
