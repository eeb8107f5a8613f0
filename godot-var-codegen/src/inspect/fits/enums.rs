//! Finds the variant of an enum that a value fits.

use godot_var_runtime::variant::tools::{no_variant, other_content, wrong_length};
use godot_var_runtime::variant::{
    EnumerationForm, EnumerationLayout, MemberLayout, Tag, TypeLayout, Variant,
};
use godot_var_runtime::{DecodeError, DecodeErrorKind};

use super::entries::{Entries, last, missing};
use super::values::read_int;
use super::{Fit, Frame, Matcher, addresses, in_type, known_to_fail, last_name};

impl Matcher {
    /// The tag and the content of an enum that is flattened into another Dictionary.
    pub(super) fn flattened_enumeration<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        entries: &mut Entries<'v>,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        let EnumerationForm::Internal(key) = enumeration.form else {
            return Err(self.wrong_type(entries.whole, "pairs with a tag"));
        };
        let value = entries.whole;
        let tag = match entries.take_key(key) {
            Some(tag) => self.tag(tag).map_err(|error| error.in_key(key.to_owned()))?,
            None => return Err(missing("a tag").in_key(key.to_owned())),
        };
        let Some(known) = enumeration.members.iter().find(|member| has_tag(member, &tag)) else {
            return self.other(enumeration, value, &tag, frame);
        };
        let content = match known.content {
            Some(content) => self.flattened(content, entries, Some(frame))?.map(Box::new),
            None => None,
        };
        Ok(Fit::Member { enumeration, member: Some(known), content, value })
    }

    pub(super) fn enumeration<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        value: &'v Variant,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        if matches!(enumeration.form, EnumerationForm::Untagged) {
            return self.untagged(enumeration, value, frame);
        }
        let in_enum = |error| in_type(error, enumeration.name);
        let tag = self.tag_of(enumeration, value).map_err(in_enum)?;
        let Some(known) = enumeration.members.iter().find(|member| has_tag(member, &tag)) else {
            return self.other(enumeration, value, &tag, frame);
        };
        let content = self.content(enumeration, known, value, frame);
        let content = content.map_err(|error| in_type(error, known.name))?.map(Box::new);
        Ok(Fit::Member { enumeration, member: Some(known), content, value })
    }

    /// The tag of a value.
    fn tag_of<'v>(
        &self,
        enumeration: &EnumerationLayout<'_>,
        value: &'v Variant,
    ) -> Result<Tag<'v>, DecodeError> {
        Ok(match enumeration.form {
            // It has none.
            EnumerationForm::Untagged => Tag::Text(""),
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
                            "a Dictionary of one pair, the variant's name and its content",
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
        })
    }

    /// The content of a variant.
    fn content<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        known: &'l MemberLayout<'l>,
        value: &'v Variant,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Option<Fit<'l, 'v>>, DecodeError> {
        Ok(match (enumeration.form, known.content) {
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
                        Some(fit.map_err(|error| error.in_content(known_key(known)))?)
                    }
                    (content, _) => {
                        return Err(other_content(0, &known_key(known), content.is_some()));
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
                Some(fit.map_err(|error| error.in_content(key.to_owned()))?)
            }
            (EnumerationForm::Ids, Some(TypeLayout::Record(record))) => {
                Some(self.record(record, value, 1, Some(frame))?)
            }
            (EnumerationForm::Ids, _) => {
                let found = self.elements(value)?.len();
                if found > 1 {
                    return Err(wrong_length(0, 1, found));
                }
                None
            }
            (EnumerationForm::Adjacent(..) | EnumerationForm::Untagged, _) => None,
        })
    }

    fn untagged<'l, 'v>(
        &mut self,
        enumeration: &'l EnumerationLayout<'l>,
        value: &'v Variant,
        frame: &Frame<'_, 'l, 'v>,
    ) -> Result<Fit<'l, 'v>, DecodeError> {
        let place = addresses(frame.layout, value);
        let known = place.and_then(|place| self.verdicts.get(&place).copied());
        let chosen = known.unwrap_or_else(|| {
            let mut members = enumeration.members.iter();
            let chosen = members.position(|member| self.is_one(member, value, frame));
            self.verdicts.extend(place.map(|place| (place, chosen)));
            chosen
        });
        match chosen.and_then(|index| enumeration.members.get(index)) {
            Some(member) => {
                let content = match member.content {
                    Some(content) if self.attempts == 0 => {
                        Some(Box::new(self.fit(content, value, Some(frame))?))
                    }
                    _ => None,
                };
                Ok(Fit::Member { enumeration, member: Some(member), content, value })
            }
            None if self.attempts > 0 => Err(known_to_fail()),
            None => Err(DecodeError::new(
                DecodeErrorKind::UnknownVariant,
                0,
                format!("a variant of {}", last_name(enumeration.name)),
                format!("{}, which fits none", value.variant_type().name(self.generation)),
            ))
            .map_err(|error| in_type(error, enumeration.name)),
        }
    }

    /// Whether a value fits this variant of an untagged enum.
    fn is_one<'l, 'v>(
        &mut self,
        member: &MemberLayout<'l>,
        value: &'v Variant,
        frame: &Frame<'_, 'l, 'v>,
    ) -> bool {
        let Some(content) = member.content else { return value.is_nil() };
        content.read_types(self.generation).contains(value.variant_type())
            && self.attempt(|matcher| matcher.fit(content, value, Some(frame))).is_ok()
    }

    /// The variant that takes values whose tag no other variant has.
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
                let known = enumeration.members.iter().map(|member| member.tag);
                let error = no_variant(0, last_name(enumeration.name), *tag, known);
                return Err(in_type(error, enumeration.name));
            }
        };
        Ok(Fit::Member { enumeration, member: None, content, value })
    }

    fn name<'v>(&self, value: &'v Variant) -> Result<Tag<'v>, DecodeError> {
        match value.as_str() {
            Some(name) => Ok(Tag::Text(name)),
            None => Err(self.wrong_type(value, "the name of a variant")),
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
