//! From checked items to the model of a schema, with the resolved type of every field.

use std::collections::BTreeSet;

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Member};

use super::names::{Argument, Instance, Names, Scope};
use super::source::Sources;
use super::{
    Body, Conversion, Diagnostic, Enumeration, Enumerator, Field, FieldDefault, Marks, Place,
    Protocol, Record, Type, TypeDef, TypeDefault, Value, default,
};
use crate::layout_size;
use crate::text::visible;
use godot_var_schema::files::{CFG, is_generic};
use godot_var_schema::notes::{Notes, gdscript_parts};
use godot_var_schema::variant::{delta, model};

/// The derive.
const WIRE: &str = "GodotVar";

/// Builds a schema. `more` is called when all its types are known, and may use further instances of generic ones.
pub(super) fn build<T>(
    sources: &Sources,
    more: impl FnOnce(&mut Names<'_>) -> T,
) -> (Result<Protocol, Vec<Diagnostic>>, T) {
    let mut errors = sources.errors(WIRE);
    let check = godot_var_schema::variant::message;
    let messages = sources.checked(WIRE, check, delta::delta, &mut errors);
    let mut builder = Builder { names: Names::new(sources, WIRE), messages, errors };
    let mut types = Vec::new();
    builder.types(&mut types);
    let (rpc_sets, sync_sets) = builder.sets();
    let found = more(&mut builder.names);
    // These may use further instances of generic types.
    builder.types(&mut types);
    let Builder { names, mut errors, .. } = builder;
    errors.extend(cycles(&types));
    if !errors.is_empty() {
        return (Err(sources.in_order(errors)), found);
    }
    let mut warnings = sources.warnings(WIRE);
    warnings.extend(names.unused());
    let warnings = sources.in_order(warnings);
    let (files, docs) = (sources.files.clone(), sources.docs.clone());
    let flat_layouts = Vec::new();
    let protocol = Protocol { files, docs, types, rpc_sets, sync_sets, warnings, flat_layouts };
    // Only types without mistakes have layouts.
    let mut errors = layout_size::of_protocol(&protocol);
    if errors.is_empty() {
        errors = super::layout::mistakes(&protocol);
    }
    (if errors.is_empty() { Ok(protocol) } else { Err(sources.in_order(errors)) }, found)
}

pub(super) struct Builder<'s> {
    pub(super) names: Names<'s>,
    /// The checked model of each derived item; `None` if it has mistakes.
    messages: Vec<Option<model::Message>>,
    pub(super) errors: Vec<Diagnostic>,
}

/// The `Default` of the type around a field, and the item that has its code.
#[derive(Clone, Copy)]
struct Own<'d> {
    default: &'d TypeDefault,
    derived: Option<usize>,
}

impl<'d> Own<'d> {
    const fn of(default: &'d TypeDefault) -> Self {
        Self { default, derived: None }
    }
}

/// The name of a field without `r#`, or its position.
fn name_of(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

impl Builder<'_> {
    pub(super) fn report(&mut self, place: &Place, message: impl Into<String>) {
        self.errors.push(Diagnostic::new(place, message));
    }

    /// Adds the types that were requested and are not built yet.
    fn types(&mut self, types: &mut Vec<TypeDef>) {
        // Fields may use further instances of generic types.
        while let Some((index, instance)) = self.names.requested(types.len()) {
            let def = self.type_def(index, instance);
            types.push(def);
        }
    }

    fn type_def(&mut self, index: usize, (derived, arguments): Instance) -> TypeDef {
        let sources = self.names.sources;
        let item = &sources.derived[derived];
        let scope = self.names.scope_of(index);
        let place = sources.place(item.module, item.item.ident.span());
        let name = self.names.name_with(derived, &arguments);
        let instance = self.names.instance_key(&arguments);
        let delta_of = item.delta_of.and_then(|message| {
            let message = self.names.instance((message, arguments.clone()));
            self.names.position(message)
        });
        let arguments = arguments.into_iter().filter_map(|argument| match argument {
            Argument::Type(ty) => self.names.placed(ty),
            Argument::Const(_) => None,
        });
        let mut def = TypeDef {
            name,
            module: sources.modules[item.module].path.clone(),
            arguments: arguments.collect(),
            instance,
            is_generic: is_generic(&item.item.generics),
            place,
            docs: Vec::new(),
            gdscript: None,
            csharp: None,
            typescript: None,
            delta_of,
            body: Body::Unit,
            default: default::of_type(&mut self.names, &scope, derived),
            is_converted: false,
            max_size: None,
            pinned: None,
        };
        if def.arguments.is_empty() {
            def.arguments = self.locked_arguments(&scope, derived);
        }
        let Some(message) = self.messages[derived].clone() else { return def };
        self.check_cfg(&scope, &message.notes);
        def.docs.clone_from(&message.notes.docs);
        def.gdscript = self.given(&scope, message.notes.names.gdscript.as_ref());
        def.csharp = self.given(&scope, message.notes.names.csharp.as_ref());
        def.typescript = self.given(&scope, message.notes.names.typescript.as_ref());
        def.max_size = message.max_size.map(|(size, span)| (size, self.names.place(&scope, span)));
        def.pinned = message
            .layout
            .as_ref()
            .map(|(text, span)| (text.clone(), self.names.place(&scope, *span)));
        def.is_converted = matches!(&message.body, model::Body::Converted(_));
        def.body = match &message.body {
            model::Body::Record(record) => {
                let own = Own { default: &def.default, derived: Some(derived) };
                Body::Record(self.record(&scope, record, own))
            }
            model::Body::Transparent(transparent) => {
                let (none, own) = (model::DefaultValue::None, Own::of(&def.default));
                let field = self.field(&scope, &transparent.field, &none, own);
                Body::Transparent(Box::new(field))
            }
            model::Body::Converted(converted) => {
                let (none, own) = (model::DefaultValue::None, Own::of(&def.default));
                let field = self.field(&scope, &converted.field, &none, own);
                Body::Transparent(Box::new(field))
            }
            model::Body::Unit => Body::Unit,
            model::Body::Enumeration(enumeration) => {
                Body::Enumeration(Box::new(self.enumeration(&scope, enumeration)))
            }
        };
        def
    }

    /// Reads the arguments of a generic type from a lock: `#[lock(arguments(…))]`.
    fn locked_arguments(&mut self, scope: &Scope, derived: usize) -> Vec<Type> {
        let sources = self.names.sources;
        let attrs = sources.derived[derived].item.attrs.iter();
        let mut arguments = Vec::new();
        for attr in attrs.filter(|attr| attr.path().is_ident("lock")) {
            let types = attr.parse_args_with(|input: syn::parse::ParseStream<'_>| {
                input.parse::<syn::Ident>()?;
                let inside;
                syn::parenthesized!(inside in input);
                syn::punctuated::Punctuated::<syn::Type, syn::Token![,]>::parse_terminated(&inside)
            });
            // Another crate may have an attribute with this name.
            for ty in types.into_iter().flatten() {
                match self.names.resolve(scope, &ty) {
                    Ok(ty) => arguments.extend(self.names.placed(ty)),
                    Err(error) => self.errors.push(error),
                }
            }
        }
        arguments
    }

    pub(super) fn check_cfg(&mut self, scope: &Scope, notes: &Notes) {
        if let Some(cfg) = notes.cfg {
            let place = self.names.place(scope, cfg);
            self.report(&place, CFG);
        }
    }

    /// A name in generated code with its place.
    fn given(&self, scope: &Scope, name: Option<&(String, Span)>) -> Option<(String, Place)> {
        let (name, span) = name?;
        Some((name.clone(), self.names.place(scope, *span)))
    }

    /// Splits the name of a field in GDScript into its own and those of the elements of its tuple.
    fn names_of_elements(
        &mut self,
        given: Option<(String, Place)>,
        ty: &Type,
    ) -> (Option<(String, Place)>, Vec<String>) {
        let Some((given, place)) = given else { return (None, Vec::new()) };
        let (name, elements) = gdscript_parts(&given);
        let len = tuple_len(ty);
        if !elements.is_empty() && len != Some(elements.len()) {
            let message = match len {
                Some(len) => format!(
                    "`gdscript` names {} elements, and the tuple has {len}; name each of them",
                    elements.len()
                ),
                None => {
                    "`gdscript` names elements, and the field has no tuple; write only the name"
                        .to_owned()
                }
            };
            self.report(&place, message);
        }
        let elements = elements.into_iter().map(str::to_owned).collect();
        ((!name.is_empty()).then(|| (name.to_owned(), place)), elements)
    }

    fn record(&mut self, scope: &Scope, record: &model::Record, own: Own<'_>) -> Record {
        for field in &record.fields {
            self.check_cfg(scope, &field.notes);
        }
        let skipped = record.fields.iter().filter(|field| !field.encoded && !field.decoded);
        let skipped = skipped.map(|field| {
            let name = name_of(&field.member);
            match self.field_default(scope, field, &name, &record.default, own) {
                FieldDefault::Required => (name, FieldDefault::Type),
                default => (name, default),
            }
        });
        let skipped = skipped.collect();
        Record {
            skipped,
            form: record.form,
            keys: record.keys,
            deny_unknown: record.deny_unknown,
            fields: record
                .wire_fields()
                .map(|field| self.field(scope, field, &record.default, own))
                .collect(),
        }
    }

    fn field(
        &mut self,
        scope: &Scope,
        field: &model::Field,
        container: &model::DefaultValue,
        own: Own<'_>,
    ) -> Field {
        let span = match &field.member {
            Member::Named(ident) => ident.span(),
            Member::Unnamed(_) => field.ty.span(),
        };
        let place = self.names.place(scope, span);
        let name = name_of(&field.member);
        let codec = &field.codec;
        let custom = codec.encode_with.as_ref().or(codec.decode_with.as_ref());
        let custom = custom.filter(|_| codec.through.is_none());
        let path_text = |path: &syn::Path| path.to_token_stream().to_string().replace(' ', "");
        let custom = custom.map(path_text);
        let functions = codec.encode_with.as_ref().or(codec.decode_with.as_ref());
        let conversion = codec.module.as_ref().or(functions).map(|path| Conversion {
            path: path_text(path),
            has_default: !matches!(field.default, model::DefaultValue::None),
        });
        let ty = if custom.is_some() {
            Type::Custom
        } else {
            let ty = codec.through.as_ref().unwrap_or(&field.ty);
            match self.names.field(scope, ty) {
                Ok(ty) if codec.through.is_some() && field.is_option() => {
                    Type::Option(Box::new(ty))
                }
                Ok(ty) => ty,
                Err(error) => {
                    self.errors.push(error);
                    Type::Custom
                }
            }
        };
        let max_len = codec.max_len.as_ref().and_then(|len| {
            let len =
                self.names.length(scope, len).map_err(|error| self.errors.push(error)).ok()?;
            usize::try_from(len).ok()
        });
        let names = &field.notes.names;
        let given = self.given(scope, names.gdscript.as_ref());
        let (gdscript, gdscript_elements) = self.names_of_elements(given, &ty);
        Field {
            default: self.field_default(scope, field, &name, container, own),
            name,
            place,
            docs: field.notes.docs.clone(),
            gdscript,
            csharp: self.given(scope, names.csharp.as_ref()),
            typescript: self.given(scope, names.typescript.as_ref()),
            gdscript_elements,
            ty,
            key: field.key.clone(),
            aliases: field.aliases.clone(),
            conversion,
            encoded: field.encoded,
            decoded: field.decoded,
            skip_encoding_if: field.skip_encoding_if.as_ref().map(text_of),
            flatten: field.flatten,
            custom,
            marks: Marks::of(codec, max_len),
        }
    }

    fn field_default(
        &mut self,
        scope: &Scope,
        field: &model::Field,
        name: &str,
        container: &model::DefaultValue,
        own: Own<'_>,
    ) -> FieldDefault {
        let sources = self.names.sources;
        let code = || {
            let code = own.derived.and_then(|derived| default::code(sources, derived, name));
            FieldDefault::Code(code.unwrap_or_else(|| "Default::default()".to_owned()))
        };
        let of_type = || match own.default {
            TypeDefault::Derived => FieldDefault::Type,
            TypeDefault::Values(values) => match values.iter().find(|(field, _)| field == name) {
                Some((_, Value::Empty)) => FieldDefault::Type,
                Some((_, value)) => FieldDefault::Value(value.clone()),
                None => code(),
            },
            TypeDefault::Unknown => code(),
        };
        match (&field.default, container) {
            _ if field.is_change => FieldDefault::Unchanged,
            (model::DefaultValue::Trait, _) => FieldDefault::Type,
            (model::DefaultValue::Expr(expr), _) => {
                match default::value(&mut self.names, scope, expr) {
                    Some(Value::Empty) => FieldDefault::Type,
                    Some(value) => FieldDefault::Value(value),
                    None => FieldDefault::Code(text_of(expr)),
                }
            }
            (model::DefaultValue::None, model::DefaultValue::None) => FieldDefault::Required,
            (model::DefaultValue::None, model::DefaultValue::Trait) => of_type(),
            (model::DefaultValue::None, model::DefaultValue::Expr(expr)) => {
                let given = default::structure_fields(expr).and_then(|fields| {
                    fields.into_iter().find(|(field, _)| field == name).map(|(_, expr)| expr)
                });
                match given.and_then(|expr| default::value(&mut self.names, scope, &expr)) {
                    Some(Value::Empty) => FieldDefault::Type,
                    Some(value) => FieldDefault::Value(value),
                    None => FieldDefault::Code(text_of(expr)),
                }
            }
        }
    }

    fn enumeration(&mut self, scope: &Scope, enumeration: &model::Enumeration) -> Enumeration {
        let mut members = Vec::new();
        let mut other = None;
        for member in &enumeration.members {
            self.check_cfg(scope, &member.notes);
            if member.skip {
                continue;
            }
            let name = member.ident.unraw().to_string();
            let id = match &member.discriminant {
                None => member.id.clone(),
                Some(discriminant) => {
                    let place = self.names.place(scope, discriminant.place);
                    let id = self.discriminant(scope, &discriminant.expr, &place);
                    let taken = |other: &&model::Enumerator| other.is_numbered && other.id == id;
                    if let Some(first) = enumeration.members.iter().find(taken) {
                        let number = format!("the number {id} is taken by `{}`", first.ident);
                        self.report(&place, format!("{number}; choose another"));
                    }
                    id
                }
            };
            let checked = Enumerator {
                place: self.names.place(scope, member.ident.span()),
                docs: member.notes.docs.clone(),
                gdscript: self.given(scope, member.notes.names.gdscript.as_ref()),
                csharp: self.given(scope, member.notes.names.csharp.as_ref()),
                typescript: self.given(scope, member.notes.names.typescript.as_ref()),
                id,
                aliases: member.aliases.clone(),
                record: self.record(scope, &member.record, Own::of(&TypeDefault::Unknown)),
                style: member.style,
                name,
            };
            if member.other { other = Some(checked) } else { members.push(checked) }
        }
        let default = enumeration.members.iter().find(|member| member.notes.is_default);
        Enumeration {
            form: enumeration.form.clone(),
            members,
            other,
            default: default.map(|member| member.ident.unraw().to_string()),
        }
    }

    /// Returns the number of a variant whose discriminant uses constants.
    fn discriminant(&mut self, scope: &Scope, expr: &Expr, place: &Place) -> model::Id {
        let number = self.names.number(scope, expr);
        if number.is_none() {
            self.report(
                place,
                "this discriminant is not known without the compiler, as it calls a function, negates bits, or uses what is not in this \
                 schema; write the number",
            );
        }
        model::Id::Int(number.unwrap_or_default())
    }
}

/// Reports types that contain each other: they have no constant layout. `rustc` refuses them, too.
pub(crate) fn cycles(types: &[TypeDef]) -> Vec<Diagnostic> {
    let edges: Vec<BTreeSet<usize>> = (0..types.len())
        .map(|index| {
            let mut mentioned = Vec::new();
            for field in types[index].fields() {
                field.ty.messages(&mut |of| mentioned.push(of));
            }
            contained(index, mentioned, &|of| {
                let mut given = Vec::new();
                for argument in &types[of].arguments {
                    argument.messages(&mut |of| given.push(of));
                }
                given
            })
        })
        .collect();
    in_cycles(&edges, |index| (types[index].name.as_str(), &types[index].place))
}

/// Reports the types that lead back to themselves. `named` returns the name and the place of a type.
pub(crate) fn in_cycles<'t>(
    edges: &[BTreeSet<usize>],
    named: impl Fn(usize) -> (&'t str, &'t Place),
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for index in circles(edges) {
        let (name, place) = named(index);
        let message = format!(
            "`{name}` contains itself through another type; a type may contain itself only in \
             a field of its own"
        );
        found.push(Diagnostic::new(place, message));
    }
    found
}

/// Returns what leads back to itself, by Kosaraju's algorithm: what is found first in one direction is followed last in the other one.
fn circles(edges: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, to) in edges.iter().enumerate() {
        for to in to {
            back[*to].push(from);
        }
    }
    let mut seen = vec![false; edges.len()];
    let mut finished = Vec::new();
    for start in 0..edges.len() {
        let mut open = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            open.push((start, edges[start].iter()));
        }
        while let Some((from, to)) = open.last_mut() {
            match to.next() {
                Some(to) if std::mem::replace(&mut seen[*to], true) => {}
                Some(to) => open.push((*to, edges[*to].iter())),
                None => {
                    finished.push(*from);
                    open.pop();
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for start in finished.into_iter().rev() {
        let (mut circle, mut open) = (Vec::new(), vec![start]);
        while let Some(next) = open.pop() {
            if std::mem::replace(&mut seen[next], false) {
                circle.push(next);
                open.extend(&back[next]);
            }
        }
        if circle.len() > 1 || edges[start].contains(&start) {
            found.extend(circle);
        }
    }
    found
}

/// Returns the types in a type's fields, which mention these, except itself. Arguments of a generic type are attributed to the type that gave
/// them. `arguments` returns the types in those of a type.
pub(crate) fn contained(
    index: usize,
    mentioned: Vec<usize>,
    arguments: &dyn Fn(usize) -> Vec<usize>,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let given = arguments(index);
    let mut open = mentioned;
    open.retain(|mentioned| !given.contains(mentioned));
    while let Some(next) = open.pop() {
        if next != index && found.insert(next) {
            open.extend(arguments(next));
        }
    }
    found
}

impl TypeDef {
    /// Returns all fields, including those of variants.
    pub fn fields(&self) -> Vec<&Field> {
        match &self.body {
            Body::Record(record) => record.fields.iter().collect(),
            Body::Transparent(field) => vec![field],
            Body::Unit => Vec::new(),
            Body::Enumeration(enumeration) => enumeration
                .members
                .iter()
                .chain(&enumeration.other)
                .flat_map(|member| &member.record.fields)
                .collect(),
        }
    }
}

/// Returns source text as one line.
pub(crate) fn text_of(tokens: &(impl Spanned + ToTokens)) -> String {
    let whole: Option<String> = tokens.span().source_text();
    // A comment would hide the text after it.
    let whole = whole.filter(|text| !text.contains("//"));
    let text = whole.unwrap_or_else(|| tokens.to_token_stream().to_string());
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// How many elements the tuple of a field has, in whatever it is.
fn tuple_len(ty: &Type) -> Option<usize> {
    match ty {
        Type::Tuple(elements) => Some(elements.len()),
        Type::Option(inner)
        | Type::List(inner)
        | Type::FixedList(_, inner)
        | Type::Set(inner)
        | Type::Map(_, inner)
        | Type::Pointer(inner) => tuple_len(inner),
        _ => None,
    }
}
