//! Values of every type of `schemas/arena.rs` and `schemas/every_form.rs`.
//!
//! The names in paths have lengths without padding, because the engine leaves garbage in padding.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::marker::PhantomData;
use std::net::Ipv4Addr;
use std::num::{NonZeroI32, NonZeroU8, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform2D, Transform3D, double};
use godot_var::values::{NodePath, StringName};
use godot_var::{Array, Color, Dictionary, Variant, Vector2, Vector3};

use super::Cases;
use crate::schemas::arena::{
    Bye, Chat, ClientMessage, Join, PlayerState, ServerMessage, Snapshot, Team as Side, Welcome,
};
use crate::schemas::every_form::{inner::Moment, *};

const ORANGE: Color = Color { r: 1.0, g: 0.5, b: 0.0, a: 1.0 };

pub(crate) fn arena(cases: &mut Cases) {
    let state = PlayerState {
        id: 7,
        pos: Vector3::new(1.0, 2.5, -3.0),
        vel: Vector3::ZERO,
        yaw: 0.1,
        health: -5,
        grounded: true,
    };
    let chat = Chat {
        channel: "all".into(),
        text: "Grüße".into(),
        at: 1 << 40,
        tags: vec!["a".into(), "b c".into()],
    };
    let join = Join { name: "Ann".into(), color: ORANGE, team: Some(Side::Spectator) };
    let snapshot = Snapshot {
        tick: 9,
        players: vec![state.clone(), PlayerState { yaw: -1.5, ..state.clone() }],
        scores: BTreeMap::from([("Ann".into(), 3), ("b b".into(), -1)]),
    };
    let (welcome, bye) = (Welcome { you: 3, tick: 99 }, Bye { reason: "late".into() });
    cases.add("PlayerState", &state);
    cases.add("Join", &join);
    cases.add("Join", &Join { team: None, ..join.clone() });
    cases.add("Chat", &chat);
    cases.add("Snapshot", &snapshot);
    for message in [
        ClientMessage::Join(join),
        ClientMessage::Move(state),
        ClientMessage::Chat(chat.clone()),
        ClientMessage::Leave,
    ] {
        cases.add("ClientMessage", &message);
    }
    for message in [
        ServerMessage::Welcome(welcome),
        ServerMessage::Snapshot(snapshot),
        ServerMessage::Chat(chat),
        ServerMessage::Bye(bye),
    ] {
        cases.add("ServerMessage", &message);
    }
}

fn numbers() -> Numbers {
    Numbers {
        flag: true,
        i8: -128,
        i16: -30_000,
        i32: i32::MIN,
        i64: i64::MIN + 1,
        u8: 255,
        u16: 65_535,
        u32: u32::MAX,
        u64: 1 << 62,
        f32: 0.1,
        f64: 0.1,
        wide: 0.3,
        bit: true,
        whole: 3.0,
        real: 7,
        half: Some(9),
        exact: -4,
        exact_float: 0.7,
    }
}

fn texts() -> Texts {
    Texts {
        text: "Grüße, \"世界\"\n".into(),
        letter: 'ß',
        boxed: "boxed".into(),
        shared: "shared".into(),
        short: "four".into(),
        maybe_short: Some("é".into()),
        name: StringName::from("name"),
        method: "jump".into(),
        plain: "plain".into(),
        exact: "exact".into(),
        path: NodePath::parse("node/main"),
        node: "/root/Main".into(),
    }
}

fn lists() -> Lists {
    Lists {
        bytes: vec![1, 255],
        ints: vec![1, -2],
        longs: vec![1 << 40],
        words: vec![1, 2],
        floats: vec![0.1, 2.0],
        exact: vec![-0.5, 1e9],
        doubles: vec![0.1, 0.5],
        texts: vec!["a".into(), "ü".into()],
        names: vec![StringName::from("n")],
        points: vec![Vector2::new(1.0, 2.0)],
        places: [Vector3::new(1.0, 2.0, 3.0)].into(),
        colors: Box::new([ORANGE]),
        cells: [1, 2, 3],
        corners: [Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)],
        flags: [true, false],
        rows: vec![vec![1, 2], vec![]],
        grid: [[1, 2], [3, 4]],
        loose: vec![1, 2],
        few: vec![1, 2, 3],
        words_in_order: BTreeSet::from(["a".into(), "b".into()]),
        numbers_in_order: BTreeSet::from([1, 2]),
        options: vec![None, Some(3)],
        maybe: Some(vec![Some("a".into()), None]),
    }
}

fn maps() -> Maps {
    let place = Place { x: 1, y: -2 };
    Maps {
        scores: BTreeMap::from([("Ann".into(), 3)]),
        by_number: BTreeMap::from([(1, "one".into()), (2, "two".into())]),
        by_team: BTreeMap::from([(-1, vec![place.clone()])]),
        few: BTreeMap::from([("a".into(), 0.1)]),
        pair: ("p".into(), 4),
        deep: (1, (true, 0.1)),
        maybe_pair: Some((1, 2)),
        nothing: (),
        boxed: Box::new(place.clone()),
        maybe_boxed: Some(Box::new(place)),
    }
}

fn habits() -> Habits {
    let place = Place { x: 1, y: -2 };
    Habits {
        tags: HashSet::from(["a".into()]),
        numbers: HashSet::from([7]),
        by_letter: HashMap::from([('x', 1)]),
        by_name: BTreeMap::from([("name".into(), 2)]),
        tick: Wrapping(255),
        ticks: vec![Wrapping(-1)],
        present: NonZeroI32::MIN,
        counts: vec![NonZeroU8::MIN, NonZeroU8::MAX],
        by_count: BTreeMap::from([(NonZeroI32::MAX, 1)]),
        shared: Rc::from([1, 2]),
        names: Arc::from(["a".to_owned()]),
        weights: Cow::Borrowed(&[0.1, 2.0]),
        unit: PhantomData,
        place: Box::new(place.clone()),
        short: "abc".into(),
        seconds: 5,
        cells: 4,
        key: Key::Row,
        event: Event::Moved(place),
        address: Ipv4Addr::LOCALHOST.into(),
        peers: vec![(Ipv4Addr::LOCALHOST, 7777).into()],
        since: SystemTime::UNIX_EPOCH + Duration::from_millis(1500),
        lasts: Some(Duration::from_millis(70)),
        share: 0.5,
        maybe_share: None,
        handle: Handle::Number(7),
        handles: vec![Handle::Nothing],
    }
}

fn structures() -> Structures {
    let (v, b) = (Vector3::new(1.0, 2.0, 3.0), Basis::IDENTITY);
    Structures {
        vector2: Vector2::new(1.0, 2.0),
        vector3: v,
        rect2: Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)),
        plane: Plane::new(Vector3::new(0.0, 1.0, 0.0), 7.0),
        quaternion: Quaternion::new(0.0, 0.0, 0.0, 1.0),
        aabb: Aabb::new(v, v),
        basis: b,
        transform2d: Transform2D::IDENTITY,
        transform3d: Transform3D::new(b, v),
        color: ORANGE,
        double: double::Vector3::new(1.0, 2.0, 3.0),
    }
}

fn defaults() -> Defaults {
    Defaults {
        zero: 1,
        three: 2,
        real: 0.1,
        name: "Bob".into(),
        up: Vector3::ZERO,
        list: vec![3],
        maybe: Some(5),
        mood: Mood::VerySad,
        place: Place { x: 1, y: 2 },
        option: Some(6),
        local: 0,
        note: Some("n".into()),
        tags: vec!["t".into()],
        score: 9,
    }
}

fn choices() -> Choices {
    Choices {
        team: Team::Green,
        mood: Mood::Happy,
        weapon: Weapon::Newer(77),
        paint: Paint::Named("teal".into()),
        external: External::Two(1, "x".into()),
        internal: vec![Internal::RoundOver, Internal::Moved(Place { x: 1, y: 2 })],
        adjacent: Some(Adjacent::Add(1, 2)),
        untagged: Untagged::At { x: 0.5, y: 0.1 },
        message: Message::Go(Place::default()),
        ids: vec![EntityId(1), EntityId(2)],
        maybe_id: Some(EntityId(3)),
        words: Words { list: vec!["w".into()] },
        ping: Ping,
        teams: vec![Team::Red, Team::Blue],
        moods: BTreeMap::from([("a".into(), Mood::Calm)]),
        rows: vec![Row { id: 1, hidden: false, name: "r".into(), score: 2, maybe: None }],
        route: vec![Waypoint(Vector3::ZERO, 0.1)],
    }
}

pub(crate) fn every_form(cases: &mut Cases) {
    let place = Place { x: 3, y: -4 };
    cases.add("Numbers", &numbers());
    cases.add("Numbers", &Numbers { half: None, ..numbers() });
    cases.add("Texts", &texts());
    cases.add("Texts", &Texts { maybe_short: None, ..texts() });
    cases.add("Structures", &structures());
    cases.add("Lists", &lists());
    cases.add("Lists", &Lists { maybe: None, ..lists() });
    cases.add("Maps", &maps());
    cases.add("Maps", &Maps { maybe_pair: None, maybe_boxed: None, ..maps() });
    cases.add("Habits", &habits());
    let event = Event::Boxed(Box::new(place.clone()));
    cases.add(
        "Habits",
        &Habits { key: Key::B, event, lasts: None, maybe_share: Some(0.25), ..habits() },
    );
    cases.add(
        "Anything",
        &Anything {
            value: Variant::Int(3),
            table: Dictionary::from_iter([("a", Variant::Int(1))]),
            list: Array { elements: vec![Variant::Int(1)], element_type: None },
        },
    );
    cases.add("Names", &Names { two_words: 1, sale: 2, r#match: 3, größe: 4, ..Names::default() });
    cases.add("Closed", &Closed { a: 1, b: 2 });
    cases.add("Defaults", &defaults());
    cases.read("OneWay", &OneWay { asked: 7, told: 8 });
    cases.add("Config", &Config { name: "n".into(), volume: 0.1, team: Team::Red });
    cases.add("Waypoint", &Waypoint(Vector3::new(1.0, 2.0, 3.0), 0.1));
    cases.add("Row", &Row { id: 1, hidden: false, name: "n".into(), score: 2, maybe: Some(3) });
    cases.add("Only", &Only(5));
    for value in [
        External::Nothing,
        External::One(place.clone()),
        External::Number(3),
        External::Two(1, "x".into()),
        External::Fields { long_name: 1, maybe: Some(place.clone()) },
    ] {
        cases.add("External", &value);
    }
    for value in [
        Internal::Damage { target: EntityId(7), amount: -1 },
        Internal::Moved(place.clone()),
        Internal::RoundOver,
        Internal::Numbered { at: 0.1 },
    ] {
        cases.add("Internal", &value);
    }
    for value in [
        Adjacent::Clear,
        Adjacent::Add(1, 2),
        Adjacent::At(place.clone()),
        Adjacent::Name { to: "x".into() },
    ] {
        cases.add("Adjacent", &value);
    }
    for value in [
        Untagged::Nobody,
        Untagged::Id(7),
        Untagged::At { x: 0.1, y: 2.0 },
        Untagged::Both(1, 2),
        Untagged::Name("n".into()),
    ] {
        cases.add("Untagged", &value);
    }
    for value in [
        Message::Ping,
        Message::Say { text: "t".into(), loud: true },
        Message::Go(place.clone()),
        Message::Chat("c".into(), EntityId(3)),
        Message::Unknown(Variant::from(vec![Variant::Int(9), "x".into()])),
    ] {
        cases.add("MessageMessage", &value);
    }
    let extra = Extra { mood: Mood::Happy, words: Words { list: vec!["w".into()] } };
    let entity = Entity {
        id: 1,
        place: place.clone(),
        extra: Some(extra),
        rest: BTreeMap::from([("more".into(), Variant::Int(1))]),
    };
    cases.add("Entity", &entity);
    cases.add("Entity", &Entity { extra: None, ..entity });
    let happening = Happening {
        tick: 9,
        what: What::Game(Box::new(Internal::Damage { target: EntityId(7), amount: -1 })),
        remark: Some(Remark::Long { words: Words { list: vec!["w".into()] } }),
        rest: BTreeMap::from([("more".into(), Variant::Int(1))]),
    };
    cases.add("Happening", &happening);
    for what in [
        What::Game(Box::new(Internal::RoundOver)),
        What::Game(Box::new(Internal::Moved(place.clone()))),
        What::Said { text: "hi".into() },
        What::Nothing,
    ] {
        cases.add("What", &what);
        cases.add("Happening", &Happening { what, remark: None, ..happening.clone() });
    }
    cases.add("Happening", &Happening { remark: Some(Remark::Short), ..happening });
    let leaf = |name: &str| Tree { name: name.into(), children: vec![], next: None };
    cases.add(
        "TreeMessage",
        &Tree {
            name: "root".into(),
            children: vec![leaf("a"), leaf("b")],
            next: Some(Box::new(leaf("c"))),
        },
    );
    cases.add(
        "Pages",
        &Pages {
            places: Page { items: vec![place.clone()], last: [place.clone()] },
            numbers: Page { items: vec![1], last: [2, 3] },
        },
    );
    cases.add("TimerMessage", &Timer { at: Moment { seconds: 0.1, place } });
    cases.add("Choices", &choices());
    cases.add("Choices", &Choices { adjacent: None, maybe_id: None, ..choices() });
    deltas(cases);
}

fn hero() -> Hero {
    Hero {
        hit_points: 3,
        apply: Some("a".into()),
        team: Team::Red,
        mood: Some(Mood::Happy),
        weight: 0.5,
        kind: "elf".into(),
        place: Place { x: 1, y: 2 },
        places: vec![Place { x: 3, y: 4 }],
        home: Some(Place { x: 5, y: 6 }),
        numbers: vec![1, 2],
        scores: BTreeMap::from([("s".into(), 0.25)]),
        anything: Variant::Int(9),
        tags: vec!["t".into()],
        level: 7,
        local: 0,
    }
}

fn deltas(cases: &mut Cases) {
    cases.add("Hero", &hero());
    let other = Hero {
        hit_points: 2,
        apply: None,
        team: Team::Blue,
        mood: None,
        weight: 0.25,
        kind: "orc".into(),
        place: Place { x: 1, y: 3 },
        places: Vec::new(),
        home: None,
        numbers: Vec::new(),
        scores: BTreeMap::new(),
        anything: Variant::Nil,
        tags: Vec::new(),
        level: 8,
        local: 0,
    };
    let [whole, back, one] = [
        other.changes_since(&hero()),
        hero().changes_since(&other),
        Hero { apply: None, ..hero() }.changes_since(&hero()),
    ];
    let changed = BTreeMap::from([("a".to_owned(), back.clone())]);
    for delta in [HeroDelta::default(), one.clone(), whole, back] {
        cases.add("HeroDelta", &delta);
    }
    let book = |x| Book { first: Place { x, y: 0 }, pages: 1 };
    let page = Some(book(2).changes_since(&book(1)));
    cases.add("Heroes", &Heroes { changed, last: Some(one.clone()), own: one, page });
}
