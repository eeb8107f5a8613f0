//! Types that contain themselves: where their layouts and sizes are made, a mark stands for the type inside itself, and for
//! the types that `recursive` names.

use godot_var_schema::flat::model::{Field, Message};
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{Ident, Path, Type, parse_quote};

/// The field with marks in place of the message and the types around it.
pub(super) fn cut(field: &Field, message: &Message) -> Field {
    let mut cut = field.clone();
    Cut(message).visit_type_mut(&mut cut.ty);
    cut
}

struct Cut<'m>(&'m Message);

impl Cut<'_> {
    /// Whether a path is the name of the message itself, or of a type around it; in another module the same name is another type.
    fn names(&self, path: &Path) -> bool {
        let is_cut =
            |name: &Ident| *name == "Self" || *name == self.0.ident || self.0.around.contains(name);
        let mut segments = path.segments.iter();
        match (segments.next(), segments.next(), segments.next()) {
            (Some(own), None, _) => is_cut(&own.ident),
            (Some(module), Some(own), None) => module.ident == "self" && is_cut(&own.ident),
            _ => false,
        }
    }
}

impl VisitMut for Cut<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && self.names(&path.path)
        {
            *ty = parse_quote!(__rt::Recursive<#path>);
            return;
        }
        visit_type_mut(self, ty);
    }
}
