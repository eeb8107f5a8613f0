//! Types that contain each other, in every form.

use std::collections::BTreeMap;
use std::rc::Rc;

use godot_var::GodotVar;

/// Holds all forms, each of which holds it.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub(crate) struct Holder {
    pub(crate) id: u8,
    #[godot_var(default, skip_encoding_if = Vec::is_empty)]
    pub(crate) external: Vec<External>,
    #[godot_var(default, skip_encoding_if = Vec::is_empty)]
    pub(crate) tagged: Vec<Tagged>,
    pub(crate) adjacent: Option<Box<Adjacent>>,
    #[godot_var(default, skip_encoding_if = Vec::is_empty)]
    pub(crate) untagged: Vec<Untagged>,
    pub(crate) ids: Option<Box<Ids>>,
    pub(crate) array: Option<Rc<Row>>,
    pub(crate) tuple: Option<Box<Two>>,
    #[godot_var(default, skip_encoding_if = BTreeMap::is_empty)]
    pub(crate) named: BTreeMap<String, Held>,
    pub(crate) around: Option<Box<Around>>,
    pub(crate) generic: Option<Box<Pair<Holder>>>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) enum External {
    Nothing,
    One(Box<Holder>),
    Two(Box<Self>, Vec<Holder>),
    Named { inner: Option<Box<Holder>> },
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type")]
pub(crate) enum Tagged {
    Nothing,
    Held(Box<Holder>),
    Boxed(Rc<Around>),
    Named { inner: Vec<Holder>, next: Option<Box<Self>> },
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", content = "data")]
pub(crate) enum Adjacent {
    Nothing,
    One(Holder),
    Two(Vec<Self>, Holder),
    Named { inner: Holder },
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub(crate) enum Untagged {
    Number(i32),
    List(Vec<Untagged>),
    Held(Box<Holder>),
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum Ids {
    #[godot_var(id = 1)]
    Nothing,
    #[godot_var(id = 2)]
    One(Holder),
    #[godot_var(id = 3)]
    Named { inner: Holder, next: Option<Box<Ids>> },
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub(crate) struct Row {
    pub(crate) inner: Holder,
    #[godot_var(default)]
    pub(crate) more: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Two(pub(crate) Holder, pub(crate) Option<Box<Two>>);

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Held(pub(crate) Holder);

/// Has the fields of what holds it among its own.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Around {
    pub(crate) name: String,
    #[godot_var(flatten)]
    pub(crate) holder: Holder,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Pair<T> {
    pub(crate) first: T,
    pub(crate) second: Vec<Pair<T>>,
}

/// A value with every form in it, and one in each of these.
pub(crate) fn samples() -> Vec<Holder> {
    let leaf = |id| Holder { id, ..Holder::default() };
    let around = |id| Around { name: "around".into(), holder: leaf(id) };
    let pair = Pair { first: leaf(1), second: vec![Pair { first: leaf(2), second: Vec::new() }] };
    let row = Row { inner: leaf(3), more: vec![Row { inner: leaf(4), more: Vec::new() }] };
    let all = Holder {
        id: 5,
        external: vec![
            External::Nothing,
            External::One(leaf(6).into()),
            External::Two(External::Nothing.into(), vec![leaf(7)]),
            External::Named { inner: Some(leaf(8).into()) },
        ],
        tagged: vec![
            Tagged::Nothing,
            Tagged::Held(leaf(9).into()),
            Tagged::Boxed(around(10).into()),
            Tagged::Named { inner: vec![leaf(11)], next: Some(Tagged::Nothing.into()) },
        ],
        adjacent: Some(Adjacent::Two(vec![Adjacent::Nothing], leaf(12)).into()),
        untagged: vec![
            Untagged::Number(1),
            Untagged::List(vec![Untagged::Number(2)]),
            Untagged::Held(leaf(13).into()),
        ],
        ids: Some(Ids::Named { inner: leaf(14), next: Some(Ids::Nothing.into()) }.into()),
        array: Some(row.into()),
        tuple: Some(Two(leaf(15), Some(Two(leaf(16), None).into())).into()),
        named: [("held".to_owned(), Held(leaf(17)))].into(),
        around: Some(around(18).into()),
        generic: Some(pair.into()),
    };
    let held = |holder: &Holder| Holder {
        tagged: vec![Tagged::Held(holder.clone().into())],
        adjacent: Some(Adjacent::One(holder.clone()).into()),
        ids: Some(Ids::One(holder.clone()).into()),
        ..leaf(19)
    };
    vec![held(&all), held(&leaf(20)), all]
}
