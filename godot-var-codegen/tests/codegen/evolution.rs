//! Compares the findings of `check` with what programs of both sides do with each other's bytes.
//!
//! Each case has a message `M` in an old and in a new form, with samples. Each side reads all samples of the other. If `check` reports that
//! a side refuses all, all must be refused; for some, some; without a finding, none. The same pair is also checked in reverse.
//! `evolution/verdicts.txt` has the messages; `BLESS=1` rewrites it.
#![allow(dead_code, unreachable_pub, reason = "types are there for the wire")]

use std::fmt::Write;

use godot_var_codegen::evolve::{self, Extent, Finding, Who};
use godot_var_codegen::lock;
use godot_var_codegen::protocol::{Protocol, parse_text};

use crate::evolve_help::assert_done;

mod fields;
mod members;
mod nested;
mod numbers;
mod sets;
mod shapes;

/// A change and the result of exchanging bytes.
struct Case {
    name: &'static str,
    old: &'static str,
    new: &'static str,
    /// Whether an old reader accepted each sample of a new writer.
    old_reads: Vec<bool>,
    /// Whether a new reader accepted each sample of an old writer.
    new_reads: Vec<bool>,
}

/// Compiles both sides, and exchanges samples.
macro_rules! case {
    ($name:literal; old { $($old:tt)* } sends [$($from_old:expr),* $(,)?];
        new { $($new:tt)* } sends [$($from_new:expr),* $(,)?]) => {{
        mod old {
            use super::*;
            $($old)*
        }
        mod new {
            use super::*;
            $($new)*
        }
        let old_reads = {
            use new::*;
            let sent = vec![$($from_new.to_variant_bytes::<Godot4>().expect("an encoding")),*];
            let read = |bytes: &Vec<u8>| old::M::from_variant_bytes::<Godot4>(bytes).is_ok();
            sent.iter().map(read).collect()
        };
        let new_reads = {
            use old::*;
            let sent = vec![$($from_old.to_variant_bytes::<Godot4>().expect("an encoding")),*];
            let read = |bytes: &Vec<u8>| new::M::from_variant_bytes::<Godot4>(bytes).is_ok();
            sent.iter().map(read).collect()
        };
        $crate::evolution::Case {
            name: $name,
            old: stringify!($($old)*),
            new: stringify!($($new)*),
            old_reads,
            new_reads,
        }
    }};
}
pub(crate) use case;

fn cases() -> Vec<Case> {
    let all = [
        fields::cases(),
        members::cases(),
        numbers::cases(),
        shapes::cases(),
        nested::cases(),
        sets::cases(),
    ];
    all.into_iter().flatten().collect()
}

fn read(name: &str, text: &str) -> Protocol {
    let text = format!("use godot_var::{{double, *}};\nuse godot_var::multiplayer::*;\n{text}");
    parse_text(name, &text).unwrap_or_else(|errors| panic!("{name}: {errors:#?}\n{text}"))
}

/// Compares the findings with the results.
fn compare(
    mismatches: &mut Vec<String>,
    name: &str,
    findings: &[Finding],
    who: Who,
    taken: &[bool],
) {
    let said: Vec<_> = findings
        .iter()
        .flat_map(|finding| finding.breaks.iter().map(move |found| (finding, found)))
        .filter(|(_, found)| found.who == who && found.extent != Extent::Misread)
        .collect();
    // A finding about a variant concerns only its messages, and one about the elements of a list only lists that have some.
    let is_part = |subject: &str| ["::", "[]", "{"].iter().any(|part| subject.contains(part));
    let all = said
        .iter()
        .any(|(finding, found)| found.extent == Extent::All && !is_part(&finding.subject));
    let some = said.iter().all(|(_, found)| found.extent != Extent::All);
    let taken_at_all = taken.iter().filter(|taken| **taken).count();
    let is_so = if all {
        taken_at_all == 0
    } else if said.is_empty() {
        taken_at_all == taken.len()
    } else {
        taken_at_all < taken.len() && (taken_at_all > 0 || !some)
    };
    if !is_so {
        let said: Vec<_> =
            said.iter().map(|(finding, found)| format!("{finding} {found:?}")).collect();
        mismatches.push(format!("{name}: {who:?} took {taken:?}\n{}", said.join("\n")));
    }
}

#[test]
fn what_is_said_is_what_happens() {
    let mut verdicts = String::new();
    let mut rules = Vec::new();
    let mut mismatches = Vec::new();
    for case in cases() {
        let (old, new) = (read("old.rs", case.old), read("new.rs", case.new));
        let forth = evolve::check(&old, &new);
        compare(&mut mismatches, case.name, &forth, Who::OldReader, &case.old_reads);
        compare(&mut mismatches, case.name, &forth, Who::OldWriter, &case.new_reads);
        let back = evolve::check(&new, &old);
        let reverse = format!("{}, back", case.name);
        compare(&mut mismatches, &reverse, &back, Who::OldReader, &case.new_reads);
        compare(&mut mismatches, &reverse, &back, Who::OldWriter, &case.old_reads);
        // A lock gives the same findings as its schema.
        let locked = lock::write(&old).expect("a lock");
        let locked = lock::parse("old.lock", &locked).expect("a lock");
        let from_lock = evolve::check(&locked, &new);
        let told = |findings: &[Finding]| -> Vec<_> {
            let told = |finding: &Finding| (finding.message.clone(), finding.breaks.clone());
            let mut told: Vec<_> = findings.iter().map(told).collect();
            told.sort();
            told
        };
        assert_eq!(told(&from_lock), told(&forth), "{}", case.name);
        for (title, findings) in [("", &forth), (", back", &back)] {
            writeln!(verdicts, "# {}{title}", case.name).expect("a String");
            if findings.is_empty() {
                writeln!(verdicts, "nothing").expect("a String");
            }
            for finding in findings {
                rules.push(finding.rule);
                assert_done(finding);
                let mut bare = finding.clone();
                (bare.old, bare.new) = (None, None);
                writeln!(verdicts, "{bare}").expect("a String");
            }
            verdicts.push('\n');
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/evolution/verdicts.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &verdicts).expect("the verdicts can be written");
    }
    let expected = std::fs::read_to_string(path).expect("the verdicts");
    let differs = verdicts.split("\n\n").zip(expected.split("\n\n")).find(|(is, was)| is != was);
    if let Some((is, was)) = differs {
        panic!("is\n{is}\nwas\n{was}\nif that is meant, run with BLESS=1");
    }
    assert!(verdicts == expected, "cases have come or gone: run with BLESS=1");
    let unseen: Vec<_> =
        evolve::Rule::ALL.into_iter().filter(|rule| !rules.contains(rule)).collect();
    assert_eq!(unseen, [], "rules without a case");
}
