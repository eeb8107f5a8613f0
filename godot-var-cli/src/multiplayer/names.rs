//! A schema's names for the methods, arguments and properties in packets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use godot_var::Variant;
use godot_var_codegen::names::{SetNames, Step, closest};
use godot_var_codegen::protocol::Protocol;

use super::read::{Member, Members};

/// The maximum number of stored announcements of each kind.
const MOST: usize = 1 << 16;

/// The sets of a schema, and those that packets so far have announced for paths and ids. Clones share what they learn.
#[derive(Clone, Debug)]
pub struct Names {
    sets: SetNames,
    announced: Arc<Mutex<Announced>>,
}

/// The sets of nodes; `None` if peers announce different sets.
#[derive(Clone, Debug, Default)]
struct Announced {
    paths: BTreeMap<String, Option<usize>>,
    ids: BTreeMap<i64, Option<usize>>,
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
    pub(super) fn announce(&self, members: &Members) {
        let (Some(Member::Text(checksum)), Some(Member::Number(id)), Some(Member::Text(path))) =
            (get(members, "checksum"), get(members, "id"), get(members, "path"))
        else {
            return;
        };
        let set = self.sets.set_of(checksum).map(|(set, _)| set);
        let mut announced = self.announced();
        let Announced { paths, ids } = &mut *announced;
        if paths.len() < MOST {
            let known = paths.entry(path.clone()).or_insert(set);
            *known = known.filter(|known| Some(*known) == set);
        }
        if ids.len() < MOST {
            let known = ids.entry(*id).or_insert(set);
            *known = known.filter(|known| Some(*known) == set);
        }
    }

    /// Returns the names in a packet.
    pub(super) fn of(&self, members: &Members) -> Named {
        let values = |name| get(members, name).map(values).unwrap_or_default();
        match get(members, "command") {
            Some(Member::Text(command)) if command == "rpc" => {
                let arguments = match get(members, "bytes") {
                    Some(Member::Bytes(bytes)) => vec![Variant::from(bytes.clone())],
                    _ => values("args"),
                };
                let Some(Member::Number(method)) = get(members, "method") else {
                    return Named::default();
                };
                let Ok(method) = u16::try_from(*method) else { return Named::default() };
                let call = self.sets.call(self.set_of_node(members), method, &arguments);
                call.map_or_else(Named::default, |call| Named {
                    name: Some(call.name),
                    rows: vec![Some(call.arguments)],
                })
            }
            Some(Member::Text(command)) if command == "simplify_path" => {
                let Some(Member::Text(checksum)) = get(members, "checksum") else {
                    return Named::default();
                };
                let name = self.sets.set_of(checksum).map(|(_, name)| name);
                Named { name, rows: Vec::new() }
            }
            Some(Member::Text(command)) if command == "spawn" => {
                let count = match get(members, "synchronizers") {
                    Some(Member::List(list)) => list.len(),
                    _ => 0,
                };
                Named { name: None, rows: vec![self.sets.spawned(count, &values("state"))] }
            }
            _ => {
                let Some(Member::List(elements)) = get(members, "elements") else {
                    return Named::default();
                };
                let row = |element: &Member| {
                    let Member::Object(members) = element else { return None };
                    let row = get(members, "values").map(self::values).unwrap_or_default();
                    match get(members, "mask") {
                        Some(Member::Mask(mask)) => self.sets.changed(*mask, &row),
                        _ => self.sets.always(&row),
                    }
                };
                Named { name: None, rows: elements.iter().map(row).collect() }
            }
        }
    }

    fn announced(&self) -> MutexGuard<'_, Announced> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_of_node(&self, members: &Members) -> Option<usize> {
        let Some(Member::Object(node)) = get(members, "node") else { return None };
        let announced = self.announced();
        match (get(node, "id"), get(node, "path")) {
            (Some(Member::Number(id)), _) => announced.ids.get(id).copied().flatten(),
            (_, Some(Member::Text(path))) => announced.paths.get(path).copied().flatten(),
            _ => None,
        }
    }
}

impl Named {
    /// Returns the values by name; for a sync or delta, a list with one object for each element.
    pub(super) fn fields(&self, members: &Members) -> Option<Member> {
        if let (Some(Member::Text(_)), Some(name)) = (get(members, "checksum"), &self.name) {
            let set = Member::Text(name.clone());
            return Some(Member::Named(vec![("set".to_owned(), set)]));
        }
        if let Some(Member::List(elements)) = get(members, "elements") {
            if self.rows.iter().all(Option::is_none) {
                return None;
            }
            let each = elements.iter().zip(&self.rows).map(|(element, names)| match element {
                Member::Object(members) => by_name(names.as_ref(), get(members, "values")),
                _ => Member::Null,
            });
            return Some(Member::List(each.collect()));
        }
        let names = self.rows.first()?.as_ref()?;
        let bytes = get(members, "bytes").cloned();
        let row = match bytes {
            Some(bytes) => Some(Member::List(vec![bytes])),
            None => get(members, "args").or(get(members, "state")).cloned(),
        };
        Some(by_name(Some(names), row.as_ref()))
    }
}

fn by_name(names: Option<&Vec<String>>, row: Option<&Member>) -> Member {
    match (names, row) {
        (Some(names), Some(Member::List(row))) => {
            Member::Named(names.iter().cloned().zip(row.iter().cloned()).collect())
        }
        _ => Member::Null,
    }
}

fn get<'m>(members: &'m Members, name: &str) -> Option<&'m Member> {
    members.iter().find(|(own, _)| *own == name).map(|(_, member)| member)
}

fn values(member: &Member) -> Vec<Variant> {
    let Member::List(list) = member else { return Vec::new() };
    let value = |member: &Member| match member {
        Member::Value(value) => Some(value.clone()),
        _ => None,
    };
    list.iter().filter_map(value).collect()
}
