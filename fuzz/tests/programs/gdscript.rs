//! Generated classes of the generated types in real engines: they read and refuse what Rust does, and write the same bytes.

use std::collections::BTreeMap;

use godot_var::Variant;
use godot_var::dialect::Generation;
use godot_var_codegen::gdscript::{self, Options};
use godot_var_codegen::{flat, protocol};
use godot_var_fuzz::foreign::{self, Random, Type};

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

/// A type in the source of a schema.
struct Item<'s> {
    text: &'s str,
    /// Why classes cannot have it.
    refused: Option<String>,
}

impl Item<'_> {
    /// Its name and all others in it.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split(|c: char| !c.is_alphanumeric() && c != '_')
    }

    fn name(&self) -> Option<&str> {
        self.words().skip_while(|word| *word != "struct" && *word != "enum").nth(1)
    }
}

/// Returns the script of a schema, and the reasons why some types are not in it: the generator refuses them, or others that they contain.
fn script(source: &str, godot: &Godot) -> (String, Vec<String>) {
    let options = Options::new(match godot.generation {
        Generation::Godot3 => gdscript::Engine::Godot3,
        Generation::Godot4 => gdscript::Engine::Godot4,
    });
    let starts = source.match_indices("#[derive(").map(|(at, _)| at);
    let ends = starts.clone().chain([source.len()]);
    let mut items: Vec<_> = [0]
        .into_iter()
        .chain(starts)
        .zip(ends)
        .map(|(start, end)| Item { text: &source[start..end], refused: None })
        .collect();
    loop {
        // Every line stays where it is.
        let kept = |item: &Item<'_>| match &item.refused {
            Some(_) => "\n".repeat(item.text.matches('\n').count()),
            None => item.text.to_owned(),
        };
        let text: String = items.iter().map(kept).collect();
        let variants = protocol::parse_text("types.rs", &text).expect("a schema");
        let flat = flat::parse_text("types.rs", &text).expect("a schema");
        let errors = match gdscript::generate_all(&variants, &flat, &options) {
            Ok(script) => {
                return (script, items.into_iter().filter_map(|item| item.refused).collect());
            }
            Err(errors) => errors,
        };
        for error in errors {
            let mut line = 1;
            let item = items.iter_mut().find(|item| {
                line += item.text.matches('\n').count();
                error.place.line < line
            });
            let (_, reason) = error.message.split_once(": ").expect("a place");
            item.expect("this line").refused.get_or_insert(reason.to_owned());
        }
        loop {
            let names: Vec<String> = items
                .iter()
                .filter(|item| item.refused.is_some())
                .filter_map(|item| Some(item.name()?.to_owned()))
                .collect();
            let holds = |item: &&mut Item<'_>| {
                item.refused.is_none()
                    && item.words().any(|word| names.iter().any(|name| name == word))
            };
            let mut count = 0;
            for item in items.iter_mut().filter(holds) {
                item.refused = Some("it contains another of these".to_owned());
                count += 1;
            }
            if count == 0 {
                break;
            }
        }
    }
}

/// A message for a class.
struct Case<'t> {
    ty: &'t Type,
    class: String,
    bytes: Vec<u8>,
}

/// Compares the answers of classes with Rust, and returns how many messages Rust reads and refuses.
///
/// `is_same` says whether a class wrote what Rust did.
fn compare(
    generation: Generation,
    cases: &[Case<'_>],
    answers: Vec<Result<Vec<u8>, String>>,
    is_same: impl Fn(&[u8], &[u8]) -> bool,
) -> [usize; 2] {
    let (mut wrong, mut counts) = (Vec::new(), [0, 0]);
    for (Case { ty, class, bytes }, answer) in cases.iter().zip(answers) {
        let of_rust = (ty.again)(bytes);
        counts[usize::from(of_rust.is_err())] += 1;
        let again = answer.as_ref().map(|found| (ty.again)(found));
        let is_right = match (&of_rust, &answer) {
            // What no String or Dictionary of an engine holds.
            (Ok(_), Err(reason)) if NOT_HELD.iter().any(|text| reason.contains(text)) => true,
            // It reads what Rust writes, and the other way round.
            _ if !ty.plain => {
                let is_written = of_rust.as_ref().is_ok_and(|own| own.as_ref() == Ok(bytes));
                !is_written || again.is_ok_and(|again| again.is_ok())
            }
            (Ok(Ok(_)), Ok(_)) if !ty.exact || !ty.single || (ty.has_nan)(bytes) => {
                again.is_ok_and(|again| again.is_ok())
            }
            (Ok(Ok(own)), Ok(found)) if own == bytes => is_same(own, found),
            // Maps may have another order.
            (Ok(Ok(_)), Ok(_)) => again.as_ref() == Ok(&of_rust),
            (Ok(Err(_)), Err(reason)) => reason == "unwritable",
            (Err(error), Ok(_)) => NOT_KNOWN.iter().any(|(part, only)| {
                only.is_none_or(|only| only == generation) && error.to_string().contains(part)
            }),
            (Err(_), Err(_)) => true,
            (Ok(Err(_)), Ok(_)) | (Ok(Ok(_)), Err(_)) => false,
        };
        if !is_right {
            let of_rust = of_rust.map(|own| own.map(hex::encode));
            wrong.push(format!(
                "{class}: {}\n  in Rust {of_rust:?}\n  in GDScript {:?}",
                hex::encode(bytes),
                answer.map(hex::encode)
            ));
        }
    }
    let count = wrong.len();
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{count} of {}:\n{}", cases.len(), wrong.join("\n"));
    counts
}

/// The types that have a class, with its name.
///
/// Prints the reasons why others have none. An enum without data and a newtype need no class.
fn classes<'t>(
    types: &'t [Type],
    script: &str,
    refused: &[String],
    least: usize,
) -> Vec<(&'t Type, String)> {
    let class = |ty: &'t Type| {
        let names = [ty.name.to_owned(), format!("{}InScripts", ty.name)];
        let name = names.into_iter().find(|name| script.contains(&format!("\nclass {name}:")))?;
        Some((ty, name))
    };
    let classes: Vec<_> = types.iter().filter_map(class).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    refused.iter().for_each(|reason| *reasons.entry(reason).or_default() += 1);
    println!("{} classes of {} types; refused: {reasons:?}", classes.len(), types.len());
    assert!(classes.len() * 100 >= types.len() * least, "too few");
    classes
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
            let [read, refused] = compare(godot.generation, cases, answers, &is_same);
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
    let (script, refused) = script(source, godot);
    let (mut random, mut cases) = (Random(1), Cases::default());
    for (ty, class) in classes(&types, &script, &refused, 50) {
        let case = |bytes| Case { ty, class: class.clone(), bytes };
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
        Variant::from(vec![Variant::from(case.class.as_str()), case.bytes.clone().into()])
    };
    // An engine writes each float as short as it can.
    let value = |bytes: &[u8]| value_of::<Variant>(godot, bytes);
    cases.run(godot, "generated.gd", &script, call, |one, other| value(one) == value(other));
}

fn flat_messages_are_those_of_rust(godot: &'static Godot) {
    let (source, types) = foreign::flat();
    let (script, refused) = script(source, godot);
    // Godot 3 has fewer types.
    let least = if godot.generation == Generation::Godot3 { 30 } else { 60 };
    let (mut random, mut cases) = (Random(1), Cases::default());
    for (ty, class) in classes(&types, &script, &refused, least) {
        let case = |bytes| Case { ty, class: class.clone(), bytes };
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
        let class = Variant::from(case.class.as_str());
        Variant::from(vec![class, false.into(), case.bytes.clone().into()])
    };
    cases.run(godot, "flat.gd", &script, call, |one, other| one == other);
}

needs::tests! {
    in GODOT36 GODOT4: variants_are_those_of_rust, flat_messages_are_those_of_rust;
}
