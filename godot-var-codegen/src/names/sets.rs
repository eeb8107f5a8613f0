//! Names that a schema has for calls and rows of Godot's high-level multiplayer.

use crate::inspect::fits;
use bumpalo::Bump;
use godot_var_runtime::variant::{Generation, Variant};

use crate::protocol::layout::Layouts;
use crate::protocol::{Field, FieldDefault, Protocol, ReplicationMode, Rpc, SyncProperty, SyncSet};

/// The maximum number of synchronizers of a spawn that gets names, because all combinations of sets are tried.
pub(crate) const MOST_SYNCHRONIZERS: usize = 3;

/// The sets of RPCs and of properties in a schema.
///
/// Calls and rows have no names on the wire. They get the names of a set if it is the only one that fits.
#[derive(Clone, Debug)]
pub struct SetNames {
    protocol: Protocol,
}

/// The names of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallNames {
    /// The method with its set: `Chat::say`.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl SetNames {
    /// Makes the names of a schema's sets.
    ///
    /// # Errors
    /// If the schema has no sets.
    pub fn new(protocol: Protocol) -> Result<Self, String> {
        if protocol.rpc_sets.is_empty() && protocol.sync_sets.is_empty() {
            return Err("no type of the schema derives `GodotRpc` or `GodotSync`".to_owned());
        }
        Ok(Self { protocol })
    }

    /// Returns the position and the name of the set of RPCs with a checksum.
    pub fn set_of(&self, checksum: &str) -> Option<(usize, String)> {
        let mut sets = self.protocol.rpc_sets.iter().enumerate();
        let (index, set) = sets.find(|(_, set)| set.checksum() == checksum)?;
        Some((index, set.path()))
    }

    /// Returns the names of a call: from the set at this position, or else from the only set whose method with this id fits.
    pub fn call(
        &self,
        set: Option<usize>,
        method: u16,
        arguments: &[Variant],
    ) -> Option<CallNames> {
        let names = |index: usize| {
            let set = &self.protocol.rpc_sets[index];
            let rpc = set.methods.get(usize::from(method))?;
            let arguments = rpc.arguments.iter().map(argument_name).collect();
            Some(CallNames { name: format!("{}::{}", set.path(), rpc.name), arguments })
        };
        if let Some(index) = set {
            return names(index);
        }
        let sets = self.protocol.rpc_sets.iter().enumerate();
        let mut fitting = sets.filter(|(_, set)| {
            let rpc = set.methods.get(usize::from(method));
            rpc.is_some_and(|rpc| self.takes(rpc, arguments))
        });
        let (index, _) = fitting.next()?;
        if fitting.next().is_some() { None } else { names(index) }
    }

    fn takes(&self, rpc: &Rpc, arguments: &[Variant]) -> bool {
        let needed =
            rpc.arguments.iter().filter(|field| field.default == FieldDefault::Required).count();
        let fields: Vec<&Field> = rpc.arguments.iter().take(arguments.len()).collect();
        arguments.len() >= needed && self.fit(&fields, arguments)
    }

    fn fit<'p>(&'p self, fields: &[&'p Field], values: &[Variant]) -> bool {
        let arena = Bump::new();
        let layouts = Layouts::new(&self.protocol, &arena);
        let layouts: Vec<_> =
            fields.iter().map(|field| layouts.marked(&field.ty, field.marks)).collect();
        let mut pairs = layouts.iter().zip(values);
        fields.len() == values.len()
            && pairs.all(|(layout, value)| fits(layout, value, Generation::Godot4).is_ok())
    }

    /// Returns the paths of a row of *Always* properties.
    pub fn always(&self, values: &[Variant]) -> Option<Vec<String>> {
        self.only(values, |property, _| property.mode == ReplicationMode::Always)
    }

    /// Returns the paths of a row of *On Change* properties whose bits are set in the mask of a delta.
    pub fn changed(&self, mask: u64, values: &[Variant]) -> Option<Vec<String>> {
        self.only(values, |property, bit| {
            property.mode == ReplicationMode::OnChange && bit < 64 && mask & (1 << bit) != 0
        })
    }

    /// Returns the paths of the only set whose row fits. `bit` is the position among the *On Change* properties.
    fn only(
        &self,
        values: &[Variant],
        is_in_row: impl Fn(&SyncProperty, usize) -> bool,
    ) -> Option<Vec<String>> {
        let row = |set: &SyncSet| {
            let mut bit = 0;
            let mut row = Vec::new();
            for (index, property) in set.properties.iter().enumerate() {
                if is_in_row(property, bit) {
                    row.push(index);
                }
                bit += usize::from(property.mode == ReplicationMode::OnChange);
            }
            row
        };
        let mut found = None;
        for set in &self.protocol.sync_sets {
            let row: Vec<&SyncProperty> =
                row(set).into_iter().map(|index| &set.properties[index]).collect();
            let fields: Vec<&Field> = row.iter().map(|property| &property.field).collect();
            if !row.is_empty() && self.fit(&fields, values) {
                let paths = row.iter().map(|property| property.path.clone()).collect();
                if found.replace(paths).is_some() {
                    return None;
                }
            }
        }
        found
    }

    /// Returns the paths of the state of a spawn with this number of synchronizers, if only one sequence of sets fits.
    pub fn spawned(&self, synchronizers: usize, values: &[Variant]) -> Option<Vec<String>> {
        if synchronizers > MOST_SYNCHRONIZERS || values.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        self.spawns(synchronizers, values, &mut Vec::new(), &mut found);
        match &mut found[..] {
            [only] => Some(std::mem::take(only)),
            _ => None,
        }
    }

    fn spawns(
        &self,
        left: usize,
        values: &[Variant],
        paths: &mut Vec<String>,
        found: &mut Vec<Vec<String>>,
    ) {
        if left == 0 {
            // A synchronizer without spawn properties can be at any position.
            if values.is_empty() && !found.contains(paths) {
                found.push(paths.clone());
            }
            return;
        }
        for set in &self.protocol.sync_sets {
            let row: Vec<&SyncProperty> =
                set.properties.iter().filter(|property| property.spawn).collect();
            let fields: Vec<&Field> = row.iter().map(|property| &property.field).collect();
            let Some((own, rest)) = values.split_at_checked(row.len()) else { continue };
            // With two combinations the result is already ambiguous.
            if found.len() < 2 && self.fit(&fields, own) {
                let before = paths.len();
                paths.extend(row.iter().map(|property| property.path.clone()));
                self.spawns(left - 1, rest, paths, found);
                paths.truncate(before);
            }
        }
    }

    /// Returns the names of all arguments and the paths of all properties.
    pub fn values(&self) -> Vec<String> {
        let methods = self.protocol.rpc_sets.iter().flat_map(|set| &set.methods);
        let arguments = methods.flat_map(|method| &method.arguments).map(argument_name);
        let properties = self.protocol.sync_sets.iter().flat_map(|set| &set.properties);
        arguments.chain(properties.map(|property| property.path.clone())).collect()
    }

    /// Returns the names of all methods: `Chat::say`.
    pub fn methods(&self) -> Vec<String> {
        let sets = self.protocol.rpc_sets.iter();
        sets.flat_map(|set| {
            set.methods.iter().map(|method| format!("{}::{}", set.path(), method.name))
        })
        .collect()
    }
}

/// Returns the name of an argument, as in errors.
pub(crate) fn argument_name(argument: &Field) -> String {
    match argument.name.parse::<usize>() {
        Ok(position) => format!("arg{position}"),
        Err(_) => argument.name.clone(),
    }
}
