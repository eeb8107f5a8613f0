//! Compares the names from a schema's text with the compiled types: the same values must fit.

use godot_var::{Array, Dictionary, FromVariantBytes, Godot4, Limits, ToVariantBytes, Variant};
use godot_var_codegen::docs::{self, Generation};
use godot_var_codegen::names::Names;
use godot_var_codegen::protocol::{Protocol, parse_text};

use crate::schemas::{arena, every_form};

/// Values to replace a part of a message.
fn others() -> Vec<Variant> {
    vec![
        Variant::Nil,
        Variant::Bool(true),
        Variant::Int(-1),
        Variant::Int(300),
        Variant::Int(i64::MAX),
        Variant::Float(2.0),
        Variant::Float(2.5),
        Variant::Float(-0.0),
        Variant::Float(4_294_967_295.0),
        Variant::Float(9_007_199_254_740_992.0),
        Variant::Float(9_007_199_254_740_994.0),
        Variant::Float(1e17),
        Variant::Float(1e300),
        Variant::Float(f64::NAN),
        Variant::Float(f64::NEG_INFINITY),
        Variant::String("x".to_owned()),
        Variant::Array(Array::new(Vec::new())),
        Variant::Array(Array::new(vec![1.into(), 2.into()])),
        Variant::Dictionary(Dictionary::new()),
        Variant::PackedByteArray(vec![1, 2]),
        Variant::PackedFloat64Array(vec![1.5]),
        Variant::PackedStringArray(vec!["x".to_owned()]),
    ]
}

/// Returns every value that differs from this one in one place.
fn variations(value: &Variant) -> Vec<Variant> {
    let mut all = others();
    match value {
        Variant::Array(array) => {
            let with = |elements| {
                Variant::Array(Array { elements, element_type: array.element_type.clone() })
            };
            for at in 0..array.elements.len() {
                for other in variations(&array.elements[at]) {
                    let mut elements = array.elements.clone();
                    elements[at] = other;
                    all.push(with(elements));
                }
                all.push(with(array.elements[..at].to_vec()));
            }
            let mut longer = array.elements.clone();
            longer.push(Variant::Nil);
            all.push(with(longer));
        }
        Variant::Dictionary(dictionary) => {
            let with = |entries| {
                Variant::Dictionary(Dictionary { entries, types: dictionary.types.clone() })
            };
            for at in 0..dictionary.entries.len() {
                for other in variations(&dictionary.entries[at].1) {
                    let mut entries = dictionary.entries.clone();
                    entries[at].1 = other;
                    all.push(with(entries));
                }
                let mut entries = dictionary.entries.clone();
                entries[at].0 = Variant::String("another key".to_owned());
                all.push(with(entries));
                let mut entries = dictionary.entries.clone();
                entries.remove(at);
                all.push(with(entries));
            }
            let mut longer = dictionary.entries.clone();
            longer.push((Variant::String("another key".to_owned()), Variant::Nil));
            all.push(with(longer));
        }
        _ => {}
    }
    all
}

/// The numbers of values that fitted and that did not.
#[derive(Default)]
struct Seen {
    fit: usize,
    other: usize,
}

fn check<T: for<'de> FromVariantBytes<'de>>(
    protocol: &Protocol,
    name: &str,
    seen: &mut Seen,
    differences: &mut Vec<String>,
) {
    let page = docs::variant(protocol, "page", Generation::Godot4);
    let names = Names::new(protocol.clone(), &[name.to_owned()]).expect("the type");
    let mut is_this = false;
    for section in &page.sections {
        is_this = if section.is_member { is_this } else { section.title == name };
        let Some(Ok(example)) = section.example.as_ref().filter(|_| is_this) else { continue };
        let value = Variant::from_variant_bytes::<Godot4>(&example.bytes).expect("a Variant");
        for value in std::iter::once(value.clone()).chain(variations(&value)) {
            let bytes = value.to_variant_bytes::<Godot4>().expect("it can be encoded");
            let limits = Limits::DEFAULT;
            let read = T::from_variant_bytes_with::<Godot4>(&bytes, limits).map(drop);
            let named = names.name(&value).map(drop);
            *(if read.is_ok() { &mut seen.fit } else { &mut seen.other }) += 1;
            if read.is_ok() != named.is_ok() {
                differences.push(format!("{name}: {read:?}\n  {named:?}\n  {value:?}"));
            }
        }
    }
}

macro_rules! check_all {
    ($protocol:expr, $module:ident: $($name:ident),*) => {{
        let (mut seen, mut differences) = (Seen::default(), Vec::new());
        $(check::<$module::$name>(&$protocol, stringify!($name), &mut seen, &mut differences);)*
        assert!(differences.is_empty(), "{}\n{}", differences.len(), differences[..differences.len().min(40)].join("\n"));
        seen
    }};
}

#[test]
fn of_the_arena() {
    let text = include_str!("../../../schemas/arena.rs");
    let protocol = parse_text("arena.rs", text).expect("a schema");
    let seen = check_all!(
        protocol, arena: PlayerState, Team, Join, Chat, Snapshot, Welcome, Bye, ClientMessage,
        ServerMessage
    );
    assert!(seen.fit > 100 && seen.other > 1000, "{} {}", seen.fit, seen.other);
}

/// All but `Timer`, whose custom functions are not in the text.
#[test]
fn of_every_form() {
    let text = include_str!("../../../schemas/every_form.rs");
    let protocol = parse_text("every_form.rs", text).expect("a schema");
    let seen = check_all!(
        protocol, every_form: Numbers, Texts, Structures, Lists, Maps, Place, Anything, Names, Closed,
        Defaults, OneWay, Config, Waypoint, Row, Only, EntityId, Words, Ping, Team, Mood, Weapon,
        Paint, External, Internal, Adjacent, Untagged, Message, Entity, Extra, Tree, Pages, Choices,
        Hero, HeroDelta, Heroes
    );
    assert!(seen.fit > 100 && seen.other > 1000, "{} {}", seen.fit, seen.other);
}
