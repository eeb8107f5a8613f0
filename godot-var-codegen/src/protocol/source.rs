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

/// Everything that was read.
pub(crate) struct Sources {
    /// The derive that makes a type part of the schema.
    pub(crate) derive: &'static str,
    pub(crate) files: Vec<String>,
    pub(crate) docs: Vec<String>,
    /// The modules, the root first.
    pub(crate) modules: Vec<Module>,
    /// Types with that derive, in source order.
    pub(crate) derived: Vec<Derived>,
    /// Other derives whose items are part of the schema but not types of fields.
    beside: &'static [&'static str],
    /// Items with one of these derives, in source order. The derive's name is first.
    pub(crate) sets: Vec<(&'static str, Derived)>,
    /// `impl Default for X`, by module and name.
    pub(crate) defaults: BTreeMap<(usize, String), syn::ItemImpl>,
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// A type of the schema.
#[derive(Clone)]
pub(crate) struct Derived {
    pub(crate) module: usize,
    pub(crate) item: DeriveInput,
    /// Whether it also derives `Default`, or is a delta, which has one.
    pub(crate) derives_default: bool,
    /// The type whose delta it is.
    pub(crate) delta_of: Option<usize>,
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
    /// The index of a type of the schema.
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
}

pub(crate) fn place(file: &str, span: Span) -> Place {
    let start = span.start();
    Place { file: file.to_owned(), line: start.line, column: start.column + 1 }
}

/// Reads the root and its modules. Types that derive `derive` are the types of the schema.
pub(crate) fn read(
    root: &str,
    derive: &'static str,
    beside: &'static [&'static str],
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Sources {
    let files = files::read(root, read);
    let mistakes = files.mistakes.into_iter();
    let mut sources = Sources {
        derive,
        beside,
        sets: Vec::new(),
        files: files.names,
        docs: docs(&files.attrs),
        modules: Vec::new(),
        derived: Vec::new(),
        defaults: BTreeMap::new(),
        errors: mistakes
            .map(|mistake| Diagnostic::new(&place(&mistake.file, mistake.span), mistake.message))
            .collect(),
        warnings: Vec::new(),
    };
    for module in files.modules {
        sources.module(module);
    }
    for (module, item) in files.items {
        sources.item(module, item);
    }
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

    fn item(&mut self, module: usize, item: Item) {
        if module > 0 && is_fingerprint(&item) {
            let place = self.place(module, item.span());
            let root = &self.modules[0].file;
            self.errors.push(Diagnostic::new(
                &place,
                format!(
                    "`protocol_fingerprint!` covers this module alone here; write it in `{root}`"
                ),
            ));
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
                self.warnings.push(Diagnostic::new(
                    &place,
                    format!("`{name}!` is not expanded; types that it defines are not known"),
                ));
            }
            _ => {}
        }
    }

    fn name(&mut self, module: usize, name: &str, span: Span, meaning: Name) {
        if self.modules[module].names.insert(name.to_owned(), meaning).is_some() {
            let place = self.place(module, span);
            self.errors.push(Diagnostic::new(
                &place,
                format!("`{name}` is defined twice here; rename one of them"),
            ));
        }
    }

    fn data(&mut self, module: usize, item: DeriveInput) {
        let item = without_self(item);
        let name = item.ident.unraw().to_string();
        let span = item.ident.span();
        let sets = self.beside.iter().filter(|derive| derives(&item.attrs, derive));
        let sets = sets.map(|derive| {
            let item = item.clone();
            (*derive, Derived { module, item, derives_default: false, delta_of: None })
        });
        self.sets.extend(sets);
        let meaning = if derives(&item.attrs, self.derive) {
            let derives_default = derives(&item.attrs, "Default");
            let index = self.derived.len();
            let asked = match self.derive {
                "GodotVar" => asked_for_by("godot_var", &item.attrs, "delta"),
                "GodotFlat" => asked_for_by("flat", &item.attrs, "delta"),
                _ => None,
            };
            let delta =
                asked.map(|_| DeriveInput { ident: delta::name(&item.ident), ..item.clone() });
            self.derived.push(Derived { module, item, derives_default, delta_of: None });
            if let Some(item) = delta {
                let name = item.ident.to_string();
                let delta_of = Some(index);
                self.derived.push(Derived { module, item, derives_default: true, delta_of });
                self.name(module, &name, span, Name::Derived(index + 1));
            }
            Name::Derived(index)
        } else {
            let place = self.place(module, span);
            let mut others = DERIVES.into_iter().filter(|other| !self.beside.contains(other));
            if let Some(other) = others.find(|other| derives(&item.attrs, other)) {
                let own = self.derive;
                let message = format!("`{name}` derives `{other}`, not `{own}`: it is left out");
                self.warnings.push(Diagnostic::new(&place, message));
            }
            let notes = Notes::read(&item.attrs);
            let mut all = std::iter::once(&self.derive).chain(self.beside);
            if let Some(cfg) = notes.cfg.filter(|_| all.any(|own| may_derive(&item.attrs, own))) {
                let place = self.place(module, cfg);
                self.errors.push(Diagnostic::new(&place, CFG));
            }
            Name::Plain(place)
        };
        self.name(module, &name, span, meaning);
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
