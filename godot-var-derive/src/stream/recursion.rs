//! Types that contain themselves: where their layouts and sizes are made, a mark stands for the type inside itself, and for
//! the types that `recursive` names.

use godot_var_schema::stream::model::{Field, Message};
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{Ident, Path, Type, parse_quote};

use super::wire::Item;
use crate::names::names;

/// The field with marks in place of the message and the types around it.
pub(super) fn cut(field: &Field, item: Item<'_>) -> Field {
    let mut cut = field.clone();
    Cut(item.message).visit_type_mut(&mut cut.ty);
    cut
}

/// The message itself, or a type around it, if a path is its name.
pub(super) fn marked<'m>(path: &Path, message: &'m Message) -> Option<&'m Ident> {
    let around = message.around.iter();
    std::iter::once(&message.ident).chain(around).find(|ident| names(path, ident))
}

struct Cut<'m>(&'m Message);

impl VisitMut for Cut<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && let Some(ident) = marked(&path.path, self.0)
        {
            let name = ident.to_string();
            *ty = parse_quote!(__rt::Recursive<{ __rt::name_hash(#name) }, #path>);
            return;
        }
        visit_type_mut(self, ty);
    }
}
