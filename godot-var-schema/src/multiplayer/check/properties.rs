//! From a struct that derives `GodotSync` to the checked set of properties.

use darling::Error;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields};

use super::check_type;
use crate::attributes::{FIELD, Given, Parsed, STRUCT, facade, parse, span_of};
use crate::errors::Errors;
use crate::multiplayer::attributes::{ConfigAttrs, PropertyAttrs};
use crate::multiplayer::model::{Properties, Property, ReplicationMode};
use crate::taken::Taken;
use crate::variant::has_lifetime;

/// The mask of a delta has a bit for each property on change.
const MOST_ON_CHANGE: usize = 64;

/// Parses and checks a struct that derives `GodotSync`.
///
/// # Errors
/// All mistakes at once.
pub fn properties(item: &DeriveInput) -> darling::Result<Properties> {
    let mut errors = Errors::new();
    let Parsed { attrs, .. } = parse::<ConfigAttrs>(STRUCT, &item.attrs, &mut errors);
    let parameter = item.generics.params.first();
    if let Some(parameter) = parameter {
        errors.report(
            parameter.span(),
            "a struct that derives `GodotSync` has no parameters: each property owns a value of one type",
        );
    }
    let mut paths = Paths::default();
    let mut on_change = 0;
    let mut properties = Vec::new();
    for field in fields(item, &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, complete } = parse::<PropertyAttrs>(FIELD, &field.attrs, &mut errors);
        let path = paths.take(attrs.path.as_ref(), &ident, &mut errors);
        let mode = errors.alone(complete, |errors| mode(&attrs, errors));
        if mode == ReplicationMode::OnChange {
            on_change += 1;
            if on_change == MOST_ON_CHANGE + 1 {
                errors.report(
                    ident.span(),
                    format_args!(
                        "a synchronizer has at most {MOST_ON_CHANGE} properties `on_change`, and this is one more; make some `always`, or put several into one that derives `GodotVar`"
                    ),
                );
            }
        }
        if parameter.is_none() && has_lifetime(&field.ty) {
            errors.report(
                field.ty.span(),
                "a property outlives the packet that sets it, so it cannot borrow; use a type that owns its value, such as `String`",
            );
        } else {
            check_type(&field.ty, &mut errors);
        }
        let spawn = attrs.spawn.as_deref().copied().unwrap_or(true);
        properties.push(Property { ident, path, ty: field.ty.clone(), mode, spawn });
    }
    errors.finish()?;
    Ok(Properties { ident: item.ident.clone(), krate: facade(attrs.krate), properties })
}

/// The fields of a struct with named fields, or of a unit struct.
fn fields<'i>(item: &'i DeriveInput, errors: &mut Errors) -> Vec<&'i syn::Field> {
    let span = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return fields.named.iter().collect(),
            Fields::Unit => return Vec::new(),
            Fields::Unnamed(fields) => fields.span(),
        },
        Data::Enum(data) => data.enum_token.span,
        Data::Union(data) => data.union_token.span,
    };
    let message = "the properties of a synchronizer are a struct whose fields have names: `struct Player { position: Vector2 }`. An enum of methods derives `GodotRpc`";
    errors.push(Error::custom(message).with_span(&span));
    Vec::new()
}

/// When a property is synchronized. The default is the engine's: always.
fn mode(attrs: &PropertyAttrs, errors: &mut Errors) -> ReplicationMode {
    errors.exclusive(&[
        ("always", span_of(&attrs.always)),
        ("on_change", span_of(&attrs.on_change)),
        ("never", span_of(&attrs.never)),
    ]);
    if attrs.on_change.is_present() {
        ReplicationMode::OnChange
    } else if attrs.never.is_present() {
        ReplicationMode::Never
    } else {
        ReplicationMode::Always
    }
}

/// The paths of the properties, which must differ.
#[derive(Default)]
struct Paths(Taken);

impl Paths {
    /// `path = "…"`, or the root's property with the name of the field.
    fn take(
        &mut self,
        given: Option<&Given<String>>,
        ident: &syn::Ident,
        errors: &mut Errors,
    ) -> String {
        let (path, span) = match given {
            Some(path) => (path.to_string(), path.span()),
            None => (format!(".:{}", ident.unraw()), ident.span()),
        };
        let names_both = path
            .split_once(':')
            .is_some_and(|(node, property)| !node.is_empty() && !property.is_empty());
        if !names_both || path.contains('\0') {
            errors.report(
                span,
                format_args!(
                    "`{path}` is no path of a property; write `.:position` for the root's own, or `Sprite2D:frame` for one of a node below"
                ),
            );
        }
        if let Err(first) = self.0.take(&path, ident) {
            errors
                .report(span, format_args!("the property `{path}` is there already, as `{first}`"));
        }
        path
    }
}
