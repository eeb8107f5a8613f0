//! A schema's names for the methods, arguments and properties in packets.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use godot_var::Variant;
use godot_var::multiplayer::Checksum;
use godot_var_codegen::names::{SetNames, Step, Tree, closest};
use godot_var_codegen::protocol::Protocol;

/// The maximum number of stored announcements of each kind.
const MOST: usize = 1 << 16;

/// The maximum length in bytes of the stored paths together.
const MOST_BYTES: usize = 1 << 22;

/// The sets of a schema, and those that packets so far have announced for paths and ids. Clones share what they learn.
#[derive(Clone, Debug)]
pub struct Names {
    sets: SetNames,
    announced: Arc<Mutex<Announced>>,
}

/// The sets of nodes, and the paths of ids; `None` if peers announce different ones.
#[derive(Clone, Debug, Default)]
struct Announced {
    paths: BTreeMap<String, Option<Set>>,
    ids: BTreeMap<i128, Option<Set>>,
    path_of: BTreeMap<i128, Option<String>>,
    /// The length of all paths in `paths` and `path_of`.
    bytes: usize,
}

/// What the checksum of an announcement says about the methods of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// They are those of the set at this position.
    Known(usize),
    /// No set of the schema has them: another version, or another script.
    Foreign,
}

/// The names in one packet.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// The method of a call with its set, `Chat::say`, or the set with a checksum.
    pub(super) name: Option<String>,
    /// The names of the values, for each row of the packet.
    pub(super) rows: Vec<Option<Vec<String>>>,
}

impl Names {
    /// Makes the names of a schema.
    ///
    /// # Errors
    /// If the schema has no set of RPCs or properties.
    pub fn new(protocol: Protocol) -> Result<Self, String> {
        Ok(Self { sets: SetNames::new(protocol)?, announced: Arc::default() })
    }

    /// Returns the names of all methods: `Chat::say`.
    pub(crate) fn methods(&self) -> Vec<String> {
        self.sets.methods()
    }

    /// Whether values can have the name that a path contains below `fields`.
    ///
    /// # Errors
    /// The reason why not, with the nearest name.
    pub(crate) fn check_path(&self, path: &[Step]) -> Result<(), String> {
        let [Step::Name(first), rest @ ..] = path else { return Ok(()) };
        let asked = rest.iter().find_map(|step| match step {
            Step::Name(name) => Some(name.as_str()),
            Step::Index(_) | Step::Any => None,
        });
        let Some(asked) = asked.filter(|_| first == super::FIELDS) else { return Ok(()) };
        let known = self.sets.values();
        if asked == "set" || known.iter().any(|known| known == asked) {
            return Ok(());
        }
        let hint = closest(asked, known.iter().map(String::as_str));
        Err(format!("the schema has no argument or property {asked:?}{hint}"))
    }

    /// Stores the set that a `simplify_path` announces.
    pub(super) fn announce(&self, packet: &Tree) {
        let (Some(Tree::Text(checksum)), Some(Tree::Int(id)), Some(Tree::Text(path))) =
            (packet.get("checksum"), packet.get("id"), packet.get("path"))
        else {
            return;
        };
        let set = match self.sets.set_of(checksum) {
            Some((set, _)) => Some(Set::Known(set)),
            None if checksum.as_bytes() == Checksum::NONE.to_digits() => None,
            None => Some(Set::Foreign),
        };
        let mut announced = self.announced();
        let Announced { paths, ids, path_of, bytes } = &mut *announced;
        learn(ids, *id, set, true);
        let has_room = *bytes + 2 * path.len() <= MOST_BYTES;
        let new = [
            learn(paths, path.clone(), set, has_room),
            learn(path_of, *id, Some(path.clone()), has_room),
        ];
        *bytes += path.len() * new.into_iter().filter(|new| *new).count();
    }

    /// Returns the path of the node that a call is for, or its id: `Main/Chat`, `#3`.
    pub(crate) fn node(&self, packet: &Tree) -> Option<String> {
        packet.get("method")?;
        let node = packet.get("node")?;
        match (node.get("id"), node.get("path")) {
            (Some(Tree::Int(id)), _) => {
                let path = self.announced().path_of.get(id).cloned().flatten();
                Some(path.unwrap_or_else(|| format!("#{id}")))
            }
            (_, Some(Tree::Text(path))) => Some(path.clone()),
            _ => None,
        }
    }

    /// Returns the names in a packet.
    pub(super) fn of(&self, packet: &Tree) -> Named {
        let rows = |rows| Named { name: None, rows };
        if let Some(Tree::Int(method)) = packet.get("method") {
            let arguments = match packet.get("bytes") {
                Some(Tree::Bytes(bytes)) => vec![Variant::from(bytes.clone())],
                _ => values(packet, "args"),
            };
            let Ok(method) = u16::try_from(*method) else { return Named::default() };
            let set = match self.set_of_node(packet) {
                Some(Set::Foreign) => return Named::default(),
                Some(Set::Known(set)) => Some(set),
                None => None,
            };
            let call = self.sets.call(set, method, &arguments);
            return call.map_or_else(Named::default, |call| Named {
                name: Some(call.name),
                rows: vec![Some(call.arguments)],
            });
        }
        if let Some(Tree::Text(checksum)) = packet.get("checksum") {
            let name = self.sets.set_of(checksum).map(|(_, name)| name);
            return Named { name, rows: Vec::new() };
        }
        if let Some(Tree::List(synchronizers)) = packet.get("synchronizers") {
            return rows(vec![self.sets.spawned(synchronizers.len(), &values(packet, "state"))]);
        }
        let Some(Tree::List(elements)) = packet.get("elements") else { return Named::default() };
        let row = |element: &Tree| {
            let row = values(element, "values");
            match element.get("mask") {
                Some(Tree::Wide(mask)) => self.sets.changed(u64::try_from(*mask).ok()?, &row),
                _ => self.sets.always(&row),
            }
        };
        rows(elements.iter().map(row).collect())
    }

    fn announced(&self) -> MutexGuard<'_, Announced> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_of_node(&self, packet: &Tree) -> Option<Set> {
        let node = packet.get("node")?;
        let announced = self.announced();
        match (node.get("id"), node.get("path")) {
            (Some(Tree::Int(id)), _) => announced.ids.get(id).copied().flatten(),
            (_, Some(Tree::Text(path))) => announced.paths.get(path).copied().flatten(),
            _ => None,
        }
    }
}

/// Stores a fact, unless another one is known. Returns whether the key was stored.
fn learn<K: Ord, V: PartialEq>(
    known: &mut BTreeMap<K, Option<V>>,
    key: K,
    fact: Option<V>,
    has_room: bool,
) -> bool {
    let has_room = has_room && known.len() < MOST;
    match known.entry(key) {
        Entry::Occupied(mut entry) => {
            if *entry.get() != fact {
                entry.insert(None);
            }
            false
        }
        Entry::Vacant(entry) if has_room => {
            entry.insert(fact);
            true
        }
        Entry::Vacant(_) => false,
    }
}

impl Named {
    /// Returns the values by name; for a sync or delta, a list with one object for each element.
    pub(super) fn fields(&self, packet: &Tree) -> Option<Tree> {
        if let (Some(_), Some(name)) = (packet.get("checksum"), &self.name) {
            return Some(Tree::record([("set", Tree::Text(name.clone()))]));
        }
        if let Some(Tree::List(elements)) = packet.get("elements") {
            let is_named = self.rows.iter().any(Option::is_some);
            let each = elements.iter().zip(&self.rows);
            let each = each.map(|(element, names)| by_name(names.as_ref(), element.get("values")));
            return is_named.then(|| Tree::List(each.collect()));
        }
        let names = self.rows.first()?.as_ref()?;
        let bytes = packet.get("bytes").map(|bytes| Tree::List(vec![bytes.clone()]));
        let row = bytes.as_ref().or_else(|| packet.get("args").or_else(|| packet.get("state")));
        Some(by_name(Some(names), row))
    }
}

fn by_name(names: Option<&Vec<String>>, row: Option<&Tree>) -> Tree {
    match (names, row) {
        (Some(names), Some(Tree::List(row))) => {
            Tree::Record(names.iter().cloned().zip(row.iter().cloned()).collect())
        }
        _ => Tree::Nil,
    }
}

/// Returns the Variants in a list of a packet.
fn values(packet: &Tree, name: &str) -> Vec<Variant> {
    let Some(Tree::List(list)) = packet.get(name) else { return Vec::new() };
    let value = |value: &Tree| match value {
        Tree::Variant(value) => Some((**value).clone()),
        _ => None,
    };
    list.iter().filter_map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known already is still compared with what comes.
    #[test]
    fn announcements_have_a_limit() {
        let mut known = BTreeMap::new();
        for key in 0..MOST {
            assert!(learn(&mut known, key, Some(1), true));
        }
        assert!(!learn(&mut known, MOST, Some(1), true));
        assert!(!learn(&mut known, 7, Some(2), true));
        assert_eq!((known.len(), known[&7], known[&8]), (MOST, None, Some(1)));
    }
}
