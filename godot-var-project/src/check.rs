//! Compares the sets of a schema with the scripts and scenes of a project.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use godot_var_runtime::variant::{
    Array, Component, Dictionary, Generation, NodePath, Rid, StringName, TypeLayout, Variant,
    VariantType,
};

use godot_var_codegen::inspect::fits;
use godot_var_codegen::values::{of_components, packed};

mod properties;

use properties::{PropertySet, compare};

use super::Options;
use super::build;
use super::files::Files;
use super::model::{Model, Property, RpcMethod, RpcScript, Synchronizer};
use super::refusal::{Way, refused};
use super::roots;
use super::rust;
use super::types::ScriptType;
use godot_var_codegen::protocol::{
    Diagnostic, Field, Protocol, Rpc, RpcSet, SyncProperty, SyncSet,
};

/// Compares each script and each synchronizer with the enum or struct that is meant for it: the one with its RPCs or properties, or with
/// the name that [`generate`](super::generate) gives it, or with most of them. `read` returns the text of a file by its path in the project.
///
/// # Errors
/// All mistakes in the project's files.
pub fn check(
    options: &Options<'_>,
    mut read: impl FnMut(&str) -> Result<String, String>,
    protocols: &[Protocol],
) -> Result<Checked, Vec<Diagnostic>> {
    let mut files = Files::new(options.folder, options.files, &mut read);
    let model = build::build(&mut files, options.scenes);
    if !files.errors.is_empty() {
        return Err(files.errors);
    }
    let names = rust::names(&model);
    roots::warn(&model, &names, &mut files);
    let mut checker = Checker { model: &model, found: Vec::new() };
    checker.scripts(&names.scripts, protocols);
    checker.synchronizers(&names.synchronizers, protocols);
    Ok(Checked {
        differences: checker.found,
        rpcs: model.scripts.iter().map(|script| script.methods.len()).sum(),
        synchronizers: model.synchronizers.len(),
        warnings: files.warnings,
    })
}

/// What [`check`] found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The differences between the project and the schemas.
    pub differences: Vec<Diagnostic>,
    /// The number of RPCs that were compared.
    pub rpcs: usize,
    /// The number of synchronizers that were compared.
    pub synchronizers: usize,
    /// What of the project was not read, and so not compared.
    pub warnings: Vec<Diagnostic>,
}

struct Checker<'m> {
    model: &'m Model,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn scripts(&mut self, names: &[String], protocols: &[Protocol]) {
        let sets: Vec<(&Protocol, &RpcSet)> = protocols
            .iter()
            .flat_map(|protocol| protocol.rpc_sets.iter().map(move |set| (protocol, set)))
            .collect();
        let wanted = self.model.scripts.iter().zip(names).map(|(script, name)| {
            Candidate::new(name, script.methods.iter().map(|method| method.name.clone()))
        });
        let own = sets.iter().map(|(_, set)| {
            Candidate::new(&set.name, set.methods.iter().map(|method| method.name.clone()))
        });
        let chosen = assigned(&wanted.collect::<Vec<_>>(), &own.collect::<Vec<_>>());
        for (script, chosen) in self.model.scripts.iter().zip(chosen) {
            if let Some(index) = chosen {
                let (protocol, set) = sets[index];
                self.script(script, protocol, set);
                continue;
            }
            let (title, first) = (script.class.title(), &script.methods[0].name);
            let message = format!(
                "no enum that derives `GodotRpc` has the RPCs of `{title}`; write one with `{first}`"
            );
            self.found.push(Diagnostic::new(&script.place, message));
        }
    }

    fn script(&mut self, script: &RpcScript, protocol: &Protocol, set: &RpcSet) {
        let title = script.class.title();
        for method in &script.methods {
            let Some(own) = set.methods.iter().find(|own| own.name == method.name) else {
                let message = format!(
                    "`{}` lacks `{}` of `{title}` ({}); without it the ids of other RPCs differ",
                    set.path(),
                    method.name,
                    method.place
                );
                self.found.push(Diagnostic::new(&set.place, message));
                continue;
            };
            self.method(protocol, own, method);
        }
        for own in &set.methods {
            if script.methods.iter().all(|method| method.name != own.name) {
                let message = format!(
                    "`{title}` has no RPC `{}`; remove the variant, or add `@rpc` to the function",
                    own.name
                );
                self.found.push(Diagnostic::new(&own.place, message));
            }
        }
    }

    fn method(&mut self, protocol: &Protocol, own: &Rpc, method: &RpcMethod) {
        let RpcMethod { name, place, .. } = method;
        let mut differs = |word: &str| {
            let message =
                format!("`{name}` is `{word}` in the script ({place}); write `#[rpc({word})]`");
            self.found.push(Diagnostic::new(&own.place, message));
        };
        if own.caller != method.caller {
            differs(method.caller.word());
        }
        if own.mode != method.mode {
            differs(method.mode.word());
        }
        if own.channel != method.channel {
            differs(&format!("channel = {}", method.channel));
        }
        if own.call_local != method.call_local {
            differs(if method.call_local { "call_local" } else { "call_remote" });
        }
        if own.arguments.len() != method.parameters.len() {
            let message = format!(
                "`{name}` has {} arguments, and {} in the script ({place})",
                own.arguments.len(),
                method.parameters.len()
            );
            self.found.push(Diagnostic::new(&own.place, message));
            return;
        }
        for (field, parameter) in own.arguments.iter().zip(&method.parameters) {
            let value = Declared {
                what: format!("the argument `{}` of `{name}` ({place})", parameter.name),
                ty: &parameter.ty,
                way: Way::Call,
                attribute: "rpc",
            };
            self.field(protocol, field, &value);
        }
    }

    /// Reports a field that refuses a value of the declared type, or whose values the engine refuses for it.
    fn field(&mut self, protocol: &Protocol, field: &Field, declared: &Declared<'_>) {
        let Declared { what, ty, way, attribute } = declared;
        let refused_by = |layout: &TypeLayout<'_>| refused(layout, ty, *way);
        let mistake = protocol.with_field_layout(field, |layout| {
            for value in samples(self.model, ty) {
                if let Err(error) = fits(layout, &value, Generation::Godot4) {
                    return Some(format!(": {error}"));
                }
            }
            let refused = refused_by(layout)?;
            let mut typed = field.clone();
            typed.marks.typed = true;
            let help = if field.marks.typed
                || protocol.with_field_layout(&typed, |layout| refused_by(layout).is_some())
            {
                "use another type".to_owned()
            } else {
                format!("write `#[{attribute}(typed)]`")
            };
            Some(format!(", which refuses {refused}; {help}"))
        });
        if let Some(mistake) = mistake {
            let message = format!("{what} is declared {}{mistake}", title(ty));
            self.found.push(Diagnostic::new(&field.place, message));
        }
    }

    fn synchronizers(&mut self, names: &[String], protocols: &[Protocol]) {
        let structs: Vec<(&Protocol, &SyncSet)> = protocols
            .iter()
            .flat_map(|protocol| protocol.sync_sets.iter().map(move |set| (protocol, set)))
            .collect();
        let sets: Vec<PropertySet> = structs.iter().map(|(_, set)| property_set(set)).collect();
        let theirs: Vec<PropertySet> = self.model.synchronizers.iter().map(own_set).collect();
        let candidate = |(name, set): (&String, &PropertySet)| {
            Candidate::new(name, set.properties.iter().map(|property| property.path.clone()))
        };
        let wanted: Vec<_> = names.iter().zip(&theirs).map(candidate).collect();
        let own = structs.iter().map(|(_, set)| &set.name).zip(&sets).map(candidate);
        let chosen = assigned(&wanted, &own.collect::<Vec<_>>());
        for ((one, theirs), chosen) in self.model.synchronizers.iter().zip(&theirs).zip(chosen) {
            let Some(index) = chosen else {
                if let Some(first) = theirs.properties.first() {
                    let message = format!(
                        "no struct that derives `GodotSync` has a property of `{}`; write one with `{}`",
                        theirs.name, first.path
                    );
                    self.found.push(Diagnostic::new(&theirs.place, message));
                }
                continue;
            };
            let (protocol, set) = structs[index];
            compare(theirs, &sets[index], &mut self.found);
            for synced in &one.properties {
                let Property { path, place, .. } = &synced.property;
                let own = set.properties.iter().find(|own: &&SyncProperty| own.path == *path);
                let Some(own) = own else { continue };
                let (what, way) = match &synced.declared {
                    Some(script) => (format!("`{path}` ({place}, {script})"), Way::Set),
                    None => (format!("`{path}` ({place})"), Way::Call),
                };
                let value = Declared { what, ty: &synced.ty, way, attribute: "sync" };
                self.field(protocol, &own.field, &value);
            }
        }
    }
}

/// A set of a project or of a schema: its name in Rust, and the names of its RPCs or the paths of its properties.
struct Candidate {
    name: String,
    members: Vec<String>,
    sorted: BTreeSet<String>,
}

impl Candidate {
    fn new(name: &str, members: impl Iterator<Item = String>) -> Self {
        let members: Vec<String> = members.collect();
        Self { name: name.to_owned(), sorted: members.iter().cloned().collect(), members }
    }
}

/// Finds the set of a schema that is meant for each set of a project. No set is meant for two that differ.
fn assigned(wanted: &[Candidate], own: &[Candidate]) -> Vec<Option<usize>> {
    let mut pairs = Vec::new();
    for (at, one) in wanted.iter().enumerate() {
        for (index, set) in own.iter().enumerate() {
            let shared = one.sorted.intersection(&set.sorted).count();
            let (is_same, is_named) = (one.members == set.members, one.name == set.name);
            if shared > 0 || is_named {
                let differences = one.members.len() + set.members.len() - 2 * shared;
                let rank = (Reverse(is_same), Reverse(is_named), Reverse(shared), differences);
                pairs.push((rank, at, index));
            }
        }
    }
    pairs.sort_unstable();
    let mut chosen = vec![None; wanted.len()];
    let mut taken = BTreeSet::new();
    for (_, at, index) in &pairs {
        if chosen[*at].is_none() && taken.insert(*index) {
            chosen[*at] = Some(*index);
        }
    }
    // Scripts with the same RPCs may share an enum.
    for ((Reverse(is_same), ..), at, index) in pairs {
        if is_same && chosen[at].is_none() {
            chosen[at] = Some(index);
        }
    }
    chosen
}

/// An argument or property as the project declares it.
struct Declared<'m> {
    /// Its name and its places.
    what: String,
    ty: &'m ScriptType,
    way: Way,
    /// The attribute of its field.
    attribute: &'static str,
}

/// Values of a type, which every field for it must take.
fn samples(model: &Model, ty: &ScriptType) -> Vec<Variant> {
    match ty {
        ScriptType::Plain(name) => sample(name).into_iter().collect(),
        ScriptType::Array(element) => {
            sample(element).map(|one| Variant::Array(Array::new(vec![one]))).into_iter().collect()
        }
        ScriptType::Dictionary(key, value) => {
            let entry = sample(key).zip(sample(value));
            entry
                .map(|entry| Variant::Dictionary(Dictionary::from_iter([entry])))
                .into_iter()
                .collect()
        }
        ScriptType::Enum(key, index) => match model.enums.get(&(key.clone(), *index)) {
            Some(one) => one.members.iter().map(|(_, number)| Variant::Int(*number)).collect(),
            None => vec![Variant::Int(1)],
        },
        ScriptType::Unknown(_) => Vec::new(),
    }
}
fn title(ty: &ScriptType) -> String {
    match ty {
        ScriptType::Plain(name) => format!("`{name}`"),
        ScriptType::Array(element) => format!("`Array[{element}]`"),
        ScriptType::Dictionary(key, value) => format!("`Dictionary[{key}, {value}]`"),
        ScriptType::Enum(..) => "an enum".to_owned(),
        ScriptType::Unknown(_) => "`Variant`".to_owned(),
    }
}

fn property_set(set: &SyncSet) -> PropertySet {
    let properties = set.properties.iter().map(|own| Property {
        path: own.path.clone(),
        place: own.field.place.clone(),
        mode: own.mode,
        spawn: own.spawn,
    });
    PropertySet { name: set.path(), place: set.place.clone(), properties: properties.collect() }
}

fn own_set(one: &Synchronizer) -> PropertySet {
    PropertySet {
        name: one.path.clone(),
        place: one.place.clone(),
        properties: one.properties.iter().map(|synced| synced.property.clone()).collect(),
    }
}

/// A value of a type, by its name in scripts.
fn sample(name: &str) -> Option<Variant> {
    sample_of(VariantType::from_name(name, Generation::Godot4)?)
}

fn sample_of(kind: VariantType) -> Option<Variant> {
    Some(match (kind, kind.components()) {
        (VariantType::Bool, _) => Variant::Bool(true),
        (VariantType::Int, _) => Variant::Int(1),
        (VariantType::Float, _) => Variant::Float(0.5),
        (VariantType::String, _) => "a".into(),
        (VariantType::StringName, _) => StringName::from("a").into(),
        (VariantType::NodePath, _) => NodePath::parse("a").into(),
        (VariantType::Rid, _) => Rid(1).into(),
        (VariantType::Array, _) => Array::default().into(),
        (VariantType::Dictionary, _) => Dictionary::default().into(),
        (_, Some((Component::I32, count))) => of_components(kind, vec![0_i32; count].into())?,
        (_, Some((_, count))) => of_components(kind, vec![0.0_f32; count].into())?,
        _ => packed(kind, &[sample_of(kind.element()?)?])?,
    })
}
