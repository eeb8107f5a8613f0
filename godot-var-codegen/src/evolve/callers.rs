//! What users of generated files have to change, by the names that each language's generator gives.

use std::collections::BTreeSet;

use super::{Finding, Side, is_part};
use crate::language::{Language, Named};
use crate::protocol::Place;
use crate::schema::Schema;

/// What a finding means for the users of a generated file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Callers {
    /// The language, for people: `C#`.
    pub language: &'static str,
    /// The change: `` `Chat.At` is now `Chat.Since` ``.
    pub change: String,
}

/// Adds to each finding what users of generated files have to change, in these languages. A change is said once, with its worst finding. A
/// language that cannot hold the new schema is left out.
pub fn add_callers(
    findings: &mut [Finding],
    (old, new): (&Side, &Side),
    languages: &[&dyn Language],
) {
    let before = Schema::new(&old.protocol, &old.flat);
    let after = Schema::new(&new.protocol, &new.flat);
    let mut said = BTreeSet::new();
    for language in languages {
        // The name of the file is in none of the names. A lock has no Rust types of flat messages, so nobody can generate files of it.
        let is_held = language.generate(&after, "schema").is_ok();
        if !is_held || !before.endless().is_empty() {
            continue;
        }
        let (was, is) = (language.named(&before), language.named(&after));
        for finding in &mut *findings {
            let at = |schema: &Schema<'_>, names: &[Named], place: Option<&Place>| {
                let place = place?;
                let found = names.iter().filter(|named| named.is_at(schema, place));
                // A message and its delta are at the same place.
                let is_named = |named: &&Named| {
                    let path = schema.types[named.index].path();
                    is_part(&finding.subject, &path)
                        || finding.message.contains(&format!("`{path}`"))
                };
                let found = found.clone().find(is_named).or(found.clone().next())?;
                let ty = found.ty.clone().filter(|_| found.knows_type(schema));
                Some(Named { ty, ..found.clone() })
            };
            let was = at(&before, &was, finding.old.as_ref());
            let is = at(&after, &is, finding.new.as_ref());
            let Some(change) = change(was.as_ref(), is.as_ref()) else { continue };
            let found = Callers { language: language.title(), change };
            if said.insert(found.clone()) {
                finding.callers.push(found);
            }
        }
    }
}

fn change(was: Option<&Named>, is: Option<&Named>) -> Option<String> {
    let be = |names: &[String]| if names.len() == 1 { "is" } else { "are" };
    match (was, is) {
        (Some(was), Some(is)) => {
            let mut changes = Vec::new();
            if was.names != is.names {
                let (mut old, mut new) = (was.names.clone(), is.names.clone());
                if old.len() == new.len() {
                    let pairs = old.into_iter().zip(new).filter(|(old, new)| old != new);
                    (old, new) = pairs.unzip();
                }
                changes.push(format!("{} {} now {}", listed(&old), be(&old), listed(&new)));
            }
            if let (Some(old), Some(new)) = (&was.ty, &is.ty)
                && old != new
            {
                let name = listed(&is.names);
                changes.push(format!("{name} has the type `{new}` instead of `{old}`"));
            }
            (!changes.is_empty()).then(|| changes.join(", and "))
        }
        (Some(was), None) => {
            Some(format!("{} {} gone{}", listed(&was.names), be(&was.names), argument(was)))
        }
        (None, Some(is)) => {
            let ty = is.ty.as_ref().map_or(String::new(), |ty| format!(", of the type `{ty}`,"));
            Some(format!("{}{ty} {} new{}", listed(&is.names), be(&is.names), argument(is)))
        }
        (None, None) => None,
    }
}

/// The function whose arguments change, too.
fn argument(named: &Named) -> String {
    let taken_by = named.taken_by.as_ref();
    taken_by.map_or(String::new(), |function| format!(", also as an argument of `{function}`"))
}

/// `` `a`, `b` and `c` ``
fn listed(names: &[String]) -> String {
    let code: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &code[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        code => code.join(", "),
    }
}
