//! Generics of implementations: the lifetime of a reader, and what types mention.

use syn::visit::Visit;
use syn::{GenericParam, Generics, Ident, Lifetime, Type, parse_quote};

/// The generics with `'__de`, the lifetime of what is read: it outlives all others, and `'static`
/// if a field borrows for ever.
pub(crate) fn reading(mut generics: Generics, borrows_static: bool) -> Generics {
    let forever: Lifetime = parse_quote!('static);
    let lifetimes: Vec<Lifetime> = generics
        .lifetimes()
        .map(|param| param.lifetime.clone())
        .chain(borrows_static.then_some(forever))
        .collect();
    let de: GenericParam = if lifetimes.is_empty() {
        parse_quote!('__de)
    } else {
        parse_quote!('__de: #(#lifetimes)+*)
    };
    generics.params.insert(0, de);
    generics
}

/// The type parameters that `types` mention.
pub(crate) fn mentioned<'g, 't>(
    generics: &'g Generics,
    types: impl Iterator<Item = &'t Type>,
) -> Vec<&'g Ident> {
    struct Find<'g> {
        generics: &'g Generics,
        found: Vec<&'g Ident>,
    }
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            let params = self.generics.type_params();
            if let Some(ident) = params.map(|param| &param.ident).find(|param| *param == ident)
                && !self.found.contains(&ident)
            {
                self.found.push(ident);
            }
        }
    }
    let mut find = Find { generics, found: Vec::new() };
    for ty in types {
        find.visit_type(ty);
    }
    find.found
}

/// Whether a type borrows for ever: `&'static str`.
pub(crate) fn mentions_static(ty: &Type) -> bool {
    struct Find(bool);
    impl<'ast> Visit<'ast> for Find {
        fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
            self.0 |= lifetime.ident == "static";
        }
    }
    let mut find = Find(false);
    find.visit_type(ty);
    find.0
}
