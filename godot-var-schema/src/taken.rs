//! Names that only one member of a type may have.

use std::collections::HashMap;

use syn::Ident;
use syn::ext::IdentExt;

/// The encoded names of members, and the members.
#[derive(Default)]
pub(crate) struct Taken(HashMap<String, String>);

impl Taken {
    /// Gives a name to a member, or returns the member that has it already.
    pub(crate) fn take(&mut self, name: &str, member: &Ident) -> Result<(), &str> {
        use std::collections::hash_map::Entry;

        match self.0.entry(name.to_owned()) {
            Entry::Occupied(taken) => Err(taken.into_mut()),
            Entry::Vacant(free) => {
                free.insert(member.unraw().to_string());
                Ok(())
            }
        }
    }
}
