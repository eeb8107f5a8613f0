//! Types that contain themselves: where their layouts and sizes are made, a mark stands for the type inside itself.

use godot_var_schema::flat::model::Field;
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{Ident, Path, Type, parse_quote};

/// The field with marks in place of the message.
pub(super) fn cut(field: &Field, message: &Ident) -> Field {
    let mut cut = field.clone();
    Cut(message).visit_type_mut(&mut cut.ty);
    cut
}

struct Cut<'i>(&'i Ident);

impl Cut<'_> {
    /// Whether a path is the name of the message itself; in another module the same name is another type.
    fn names(&self, path: &Path) -> bool {
        let mut segments = path.segments.iter();
        match (segments.next(), segments.next(), segments.next()) {
            (Some(own), None, _) => own.ident == *self.0,
            (Some(module), Some(own), None) => module.ident == "self" && own.ident == *self.0,
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
