//! What generated code of every language must do: read and refuse what Rust does, and write the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use godot_var::{Dictionary, Variant};
use godot_var_codegen::flat;
use godot_var_codegen::language::Language;
use godot_var_codegen::protocol::Diagnostic;
use godot_var_codegen::schema::Schema;
use godot_var_fuzz::foreign::{Again, Random, Type};

use crate::needs::Godot;
use crate::programs::classes::{bytes_for, value_of};
use crate::random::{NO_TIME, change, spoil};

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

/// Returns the file of a schema in a language, and the reasons why some types are not in it.
pub(crate) fn generate(source: &str, language: &dyn Language) -> (String, Vec<String>) {
    reduced(source, |text| {
        let read = flat::parse_both("types.rs", |_| Ok(text.to_owned()));
        let (variants, flat) = read.expect("a schema");
        language.generate(&Schema::new(&variants, &flat), "types")
    })
}

/// Returns what is generated of a schema without the types that the generator refuses, or others that contain them, and the reasons.
pub(crate) fn reduced(
    source: &str,
    generate: impl Fn(&str) -> Result<String, Vec<Diagnostic>>,
) -> (String, Vec<String>) {
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
        let errors = match generate(&text) {
            Ok(file) => {
                return (file, items.into_iter().filter_map(|item| item.refused).collect());
            }
            Err(errors) => errors,
        };
        for error in errors {
            let mut line = 1;
            let item = items.iter_mut().find(|item| {
                line += item.text.matches('\n').count();
                error.place.line < line
            });
            let reason = error.message.split_once(": ").map_or(&*error.message, |(_, text)| text);
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

/// A message for generated code.
pub(crate) struct Case<'t> {
    pub(crate) ty: &'t Type,
    /// The name of the type in that code.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// What a language writes again of a message, or why it refuses it.
pub(crate) type Answer = Result<Vec<u8>, String>;

/// The reason for a value that was read, and has no bytes.
pub(crate) const UNWRITABLE: &str = "unwritable";

/// Parts of the errors for which Rust alone refuses a message: other generated code does not know the range of a time, and, as an engine,
/// it does not look at what follows a Variant.
pub(crate) fn not_known(variants: Option<&Godot>) -> Vec<&'static str> {
    let more = variants.map(|_| "expected the end of the message");
    [NO_TIME].into_iter().chain(more).collect()
}

/// How many mistakes are shown of a type.
const SHOWN: usize = 2;

/// How a language may differ from Rust.
pub(crate) struct Judge<S> {
    /// Its name.
    pub(crate) language: &'static str,
    /// Parts of the reasons for which it alone refuses a message.
    pub(crate) not_held: &'static [&'static str],
    /// Parts of the errors for which Rust alone refuses one.
    pub(crate) not_known: Vec<&'static str>,
    /// The engine whose Variants the messages are, if they are such.
    pub(crate) variants: Option<&'static Godot>,
    /// Whether it keeps the bits of a NaN.
    pub(crate) keeps_nan: bool,
    /// Whether it wrote what Rust did.
    pub(crate) is_same: S,
}

impl<S: Fn(&[u8], &[u8]) -> bool> Judge<S> {
    /// Compares the answers with Rust, and returns how many messages Rust reads and refuses.
    pub(crate) fn compare(&self, cases: &[Case<'_>], answers: Vec<Answer>) -> [usize; 2] {
        let (mut wrong, mut counts) = (BTreeMap::new(), [0, 0]);
        for (case, answer) in cases.iter().zip(answers) {
            let Case { ty, name, bytes } = case;
            let of_rust = (ty.again)(bytes);
            counts[usize::from(of_rust.is_err())] += 1;
            if !self.is_right(case, &of_rust, &answer) {
                let of_rust = of_rust.map(|own| own.map(hex::encode));
                wrong.entry(name).or_insert_with(Vec::new).push(format!(
                    "{name}: {}\n  in Rust {of_rust:?}\n  in {} {:?}",
                    hex::encode(bytes),
                    self.language,
                    answer.map(hex::encode)
                ));
            }
        }
        let count: usize = wrong.values().map(Vec::len).sum();
        let shown = |wrong: &Vec<String>| {
            let rest = wrong.len().saturating_sub(SHOWN);
            let more = if rest > 0 { format!("\n  and {rest} more") } else { String::new() };
            wrong[..wrong.len() - rest].join("\n") + &more
        };
        let shown: Vec<_> = wrong.values().map(shown).collect();
        assert!(wrong.is_empty(), "{count} of {}:\n{}", cases.len(), shown.join("\n"));
        counts
    }

    fn is_right(&self, case: &Case<'_>, of_rust: &Again, answer: &Answer) -> bool {
        let Case { ty, bytes, .. } = case;
        let again = answer.as_ref().map(|found| (ty.again)(found));
        let has_lost_nan = !self.keeps_nan && (ty.has_nan)(bytes);
        match (of_rust, answer) {
            (Ok(_), Err(reason)) if self.not_held.iter().any(|text| reason.contains(text)) => true,
            // It reads what Rust writes, and the other way round.
            _ if !ty.plain => {
                let is_written = of_rust.as_ref().is_ok_and(|own| own.as_ref() == Ok(bytes));
                !is_written || again.is_ok_and(|again| again.is_ok())
            }
            (Ok(Ok(_)), Ok(_)) if !ty.exact || !ty.single || has_lost_nan => {
                again.is_ok_and(|again| again.is_ok())
            }
            (Ok(Ok(own)), Ok(found)) if own == bytes => (self.is_same)(own, found),
            // Maps may have another order.
            (Ok(Ok(_)), Ok(_)) => again.as_ref() == Ok(of_rust),
            (Ok(Err(_)), Err(reason)) => reason == UNWRITABLE,
            (Err(error), Ok(_)) => {
                let error = error.to_string();
                self.not_known.iter().any(|part| error.contains(part))
            }
            (Err(_), Err(_)) => true,
            // Rust looks at the last of several values of a key, other code at each.
            (Ok(Ok(_)), Err(_)) => self.variants.is_some_and(|godot| repeats_a_key(godot, bytes)),
            (Ok(Err(_)), Ok(_)) => false,
        }
    }
}

/// Whether a message is a Dictionary that has a key twice: its value has fewer pairs.
fn repeats_a_key(godot: &Godot, bytes: &[u8]) -> bool {
    let count = bytes.get(4..8).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
    match value_of(godot, bytes) {
        Ok(Variant::Dictionary(Dictionary { entries, .. })) => {
            count.is_some_and(|count| count as usize > entries.len())
        }
        _ => false,
    }
}

/// The types that a file has, with the name that `find` returns for each.
///
/// Prints the reasons why others are not there. An enum without data and a newtype have no bytes of their own.
pub(crate) fn named<'t>(
    types: &'t [Type],
    refused: &[String],
    least: usize,
    find: impl Fn(&Type) -> Option<String>,
) -> Vec<(&'t Type, String)> {
    let found: Vec<_> = types.iter().filter_map(|ty| Some((ty, find(ty)?))).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    refused.iter().for_each(|reason| *reasons.entry(reason).or_default() += 1);
    println!("{} of {} types; refused: {reasons:?}", found.len(), types.len());
    assert!(found.len() * 100 >= types.len() * least, "too few");
    found
}

/// How many messages are made of each type.
const SAMPLES: u64 = 5;

/// How many copies of each have other bytes, and how many another value.
const CHANGES: usize = 20;

/// The most copies of a message that are cut.
const CUTS: usize = 40;

/// Messages of types, as Rust writes them, with other bytes, and cut. `variants` is an engine whose Variants they are: some have other
/// values, too.
pub(crate) fn cases<'t>(
    types: &[(&'t Type, String)],
    variants: Option<&'static Godot>,
) -> Vec<Case<'t>> {
    let (mut random, mut cases) = (Random(1), Vec::new());
    for (ty, name) in types {
        let case = |bytes| Case { ty, name: name.clone(), bytes };
        for number in 0..SAMPLES {
            let made = (ty.sample)(number);
            let bytes = (ty.again)(&made).expect("a sample").unwrap_or(made);
            for _ in 0..CHANGES {
                let mut other = bytes.clone();
                spoil(&mut random, &mut other);
                cases.push(case(other));
            }
            let cuts = bytes.len().min(CUTS);
            for cut in 0..cuts {
                let len = if cuts < CUTS { cut } else { random.below(bytes.len()) };
                cases.push(case(bytes[..len].to_vec()));
            }
            if let Some(godot) = variants {
                let value: Variant = value_of(godot, &bytes).expect("a value");
                for _ in 0..CHANGES {
                    let mut other = value.clone();
                    change(&mut random, &mut other);
                    cases.extend(bytes_for(godot, &other).ok().map(case));
                }
            }
            cases.push(case([&bytes[..], &[0]].concat()));
            cases.push(case(bytes));
        }
    }
    cases
}

/// Writes messages for a driver: a line for each.
pub(crate) fn write_rows(path: &Path, cases: &[Case<'_>]) {
    let row = |case: &Case<'_>| format!("{}\t{}\n", case.name, hex::encode(&case.bytes));
    fs::write(path, cases.iter().map(row).collect::<String>()).expect("a file");
}

/// Runs a program of a test, which has to succeed.
pub(crate) fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().expect("starts");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
}

/// Reads the answers of a driver: a line for each message.
pub(crate) fn read_answers(path: &Path, cases: &[Case<'_>]) -> Vec<Answer> {
    let text = fs::read_to_string(path).expect("a file");
    let answers: Vec<_> = text
        .lines()
        .zip(cases)
        .map(|(line, Case { name, bytes, .. })| match line.split_once(' ') {
            Some(("ok", written)) => Ok(hex::decode(written).expect("bytes")),
            Some(("error", reason)) => Err(reason.to_owned()),
            _ => panic!("{name}: {}: {line}", hex::encode(bytes)),
        })
        .collect();
    assert_eq!(answers.len(), cases.len(), "an answer for each message");
    answers
}
