//! Generated classes of the generated types in real engines: they read and refuse what Rust does, and write the same bytes.

use godot_var::Variant;
use godot_var::dialect::Generation;
use godot_var_codegen::gdscript::{self, Options};
use godot_var_fuzz::foreign::{self, Random, Type};

use crate::languages::{Case, Judge, generate, named};
use crate::needs::{self, GODOT4, GODOT36, Godot};
use crate::programs::classes::{Classes, bytes_for, value_of};
use crate::random::{NO_TIME, change, spoil};

/// How many messages are made of each type.
const SAMPLES: u64 = 5;

/// How many copies of each have a change.
const CHANGES: usize = 12;

/// Parts of the reasons for which a class alone refuses: of texts, and of maps, in which 1 and 1.0 are two keys.
const NOT_HELD: [&str; 3] = ["without U+0000", "a String holds", "as key, got float"];

/// Parts of the errors for which Rust alone refuses: generated code does not know the range of a time, and Godot 3 does not say where a
/// Variant inside a flat message ends.
const NOT_KNOWN: [(&str, Option<Generation>); 2] =
    [(NO_TIME, None), ("the end of a Variant", Some(Generation::Godot3))];

/// Returns the generator's options for an engine.
fn options(godot: &Godot) -> Options {
    Options::new(match godot.generation {
        Generation::Godot3 => gdscript::Engine::Godot3,
        Generation::Godot4 => gdscript::Engine::Godot4,
    })
}

/// The types that have a class, with its name.
fn classes<'t>(
    types: &'t [Type],
    script: &str,
    refused: &[String],
    least: usize,
) -> Vec<(&'t Type, String)> {
    named(types, refused, least, |ty| {
        let names = [ty.name.to_owned(), format!("{}InScripts", ty.name)];
        names.into_iter().find(|name| script.contains(&format!("\nclass {name}:")))
    })
}

/// Messages for the classes of a wire.
#[derive(Default)]
struct Cases<'t> {
    /// They have every part, or parts of other types.
    whole: Vec<Case<'t>>,
    /// Of some of these the engine complains by itself.
    broken: Vec<Case<'t>>,
}

impl Cases<'_> {
    /// Passes them to the classes.
    fn run(
        &self,
        godot: &Godot,
        program: &'static str,
        script: &str,
        call: impl Fn(&Case<'_>) -> Variant,
        is_same: impl Fn(&[u8], &[u8]) -> bool,
    ) {
        for (name, complains, cases) in
            [("whole", false, &self.whole), ("broken", true, &self.broken)]
        {
            let classes = Classes { root: "..", program, script, complains };
            let test = format!("{program}-{name}");
            let answers = classes.answers(godot, &test, cases.iter().map(&call));
            let judge = Judge {
                language: "GDScript",
                not_held: &NOT_HELD,
                not_known: NOT_KNOWN
                    .into_iter()
                    .filter(|(_, only)| only.is_none_or(|only| only == godot.generation))
                    .map(|(part, _)| part)
                    .collect(),
                // An engine does the same.
                variants: None,
                keeps_nan: false,
                is_same: &is_same,
            };
            let [read, refused] = judge.compare(cases, answers);
            println!("{name}: {read} messages are read, {refused} refused");
            assert!(read > 100 && (refused > 500 || !complains), "too few");
        }
    }
}

/// Whether an engine reads a value as it is: it ends a text at its first U+0000, and leaves out what a typed container cannot have.
fn is_held(value: &Variant) -> bool {
    let shown = format!("{value:?}");
    !["\\0", "types: Some", "element_type: Some"].iter().any(|part| shown.contains(part))
}

fn variants_are_those_of_rust(godot: &'static Godot) {
    let (source, types) = match godot.generation {
        Generation::Godot3 => foreign::godot3(),
        Generation::Godot4 => foreign::godot4(),
    };
    let (script, refused) = generate(source, &options(godot));
    let (mut random, mut cases) = (Random(1), Cases::default());
    for (ty, class) in classes(&types, &script, &refused, 50) {
        let case = |bytes| Case { ty, name: class.clone(), bytes };
        for number in 0..SAMPLES {
            let bytes = (ty.sample)(number);
            let bytes = (ty.again)(&bytes).expect("a sample").unwrap_or(bytes);
            let value: Variant = value_of(godot, &bytes).expect("a value");
            for _ in 0..CHANGES {
                let mut other = value.clone();
                change(&mut random, &mut other);
                cases.whole.extend(bytes_for(godot, &other).ok().map(case));
                let mut other = bytes.clone();
                spoil(&mut random, &mut other);
                let is_read = match value_of(godot, &other) {
                    Ok(value) => is_held(&value),
                    // The engine reads some bytes that are no Variants.
                    Err(_) => bytes.starts_with(&other),
                };
                cases.broken.extend(is_read.then(|| case(other)));
            }
            cases.whole.push(case(bytes));
        }
    }
    let call = |case: &Case<'_>| {
        Variant::from(vec![Variant::from(case.name.as_str()), case.bytes.clone().into()])
    };
    // An engine writes each float as short as it can.
    let value = |bytes: &[u8]| value_of::<Variant>(godot, bytes);
    cases.run(godot, "generated.gd", &script, call, |one, other| value(one) == value(other));
}

fn flat_messages_are_those_of_rust(godot: &'static Godot) {
    let (source, types) = foreign::flat();
    let (script, refused) = generate(source, &options(godot));
    // Godot 3 has fewer types.
    let least = if godot.generation == Generation::Godot3 { 30 } else { 60 };
    let (mut random, mut cases) = (Random(1), Cases::default());
    for (ty, class) in classes(&types, &script, &refused, least) {
        let case = |bytes| Case { ty, name: class.clone(), bytes };
        for number in 0..SAMPLES {
            let bytes = (ty.sample)(number);
            let bytes = (ty.again)(&bytes).expect("a sample").unwrap_or(bytes);
            cases.broken.push(case([&bytes[..], &[0]].concat()));
            for _ in 0..CHANGES {
                let mut other = bytes.clone();
                spoil(&mut random, &mut other);
                cases.broken.push(case(other));
            }
            cases.whole.push(case(bytes));
        }
    }
    let call = |case: &Case<'_>| {
        let class = Variant::from(case.name.as_str());
        Variant::from(vec![class, false.into(), case.bytes.clone().into()])
    };
    cases.run(godot, "flat.gd", &script, call, |one, other| one == other);
}

needs::tests! {
    in GODOT36 GODOT4: variants_are_those_of_rust, flat_messages_are_those_of_rust;
}
