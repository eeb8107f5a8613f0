//! Layouts and sizes of records, as constants.

use godot_var_schema::stream::model::{Codec, Field, Presence, Record};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Member as FieldName, parse_quote};

use super::codec::encoding;
use super::condition;
use super::probe::{probed, probes};
use super::record::header_bytes;
use super::recursion::cut;
use super::wire::Item;

/// `RecordLayout { … }` of a struct or variant with this name.
pub(super) fn layout(record: &Record, name: &str, list: usize, item: Item<'_>) -> TokenStream {
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (name, default) = (&field.key, !field.default.is_none());
        let (bits, layout) = of_field(field, (list, position), item);
        quote!(__rt::field_layout!(#name, #bits, #layout, #default))
    });
    let bits = record.header_bits.unwrap_or(0) as u8;
    let trailing = item.trailing;
    quote!(__rt::stream::RecordLayout {
        name: #name,
        header_bits: #bits,
        trailing: #trailing,
        fields: &[#(#fields),*],
    })
}

/// The bits of a field in the header, and its layout.
fn of_field(field: &Field, at: (usize, usize), item: Item<'_>) -> (u8, TokenStream) {
    let (cut, wire) = (cut(field, item), item.inside());
    let (codec, ty) = encoding(&cut, item, at);
    let layout = quote!(<#codec as __rt::stream::EncodeAs<#wire, #ty>>::LAYOUT);
    match &field.presence {
        Presence::Always => (0, layout),
        Presence::Bool(_) => (1, quote!(&__rt::stream::TypeLayout::Bool)),
        Presence::Bits(_, bits, _) => {
            (*bits as u8, quote!(<#ty as __rt::stream::Encode<#wire>>::LAYOUT))
        }
        Presence::Flag(_) => (1, quote!(&__rt::stream::TypeLayout::Option(#layout))),
        Presence::If(condition) => {
            let (name, ty) = (format!("if {}", condition::text(condition)), &cut.ty);
            let layout = quote!(<#codec as __rt::stream::EncodeIf<#wire, #ty>>::LAYOUT);
            (0, quote!(&__rt::stream::TypeLayout::Named(#name, #layout)))
        }
    }
}

/// A layout with `big_endian`, after the probes of its fields.
pub(super) fn whole(layout: &TokenStream, records: &[&Record], item: Item<'_>) -> TokenStream {
    let layout = if item.big_endian {
        quote!(&__rt::stream::TypeLayout::BigEndian(#layout))
    } else {
        layout.clone()
    };
    let lists = records.iter().enumerate();
    let probes: TokenStream = lists.map(|(list, record)| probes(record, list, item)).collect();
    probed(&probes, layout)
}

/// `Fields { … }` of a struct or variant with this name.
pub(super) fn sizes(record: &Record, name: &str, list: usize, item: Item<'_>) -> TokenStream {
    let wire = item.inside();
    let header = record.header_bits.map(|bits| {
        let bytes = header_bytes(bits);
        quote!(__rt::field_size!(Header, __rt::stream::Size::fixed(#bytes)),)
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
        let cut = cut(field, item);
        let (codec, mut ty) = encoding(&cut, item, (list, position));
        if item.wire.block.is_some() && !matches!(field.codec, Codec::Plain) {
            // A probe has asked whether the type holds bytes.
            ty = parse_quote!([::core::primitive::u8]);
        }
        let size = quote!(<#codec as __rt::stream::EncodeAs<#wire, #ty>>::SIZE);
        let size = match field.presence {
            Presence::Always => size,
            Presence::Bool(_) | Presence::Bits(..) => quote!(__rt::stream::Size::NONE),
            Presence::Flag(_) => quote!(__rt::stream::Size::or(#size, __rt::stream::Size::NONE)),
            Presence::If(_) => {
                let ty = &cut.ty;
                let size = quote!(<#codec as __rt::stream::EncodeIf<#wire, #ty>>::SIZE);
                quote!(__rt::stream::Size::or(#size, __rt::stream::Size::NONE))
            }
        };
        quote!(__rt::field_size!(#place, #size))
    });
    let sizes = quote!(__rt::stream::Fields { name: #name, sizes: &[#header #(#fields),*] });
    probed(&probes(record, list, item), sizes)
}

/// The size, checked against `max_size` if there is one.
pub(super) fn size(size: TokenStream, item: Item<'_>) -> TokenStream {
    let Some((limit, span)) = item.max_size else { return size };
    let (name, of_self) = (item.ident.to_string(), item.of_self());
    quote::quote_spanned! {span=>
        __rt::stream::within(#size, #of_self::FIELDS, #name, #limit)
    }
}
