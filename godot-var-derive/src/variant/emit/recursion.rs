//! Types that contain themselves without a pointer.

use godot_var_schema::variant::model::{Body, Field, Message};
use syn::{GenericArgument, Ident, PathArguments, Type};

use super::field;

/// Whether values of a type would have no end.
pub(super) fn has_no_end(message: &Message) -> bool {
    let holds = |field: &Field| holds(&field.ty, &message.ident);
    match &message.body {
        Body::Record(record) => record.fields.iter().any(holds),
        Body::Transparent(transparent) => transparent.fields.iter().any(holds),
        Body::Unit | Body::Converted(_) => false,
        Body::Enumeration(enumeration) => {
            enumeration.members.iter().flat_map(|member| &member.record.fields).any(holds)
        }
    }
}

/// Whether a value of a type has one of another type in itself.
fn holds(ty: &Type, own: &Ident) -> bool {
    match field::ungrouped(ty) {
        Type::Array(array) => holds(&array.elem, own),
        Type::Paren(paren) => holds(&paren.elem, own),
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| holds(ty, own)),
        Type::Path(path) if path.qself.is_none() => {
            if field::names(&path.path, own) {
                return true;
            }
            let last = path.path.segments.last().filter(|last| last.ident == "Option");
            let Some(PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments)
            else {
                return false;
            };
            arguments.args.iter().any(|argument| match argument {
                GenericArgument::Type(ty) => holds(ty, own),
                _ => false,
            })
        }
        _ => false,
    }
}
