//! Texts in a form of their own: a schema takes what the type of Rust parses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use godot_var::layout::{Describe, TypeLayout};
use godot_var::{FromVariantBytes, Godot4, ToVariantBytes, Variant};
use godot_var_codegen::inspect::fits;
use godot_var_runtime::variant::{Bounds, Generation, VariantType};

fn check<T: Describe + for<'de> FromVariantBytes<'de>>(text: &str) {
    let one = Variant::from(text);
    let bytes = one.to_variant_bytes::<Godot4>().expect("bytes");
    let expected = T::from_variant_bytes::<Godot4>(&bytes).map_err(|error| error.to_string());
    let found = fits(T::LAYOUT, &one, Generation::Godot4).map_err(|error| error.to_string());
    assert_eq!(found.is_ok(), expected.is_ok(), "{text:?}");
    let expected =
        expected.err().and_then(|error| error.split(" at byte").next().map(str::to_owned));
    let found = found.err().and_then(|error| error.split(" at byte").next().map(str::to_owned));
    assert_eq!(found, expected, "{text:?}");
    let list = TypeLayout::List(T::LAYOUT);
    let several = Variant::from(vec![text.to_owned()]);
    assert_eq!(fits(&list, &several, Generation::Godot4).is_ok(), found.is_none(), "{text:?}");
}

#[test]
fn addresses_are_those_of_rust() {
    for text in ["", "::1", "1.2.3.4", "1.2.3", "[::1]:80", "[::1\u{4}:7777", "1.2.3.4:5", "x"] {
        check::<IpAddr>(text);
        check::<Ipv4Addr>(text);
        check::<Ipv6Addr>(text);
        check::<SocketAddr>(text);
    }
}

#[test]
fn uuids_have_four_forms() {
    let layout = TypeLayout::Value(VariantType::String, Bounds::Other("uuid"));
    let (digits, hyphens) =
        ("67e5504410b1426f9247bb680e5fe0c8", "67E55044-10b1-426f-9247-bb680e5fe0c8");
    for (text, expected) in [
        (digits.to_owned(), true),
        (hyphens.to_owned(), true),
        (format!("{{{hyphens}}}"), true),
        (format!("urn:uuid:{hyphens}"), true),
        (format!("urn:uuid:{digits}"), false),
        (format!("{{{digits}}}"), false),
        (format!("{hyphens}0"), false),
        (digits.replace('e', "g"), false),
        (String::new(), false),
    ] {
        let value = Variant::from(&*text);
        assert_eq!(fits(&layout, &value, Generation::Godot4).is_ok(), expected, "{text}");
    }
}
