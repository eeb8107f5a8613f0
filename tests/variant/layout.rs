//! The layout as data, and its fingerprint.

use std::collections::BTreeMap;

use godot_var::layout::{TypeLayout, Wire, layout_fingerprint};
use godot_var::{Godot3, Godot4, GodotVar, Vector3};

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
    let layout = <Message as Wire<Godot4>>::LAYOUT;
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
    assert_eq!(layout, <Message as Wire<Godot3>>::LAYOUT);
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
    let pinned = layout_fingerprint::<Godot4, first::Outer>();
    assert_eq!(pinned, layout_fingerprint::<Godot3, first::Outer>());
    assert_eq!(pinned, layout_fingerprint::<Godot4, same::Outer>());
    assert_eq!(pinned, layout_fingerprint::<Godot4, bounded::Outer>());
    for other in [
        layout_fingerprint::<Godot4, renamed::Outer>(),
        layout_fingerprint::<Godot4, retyped::Outer>(),
        layout_fingerprint::<Godot4, reordered::Outer>(),
        layout_fingerprint::<Godot4, longer::Outer>(),
        layout_fingerprint::<Godot4, first::Inner>(),
    ] {
        assert_ne!(pinned, other);
    }
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
    let TypeLayout::Record(record) = <Player as Wire<Godot4>>::LAYOUT else {
        panic!("a struct is a record")
    };
    let keys: Vec<_> = record.fields.iter().map(|field| field.key).collect();
    assert_eq!(keys, ["id", "pos", "name", "tags", "scores", "friend", "team"]);
    assert!(record.fields[0].required && !record.fields[3].required);
}
