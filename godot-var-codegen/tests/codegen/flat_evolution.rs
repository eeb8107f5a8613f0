//! Compares the findings of `check` about flat messages with what programs of both sides do with each other's bytes.
//!
//! Each case has a message `M` in an old and in a new form. Each side writes random messages, made from its layout, and the other side reads
//! them. If `check` reports that a side refuses all, all must be refused; if it reports anything else, some message must be refused or arrive
//! as another value; without a finding every value must arrive. Variants without a finding must arrive, too. The same pair is also checked in
//! reverse. `flat_evolution/verdicts.txt` has the messages; `BLESS=1` rewrites it.
#![allow(dead_code, unreachable_pub, reason = "types are there for the wire")]

use std::collections::BTreeSet;
use std::fmt::{Debug, Write};

use godot_var_codegen::evolve::{self, Extent, Finding, Side, Who};
use godot_var_codegen::{flat, lock};

use crate::evolve_help::assert_done;

mod encodings;
mod enums;
mod fields;
mod flags;
mod meanings;
mod worlds;

/// The number of random messages that each side writes.
const MESSAGES: u64 = 200;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Got {
    Refused,
    TheValue,
    AnotherValue,
}

/// The variant of a message, and what became of it.
type Exchanged = Vec<(String, Got)>;

/// A change and the result of exchanging bytes.
struct Case {
    name: &'static str,
    old: &'static str,
    new: &'static str,
    /// What an old reader got from a new writer.
    old_reads: Exchanged,
    /// What a new reader got from an old writer.
    new_reads: Exchanged,
}

/// Compiles both sides, and exchanges random messages and those of `sends`. `same` compares an old value with a new one.
macro_rules! case {
    ($name:literal; old { $($old:tt)* } $(sends [$($from_old:expr),*])?
        new { $($new:tt)* } $(sends [$($from_new:expr),*])?
        same |$o:ident, $n:ident| $same:expr) => {{
        use godot_var::FromFlatBytes;
        mod old {
            use super::*;
            $($old)*
        }
        mod new {
            use super::*;
            $($new)*
        }
        let same = |$o: &old::M, $n: &new::M| -> bool { $same };
        let new_reads = {
            use old::*;
            #[allow(unused_mut, reason = "most cases have no messages of their own")]
            let mut sent = $crate::flat_evolution::random::<M>($crate::flat_evolution::MESSAGES);
            $(sent.extend([$($from_old),*].map(|sent: M| $crate::flat_evolution::bytes(&sent)));)?
            $crate::flat_evolution::exchange(sent, |bytes| M::from_flat_bytes(bytes).ok(),
                |bytes| new::M::from_flat_bytes(bytes).ok(), same)
        };
        let old_reads = {
            use new::*;
            #[allow(unused_mut, reason = "most cases have no messages of their own")]
            let mut sent = $crate::flat_evolution::random::<M>($crate::flat_evolution::MESSAGES);
            $(sent.extend([$($from_new),*].map(|sent: M| $crate::flat_evolution::bytes(&sent)));)?
            $crate::flat_evolution::exchange(sent, |bytes| M::from_flat_bytes(bytes).ok(),
                |bytes| old::M::from_flat_bytes(bytes).ok(), |new, old| same(old, new))
        };
        $crate::flat_evolution::Case {
            name: $name,
            old: stringify!($($old)*),
            new: stringify!($($new)*),
            old_reads,
            new_reads,
        }
    }};
    // Values of both sides that print alike are the same.
    ($name:literal; old { $($old:tt)* } $(sends [$($from_old:expr),*])?
        new { $($new:tt)* } $(sends [$($from_new:expr),*])?) => {
        case! { $name; old { $($old)* } $(sends [$($from_old),*])? new { $($new)* } $(sends [$($from_new),*])?
            same |o, n| format!("{o:?}") == format!("{n:?}") }
    };
}
pub(crate) use case;

/// The bytes of a message.
fn bytes<T: godot_var::ToFlatBytes>(message: &T) -> Vec<u8> {
    message.to_flat_bytes().expect("a message")
}

/// Random messages of a type.
fn random<T: godot_var::flat::Encode<godot_var::flat::Flat<godot_var::flat::Little>>>(
    count: u64,
) -> Vec<Vec<u8>> {
    let compiled = |name: &str, _: &mut dyn FnMut(&godot_var::flat::TypeLayout<'_>)| {
        panic!("{name} is compiled")
    };
    (0..count).map(|seed| crate::flat_sample::sample(T::LAYOUT, seed, &compiled)).collect()
}

fn exchange<W: Debug, R>(
    sent: Vec<Vec<u8>>,
    own: impl Fn(&[u8]) -> Option<W>,
    other: impl Fn(&[u8]) -> Option<R>,
    same: impl Fn(&W, &R) -> bool,
) -> Exchanged {
    let became = |bytes: Vec<u8>| {
        // The layout does not say of which type a Variant is.
        let written = own(&bytes)?;
        let got = match other(&bytes) {
            None => Got::Refused,
            Some(read) if same(&written, &read) => Got::TheValue,
            Some(_) => Got::AnotherValue,
        };
        let text = format!("{written:?}");
        let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        Some((text[..end].to_owned(), got))
    };
    let became: Exchanged = sent.into_iter().filter_map(became).collect();
    assert!(!became.is_empty());
    became
}

fn cases() -> Vec<Case> {
    [fields::cases(), flags::cases(), enums::cases(), meanings::cases(), worlds::cases()]
        .into_iter()
        .flatten()
        .collect()
}

/// Reads a schema.
fn read(name: &str, text: &str) -> Side {
    let text = format!(
        "use godot_var::{{double, *}};\nuse std::collections::BTreeMap;\nuse std::num::NonZero;\n\
         use std::net::{{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr}};\n\
         use std::time::{{Duration, SystemTime}};\n{text}"
    );
    let read = |_: &str| Ok(text.clone());
    let (protocol, flat) =
        flat::parse_both(name, read).unwrap_or_else(|errors| panic!("{name}: {errors:#?}\n{text}"));
    Side { protocol, flat }
}

/// What a side breaks, by subject.
fn breaks(findings: &[Finding], who: Who) -> Vec<(&Finding, Extent)> {
    let of = |finding| {
        let finding: &Finding = finding;
        let own = finding.breaks.iter().filter(move |found| found.who == who);
        own.map(move |found| (finding, found.extent))
    };
    findings.iter().flat_map(of).collect()
}

/// Compares the findings with the results.
fn compare(
    mismatches: &mut Vec<String>,
    name: &str,
    findings: &[Finding],
    who: Who,
    got: &Exchanged,
) {
    let mut said = breaks(findings, who);
    // A message is a delta, and what it is the delta of is none.
    said.retain(|(finding, _)| !finding.subject.starts_with("State."));
    let count = |wanted: Got| got.iter().filter(|(_, got)| *got == wanted).count();
    let arrived = count(Got::TheValue);
    // A finding about a variant concerns only its messages, and one about another type only those that have it.
    let is_whole = |subject: &str| subject == "M" || subject.starts_with("M.");
    let all =
        said.iter().any(|(finding, extent)| *extent == Extent::All && is_whole(&finding.subject));
    let some = said.iter().all(|(_, extent)| matches!(extent, Extent::Some | Extent::New));
    let is_so = if all {
        count(Got::Refused) == got.len()
    } else if said.is_empty() {
        arrived == got.len()
    } else {
        arrived < got.len() && (arrived > 0 || !some)
    };
    let variants: Option<BTreeSet<&str>> = said
        .iter()
        .map(|(finding, _)| {
            let rest = finding.subject.strip_prefix("M::")?;
            rest.split(['.', ' ']).next()
        })
        .collect();
    // Another name of it may be in the finding.
    let is_renamed = findings.iter().any(|finding| finding.rule == evolve::Rule::IdReused);
    let others_arrive = is_renamed
        || variants.is_none_or(|variants| {
            let mut others = got.iter().filter(|(variant, _)| !variants.contains(&**variant));
            others.all(|(_, got)| *got == Got::TheValue)
        });
    if !is_so || !others_arrive {
        let said: Vec<_> = said.iter().map(|(finding, _)| finding.to_string()).collect();
        let results = [Got::Refused, Got::TheValue, Got::AnotherValue].map(|got| (got, count(got)));
        mismatches.push(format!("{name}: {who:?} got {results:?}\n{}", said.join("\n")));
    }
}

#[test]
fn what_is_said_is_what_happens() {
    let mut verdicts = String::new();
    let mut mismatches = Vec::new();
    let cases = cases();
    assert!(cases.len() > 60, "{}", cases.len());
    for case in cases {
        let (old, new) = (read("old.rs", case.old), read("new.rs", case.new));
        let forth = evolve::check_all(&old, &new);
        compare(&mut mismatches, case.name, &forth, Who::OldReader, &case.old_reads);
        compare(&mut mismatches, case.name, &forth, Who::OldWriter, &case.new_reads);
        let back = evolve::check_all(&new, &old);
        let reverse = format!("{}, back", case.name);
        compare(&mut mismatches, &reverse, &back, Who::OldReader, &case.new_reads);
        compare(&mut mismatches, &reverse, &back, Who::OldWriter, &case.old_reads);
        // A lock gives the same findings as its schema.
        let locked = lock::write_all(&old.protocol, &old.flat).expect("a lock");
        let (protocol, flat) = lock::parse_all("old.lock", &locked).expect("a lock");
        let from_lock = evolve::check_all(&Side { protocol, flat }, &new);
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
                assert_done(finding);
                let mut bare = finding.clone();
                (bare.old, bare.new) = (None, None);
                writeln!(verdicts, "{bare}").expect("a String");
            }
            verdicts.push('\n');
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/flat_evolution/verdicts.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &verdicts).expect("the verdicts can be written");
    }
    let expected = std::fs::read_to_string(path).expect("the verdicts");
    let differs = verdicts.split("\n\n").zip(expected.split("\n\n")).find(|(is, was)| is != was);
    if let Some((is, was)) = differs {
        panic!("is\n{is}\nwas\n{was}\nif that is meant, run with BLESS=1");
    }
    assert!(verdicts == expected, "cases have come or gone: run with BLESS=1");
}

#[test]
fn types_inside_themselves_are_compared_once() {
    let tree = |name: &str, ty: &str| {
        format!(
            "#[derive(GodotFlat)] struct M {{ tree: {name} }}\n\
             #[derive(GodotFlat)] struct {name} {{ n: {ty}, left: Option<Box<{name}>>, right: Vec<{name}> }}"
        )
    };
    let told = |old: &str, new: &str| -> Vec<String> {
        let findings = evolve::check_all(&read("old.rs", old), &read("new.rs", new));
        findings.iter().map(ToString::to_string).collect()
    };
    let (old, new) = (tree("Tree", "u8"), tree("Node", "u8"));
    assert_eq!(
        told(&old, &new),
        [
            "new.rs:6:33: source: [type-changed] `M.tree` changed from `Tree` to `Node`\n  old: old.rs:6:33",
            "new.rs:7:29: source: [type-renamed] `Tree` is now called `Node`\n  old: old.rs:7:29",
        ]
    );
    let wider = told(&old, &tree("Node", "u16"));
    assert!(wider[0].contains("old readers misread what new writers send"), "{wider:?}");
    // Each type holds the next one twice, and none has a name that the other side has.
    let chain = |name: &str, end: &str| -> String {
        let of = |n: usize| {
            format!(
                "#[derive(GodotFlat)] #[flat(flags)] \
                 struct {name}{n} {{ is: bool, a: Vec<{name}{0}>, b: Option<{name}{0}> }}\n",
                n + 1
            )
        };
        let all: String = (0..14).map(of).collect();
        format!(
            "#[derive(GodotFlat)] struct M {{ first: {name}0 }}\n{all}\
             #[derive(GodotFlat)] struct {name}14 {{ n: {end} }}"
        )
    };
    let told = told(&chain("A", "u8"), &chain("B", "u16"));
    assert!(told[0].contains("`M.first` changed from `A0` to `B0`"), "{told:?}");
}

#[test]
fn a_schema_breaks_nothing_of_itself() {
    for text in [
        include_str!("../../../schemas/arena.rs"),
        include_str!("../../../schemas/every_flat.rs"),
        include_str!("../../../schemas/every_flat_godot4.rs"),
        include_str!("../../../schemas/flat_without_gdscript.rs"),
    ] {
        let read = |_: &str| Ok(text.to_owned());
        let (protocol, flat) = flat::parse_both("a.rs", read).expect("a valid schema");
        assert!(!flat.types.is_empty());
        let side = Side { protocol, flat };
        assert_eq!(evolve::check_all(&side, &side), []);
    }
}
