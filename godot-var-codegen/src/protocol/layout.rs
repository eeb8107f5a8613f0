//! The layouts of a schema's types, in the same model as those of compiled types.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bumpalo::Bump;
use godot_var_runtime::variant::tools::{
    self, Place, Sentence, layout_mistake, omission_mistake, option_mistake, other_mistake,
    size_mistake, tag_mistake, typed_mistake,
};
use godot_var_runtime::variant::{
    Again, Bounds, EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout,
    Tag, TypeLayout, VariantType,
};
use godot_var_schema::variant::model::{EnumForm, Form, Id, Keys, Style, Time, WireType};

use super::{
    Body, Diagnostic, Enumeration, Enumerator, Extent, Field, FieldDefault, Marks, Protocol,
    Record, Sizes, Type, TypeDef, text,
};
use crate::layout_size;

/// Makes layouts that borrow from the schema and from an arena.
pub(crate) struct Layouts<'l> {
    protocol: &'l Protocol,
    arena: &'l Bump,
    /// The finished types, each with the types that were cut at their name.
    known: RefCell<BTreeMap<(usize, Vec<usize>), &'l TypeLayout<'l>>>,
}

impl<'l> Layouts<'l> {
    pub(crate) fn new(protocol: &'l Protocol, arena: &'l Bump) -> Self {
        Self { protocol, arena, known: RefCell::default() }
    }

    /// Returns the layout of a type of the schema.
    pub(crate) fn message(&self, index: usize) -> &'l TypeLayout<'l> {
        self.within(index, &[])
    }

    /// Returns the layout of a type with the attributes of its field.
    pub(crate) fn marked(&self, ty: &'l Type, marks: Marks) -> &'l TypeLayout<'l> {
        self.with_marks(ty, marks, &[])
    }

    fn put(&self, layout: TypeLayout<'l>) -> &'l TypeLayout<'l> {
        self.arena.alloc(layout)
    }

    /// Returns a layout that ends at the name of each surrounding type in `cut`: the type with these fields, and for a generic type its
    /// arguments.
    fn within(&self, index: usize, cut: &[usize]) -> &'l TypeLayout<'l> {
        let def = &self.protocol.types[index];
        if cut.contains(&index) {
            return self.put(TypeLayout::Recursive(Again::Named(self.path(def))));
        }
        let mut given = Vec::new();
        for argument in &def.arguments {
            argument.messages(&mut |index| given.push(index));
        }
        let key = (index, layout_size::inner(index, cut, &given, &[]));
        if let Some(layout) = self.known.borrow().get(&key) {
            return layout;
        }
        let inner = &key.1;
        let name = self.path(def);
        let layout = match &def.body {
            Body::Unit => TypeLayout::Value(VariantType::Nil, Bounds::None),
            Body::Transparent(field) => TypeLayout::Newtype(name, self.field(field, inner)),
            Body::Record(record) => TypeLayout::Record(self.record(name, record, inner)),
            Body::Enumeration(enumeration) => {
                TypeLayout::Enumeration(self.enumeration(name, enumeration, inner))
            }
        };
        let layout = self.put(layout);
        self.known.borrow_mut().insert(key, layout);
        layout
    }

    fn path(&self, def: &'l TypeDef) -> &'l str {
        if def.module.is_empty() { &def.name } else { self.arena.alloc_str(&def.path()) }
    }

    fn record(&self, name: &'l str, record: &'l Record, cut: &[usize]) -> &'l RecordLayout<'l> {
        let fields = record.fields.iter().map(|field| self.field_layout(field, cut));
        self.arena.alloc(RecordLayout {
            name,
            keyed: record.form == Form::Dictionary,
            name_keys: record.keys == Keys::StringName,
            deny_unknown: record.deny_unknown,
            fields: self.arena.alloc_slice_fill_iter(fields),
        })
    }

    fn field_layout(&self, field: &'l Field, cut: &[usize]) -> FieldLayout<'l> {
        let aliases = field.aliases.iter().map(|alias| &**alias);
        let always = field.encoded && field.skip_encoding_if.is_none();
        FieldLayout {
            name: (field.name != field.key).then_some(&*field.name),
            key: &field.key,
            aliases: self.arena.alloc_slice_fill_iter(aliases),
            layout: self.field(field, cut),
            required: field.flatten || field.decoded && field.default == FieldDefault::Required,
            always: field.flatten || always,
            decoded: field.decoded,
            flattened: field.flatten,
        }
    }

    fn enumeration(
        &self,
        name: &'l str,
        enumeration: &'l Enumeration,
        cut: &[usize],
    ) -> &'l EnumerationLayout<'l> {
        let form = match &enumeration.form {
            EnumForm::Names => EnumerationForm::Names,
            EnumForm::Numbers => EnumerationForm::Numbers,
            EnumForm::External => EnumerationForm::External,
            EnumForm::Internal { tag } => EnumerationForm::Internal(tag),
            EnumForm::Adjacent { tag, content } => EnumerationForm::Adjacent(tag, content),
            EnumForm::Untagged => EnumerationForm::Untagged,
            EnumForm::Ids => EnumerationForm::Ids,
        };
        let members = enumeration.members.iter().map(|member| {
            let aliases = member.aliases.iter().map(|alias| &**alias);
            MemberLayout {
                name: &member.name,
                tag: match &member.id {
                    Id::Int(id) => Tag::Int(*id),
                    Id::Text(name) => Tag::Text(name),
                },
                aliases: self.arena.alloc_slice_fill_iter(aliases),
                content: self.content(name, enumeration, member, cut),
            }
        });
        let other = enumeration.other.as_ref().map(|other| {
            let content = match (other.style, &other.record.fields[..]) {
                (Style::Newtype, [field]) => Some(self.ty(&field.ty, cut)),
                _ => None,
            };
            (&*other.name, content)
        });
        self.arena.alloc(EnumerationLayout {
            name,
            form,
            deny_unknown: enumeration.members.iter().any(|member| member.record.deny_unknown),
            members: self.arena.alloc_slice_fill_iter(members),
            other,
        })
    }

    fn content(
        &self,
        name: &str,
        enumeration: &Enumeration,
        member: &'l Enumerator,
        cut: &[usize],
    ) -> Option<&'l TypeLayout<'l>> {
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => None,
            (Style::Newtype, [field]) if enumeration.form != EnumForm::Ids => {
                Some(self.field(field, cut))
            }
            _ => {
                let name = self.arena.alloc_str(&format!("{name}::{}", member.name));
                Some(self.put(TypeLayout::Record(self.record(name, &member.record, cut))))
            }
        }
    }

    fn field(&self, field: &'l Field, cut: &[usize]) -> &'l TypeLayout<'l> {
        match &field.custom {
            Some(path) => self.put(TypeLayout::Custom(path)),
            None => self.with_marks(&field.ty, field.marks, cut),
        }
    }

    fn with_marks(&self, ty: &'l Type, marks: Marks, cut: &[usize]) -> &'l TypeLayout<'l> {
        if marks == Marks::default() {
            return self.ty(ty, cut);
        }
        if let Type::Option(inner) = ty {
            let inner = self.with_marks(inner, marks, cut);
            return self.put(TypeLayout::Option(inner));
        }
        let as_array = || match ty {
            Type::List(element) => self.put(TypeLayout::Array(self.ty(element, cut))),
            Type::FixedList(len, element) => {
                let array = self.put(TypeLayout::Array(self.ty(element, cut)));
                self.exactly(*len, array)
            }
            ty => self.ty(ty, cut),
        };
        let value = |kind, bounds| self.put(TypeLayout::Value(kind, bounds));
        if let (Some(time), Type::Value(kind, _)) = (marks.time, ty) {
            return value(*kind, bounds_of(time));
        }
        let mut layout = match marks.wire_type {
            _ if marks.typed => self.put(TypeLayout::Typed(as_array())),
            None => self.ty(ty, cut),
            Some(WireType::Array) => as_array(),
            Some(WireType::String) => value(VariantType::String, Bounds::None),
            Some(WireType::StringName) => value(VariantType::StringName, Bounds::None),
            Some(WireType::NodePath) => value(VariantType::NodePath, Bounds::Text),
            Some(WireType::Int) => value(VariantType::Int, bounds(ty)),
            Some(WireType::Float) => value(VariantType::Float, bounds(ty)),
            Some(WireType::Float64) => {
                self.put(TypeLayout::Wide(value(VariantType::Float, bounds(ty))))
            }
        };
        if marks.strict {
            layout = self.put(TypeLayout::Strict(layout));
        }
        match marks.max_len {
            Some(most) => self.put(TypeLayout::AtMost(most, layout)),
            None => layout,
        }
    }

    /// Returns a mistake in the use of an `Option` in a type, relative to a module.
    fn option_mistake(&self, ty: &'l Type, module: &[String]) -> Option<Sentence> {
        match ty {
            Type::Option(inner) => {
                let name = text::type_text(self.protocol, module, inner);
                option_mistake(self.ty(inner, &[]).can_be_nil(), &name)
                    .or_else(|| self.option_mistake(inner, module))
            }
            ty => ty.parts().into_iter().find_map(|part| self.option_mistake(part, module)),
        }
    }

    fn exactly(&self, len: u64, list: &'l TypeLayout<'l>) -> &'l TypeLayout<'l> {
        self.put(TypeLayout::Exactly(usize::try_from(len).unwrap_or(usize::MAX), list))
    }

    fn ty(&self, ty: &'l Type, cut: &[usize]) -> &'l TypeLayout<'l> {
        let layout = match ty {
            Type::Value(kind, bounds) => TypeLayout::Value(*kind, *bounds),
            Type::Variant => TypeLayout::Any,
            Type::Option(inner) => TypeLayout::Option(self.ty(inner, cut)),
            Type::Pointer(inner) => TypeLayout::Newtype("", self.ty(inner, cut)),
            Type::List(element) => TypeLayout::List(self.ty(element, cut)),
            Type::View(element) => {
                TypeLayout::Borrowed(self.put(TypeLayout::List(self.ty(element, cut))))
            }
            Type::FixedList(len, element) => {
                let list = self.put(TypeLayout::List(self.ty(element, cut)));
                return self.exactly(*len, list);
            }
            Type::Set(element) => TypeLayout::Set(self.ty(element, cut)),
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.ty(element, cut));
                TypeLayout::Tuple(self.arena.alloc_slice_fill_iter(elements))
            }
            Type::Map(key, content) => TypeLayout::Map(self.ty(key, cut), self.ty(content, cut)),
            Type::Message(index) => return self.within(*index, cut),
            Type::Custom => TypeLayout::Custom(""),
        };
        self.put(layout)
    }
}

/// Reports types whose layout differs from the pinned one, as the compiler does.
pub(super) fn pinned_mistakes(protocol: &Protocol) -> Vec<Diagnostic> {
    let pinned = |(index, def): (usize, &TypeDef)| {
        let (pinned, place) = def.pinned.as_ref()?;
        let message = layout_mistake(protocol.fingerprint(index), pinned)?;
        Some(Diagnostic::new(place, message))
    };
    protocol.types.iter().enumerate().filter_map(pinned).collect()
}

/// Reports types that may exceed their `max_size`, as the compiler does.
fn size_mistakes(protocol: &Protocol) -> Vec<Diagnostic> {
    let sizes = Sizes::longest(protocol);
    let bytes = |extent: Extent| extent.most.and_then(|most| usize::try_from(most).ok());
    let too_long = |(index, def): (usize, &TypeDef)| {
        let (limit, place) = def.max_size.as_ref()?;
        let fields: &[Field] = match &def.body {
            Body::Record(record) => &record.fields,
            _ => &[],
        };
        let mut longest = None;
        for field in fields {
            let most = bytes(sizes.field(field)).unwrap_or(usize::MAX);
            if longest.is_none_or(|(_, longest)| longest < most) {
                longest = Some((Place::Key(&field.key), most));
            }
        }
        let longest = longest.map(|(key, most)| (key, (most < usize::MAX).then_some(most)));
        let message = size_mistake(bytes(sizes.message(index)), longest, &def.name, *limit)?;
        Some(Diagnostic::new(place, message))
    };
    protocol.types.iter().enumerate().filter_map(too_long).collect()
}

/// Reports mistakes in combinations of fields, as the compiler does.
pub(super) fn mistakes(protocol: &Protocol) -> Vec<Diagnostic> {
    let arena = Bump::new();
    let layouts = Layouts::new(protocol, &arena);
    let mut found = size_mistakes(protocol);
    for (index, def) in protocol.types.iter().enumerate() {
        let layout = layouts.message(index);
        if let (TypeLayout::Enumeration(enumeration), Body::Enumeration(body)) = (layout, &def.body)
            && let (Some((_, Some(kept))), Some(other)) = (enumeration.other, &body.other)
            && let [field] = &other.record.fields[..]
        {
            let name = text::type_text(protocol, &def.module, &field.ty);
            let mistake = other_mistake(enumeration.form, kept, &name);
            found.extend(mistake.map(|mistake| Diagnostic::new(&field.place, mistake)));
        }
        let records: Vec<(&str, Style, &[Field])> = match &def.body {
            Body::Record(record) => vec![("", Style::Named, &record.fields)],
            Body::Transparent(field) => vec![("", Style::Newtype, std::slice::from_ref(&**field))],
            Body::Unit => Vec::new(),
            Body::Enumeration(enumeration) => enumeration
                .members
                .iter()
                .map(|member| (&*member.name, member.style, &*member.record.fields))
                .collect(),
        };
        let is_internal = matches!(&def.body, Body::Enumeration(body)
            if matches!(body.form, EnumForm::Internal { .. }));
        for (variant, style, fields) in records {
            for (position, field) in fields.iter().enumerate() {
                let is_omitted = field.skip_encoding_if.is_some() && field.decoded;
                let is_required = is_omitted && field.default == FieldDefault::Required;
                let may_be_missing = !is_required || layouts.field(field, &[]).may_be_missing();
                let mistakes = [
                    key_mistake(layout, variant, style, position),
                    layouts.option_mistake(&field.ty, &def.module),
                    omission_mistake(may_be_missing, &field.key),
                    typed_mistake(layout, variant, position).filter(|_| field.marks.typed),
                ];
                let is_beside_tag = style == Style::Newtype && is_internal;
                if (field.flatten || is_beside_tag) && !has_entries(protocol, &field.ty) {
                    let name = text::type_text(protocol, &def.module, &field.ty);
                    let message =
                        if field.flatten { CANNOT_BE_FLATTENED } else { NO_KEYS_BESIDE_TAG };
                    found.push(Diagnostic::new(&field.place, format!("`{name}` {message}")));
                }
                let mistakes = mistakes.into_iter().flatten();
                found.extend(mistakes.map(|mistake| Diagnostic::new(&field.place, mistake)));
            }
        }
    }
    found
}

/// What a field cannot be whose type has no keys, as a derive reports it.
const CANNOT_BE_FLATTENED: &str = "cannot be flattened: it has no keys; flatten a struct with named fields or an enum with a `tag` that derives \
     `GodotVar`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these";
const NO_KEYS_BESIDE_TAG: &str = "cannot be combined with a tag: it has no keys; name the field: `Chat { text: String }`; or give the content a \
     key of its own: `#[godot_var(tag = \"type\", content = \"data\")]`";

/// Whether the entries of a type can be among those of another Dictionary.
fn has_entries(protocol: &Protocol, ty: &Type) -> bool {
    match ty {
        Type::Option(inner) | Type::Pointer(inner) => has_entries(protocol, inner),
        Type::Map(..) | Type::Value(VariantType::Dictionary, _) => true,
        Type::Message(index) => match &protocol.types[*index].body {
            Body::Record(record) => record.form == Form::Dictionary,
            Body::Enumeration(body) => {
                matches!(body.form, EnumForm::Internal { .. })
                    && body.other.as_ref().is_none_or(|other| other.style == Style::Unit)
            }
            Body::Transparent(_) | Body::Unit => false,
        },
        _ => false,
    }
}

fn key_mistake(
    layout: &TypeLayout<'_>,
    variant: &str,
    style: Style,
    position: usize,
) -> Option<Sentence> {
    let TypeLayout::Enumeration(enumeration) = layout else {
        return tools::key_mistake(layout, position, None);
    };
    let member = enumeration.members.iter().find(|member| member.name == variant)?;
    let tag = match enumeration.form {
        EnumerationForm::Internal(tag) => Some(tag),
        _ => None,
    };
    match (style, tag) {
        (Style::Newtype, tag) => {
            tag_mistake(member.content?, tag?, &format!("{}::{variant}", enumeration.name))
        }
        (_, tag) => tools::key_mistake(member.content?, position, tag),
    }
}

fn bounds_of(time: Time) -> Bounds<'static> {
    if time.since_1970 {
        Bounds::SystemTime(time.nanoseconds)
    } else {
        Bounds::Duration(time.nanoseconds)
    }
}

/// Returns the bounds of a number or bool that is encoded as another number type.
fn bounds(ty: &Type) -> Bounds<'static> {
    match ty {
        &Type::BOOL => Bounds::Bool,
        Type::Value(_, bounds) => *bounds,
        _ => Bounds::None,
    }
}
