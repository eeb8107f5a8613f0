//! Views of owning messages: the same bytes, nothing copied, and the conversion back.

use std::collections::BTreeMap;
use std::rc::Rc;

use godot_var::dialect::{Flagless, Godot3_0};
use godot_var::error::DecodeErrorKind;
use godot_var::values::PackedView;
use godot_var::{
    Color, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant, Vector3,
};

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Place {
    name: String,
    at: Vector3,
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(view(Clone, Debug, PartialEq), rename_all = "camelCase", layout = "ebefa721b64d921a")]
struct Say {
    #[godot_var(max_len = 64)]
    text: String,
    data: Box<[u8]>,
    at: Vector3,
    #[godot_var(max_len = 16)]
    points: Vec<Vector3>,
    colors: Rc<[Color]>,
    names: Vec<String>,
    to: Option<Box<str>>,
    by_name: BTreeMap<String, i32>,
    by_number: BTreeMap<i32, Option<Vec<f32>>>,
    numbers: Vec<u16>,
    #[godot_var(as = "Array")]
    ints: Vec<i32>,
    #[godot_var(default)]
    note: String,
    #[godot_var(skip)]
    local: u8,
    place: Place,
    #[godot_var(flatten)]
    rest: BTreeMap<String, bool>,
}

fn say() -> Say {
    Say {
        text: "hello".into(),
        data: [1, 2, 3].into(),
        at: Vector3::ONE,
        points: vec![Vector3::UP, Vector3::ZERO],
        colors: Rc::new([Color::ORANGE]),
        names: vec!["a".into(), String::new()],
        to: Some("Ann".into()),
        by_name: BTreeMap::from([("x".into(), 1)]),
        by_number: BTreeMap::from([(1, Some(vec![0.5])), (2, None)]),
        numbers: vec![1, 2],
        ints: vec![3],
        note: "n".into(),
        local: 0,
        place: Place { name: "here".into(), at: Vector3::ZERO },
        rest: BTreeMap::from([("more".into(), true)]),
    }
}

fn comes_back<D: Dialect>() {
    let bytes = say().to_variant_bytes::<D>().expect("encodes");
    let view = SayView::from_variant_bytes::<D>(&bytes).expect("decodes");
    assert_eq!(view.to_variant_bytes::<D>().expect("encodes"), bytes);
    let within = |part: &[u8]| bytes.as_ptr_range().contains(&part.as_ptr());
    assert!(within(view.text.as_bytes()) && within(view.data) && within(view.points.as_bytes()));
    assert_eq!(Say::from(view.clone()), say());
    assert_eq!(view, view.clone());
}

#[test]
fn a_view_borrows_and_writes_the_same_bytes() {
    comes_back::<Godot4>();
    comes_back::<Godot3>();
    comes_back::<Godot3_0>();
    comes_back::<Flagless>();
}

#[test]
fn what_is_borrowed_has_the_types_of_the_page() {
    let bytes = say().to_variant_bytes::<Godot4>().expect("encodes");
    let view = SayView::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    let _: (&str, &[u8], Vector3, PackedView<'_, Vector3>) =
        (view.text, view.data, view.at, view.points);
    let _: (PackedView<'_, Color>, &Vec<&str>, Option<&str>) = (view.colors, &view.names, view.to);
    let _: &BTreeMap<&str, i32> = &view.by_name;
    let _: &BTreeMap<i32, Option<PackedView<'_, f32>>> = &view.by_number;
    let _: (&Vec<u16>, &Vec<i32>, &String, &Place) =
        (&view.numbers, &view.ints, &view.note, &view.place);
}

#[test]
fn a_view_converts_nothing() {
    let mut loose = say().to_variant_bytes::<Godot4>().expect("encodes");
    let mut value = Variant::from_variant_bytes::<Godot4>(&loose).expect("decodes");
    let Variant::Dictionary(fields) = &mut value else { panic!("a Dictionary") };
    fields.insert("points", vec![Variant::from(Vector3::UP)]);
    loose = value.to_variant_bytes::<Godot4>().expect("encodes");
    let owned = Say::from_variant_bytes::<Godot4>(&loose).expect("decodes");
    assert_eq!(owned.points, [Vector3::UP]);
    let error = SayView::from_variant_bytes::<Godot4>(&loose).expect_err("an Array");
    assert_eq!(
        (error.kind(), &*error.path().to_string()),
        (DecodeErrorKind::WrongType, "SayView.points")
    );
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(transparent, view(Debug), max_size = 16)]
struct Name(#[godot_var(max_len = 8)] String);

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, view)]
struct Row<T: Clone>(T, Vec<i64>);

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id, view(Debug))]
enum Message {
    #[godot_var(id = 1)]
    Say(String),
    #[godot_var(id = 2)]
    Move { by: String, to: Vector3 },
    #[godot_var(id = 3)]
    Leave,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", view)]
enum Tagged {
    Told {
        text: Option<String>,
    },
    Placed(Place),
    #[godot_var(skip)]
    Local(String),
}

#[test]
fn every_form_has_views() {
    let name = Name("Ann".into());
    let bytes = name.to_variant_bytes::<Godot4>().expect("encodes");
    let view = NameView::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(view.0, "Ann");
    assert_eq!(Name::from(view), name);

    let row = Row(true, vec![1, -1]);
    let bytes = row.to_variant_bytes::<Godot4>().expect("encodes");
    let view = RowView::<bool>::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(view.to_variant_bytes::<Godot4>().expect("encodes"), bytes);
    assert_eq!(Row::from(view), row);

    for message in [
        Message::Say("hi".into()),
        Message::Move { by: "Ann".into(), to: Vector3::ONE },
        Message::Leave,
    ] {
        let bytes = message.to_variant_bytes::<Godot3>().expect("encodes");
        let view = MessageView::from_variant_bytes::<Godot3>(&bytes).expect("decodes");
        assert_eq!(view.to_variant_bytes::<Godot3>().expect("encodes"), bytes);
        assert_eq!(Message::from(view), message);
    }

    for message in [
        Tagged::Told { text: Some("hi".into()) },
        Tagged::Told { text: None },
        Tagged::Placed(Place::default()),
    ] {
        let bytes = message.to_variant_bytes::<Godot4>().expect("encodes");
        let view = TaggedView::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
        assert_eq!(view.to_variant_bytes::<Godot4>().expect("encodes"), bytes);
        assert_eq!(Tagged::from(view), message);
    }
    assert_eq!(Tagged::from(TaggedView::Local("x".into())), Tagged::Local("x".into()));
}
