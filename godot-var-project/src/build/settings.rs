//! Reads the settings of a project: its autoloads and its main scene.

use super::Builder;
use crate::config::Section;
use crate::expression::Expression;
use crate::files::extension;
use crate::model::{Autoload, ItemKind};
use godot_var_codegen::protocol::Place;

const SETTINGS: &str = "project.godot";

impl Builder<'_, '_> {
    /// Reads the settings, and the scenes and scripts that they name.
    pub(super) fn settings(&mut self, scenes: &[String]) {
        let Some(sections) = self.files.config(SETTINGS, None) else { return };
        let text = self.files.text(SETTINGS).unwrap_or_default();
        if self.is_godot3(&sections, &text) {
            return;
        }
        let named =
            |name: &'static str| sections.iter().filter(move |section| section.name == name);
        let application = named("application").next();
        let title = application.and_then(|section| section.entry("config/name")?.text());
        title.unwrap_or_default().clone_into(&mut self.model.title);
        let entries = named("autoload_prepend").chain(named("autoload"));
        let entries = entries.flat_map(|section| &section.entries);
        let autoloads: Vec<(&str, &str, Place)> = entries
            .filter_map(|entry| {
                let file = entry.value.as_ref().and_then(Expression::text)?;
                let place = self.files.place(SETTINGS, &text, entry.start);
                Some((&*entry.key, file, place)).filter(|_| !file.is_empty())
            })
            .collect();
        for (name, file, place) in &autoloads {
            if let Some(file) = file.strip_prefix('*') {
                self.name_autoload(name, file, place);
            }
        }
        for (name, file, place) in &autoloads {
            self.autoload(name, file.trim_start_matches('*'), place);
        }
        let main = application.and_then(|section| {
            let entry = section.entries.iter().find(|entry| entry.key == "run/main_scene")?;
            Some((entry.value.as_ref()?.text()?, entry.start))
        });
        if let Some((main, start)) = main.filter(|(main, _)| !main.is_empty()) {
            let place = self.files.place(SETTINGS, &text, start);
            match self.files.resolve(main, "").filter(|path| self.files.has(path)) {
                Some(path) => self.model.main = self.scene(&path, &place, true, false),
                None => self.files.error(&place, format!("`{main}` is not in the project")),
            }
        } else if scenes.is_empty() {
            let place = Place { file: self.files.shown(SETTINGS), line: 1, column: 1 };
            let message = "the project has no `run/main_scene`; name a scene with `--scene`";
            self.files.error(&place, message);
        }
        for scene in scenes {
            let place = Place { file: self.files.shown(scene), line: 1, column: 1 };
            let path = self.files.resolve(scene.trim_start_matches("./"), "");
            match path.filter(|path| self.files.has(path)) {
                Some(path) => self.queue.push_back((path, place, true, true)),
                None => self.files.error(&place, format!("`{scene}` is not in the project")),
            }
        }
    }

    /// Reports a project of Godot 3.
    fn is_godot3(&mut self, sections: &[Section], text: &str) -> bool {
        let version =
            sections[0].entries.iter().find_map(|entry| match (&*entry.key, &entry.value) {
                ("config_version", Some(Expression::Int(version))) => Some((*version, entry.start)),
                _ => None,
            });
        let Some((version, start)) = version.filter(|(version, _)| *version < 5) else {
            return false;
        };
        let place = self.files.place(SETTINGS, text, start);
        let message = format!(
            "this is a project of Godot 3 (`config_version={version}`), and only those of Godot 4 can be read. Open it with Godot 4 to \
             convert it, or write the server by hand with `godot_var::multiplayer::godot3`"
        );
        self.files.error(&place, message);
        true
    }

    /// Lets scripts use the constants and enums of an autoload by its name.
    fn name_autoload(&mut self, name: &str, file: &str, place: &Place) {
        let path = self.files.resolve(file, "").filter(|path| self.files.has(path));
        let script = path.and_then(|path| match extension(&path) {
            "gd" => Some(path),
            "tscn" => {
                let nodes = self.scenes.nodes(self.files, &path, Some(place))?;
                Some(nodes.nodes[0].script.as_ref()?.script.path.clone())
            }
            _ => None,
        });
        if let Some(script) = script {
            self.files.autoloads.insert(name.to_owned(), script);
        }
    }

    fn autoload(&mut self, name: &str, file: &str, place: &Place) {
        let Some(path) = self.files.resolve(file, "").filter(|path| self.files.has(path)) else {
            self.files.error(place, format!("`{file}` is not in the project"));
            return;
        };
        let kind = match extension(&path) {
            "gd" => {
                let Some(class) = self.files.script(&path, place) else { return };
                self.note(&class, false);
                self.rpc_script(&class).map(ItemKind::Node)
            }
            "tscn" => self.scene(&path, place, true, false).map(ItemKind::Scene),
            _ => {
                let message = format!(
                    "the autoload `{name}` is neither GDScript nor a text scene; what it has is left out"
                );
                self.files.warn(place, message);
                None
            }
        };
        if let Some(kind) = kind {
            self.model.autoloads.push(Autoload { name: name.to_owned(), kind });
        }
    }
}
