//! From a struct that derives `GodotSync` to the checked set of properties.

use syn::DeriveInput;
use syn::spanned::Spanned;

use super::check_type;
use crate::attributes::{Attributes, FIELD, Parsed, STRUCT, facade, parse};
use crate::errors::{Errors, named_fields};
use crate::multiplayer::attributes::{ConfigAttrs, PropertyAttrs};
use crate::multiplayer::model::{Properties, Property, ReplicationMode};
use crate::names::Names;
use crate::variant::has_lifetime;

/// The mask of a delta has a bit for each property on change.
pub const MOST_ON_CHANGE: usize = 64;

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
    let mut paths = Names::new(
        "property",
        is_property_path,
        "path of a property; write `.:position` for the root's own, or `Sprite2D:frame` for one of a node below",
    );
    let mut on_change = 0;
    let mut properties = Vec::new();
    let no_struct = "the properties of a synchronizer are a struct whose fields have names: `struct Player { position: Vector2 }`. An enum of methods derives `GodotRpc`";
    for field in named_fields(item, no_struct, &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, complete } = parse::<PropertyAttrs>(FIELD, &field.attrs, &mut errors);
        let path = paths.take(attrs.path.as_ref(), |name| format!(".:{name}"), &ident, &mut errors);
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
        let typed = attrs.typed.is_present();
        properties.push(Property { ident, path, ty: field.ty.clone(), mode, spawn, typed });
    }
    errors.finish()?;
    Ok(Properties { ident: item.ident.clone(), krate: facade(attrs.krate), properties })
}

/// When a property is synchronized. The default is the engine's: always.
fn mode(attrs: &PropertyAttrs, errors: &mut Errors) -> ReplicationMode {
    attrs.exclusive(&["always", "on_change", "never"], errors);
    if attrs.on_change.is_present() {
        ReplicationMode::OnChange
    } else if attrs.never.is_present() {
        ReplicationMode::Never
    } else {
        ReplicationMode::Always
    }
}

/// Whether a path names a node and its property: `.:position`.
pub fn is_property_path(path: &str) -> bool {
    let names_both = path
        .split_once(':')
        .is_some_and(|(node, property)| !node.is_empty() && !property.is_empty());
    names_both && !path.contains('\0')
}
