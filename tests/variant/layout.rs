//! The layout as data, and its fingerprint.

use std::collections::BTreeMap;

use godot_var::layout::{Describe, TypeLayout, layout_fingerprint};
use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Vector3};

#[derive(GodotVar)]
#[allow(dead_code, reason = "only its layout is looked at")]
struct Player {
    id: u32,
    pos: Vector3,
    #[godot_var(max_len = 16)]
    name: String,
    #[godot_var(default)]
    tags: Vec<String>,
    scores: BTreeMap<String, i64>,
    friend: Option<Box<Player>>,
    team: Team,
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
#[allow(dead_code, reason = "only its layout is looked at")]
enum Team {
    Red,
    Blue = 4,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
#[allow(dead_code, reason = "only its layout is looked at")]
enum Message {
    #[godot_var(id = 1)]
    Join(Player),
    #[godot_var(id = 2)]
    Say { text: String, loud: bool },
    #[godot_var(id = 3)]
    Leave,
}

#[test]
fn a_layout_can_be_read() {
    let layout = <Message as Describe>::LAYOUT;
    assert_eq!(
        layout.to_string(),
        "\
[id, …] of Message
  1 Join
    0: Dictionary Player
      id: int (u32)
      pos: Vector3 (f32)
      name: String, at most 16
      tags?: list of String
      scores: Dictionary of String to int (i64)
      friend: the same again or Nil
      team: number of Team
        0 Red
        4 Blue
  2 Say
    text: String
    loud: bool
  3 Leave"
    );
    assert_eq!(layout, <Message as Describe>::LAYOUT);
}

mod versions {
    use godot_var::GodotVar;

    macro_rules! version {
        ($name:ident { $($fields:tt)* }) => {
            pub(crate) mod $name {
                use super::GodotVar;

                #[derive(GodotVar)]
                #[allow(dead_code, reason = "only its layout is looked at")]
                pub(crate) struct Inner { $($fields)* }

                #[derive(GodotVar)]
                #[allow(dead_code, reason = "only its layout is looked at")]
                pub(crate) struct Outer { pub(crate) list: Vec<Option<Inner>> }
            }
        };
    }

    version!(first { a: i32, b: String });
    version!(same {
        a: i32,
        #[godot_var(rename = "b", alias = "c")]
        other: String
    });
    version!(renamed { a: i32, c: String });
    version!(retyped { a: i64, b: String });
    version!(reordered { b: String, a: i32 });
    version!(longer { a: i32, b: String, c: bool });
    version!(bounded {
        a: i32,
        #[godot_var(max_len = 4)]
        b: String
    });
}

#[test]
fn a_fingerprint_sees_the_wire_and_nothing_else() {
    use versions::{bounded, first, longer, renamed, reordered, retyped, same};
    let pinned = layout_fingerprint::<first::Outer>();
    assert_eq!(pinned, layout_fingerprint::<same::Outer>());
    assert_eq!(pinned, layout_fingerprint::<bounded::Outer>());
    for other in [
        layout_fingerprint::<renamed::Outer>(),
        layout_fingerprint::<retyped::Outer>(),
        layout_fingerprint::<reordered::Outer>(),
        layout_fingerprint::<longer::Outer>(),
        layout_fingerprint::<first::Inner>(),
    ] {
        assert_ne!(pinned, other);
    }
}

/// Types with the same name in nested modules.
mod nested {
    pub(super) mod first {
        #[derive(Debug, PartialEq, godot_var::GodotVar)]
        pub(crate) struct Item {
            pub(crate) value: i32,
        }
    }

    pub(super) mod second {
        #[derive(godot_var::GodotVar)]
        #[allow(dead_code, reason = "only its layout is looked at")]
        pub(crate) struct Item {
            value: i64,
        }
    }

    macro_rules! holder {
        ($name:ident, $inner:ident) => {
            pub(super) mod $name {
                use super::$inner;

                #[derive(godot_var::GodotVar)]
                #[allow(dead_code, reason = "only its layout is looked at")]
                pub(crate) struct Item {
                    old: $inner::Item,
                    next: Option<Box<self::Item>>,
                }
            }
        };
    }

    holder!(of_first, first);
    holder!(of_second, second);
}

#[test]
fn a_type_of_the_same_name_is_another() {
    assert_ne!(
        layout_fingerprint::<nested::of_first::Item>(),
        layout_fingerprint::<nested::of_second::Item>()
    );
}

/// Types that contain themselves, named alone and by longer paths.
#[allow(unused_qualifications, reason = "longer paths are what is tried")]
mod paths {
    macro_rules! types {
        ($module:ident $lifetime:lifetime: $item:path, $tree:path, $list:path, $text:path) => {
            pub(super) mod $module {
                #[derive(Debug, PartialEq, godot_var::GodotVar)]
                pub(crate) struct Item {
                    pub(crate) value: i32,
                    #[godot_var(default)]
                    pub(crate) next: Option<Box<$item>>,
                    #[godot_var(max_len = 4)]
                    pub(crate) others: Vec<$item>,
                    pub(crate) old: crate::layout::nested::first::Item,
                }

                #[derive(Debug, PartialEq, godot_var::GodotVar)]
                pub(crate) enum Tree {
                    Leaf,
                    Both(Box<$tree>, Box<$tree>),
                    All { all: Vec<$tree> },
                }

                #[derive(Debug, PartialEq, godot_var::GodotVar)]
                #[godot_var(transparent)]
                pub(crate) struct List(pub(crate) Vec<$list>);

                #[derive(Debug, PartialEq, godot_var::GodotVar)]
                pub(crate) struct Text<$lifetime> {
                    pub(crate) text: &$lifetime str,
                    pub(crate) next: Option<Box<$text>>,
                }
            }
        };
    }

    types!(by_name 'a: Item, Tree, List, Text<'a>);
    types!(by_crate 'a: crate::layout::paths::by_crate::Item, crate::layout::paths::by_crate::Tree,
        crate::layout::paths::by_crate::List, crate::layout::paths::by_crate::Text<'a>);
    types!(by_super 'a: super::by_super::Item, super::super::paths::by_super::Tree,
        super::by_super::List, super::by_super::Text<'a>);
}

#[test]
fn a_type_may_name_itself_by_any_path() {
    macro_rules! fingerprints {
        ($module:ident) => {
            [
                layout_fingerprint::<paths::$module::Item>(),
                layout_fingerprint::<paths::$module::Tree>(),
                layout_fingerprint::<paths::$module::List>(),
                layout_fingerprint::<paths::$module::Text<'_>>(),
            ]
        };
    }
    let by_name = fingerprints!(by_name);
    assert_eq!(fingerprints!(by_crate), by_name);
    assert_eq!(fingerprints!(by_super), by_name);
    use paths::by_crate::{Item, List, Text, Tree};
    let old = || nested::first::Item { value: 7 };
    let leaf = || Item { value: 1, next: None, others: Vec::new(), old: old() };
    let item = Item { next: Some(Box::new(leaf())), others: vec![leaf(), leaf()], ..leaf() };
    let bytes = item.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(Item::from_variant_bytes::<Godot4>(&bytes), Ok(item));
    let many = Item { others: (0..5).map(|_| leaf()).collect(), ..leaf() };
    let error = many.to_variant_bytes::<Godot4>().expect_err("five");
    assert_eq!(error.path().to_string(), "Item.others");
    let tree = Tree::Both(Box::new(Tree::Leaf), Box::new(Tree::All { all: vec![Tree::Leaf] }));
    let bytes = tree.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(Tree::from_variant_bytes::<Godot4>(&bytes), Ok(tree));
    let list = List(vec![List(vec![]), List(vec![List(vec![])])]);
    let bytes = list.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(List::from_variant_bytes::<Godot4>(&bytes), Ok(list));
    let text = Text { text: "a", next: Some(Box::new(Text { text: "b", next: None })) };
    let bytes = text.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(Text::from_variant_bytes::<Godot4>(&bytes), Ok(text));
}

#[derive(GodotVar)]
#[godot_var(layout = "d89999444269cfba")]
#[allow(dead_code, reason = "pinned, which the compiler checks")]
struct Pinned {
    a: i32,
    list: Vec<Team>,
}

#[test]
fn a_description_can_be_walked() {
    let TypeLayout::Record(record) = <Player as Describe>::LAYOUT else {
        panic!("a struct is a record")
    };
    let keys: Vec<_> = record.fields.iter().map(|field| field.key).collect();
    assert_eq!(keys, ["id", "pos", "name", "tags", "scores", "friend", "team"]);
    assert!(record.fields[0].required && !record.fields[3].required);
}
