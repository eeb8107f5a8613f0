//! Attributes of `#[godot_var(…)]` that apply to flat messages, too.

use godot_var_schema::stream::model::{Body, Codec, Message, Prefix};
use godot_var_schema::{crate_path, flat};
use quote::ToTokens;
use syn::{DeriveInput, Path, parse_quote};

fn model(item: &DeriveInput) -> Message {
    flat::message(item).unwrap_or_else(|errors| panic!("{errors}"))
}

fn text(path: &Path) -> String {
    path.to_token_stream().to_string()
}

#[test]
fn the_path_of_the_facade_applies_to_flat_messages() {
    let item: DeriveInput = parse_quote! {
        #[godot_var(crate = of::variants)]
        struct One { a: u8 }
    };
    assert_eq!(text(&model(&item).krate), "of :: variants");
    assert_eq!(text(&crate_path("flat", &item.attrs)), "of :: variants");
    assert_eq!(text(&crate_path("litenet", &item.attrs)), ":: godot_var");
    let item: DeriveInput = parse_quote! {
        #[godot_var(crate = of::variants)]
        #[flat(crate = of::flat)]
        struct One { a: u8 }
    };
    assert_eq!(text(&model(&item).krate), "of :: flat");
    assert_eq!(text(&crate_path("flat", &item.attrs)), "of :: flat");
}

#[test]
fn numbers_come_from_ids_then_from_discriminants() {
    let item: DeriveInput = parse_quote! {
        #[godot_var(array, id)]
        enum Both {
            #[godot_var(id = 4)]
            One = 9,
            #[godot_var(rename = "two")]
            Two = 11,
        }
    };
    let Body::Enumeration(both) = model(&item).body else { panic!("no enum") };
    let ids: Vec<_> = both.members.iter().filter_map(|member| member.number).collect();
    assert_eq!((both.repr, &ids[..]), (Prefix::U8, &[4, 11][..]));
}

#[test]
fn a_length_that_cannot_be_read_is_a_mistake_of_variants_alone() {
    let item: DeriveInput = parse_quote! {
        struct One {
            #[godot_var(max_len = "many", unknown)]
            a: String,
            #[godot_var(max_len = 3)]
            b: u32,
            #[godot_var(max_len = 3)]
            c: String,
        }
    };
    let Body::Record(record) = model(&item).body else { panic!("no struct") };
    let bounds: Vec<_> =
        record.fields.iter().map(|field| matches!(field.codec, Codec::Counted(..))).collect();
    assert_eq!(bounds, [false, false, true]);
    assert!(godot_var_schema::variant::message(&item).is_err());
}
