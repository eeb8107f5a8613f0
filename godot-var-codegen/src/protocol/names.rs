//! Resolves names and Rust types in a module of the schema.

mod instances;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, PathArguments};

use super::source::{Name, Sources, path_text};
use super::types::{Integer, Type};
use super::{Diagnostic, Place, foreign};
use godot_var_schema::files::is_generic;

/// An argument of a generic type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Type(Type),
    Const(u64),
}

/// The context of a type: its module and the arguments of its parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) module: usize,
    pub(crate) parameters: BTreeMap<String, Argument>,
    /// The type of `Self`.
    pub(crate) own: Option<Type>,
}

/// A type of the schema with its arguments.
pub(crate) type Instance = (usize, Vec<Argument>);

/// The arguments of [`Names::find`].
type Lookup = (usize, Vec<String>, u32);

/// Resolves names and records the types that were requested.
pub(crate) struct Names<'s> {
    pub(crate) sources: &'s Sources,
    /// The derive of the wire whose fields are resolved.
    pub(crate) wire: &'static str,
    /// All types without parameters, in source order, then those with arguments that were requested. [`Type::Message`] has their index.
    instances: Vec<Instance>,
    /// Which of them each wire has, in the order of the requests.
    requested: BTreeMap<&'static str, Vec<usize>>,
    /// The position of each there.
    positions: HashMap<(&'static str, usize), usize>,
    /// The results of [`find`](Self::find), by its arguments: globs of modules that import each other lead to the same names in many ways.
    found: RefCell<HashMap<Lookup, Option<Found<'s>>>>,
    /// The values of constants, by the place of the name: one may use another one several times.
    numbers: RefCell<HashMap<(usize, Vec<String>), i64>>,
    /// The number of parts that the types of fields may still have.
    parts: usize,
}

/// The result of resolving a path.
#[derive(Clone)]
pub(crate) enum Found<'s> {
    Name(usize, &'s Name),
    /// A name of another crate, or of the prelude.
    Outside(Vec<String>),
}

fn is_crate(name: &str) -> bool {
    matches!(name, "godot_var" | "std" | "core" | "alloc") || foreign::CRATES.contains(&name)
}

const PRELUDE: [&str; 10] =
    ["bool", "char", "str", "f32", "f64", "String", "Vec", "Option", "Box", "Self"];

/// The modules of `godot_var` that have types of fields.
const MODULES: [&str; 3] = ["double", "math", "values"];

/// The types of `std::time` that a field with a `unit` may have.
const TIMES: [&str; 2] = ["Duration", "SystemTime"];

/// Whether a glob is that of `std::time`.
fn is_of_time(glob: &[String]) -> bool {
    let path: Vec<&str> = glob.iter().map(String::as_str).filter(|name| *name != "::").collect();
    matches!(path[..], ["std" | "core", "time"])
}

/// The maximum number of `use` items between a name and its definition.
pub(crate) const MAX_USES: u32 = 8;

/// The maximum number of `type` aliases, and the maximum nesting depth of types.
const MAX_STEPS: u32 = 24;

/// The most parts of the types of all fields, aliases resolved. A few aliases can name so many that no machine could hold them.
const MOST_PARTS: usize = 1 << 18;

type Result<T> = std::result::Result<T, Diagnostic>;

impl<'s> Names<'s> {
    /// Makes names for the fields of the wire of this derive.
    pub(crate) fn new(sources: &'s Sources, wire: &'static str) -> Self {
        let mut names = Self {
            sources,
            wire,
            instances: Vec::new(),
            requested: BTreeMap::new(),
            positions: HashMap::new(),
            found: RefCell::default(),
            numbers: RefCell::default(),
            parts: MOST_PARTS,
        };
        for (index, derived) in sources.derived.iter().enumerate() {
            if !is_generic(&derived.item.generics) && !derived.is_packet {
                names.instances.push((index, Vec::new()));
                for wire in &derived.wires {
                    names.request(wire, names.instances.len() - 1);
                }
            }
        }
        names
    }

    /// Calls a function that resolves fields of another wire.
    pub(crate) fn with_wire<T>(
        &mut self,
        wire: &'static str,
        call: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let own = std::mem::replace(&mut self.wire, wire);
        let result = call(self);
        self.wire = own;
        result
    }

    pub(crate) fn find(&self, module: usize, path: &[String], steps: u32) -> Option<Found<'s>> {
        let key = (module, path.to_vec(), steps);
        if let Some(found) = self.found.borrow().get(&key) {
            return found.clone();
        }
        let found = self.search(module, path, steps);
        self.found.borrow_mut().insert(key, found.clone());
        found
    }

    fn search(&self, module: usize, path: &[String], steps: u32) -> Option<Found<'s>> {
        let [first, rest @ ..] = path else { return None };
        let next = steps.checked_sub(1)?;
        let modules = &self.sources.modules;
        match first.as_str() {
            "::" => return Some(Found::Outside(rest.to_vec())),
            "self" => return self.find(module, rest, steps),
            "super" => return self.find(modules[module].parent?, rest, steps),
            "crate" => return self.find_in_crate(rest, steps),
            _ => {}
        }
        if let Some(name) = modules[module].names.get(first) {
            return match (name, rest) {
                (_, []) => Some(Found::Name(module, name)),
                (Name::Module(inner), _) => self.find(*inner, rest, steps),
                _ => None,
            };
        }
        if let Some(targets) = modules[module].uses.get(first) {
            return targets.iter().find_map(|target| {
                let path: Vec<String> = target.iter().chain(rest).cloned().collect();
                // `use x::x;` and names of crates: do not look for `x` here again.
                if target.len() == 1 && target[0] == *first {
                    outside(&path)
                } else {
                    self.find(module, &path, next)
                }
            });
        }
        let through_glob = modules[module].globs.iter().find_map(|glob| {
            let inner = self.module(module, glob, next)?;
            if inner == module { None } else { self.find_own(inner, path, next) }
        });
        through_glob.or_else(|| outside(path)).or_else(|| {
            let globs = &modules[module].globs;
            if let [name] = path
                && TIMES.contains(&name.as_str())
                && let Some(glob) = globs.iter().find(|glob| is_of_time(glob))
            {
                return Some(Found::Outside(glob.iter().chain(path).cloned().collect()));
            }
            let from_ours =
                globs.iter().find(|glob| glob.first().is_some_and(|first| first == "godot_var"))?;
            // `math::Vector2` is in a module that the glob brings.
            match path {
                [name] if self.packet_named(name).is_some() => {}
                [module, name] if module == "wire" && self.packet_named(name).is_some() => {}
                [name] => drop(known(name)?),
                [module, .., name] if MODULES.contains(&module.as_str()) => drop(known(name)?),
                _ => return None,
            }
            Some(Found::Outside(from_ours.iter().chain(path).cloned().collect()))
        })
    }

    /// Returns the module that a path leads to.
    fn module(&self, module: usize, path: &[String], steps: u32) -> Option<usize> {
        match path {
            [] => Some(module),
            [first, ..] if is_crate(first) || first == "::" => None,
            [first, rest @ ..] if first == "self" => self.module(module, rest, steps),
            [first, rest @ ..] if first == "super" => {
                self.module(self.sources.modules[module].parent?, rest, steps)
            }
            _ => match self.find(module, path, steps)? {
                Found::Name(_, Name::Module(inner)) => Some(*inner),
                _ => None,
            },
        }
    }

    /// Works like [`find`](Self::find), and also accepts names that a glob of this module imports from outside.
    fn find_own(&self, module: usize, path: &[String], steps: u32) -> Option<Found<'s>> {
        match self.find(module, path, steps)? {
            Found::Outside(full) if full.len() == path.len() && !is_crate(&full[0]) => None,
            found => Some(found),
        }
    }

    /// `crate::…::schema::Name`: the root of the crate is unknown, but the schema's own name is known.
    fn find_in_crate(&self, path: &[String], steps: u32) -> Option<Found<'s>> {
        let root = &self.sources.modules[0];
        let file = root.file.rsplit(['/', '\\']).next()?;
        let stem = match file.strip_suffix(".rs")? {
            "lib" | "main" => return self.find(0, path, steps),
            "mod" => root.file.rsplit(['/', '\\']).nth(1)?,
            stem => stem,
        };
        let at = path.iter().position(|name| name == stem);
        self.find(0, at.map_or(path, |at| &path[at + 1..]), steps)
    }

    /// Resolves the Rust type of a field. The types of the schema in it have their positions among those of this wire.
    pub(crate) fn field(&mut self, scope: &Scope, ty: &syn::Type) -> Result<Type> {
        self.field_with_pointers(scope, ty).map(Type::settled)
    }

    /// The same with all pointers, each of which is a level of a flat message.
    pub(crate) fn field_with_pointers(&mut self, scope: &Scope, ty: &syn::Type) -> Result<Type> {
        // Another wire's type was an error before.
        let resolved = self.resolve_within(scope, ty, MAX_STEPS)?;
        match self.placed(resolved) {
            Some(placed) => Ok(placed),
            None => self.error(scope, ty.span(), "this type is not one of this wire"),
        }
    }

    /// Resolves a Rust type.
    pub(crate) fn resolve(&mut self, scope: &Scope, ty: &syn::Type) -> Result<Type> {
        self.resolve_within(scope, ty, MAX_STEPS).map(Type::without_levels)
    }

    /// Counts parts of a type.
    fn count(&mut self, scope: &Scope, span: Span, parts: usize) -> Result<()> {
        match self.parts.checked_sub(parts) {
            Some(left) => {
                self.parts = left;
                Ok(())
            }
            None => {
                let message = format!(
                    "the types of all fields have more than {MOST_PARTS} parts, aliases resolved"
                );
                self.error(scope, span, message)
            }
        }
    }

    fn error<T>(&self, scope: &Scope, span: Span, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::new(&self.sources.place(scope.module, span), message))
    }

    fn resolve_within(&mut self, scope: &Scope, ty: &syn::Type, steps: u32) -> Result<Type> {
        self.count(scope, ty.span(), 1)?;
        match ty {
            syn::Type::Path(syn::TypePath { qself: None, path, .. }) => {
                self.path(scope, path, steps)
            }
            syn::Type::Path(syn::TypePath { qself: Some(of), path, .. })
                if path.segments.last().is_some_and(|last| last.ident == "Delta") =>
            {
                let of = self.resolve_within(scope, &of.ty, steps)?;
                self.delta(scope, path.span(), &of)
            }
            syn::Type::Group(group) => self.resolve_within(scope, &group.elem, steps),
            syn::Type::Paren(paren) => self.resolve_within(scope, &paren.elem, steps),
            syn::Type::Reference(reference) => match &*reference.elem {
                syn::Type::Slice(slice) => match self.resolve_within(scope, &slice.elem, steps)? {
                    byte @ Type::U8 => Ok(Type::View(Box::new(byte))),
                    element => Ok(Type::List(Box::new(element))),
                },
                elem => self.resolve_within(scope, elem, steps).map(Type::pointed_to),
            },
            syn::Type::Slice(slice) => {
                Ok(Type::List(Box::new(self.resolve_within(scope, &slice.elem, steps)?)))
            }
            syn::Type::Array(array) => {
                let element = self.resolve_within(scope, &array.elem, steps)?;
                let len = self.length(scope, &array.len)?;
                Ok(Type::FixedList(len, Box::new(element)))
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Ok(Type::UNIT),
            syn::Type::Tuple(tuple) => tuple
                .elems
                .iter()
                .map(|element| self.resolve_within(scope, element, steps))
                .collect::<Result<_>>()
                .map(Type::Tuple),
            syn::Type::Macro(mac) => self.error(
                scope,
                mac.span(),
                format!("`{}!` is not expanded; write the type", path_text(&mac.mac.path)),
            ),
            _ => self.error(scope, ty.span(), "a type of this kind cannot be part of a schema"),
        }
    }

    /// Returns the value of a length: a number, or an expression of numbers and constants of the schema.
    pub(crate) fn length(&self, scope: &Scope, expr: &Expr) -> Result<u64> {
        match self.number(scope, expr).map(u64::try_from) {
            Some(Ok(len)) => Ok(len),
            Some(Err(_)) => self.error(scope, expr.span(), "a length is not negative"),
            None => self.error(
                scope,
                expr.span(),
                "the length is neither a number nor a constant of this schema",
            ),
        }
    }

    /// Returns the value of a constant expression, if the schema defines it.
    pub(crate) fn number(&self, scope: &Scope, expr: &Expr) -> Option<i64> {
        self.number_within(scope, expr, MAX_STEPS)
    }

    fn number_within(&self, scope: &Scope, expr: &Expr, steps: u32) -> Option<i64> {
        let next = steps.checked_sub(1)?;
        godot_var_schema::constant(expr, &mut |path| {
            let names = segments(path);
            if let [name] = &names[..]
                && let Some(Argument::Const(number)) = scope.parameters.get(name)
            {
                return i64::try_from(*number).ok();
            }
            let key = (scope.module, names);
            if let Some(number) = self.numbers.borrow().get(&key) {
                return Some(*number);
            }
            let (module, item) = self.constant(scope, &key.1)?;
            let scope = Scope { module, parameters: BTreeMap::new(), own: None };
            let number = self.number_within(&scope, &item.expr, next)?;
            let is_integer = matches!(&*item.ty, syn::Type::Path(path)
                if path.path.get_ident().is_some_and(|name| Integer::of(&name.to_string()).is_some()));
            if is_integer && !godot_var_schema::fits(number, &item.ty) {
                return None;
            }
            self.numbers.borrow_mut().insert(key, number);
            Some(number)
        })
    }

    /// Returns a constant of the schema, and its module.
    pub(super) fn constant(
        &self,
        scope: &Scope,
        path: &[String],
    ) -> Option<(usize, &'s syn::ItemConst)> {
        match self.find(scope.module, path, MAX_USES)? {
            Found::Name(module, Name::Const(item)) => Some((module, item)),
            _ => None,
        }
    }

    fn path(&mut self, scope: &Scope, path: &syn::Path, steps: u32) -> Result<Type> {
        let names = segments(path);
        let text = path_text(path);
        let Some(last) = path.segments.last() else {
            return self.error(scope, path.span(), "expected a type");
        };
        if let [name, delta] = &names[..]
            && delta == "Delta"
            && let Some(Argument::Type(of)) = scope.parameters.get(name)
        {
            return self.delta(scope, path.span(), &of.clone());
        }
        if let ([name], true) = (&names[..], path.leading_colon.is_none()) {
            match scope.parameters.get(name) {
                Some(Argument::Type(ty)) => {
                    self.count(scope, path.span(), parts_of(ty))?;
                    return self.given(scope, path.span(), name, ty.clone());
                }
                Some(Argument::Const(_)) => {
                    return self.error(scope, path.span(), format!("`{name}` is not a type"));
                }
                None => {}
            }
            if let (Some(own), "Self") = (&scope.own, name.as_str()) {
                return self.given(scope, path.span(), name, own.clone());
            }
        }
        let Some(next) = steps.checked_sub(1) else {
            let message = match self.find(scope.module, &names, MAX_USES) {
                Some(Found::Name(_, Name::Alias(_))) => format!("`{text}` refers to itself"),
                _ => format!(
                    "the type is nested more than {MAX_STEPS} levels deep, aliases resolved; \
                     give a part of it a name by a struct that derives `{}`",
                    self.wire
                ),
            };
            return self.error(scope, path.span(), message);
        };
        match self.find(scope.module, &names, MAX_USES) {
            Some(Found::Name(_, Name::Derived(index))) if self.sources.is_of(*index, self.wire) => {
                self.derived(scope, *index, &last.arguments, path.span(), next)
            }
            Some(Found::Name(_, Name::Derived(index))) => {
                let derived = &self.sources.derived[*index];
                let place = self.sources.place(derived.module, derived.item.ident.span());
                self.not_derived(scope, path, &place)
            }
            Some(Found::Name(module, Name::Alias(alias))) => {
                let arguments =
                    self.arguments(scope, &alias.generics, &last.arguments, path.span(), next)?;
                let parameters = parameters(&alias.generics, arguments);
                self.resolve_within(&Scope { module, parameters, own: None }, &alias.ty, next)
            }
            Some(Found::Name(_, Name::Plain(place))) => self.not_derived(scope, path, place),
            Some(Found::Name(_, Name::Const(_) | Name::Module(_))) => {
                self.error(scope, path.span(), format!("`{text}` is not a type"))
            }
            Some(Found::Outside(full)) => match self.packet(&full) {
                Some(index) => self.derived(scope, index, &last.arguments, path.span(), next),
                None => self.outside_type(scope, path, &full, next),
            },
            None => {
                let message = if names[0] == "crate" || names.len() == 1 {
                    format!("`{text}` is not found in this schema; is a `use` or a `mod` missing?")
                } else {
                    format!(
                        "`{text}` is not part of this schema; move it here, or encode the field by \
                         `with = module`"
                    )
                };
                self.error(scope, path.span(), message)
            }
        }
    }

    fn not_derived(&self, scope: &Scope, path: &syn::Path, place: &Place) -> Result<Type> {
        let message = format!(
            "`{}` ({}:{}) does not derive `{}`; derive it, or encode the field by `with = module`",
            path_text(path),
            place.file,
            place.line,
            self.wire
        );
        self.error(scope, path.span(), message)
    }

    fn outside_type(
        &mut self,
        scope: &Scope,
        path: &syn::Path,
        full: &[String],
        steps: u32,
    ) -> Result<Type> {
        let name = full.last().map_or("", String::as_str);
        if let Some(ty) = foreign::known(full) {
            return Ok(ty);
        }
        // Whatever its argument is.
        if name == "PhantomData" && self.wire == "GodotFlat" {
            return Ok(Type::UNIT);
        }
        if let Some((_, reason)) = UNSUPPORTED.iter().find(|(unsupported, _)| *unsupported == name)
        {
            return self.error(scope, path.span(), format!("`{name}` cannot be encoded: {reason}"));
        }
        let from_double = full.iter().any(|segment| segment == "double");
        let of_rust = !full.first().is_some_and(|first| foreign::CRATES.contains(&first.as_str()));
        let ty = match known(name).filter(|_| of_rust) {
            Some(ty) if from_double => ty.doubled(),
            Some(ty) => ty,
            None => {
                let message = format!(
                    "`{}` cannot be sent; write `with = module` with functions that convert the field",
                    path_text(path)
                );
                return self.error(scope, path.span(), message);
            }
        };
        let arguments = self.type_arguments(scope, path, steps)?;
        let last = path.segments.last().map(|last| &last.arguments);
        let one = |arguments: Vec<Type>| arguments.into_iter().next().map(Box::new);
        let complete = match ty {
            Type::Option(_) => one(arguments).map(Type::Option),
            Type::List(_) => one(arguments).map(Type::List),
            Type::Set(_) => one(arguments).map(Type::Set),
            Type::View(_) => one(arguments).map(Type::View),
            // A pointer: take the type it points to.
            Type::Custom => match arguments.into_iter().next() {
                Some(inner) if name == "NonZero" => {
                    let name =
                        inner.rust_name().map(|name| format!("NonZero{}", name.to_uppercase()));
                    name.and_then(|name| Type::named(&name)).or_else(|| Some(inner.pointed_to()))
                }
                Some(Type::List(element)) if name == "Cow" && *element == Type::U8 => {
                    Some(if borrows(last) { Type::View(element) } else { Type::List(element) })
                }
                Some(inner) if name == "Wrapping" => Some(inner),
                inner => inner.map(Type::pointed_to),
            },
            Type::Map(..) => {
                let mut arguments = arguments.into_iter().map(Box::new);
                match (arguments.next(), arguments.next()) {
                    (Some(key), Some(value)) => Some(Type::Map(key, value)),
                    _ => None,
                }
            }
            ty => Some(ty),
        };
        match complete {
            Some(ty) => Ok(ty),
            None => self.error(scope, path.span(), format!("`{name}` lacks its type arguments")),
        }
    }

    fn type_arguments(&mut self, scope: &Scope, path: &syn::Path, steps: u32) -> Result<Vec<Type>> {
        let Some(last) = path.segments.last() else { return Ok(Vec::new()) };
        let PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return Ok(Vec::new());
        };
        // A map's hasher is not part of the schema.
        let types = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        types.take(2).map(|ty| self.resolve_within(scope, ty, steps)).collect()
    }

    fn arguments(
        &mut self,
        scope: &Scope,
        generics: &syn::Generics,
        given: &PathArguments,
        span: Span,
        steps: u32,
    ) -> Result<Vec<Argument>> {
        let mut given = match given {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        given.retain(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
        let mut given = given.into_iter();
        let mut arguments = Vec::new();
        for param in &generics.params {
            let argument = match (param, given.next()) {
                (syn::GenericParam::Lifetime(_), unused) => {
                    // Lifetimes were elided, so the argument belongs to the next parameter.
                    given = unused.into_iter().chain(given).collect::<Vec<_>>().into_iter();
                    continue;
                }
                (syn::GenericParam::Type(_), Some(GenericArgument::Type(ty))) => {
                    match self.variant_alone(scope, ty) {
                        Some(ty) => Argument::Type(ty),
                        None => {
                            let ty = self.resolve_within(scope, ty, steps)?;
                            Argument::Type(ty.without_levels())
                        }
                    }
                }
                (syn::GenericParam::Const(_), Some(GenericArgument::Const(expr))) => {
                    Argument::Const(self.length(scope, expr)?)
                }
                (syn::GenericParam::Const(_), Some(GenericArgument::Type(ty))) => {
                    let expr: Expr = match syn::parse2(quote::quote!(#ty)) {
                        Ok(expr) => expr,
                        Err(_) => return self.error(scope, ty.span(), "expected a number"),
                    };
                    Argument::Const(self.length(scope, &expr)?)
                }
                _ => {
                    return self.error(
                        scope,
                        span,
                        "this generic type needs all its arguments here; write them",
                    );
                }
            };
            arguments.push(argument);
        }
        Ok(arguments)
    }

    /// Returns a type that does not derive `GodotFlat`, which a field with `as = Godot4` can have.
    fn variant_alone(&self, scope: &Scope, ty: &syn::Type) -> Option<Type> {
        let syn::Type::Path(path) = ty else { return None };
        let names = segments(&path.path);
        if let ("GodotFlat", [name]) = (self.wire, &names[..])
            && let Some(Argument::Type(ty)) = scope.parameters.get(name)
        {
            return Some(ty.clone());
        }
        let found = self.find(scope.module, &names, MAX_USES)?;
        let Found::Name(_, Name::Derived(index)) = found else { return None };
        let is_alone = self.wire == "GodotFlat" && !self.sources.is_of(*index, self.wire);
        let instance = self.instances.iter().position(|known| *known == (*index, Vec::new()));
        instance.filter(|_| is_alone).map(Type::Message)
    }

    /// Returns the place of a name whose type is unknown, for the caller's messages.
    pub(crate) fn place(&self, scope: &Scope, span: Span) -> Place {
        self.sources.place(scope.module, span)
    }

    /// Returns the type in a path of an expression, such as `Team` in `Team::Red`: its position among those of this wire.
    pub(crate) fn type_named(&self, scope: &Scope, path: &[String]) -> Option<usize> {
        if let ([name], Some(Type::Message(own))) = (path, &scope.own)
            && name == "Self"
        {
            return self.position(*own);
        }
        match self.find(scope.module, path, MAX_USES)? {
            Found::Name(_, Name::Derived(derived)) => {
                let requested = self.requested.get(self.wire)?;
                requested.iter().position(|index| self.instances[*index].0 == *derived)
            }
            _ => None,
        }
    }
}

/// Returns the number of parts of a type.
fn parts_of(ty: &Type) -> usize {
    1 + ty.parts().into_iter().map(parts_of).sum::<usize>()
}

/// Returns a name of another crate or of the prelude.
fn outside(path: &[String]) -> Option<Found<'static>> {
    let first = path.first()?.as_str();
    let of_a_crate = path.len() > 1 && is_crate(first);
    let is_prelude = path.len() == 1 && (PRELUDE.contains(&first) || Integer::of(first).is_some());
    let is_refused = path.len() == 1 && UNSUPPORTED.iter().any(|(name, _)| *name == first);
    (of_a_crate || is_prelude || is_refused).then(|| Found::Outside(path.to_vec()))
}

fn parameters(generics: &syn::Generics, arguments: Vec<Argument>) -> BTreeMap<String, Argument> {
    let names = generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(param) => Some(param.ident.unraw().to_string()),
        syn::GenericParam::Const(param) => Some(param.ident.unraw().to_string()),
        syn::GenericParam::Lifetime(_) => None,
    });
    names.zip(arguments).collect()
}

pub(crate) fn segments(path: &syn::Path) -> Vec<String> {
    let start = path.leading_colon.map(|_| "::".to_owned());
    start
        .into_iter()
        .chain(path.segments.iter().map(|segment| segment.ident.unraw().to_string()))
        .collect()
}

/// Whether a `Cow` has a lifetime other than `'static`.
fn borrows(arguments: Option<&PathArguments>) -> bool {
    let Some(PathArguments::AngleBracketed(arguments)) = arguments else { return false };
    arguments.args.iter().any(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => lifetime.ident != "static",
        _ => false,
    })
}

const UNSUPPORTED: [(&str, &str); 5] = [
    ("usize", "its width is the machine's; use `u32` or `u64`"),
    ("isize", "its width is the machine's; use `i32` or `i64`"),
    ("u128", "Godot's int has 64 bits"),
    ("i128", "Godot's int has 64 bits"),
    ("Result", "use an enum of your own"),
];

/// Returns a known type by name. The caller fills in its arguments.
fn known(name: &str) -> Option<Type> {
    let hole = || Box::new(Type::UNIT);
    Some(match name {
        "Variant" => Type::Variant,
        "Option" => Type::Option(hole()),
        "Vec" | "VecDeque" => Type::List(hole()),
        "PackedView" => Type::View(hole()),
        "BTreeSet" | "HashSet" => Type::Set(hole()),
        "BTreeMap" | "HashMap" => Type::Map(hole(), hole()),
        "Box" | "Rc" | "Arc" | "Cow" | "Wrapping" | "NonZero" => Type::Custom,
        // Only the crate has it.
        "Uuid" => return None,
        _ => return Type::named(name),
    })
}
