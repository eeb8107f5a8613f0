//! Names that only one member of a type may have.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use syn::Ident;
use syn::ext::IdentExt;

use crate::attributes::Given;
use crate::errors::Errors;

/// The encoded names of a type's members, and the members.
pub(crate) struct Names {
    /// What has the names.
    what: &'static str,
    is_valid: fn(&str) -> bool,
    /// What another text is not.
    no_name: &'static str,
    taken: HashMap<String, String>,
}

impl Names {
    pub(crate) fn new(
        what: &'static str,
        is_valid: fn(&str) -> bool,
        no_name: &'static str,
    ) -> Self {
        Self { what, is_valid, no_name, taken: HashMap::new() }
    }

    /// Gives a member its name: that of an attribute, or the usual one.
    pub(crate) fn take(
        &mut self,
        given: Option<&Given<String>>,
        usual: impl FnOnce(&str) -> String,
        member: &Ident,
        errors: &mut Errors,
    ) -> String {
        let own = member.unraw().to_string();
        let (name, span) = match given {
            Some(name) => (name.to_string(), name.span()),
            None => (usual(&own), member.span()),
        };
        if !(self.is_valid)(&name) {
            errors.report(span, format_args!("`{name}` is not a {}", self.no_name));
        }
        match self.taken.entry(name.clone()) {
            Entry::Occupied(taken) => {
                let (what, first) = (self.what, taken.get());
                let message = format!("the {what} `{name}` already exists, as `{first}`");
                errors.report(span, message);
            }
            Entry::Vacant(free) => {
                free.insert(own);
            }
        }
        name
    }
}
