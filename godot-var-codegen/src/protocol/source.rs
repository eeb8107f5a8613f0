//! The meaning of every name in the files of a schema, by module.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Item, UseTree};

use super::{Diagnostic, Place};
use godot_var_schema::files::{self, CFG, derives, is_fingerprint, may_derive};
use godot_var_schema::notes::{Notes, docs};
use godot_var_schema::variant::{asked_for_by, delta};
use godot_var_schema::{DERIVES, without_self};

/// The module of the packets of snapshots in the names of types.
const PACKETS: &str = "snapshot";

/// Everything that was read.
pub(crate) struct Sources {
    /// The derives that make a type part of the schema, each for the messages of one wire.
    wires: &'static [&'static str],
    pub(crate) files: Vec<String>,
    pub(crate) docs: Vec<String>,
    /// The modules, the root first.
    pub(crate) modules: Vec<Module>,
    /// Types with one of these derives, in source order.
    pub(crate) derived: Vec<Derived>,
    /// Items that derive `GodotRpc` or `GodotSync`, in source order. The derive's name is first.
    pub(crate) sets: Vec<(&'static str, Derived)>,
    /// The module of the packets of snapshots, if a type is a state.
    pub(crate) packets: Option<usize>,
    /// `impl Default for X`, by module and name.
    pub(crate) defaults: BTreeMap<(usize, String), syn::ItemImpl>,
    /// Mistakes for every wire, or for that of one derive.
    errors: Vec<(Option<&'static str>, Diagnostic)>,
    /// The same for warnings.
    warnings: Vec<(Option<&'static str>, Diagnostic)>,
}

/// A type of the schema.
#[derive(Clone)]
pub(crate) struct Derived {
    pub(crate) module: usize,
    pub(crate) item: DeriveInput,
    /// Those of the schema's derives that it has. A delta has those that make it.
    pub(crate) wires: Vec<&'static str>,
    /// Whether it also derives `Default`, or is a delta, which has one.
    pub(crate) derives_default: bool,
    /// The type whose delta it is.
    pub(crate) delta_of: Option<usize>,
    /// Whether it is a packet of snapshots, which only types that use it have.
    pub(crate) is_packet: bool,
}

impl Derived {
    fn new(module: usize, item: DeriveInput, wires: Vec<&'static str>) -> Self {
        Self { module, item, wires, derives_default: false, delta_of: None, is_packet: false }
    }
}

#[derive(Default)]
pub(crate) struct Module {
    pub(crate) path: Vec<String>,
    pub(crate) file: String,
    pub(crate) parent: Option<usize>,
    pub(crate) names: BTreeMap<String, Name>,
    pub(crate) uses: BTreeMap<String, Vec<Vec<String>>>,
    pub(crate) globs: Vec<Vec<String>>,
}

/// The meaning of a name in its module.
pub(crate) enum Name {
    /// The index of a type of the schema, which may not be one of each wire.
    Derived(usize),
    /// A type that is not part of the schema, and its place.
    Plain(Place),
    Alias(Box<syn::ItemType>),
    Const(Box<syn::ItemConst>),
    Module(usize),
}

impl Sources {
    pub(crate) fn place(&self, module: usize, span: Span) -> Place {
        place(&self.modules[module].file, span)
    }

    /// Whether a type has this derive, or is a delta that it makes.
    pub(crate) fn is_of(&self, derived: usize, wire: &str) -> bool {
        self.derived[derived].wires.contains(&wire)
    }

    /// Checks every item of a wire as the derive does: its model, or `None` after mistakes, and for items of other wires.
    pub(crate) fn checked<M>(
        &self,
        wire: &str,
        check: impl Fn(&DeriveInput) -> Result<M, godot_var_schema::Error>,
        delta: impl Fn(&M) -> M,
        found: &mut Vec<Diagnostic>,
    ) -> Vec<Option<M>> {
        let mut models: Vec<Option<M>> = Vec::new();
        for (index, derived) in self.derived.iter().enumerate() {
            let model = match derived.delta_of {
                _ if !self.is_of(index, wire) => None,
                Some(message) => models[message].as_ref().map(&delta),
                None => check(&derived.item)
                    .map_err(|errors| {
                        for error in errors.flatten() {
                            let place = self.place(derived.module, error.span());
                            found.push(Diagnostic::new(&place, error.to_string()));
                        }
                    })
                    .ok(),
            };
            models.push(model);
        }
        models
    }

    /// Returns diagnostics in the order of their places, each once.
    pub(crate) fn in_order(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let file = |place: &Place| self.files.iter().position(|file| *file == place.file);
        found.sort_by_key(|found| (file(&found.place), found.clone()));
        found.dedup();
        found
    }

    /// Returns the mistakes that concern the wire of a derive.
    pub(crate) fn errors(&self, wire: &str) -> Vec<Diagnostic> {
        of_wire(&self.errors, wire)
    }

    /// Returns the warnings that concern the wire of a derive.
    pub(crate) fn warnings(&self, wire: &str) -> Vec<Diagnostic> {
        of_wire(&self.warnings, wire)
    }
}

fn of_wire(found: &[(Option<&str>, Diagnostic)], wire: &str) -> Vec<Diagnostic> {
    let concerns = found.iter().filter(|(of, _)| of.is_none_or(|of| of == wire));
    concerns.map(|(_, found)| found.clone()).collect()
}

/// Other derives whose items may stand in a schema without a warning, though fields cannot have them as types.
fn beside(wire: &str) -> &'static [&'static str] {
    match wire {
        "GodotVar" => &SETS,
        "GodotFlat" => &["GodotVar"],
        _ => &[],
    }
}

const SETS: [&str; 2] = ["GodotRpc", "GodotSync"];

/// The derive of flat messages.
const FLAT: &str = "GodotFlat";

/// The derive of states of entities.
pub(crate) const STATE: &str = "SnapshotState";

/// The attribute of a derive.
fn attribute(wire: &str) -> &'static str {
    match wire {
        "GodotVar" => "godot_var",
        "GodotFlat" => "flat",
        _ => "",
    }
}

pub(crate) fn place(file: &str, span: Span) -> Place {
    let start = span.start();
    Place { file: file.to_owned(), line: start.line, column: start.column + 1 }
}

/// Reads the root and its modules. Types with one of these derives are the types of the schema.
pub(crate) fn read(
    root: &str,
    wires: &'static [&'static str],
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Sources {
    let files = files::read(root, read);
    let mistakes = files.mistakes.into_iter();
    let mut sources = Sources {
        wires,
        sets: Vec::new(),
        packets: None,
        files: files.names,
        docs: docs(&files.attrs),
        modules: Vec::new(),
        derived: Vec::new(),
        defaults: BTreeMap::new(),
        errors: mistakes
            .map(|it| (None, Diagnostic::new(&place(&it.file, it.span), it.message)))
            .collect(),
        warnings: Vec::new(),
    };
    for module in files.modules {
        sources.module(module);
    }
    for (module, item) in files.items {
        sources.item(module, item);
    }
    sources.packets();
    sources
}

impl Sources {
    fn module(&mut self, module: files::Module) {
        let index = self.modules.len();
        let files::Module { ident, parent, file } = module;
        let mut path = parent.map_or_else(Vec::new, |parent| self.modules[parent].path.clone());
        path.extend(ident.as_ref().map(|ident| ident.unraw().to_string()));
        self.modules.push(Module { path, file, parent, ..Module::default() });
        if let (Some(ident), Some(parent)) = (ident, parent) {
            self.name(parent, &ident.unraw().to_string(), ident.span(), Name::Module(index));
        }
    }

    /// Adds the packets of snapshots, if a type is a state. Paths of the schema do not lead to their module.
    fn packets(&mut self) {
        let is_state = |derived: &Derived| derives(&derived.item.attrs, STATE);
        if !self.wires.contains(&FLAT) || !self.derived.iter().any(is_state) {
            return;
        }
        let module = self.modules.len();
        let (path, file) = (vec![PACKETS.to_owned()], "godot_var::snapshot::wire".to_owned());
        self.modules.push(Module { path, file, ..Module::default() });
        self.packets = Some(module);
        match syn::parse_file(godot_var_snapshot::wire::TEXT) {
            Ok(file) => {
                let first = self.derived.len();
                let is_part = |item: &Item| matches!(item, Item::Struct(_) | Item::Const(_));
                for item in file.items.into_iter().filter(is_part) {
                    self.item(module, item);
                }
                for derived in &mut self.derived[first..] {
                    derived.is_packet = true;
                }
            }
            Err(error) => {
                let place = self.place(module, error.span());
                self.errors.push((None, Diagnostic::new(&place, error.to_string())));
            }
        }
    }

    fn item(&mut self, module: usize, item: Item) {
        if module > 0 && is_fingerprint(&item) {
            let place = self.place(module, item.span());
            let root = &self.modules[0].file;
            let message = format!(
                "`protocol_fingerprint!` covers only this module here; write it in `{root}`"
            );
            self.errors.push((None, Diagnostic::new(&place, message)));
        }
        match item {
            Item::Struct(item) => self.data(module, item.into()),
            Item::Enum(item) => self.data(module, item.into()),
            Item::Union(item) => self.data(module, item.into()),
            Item::Type(item) => {
                let name = item.ident.unraw().to_string();
                self.name(module, &name, item.ident.span(), Name::Alias(Box::new(item)));
            }
            Item::Const(item) => {
                let name = item.ident.unraw().to_string();
                self.name(module, &name, item.ident.span(), Name::Const(Box::new(item)));
            }
            Item::Use(item) => {
                let prefix =
                    if item.leading_colon.is_some() { vec!["::".to_owned()] } else { Vec::new() };
                self.imports(module, prefix, &item.tree);
            }
            Item::Impl(item) => self.implementation(module, item),
            Item::Macro(item) if item.ident.is_none() => {
                let place = self.place(module, item.mac.path.span());
                let name = path_text(&item.mac.path);
                let message =
                    format!("`{name}!` is not expanded; types that it defines are not known");
                self.warnings.push((None, Diagnostic::new(&place, message)));
            }
            _ => {}
        }
    }

    fn name(&mut self, module: usize, name: &str, span: Span, meaning: Name) {
        if self.modules[module].names.insert(name.to_owned(), meaning).is_some() {
            let place = self.place(module, span);
            let message = format!("`{name}` is defined twice here; rename one of them");
            self.errors.push((None, Diagnostic::new(&place, message)));
        }
    }

    fn data(&mut self, module: usize, item: DeriveInput) {
        let item = without_self(item);
        let name = item.ident.unraw().to_string();
        let span = item.ident.span();
        let sets = SETS.into_iter().filter(|derive| derives(&item.attrs, derive)).map(|derive| {
            let (item, wires) = (item.clone(), Vec::new());
            (derive, Derived::new(module, item, wires))
        });
        self.sets.extend(sets);
        let mut wires = Vec::new();
        for wire in self.wires {
            if derives(&item.attrs, wire) {
                wires.push(*wire);
            } else if self.packets != Some(module) {
                self.leave_out(module, &item, wire);
            }
        }
        let meaning = if wires.is_empty() {
            Name::Plain(self.place(module, span))
        } else {
            let derives_default = derives(&item.attrs, "Default");
            let index = self.derived.len();
            let is_enum = matches!(item.data, syn::Data::Enum(_));
            let asks = |wire: &&str| {
                asked_for_by(attribute(wire), &item.attrs, "delta").is_some()
                    || *wire == FLAT && is_enum && derives(&item.attrs, STATE)
            };
            let asking: Vec<&str> = wires.iter().copied().filter(asks).collect();
            let delta = DeriveInput { ident: delta::name(&item.ident), ..item.clone() };
            self.derived.push(Derived { derives_default, ..Derived::new(module, item, wires) });
            if !asking.is_empty() {
                let (name, delta_of) = (delta.ident.to_string(), Some(index));
                let delta = Derived {
                    derives_default: !is_enum,
                    delta_of,
                    ..Derived::new(module, delta, asking)
                };
                self.derived.push(delta);
                self.name(module, &name, span, Name::Derived(index + 1));
            }
            Name::Derived(index)
        };
        self.name(module, &name, span, meaning);
    }

    /// Reports what leaves an item out of the schema of a wire although that may matter.
    fn leave_out(&mut self, module: usize, item: &DeriveInput, wire: &'static str) {
        let beside = beside(wire);
        let mut others = DERIVES.into_iter().filter(|other| !beside.contains(other));
        if let Some(other) = others.find(|other| derives(&item.attrs, other)) {
            let name = item.ident.unraw();
            let message = format!("`{name}` derives `{other}`, not `{wire}`: it is left out");
            let place = self.place(module, item.ident.span());
            self.warnings.push((Some(wire), Diagnostic::new(&place, message)));
        }
        let mut all = std::iter::once(&wire).chain(beside);
        if let Some(cfg) = Notes::read(&item.attrs).cfg
            && all.any(|derive| may_derive(&item.attrs, derive))
        {
            let place = self.place(module, cfg);
            self.errors.push((Some(wire), Diagnostic::new(&place, CFG)));
        }
    }

    fn implementation(&mut self, module: usize, item: syn::ItemImpl) {
        let of_default = item.trait_.as_ref().is_some_and(|(path, _)| {
            path.segments.last().is_some_and(|last| last.ident == "Default")
        });
        let syn::Type::Path(ty) = &*item.self_ty else { return };
        let Some(name) = ty.path.get_ident().map(|ident| ident.unraw().to_string()) else { return };
        if of_default {
            self.defaults.insert((module, name), item);
        }
    }

    fn imports(&mut self, module: usize, mut prefix: Vec<String>, tree: &UseTree) {
        let uses = |sources: &mut Self, name: String, path| {
            sources.modules[module].uses.entry(name).or_default().push(path);
        };
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.unraw().to_string());
                self.imports(module, prefix, &path.tree);
            }
            UseTree::Name(name) => {
                let name = name.ident.unraw().to_string();
                if name == "self" {
                    let Some(own) = prefix.last().cloned() else { return };
                    uses(self, own, prefix);
                } else {
                    prefix.push(name.clone());
                    uses(self, name, prefix);
                }
            }
            UseTree::Rename(rename) => {
                let name = rename.ident.unraw().to_string();
                if name != "self" {
                    prefix.push(name);
                }
                uses(self, rename.rename.unraw().to_string(), prefix);
            }
            UseTree::Glob(_) => self.modules[module].globs.push(prefix),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.imports(module, prefix.clone(), tree);
                }
            }
        }
    }
}

pub(crate) fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    names.join("::")
}
