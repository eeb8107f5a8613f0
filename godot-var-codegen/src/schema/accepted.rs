//! The fingerprints that a greeting accepts: of a schema, and of older versions that it serves.
//!
//! Files of clients have them as constants: see [`Schema::accepted`](super::Schema::accepted). A server has them in a file of its own, by [`rust`].

use crate::flat;
use crate::language::printer::Printer;
use crate::protocol::{Protocol, RpcSet};

/// Lists of fingerprints, each once, that of the schema itself first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Those of `protocol_fingerprint!()`: of all types.
    pub layouts: Vec<u64>,
    /// Those of `protocol_fingerprint!(flat)`.
    pub flat: Vec<u64>,
    /// The names of each set of RPCs that were others in an older version: the present ones, then the older ones. `None` without RPCs.
    pub older_rpcs: Option<Vec<[Vec<String>; 2]>>,
}

impl Accepted {
    /// Returns the lists of a schema and of these older versions.
    pub fn of<'v>(
        (protocol, flat): (&'v Protocol, &'v flat::Schema),
        older: impl IntoIterator<Item = (&'v Protocol, &'v flat::Schema)>,
    ) -> Self {
        let mut accepted = Self::default();
        accepted.add(protocol, flat);
        let mut sets = Vec::new();
        for (then, flat) in older {
            accepted.add(then, flat);
            for set in &protocol.rpc_sets {
                let older = then.rpc_sets.iter().find(|other| other.path() == set.path());
                let names = older.map(|older| [names(set), names(older)]);
                if let Some(names) = names.filter(|it| it[0] != it[1] && !sets.contains(it)) {
                    sets.push(names);
                }
            }
        }
        accepted.older_rpcs = (!protocol.rpc_sets.is_empty()).then_some(sets);
        accepted
    }

    fn add(&mut self, protocol: &Protocol, flat: &flat::Schema) {
        let of_flat = (!flat.types.is_empty()).then(|| flat.fingerprint_of_all());
        let of_variants = (!protocol.types.is_empty()).then(|| protocol.fingerprint_of_all());
        add(&mut self.layouts, of_variants.or(of_flat));
        add(&mut self.flat, of_flat);
    }
}

/// The names of a set, in the order of their ids.
fn names(set: &RpcSet) -> Vec<String> {
    set.methods.iter().map(|method| method.name.clone()).collect()
}

fn add(list: &mut Vec<u64>, fingerprint: Option<u64>) {
    if let Some(fingerprint) = fingerprint.filter(|it| !list.contains(it)) {
        list.push(fingerprint);
    }
}

/// A line of every file of [`rust`] begins with this.
pub const MARK: &str = "//! Written by `godot-var generate`";

/// Writes the lists of several schemas, each with a name, as a Rust module. It has `ACCEPTED` if there are messages, and `OLDER_RPCS` if there are
/// RPCs.
///
/// `godot_var::layout::accepted` finds the list of a schema, and fails the build if the file is older than the schema.
pub fn rust(schemas: &[(String, Accepted)]) -> String {
    let mut out = Printer::new("    ");
    out.line("//! The versions that play together.");
    out.line("//!");
    out.line(format!("{MARK}; do not edit."));
    if schemas.iter().any(|(_, accepted)| !accepted.layouts.is_empty()) {
        out.gap();
        out.line("/// For `godot_var::layout::accepted`: the fingerprint of each schema, then those of older versions.");
        out.line("#[rustfmt::skip]");
        out.line("pub const ACCEPTED: &[&[&str]] = &[");
        out.indented(|out| fingerprints(schemas, out));
        out.line("];");
    }
    if schemas.iter().any(|(_, accepted)| accepted.older_rpcs.is_some()) {
        out.gap();
        out.line("/// For `Config::with_older`: the present names of RPCs, and those of an older version.");
        out.line("#[rustfmt::skip]");
        out.line("pub const OLDER_RPCS: &[godot_var::multiplayer::OlderRpcs] = &[");
        out.indented(|out| {
            for [present, older] in schemas.iter().flat_map(|(_, it)| &it.older_rpcs).flatten() {
                let [present, older] = [present, older].map(|names| format!("&{names:?}"));
                out.line("godot_var::multiplayer::OlderRpcs::of_names(");
                out.indented(|out| out.all([present + ",", older + ","]));
                out.line("),");
            }
        });
        out.line("];");
    }
    out.finish()
}

fn fingerprints(schemas: &[(String, Accepted)], out: &mut Printer) {
    let mut list = |name: &str, fingerprints: &[u64]| {
        if !fingerprints.is_empty() {
            out.line(format!("// {name}"));
            out.line("&[");
            out.indented(|out| out.all(quoted(fingerprints, '"')));
            out.line("],");
        }
    };
    for (name, accepted) in schemas {
        list(name, &accepted.layouts);
        if accepted.flat != accepted.layouts {
            list(&format!("{name}, flat messages"), &accepted.flat);
        }
    }
}

/// Returns the elements of a list of fingerprints as code: each with this quote, after the indentation on a line.
pub(crate) fn quoted(fingerprints: &[u64], quote: char) -> Vec<String> {
    fingerprints.iter().map(|it| format!("{quote}{it:016x}{quote},")).collect()
}
