//! Local names of expansions, and the places for errors.

use std::fmt::Debug;

use godot_var_schema::variant::type_arguments;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::format_ident;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Ident, Path, Type};

/// The place of a type or path, for errors about it. Names still resolve at the derive: the place
/// may be in a `macro_rules!`, whose local variables are different.
pub(crate) fn place(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}

/// The variant of an enum of the runtime that has the name of a model's variant.
pub(crate) fn variant(of_model: impl Debug) -> Ident {
    Ident::new(&format!("{of_model:?}"), Span::call_site())
}

/// The name of the runtime's type for a count or the number of a variant.
pub(crate) fn prefix(of_model: impl Debug) -> String {
    format!("Len{of_model:?}")
}

/// The local variable of a field.
pub(crate) fn local(position: usize) -> Ident {
    format_ident!("__f{position}")
}

/// The place of `Name` in `path::Name<…>`.
pub(crate) fn last_name(ty: &Type) -> Span {
    match ty {
        Type::Group(group) => last_name(&group.elem),
        Type::Path(path) => path.path.segments.last().map_or(ty.span(), |last| last.ident.span()),
        ty => ty.span(),
    }
}

/// Tokens at another place: their names resolve as before.
pub(crate) fn moved(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let mut moved = Group::new(group.delimiter(), moved(group.stream(), span));
            moved.set_span(group.span().located_at(span));
            return TokenTree::Group(moved);
        }
        token.set_span(token.span().located_at(span));
        token
    });
    tokens.collect()
}

/// Whether a path is the name of the message itself; in another module the same name is another
/// type.
pub(crate) fn names(path: &Path, message: &Ident) -> bool {
    let mut segments = path.segments.iter();
    match (segments.next(), segments.next(), segments.next()) {
        (Some(own), None, _) => own.ident == *message || own.ident == "Self",
        (Some(module), Some(own), None) => module.ident == "self" && own.ident == *message,
        _ => false,
    }
}

/// A type without parentheses, and without the invisible group around it if it comes from a `macro_rules!` macro.
pub(crate) fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        ty => ty,
    }
}

/// The type in an `Option`.
pub(crate) fn option_content(ty: &Type) -> Option<&Type> {
    let (name, parts) = apart(ty);
    parts.first().copied().filter(|_| name == "Option")
}

/// The last name of a type and the types in it: of `Vec<T>` "Vec" and `T`. References are called "&", arrays and slices "[]",
/// tuples "()".
pub(crate) fn apart(ty: &Type) -> (String, Vec<&Type>) {
    match ungrouped(ty) {
        Type::Reference(reference) => ("&".into(), vec![&reference.elem]),
        Type::Array(array) => ("[]".into(), vec![&array.elem]),
        Type::Slice(slice) => ("[]".into(), vec![&slice.elem]),
        Type::Tuple(tuple) => ("()".into(), tuple.elems.iter().collect()),
        Type::Path(path) if path.qself.is_none() => match path.path.segments.last() {
            Some(last) => (last.ident.to_string(), type_arguments(last)),
            None => Default::default(),
        },
        _ => Default::default(),
    }
}

/// Whether a type mentions such a name.
pub(crate) fn mentions(ty: &Type, is_wanted: impl Fn(&Ident) -> bool) -> bool {
    struct Find<F>(F, bool);
    impl<'ast, F: Fn(&Ident) -> bool> Visit<'ast> for Find<F> {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            self.1 |= self.0(ident);
        }
    }
    let mut find = Find(is_wanted, false);
    find.visit_type(ty);
    find.1
}
