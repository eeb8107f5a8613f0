//! Keys that two fields of a record share through `flatten`, found while compiling.

use crate::variant::inspect::describe::{FieldLayout, RecordLayout, TypeLayout};

/// Fails the build when two fields of a record have one key, also through flattened structs.
pub const fn check_keys(layout: &TypeLayout<'_>) {
    if let TypeLayout::Record(record) = layout {
        let mut i = 0;
        while i < record.fields.len() {
            assert!(
                !record.fields[i].flattened || !repeats(record, i, record.fields[i].layout),
                "a flattened struct repeats a key of this struct; `rename` one of the fields"
            );
            i += 1;
        }
    }
}

/// Whether a flattened layout has a key that another field of the record has.
const fn repeats(record: &RecordLayout<'_>, own: usize, flattened: &TypeLayout<'_>) -> bool {
    let inner = match flattened {
        TypeLayout::Record(inner) => inner,
        TypeLayout::Option(TypeLayout::Record(inner)) => inner,
        _ => return false,
    };
    let mut i = 0;
    while i < inner.fields.len() {
        let field = &inner.fields[i];
        if field.flattened {
            if repeats(record, own, field.layout) {
                return true;
            }
        } else {
            let mut j = 0;
            while j < record.fields.len() {
                if j != own && has_key(&record.fields[j], field.key) {
                    return true;
                }
                j += 1;
            }
        }
        i += 1;
    }
    false
}

const fn has_key(field: &FieldLayout<'_>, key: &str) -> bool {
    if !field.flattened {
        return equal(field.key, key);
    }
    let inner = match field.layout {
        TypeLayout::Record(inner) => inner,
        TypeLayout::Option(TypeLayout::Record(inner)) => inner,
        _ => return false,
    };
    let mut i = 0;
    while i < inner.fields.len() {
        if has_key(&inner.fields[i], key) {
            return true;
        }
        i += 1;
    }
    false
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
