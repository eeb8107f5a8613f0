//! The files of a project: paths, uids, scripts and their bases.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::classes;
use super::config::{Section, sections};
use super::script::{Class, parse_script};
use super::tokens::Source;
use godot_var_codegen::protocol::{Diagnostic, Place};

/// Larger files are refused.
pub(super) const MAX_BYTES: usize = 64 << 20;

type Read<'r> = &'r mut dyn FnMut(&str) -> Result<String, String>;

/// Reads files once, and remembers mistakes.
pub(super) struct Files<'r> {
    /// The folder of the project, as places show it.
    root: String,
    names: BTreeSet<String>,
    read: Read<'r>,
    /// The files that were read, by their paths in the project.
    texts: BTreeMap<String, Result<Rc<str>, String>>,
    /// Where the lines of files begin.
    starts: RefCell<BTreeMap<String, Vec<usize>>>,
    scripts: BTreeMap<String, Option<Rc<Script>>>,
    /// The scripts in scenes: the scene, and the line in which the script begins.
    inside: BTreeMap<String, (String, usize)>,
    configs: BTreeMap<String, Option<Rc<Vec<Section>>>>,
    chains: BTreeMap<ClassKey, Rc<Chain>>,
    /// The scripts with a `class_name`.
    classes: Option<BTreeMap<String, String>>,
    /// The scripts of autoloads, by their names in scripts.
    pub(super) autoloads: BTreeMap<String, String>,
    /// The files with a uid, by the first of the extensions that were read.
    uids: BTreeMap<&'static str, BTreeMap<String, Vec<String>>>,
    /// The resources that were followed.
    followed: BTreeSet<String>,
    /// The mistakes and warnings of many places, each once.
    told: BTreeSet<Diagnostic>,
    /// What the names in the current expression may still stand for.
    pub(super) steps: usize,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

#[derive(Debug)]
pub(super) struct Script {
    /// Its path in the project.
    pub(super) path: String,
    pub(super) text: Rc<str>,
    pub(super) class: Class,
}

/// A script, or an inner class of it.
#[derive(Clone, Debug)]
pub(super) struct ClassAt {
    pub(super) script: Rc<Script>,
    /// The indices of the inner classes on the way to it.
    pub(super) inner: Vec<usize>,
}

/// The extension of a file's name.
pub(super) fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Returns the uid after a key.
fn header_uid<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(key)?;
    rest.split_once('"').map(|(uid, _)| uid)
}

/// What identifies a class.
pub(super) type ClassKey = (String, Vec<usize>);

impl ClassAt {
    pub(super) fn class(&self) -> &Class {
        let mut class = &self.script.class;
        for index in &self.inner {
            class = &class.classes[*index];
        }
        class
    }

    pub(super) fn key(&self) -> ClassKey {
        (self.script.path.clone(), self.inner.clone())
    }

    /// This class and those around it, the innermost first.
    pub(super) fn around(&self) -> impl Iterator<Item = Self> + use<> {
        let own = self.clone();
        (0..=own.inner.len())
            .rev()
            .map(move |len| Self { script: own.script.clone(), inner: own.inner[..len].to_vec() })
    }

    /// Returns an inner class by its name.
    pub(super) fn inner(&self, name: &str) -> Option<Self> {
        let classes = &self.class().classes;
        let index = classes.iter().position(|class| class.name.as_deref() == Some(name))?;
        let mut inner = self.inner.clone();
        inner.push(index);
        Some(Self { script: self.script.clone(), inner })
    }

    /// `res://player.gd`, `res://player.gd: class Weapon`.
    pub(super) fn title(&self) -> String {
        let mut title = format!("res://{}", self.script.path);
        if !self.inner.is_empty() {
            title.push_str(": class ");
            title.push_str(self.class().name.as_deref().unwrap_or_default());
        }
        title
    }
}

/// A class with its bases.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The class itself, then its bases.
    pub(super) classes: Vec<ClassAt>,
    /// The engine's class below.
    pub(super) native: String,
}

impl<'r> Files<'r> {
    pub(super) fn new(root: &str, names: &[String], read: Read<'r>) -> Self {
        Self {
            root: root.to_owned(),
            names: names.iter().cloned().collect(),
            read,
            texts: BTreeMap::new(),
            starts: RefCell::default(),
            scripts: BTreeMap::new(),
            inside: BTreeMap::new(),
            configs: BTreeMap::new(),
            chains: BTreeMap::new(),
            classes: None,
            autoloads: BTreeMap::new(),
            uids: BTreeMap::new(),
            followed: BTreeSet::new(),
            told: BTreeSet::new(),
            steps: 0,
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The files that were read, or were missing.
    pub(super) fn inputs(&self) -> Vec<String> {
        self.texts.keys().map(|path| self.shown(path)).collect()
    }

    pub(super) fn shown(&self, path: &str) -> String {
        if self.root.is_empty() { path.to_owned() } else { format!("{}/{path}", self.root) }
    }

    /// The paths of all files of the project.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.names.iter()
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.names.contains(path)
    }

    pub(super) fn place(&self, path: &str, text: &str, offset: usize) -> Place {
        let mut files = self.starts.borrow_mut();
        let starts = files.entry(path.to_owned()).or_insert_with(|| {
            let ends = text.match_indices('\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        let line = starts.partition_point(|start| *start <= offset);
        let before = text.get(starts[line - 1]..offset).unwrap_or_default();
        let place = Place { file: self.shown(path), line, column: before.chars().count() + 1 };
        drop(files);
        self.outside(path, place)
    }

    /// Returns the place in the scene for one in a script that a scene has.
    fn outside(&self, path: &str, place: Place) -> Place {
        let Some((scene, first)) = self.inside.get(path) else { return place };
        let (file, line) = (self.shown(scene), first + place.line - 1);
        // Escapes may make more lines of one.
        let text = self.texts.get(scene).and_then(|text| text.as_ref().ok());
        let own = text.and_then(|text| text.split('\n').nth(line - 1));
        if own.is_some_and(|own| place.column <= own.chars().count() + 1) {
            Place { file, line, ..place }
        } else {
            Place { file, line: *first, column: 1 }
        }
    }

    pub(super) fn place_in(&self, class: &ClassAt, offset: usize) -> Place {
        self.place(&class.script.path, &class.script.text, offset)
    }

    pub(super) fn error(&mut self, place: &Place, message: impl Into<String>) {
        let error = Diagnostic::new(place, message);
        if self.told.insert(error.clone()) {
            self.errors.push(error);
        }
    }

    pub(super) fn warn(&mut self, place: &Place, message: impl Into<String>) {
        let warning = Diagnostic::new(place, message);
        if self.told.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }

    pub(super) fn text(&mut self, path: &str) -> Result<Rc<str>, String> {
        if let Some(text) = self.texts.get(path) {
            return text.clone();
        }
        let text = (self.read)(path).and_then(|text| {
            if text.len() > MAX_BYTES {
                return Err(format!("it has {} bytes, and {MAX_BYTES} are allowed", text.len()));
            }
            Ok(Rc::from(text))
        });
        self.texts.insert(path.to_owned(), text.clone());
        text
    }

    /// Returns the path in the project of `res://x`, `uid://x`, or of a path next to the file `from`.
    pub(super) fn resolve(&mut self, reference: &str, from: &str) -> Option<String> {
        if reference.starts_with("uid://") {
            return self.uid(reference);
        }
        let absolute = reference.strip_prefix("res://");
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let start = if absolute.is_some() { "" } else { folder };
        let mut steps: Vec<&str> = start.split('/').filter(|step| !step.is_empty()).collect();
        for step in absolute.unwrap_or(reference).split('/') {
            match step {
                "" | "." => {}
                ".." => drop(steps.pop()?),
                step => steps.push(step),
            }
        }
        Some(steps.join("/"))
    }

    fn uid(&mut self, uid: &str) -> Option<String> {
        // Textures and sounds, of which a project may have many, have their uids in `.import`.
        for extensions in [&["uid", "tscn", "tres"][..], &["import"]] {
            if let Some(paths) = self.uids(extensions).get(uid) {
                return paths.first().cloned();
            }
        }
        None
    }

    /// Whether a file has this uid, of which there may be several.
    pub(super) fn has_uid(&mut self, path: &str, uid: &str) -> bool {
        let import = format!("{path}.import");
        if self.has(&import) {
            let text = self.text(&import);
            return text.is_ok_and(|text| header_uid(&text, "uid=\"") == Some(uid));
        }
        let uids = self.uids(&["uid", "tscn", "tres"]);
        uids.get(uid).is_some_and(|paths| paths.iter().any(|own| own == path))
    }

    /// Returns the uids in files with these extensions, with the files that have them.
    fn uids(&mut self, extensions: &'static [&'static str]) -> &BTreeMap<String, Vec<String>> {
        if !self.uids.contains_key(extensions[0]) {
            let mut uids: BTreeMap<String, Vec<String>> = BTreeMap::new();
            let names: Vec<String> = self
                .names
                .iter()
                .filter(|name| extensions.contains(&extension(name)))
                .cloned()
                .collect();
            for name in names {
                let Ok(text) = self.text(&name) else { continue };
                let (uid, owner) = match extension(&name) {
                    "uid" => (Some(text.trim()), name.strip_suffix(".uid")),
                    "import" => (header_uid(&text, "uid=\""), name.strip_suffix(".import")),
                    _ => {
                        let header = text.lines().find(|line| line.starts_with("[gd_"));
                        (header.and_then(|header| header_uid(header, " uid=\"")), Some(&*name))
                    }
                };
                if let (Some(uid), Some(owner)) = (uid, owner) {
                    uids.entry(uid.to_owned()).or_default().push(owner.to_owned());
                }
            }
            self.uids.insert(extensions[0], uids);
        }
        self.uids.entry(extensions[0]).or_default()
    }

    /// Reads a resource that a scene names, once. A mistake in it is a warning, because the server may need nothing of it.
    pub(super) fn resource(&mut self, path: &str) -> Option<Vec<Section>> {
        if !self.followed.insert(path.to_owned()) {
            return None;
        }
        let text = self.text(path).ok()?;
        let shown = self.shown(path);
        match sections(Source { file: &shown, text: &text }) {
            Ok(sections) => Some(sections),
            Err(error) => {
                self.warn(
                    &error.place,
                    format!("{}; the scenes it names are left out", error.message),
                );
                None
            }
        }
    }

    /// Reads a scene, a resource or the settings. Mistakes are reported once; `from` is who asks for it.
    pub(super) fn config(&mut self, path: &str, from: Option<&Place>) -> Option<Rc<Vec<Section>>> {
        if let Some(known) = self.configs.get(path) {
            return known.clone();
        }
        let shown = self.shown(path);
        let read = match extension(path) {
            "scn" | "res" => Err("it is binary; save it as `.tscn` or `.tres`".to_owned()),
            _ => self.text(path),
        };
        let parsed = match read {
            Ok(text) => sections(Source { file: &shown, text: &text })
                .map_err(|error| self.errors.push(error))
                .ok()
                .map(Rc::new),
            Err(reason) => {
                self.missing(path, &reason, from);
                None
            }
        };
        self.configs.insert(path.to_owned(), parsed.clone());
        parsed
    }

    fn missing(&mut self, path: &str, reason: &str, from: Option<&Place>) {
        let place = Place { file: self.shown(path), line: 1, column: 1 };
        self.error(from.unwrap_or(&place), format!("`res://{path}` cannot be read: {reason}"));
    }

    pub(super) fn script(&mut self, path: &str, from: &Place) -> Option<ClassAt> {
        let known = if let Some(known) = self.scripts.get(path) {
            known.clone()
        } else {
            match self.text(path) {
                Ok(text) => self.parsed(path, text),
                Err(reason) => {
                    self.missing(path, &reason, Some(from));
                    self.scripts.insert(path.to_owned(), None);
                    None
                }
            }
        };
        known.map(|script| ClassAt { script, inner: Vec::new() })
    }

    /// Reads a script that no node has. A mistake in it is a warning, because the server may need nothing of it.
    pub(super) fn helper(&mut self, path: &str, from: &Place) -> Option<ClassAt> {
        if !self.scripts.contains_key(path) {
            let text = self.text(path).ok()?;
            let shown = self.shown(path);
            if let Err(error) = parse_script(Source { file: &shown, text: &text }) {
                self.warn(&error.place, format!("{}; what it names is left out", error.message));
                return None;
            }
        }
        self.script(path, from)
    }

    /// Returns a script in a scene, whose path is `main.tscn::GDScript_1`. `line` is that in which it begins.
    pub(super) fn built_in(
        &mut self,
        scene: &str,
        id: &str,
        source: &str,
        line: usize,
    ) -> Option<ClassAt> {
        let path = format!("{scene}::{id}");
        let known = if let Some(known) = self.scripts.get(&path) {
            known.clone()
        } else {
            self.inside.insert(path.clone(), (scene.to_owned(), line));
            self.parsed(&path, Rc::from(source))
        };
        known.map(|script| ClassAt { script, inner: Vec::new() })
    }

    fn parsed(&mut self, path: &str, text: Rc<str>) -> Option<Rc<Script>> {
        let shown = self.shown(path);
        let parsed = match parse_script(Source { file: &shown, text: &text }) {
            Ok(class) => Some(Rc::new(Script { path: path.to_owned(), text, class })),
            Err(error) => {
                let place = self.outside(path, error.place.clone());
                self.errors.push(Diagnostic { place, ..error });
                None
            }
        };
        self.scripts.insert(path.to_owned(), parsed.clone());
        parsed
    }

    /// Returns the script with a `class_name`.
    fn global(&mut self, name: &str, from: &Place) -> Option<ClassAt> {
        if self.classes.is_none() {
            let scripts: Vec<String> =
                self.names.iter().filter(|name| extension(name) == "gd").cloned().collect();
            let mut classes = BTreeMap::new();
            for path in scripts {
                // A script with mistakes is reported when it is used.
                let Ok(text) = self.text(&path) else { continue };
                let name = match parse_script(Source { file: &path, text: &text }) {
                    Ok(class) => class.name,
                    Err(_) => text.lines().find_map(|line| {
                        let name = line.strip_prefix("class_name ")?.split_whitespace().next()?;
                        Some(name.to_owned())
                    }),
                };
                if let Some(name) = name {
                    classes.entry(name).or_insert(path);
                }
            }
            self.classes = Some(classes);
        }
        let path = self.classes.as_ref()?.get(name)?.clone();
        self.script(&path, from)
    }

    /// Returns the class that a name means in a class: an inner class, a preloaded script, a global one.
    pub(super) fn class_named(
        &mut self,
        from: &ClassAt,
        name: &str,
        place: &Place,
    ) -> Option<ClassAt> {
        for around in from.around() {
            if let Some(inner) = around.inner(name) {
                return Some(inner);
            }
            let preloaded = around.class().constant(name);
            let path = preloaded.and_then(|constant| constant.value.as_ref()).and_then(|value| {
                let super::expression::Expression::Call(called, _) = value else { return None };
                (called == &["preload"] || called == &["load"]).then(|| value.text())?
            });
            if let Some(path) = path.map(str::to_owned)
                && extension(&path) == "gd"
                && let Some(path) = self.resolve(&path, &from.script.path)
            {
                return self.script(&path, place);
            }
        }
        if let Some(global) = self.global(name, place) {
            return Some(global);
        }
        let autoload = self.autoloads.get(name)?.clone();
        self.script(&autoload, place)
    }

    fn base(&mut self, class: &ClassAt) -> Result<Result<ClassAt, String>, Diagnostic> {
        let Some(extends) = class.class().extends.clone() else {
            return Ok(Err("RefCounted".to_owned()));
        };
        let place = self.place_in(class, extends.start);
        let mut names = extends.names.iter();
        let mut found = match &extends.file {
            Some(file) => {
                let path = self.resolve(file, &class.script.path);
                let path = path.filter(|path| self.has(path));
                let Some(path) = path else {
                    return Err(Diagnostic::new(&place, format!("`{file}` is not in the project")));
                };
                match self.script(&path, &place) {
                    Some(found) => found,
                    // Its mistakes have been reported.
                    None => return Ok(Err("RefCounted".to_owned())),
                }
            }
            None => {
                let Some(name) = names.next() else {
                    return Err(Diagnostic::new(&place, "expected a class after `extends`"));
                };
                // The name of a class inside itself is what it extends from outside.
                let outside = class.around().nth(1).unwrap_or_else(|| class.clone());
                match self.class_named(&outside, name, &place) {
                    Some(found) => found,
                    None if classes::is_native(name) => return Ok(Err(name.clone())),
                    None if self.names.iter().any(|file| extension(file) == "gdextension") => {
                        let message = format!(
                            "`{name}` is taken for a class of an extension, whose RPCs and properties are left out"
                        );
                        self.warn(&place, message);
                        return Ok(Err(name.clone()));
                    }
                    None => {
                        let message = format!("the project and the engine have no class `{name}`");
                        return Err(Diagnostic::new(&place, message));
                    }
                }
            }
        };
        for name in names {
            found = found.inner(name).ok_or_else(|| {
                Diagnostic::new(&place, format!("`{}` has no class `{name}`", found.title()))
            })?;
        }
        Ok(Ok(found))
    }

    /// Returns a class with its bases. Mistakes are reported, and end the chain.
    pub(super) fn chain(&mut self, class: &ClassAt) -> Rc<Chain> {
        let key = class.key();
        if let Some(known) = self.chains.get(&key) {
            return known.clone();
        }
        let chain = Rc::new(self.new_chain(class));
        self.chains.insert(key, chain.clone());
        chain
    }

    fn new_chain(&mut self, class: &ClassAt) -> Chain {
        let mut chain = Chain { classes: vec![class.clone()], native: "RefCounted".to_owned() };
        let mut seen = BTreeSet::from([class.key()]);
        loop {
            let Some(last) = chain.classes.last().cloned() else { return chain };
            match self.base(&last) {
                Ok(Ok(base)) if seen.insert(base.key()) => chain.classes.push(base),
                Ok(Ok(base)) => {
                    let start = last.class().extends.as_ref().map_or(0, |extends| extends.start);
                    let place = self.place_in(&last, start);
                    self.error(&place, format!("`{}` extends itself", base.title()));
                    return chain;
                }
                Ok(Err(native)) => {
                    chain.native = native;
                    return chain;
                }
                Err(error) => {
                    self.error(&error.place, error.message);
                    return chain;
                }
            }
        }
    }
}
