//! Where a reader tries one variant after the other, and must remember what it has read.
//!
//! An untagged enum whose variants hold the enum itself reads the same part once for each variant, and that at every
//! level: twice the work for each level. Its readers pass on what was read of a value (`_Seen`), so that every part is
//! read once.

use crate::protocol::{Body, EnumForm, Enumerator, Protocol};

/// The types whose readers are told what was read already.
#[derive(Debug)]
pub(super) struct Speculation {
    remembers: Vec<bool>,
}

impl Speculation {
    pub(super) fn of(protocol: &Protocol) -> Self {
        // A type can hold itself in its own fields only.
        let holds_itself = |index: usize| match &protocol.types[index].body {
            Body::Enumeration(enumeration) if enumeration.form == EnumForm::Untagged => {
                enumeration.members.iter().any(|member| holds(member, index))
            }
            _ => false,
        };
        Self { remembers: (0..protocol.types.len()).map(holds_itself).collect() }
    }

    pub(super) fn remembers(&self, index: usize) -> bool {
        self.remembers[index]
    }

    /// Whether any reader is told.
    pub(super) fn is_needed(&self) -> bool {
        self.remembers.contains(&true)
    }
}

/// Whether a variant holds the type `index`.
pub(super) fn holds(member: &Enumerator, index: usize) -> bool {
    let mut found = false;
    for field in &member.record.fields {
        field.ty.messages(&mut |part| found |= part == index);
    }
    found
}
