//! Whether the RPCs and synchronizers of two schemas are compatible.
//!
//! A session refuses calls of a node whose checksum differs, and a Godot client calls wrong methods. So a change of names breaks all calls.
//! Rows of properties have no names at all.

use super::{At, Break, Extent, Finding, Judge, Level, Rule, Who};
use crate::protocol::{
    Caller, Field, FieldDefault, Place, Protocol, ReplicationMode, Rpc, RpcSet, SyncProperty,
    SyncSet,
};

/// Reports changes that break all calls or rows of a set: its names, or its list of properties.
pub(super) fn check(old: &Protocol, new: &Protocol) -> Vec<Finding> {
    let mut found = Vec::new();
    for set in &old.rpc_sets {
        match new.rpc_sets.iter().find(|other| other.path() == set.path()) {
            Some(other) => rpc_sets(set, other, &mut found),
            None => {
                let renamed = new.rpc_sets.iter().find(|other| {
                    old.rpc_sets.iter().all(|old| old.path() != other.path())
                        && other.checksum() == set.checksum()
                });
                let renamed = renamed.map(|set| (set.path(), &set.place));
                found.push(removed((set.path(), &set.place), renamed));
            }
        }
    }
    for set in &old.sync_sets {
        match new.sync_sets.iter().find(|other| other.path() == set.path()) {
            Some(other) => sync_sets(set, other, &mut found),
            None => {
                let renamed = new.sync_sets.iter().find(|other| {
                    old.sync_sets.iter().all(|old| old.path() != other.path())
                        && columns(other) == columns(set)
                });
                let renamed = renamed.map(|set| (set.path(), &set.place));
                found.push(removed((set.path(), &set.place), renamed));
            }
        }
    }
    found
}

fn finding(
    (level, rule): (Level, Rule),
    subject: String,
    message: String,
    (old, new): (&Place, Option<&Place>),
) -> Finding {
    let (old, new) = (Some(old.clone()), new.cloned());
    Finding { level, rule, subject, message, is_flat: false, breaks: Vec::new(), old, new }
}

/// Both sides of a connection.
fn both(extent: Extent, why: &str) -> Vec<Break> {
    let sides = [Who::OldReader, Who::OldWriter];
    sides.map(|who| Break { who, extent, why: why.to_owned() }).into()
}

fn removed((path, place): (String, &Place), renamed: Option<(String, &Place)>) -> Finding {
    if let Some((new, at)) = renamed {
        let message = format!("`{path}` is now called `{new}`");
        return finding((Level::Source, Rule::TypeRenamed), path, message, (place, Some(at)));
    }
    let message = format!("`{path}` was removed");
    let why = "no set has this name anymore".to_owned();
    let breaks = vec![Break { who: Who::OldWriter, extent: Extent::All, why }];
    let found = finding((Level::Wire, Rule::TypeRemoved), path, message, (place, None));
    Finding { breaks, ..found }
}

fn rpc_sets(old: &RpcSet, new: &RpcSet, found: &mut Vec<Finding>) {
    let places = (&old.place, Some(&new.place));
    let path = old.path();
    let (before, after) = (old.checksum(), new.checksum());
    if before != after {
        let message = format!(
            "the RPCs of `{path}` changed from {} to {}: {}",
            old.methods.len(),
            new.methods.len(),
            moves(old, new).join(", ")
        );
        let why = format!(
            "the checksum changed from {before} to {after}: a session refuses calls of the node, and Godot calls other methods"
        );
        let broken = finding((Level::Wire, Rule::RpcSetChanged), path.clone(), message, places);
        found.push(Finding { breaks: both(Extent::All, &why), ..broken });
    }
    for method in &old.methods {
        let Some(other) = find(new, &method.name) else { continue };
        let subject = subject(&path, other);
        let places = (&method.place, Some(&other.place));
        if method.variant != other.variant {
            let message = format!("`{path}::{}` is now called `{subject}`", method.variant);
            let rule = (Level::Source, Rule::VariantRenamed);
            found.push(finding(rule, subject.clone(), message, places));
        }
        let mut note = |message: String| {
            let rule = (Level::Note, Rule::RpcChanged);
            found.push(finding(rule, subject.clone(), message, places));
        };
        for (was, is) in words(method).into_iter().zip(words(other)) {
            if was != is {
                note(format!("`{subject}` changed from {was} to {is}"));
            }
        }
        if method.caller != other.caller {
            found.push(caller(method, other, subject));
        }
    }
}

/// Reports a change of the allowed callers, which readers check.
fn caller(old: &Rpc, new: &Rpc, subject: String) -> Finding {
    let (was, is) = (old.caller.word(), new.caller.word());
    let message = format!("`{subject}` changed from `{was}` to `{is}`");
    let (level, who, extent) = match new.caller {
        Caller::Authority => (Level::Wire, Who::OldWriter, Extent::All),
        // Only the authority of old peers calls it.
        Caller::AnyPeer => (Level::Note, Who::OldReader, Extent::New),
    };
    let why = "peers other than the authority may not call it".to_owned();
    let places = (&old.place, Some(&new.place));
    let found = finding((level, Rule::RpcChanged), subject, message, places);
    Finding { breaks: vec![Break { who, extent, why }], ..found }
}

/// Returns the settings that readers do not check.
fn words(method: &Rpc) -> [String; 3] {
    let local = if method.call_local { "`call_local`" } else { "`call_remote`" };
    [format!("`{}`", method.mode.word()), format!("channel {}", method.channel), local.to_owned()]
}

fn find<'s>(set: &'s RpcSet, name: &str) -> Option<&'s Rpc> {
    set.methods.iter().find(|method| method.name == name)
}

/// `Chat::Say`
fn subject(path: &str, method: &Rpc) -> String {
    format!("{path}::{}", method.variant)
}

/// Describes the change of each name: removed, added, or another id.
fn moves(old: &RpcSet, new: &RpcSet) -> Vec<String> {
    let id = |set: &RpcSet, name: &str| set.methods.iter().position(|method| method.name == name);
    let mut moves = Vec::new();
    for (was, method) in old.methods.iter().enumerate() {
        let name = &method.name;
        match id(new, name) {
            None => moves.push(format!("`{name}` (id {was}) was removed")),
            Some(is) if is != was => {
                moves.push(format!("the id of `{name}` changed from {was} to {is}"));
            }
            Some(_) => {}
        }
    }
    for (is, method) in new.methods.iter().enumerate() {
        if id(old, &method.name).is_none() {
            moves.push(format!("`{}` (id {is}) is new", method.name));
        }
    }
    moves
}

/// Returns what the layout of all rows of a set depends on.
fn columns(set: &SyncSet) -> Vec<(&str, ReplicationMode, bool)> {
    let properties = set.properties.iter();
    properties.map(|property| (&*property.path, property.mode, property.spawn)).collect()
}

fn sync_sets(old: &SyncSet, new: &SyncSet, found: &mut Vec<Finding>) {
    let path = old.path();
    if columns(old) != columns(new) {
        let message = format!("the properties of `{path}` have changed: {}", differences(old, new));
        let in_rows = |set: &SyncSet| {
            let count = |is: fn(&SyncProperty) -> bool| {
                set.properties.iter().filter(|property| is(property)).count()
            };
            (
                count(|property| property.spawn),
                count(|property| property.mode == ReplicationMode::Always),
            )
        };
        let (extent, why) = if in_rows(old) == in_rows(new) {
            (Extent::Misread, "rows have no names: a value is read as another property")
        } else {
            (Extent::All, "rows have no names: they are too short, or too long")
        };
        let places = (&old.place, Some(&new.place));
        let broken = finding((Level::Wire, Rule::SyncSetChanged), path, message, places);
        found.push(Finding { breaks: both(extent, why), ..broken });
    }
}

fn differences(old: &SyncSet, new: &SyncSet) -> String {
    let find = |set: &SyncSet, path: &str| {
        set.properties.iter().position(|property| property.path == path)
    };
    let mode = |property: &SyncProperty| match property.mode {
        ReplicationMode::Always => "always",
        ReplicationMode::OnChange => "on change",
        ReplicationMode::Never => "never",
    };
    let spawn =
        |property: &SyncProperty| if property.spawn { "in spawns" } else { "not in spawns" };
    let mut differences = Vec::new();
    for property in &old.properties {
        let path = &property.path;
        let Some(at) = find(new, path) else {
            differences.push(format!("`{path}` was removed"));
            continue;
        };
        let other = &new.properties[at];
        for (was, is) in [(mode(property), mode(other)), (spawn(property), spawn(other))] {
            if was != is {
                differences.push(format!("`{path}` changed from {was} to {is}"));
            }
        }
    }
    for property in &new.properties {
        if find(old, &property.path).is_none() {
            differences.push(format!("`{}` is new", property.path));
        }
    }
    if differences.is_empty() {
        differences.push("their order is different".to_owned());
    }
    differences.join(", ")
}

/// Returns the methods that both sides have, with the path of their set.
pub(super) fn methods<'p>(old: &'p Protocol, new: &'p Protocol) -> Vec<(String, &'p Rpc, &'p Rpc)> {
    let mut all = Vec::new();
    for set in &old.rpc_sets {
        let Some(other) = new.rpc_sets.iter().find(|other| other.path() == set.path()) else {
            continue;
        };
        let shared = set.methods.iter().filter_map(|old| Some((old, find(other, &old.name)?)));
        all.extend(shared.map(|(old, new)| (set.path(), old, new)));
    }
    all
}

/// Returns the properties that both sides have, with the path of their set.
pub(super) fn properties<'p>(
    old: &'p Protocol,
    new: &'p Protocol,
) -> Vec<(String, &'p SyncProperty, &'p SyncProperty)> {
    let mut all = Vec::new();
    for set in &old.sync_sets {
        let Some(other) = new.sync_sets.iter().find(|other| other.path() == set.path()) else {
            continue;
        };
        for property in &set.properties {
            let mut others = other.properties.iter();
            if let Some(after) = others.find(|other| other.path == property.path) {
                all.push((set.path(), property, after));
            }
        }
    }
    all
}

impl<'p> Judge<'p> {
    /// Compares the arguments and properties that both sides have.
    pub(super) fn sets(&mut self) {
        let (old, new) = self.log.in_time(self.reader, self.writer);
        for (path, method, after) in methods(old, new) {
            let (reader, writer) = self.log.in_time(method, after);
            let at = At {
                subject: subject(&path, after),
                reader: Some(reader.place.clone()),
                writer: Some(writer.place.clone()),
            };
            self.arguments(&reader.arguments, &writer.arguments, &at);
        }
        for (path, property, after) in properties(old, new) {
            let (reader, writer) = self.log.in_time(&property.field, &after.field);
            let at = At { subject: path, reader: None, writer: None };
            self.fields(reader, writer, &self.both(reader, writer, &at));
        }
    }

    /// Compares arguments by position. A call is written with all of them; a reader requires those without a default.
    fn arguments(&mut self, reader: &'p [Field], writer: &'p [Field], at: &At) {
        for read in reader.iter().skip(writer.len()) {
            if read.default != FieldDefault::Required {
                continue;
            }
            let own = at.read(&format!(".{}", read.name), &read.place);
            self.log.alone(&own, ("the argument ", ""), Extent::All, "the argument is missing");
        }
        for written in writer.iter().skip(reader.len()) {
            let own = at.written(&format!(".{}", written.name), &written.place);
            let why = "a call cannot have more arguments than its method";
            self.log.alone(&own, ("the argument ", ""), Extent::All, why);
        }
        for (position, (read, written)) in reader.iter().zip(writer).enumerate() {
            let name = format!("argument {position}");
            self.at_position((reader, read), (writer, written), &name, "arguments", at);
        }
        self.left_out(reader, writer, at);
    }

    /// A script may leave out an argument that has a default in its schema.
    fn left_out(&mut self, reader: &'p [Field], writer: &'p [Field], at: &At) {
        for (read, written) in reader.iter().zip(writer) {
            if read.default != FieldDefault::Required || written.default == FieldDefault::Required {
                continue;
            }
            let both = self.both(read, written, at);
            let what = match self.log.who {
                Who::OldReader => "now has a default",
                Who::OldWriter => "no longer has a default",
            };
            let message = format!("the argument `{}` {what}", both.subject);
            let why = "a script may leave it out";
            self.log.report(Rule::PresenceChanged, &both, message, Extent::New, why);
        }
    }
}
