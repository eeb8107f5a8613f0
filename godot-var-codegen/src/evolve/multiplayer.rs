//! Whether the RPCs and synchronizers of two schemas are compatible.
//!
//! A session refuses calls of a node whose checksum differs, and a Godot client calls wrong methods. So a change of names breaks all calls.
//! Rows of properties have no names at all.

use std::slice;

use super::align::{Step, by_name};
use super::help::NO_RPC;
use super::outline::fields;
use super::source::{Source, finding};
use super::{At, Break, Extent, Finding, Judge, Level, Numbers, Rule, Who, gone};
use crate::protocol::{
    Caller, Field, FieldDefault, Place, Protocol, ReplicationMode, Rpc, RpcSet, SyncProperty,
    SyncSet,
};

/// Reports changes that break all calls or rows of a set: its names, or its list of properties.
pub(super) fn check(old: &Protocol, new: &Protocol, numbers: Numbers) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_same = |set: &RpcSet, other: &RpcSet| set.checksum() == other.checksum();
    gone_sets((&old.rpc_sets, &new.rpc_sets), is_same, &mut found);
    for (old, new) in pairs(&old.rpc_sets, &new.rpc_sets) {
        rpc_sets(old, new, numbers, &mut found);
    }
    let is_same = |set: &SyncSet, other: &SyncSet| columns(set) == columns(other);
    gone_sets((&old.sync_sets, &new.sync_sets), is_same, &mut found);
    for (old, new) in pairs(&old.sync_sets, &new.sync_sets) {
        sync_sets(old, new, &mut found);
    }
    found
}

/// A set of RPCs or properties.
trait Set {
    fn path(&self) -> String;
    fn place(&self) -> &Place;
}

macro_rules! sets {
    ($($ty:ident)*) => {$(
        impl Set for $ty {
            fn path(&self) -> String {
                self.path()
            }

            fn place(&self) -> &Place {
                &self.place
            }
        }
    )*};
}
sets! { RpcSet SyncSet }

/// The sets that both sides have.
fn pairs<'p, S: Set>(old: &'p [S], new: &'p [S]) -> impl Iterator<Item = (&'p S, &'p S)> {
    old.iter().filter_map(|set| Some((set, new.iter().find(|other| other.path() == set.path())?)))
}

/// Reports the sets whose names the new schema does not have.
fn gone_sets<S: Set>(
    (old, new): (&[S], &[S]),
    is_same: impl Fn(&S, &S) -> bool,
    found: &mut Vec<Finding>,
) {
    let has = |sets: &[S], set: &S| sets.iter().any(|other| other.path() == set.path());
    for set in old.iter().filter(|set| !has(new, set)) {
        let renamed = new.iter().find(|other| !has(old, other) && is_same(set, other));
        let renamed = renamed.map(|other| (other.path(), other.place()));
        found.push(gone((&set.path(), set.place()), renamed, Some("set")));
    }
}

/// Both sides of a connection.
fn both(extent: Extent, why: &str) -> Vec<Break> {
    let sides = [Who::OldReader, Who::OldWriter];
    sides.map(|who| Break { who, extent, why: why.to_owned() }).into()
}

fn rpc_sets(old: &RpcSet, new: &RpcSet, numbers: Numbers, found: &mut Vec<Finding>) {
    let places = (Some(&old.place), Some(&new.place));
    let path = old.path();
    let (before, after) = (old.checksum(), new.checksum());
    if numbers == Numbers::OfVersion {
        names(old, new, found);
    } else if before != after {
        let message = format!(
            "the RPCs of `{path}` changed from {} to {}: {}",
            old.methods.len(),
            new.methods.len(),
            moves(old, new).join(", ")
        );
        let why = format!(
            "the checksum changed from {before} to {after}: a session refuses calls of the node, and Godot calls other methods"
        );
        let broken = finding((Level::Wire, Rule::RpcSetChanged), &path, places, message);
        found.push(Finding { breaks: both(Extent::All, &why), ..broken });
    }
    for method in &old.methods {
        let Some(other) = find(new, &method.name) else { continue };
        let subject = subject(&path, other);
        let places = (Some(&method.place), Some(&other.place));
        if method.variant != other.variant {
            let message = format!("`{path}::{}` is now called `{subject}`", method.variant);
            let rule = (Level::Source, Rule::VariantRenamed);
            found.push(finding(rule, &subject, places, message));
        }
        let mut note = |message: String| {
            let rule = (Level::Note, Rule::RpcChanged);
            found.push(finding(rule, &subject, places, message));
        };
        for (was, is) in words(method).into_iter().zip(words(other)) {
            if was != is {
                note(format!("`{subject}` changed from {was} to {is}"));
            }
        }
        if method.caller != other.caller {
            found.push(caller(method, other, &subject));
        }
    }
}

/// Reports the names that only one side has.
fn names(old: &RpcSet, new: &RpcSet, found: &mut Vec<Finding>) {
    let mut report = |method: &Rpc, subject: String, breaks: Break| {
        let (level, places, what) = match breaks.who {
            Who::OldWriter => (Level::Wire, (Some(&method.place), None), "was removed"),
            Who::OldReader => (Level::Note, (None, Some(&method.place)), "is new"),
        };
        let message = format!("`{subject}` {what}");
        let finding = finding((level, Rule::RpcSetChanged), &subject, places, message);
        found.push(Finding { breaks: vec![breaks], ..finding });
    };
    for method in old.methods.iter().filter(|method| find(new, &method.name).is_none()) {
        let why = NO_RPC.to_owned();
        let breaks = Break { who: Who::OldWriter, extent: Extent::All, why };
        report(method, subject(&old.path(), method), breaks);
    }
    for method in new.methods.iter().filter(|method| find(old, &method.name).is_none()) {
        let why = "their version does not have it, so a session does not call it there".to_owned();
        let breaks = Break { who: Who::OldReader, extent: Extent::New, why };
        report(method, subject(&new.path(), method), breaks);
    }
}

/// Reports a change of the allowed callers, which readers check.
fn caller(old: &Rpc, new: &Rpc, subject: &str) -> Finding {
    let (was, is) = (old.caller.word(), new.caller.word());
    let message = format!("`{subject}` changed from `{was}` to `{is}`");
    let (level, who, extent) = match new.caller {
        Caller::Authority => (Level::Wire, Who::OldWriter, Extent::All),
        // Only the authority of old peers calls it.
        Caller::AnyPeer => (Level::Note, Who::OldReader, Extent::New),
    };
    let why = "peers other than the authority may not call it".to_owned();
    let places = (Some(&old.place), Some(&new.place));
    let found = finding((level, Rule::RpcChanged), subject, places, message);
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
    let steps =
        by_name(&old.methods, &new.methods, |method| &method.name, |method| Some(&method.name));
    let moved = |step| match step {
        Step::Both { read, written, .. } if read == written => None,
        Step::Both { read: was, written: is, .. } => {
            Some(format!("the id of `{}` changed from {was} to {is}", old.methods[was].name))
        }
        Step::Read(was) => Some(format!("`{}` (id {was}) was removed", old.methods[was].name)),
        Step::Written(is) => Some(format!("`{}` (id {is}) is new", new.methods[is].name)),
    };
    steps.into_iter().filter_map(moved).collect()
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
        let places = (Some(&old.place), Some(&new.place));
        let broken = finding((Level::Wire, Rule::SyncSetChanged), &path, places, message);
        found.push(Finding { breaks: both(extent, why), ..broken });
    }
}

fn differences(old: &SyncSet, new: &SyncSet) -> String {
    let words = |property: &SyncProperty| {
        let mode = match property.mode {
            ReplicationMode::Always => "always",
            ReplicationMode::OnChange => "on change",
            ReplicationMode::Never => "never",
        };
        [mode, if property.spawn { "in spawns" } else { "not in spawns" }]
    };
    let mut differences = Vec::new();
    let (before, after) = (&old.properties, &new.properties);
    for step in by_name(before, after, |property| &property.path, |property| Some(&property.path)) {
        match step {
            Step::Both { read, written, .. } => {
                let path = &before[read].path;
                for (was, is) in words(&before[read]).into_iter().zip(words(&after[written])) {
                    if was != is {
                        differences.push(format!("`{path}` changed from {was} to {is}"));
                    }
                }
            }
            Step::Read(read) => differences.push(format!("`{}` was removed", before[read].path)),
            Step::Written(written) => differences.push(format!("`{}` is new", after[written].path)),
        }
    }
    if differences.is_empty() {
        differences.push("their order is different".to_owned());
    }
    differences.join(", ")
}

/// Returns the methods that both sides have, with the path of their set.
fn methods<'p>(old: &'p Protocol, new: &'p Protocol) -> Vec<(String, &'p Rpc, &'p Rpc)> {
    let of_sets = |(old, new): (&'p RpcSet, &'p RpcSet)| {
        let shared = |method: &'p Rpc| Some((old.path(), method, find(new, &method.name)?));
        old.methods.iter().filter_map(shared)
    };
    pairs(&old.rpc_sets, &new.rpc_sets).flat_map(of_sets).collect()
}

/// Returns the properties that both sides have, with the path of their set.
fn properties<'p>(old: &'p Protocol, new: &'p Protocol) -> Vec<(String, &'p Field, &'p Field)> {
    let of_sets = |(old, new): (&'p SyncSet, &'p SyncSet)| {
        let shared = |property: &'p SyncProperty| {
            let other = new.properties.iter().find(|other| other.path == property.path)?;
            Some((old.path(), &property.field, &other.field))
        };
        old.properties.iter().filter_map(shared)
    };
    pairs(&old.sync_sets, &new.sync_sets).flat_map(of_sets).collect()
}

/// Compares the arguments of methods and the properties of synchronizers as code sees them.
pub(super) fn source(old: &Protocol, new: &Protocol, source: &mut Source<'_>) {
    for (path, method, after) in methods(old, new) {
        let (subject, before) = (subject(&path, after), fields(old, &method.arguments));
        source.fields(&subject, &before, &fields(new, &after.arguments));
    }
    for (path, before, after) in properties(old, new) {
        let (before, after) = (slice::from_ref(before), slice::from_ref(after));
        source.fields(&path, &fields(old, before), &fields(new, after));
    }
}

impl<'p> Judge<'p> {
    /// Compares the arguments and properties that both sides have.
    pub(super) fn sets(&mut self) {
        let (old, new) = self.log.in_time(self.reader, self.writer);
        for (path, method, after) in methods(old, new) {
            let (reader, writer) = self.log.in_time(method, after);
            let at = At { subject: path, reader: None, writer: None };
            let at = self.log.both(&at, "::", reader, writer);
            self.arguments(&reader.arguments, &writer.arguments, &at);
        }
        for (path, before, after) in properties(old, new) {
            let (reader, writer) = self.log.in_time(before, after);
            let at = At { subject: path, reader: None, writer: None };
            self.fields(reader, writer, &self.log.both(&at, ".", reader, writer));
        }
    }

    /// Compares arguments by position. A call is written with all of them; a reader requires those without a default.
    fn arguments(&mut self, reader: &'p [Field], writer: &'p [Field], at: &At) {
        for read in reader.iter().skip(writer.len()) {
            if read.default != FieldDefault::Required {
                continue;
            }
            let own = at.read(".", read);
            self.log.alone(&own, ("the argument ", ""), Extent::All, "the argument is missing");
        }
        for written in writer.iter().skip(reader.len()) {
            let own = at.written(".", written);
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
            let both = self.log.both(at, ".", read, written);
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
