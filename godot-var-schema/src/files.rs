//! Reads the files of a schema: its items, each with its module.

use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Attribute, Generics, Ident, Item, Meta};

/// The items of a schema, from its root file and the files of its modules.
#[derive(Debug, Default)]
pub struct Files {
    /// The files that were read, the root first.
    pub names: Vec<String>,
    /// The attributes of the root file.
    pub attrs: Vec<Attribute>,
    /// The modules, the root first.
    pub modules: Vec<Module>,
    /// The items with the indices of their modules, in source order: those of a module take its place. Modules and
    /// items for tests are not among them.
    pub items: Vec<(usize, Item)>,
    /// What cannot be read or known.
    pub mistakes: Vec<Mistake>,
}

/// A module of a schema.
#[derive(Debug)]
pub struct Module {
    /// Its name, where its parent declares it. The root has none.
    pub ident: Option<Ident>,
    /// The index of the module around it.
    pub parent: Option<usize>,
    /// The file that its items are in.
    pub file: String,
}

/// Something that is wrong with a schema, and its place.
#[derive(Debug)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// The place in the file.
    pub span: Span,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Returns the text of a file, or the reason why it cannot.
type Read<'r> = &'r mut dyn FnMut(&str) -> Result<String, String>;

/// Reads a root file and the files of its modules, as the compiler finds them.
pub fn read(root: &str, read: Read<'_>) -> Files {
    let mut files = Files::default();
    files.modules.push(Module { ident: None, parent: None, file: root.to_owned() });
    match read(root) {
        Ok(text) => {
            if let Some(file) = files.parse(root, &text) {
                files.attrs = file.attrs;
                let (folder, stem) = split(root);
                let own = join(folder, stem.trim_end_matches(".rs"));
                // A schema that another module includes by `#[path]` has its modules next to it.
                let folders = if matches!(stem, "mod.rs" | "lib.rs" | "main.rs") {
                    vec![folder.to_owned()]
                } else {
                    vec![own, folder.to_owned()]
                };
                files.list(0, file.items, &folders, read);
            }
        }
        Err(error) => {
            files.mistake(0, Span::call_site(), format!("cannot be read: {error}"));
        }
    }
    files
}

/// Returns the path of a file that [`read`] asks for. `root` is the path of the root file, whose lossy text `read` was given: a path need
/// not be UTF-8.
pub fn on_disk(root: &Path, name: &str) -> PathBuf {
    if root.to_str().is_some() {
        return PathBuf::from(name);
    }
    // The modules of `a/game.rs` are in `a/game` and in `a`.
    let own = root.with_extension("");
    let same = |real: &Path| {
        let pairs = real.components().zip(Path::new(name).components());
        pairs
            .take_while(|(real, text)| {
                real.as_os_str().to_string_lossy() == text.as_os_str().to_string_lossy()
            })
            .count()
    };
    let real = if same(&own) > same(root) { own.as_path() } else { root };
    let count = same(real);
    real.components().take(count).chain(Path::new(name).components().skip(count)).collect()
}

fn split(path: &str) -> (&str, &str) {
    path.rfind(['/', '\\']).map_or(("", path), |at| (&path[..at], &path[at + 1..]))
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

impl Files {
    fn mistake(&mut self, module: usize, span: Span, message: impl Into<String>) {
        let file = self.modules[module].file.clone();
        self.mistakes.push(Mistake { file, span, message: message.into() });
    }

    fn parse(&mut self, path: &str, text: &str) -> Option<syn::File> {
        self.names.push(path.to_owned());
        let mistake = |error: syn::Error| Mistake {
            file: path.to_owned(),
            span: error.span(),
            message: match error.to_string() {
                // The lexer's text, which does not say what is wrong.
                text if text == "cannot parse string into token stream" => {
                    "not Rust: `cargo check` shows what is wrong".to_owned()
                }
                text => text,
            },
        };
        match syn::parse_file(text) {
            Ok(file) => Some(file),
            Err(errors) => {
                self.mistakes.extend(errors.into_iter().map(mistake));
                None
            }
        }
    }

    fn list(&mut self, module: usize, items: Vec<Item>, folders: &[String], read: Read<'_>) {
        for item in items {
            match item {
                item if attrs_of(&item).is_some_and(|attrs| attrs.iter().any(is_test)) => {}
                Item::Mod(item) => self.module(module, item, folders, read),
                item => self.items.push((module, item)),
            }
        }
    }

    fn module(&mut self, parent: usize, item: syn::ItemMod, folders: &[String], read: Read<'_>) {
        let name = item.ident.unraw().to_string();
        let span = item.ident.span();
        if let Some(cfg) = item.attrs.iter().find(|attr| attr.path().is_ident("cfg")) {
            self.mistake(parent, cfg.path().segments[0].ident.span(), CFG);
            return;
        }
        let index = self.modules.len();
        let file = self.modules[parent].file.clone();
        self.modules.push(Module { ident: Some(item.ident), parent: Some(parent), file });
        if let Some((_, items)) = item.content {
            let folders: Vec<String> = folders.iter().map(|folder| join(folder, &name)).collect();
            self.list(index, items, &folders, read);
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
                Ok(text) if self.names.contains(&path) => {
                    drop(text);
                    self.mistake(parent, span, format!("`{path}` is a module twice, or of itself"));
                    return;
                }
                Ok(text) => {
                    self.modules[index].file.clone_from(&path);
                    if let Some(file) = self.parse(&path, &text) {
                        self.list(index, file.items, &folders, read);
                    }
                    return;
                }
                Err(error) => tried.push(format!("`{path}` ({error})")),
            }
        }
        let message = format!("the module `{name}` has no file: {}", tried.join(", "));
        self.mistake(parent, span, message);
    }
}

/// The message for conditional items.
pub const CFG: &str = "a `#[cfg]` decides whether this is part of the schema, which cannot be known here; \
     remove it, or move the optional part to another schema";

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
        && attr.parse_args::<Ident>().is_ok_and(|condition| condition == "test")
}

/// Whether an item derives the macro of this name.
pub fn derives(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("derive")).any(|attr| {
        let paths = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        attr.parse_args_with(paths).is_ok_and(|paths| {
            paths.iter().any(|path| path.segments.last().is_some_and(|last| last.ident == name))
        })
    })
}

/// Whether a `cfg_attr` of an item adds this derive.
pub fn may_derive(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().any(|attr| {
        attr.path().is_ident("cfg_attr")
            && attr.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains(name))
    })
}

/// Whether a type is one only with arguments, lifetimes aside.
pub fn is_generic(generics: &Generics) -> bool {
    generics.type_params().next().is_some() || generics.const_params().next().is_some()
}

/// Whether an item is the constant of `protocol_fingerprint!`.
pub fn is_fingerprint(item: &Item) -> bool {
    let Item::Const(item) = item else { return false };
    let syn::Expr::Macro(call) = &*item.expr else { return false };
    call.mac.path.segments.last().is_some_and(|last| last.ident == "protocol_fingerprint")
}
