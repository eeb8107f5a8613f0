//! Layouts and sizes of records, as constants.

use godot_var_schema::stream::model::{Field, Message, Presence, Record};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Member as FieldName;

use super::codec::encoding;
use super::probe::{probed, probes};
use super::record::header_bytes;
use super::recursion::cut;

/// `RecordLayout { … }` of a struct or variant with this name.
pub(super) fn layout(record: &Record, name: &str, list: usize, message: &Message) -> TokenStream {
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (name, default) = (&field.key, !field.default.is_none());
        let (bits, layout) = of_field(field, (list, position), message);
        quote!(__rt::flat::FieldLayout { name: #name, bits: #bits, layout: #layout, default: #default })
    });
    let bits = record.header_bits.unwrap_or(0) as u8;
    let trailing = message.trailing;
    quote!(__rt::flat::RecordLayout {
        name: #name,
        header_bits: #bits,
        trailing: #trailing,
        fields: &[#(#fields),*],
    })
}

/// The bits of a field in the header, and its layout.
fn of_field(field: &Field, at: (usize, usize), message: &Message) -> (u8, TokenStream) {
    let cut = cut(field, message);
    let (codec, ty) = encoding(&cut, message, at);
    match field.presence {
        Presence::Always | Presence::If(_) => {
            (0, quote!(<#codec as __rt::flat::EncodeField<#ty>>::LAYOUT))
        }
        Presence::Bool(_) => (1, quote!(&__rt::flat::TypeLayout::Bool)),
        Presence::Bits(_, bits, _) => (bits as u8, quote!(<#ty as __rt::flat::EncodeFlat>::LAYOUT)),
        Presence::Flag(_) => {
            let layout = quote!(<#codec as __rt::flat::EncodeField<#ty>>::LAYOUT);
            (1, quote!(&__rt::flat::TypeLayout::Option(#layout)))
        }
    }
}

/// A layout with `big_endian`, after the probes of its fields.
pub(super) fn whole(layout: &TokenStream, records: &[&Record], message: &Message) -> TokenStream {
    let layout = if message.big_endian {
        quote!(&__rt::flat::TypeLayout::BigEndian(#layout))
    } else {
        layout.clone()
    };
    let lists = records.iter().enumerate();
    let probes: TokenStream = lists.map(|(list, record)| probes(record, list, message)).collect();
    probed(&probes, layout)
}

/// `Fields { … }` of a struct or variant with this name.
pub(super) fn sizes(record: &Record, name: &str, list: usize, message: &Message) -> TokenStream {
    let header = record.header_bits.map(|bits| {
        let bytes = header_bytes(bits);
        quote!(__rt::flat::FieldSize {
            place: __rt::flat::Place::Header,
            size: __rt::flat::Size::fixed(#bytes),
        },)
    });
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let place = match &field.name {
            FieldName::Named(_) => {
                let key = &field.key;
                quote!(Key(#key))
            }
            FieldName::Unnamed(index) => {
                let index = index.index as usize;
                quote!(Index(#index))
            }
        };
        let cut = cut(field, message);
        let (codec, ty) = encoding(&cut, message, (list, position));
        let size = quote!(<#codec as __rt::flat::EncodeField<#ty>>::SIZE);
        let size = match field.presence {
            Presence::Always | Presence::If(_) => size,
            Presence::Bool(_) | Presence::Bits(..) => quote!(__rt::flat::Size::fixed(0)),
            Presence::Flag(_) => {
                quote!(__rt::flat::Size::or(#size, __rt::flat::Size::fixed(0)))
            }
        };
        quote!(__rt::flat::FieldSize { place: __rt::flat::Place::#place, size: #size })
    });
    let sizes = quote!(__rt::flat::Fields { name: #name, sizes: &[#header #(#fields),*] });
    probed(&probes(record, list, message), sizes)
}

/// The size, checked against `max_size` if there is one.
pub(super) fn size(size: TokenStream, message: &Message) -> TokenStream {
    let Some((limit, span)) = message.max_size else { return size };
    let name = message.ident.to_string();
    quote::quote_spanned! {span=>
        __rt::flat::check_max_size(#size, <Self as __rt::flat::EncodeFlat>::FIELDS, #name, #limit)
    }
}
