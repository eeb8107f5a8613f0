//! The older versions that `godot-var.toml` names: what a schema breaks for them, and which of them it serves.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use godot_var_cli::visible::shown;
use godot_var_codegen::evolve::{self, Finding, Level, Side};
use godot_var_codegen::flat;
use godot_var_codegen::protocol::{Diagnostic, Place, Protocol};
use godot_var_codegen::schema::{self, Accepted};

use super::output::{Output, Own, Writing, counted, write};
use crate::settings::Settings;
use crate::settings::tables;
use crate::sources::SchemaFiles;
use crate::sources::schema::{check_file, parse_both, report};

/// Reads one side of a comparison.
pub(super) fn side(path: &Path) -> Result<Side, Vec<Diagnostic>> {
    check_file(path)?;
    let files = SchemaFiles(path);
    evolve::parse(&files.root(), |name| files.text(name))
}

/// Compares an old and a new version that run at the same time.
///
/// With the Rust module of the versions, a session knows the RPCs of each of them.
pub(super) fn findings(settings: &Settings, old: &Side, new: &Side) -> Vec<Finding> {
    let is_translated = settings.versions.as_ref().is_some_and(|(_, it)| it.output.is_some());
    let check = if is_translated { evolve::check_translated } else { evolve::check_all };
    check(old, new)
}

/// Returns the position of the table that accepts a finding.
pub(super) fn acceptance(
    accepted: &[(Place, tables::Accepted)],
    finding: &Finding,
) -> Option<usize> {
    accepted.iter().position(|(_, it)| it.rule == finding.rule && it.subject == finding.subject)
}

/// The versions that the schemas of a project serve.
#[derive(Default)]
pub(super) struct Served {
    /// Of each schema with a list.
    sides: BTreeMap<PathBuf, Vec<Side>>,
    /// The lock of each version that its schema does not serve, and the schema.
    refused: Vec<[PathBuf; 2]>,
    /// Those of them whose clients greet as others do that are served. They would be accepted.
    pub untold: Vec<Diagnostic>,
}

impl Served {
    /// Compares the schemas of a project with the locks of its versions.
    pub(super) fn of(settings: &Settings) -> Result<Self, Vec<Diagnostic>> {
        let mut served = Self::default();
        let Some((_, versions)) = &settings.versions else { return Ok(served) };
        for (schema, locks) in settings.schemas.iter().zip(&versions.locks) {
            let sides = served.sides.entry(schema.clone()).or_default();
            if locks.is_empty() {
                continue;
            }
            let present = side(schema)?;
            let mut refused = Vec::new();
            for lock in locks {
                let version = side(lock)?;
                let mut breaks = findings(settings, &version, &present);
                breaks.retain(|finding| {
                    finding.level == Level::Wire
                        && acceptance(&settings.accepted, finding).is_none()
                });
                if breaks.is_empty() {
                    sides.push(version);
                } else {
                    refused.push((lock, version, breaks));
                }
            }
            let list = accepted_of(&present, sides);
            for (lock, version, breaks) in refused {
                match help_to_tell(&breaks, (&version, &present), &list) {
                    Some(help) => {
                        let place = Place { file: lock.display().to_string(), line: 1, column: 1 };
                        let message = format!(
                            "{} cannot serve this version, and would accept its clients: they greet as others do that play\n  help: {help}",
                            shown(schema)
                        );
                        served.untold.push(Diagnostic::new(&place, message));
                    }
                    None => served.refused.push([lock.clone(), schema.clone()]),
                }
            }
        }
        Ok(served)
    }

    /// Warns about the versions that no list has.
    pub(super) fn warn(&self) {
        for [lock, schema] in self.refused.iter().map(|paths| paths.each_ref().map(shown)) {
            anstream::eprintln!(
                "warning: {lock}: {schema} cannot serve this version, so its clients are refused; `godot-var check` names the reasons"
            );
        }
    }

    /// Returns the accepted fingerprints of a schema, if the settings ask for a list.
    pub(super) fn accepted(
        &self,
        schema: &Path,
        protocol: &Protocol,
        flat: &flat::Schema,
    ) -> Option<Accepted> {
        let older = self.sides.get(schema)?.iter().map(|side| (&side.protocol, &side.flat));
        Some(Accepted::of((protocol, flat), older))
    }

    /// Writes the Rust module with the lists of all schemas.
    pub(super) fn write(&self, settings: &Settings, writing: &Writing) -> io::Result<bool> {
        let Some((_, versions)) = &settings.versions else { return Ok(true) };
        let Some(output) = &versions.output else { return Ok(true) };
        let (mut lists, mut inputs) = (Vec::new(), versions.locks.concat());
        for schema in &settings.schemas {
            let (protocol, flat) = match parse_both(schema) {
                Ok(both) => both,
                Err(errors) => {
                    report("error", &errors);
                    return Ok(false);
                }
            };
            inputs.extend(SchemaFiles(schema).paths(&protocol.files));
            let name = schema.file_name().unwrap_or_default().to_string_lossy().into_owned();
            lists.extend(self.accepted(schema, &protocol, &flat).map(|list| (name, list)));
        }
        lists.retain(|(_, list)| !list.layouts.is_empty() || list.older_rpcs.is_some());
        let content = counted(lists.len(), "list");
        let output = Output::file(output.clone(), schema::rust(&lists), content);
        let own = Own { command: "generate", marks: &[schema::MARK], inputs };
        write(&[output], &own, writing)
    }
}

fn accepted_of(present: &Side, older: &[Side]) -> Accepted {
    let older = older.iter().map(|side| (&side.protocol, &side.flat));
    Accepted::of((&present.protocol, &present.flat), older)
}

/// Returns what to do about a version that is not served, if these lists accept its clients: a fingerprint does not have the names of fields
/// in an Array, nor lengths, nor RPCs.
fn help_to_tell(
    breaks: &[Finding],
    (version, present): (&Side, &Side),
    list: &Accepted,
) -> Option<&'static str> {
    let own = accepted_of(version, &[]);
    let has = |list: &[u64], own: &[u64]| own.iter().any(|it| list.contains(it));
    if own.layouts.is_empty() {
        // Only the names of RPCs are compared.
        let names = accepted_of(present, std::slice::from_ref(version)).older_rpcs;
        return names.is_none_or(|names| names.is_empty()).then_some(
            "give what changed a new name, or accept the finding in `[[check.accept]]` if no client uses it",
        );
    }
    // Who sends flat messages alone greets with their fingerprint.
    let breaks_flat = breaks.iter().any(|finding| finding.is_flat);
    let is_taken = has(&list.layouts, &own.layouts) || breaks_flat && has(&list.flat, &own.flat);
    is_taken.then_some(
        "add a type to the schema, which changes the fingerprint: `struct Since2;`, with the derives of what changed; or send what changed as a new message, and keep the old one",
    )
}
