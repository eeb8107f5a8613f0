//! `view`: finds the fields that are borrowed, and refuses types that cannot have a view.

use syn::{DeriveInput, Path};

use super::super::attributes::Derives;
use super::super::model::{Body, DefaultValue, Field};
use super::super::view::lent;
use crate::attributes::Given;
use crate::errors::Errors;

/// Adds to the body the types of its fields in a view.
pub(super) fn lend(
    view: &Given<Derives>,
    item: &DeriveInput,
    mut body: Body,
    krate: &Path,
    errors: &mut Errors,
) -> Body {
    if item.generics.lifetimes().next().is_some() {
        let message = format!("`{}` borrows already; remove `view`", item.ident);
        errors.report(view.key(), message);
        return body;
    }
    let mut lends = false;
    let mut lend = |field: &mut Field| {
        if is_plain(field) {
            field.lent = lent(&field.ty, krate);
            lends |= field.lent.is_some();
        }
    };
    match &mut body {
        Body::Record(record) if record.default.is_none() => {
            record.fields.iter_mut().for_each(&mut lend);
        }
        Body::Transparent(transparent) => {
            lend(&mut transparent.field);
            transparent.fields.iter_mut().for_each(&mut lend);
        }
        Body::Enumeration(enumeration) => {
            for member in enumeration.members.iter_mut().filter(|member| !member.skip) {
                member.record.fields.iter_mut().for_each(&mut lend);
            }
        }
        Body::Record(_) => {
            errors.report(
                view.key(),
                "`view` needs a `default` on each field in place of the one on the struct, whose \
                 value is not a view",
            );
            return body;
        }
        Body::Converted(_) => {
            errors.report(
                view.key(),
                "a view reads the encoded type, which is another one here; remove `view`",
            );
            return body;
        }
        Body::Unit => {}
    }
    if !lends {
        let message = format!(
            "nothing in `{}` can be borrowed: it has no text and no packed array; remove `view`",
            item.ident
        );
        errors.report(view.key(), message);
    }
    body
}

/// Whether a field is encoded only by its own type, so that the borrowed type is encoded in the
/// same way.
fn is_plain(field: &Field) -> bool {
    field.encoded
        && field.decoded
        && !field.flatten
        && field.skip_encoding_if.is_none()
        && matches!(field.default, DefaultValue::None)
        && field.codec.is_plain_of_any_length()
}
