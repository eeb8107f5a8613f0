//! The way out of each finding: a step after which `check` does not report it anymore.

use super::{Finding, Level, Rule, Who};
use crate::protocol::Time;

/// Why an Array with one more element is refused.
pub(super) const TOO_MANY: &str = "a reader accepts no more elements than it knows";
/// Why a key is refused by `deny_unknown_fields`.
pub(super) const DENIED: &str = "unknown fields are denied";
/// Why a field is refused that a message does not have.
pub(super) const MISSING: &str = "the field is missing";
/// Why a value of another Variant type is refused.
pub(super) const OTHER_KIND: &str = "its type on the wire is different";
/// Why a variant with another name or tag is refused.
pub(super) const NO_TAG: &str = "no variant has this tag";
/// What becomes of a variant with another name or tag if its enum has one with `other`.
pub(super) const UNKNOWN_VARIANT: &str = "it is read as an unknown variant";
/// Why a variant with another number is refused.
pub(super) const NO_NUMBER: &str = "no variant has this number";
/// What becomes of a variant with another number if its enum has one with `other`.
pub(super) const UNKNOWN_NUMBER: &str = "its number is read as an unknown variant";

/// Why a call of an RPC is refused that only the older set has.
pub(super) const NO_RPC: &str = "no RPC of the set has this name anymore";

/// What becomes of a number that is another time.
pub(super) fn other_time(read: Time, written: Time) -> String {
    if written.unit != read.unit {
        format!("a number of {} is read as {}", written.unit_name(), read.unit_name())
    } else if written.since_1970 {
        "a time since 1970 is read as a length of time".to_owned()
    } else {
        "a length of time is read as a time since 1970".to_owned()
    }
}

impl Finding {
    /// Returns what to do about this finding, in one sentence.
    pub fn help(&self) -> &'static str {
        match (self.level, self.rule) {
            (Level::Source, _) if !self.breaks.is_empty() => {
                "today's messages still arrive: send new values only to programs that know them, update the code that uses it, and write the lock again"
            }
            (Level::Source, _) => {
                "the bytes stay the same: update the code that uses it, and write the lock again"
            }
            (Level::Note, Rule::LayoutChanged) => {
                "no program breaks: update a pinned `layout`, and write the lock again"
            }
            (Level::Note, _) => {
                "no message breaks today: if the change is intended, write the lock again"
            }
            (Level::Wire, _) if self.is_flat => self.flat_help(),
            (Level::Wire, _) => self.wire_help(),
        }
    }

    fn has(&self, why: &str) -> bool {
        self.breaks.iter().any(|found| found.why == why)
    }

    fn wire_help(&self) -> &'static str {
        match self.rule {
            Rule::FieldAdded if self.has(TOO_MANY) => {
                "leave it out, and send a new type or variant that has it: an Array takes no more elements than its readers \
                 know; where all readers are updated before the writers, as a server before its clients, give it a `default` and \
                 accept this finding in `[[check.accept]]`"
            }
            Rule::FieldAdded if self.has(DENIED) => {
                "leave it out until every program with `deny_unknown_fields` is updated, or send a new type that has it"
            }
            Rule::FieldAdded => {
                "give it a `default`, or make it an `Option`, so that old messages can be read"
            }
            Rule::FieldRemoved if self.has(MISSING) => {
                "keep it until no old program reads it; if it only has a new name, keep the old key with `rename`"
            }
            Rule::KeyChanged => "keep the old key with `rename`",
            Rule::IdChanged if self.has(NO_NUMBER) || self.has(UNKNOWN_NUMBER) => {
                "give the variant its old number"
            }
            Rule::IdChanged => "keep the old name with `rename`",
            Rule::PresenceChanged => {
                if self.breaks.iter().any(|found| found.who == Who::OldReader) {
                    "write it in every message, until every reader has a `default` for it"
                } else {
                    "give it a `default`, or make it an `Option`, so that old messages can be read"
                }
            }
            Rule::TypeChanged => {
                "keep the old type, and send the new one in another field with a `default` or in another variant"
            }
            Rule::OrderChanged => {
                "keep the order: readers identify the fields of an Array and the variants without a tag by it"
            }
            Rule::LengthChanged => "keep the old limit until no program writes more",
            Rule::VariantRemoved => {
                "keep it until no old program sends it, or give the enum a variant with `other`"
            }
            Rule::IdReused => {
                "give each variant its old name or number, and a new variant one that no variant had"
            }
            Rule::FormChanged => "keep the form, and add a new type in the other form",
            Rule::RpcSetChanged if self.has(NO_RPC) => KEEP,
            Rule::RpcSetChanged | Rule::SyncSetChanged => {
                "keep the set; a change of it needs an update of clients and servers together, which compare fingerprints \
                 when a peer joins"
            }
            Rule::RpcChanged => {
                "keep the setting until every client calls it as the new one demands"
            }
            Rule::FieldRemoved | Rule::TypeRemoved => KEEP,
            _ => "keep it as it was",
        }
    }

    /// What is different for flat messages, which have no keys.
    fn flat_help(&self) -> &'static str {
        match self.rule {
            Rule::FieldAdded => {
                "leave it out, and send a new variant or type that has it; only readers with `trailing = \"ignore\"` take a \
                 new field, with a `default` at the end"
            }
            Rule::TypeChanged | Rule::FormChanged => {
                "keep it as it was, and send a new variant or type with the other form"
            }
            Rule::OrderChanged => "keep the order: flat messages have no names",
            Rule::IdChanged => "give the variant its old number",
            Rule::FieldRemoved => KEEP,
            _ => self.wire_help(),
        }
    }
}

const KEEP: &str = "keep it until no old program uses it";
