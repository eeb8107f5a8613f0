//! Types that contain themselves: where their layouts and sizes are made, a mark stands for the type inside itself, and for
//! the types that `recursive` names.

use godot_var_schema::flat::model::{Field, Message};
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{Path, Type, parse_quote};

use crate::names::names;

/// The field with marks in place of the message and the types around it.
pub(super) fn cut(field: &Field, message: &Message) -> Field {
    let mut cut = field.clone();
    Cut(message).visit_type_mut(&mut cut.ty);
    cut
}

/// Whether a path is the name of the message itself, or of a type around it.
pub(super) fn is_cut(path: &Path, message: &Message) -> bool {
    names(path, &message.ident) || message.around.iter().any(|around| names(path, around))
}

struct Cut<'m>(&'m Message);

impl VisitMut for Cut<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && is_cut(&path.path, self.0)
        {
            *ty = parse_quote!(__rt::Recursive<#path>);
            return;
        }
        visit_type_mut(self, ty);
    }
}
