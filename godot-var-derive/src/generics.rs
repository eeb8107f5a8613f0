//! Generics of implementations: a reader's lifetime, and the parameters that types mention.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{GenericParam, Generics, Ident, Lifetime, Path, Type, parse_quote};

use crate::names;

/// Adds `'de_`, the lifetime of the bytes that are read. It outlives all other lifetimes, and
/// `'static` if a field borrows `'static` data.
pub(crate) fn reading(mut generics: Generics, borrows_static: bool) -> Generics {
    let forever: Lifetime = parse_quote!('static);
    let lifetimes: Vec<Lifetime> = generics
        .lifetimes()
        .map(|param| param.lifetime.clone())
        .chain(borrows_static.then_some(forever))
        .collect();
    let de: GenericParam =
        if lifetimes.is_empty() { parse_quote!('de_) } else { parse_quote!('de_: #(#lifetimes)+*) };
    generics.params.insert(0, de);
    generics
}

/// The arguments of a type, with `'static` for its lifetimes, for constants outside any
/// implementation.
pub(crate) fn static_arguments(generics: &Generics) -> TokenStream {
    if generics.params.is_empty() {
        return TokenStream::new();
    }
    let arguments = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) => quote!('static),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    });
    quote!(<#(#arguments),*>)
}

/// The types that need bounds for `types`: the type parameters that they mention, or the associated
/// type if they use one of a parameter.
pub(crate) fn needing_bounds<'t>(
    generics: &Generics,
    types: impl Iterator<Item = &'t Type>,
) -> Vec<Type> {
    struct Find<'g> {
        generics: &'g Generics,
        found: Vec<Type>,
    }
    impl Find<'_> {
        fn push(&mut self, ty: Type) {
            if !self.found.contains(&ty) {
                self.found.push(ty);
            }
        }

        fn is_param(&self, ident: &Ident) -> bool {
            self.generics.type_params().any(|param| param.ident == *ident)
        }
    }
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            let first = path.path.segments.first();
            let is_projection = match &path.qself {
                Some(own) => mentions_param(self.generics, &own.ty),
                None => {
                    path.path.segments.len() > 1
                        && first.is_some_and(|first| self.is_param(&first.ident))
                }
            };
            if is_projection {
                self.push(Type::Path(path.clone()));
            } else {
                syn::visit::visit_type_path(self, path);
            }
        }

        fn visit_ident(&mut self, ident: &'ast Ident) {
            if self.is_param(ident) {
                self.push(parse_quote!(#ident));
            }
        }
    }
    let mut find = Find { generics, found: Vec::new() };
    for ty in types {
        find.visit_type(ty);
    }
    find.found
}

/// What needs bounds in addition to the message itself in a field that contains it, whose own bound would need itself. `None` if
/// the field does not contain it.
pub(crate) fn beside_own(
    generics: &Generics,
    ty: &Type,
    is_own: &dyn Fn(&Path) -> bool,
) -> Option<Vec<Type>> {
    struct Leave<'o>(&'o dyn Fn(&Path) -> bool);
    impl VisitMut for Leave<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match ty {
                Type::Path(path) if path.qself.is_none() && self.0(&path.path) => {
                    *ty = parse_quote!(());
                }
                ty => visit_type_mut(self, ty),
            }
        }
    }
    let mut beside = ty.clone();
    Leave(is_own).visit_type_mut(&mut beside);
    (beside != *ty).then(|| needing_bounds(generics, std::iter::once(&beside)))
}

/// Whether a type mentions a type parameter.
pub(crate) fn mentions_param(generics: &Generics, ty: &Type) -> bool {
    names::mentions(ty, |ident| generics.type_params().any(|param| param.ident == *ident))
}

/// Whether a type borrows for `'static`: `&'static str`.
pub(crate) fn mentions_static(ty: &Type) -> bool {
    mentions(ty, |lifetime| lifetime.ident == "static")
}

/// Whether a type borrows.
pub(crate) fn mentions_lifetime(ty: &Type) -> bool {
    mentions(ty, |_| true)
}

fn mentions(ty: &Type, wanted: fn(&Lifetime) -> bool) -> bool {
    struct Find(fn(&Lifetime) -> bool, bool);
    impl<'ast> Visit<'ast> for Find {
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.1 |= self.0(lifetime);
        }
    }
    let mut find = Find(wanted, false);
    find.visit_type(ty);
    find.1
}
