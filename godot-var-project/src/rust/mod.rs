//! Writes the model of a project as a Rust module.

mod imports;
mod scenes;
pub(super) mod server;
mod sets;
mod text;
mod values;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use self::text::prose;
use super::files::{ClassAt, ClassKey};
use super::model::{Model, Scene};
use super::names::{Scope, ident, pascal};

/// The types of Rust that a module names.
const RUST: [&str; 21] = [
    "BTreeMap",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Duration",
    "Eq",
    "Err",
    "From",
    "Into",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Result",
    "Self",
    "Some",
    "String",
    "Tree",
    "Vec",
];

pub(super) struct Module<'m> {
    model: &'m Model,
    scripts: Vec<Ident>,
    synchronizers: Vec<Ident>,
    scenes: Vec<Ident>,
    /// Enums by their places, with their members by number.
    enums: BTreeMap<(ClassKey, usize), (Ident, BTreeMap<i64, Ident>)>,
}

/// Writes the module.
pub(super) fn write(model: &Model, mark: &str) -> String {
    let module = Module::new(model);
    let items = module.items();
    let names = items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "{mark} from the scripts and scenes of a Godot project.\n\
         // Do not edit: change the project and generate again.\n\n"
    );
    let title = if model.title.is_empty() { "a Godot project" } else { &model.title };
    let title = format!(
        " The scripts and scenes of {} that take part in high-level multiplayer.",
        prose(title)
    );
    let head = [
        quote! { #![doc = #title] },
        quote! {
            #![allow(
                dead_code, missing_docs, unreachable_pub, clippy::all, clippy::pedantic,
                reason = "a server needs a part of a project, whose scripts choose the names"
            )]
        },
    ];
    let head = head.into_iter().chain(imports::all(&names)).map(pretty);
    text.push_str(&head.collect::<Vec<_>>().join("\n"));
    for item in items {
        text.push('\n');
        text.push_str(&pretty(item));
    }
    text
}

/// Formats one item. All tokens come from here, so that they parse.
fn pretty(item: TokenStream) -> String {
    let text = item.to_string();
    match syn::parse2(item) {
        Ok(file) => apart(&prettyplease::unparse(&file)),
        Err(error) => {
            debug_assert!(false, "{error}: {text}");
            text
        }
    }
}

/// Puts empty lines around the functions of an `impl`.
fn apart(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        out.push_str(line);
        out.push('\n');
        let mut next = lines[at + 1..].iter().skip_while(|next| next.starts_with("    ///"));
        let is_end = *line == "    }" || line.starts_with("    pub const") && line.ends_with(';');
        if is_end && next.next().is_some_and(|next| next.starts_with("    pub fn")) {
            out.push('\n');
        }
    }
    out
}

impl<'m> Module<'m> {
    fn new(model: &'m Model) -> Self {
        let mut scope = Scope::with(RUST.map(str::to_owned).into_iter().chain(imports::names()));
        let script_names = |class: &ClassAt, suffix: &str| {
            let stem = class.script.path.rsplit_once('.').map_or("", |(stem, _)| stem);
            let file = stem.rsplit('/').next().unwrap_or_default();
            let own = class.class().name.clone().unwrap_or_else(|| file.to_owned());
            [
                format!("{}{suffix}", pascal(&own)),
                format!("{}{suffix}", pascal(&format!("{}_{own}", stem.replace('/', "_")))),
            ]
        };
        let scenes = model.scenes.iter().map(|scene| {
            let stem = scene.file.rsplit_once('.').map_or(&*scene.file, |(stem, _)| stem);
            let file = stem.rsplit('/').next().unwrap_or_default();
            let names =
                [pascal(file), format!("{}Scene", pascal(file)), pascal(&stem.replace('/', "_"))];
            ident(&scope.take(&names))
        });
        let scenes: Vec<Ident> = scenes.collect();
        for scene in &scenes {
            scope.take(&[format!("{scene}Synchronizers")]);
        }
        let scripts = model
            .scripts
            .iter()
            .map(|script| ident(&scope.take(&script_names(&script.class, "Call"))));
        let scripts = scripts.collect();
        let synchronizers = model.synchronizers.iter().map(|one| {
            let scene = model.scenes.iter().position(|scene| scene.file == one.scene);
            let scene = scene.map_or_else(String::new, |scene| scenes[scene].to_string());
            let name = one.path.rsplit('/').next().unwrap_or_default();
            let short = name.strip_prefix("Multiplayer").unwrap_or(name);
            let names = [
                format!("{scene}{}", pascal(short)),
                format!("{scene}{}", pascal(&one.path.replace('/', "_"))),
            ];
            ident(&scope.take(&names))
        });
        let synchronizers = synchronizers.collect();
        let mut enums = BTreeMap::new();
        for (key, one) in &model.enums {
            let names = script_names(&one.class, &pascal(&one.name));
            let name = ident(&scope.take(&names));
            let mut members = Scope::default();
            let members = one
                .members
                .iter()
                .map(|(name, number)| (*number, ident(&members.take(&[pascal(name)]))))
                .collect();
            enums.insert(key.clone(), (name, members));
        }
        Self { model, scripts, synchronizers, scenes, enums }
    }

    fn items(&self) -> Vec<TokenStream> {
        let mut items = self.register();
        for (index, scene) in self.model.scenes.iter().enumerate() {
            items.extend(self.scene(index, scene));
        }
        for (index, script) in self.model.scripts.iter().enumerate() {
            items.extend(self.script(index, script));
        }
        for (index, one) in self.model.synchronizers.iter().enumerate() {
            items.extend(self.synchronizer(index, one));
        }
        for (key, (name, members)) in &self.enums {
            items.push(self.enumeration(key, name, members));
        }
        items.extend(self.helpers());
        items
    }
}

/// The names in a module.
pub(super) struct Names {
    pub(super) scripts: Vec<String>,
    pub(super) synchronizers: Vec<String>,
    /// Those of the scenes that can be added to a session.
    pub(super) scenes: Vec<String>,
}

/// Returns the names that a module has for the parts of a project.
pub(super) fn names(model: &Model) -> Names {
    let module = Module::new(model);
    let texts = |idents: &[Ident]| idents.iter().map(ToString::to_string).collect();
    let is_added = |scene: &Scene| scene.is_added && scene.is_written();
    let scenes = model.scenes.iter().zip(&module.scenes).filter(|(scene, _)| is_added(scene));
    Names {
        scripts: texts(&module.scripts),
        synchronizers: texts(&module.synchronizers),
        scenes: scenes.map(|(_, name)| name.to_string()).collect(),
    }
}

/// Whether two modules are the same but for their format and comments.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let parse = |text| syn::parse_file(text).ok().map(|file| prettyplease::unparse(&file));
    let is_own = |text: &str| text.trim_start().starts_with(super::MARK);
    is_own(one) == is_own(other) && parse(one).is_some_and(|one| parse(other) == Some(one))
}
