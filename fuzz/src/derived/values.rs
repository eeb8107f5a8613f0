//! A value of each type in `attributes.rs`, as the first messages of the fuzzer.

use std::collections::{BTreeMap, HashSet};
use std::marker::PhantomData;
use std::num::{NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, Wrapping};
use std::time::{Duration, SystemTime};

use godot_var::math::{Vector2i, Vector4, double};
use godot_var::{Color, Godot3, Godot4, StringName, ToVariantBytes, Vector3};

use super::attributes::{
    Beside, Even, Fitting, Habits, Happening, How, Many, Measured, Newer, Numbered, Port, Row, Say,
    Sets, Sizes, Speech, Talk, Through, Title, Weapon, What, Wide,
};

const PORT: NonZeroU16 = NonZeroU16::new(7777).expect("not 0");

fn measured(id: u32) -> Measured {
    Measured {
        id,
        even: 2 * id,
        share: 0.5,
        half: 3,
        place: (1.0, -0.5),
        lasts: Duration::from_millis(1500),
        since: SystemTime::UNIX_EPOCH + Duration::from_millis(2500),
        step: Even(8),
        port: Port(PORT),
        count: PORT,
        turn: Wrapping(-1),
        last: true,
    }
}

fn row(id: u32) -> Row {
    Row(id, 4, Duration::from_micros(7), Even(6), -5)
}

fn through() -> Through {
    Through {
        by: ['a', 'ß'],
        maybe: Some(0.25),
        maybe_by: None,
        sorted: vec![1, 2, 3],
        tick: measured(1),
        at: 1500,
        volume: 0.75,
        even: 2,
        exact: Some(SystemTime::UNIX_EPOCH - Duration::from_micros(7)),
        rest: Some(Duration::from_millis(10)),
        title: Title("Dr.".into()),
    }
}

fn sizes() -> Sizes {
    Sizes { wide: 4, high: Even(2) }
}

fn whats() -> Vec<What> {
    vec![
        What::Hit { by: 2, lasts: Duration::from_millis(3) },
        What::Measured(Box::new(measured(2))),
        What::Inner(How::Fast { rate: 1.0 }),
        What::Inner(How::Slow),
        What::Nothing { why: None },
        What::Nothing { why: Some(Even(2)) },
    ]
}

fn happenings() -> impl Iterator<Item = Happening> {
    whats().into_iter().zip(0..).map(|(what, at)| Happening {
        at,
        what,
        row: Some(sizes()).filter(|_| at % 2 == 0),
        rest: (0..at % 3).map(|number| (format!("key{number}"), number.into())).collect(),
    })
}

fn many() -> Many {
    Many {
        measured: (0..3).map(measured).collect(),
        queue: (0..2).map(measured).collect(),
        one: Some(Box::new(measured(3))),
        few: Some([measured(4), measured(5)]),
        by_name: BTreeMap::from([("a".into(), measured(6)), ("b".into(), measured(7))]),
        nested: vec![vec![row(1), row(2)], vec![], vec![row(3)]],
        rows: (4..7).map(row).collect(),
        pairs: vec![(Even(2), 0.5), (Even(4), 0.1)],
        evens: vec![Even(2), Even(4)],
        ports: vec![Port(PORT); 2],
        titles: vec![Title("a".into()), Title(String::new())],
        through: vec![through(), through()],
        whats: whats(),
        happenings: happenings().collect(),
        fitting: vec![
            Fitting::Even(Even(2)),
            Fitting::Share(0.51),
            Fitting::Row(row(8)),
            Fitting::Measured(measured(8)),
            Fitting::Sizes(sizes()),
            Fitting::Title("text".into()),
        ],
        numbered: vec![
            Numbered::Even(2, Even(4)),
            Numbered::Row { row: row(9), lasts: Duration::from_millis(500) },
            Numbered::Say(vec![measured(9)]),
        ],
        beside: vec![
            Beside::Even(Even(2)),
            Beside::Two(0.5, Port(PORT)),
            Beside::Named { how_long: Duration::from_millis(9) },
            Beside::Nothing,
        ],
        weapons: vec![Weapon::Sword, Weapon::Bow, Weapon::Newer(77)],
        sizes: [sizes(), sizes()].into(),
    }
}

/// One list in each message, so that a mutation of one leaves the others whole.
fn apart(many: &Many) -> Vec<Many> {
    let none = Many::default;
    vec![
        Many { measured: many.measured.clone(), ..none() },
        Many { queue: many.queue.clone(), one: many.one.clone(), ..none() },
        Many { few: many.few.clone(), by_name: many.by_name.clone(), ..none() },
        Many { nested: many.nested.clone(), rows: many.rows.clone(), ..none() },
        Many { pairs: many.pairs.clone(), evens: many.evens.clone(), ..none() },
        Many { ports: many.ports.clone(), titles: many.titles.clone(), ..none() },
        Many { through: many.through.clone(), ..none() },
        Many { whats: many.whats.clone(), ..none() },
        Many { happenings: many.happenings.clone(), ..none() },
        Many { fitting: many.fitting.clone(), ..none() },
        Many { numbered: many.numbered.clone(), ..none() },
        Many { beside: many.beside.clone(), weapons: many.weapons.clone(), ..none() },
        Many { sizes: many.sizes.clone(), ..none() },
    ]
}

fn habits() -> Habits<f32> {
    Habits {
        none_of: PhantomData,
        counts: vec![NonZeroU8::MIN, NonZeroU8::MAX],
        turns: vec![Wrapping(-1), Wrapping(1)],
        far: NonZeroI64::MIN,
        maybe_near: Some(NonZeroU32::MAX),
        by_count: BTreeMap::from([(NonZeroI32::MIN, Wrapping(1)), (NonZeroI32::MAX, Wrapping(2))]),
        address: [127, 0, 0, 1].into(),
        peers: vec![([127, 0, 0, 1], 7777).into(), ([0, 0, 0, 0, 0, 0, 0, 1], 9).into()],
        letters: vec!['a', 'ß', '\0'],
        shared: ["one".to_owned(), String::new()].into(),
        weights: vec![0.5, f32::INFINITY].into(),
        boxed: vec![1.into(), 2.into()],
        double: double::Vector3::new(0.1, 0.5, -1.0),
        unit: (),
        method: "jump".into(),
        node: Some("/root/a:b".into()),
        loose: vec![1, 2],
        whole: 3.0,
        real: PORT,
        exact: vec![0.5],
        local: 1,
        asked: 2,
        told: 3,
        note: Some(0.1),
    }
}

fn say() -> Say {
    Say {
        text: "hi".into(),
        data: vec![1, 2, 3],
        maybe: Some("text".into()),
        numbers: vec![-1, 1],
        ratios: [0.5, 0.1].into(),
        colors: vec![Color::ORANGE],
        lines: vec!["one".into(), "two".into()],
        by_name: BTreeMap::from([("a".into(), vec![1, 2])]),
        even: 2,
        step: Even(4),
    }
}

fn speech() -> Vec<Speech> {
    vec![
        Speech::Loud { text: "hey".into(), volume: 1.0 },
        Speech::Data { bytes: vec![1, 2] },
        Speech::Silence,
    ]
}

fn newer() -> Newer {
    Newer {
        longs: vec![1 << 40, -1],
        vectors: vec![Vector4::new(1.0, 2.0, 3.0, 4.0)],
        cell: Vector2i::new(1, 2),
        by_cell: BTreeMap::from([(Vector2i::new(3, 4), StringName::from("name"))]),
        typed: vec![1, 2],
        by_name: BTreeMap::from([("a".into(), 0.5)]),
        points: vec![Vector3::ONE],
        even: 2,
    }
}

/// Returns all of them, as each engine writes them.
pub(crate) fn messages() -> Vec<Vec<u8>> {
    fn both(value: &impl ToVariantBytes, found: &mut Vec<Vec<u8>>) {
        found.push(value.to_variant_bytes::<Godot4>().expect("a message"));
        found.push(value.to_variant_bytes::<Godot3>().expect("a message"));
    }

    let mut found = vec![newer().to_variant_bytes::<Godot4>().expect("a message")];
    let many = many();
    apart(&many).iter().for_each(|part| both(part, &mut found));
    both(&many, &mut found);
    both(&through(), &mut found);
    happenings().for_each(|happening| both(&happening, &mut found));
    both(&habits(), &mut found);
    let wide = |more| Wide { one: 0.5, two: Some(2), more };
    both(&wide(vec![wide(vec![])]), &mut found);
    let sets = |more| Sets {
        numbers: HashSet::from([1, 2, 3]),
        names: HashSet::from(["a".into(), "b".into()]),
        few: Some(HashSet::from([NonZeroU8::MIN])),
        more,
    };
    both(&sets(vec![sets(vec![])]), &mut found);
    both(&say(), &mut found);
    speech().iter().for_each(|speech| both(speech, &mut found));
    both(&Talk { says: vec![say(), say()], last: Some(say()), speech: speech() }, &mut found);
    found
}
