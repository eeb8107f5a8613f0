//! Types that contain each other, in every form that writes the fields of one among those of another.

use std::fmt::Debug;

use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes};

fn round_trips<T: ToVariantBytes + for<'a> FromVariantBytes<'a> + Debug + PartialEq>(value: &T) {
    round_trips_in::<Godot4, T>(value);
    round_trips_in::<Godot3, T>(value);
}

fn round_trips_in<D: Dialect, T>(value: &T)
where
    T: ToVariantBytes + for<'a> FromVariantBytes<'a> + Debug + PartialEq,
{
    let bytes = value.to_variant_bytes::<D>().unwrap();
    assert_eq!(&T::from_variant_bytes::<D>(&bytes).unwrap(), value);
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type")]
enum Widget {
    Label { text: String },
    Panel(Panel),
    Framed(Box<Panel>),
}

#[derive(Debug, PartialEq, GodotVar)]
struct Panel {
    title: String,
    children: Vec<Widget>,
}

#[test]
fn a_variant_holds_a_struct_that_holds_the_enum() {
    let label = || Widget::Label { text: "b".into() };
    let inner = Panel { title: "c".into(), children: vec![label()] };
    let outer = Panel { title: "a".into(), children: vec![label(), Widget::Framed(inner.into())] };
    round_trips(&Widget::Panel(outer));
}

#[derive(Debug, PartialEq, GodotVar)]
struct Node {
    id: u32,
    #[godot_var(flatten)]
    body: Body,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Body {
    name: String,
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[test]
fn a_flattened_struct_holds_its_holder() {
    let leaf = |id| Node { id, body: Body { name: "leaf".into(), children: vec![], next: None } };
    let body =
        Body { name: "root".into(), children: vec![leaf(2)], next: Some(Box::new(leaf(3))) };
    round_trips(&Node { id: 1, body });
}

#[derive(Debug, PartialEq, GodotVar)]
struct Pair<T> {
    #[godot_var(flatten)]
    first: T,
    second: Vec<Pair<T>>,
}

#[test]
fn a_generic_struct_flattens_a_recursive_one() {
    let body = || Body { name: "a".into(), children: vec![], next: None };
    let pair = Pair { first: body(), second: vec![] };
    round_trips(&Pair { first: body(), second: vec![pair] });
}
