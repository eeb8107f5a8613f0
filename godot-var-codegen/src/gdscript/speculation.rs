//! Where a reader tries one variant after the other, and must remember what it has read.
//!
//! An untagged enum whose variants hold the enum itself reads the same part once for each variant, and that at every
//! level: twice the work for each level. Its readers pass on what was read of a value (`_Seen`), so that every part is
//! read once.

use crate::protocol::{Body, EnumForm, Field, Protocol};

/// The types whose readers are told what was read already.
#[derive(Debug)]
pub(super) struct Speculation {
    remembers: Vec<bool>,
}

impl Speculation {
    /// `is_added` says whether a record is not a type of the schema: it stands for a tuple or the fields of a variant.
    pub(super) fn of(protocol: &Protocol, is_added: &dyn Fn(usize) -> bool) -> Self {
        let mut remembers = vec![false; protocol.types.len()];
        // A type can hold itself in its own fields only, in those of its variants, and in tuples there.
        for (index, def) in protocol.types.iter().enumerate() {
            let Body::Enumeration(enumeration) = &def.body else { continue };
            if enumeration.form != EnumForm::Untagged {
                continue;
            }
            for member in &enumeration.members {
                let fields = &member.record.fields;
                let mut tuples = Vec::new();
                if holds(protocol, is_added, fields, index, &mut tuples) {
                    remembers[index] = true;
                    for tuple in tuples {
                        remembers[tuple] = true;
                    }
                }
            }
        }
        Self { remembers }
    }

    pub(super) fn remembers(&self, index: usize) -> bool {
        self.remembers[index]
    }

    /// Whether any reader is told.
    pub(super) fn is_needed(&self) -> bool {
        self.remembers.contains(&true)
    }

    /// Whether a reader of one of these fields is told.
    pub(super) fn is_told(&self, fields: &[Field]) -> bool {
        let mut found = false;
        for field in fields {
            field.ty.messages(&mut |part| found |= self.remembers[part]);
        }
        found
    }
}

/// Whether fields hold the type `wanted`, themselves or in one of the added records that are noted.
fn holds(
    protocol: &Protocol,
    is_added: &dyn Fn(usize) -> bool,
    fields: &[Field],
    wanted: usize,
    tuples: &mut Vec<usize>,
) -> bool {
    let mut parts = Vec::new();
    for field in fields {
        field.ty.messages(&mut |part| parts.push(part));
    }
    let mut found = false;
    for part in parts {
        found |= part == wanted;
        if let (true, Body::Record(record)) = (is_added(part), &protocol.types[part].body)
            && holds(protocol, is_added, &record.fields, wanted, tuples)
        {
            tuples.push(part);
            found = true;
        }
    }
    found
}
