//! Names, generics and bounds that every implementation of one message shares.

use godot_var_schema::variant::model::{Body, EnumForm, Field, Message, Style};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{VisitMut, visit_path_mut};
use syn::{Generics, Ident, Path, Type, WherePredicate, parse_quote};

use crate::generics::{mentions_param, needing_bounds, reading, static_arguments};
pub(super) use crate::names::place;

/// The trait that bounds the parameters of a generic message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Describe,
    Encode,
    Decode,
}

pub(crate) struct Context<'m> {
    pub(crate) ident: &'m Ident,
    pub(crate) message: &'m Message,
    /// Type parameters, and their associated types, in fields that are encoded by their own types.
    used: Vec<Type>,
    /// The types of fields whose keys depend on a type parameter.
    flattened: Vec<&'m Type>,
    /// Whether a field borrows for `'static`.
    borrows_static: bool,
}

impl<'m> Context<'m> {
    pub(crate) fn new(message: &'m Message) -> Self {
        let types = own_fields(message).map(|field| &field.ty);
        Self {
            ident: &message.ident,
            message,
            used: needing_bounds(&message.generics, types),
            flattened: flattened(message)
                .map(|field| &field.ty)
                .filter(|ty| mentions_param(&message.generics, ty))
                .collect(),
            borrows_static: own_fields(message).any(super::field::borrows_static),
        }
    }

    /// Whether the size of a field may depend on a parameter.
    pub(crate) fn is_generic(&self) -> bool {
        self.message.generics.type_params().next().is_some()
            || self.message.generics.const_params().next().is_some()
    }

    /// Whether a type mentions a type parameter.
    pub(crate) fn mentions_parameters(&self, ty: &Type) -> bool {
        mentions_param(&self.message.generics, ty)
    }

    /// `<T, …>` after the type's name.
    pub(crate) fn arguments(&self) -> TokenStream {
        let (_, arguments, _) = self.message.generics.split_for_impl();
        arguments.to_token_stream()
    }

    /// The type with `'static` for its lifetimes, for constants outside any implementation.
    pub(crate) fn static_arguments(&self) -> TokenStream {
        static_arguments(&self.message.generics)
    }

    /// The generics of an implementation for the dialect `AnyDialect`.
    pub(crate) fn generics(&self, bound: Bound) -> Generics {
        let mut generics = self.message.generics.clone();
        generics.params.push(parse_quote!(AnyDialect: __rt::Dialect));
        if bound == Bound::Decode {
            generics = reading(generics, self.borrows_static);
        }
        let predicates = self.predicates(bound);
        if !predicates.is_empty() {
            generics.make_where_clause().predicates.extend(predicates);
        }
        generics
    }

    fn predicates(&self, bound: Bound) -> Vec<WherePredicate> {
        if let Some(bounds) = &self.message.bounds {
            return bounds
                .iter()
                .flat_map(|bound| [bound.clone(), in_one_dialect(bound)])
                .collect();
        }
        let needed: TokenStream = match bound {
            Bound::Describe => quote!(__rt::Describe),
            Bound::Encode => quote!(__rt::EncodeVariant<AnyDialect>),
            Bound::Decode => quote!(__rt::DecodeVariant<'de_, AnyDialect>),
        };
        let used = self.used.iter().map(|ty| parse_quote!(#ty: #needed));
        let entries: TokenStream = match bound {
            Bound::Describe => return used.collect(),
            Bound::Encode => quote!(__rt::EncodeEntries<AnyDialect>),
            Bound::Decode => quote!(__rt::DecodeEntries<'de_, AnyDialect>),
        };
        let flattened = self.flattened.iter().map(|ty| parse_quote!(#ty: #entries));
        used.chain(flattened).collect()
    }
}

/// A bound of the user in one dialect, for what is the same in all of them.
fn in_one_dialect(bound: &WherePredicate) -> WherePredicate {
    struct InGodot4;
    impl VisitMut for InGodot4 {
        fn visit_path_mut(&mut self, path: &mut Path) {
            if path.is_ident("AnyDialect") {
                *path = parse_quote!(__rt::Godot4);
            }
            visit_path_mut(self, path);
        }
    }
    let mut bound = bound.clone();
    InGodot4.visit_where_predicate_mut(&mut bound);
    bound
}

/// The fields whose own fields are encoded among the enclosing ones: flattened fields, and the
/// content of an internally tagged variant.
fn flattened(message: &Message) -> Box<dyn Iterator<Item = &Field> + '_> {
    match &message.body {
        Body::Record(record) => Box::new(record.wire_fields().filter(|field| field.flatten)),
        Body::Transparent(_) | Body::Converted(_) | Body::Unit => Box::new(std::iter::empty()),
        Body::Enumeration(enumeration) => {
            let internal = matches!(enumeration.form, EnumForm::Internal { .. });
            let members = enumeration.members.iter().filter(|member| !member.skip && !member.other);
            Box::new(members.flat_map(move |member| {
                let content = internal && member.style == Style::Newtype;
                member.record.wire_fields().filter(move |field| field.flatten || content)
            }))
        }
    }
}

/// The fields that are encoded by their own types.
fn own_fields(message: &Message) -> impl Iterator<Item = &Field> {
    let records: Vec<&Field> = match &message.body {
        Body::Record(record) => record.wire_fields().collect(),
        Body::Transparent(transparent) => vec![&transparent.field],
        Body::Converted(converted) => vec![&converted.field],
        Body::Unit => Vec::new(),
        Body::Enumeration(enumeration) => enumeration
            .members
            .iter()
            .filter(|member| !member.skip)
            .flat_map(|member| member.record.wire_fields())
            .collect(),
    };
    records.into_iter().filter(|field| !field.codec.has_functions())
}
