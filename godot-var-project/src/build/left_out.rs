//! Warns of what takes part in multiplayer and is in no file that was read.

use std::collections::BTreeSet;

use super::Builder;
use crate::config::sections;
use crate::files::extension;
use crate::tokens::Source;
use crate::tree::{externals, located};
use godot_var_codegen::protocol::Place;

impl Builder<'_, '_> {
    /// Warns of scenes and scripts that nothing names.
    pub(super) fn left_out(&mut self) {
        let names: Vec<String> = self.files.names().cloned().collect();
        // The scripts that were read, and those of them that a module has.
        let (mut covered, mut written) = (BTreeSet::new(), BTreeSet::new());
        let known: Vec<_> = self.by_class.clone().into_iter().collect();
        for ((script, inner), set) in known {
            if set.is_some() {
                written.insert(script.clone());
            }
            let place = Place::default();
            let Some(class) = self.files.script(&script, &place) else { continue };
            let class = crate::files::ClassAt { inner, ..class };
            let chain = self.files.chain(&class);
            covered.extend(chain.classes.iter().map(|class| class.script.path.clone()));
        }
        let with_rpcs: BTreeSet<String> = names
            .iter()
            .filter(|name| extension(name) == "gd" && !covered.contains(*name))
            .filter(|name| self.files.text(name).is_ok_and(|text| has_rpc(&text)))
            .cloned()
            .collect();
        let mut used: BTreeSet<String> = BTreeSet::new();
        for name in names.iter().filter(|name| extension(name) == "tscn") {
            if self.scenes.has_read(name) {
                continue;
            }
            let Ok(text) = self.files.text(name) else { continue };
            let Ok(sections) = sections(Source { file: name, text: &text }) else { continue };
            let mut scripts = BTreeSet::new();
            for external in externals(&sections).values() {
                scripts.extend(located(self.files, external, name));
            }
            let is_node = |ty: &str| matches!(ty, "MultiplayerSynchronizer" | "MultiplayerSpawner");
            let has_nodes = sections.iter().any(|section| {
                section.name == "node" && section.attribute("type").is_some_and(is_node)
            });
            let own: Vec<&String> = scripts.intersection(&with_rpcs).collect();
            if has_nodes || !own.is_empty() || !scripts.is_disjoint(&written) {
                used.extend(own.into_iter().cloned());
                let place = Place { file: self.files.shown(name), line: 1, column: 1 };
                let message = format!(
                    "`res://{name}` has RPCs, synchronizers or spawners, and is left out, because no file that was read names it; if \
                     the game loads it, add `--scene {name}`"
                );
                self.files.warn(&place, message);
            }
        }
        for script in with_rpcs.difference(&used) {
            let place = Place { file: self.files.shown(script), line: 1, column: 1 };
            let message = format!(
                "the RPCs of `res://{script}` are left out, because no scene that was read has the script"
            );
            self.files.warn(&place, message);
        }
    }
}

/// Whether a script has an annotation `@rpc`.
fn has_rpc(text: &str) -> bool {
    text.lines().any(|line| {
        let code = line.trim_start();
        code.strip_prefix("@rpc").is_some_and(|rest| {
            !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
        })
    })
}
