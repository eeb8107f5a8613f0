//! Types that contain themselves: their layouts, and whether their values are finite.

use godot_var_schema::variant::model::{Body, Field, Message};
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{VisitMut, visit_path_mut, visit_type_mut};
use syn::{Ident, Lifetime, Path, Type, parse_quote};

use super::context::Context;
use crate::names::{apart, names, ungrouped};

/// Whether a path may refer to the message itself, which only the compiler can decide.
fn may_name(path: &Path, message: &Ident) -> bool {
    path.segments.len() > 1 && path.segments.last().is_some_and(|last| last.ident == *message)
}

/// Replaces each mention of the message in a field's type by a type that gets the layout later.
pub(super) fn cut(field: &Field, context: &Context<'_>) -> Field {
    let mut cut = field.clone();
    Cut::new(context).visit_type_mut(&mut cut.ty);
    cut
}

/// Distinguishes the message from other types of its name, if a path may refer to either:
///
/// ```text
/// struct __Own<T>(PhantomData<T>);
/// trait __Other { const OWN: bool = false; }
/// impl<T> __Other for __Own<T> {}
/// impl __Own<Chat> { const OWN: bool = true; }
/// ```
///
/// The compiler takes the constant of the type before that of the trait.
pub(super) fn own(context: &Context<'_>) -> Option<TokenStream> {
    let mut asks = Cut::new(context);
    for field in fields(context.message) {
        asks.visit_type_mut(&mut field.ty.clone());
    }
    let (ident, arguments) = (context.ident, context.static_arguments());
    asks.asked.then(|| {
        quote! {
            struct __Own<__T>(__rt::PhantomData<__T>);
            trait __Other {
                const OWN: __rt::bool = false;
            }
            impl<__T> __Other for __Own<__T> {}
            impl __Own<#ident #arguments> {
                const OWN: __rt::bool = true;
            }
        }
    })
}

/// Replaces a type by `Recursive<…>`, or where the compiler must compare it by `RecursiveIf<…>`.
struct Cut<'i> {
    message: &'i Ident,
    /// Whether types can be compared. Constants do so, and cannot use type parameters.
    compares: bool,
    /// Whether a comparison was emitted.
    asked: bool,
}

impl<'i> Cut<'i> {
    fn new(context: &Context<'i>) -> Self {
        Self { message: context.ident, compares: !context.is_generic(), asked: false }
    }
}

impl VisitMut for Cut<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty {
            // `<Chat as Trait>::Type` is another type.
            if path.qself.is_some() {
                return;
            }
            if names(&path.path, self.message) {
                let name = self.message.to_string();
                *ty = parse_quote!(__rt::Recursive<{ __rt::name_hash(#name) }, #path>);
                return;
            }
            if self.compares && may_name(&path.path, self.message) {
                self.asked = true;
                let mut compared = path.path.clone();
                visit_path_mut(&mut Outlive, &mut compared);
                let name = self.message.to_string();
                *ty = parse_quote!(__rt::RecursiveIf<{ __Own::<#compared>::OWN }, { __rt::name_hash(#name) }, #path>);
                return;
            }
        }
        visit_type_mut(self, ty);
    }
}

/// Replaces lifetimes by `'static`, the only lifetime that constants accept.
struct Outlive;

impl VisitMut for Outlive {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = parse_quote!('static);
    }
}

/// Whether values of a type would be infinite.
pub(super) fn has_no_end(message: &Message) -> bool {
    fields(message).iter().any(|field| holds(&field.ty, &message.ident))
}

/// All fields of the type.
fn fields(message: &Message) -> Vec<&Field> {
    match &message.body {
        Body::Record(record) => record.fields.iter().collect(),
        Body::Transparent(transparent) => transparent.fields.iter().collect(),
        Body::Unit | Body::Converted(_) => Vec::new(),
        Body::Enumeration(enumeration) => {
            enumeration.members.iter().flat_map(|member| &member.record.fields).collect()
        }
    }
}

/// Whether a value of a type contains a value of another type directly.
fn holds(ty: &Type, own: &Ident) -> bool {
    if let Type::Path(path) = ungrouped(ty)
        && path.qself.is_none()
        && names(&path.path, own)
    {
        return true;
    }
    let (name, parts) = apart(ty);
    matches!(&*name, "[]" | "()" | "Option") && parts.into_iter().any(|part| holds(part, own))
}
