//! Reads the files of a schema as a tree of modules.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Item, Meta, UseTree};

use super::{Diagnostic, Place};
use godot_var_schema::notes::{Notes, docs};
use godot_var_schema::variant::{asked_for, delta};
use godot_var_schema::{DERIVES, without_self};

/// Everything that was read.
pub(crate) struct Sources {
    /// The derive that makes a type part of the schema.
    derive: &'static str,
    pub(crate) files: Vec<String>,
    pub(crate) docs: Vec<String>,
    /// The modules, the root first.
    pub(crate) modules: Vec<Module>,
    /// Types that derive `GodotVar`, in source order.
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
    Const(Box<syn::Expr>),
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

type Read<'r> = &'r mut dyn FnMut(&str) -> Result<String, String>;

/// Reads the root and its modules. Types that derive `derive` are the types of the schema.
pub(crate) fn read(
    root: &str,
    derive: &'static str,
    beside: &'static [&'static str],
    read: Read<'_>,
) -> Sources {
    let mut sources = Sources {
        derive,
        beside,
        sets: Vec::new(),
        files: Vec::new(),
        docs: Vec::new(),
        modules: vec![Module { file: root.to_owned(), ..Module::default() }],
        derived: Vec::new(),
        defaults: BTreeMap::new(),
        errors: Vec::new(),
        warnings: Vec::new(),
    };
    match read(root) {
        Ok(text) => {
            if let Some(file) = sources.parse(root, &text) {
                sources.docs = docs(&file.attrs);
                let (folder, stem) = split(root);
                let own = join(folder, stem.trim_end_matches(".rs"));
                // A schema that another module includes by `#[path]` has its modules beside it.
                let folders = if matches!(stem, "mod.rs" | "lib.rs" | "main.rs") {
                    vec![folder.to_owned()]
                } else {
                    vec![own, folder.to_owned()]
                };
                sources.items(0, file.items, &folders, read);
            }
        }
        Err(error) => {
            let start = Place { file: root.to_owned(), line: 1, column: 1 };
            sources.errors.push(Diagnostic::new(&start, format!("cannot be read: {error}")));
        }
    }
    sources
}

fn split(path: &str) -> (&str, &str) {
    path.rfind(['/', '\\']).map_or(("", path), |at| (&path[..at], &path[at + 1..]))
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

impl Sources {
    fn parse(&mut self, path: &str, text: &str) -> Option<syn::File> {
        self.files.push(path.to_owned());
        match syn::parse_file(text) {
            Ok(file) => Some(file),
            Err(errors) => {
                for error in errors {
                    let place = place(path, error.span());
                    let message = match error.to_string() {
                        // The text of a token that is none.
                        text if text == "cannot parse string into token stream" => {
                            "not Rust: `cargo check` shows what is wrong".to_owned()
                        }
                        text => text,
                    };
                    self.errors.push(Diagnostic::new(&place, message));
                }
                None
            }
        }
    }

    fn items(&mut self, module: usize, items: Vec<Item>, folders: &[String], read: Read<'_>) {
        for item in items {
            if attrs_of(&item).is_some_and(|attrs| attrs.iter().any(is_test)) {
                continue;
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
                    self.name(module, &name, item.ident.span(), Name::Const(item.expr));
                }
                Item::Mod(item) => self.module(module, item, folders, read),
                Item::Use(item) => {
                    let prefix = if item.leading_colon.is_some() {
                        vec!["::".to_owned()]
                    } else {
                        Vec::new()
                    };
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
            let delta = (self.derive == "GodotVar" && asked_for(&item, "delta").is_some())
                .then(|| DeriveInput { ident: delta::name(&item.ident), ..item.clone() });
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
            if let Some(cfg) =
                notes.cfg.filter(|_| all.any(|own| mentions_derive(&item.attrs, own)))
            {
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

    fn module(&mut self, parent: usize, item: syn::ItemMod, folders: &[String], read: Read<'_>) {
        let name = item.ident.unraw().to_string();
        let place = self.place(parent, item.ident.span());
        if let Some(cfg) = item.attrs.iter().find(|attr| attr.path().is_ident("cfg")) {
            let place = self.place(parent, cfg.path().span());
            self.errors.push(Diagnostic::new(&place, CFG));
            return;
        }
        let mut path = self.modules[parent].path.clone();
        path.push(name.clone());
        let index = self.modules.len();
        let file = self.modules[parent].file.clone();
        self.modules.push(Module { path, file, parent: Some(parent), ..Module::default() });
        self.name(parent, &name, item.ident.span(), Name::Module(index));
        if let Some((_, items)) = item.content {
            let folders: Vec<String> = folders.iter().map(|folder| join(folder, &name)).collect();
            self.items(index, items, &folders, read);
            return;
        }
        let given = item.attrs.iter().find_map(|attr| match &attr.meta {
            Meta::NameValue(pair) if attr.path().is_ident("path") => match &pair.value {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) => Some(path.value()),
                _ => None,
            },
            _ => None,
        });
        let candidates: Vec<(String, Vec<String>)> = if let Some(given) = given {
            let path = join(split(&self.modules[parent].file).0, &given);
            let folder = split(&path).0.to_owned();
            vec![(path, vec![folder])]
        } else {
            let of = |folder: &String| {
                let own = join(folder, &name);
                [(format!("{own}.rs"), vec![own.clone()]), (join(&own, "mod.rs"), vec![own])]
            };
            folders.iter().flat_map(of).collect()
        };
        let mut tried = Vec::new();
        for (path, folders) in candidates {
            match read(&path) {
                Ok(text) if self.files.contains(&path) => {
                    drop(text);
                    let message = format!("`{path}` is a module twice, or of itself");
                    self.errors.push(Diagnostic::new(&place, message));
                    return;
                }
                Ok(text) => {
                    self.modules[index].file.clone_from(&path);
                    if let Some(file) = self.parse(&path, &text) {
                        self.items(index, file.items, &folders, read);
                    }
                    return;
                }
                Err(error) => tried.push(format!("`{path}` ({error})")),
            }
        }
        let message = format!("the module `{name}` has no file: {}", tried.join(", "));
        self.errors.push(Diagnostic::new(&place, message));
    }
}

/// The message for conditional items.
pub(crate) const CFG: &str = "a `#[cfg]` decides whether this is part of the schema, which cannot be known here; \
     remove it, or move the optional part to a schema of its own";

fn attrs_of(item: &Item) -> Option<&[Attribute]> {
    Some(match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        _ => return None,
    })
}

/// `#[cfg(test)]`: not part of the schema.
fn is_test(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg")
        && attr.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
}

fn derives(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("derive")).any(|attr| {
        let paths = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        attr.parse_args_with(paths).is_ok_and(|paths| {
            paths.iter().any(|path| path.segments.last().is_some_and(|last| last.ident == name))
        })
    })
}

/// Whether a `cfg_attr` adds the derive.
fn mentions_derive(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("cfg_attr")
            && attr.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains(name))
    })
}

pub(crate) fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    names.join("::")
}
