//! The way out of each finding.

use super::{Extent, Finding, Level, Rule};

impl Finding {
    /// Returns what to do about this finding, in one sentence.
    pub fn help(&self) -> &'static str {
        if let Some(help) = self.flat_help() {
            return help;
        }
        let is_misread = self.breaks.iter().any(|found| found.extent == Extent::Misread);
        match (self.level, self.rule) {
            (Level::Source, _) => "the bytes stay the same; update the code that uses it",
            (Level::Note, Rule::VariantAdded) => {
                "send it only to programs that know it, or give the enum a variant with `other`"
            }
            (Level::Note, Rule::LayoutChanged) => {
                "no program breaks; update a pinned `layout` and write the lock anew"
            }
            (Level::Note, _) => "no message breaks today; write the lock anew if it is meant",
            (Level::Wire, Rule::FieldAdded) => {
                "give it a `default`, or make it an `Option`, so that old messages can be read"
            }
            (Level::Wire, Rule::FieldRemoved) => {
                "keep it until no old program reads it, or make it optional one release before"
            }
            (Level::Wire, Rule::KeyChanged | Rule::IdChanged) if !is_misread => {
                "keep the old name with `rename`, or as an `alias` until all programs are updated"
            }
            (Level::Wire, Rule::PresenceChanged) => {
                "give the field a `default` first, and leave it out only when every reader has that"
            }
            (Level::Wire, Rule::TypeChanged) => {
                "keep the old type, and add a field with the new one beside it"
            }
            (Level::Wire, Rule::OrderChanged) => {
                "restore the order, and add new fields at the end: an Array has no names"
            }
            (Level::Wire, Rule::LengthChanged) => {
                "shorten what is written first, and the limit when no program writes more"
            }
            (Level::Wire, Rule::VariantRemoved | Rule::TypeRemoved) => {
                "keep it until no old program sends it, or take it with a variant with `other`"
            }
            (Level::Wire, Rule::IdReused) => "give the new variant an id that no variant had",
            (Level::Wire, Rule::FormChanged) => {
                "keep the form, and add a new type in the other form beside it"
            }
            (Level::Wire, Rule::RpcSetChanged | Rule::SyncSetChanged) => {
                "update clients and servers together, and compare fingerprints when a peer joins"
            }
            (Level::Wire, Rule::RpcChanged) => {
                "keep the setting until every client calls it as the new one demands"
            }
            (Level::Wire, _) => "keep the old one, and add the new one beside it",
        }
    }

    /// What is different for flat messages, which have no keys.
    fn flat_help(&self) -> Option<&'static str> {
        Some(match (self.level, self.rule) {
            _ if !self.is_flat => return None,
            (Level::Note, Rule::FieldAdded) => "set it only for programs that know it",
            (Level::Wire, Rule::FieldAdded) => {
                "put it at the end of the message with a `default`, and give older readers `trailing = \"ignore\"` \
                 beforehand; or send a new variant"
            }
            (Level::Wire, Rule::FieldRemoved) => {
                "keep it until no old program is in use, or send a new variant without it"
            }
            (Level::Wire, Rule::TypeChanged | Rule::FormChanged) => {
                "keep it as it was, and send a new variant or type with the other form"
            }
            (Level::Wire, Rule::OrderChanged) => "restore the order: flat messages have no names",
            (Level::Wire, Rule::IdChanged) => "give the variant its old id",
            _ => return None,
        })
    }
}
