//! The global names of a Godot project: its autoloads and the `class_name`s of its scripts.

use std::collections::BTreeMap;

/// Names that a project has, each with the file that says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectNames(BTreeMap<String, String>);

impl ProjectNames {
    /// Adds the autoloads of a `project.godot`.
    ///
    /// ```
    /// # use godot_var_codegen::gdscript::ProjectNames;
    /// let mut names = ProjectNames::default();
    /// names.add_settings("project.godot", "[autoload]\n\nChat=\"*res://chat.gd\"\n\n[display]\nTeam=1\n");
    /// names.add_script("net/join.gd", "@tool\nclass_name Join extends Node\n");
    /// assert_eq!(names.place("Chat"), Some("an autoload in project.godot"));
    /// assert_eq!(names.place("Join"), Some("`class_name` in net/join.gd"));
    /// assert_eq!(names.place("Team"), None);
    /// ```
    pub fn add_settings(&mut self, file: &str, text: &str) {
        let mut section = "";
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
            } else if let ("autoload", Some((name, _))) = (section, line.split_once('=')) {
                let name = name.trim().trim_matches('"').to_owned();
                self.0.insert(name, format!("an autoload in {file}"));
            }
        }
    }

    /// Adds the `class_name` of a script, if it has one.
    pub fn add_script(&mut self, file: &str, text: &str) {
        // Before `class_name` there can be annotations, on the same line, too.
        let name =
            text.lines().filter(|line| !line.starts_with(['#', '\t', ' '])).find_map(|line| {
                let (before, after) = line.split_once("class_name ")?;
                (before.is_empty() || before.starts_with('@')).then(|| after.trim_start())
            });
        let Some(name) = name else { return };
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        self.0.insert(name[..end].to_owned(), format!("`class_name` in {file}"));
    }

    /// Where the project has this name.
    pub fn place(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
