//! The delta of a message: a second message of the fields that changed, whose header says which these are.

use syn::parse_quote;

use super::model::{Argument, Body, Codec, DefaultValue, Message, Presence};
use crate::variant::delta::name;

/// The model of the delta of a message: each field is optional.
#[must_use]
pub fn delta(message: &Message) -> Message {
    let mut delta = message.clone();
    delta.ident = name(&message.ident);
    (delta.delta, delta.layout, delta.max_size) = (None, None, None);
    let Body::Record(record) = &mut delta.body else { return delta };
    for (position, field) in record.fields.iter_mut().enumerate() {
        let ty = &field.ty;
        if let Presence::Bits(_, bits, _) = field.presence {
            field.codec = Codec::fixed("Bits", vec![Argument::Bits(bits)]);
        }
        field.ty = parse_quote!(::core::option::Option<#ty>);
        field.presence = Presence::Flag(position as u32);
        field.default = DefaultValue::None;
    }
    record.header_bits = Some(record.fields.len() as u32);
    delta
}
