//! The delta of a state: of a struct the flat message that `#[flat(delta)]` makes, of an enum an enum of its variants' deltas.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Path, Type, parse_quote_spanned};

use crate::stream;
use crate::stream::model::{Body, Message};

/// The model of the delta of a state. `krate` is the path of the facade crate.
#[must_use]
pub fn delta(message: &Message, krate: &Path) -> Message {
    let mut delta = stream::delta::delta(message);
    if let Body::Enumeration(enumeration) = &mut delta.body {
        for field in enumeration.members.iter_mut().flat_map(|member| &mut member.record.fields) {
            field.ty = type_of(&field.ty, krate);
        }
    }
    delta
}

/// The type of the delta of a type.
#[must_use]
pub fn type_of(ty: &Type, krate: &Path) -> Type {
    let span = Span::call_site().located_at(ty.span());
    parse_quote_spanned!(span=> <#ty as #krate::snapshot::SnapshotState>::Delta)
}
