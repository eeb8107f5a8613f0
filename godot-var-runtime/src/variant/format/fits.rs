//! Whether a reader takes a value: the rules, applied to a layout and a dynamic value.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ptr;

use super::dialect::Generation;
use super::rules::{Bounds, single, whole};
use super::types::VariantType;
use crate::variant::derived::adapt::no_text;
use crate::variant::derived::template::Tag;
use crate::variant::inspect::describe::{
    Again, EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout, TypeLayout,
};
use crate::variant::values::math::Components;
use crate::variant::values::variant::{Dictionary, DoubleStructure, NodePath, Variant};
use crate::{DecodeError, DecodeErrorKind};

/// How a value fits a layout: which part of it stands for what.
#[derive(Clone, Debug)]
pub enum Fit<'l, 'v> {
    /// A value without parts of its own, or whose parts have no names.
    Value(&'v Variant),
    /// An Array, and its elements.
    List(&'v Variant, Vec<Self>),
    /// A Dictionary, and those of its pairs that no field has taken: the key, and its value.
    Map(&'v Variant, Vec<(&'v Variant, Self)>),
    /// The fields that are there.
    Record(Vec<FieldFit<'l, 'v>>),
    /// A member of an enum.
    Member {
        /// The enum.
        enumeration: &'l EnumerationLayout<'l>,
        /// The member; nothing for the one that takes every other value.
        member: Option<&'l MemberLayout<'l>>,
        /// What it carries.
        content: Option<Box<Self>>,
        /// The whole value.
        value: &'v Variant,
    },
}

/// A field that is there.
#[derive(Clone, Debug)]
pub struct FieldFit<'l, 'v> {
    /// The field.
    pub field: &'l FieldLayout<'l>,
    /// Its value; for a flattened one the value around it.
    pub value: &'v Variant,
    /// How that fits.
    pub fit: Fit<'l, 'v>,
}

/// Whether a reader of this layout takes the value, and as what.
///
/// The typed readers take the same values. What is written by hand ([`TypeLayout::Custom`],
/// [`Bounds::Other`]) is taken as it comes.
///
/// ```
/// use godot_var_runtime::DecodeErrorKind;
/// use godot_var_runtime::variant::{Bounds, Generation, TypeLayout, Variant, VariantType, fits};
///
/// let byte = TypeLayout::Value(VariantType::Int, Bounds::U8);
/// assert!(fits(&byte, &Variant::Float(7.0), Generation::Godot4).is_ok());
/// let error = fits(&byte, &Variant::Int(256), Generation::Godot4).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::OutOfRange);
/// ```
///
/// Flattened options whose fields are read in vain again and again are an error, as in the typed
/// readers.
///
/// # Errors
/// Those of a reader, at offset 0: a value has no bytes.
pub fn fits<'l, 'v>(
    layout: &'l TypeLayout<'l>,
    value: &'v Variant,
    generation: Generation,
) -> Result<Fit<'l, 'v>, DecodeError> {
    let patience = parts(value).saturating_mul(PATIENCE).saturating_add(LEAST_PATIENCE);
    Matcher { generation, chosen: BTreeMap::new(), patience }.fit(layout, value, None)
}

/// How often each part of a value may be looked at.
const PATIENCE: usize = 256;

/// What may be looked at however small a value is.
const LEAST_PATIENCE: usize = 1 << 14;

/// A value, and all that are in it.
fn parts(value: &Variant) -> usize {
    1 + match value {
        Variant::Array(array) => array.elements.iter().map(parts).sum(),
        Variant::Dictionary(dictionary) => {
            dictionary.entries.iter().map(|(key, value)| parts(key) + parts(value)).sum()
        }
        _ => 0_usize,
    }
}

/// A type that is being matched, and the value that it is matched with.
struct Frame<'f, 'l, 'v> {
    name: &'l str,
    layout: &'l TypeLayout<'l>,
    value: &'v Variant,
    outer: Option<&'f Self>,
}

/// The types around the one that is being matched.
type Outer<'f, 'l, 'v> = Option<&'f Frame<'f, 'l, 'v>>;

struct Matcher {
    generation: Generation,
    /// The number of the member that an untagged enum is for a value, or that it is none, by their
    /// addresses: without it enums inside each other would be tried again and again.
    chosen: BTreeMap<(usize, usize), Option<usize>>,
    /// How many values may still be looked at.
    patience: usize,
}

impl Matcher {
    fn fit<'l, 'v>(
        &mut self,
        layout: &'l TypeLayout<'l>,
        value: &'v Variant,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        self.patience = self.patience.checked_sub(1).ok_or_else(too_much_work)?;
        match layout {
            TypeLayout::Any | TypeLayout::Custom(_) => Ok(Fit::Value(value)),
            TypeLayout::Value(kind, bounds) => {
                self.expect(layout, value)?;
                check_value(*kind, *bounds, value)?;
                Ok(Fit::Value(value))
            }
            TypeLayout::Option(_) if value.is_nil() => Ok(Fit::Value(value)),
            TypeLayout::Option(inner) | TypeLayout::Typed(inner) | TypeLayout::Wide(inner) => {
                self.fit(inner, value, outer)
            }
            TypeLayout::AtMost(most, inner) => {
                let fit = self.fit(inner, value, outer)?;
                check_length(inner, value, *most)?;
                Ok(fit)
            }
            TypeLayout::Strict(inner) => {
                let resolved = resolve(inner, outer)?;
                match resolved.written_type(self.generation) {
                    Some(kind) if kind != value.variant_type() => {
                        Err(self.wrong_type(value, kind.name(self.generation)))
                    }
                    _ => self.fit(inner, value, outer),
                }
            }
            TypeLayout::Borrowed(list) => {
                self.expect(layout, value)?;
                if is_wide(value) != is_wide_list(list) && has_width(value) {
                    return Err(self.wrong_type(value, "components of the other width"));
                }
                Ok(Fit::Value(value))
            }
            TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element) => {
                self.list(layout, element, value, outer)
            }
            TypeLayout::FixedList(len, element) => {
                let fit = self.list(layout, element, value, outer)?;
                match list_len(value) {
                    Some(found) if found != *len => Err(wrong_length(*len, found)),
                    _ => Ok(fit),
                }
            }
            TypeLayout::Tuple(elements) => {
                let found = self.elements(value)?;
                if found.len() != elements.len() {
                    return Err(wrong_length(elements.len(), found.len()));
                }
                let mut fits = Vec::with_capacity(found.len());
                for (index, (element, value)) in elements.iter().zip(found).enumerate() {
                    match self.fit(element, value, outer) {
                        Ok(fit) => fits.push(fit),
                        Err(error) => return Err(error.in_index(index)),
                    }
                }
                Ok(Fit::List(value, fits))
            }
            TypeLayout::Map(key, content) => {
                let dictionary = self.dictionary(value)?;
                let all = dictionary.entries.iter();
                self.pairs(key, content, all, outer).map(|pairs| Fit::Map(value, pairs))
            }
            TypeLayout::Newtype(name, inner) => {
                self.fit(inner, value, Some(&Frame { name, layout, value, outer }))
            }
            TypeLayout::Record(record) => {
                let frame = Frame { name: record.name, layout, value, outer };
                self.record(record, value, 0, Some(&frame))
            }
            TypeLayout::Enumeration(enumeration) => {
                let frame = Frame { name: enumeration.name, layout, value, outer };
                self.enumeration(enumeration, value, &frame)
            }
            TypeLayout::Recursive(_) => {
                let again = resolve(layout, outer)?;
                let mut around = outer;
                while let Some(frame) = around.filter(|frame| ptr::eq(frame.value, value)) {
                    if ptr::eq(frame.layout, again) {
                        return Err(DecodeError::new(
                            DecodeErrorKind::LimitExceeded,
                            0,
                            "a type that ends",
                            "one that contains nothing else",
                        ));
                    }
                    around = frame.outer;
                }
                self.fit(again, value, outer)
            }
        }
    }

    /// Holds the type of a value against those that the layout is read from.
    fn expect(&self, layout: &TypeLayout<'_>, value: &Variant) -> Result<(), DecodeError> {
        if layout.read_types(self.generation).contains(value.variant_type()) {
            return Ok(());
        }
        let expected = match layout {
            TypeLayout::Value(_, Bounds::Char) => "String of one character",
            TypeLayout::Value(VariantType::Object, _) => "object id",
            TypeLayout::Borrowed(inner) => {
                inner.written_type(self.generation).map_or("", |kind| kind.name(self.generation))
            }
            layout => match layout.written_type(self.generation) {
                Some(kind) => kind.name(self.generation),
                None => "another type",
            },
        };
        Err(self.wrong_type(value, expected))
    }

    fn wrong_type(&self, value: &Variant, expected: &'static str) -> DecodeError {
        let found = value.variant_type().name(self.generation);
        DecodeError::new(DecodeErrorKind::WrongType, 0, expected, found)
    }

    fn elements<'v>(&self, value: &'v Variant) -> Result<&'v [Variant], DecodeError> {
        value.as_array().ok_or_else(|| self.wrong_type(value, "Array"))
    }

    fn dictionary<'v>(&self, value: &'v Variant) -> Result<&'v Dictionary, DecodeError> {
        value.as_dictionary().ok_or_else(|| self.wrong_type(value, "Dictionary"))
    }

    fn list<'l, 'v>(
        &mut self,
        layout: &'l TypeLayout<'l>,
        element: &'l TypeLayout<'l>,
        value: &'v Variant,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        self.expect(layout, value)?;
        let Variant::Array(array) = value else {
            check_packed(element, value)?;
            return Ok(Fit::Value(value));
        };
        let mut fits = Vec::with_capacity(array.elements.len());
        for (index, value) in array.elements.iter().enumerate() {
            match self.fit(element, value, outer) {
                Ok(fit) => fits.push(fit),
                Err(error) => return Err(error.in_index(index)),
            }
        }
        Ok(Fit::List(value, fits))
    }

    fn pairs<'l, 'v>(
        &mut self,
        key_layout: &'l TypeLayout<'l>,
        layout: &'l TypeLayout<'l>,
        pairs: impl Iterator<Item = &'v (Variant, Variant)>,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Vec<(&'v Variant, Fit<'l, 'v>)>, DecodeError> {
        let mut fits = Vec::new();
        for (position, (key, value)) in pairs.enumerate() {
            let fit = match self.fit(key_layout, key, outer) {
                Ok(_) => self.fit(layout, value, outer),
                Err(error) => Err(error),
            };
            match (fit, key.as_str()) {
                (Ok(fit), _) => fits.push((key, fit)),
                (Err(error), Some(key)) => return Err(error.in_key(key.to_owned())),
                (Err(error), None) => return Err(error.in_index(position)),
            }
        }
        Ok(fits)
    }

    // ------------------------------------------------------------ records

    /// `ids` elements of an Array stand before the fields.
    fn record<'l, 'v>(
        &mut self,
        record: &'l RecordLayout<'l>,
        value: &'v Variant,
        ids: usize,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        if record.keyed {
            let mut entries = Entries::of(value, self.dictionary(value)?);
            let fields = self.fields(record, &mut entries, outer)?;
            entries.check_unknown(record.deny_unknown)?;
            return Ok(Fit::Record(fields));
        }
        let elements = self.elements(value)?;
        let most = record.fields.len() + ids;
        if elements.len() > most {
            return Err(wrong_length(most, elements.len()));
        }
        let mut fields = Vec::new();
        for (index, field) in record.fields.iter().enumerate() {
            // An element that is missing is no None, as those after it would move.
            let found = match elements.get(ids + index) {
                None if field.required => Err(missing("an element")),
                found => self.field(field, found, outer),
            };
            match found {
                Ok(fit) => fields.extend(fit),
                Err(error) => return Err(error.in_index(ids + index)),
            }
        }
        Ok(Fit::Record(fields))
    }

    /// The fields of a Dictionary.
    fn fields<'l, 'v>(
        &mut self,
        record: &'l RecordLayout<'l>,
        entries: &mut Entries<'v>,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Vec<FieldFit<'l, 'v>>, DecodeError> {
        let mut fields = Vec::new();
        for field in record.fields {
            if field.flattened {
                let value = entries.whole;
                if let Some(fit) = self.flattened(field.layout, entries, outer)? {
                    fields.push(FieldFit { field, value, fit });
                }
                continue;
            }
            let found = entries.take(field);
            match self.field(field, found, outer) {
                Ok(fit) => fields.extend(fit),
                Err(error) => return Err(error.in_key(field.key.to_owned())),
            }
        }
        Ok(fields)
    }

    fn field<'l, 'v>(
        &mut self,
        field: &'l FieldLayout<'l>,
        found: Option<&'v Variant>,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Option<FieldFit<'l, 'v>>, DecodeError> {
        match found {
            Some(value) if !field.decoded => {
                Ok(Some(FieldFit { field, value, fit: Fit::Value(value) }))
            }
            Some(value) => {
                let fit = self.fit(field.layout, value, outer)?;
                Ok(Some(FieldFit { field, value, fit }))
            }
            None if !field.required || field.layout.may_be_missing() => Ok(None),
            None => Err(missing("a field")),
        }
    }

    /// Pairs among those of another Dictionary; nothing where an `Option` of them is `None`.
    fn flattened<'l, 'v>(
        &mut self,
        layout: &'l TypeLayout<'l>,
        entries: &mut Entries<'v>,
        outer: Outer<'_, 'l, 'v>,
    ) -> Result<Option<Fit<'l, 'v>>, DecodeError> {
        match layout {
            TypeLayout::Option(inner) => {
                let taken = entries.taken.clone();
                match self.flattened(inner, entries, outer) {
                    Err(error) if error.is_of_limits() => Err(error),
                    Ok(fit) => Ok(fit),
                    Err(_) => {
                        entries.taken = taken;
                        Ok(None)
                    }
                }
            }
            TypeLayout::Record(record) => {
                let frame = Frame { name: record.name, layout, value: entries.whole, outer };
                self.fields(record, entries, Some(&frame)).map(|fields| Some(Fit::Record(fields)))
            }
            TypeLayout::Newtype(_, inner) => self.flattened(inner, entries, outer),
            TypeLayout::Map(key, content) => {
                let rest = entries.rest();
                let pairs = self.pairs(key, content, rest.into_iter(), outer)?;
                Ok(Some(Fit::Map(entries.whole, pairs)))
            }
            _ => {
                let whole = entries.whole;
                let rest = entries.rest().into_iter().map(|(key, value)| (key, Fit::Value(value)));
                Ok(Some(Fit::Map(whole, rest.collect())))
            }
        }
    }

    // ------------------------------------------------------------ enums

    fn enumeration<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        value: &'v Variant,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        let member = |member, content: Option<Fit<'l, 'v>>| Fit::Member {
            enumeration,
            member: Some(member),
            content: content.map(Box::new),
            value,
        };
        let tag = match enumeration.form {
            EnumerationForm::Untagged => return self.untagged(enumeration, value, frame),
            EnumerationForm::Names => self.name(value)?,
            EnumerationForm::Numbers => match read_int(value) {
                Some(number) => Tag::Int(number?),
                None => return Err(self.wrong_type(value, "int")),
            },
            EnumerationForm::External => match value {
                Variant::Dictionary(dictionary) => match &dictionary.entries[..] {
                    [(name, _)] => self.name(name)?,
                    _ => {
                        return Err(DecodeError::new(
                            DecodeErrorKind::WrongLength,
                            0,
                            "a Dictionary of one pair, the member's name and its content",
                            dictionary.entries.len().to_string(),
                        ));
                    }
                },
                value => self.name(value)?,
            },
            EnumerationForm::Internal(key) | EnumerationForm::Adjacent(key, _) => {
                match last(self.dictionary(value)?, key) {
                    Some(tag) => self.tag(tag).map_err(|error| error.in_key(key.to_owned()))?,
                    None => return Err(missing("a tag").in_key(key.to_owned())),
                }
            }
            EnumerationForm::Ids => match self.elements(value)?.first() {
                Some(tag) => self.tag(tag).map_err(|error| error.in_index(0))?,
                None => {
                    return Err(DecodeError::new(
                        DecodeErrorKind::WrongLength,
                        0,
                        "an Array that begins with a message id",
                        "an empty one",
                    ));
                }
            },
        };
        let Some(known) = enumeration.members.iter().find(|member| has_tag(member, &tag)) else {
            return self.other(enumeration, value, &tag, frame);
        };
        let content = match (enumeration.form, known.content) {
            (EnumerationForm::Names | EnumerationForm::Numbers, _) => None,
            (EnumerationForm::External, content) => {
                let given = match value {
                    Variant::Dictionary(dictionary) => dictionary.entries.first(),
                    _ => None,
                };
                match (content, given) {
                    (None, None) => None,
                    (Some(content), Some((_, given))) => {
                        let fit = self.fit(content, given, Some(frame));
                        Some(fit.map_err(|error| error.in_key(known_key(known)))?)
                    }
                    (None, Some(_)) => {
                        return Err(self.wrong_type(value, "its name alone"));
                    }
                    (Some(_), None) => {
                        return Err(self.wrong_type(value, "a Dictionary with its content"));
                    }
                }
            }
            (EnumerationForm::Internal(key), content) => {
                let mut entries = Entries::of(value, self.dictionary(value)?);
                entries.take_key(key);
                let fit = match content {
                    Some(content) => self.flattened(content, &mut entries, Some(frame))?,
                    None => None,
                };
                entries.check_unknown(enumeration.deny_unknown)?;
                fit
            }
            (EnumerationForm::Adjacent(_, key), Some(content)) => {
                let Some(given) = last(self.dictionary(value)?, key) else {
                    return Err(missing("a content").in_key(key.to_owned()));
                };
                let fit = self.fit(content, given, Some(frame));
                Some(fit.map_err(|error| error.in_key(key.to_owned()))?)
            }
            (EnumerationForm::Ids, Some(TypeLayout::Record(record))) => {
                Some(self.record(record, value, 1, Some(frame))?)
            }
            (EnumerationForm::Ids, _) => {
                let found = self.elements(value)?.len();
                if found > 1 {
                    return Err(wrong_length(1, found));
                }
                None
            }
            (EnumerationForm::Adjacent(..) | EnumerationForm::Untagged, _) => None,
        };
        Ok(member(known, content))
    }

    fn untagged<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        value: &'v Variant,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        let attempt = (ptr::from_ref(enumeration).addr(), ptr::from_ref(value).addr());
        let tried = match self.chosen.get(&attempt) {
            None => 0..enumeration.members.len(),
            Some(Some(index)) => *index..*index + 1,
            Some(None) => 0..0,
        };
        for index in tried {
            let member = &enumeration.members[index];
            let content = match member.content {
                None if value.is_nil() => None,
                None => continue,
                Some(content) => match self.fit(content, value, Some(frame)) {
                    Ok(fit) => Some(Box::new(fit)),
                    Err(error) if error.is_of_limits() => return Err(error),
                    Err(_) => continue,
                },
            };
            self.chosen.insert(attempt, Some(index));
            return Ok(Fit::Member { enumeration, member: Some(member), content, value });
        }
        self.chosen.insert(attempt, None);
        Err(DecodeError::new(
            DecodeErrorKind::UnknownMember,
            0,
            alloc::format!("a member of {}", enumeration.name),
            alloc::format!("{}, which fits none", value.variant_type().name(self.generation)),
        ))
    }

    /// The member that takes what no other has the tag of.
    fn other<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        value: &'v Variant,
        tag: &Tag<'_>,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        let content = match enumeration.other {
            Some((_, Some(layout))) => Some(Box::new(self.fit(layout, value, Some(frame))?)),
            Some((_, None)) => None,
            None => {
                return Err(DecodeError::new(
                    DecodeErrorKind::UnknownMember,
                    0,
                    alloc::format!("a member of {}", enumeration.name),
                    match tag {
                        Tag::Int(number) => alloc::format!("{number}"),
                        Tag::Text(text) => alloc::format!("{text:?}"),
                    },
                ));
            }
        };
        Ok(Fit::Member { enumeration, member: None, content, value })
    }

    fn name<'v>(&self, value: &'v Variant) -> Result<Tag<'v>, DecodeError> {
        match value.as_str() {
            Some(name) => Ok(Tag::Text(name)),
            None => Err(self.wrong_type(value, "the name of a member")),
        }
    }

    fn tag<'v>(&self, value: &'v Variant) -> Result<Tag<'v>, DecodeError> {
        match (value.as_str(), read_int(value)) {
            (Some(name), _) => Ok(Tag::Text(name)),
            (None, Some(number)) => number.map(Tag::Int),
            (None, None) => Err(self.wrong_type(value, "a tag: String or int")),
        }
    }
}

/// What a layout is, where it mentions a type around it.
fn resolve<'l>(
    layout: &'l TypeLayout<'l>,
    mut outer: Outer<'_, 'l, '_>,
) -> Result<&'l TypeLayout<'l>, DecodeError> {
    match layout {
        TypeLayout::Recursive(Again::Compiled(layout)) => Ok(layout()),
        TypeLayout::Recursive(Again::Named(name)) => {
            while let Some(frame) = outer {
                if frame.name == *name {
                    return Ok(frame.layout);
                }
                outer = frame.outer;
            }
            Err(DecodeError::custom(0, alloc::format!("no type {name} is around this one")))
        }
        layout => Ok(layout),
    }
}

fn has_tag(member: &MemberLayout<'_>, tag: &Tag<'_>) -> bool {
    member.tag == *tag
        || matches!(tag, Tag::Text(name) if member.aliases.iter().any(|alias| alias == name))
}

fn known_key(member: &MemberLayout<'_>) -> String {
    match member.tag {
        Tag::Int(number) => number.to_string(),
        Tag::Text(name) => name.to_owned(),
    }
}

// ---------------------------------------------------------------- pairs

/// The pairs of a Dictionary, and which of them a field has taken.
struct Entries<'v> {
    whole: &'v Variant,
    list: &'v [(Variant, Variant)],
    taken: Vec<bool>,
}

impl<'v> Entries<'v> {
    fn of(whole: &'v Variant, dictionary: &'v Dictionary) -> Self {
        let list = &dictionary.entries[..];
        Self { whole, list, taken: alloc::vec![false; list.len()] }
    }

    /// Takes the pairs that have one of these keys: the last one counts.
    fn take_if(&mut self, is_key: impl Fn(&str) -> bool) -> Option<&'v Variant> {
        let mut found = None;
        for ((key, value), taken) in self.list.iter().zip(&mut self.taken) {
            if key.as_str().is_some_and(&is_key) {
                *taken = true;
                found = Some(value);
            }
        }
        found
    }

    fn take(&mut self, field: &FieldLayout<'_>) -> Option<&'v Variant> {
        self.take_if(|key| key == field.key || field.aliases.contains(&key))
    }

    fn take_key(&mut self, key: &str) {
        self.take_if(|known| known == key);
    }

    /// Takes all pairs that are left.
    fn rest(&mut self) -> Vec<&'v (Variant, Variant)> {
        let pairs = self.list.iter().zip(&mut self.taken);
        let left =
            |(pair, taken): (_, &mut bool)| (!core::mem::replace(taken, true)).then_some(pair);
        pairs.filter_map(left).collect()
    }

    fn check_unknown(&self, deny: bool) -> Result<(), DecodeError> {
        let mut left = self.list.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
        match left.next() {
            Some(((key, _), _)) if deny => Err(DecodeError::new(
                DecodeErrorKind::UnknownField,
                0,
                "known keys only",
                match key.as_str() {
                    Some(text) => alloc::format!("the unknown key {text:?}"),
                    None => "a key that is no text".to_owned(),
                },
            )),
            _ => Ok(()),
        }
    }
}

/// The value of the last pair with this key.
fn last<'v>(dictionary: &'v Dictionary, key: &str) -> Option<&'v Variant> {
    let mut entries = dictionary.entries.iter().rev();
    entries.find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value)
}

/// The error of a typed reader that has looked at too much in vain.
fn too_much_work() -> DecodeError {
    let complaint = "too many flattened options tried in vain";
    DecodeError::new(DecodeErrorKind::LimitExceeded, 0, "", complaint).of_limits()
}

fn missing(what: &'static str) -> DecodeError {
    DecodeError::new(DecodeErrorKind::MissingField, 0, what, "")
}

// ---------------------------------------------------------------- values

/// The int that a value is read as, or why it is none; nothing for what is no number.
fn read_int(value: &Variant) -> Option<Result<i64, DecodeError>> {
    match value {
        Variant::Int(number) => Some(Ok(*number)),
        Variant::Float(number) => Some(whole(*number).ok_or_else(|| {
            DecodeError::new(
                DecodeErrorKind::NotAnInteger,
                0,
                "int",
                alloc::format!("float {number}"),
            )
        })),
        _ => None,
    }
}

fn out_of_range(expected: &'static str, found: &impl ToString) -> DecodeError {
    DecodeError::new(DecodeErrorKind::OutOfRange, 0, expected, found.to_string())
}

/// Holds a value of one of the right types against the bounds.
fn check_value(kind: VariantType, bounds: Bounds<'_>, value: &Variant) -> Result<(), DecodeError> {
    match (kind, value) {
        (VariantType::Int, _) => match read_int(value) {
            Some(Ok(number)) if !within(number, bounds.ints()) => {
                Err(out_of_range(bounds.expected_int(), &number))
            }
            Some(Err(error)) => Err(error),
            _ => Ok(()),
        },
        (VariantType::Float, Variant::Int(number)) => check_float(*number as f64, bounds),
        (VariantType::Float, Variant::Float(number)) => check_float(*number, bounds),
        (VariantType::Object, Variant::Object(_)) => {
            Err(DecodeError::new(DecodeErrorKind::WrongType, 0, "object id", "Object"))
        }
        (_, Variant::Double(structure)) if bounds == Bounds::F32 => check_width(structure),
        (_, Variant::NodePath(path)) if bounds == Bounds::Text => {
            let text = path.to_string();
            if NodePath::of_text(&text).is_none() { Err(no_text(0, &text)) } else { Ok(()) }
        }
        (_, value) if bounds == Bounds::Char => {
            let count = value.as_str().map_or(0, |text| text.chars().count());
            if count == 1 {
                return Ok(());
            }
            Err(DecodeError::new(
                DecodeErrorKind::WrongLength,
                0,
                "String of one character",
                alloc::format!("{count} characters"),
            ))
        }
        _ => Ok(()),
    }
}

fn check_float(value: f64, bounds: Bounds<'_>) -> Result<(), DecodeError> {
    if takes_float(value, bounds) {
        Ok(())
    } else {
        Err(out_of_range("a float that the field can hold", &value))
    }
}

/// Holds the elements of a packed array against their layout.
fn check_packed(element: &TypeLayout<'_>, value: &Variant) -> Result<(), DecodeError> {
    let TypeLayout::Value(_, bounds) = element else { return Ok(()) };
    let ints = |ints: &mut dyn Iterator<Item = i64>| match ints
        .enumerate()
        .find(|(_, number)| !within(*number, bounds.range()))
    {
        Some((index, number)) => Err(out_of_range(bounds.expected_int(), &number).in_index(index)),
        None => Ok(()),
    };
    match value {
        Variant::PackedByteArray(list) => ints(&mut list.iter().copied().map(i64::from)),
        Variant::PackedInt32Array(list) => ints(&mut list.iter().copied().map(i64::from)),
        Variant::PackedInt64Array(list) => ints(&mut list.iter().copied()),
        Variant::PackedFloat64Array(list) => {
            for (index, number) in list.iter().enumerate() {
                check_float(*number, *bounds).map_err(|error| error.in_index(index))?;
            }
            Ok(())
        }
        Variant::Double(structure) if *bounds == Bounds::F32 => check_width(structure),
        _ => Ok(()),
    }
}

/// Holds components of 64 bits against 32.
fn check_width(structure: &DoubleStructure) -> Result<(), DecodeError> {
    fn check<S: Components<f64, N>, const N: usize>(list: &[S]) -> Result<(), DecodeError> {
        let mut components = list.iter().flat_map(|element| element.to_components());
        match components.find(|component| single(*component).is_none()) {
            Some(component) => Err(out_of_range("a component of 32 bits", &component)),
            None => Ok(()),
        }
    }
    match structure {
        DoubleStructure::Vector2(v) => check(&[*v]),
        DoubleStructure::Rect2(v) => check(&[*v]),
        DoubleStructure::Vector3(v) => check(&[*v]),
        DoubleStructure::Transform2D(v) => check(&[*v]),
        DoubleStructure::Vector4(v) => check(&[*v]),
        DoubleStructure::Plane(v) => check(&[*v]),
        DoubleStructure::Quaternion(v) => check(&[*v]),
        DoubleStructure::Aabb(v) => check(&[*v]),
        DoubleStructure::Basis(v) => check(&[*v]),
        DoubleStructure::Transform3D(v) => check(&[*v]),
        DoubleStructure::Projection(v) => check(&[*v]),
        DoubleStructure::PackedVector2Array(list) => check(list),
        DoubleStructure::PackedVector3Array(list) => check(list),
        DoubleStructure::PackedVector4Array(list) => check(list),
    }
}

/// Whether a value has components of 64 bits.
fn is_wide(value: &Variant) -> bool {
    matches!(value, Variant::Double(_))
}

/// Whether the components of a value can have either width.
fn has_width(value: &Variant) -> bool {
    matches!(
        value.variant_type(),
        VariantType::PackedVector2Array
            | VariantType::PackedVector3Array
            | VariantType::PackedVector4Array
    )
}

/// Whether the elements of a list have components of 64 bits.
fn is_wide_list(list: &TypeLayout<'_>) -> bool {
    matches!(list, TypeLayout::List(TypeLayout::Value(_, Bounds::F64)))
}

/// The number of elements of a list.
fn list_len(value: &Variant) -> Option<usize> {
    Some(match value {
        Variant::Array(array) => array.elements.len(),
        Variant::PackedByteArray(list) => list.len(),
        Variant::PackedInt32Array(list) => list.len(),
        Variant::PackedInt64Array(list) => list.len(),
        Variant::PackedFloat32Array(list) => list.len(),
        Variant::PackedFloat64Array(list) => list.len(),
        Variant::PackedStringArray(list) => list.len(),
        Variant::PackedVector2Array(list) => list.len(),
        Variant::PackedVector3Array(list) => list.len(),
        Variant::PackedVector4Array(list) => list.len(),
        Variant::PackedColorArray(list) => list.len(),
        Variant::Double(structure) => match &**structure {
            DoubleStructure::PackedVector2Array(list) => list.len(),
            DoubleStructure::PackedVector3Array(list) => list.len(),
            DoubleStructure::PackedVector4Array(list) => list.len(),
            _ => return None,
        },
        _ => return None,
    })
}

/// Holds the bytes of a text, or the elements of a list, against the most that is allowed.
fn check_length(layout: &TypeLayout<'_>, value: &Variant, most: usize) -> Result<(), DecodeError> {
    let is_path = matches!(
        layout,
        TypeLayout::Value(VariantType::NodePath, _)
            | TypeLayout::Strict(TypeLayout::Value(VariantType::NodePath, _))
    );
    let (len, unit) = match value {
        Variant::NodePath(path) => (path.to_string().len(), "bytes of UTF-8"),
        Variant::Dictionary(dictionary) => (dictionary.entries.len(), "pairs"),
        value => match (value.as_str(), list_len(value)) {
            (Some(text), _) if is_path => {
                (NodePath::parse(text).to_string().len(), "bytes of UTF-8")
            }
            (Some(text), _) => (text.len(), "bytes of UTF-8"),
            (None, Some(len)) => (len, "elements"),
            (None, None) => return Ok(()),
        },
    };
    if len <= most {
        return Ok(());
    }
    Err(DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        0,
        alloc::format!("at most {most} {unit}"),
        len.to_string(),
    ))
}

fn wrong_length(expected: usize, found: usize) -> DecodeError {
    let s = if expected == 1 { "" } else { "s" };
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        0,
        alloc::format!("an Array of {expected} element{s}"),
        found.to_string(),
    )
}

/// Whether a number is in a range.
fn within(value: i64, range: Option<(i64, i64)>) -> bool {
    range.is_none_or(|(least, most)| least <= value && value <= most)
}

/// Whether a field of these bounds that travels as a float takes a number.
fn takes_float(value: f64, bounds: Bounds<'_>) -> bool {
    match bounds {
        Bounds::F32 => single(value).is_some(),
        bounds => match bounds.range() {
            None => true,
            range => whole(value).is_some_and(|int| within(int, range)),
        },
    }
}
