//! Reads the synchronizers of a scene from a `.tscn`, or from a `.tres` that is a `SceneReplicationConfig`.

use std::collections::BTreeMap;

use super::{Property, PropertySet, ReplicationMode};
use crate::protocol::{Diagnostic, Place};

/// Reads those synchronizers of a scene that have a config.
///
/// # Errors
/// Parts of a config that cannot be read; a scene without a config.
pub fn scene(file: &str, text: &str) -> Result<Vec<PropertySet>, Vec<Diagnostic>> {
    let mut reader = Reader { file, ..Reader::default() };
    let (mut statement, mut start, mut in_text) = (String::new(), 0, false);
    for (number, line) in text.lines().enumerate() {
        if in_text {
            statement.push('\n');
        } else {
            statement.clear();
            start = number + 1;
        }
        statement.push_str(line);
        in_text = ends_in_text(line, in_text);
        if !in_text {
            reader.statement(start, &statement);
        }
    }
    reader.finish()
}

/// Whether a text that began in this line or before continues in the next one.
fn ends_in_text(line: &str, mut in_text: bool) -> bool {
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => in_text = !in_text,
            '\\' if in_text => {
                chars.next();
            }
            _ => {}
        }
    }
    in_text
}

#[derive(Default)]
struct Reader<'t> {
    file: &'t str,
    section: Section,
    /// The properties of each config by its id. The config of a resource file has an empty id.
    configs: BTreeMap<String, BTreeMap<usize, Property>>,
    /// The paths of other files by their ids.
    files: BTreeMap<String, String>,
    /// The nodes with a config: name, place, and the value of the config.
    nodes: Vec<(String, Place, String)>,
    /// Whether the file itself is a config.
    is_config: bool,
    errors: Vec<Diagnostic>,
}

/// The section of the current line.
#[derive(Default)]
enum Section {
    #[default]
    Other,
    Config(String),
    /// The node's name and its line.
    Node(String, usize),
}

impl Reader<'_> {
    fn place(&self, line: usize) -> Place {
        Place { file: self.file.to_owned(), line, column: 1 }
    }

    fn statement(&mut self, line: usize, text: &str) {
        if let Some(header) = text.strip_prefix('[') {
            self.header(line, header);
        } else if let Some((key, value)) = text.split_once(" = ") {
            match &self.section {
                Section::Config(id) => {
                    let id = id.clone();
                    self.of_config(line, id, key, value);
                }
                Section::Node(name, at) if key == "replication_config" => {
                    let node = (name.clone(), self.place(*at), value.to_owned());
                    self.nodes.push(node);
                }
                Section::Node(..) | Section::Other => {}
            }
        }
    }

    fn header(&mut self, line: usize, header: &str) {
        let value = |key| attribute(header, key).unwrap_or_default();
        let is_config = value("type") == "SceneReplicationConfig";
        // A line of an Array may also begin with a bracket.
        self.section = match header.split([' ', ']']).next().unwrap_or_default() {
            "gd_resource" => {
                self.is_config = is_config;
                Section::Other
            }
            "ext_resource" => {
                self.files.insert(value("id"), value("path"));
                Section::Other
            }
            "sub_resource" if is_config => Section::Config(value("id")),
            "resource" if self.is_config => Section::Config(String::new()),
            "node" => Section::Node(value("name"), line),
            "gd_scene" | "sub_resource" | "resource" | "connection" | "editable" => Section::Other,
            _ => return,
        };
        if let Section::Config(id) = &self.section {
            self.configs.entry(id.clone()).or_default();
        }
    }

    /// Reads a line like `properties/0/path = NodePath(".:position")`.
    fn of_config(&mut self, line: usize, id: String, key: &str, value: &str) {
        let mut parts = key.splitn(3, '/');
        let (Some("properties"), Some(index), Some(what)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return;
        };
        let Ok(index) = index.parse() else { return };
        let place = self.place(line);
        let mode = match (what, value) {
            ("replication_mode", "0") => Some(ReplicationMode::Never),
            // Godot 4.0 and 4.1 had two switches.
            ("replication_mode", "1") | ("sync", "true") => Some(ReplicationMode::Always),
            ("replication_mode", "2") | ("watch", "true") => Some(ReplicationMode::OnChange),
            ("replication_mode", _) => {
                let message = format!("`replication_mode = {value}` is not 0, 1 or 2");
                self.errors.push(Diagnostic::new(&place, message));
                None
            }
            _ => None,
        };
        let property = self.configs.entry(id).or_default().entry(index);
        let property = property.or_insert_with(|| Property {
            path: String::new(),
            place,
            mode: ReplicationMode::Always,
            spawn: true,
        });
        match what {
            "path" => property.path = unquoted(value).unwrap_or_default(),
            "spawn" => property.spawn = value == "true",
            _ => {}
        }
        if let Some(mode) = mode {
            property.mode = mode;
        }
    }

    fn finish(mut self) -> Result<Vec<PropertySet>, Vec<Diagnostic>> {
        if self.is_config {
            self.nodes.push((self.file.to_owned(), self.place(1), "SubResource(\"\")".to_owned()));
        }
        let mut found = Vec::new();
        for (name, place, config) in std::mem::take(&mut self.nodes) {
            let id = unquoted(&config).unwrap_or_default();
            if let Some(properties) =
                self.configs.get(&id).filter(|_| config.starts_with("SubResource("))
            {
                let properties = properties.values().cloned().collect();
                found.push(PropertySet { name, place, properties });
            } else if let Some(file) = self.files.get(&id) {
                let message =
                    format!("`{name}` has its config in `{file}`; give that file to `--scene`");
                self.errors.push(Diagnostic::new(&place, message));
            }
        }
        for property in found.iter().flat_map(|set| &set.properties) {
            if property.path.is_empty() {
                let message = "this property has no `path = NodePath(…)`";
                self.errors.push(Diagnostic::new(&property.place, message));
            }
        }
        if found.is_empty() && self.errors.is_empty() {
            let message = "no synchronizer here has a `replication_config`";
            self.errors.push(Diagnostic::new(&self.place(1), message));
        }
        if self.errors.is_empty() { Ok(found) } else { Err(self.errors) }
    }
}

/// Returns the text of `key="text"` in a header.
fn attribute(header: &str, key: &str) -> Option<String> {
    let (_, rest) = header.split_once(&format!(" {key}=\""))?;
    rest.split_once('"').map(|(text, _)| text.to_owned())
}

/// Returns the text of `Name("text")`.
fn unquoted(value: &str) -> Option<String> {
    let text = value.split_once("(\"")?.1.strip_suffix("\")")?;
    Some(text.replace("\\\"", "\"").replace("\\\\", "\\"))
}
