//! What derived code calls: layouts by const evaluation, records, enums, adapters of fields.

pub(crate) mod adapt;
pub mod entries;
pub mod enums;
pub(crate) mod facts;
pub(crate) mod fields;
pub(crate) mod flattened_keys;
pub mod newtype;
pub mod record;
pub(crate) mod shortcuts;
pub(crate) mod slot;
pub(crate) mod template;
