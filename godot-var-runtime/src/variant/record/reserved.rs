//! The keys that a flattened map must not contain, because the record around it has them.

use super::fields::Field;
use crate::variant::layout::keys::has_key;
use crate::{EncodeError, EncodeErrorKind};

/// The keys of a record. A map that is flattened into it must not contain any of them.
#[derive(Clone, Copy)]
pub struct ReservedKeys {
    /// The record's fields.
    pub(super) fields: &'static [Field],
    /// The tag of its enum.
    pub(super) tag: Option<&'static str>,
}

impl ReservedKeys {
    /// No keys.
    pub(crate) const NONE: Self = Self { fields: &[], tag: None };

    /// Whether a key is one of them.
    pub(super) fn has(&self, key: &str) -> bool {
        self.tag == Some(key) || self.fields.iter().any(|field| has_key(&field.layout, key))
    }

    /// Returns an error if the record has this key of a map.
    pub(super) fn check(&self, key: &str) -> Result<(), EncodeError> {
        if self.has(key) { Err(is_reserved(key)) } else { Ok(()) }
    }
}

#[cold]
fn is_reserved(key: &str) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::DuplicateKey,
        alloc::format!(
            "the flattened map has the key {key:?}, which is that of a field; a reader would take it for the field"
        ),
    )
}
