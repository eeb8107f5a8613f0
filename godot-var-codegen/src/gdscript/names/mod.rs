//! Names that GDScript can have: of classes, members and constants.
//!
//! Both engines get the same names: what one of them refuses, even as a warning, is changed for both.

mod project;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::{Options, text};
use crate::protocol::{Body, Diagnostic, EnumForm, Enumerator, Field, Place, Protocol};
use godot_var_schema::notes::is_name;
pub use project::ProjectNames;

/// Classes, types and singletons of the engines, one a line; `scripts/gdscript_names.sh` writes it.
const CLASSES: &str = include_str!("classes.txt");

/// Functions, enums and constants of their global scopes, one a line; written by the same script.
const GLOBALS: &str = include_str!("globals.txt");

/// Methods of Godot 4's `Node`, one a line; written by the same script.
const NODE: &str = include_str!("node.txt");

/// Whether one of the engines has a class, type or singleton of this name.
pub fn is_engine_class(name: &str) -> bool {
    CLASSES.lines().any(|class| class == name)
}

/// Whether one of the engines has a function, enum or constant of this name in its global scope.
pub fn is_engine_global(name: &str) -> bool {
    GLOBALS.lines().any(|global| global == name)
}

/// What the grammar of Godot 4 cannot have as the name of a method, and what calls none.
const NO_METHODS: &str = "and as assert await break breakpoint class class_name const continue elif else enum extends \
    false for func if in is namespace not null or pass preload return self signal static super trait true var void \
    while yield _init _static_init _notification";

/// Words that one of the grammars has, and classes of builds that the script did not see.
const WORDS: &str = "if elif else for while break continue pass return as assert await breakpoint class class_name \
    const enum extends func in is namespace preload self signal static super trait var void yield and or not \
    true false null match when slave onready export setget tool master puppet remote sync remotesync mastersync \
    puppetsync do switch case Variant Nil CSharpScript GodotSharp TextServerFallback";

/// What every object has: a member of such a name would hide it.
const OBJECT: &str = "script script_changed property_list_changed _init _to_string _notification _get _set \
    _get_property_list _static_init _iter_init _iter_next _iter_get free call callv call_deferred set_deferred \
    can_translate_messages set_message_translation set_block_signals is_blocking_signals connect disconnect \
    is_connected emit_signal add_user_signal remove_user_signal has_user_signal get set get_indexed set_indexed \
    get_class is_class get_script set_script has_method has_signal has_connections get_method_list \
    get_method_argument_count get_property_list get_signal_list get_signal_connection_list \
    get_incoming_connections get_instance_id get_meta set_meta has_meta remove_meta get_meta_list \
    is_queued_for_deletion cancel_free notification notify_property_list_changed property_list_changed_notify \
    property_can_revert property_get_revert tr tr_n get_translation_domain set_translation_domain to_string \
    init_ref reference unreference get_reference_count ConnectFlags";

/// Names of the script itself.
const OWN: [&str; 12] = [
    "Message",
    "_Entity",
    "_Wire",
    "_Seen",
    "_Texts",
    "_Flat",
    "LAYOUT",
    "LAYOUTS",
    "FLAT_LAYOUT",
    "FLAT_LAYOUTS",
    "ACCEPTED",
    "FLAT_ACCEPTED",
];

/// What every class of a script has.
const OWN_MEMBERS: [&str; 19] = [
    "to_flat",
    "from_flat",
    "check_flat",
    "to_variant",
    "to_bytes",
    "from_variant",
    "from_bytes",
    "check",
    "create",
    "_check",
    "_fits",
    "_from_bytes",
    "_from_variant",
    "_read",
    "_load",
    "_write",
    "_seen",
    "_KEYS",
    "_of",
];

/// What the class of an enum has besides.
const OWN_OF_ENUMS: [&str; 4] = ["kind", "Kind", VALUE, "_first_that_fits"];

/// The member of an enum with the one value of a variant.
pub(super) const VALUE: &str = "value";

/// Constants of Godot 3's grammar that look as those of enums do.
const CONSTANTS: [&str; 6] = ["PI", "TAU", "INF", "NAN", "AABB", "RID"];

/// What no class and no member can be called.
static RESERVED: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lists = [CLASSES, GLOBALS, WORDS].into_iter().flat_map(str::split_ascii_whitespace);
    lists.chain(OWN).collect()
});

/// What no member can be called besides.
static OF_OBJECTS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| OBJECT.split_ascii_whitespace().chain(OWN_MEMBERS).collect());

pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(name)
}

/// The name of a variable of a script.
pub(crate) fn local(name: &str) -> String {
    let name = ascii(name);
    if is_reserved(&name) || name.is_empty() { name + "_" } else { name }
}

/// Whether no class can have a name, which its members would hide.
fn is_reserved_for_classes(name: &str) -> bool {
    is_reserved(name)
        || OF_OBJECTS.contains(name)
        || OWN_OF_ENUMS.contains(&name)
        || name.starts_with("create_")
}

/// Whether an RPC of a node can have a name.
pub(super) fn is_method(name: &str) -> bool {
    let lists = [NODE, NO_METHODS];
    !lists.into_iter().flat_map(str::split_ascii_whitespace).any(|taken| taken == name)
}

/// In ASCII, as Godot 3 wants it.
pub(super) fn ascii(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            text.push(c);
        } else {
            text = format!("{text}_{:x}_", c as u32);
        }
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) { format!("field_{text}") } else { text }
}

/// A name that the schema gives, held against those that GDScript has already.
fn check_given(name: &str, refused: bool, place: &Place, errors: &mut Vec<Diagnostic>) {
    if refused {
        let message = format!("`{name}` is not a name that GDScript can have here; choose another");
        errors.push(Diagnostic::new(place, message));
    }
}

/// The place of what is said of a whole schema.
fn first_line(protocol: &Protocol) -> Place {
    Place { file: protocol.files.first().cloned().unwrap_or_default(), line: 1, column: 1 }
}

/// The names of classes and enums, by the index of the type.
pub(super) struct Names {
    classes: Vec<String>,
    /// The names of sets of RPCs, by their index.
    rpc_classes: Vec<String>,
    /// The same, and those of variants.
    all: BTreeSet<String>,
    /// The classes of messages and of variants, in their order.
    messages: Vec<String>,
}

impl Names {
    pub(super) fn new(
        protocol: &Protocol,
        owners: &BTreeMap<usize, (usize, usize)>,
        worlds: &[usize],
        options: &Options,
        errors: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut taken: BTreeMap<String, Place> = BTreeMap::new();
        let (mut classes, mut messages) = (Vec::<String>::new(), Vec::new());
        let suffix = &options.class_suffix;
        for name in options.class_name.iter().chain(Some(suffix).filter(|name| !name.is_empty())) {
            if !is_name(name) {
                let message = format!("`{name}` is not a name that GDScript can have");
                errors.push(Diagnostic::new(&first_line(protocol), message));
            }
        }
        errors.extend(options.class_name.iter().filter_map(|name| {
            let first = options.project.place(name)?;
            let message = format!(
                "the project has `{name}` already ({first}); choose another `--class-name`"
            );
            Some(Diagnostic::new(&first_line(protocol), message))
        }));
        for (index, def) in protocol.types.iter().enumerate() {
            let owner =
                owners.get(&index).map(|(owner, at)| (*owner, &protocol.types[*owner].body, *at));
            let name = if let Some((owner, Body::Enumeration(enumeration), at)) = owner {
                member_class(&classes[owner], &enumeration.members[at])
            } else if let Some((name, place)) = &def.gdscript {
                check_given(name, is_reserved_for_classes(name), place, errors);
                name.clone()
            } else {
                let mut name = format!("{}{suffix}", ascii(&def.name));
                if is_reserved_for_classes(&name) {
                    name.push_str("Message");
                }
                name
            };
            let own = match &def.body {
                Body::Transparent(_) | Body::Unit => Vec::new(),
                Body::Record(_) => vec![name.clone()],
                Body::Enumeration(enumeration) => {
                    let members = enumeration.members.iter().chain(&enumeration.other);
                    let mut own = vec![name.clone()];
                    match &enumeration.form {
                        EnumForm::Names if enumeration.other.is_some() => {
                            own = member_constants(members)
                                .iter()
                                .map(|member| name_constant(&name, member))
                                .collect();
                        }
                        EnumForm::Names => {
                            own.extend([names_table(&name), numbers_table(&name)]);
                        }
                        _ => {}
                    }
                    own
                }
            };
            let has_classes = match &def.body {
                Body::Enumeration(enumeration) => {
                    !matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers)
                }
                _ => true,
            };
            messages.extend(own.iter().filter(|_| has_classes).cloned());
            for name in own {
                let way = "write `#[godot_var(gdscript = \"…\")]` on";
                take(&mut taken, options, name, (&def.place, way), errors);
            }
            classes.push(name);
        }
        for world in worlds {
            let way = "write `#[godot_var(gdscript = \"…\")]` on";
            let place = &protocol.types[*world].place;
            take(&mut taken, options, snapshots(&classes[*world]), (place, way), errors);
        }
        let rpc_classes = protocol.rpc_sets.iter().map(|set| {
            let mut name = format!("{}{suffix}", ascii(&set.name));
            if is_reserved_for_classes(&name) {
                name.push_str("Rpc");
            }
            take(&mut taken, options, name.clone(), (&set.place, "rename"), errors);
            name
        });
        let rpc_classes = rpc_classes.collect();
        Self { classes, rpc_classes, all: taken.into_keys().collect(), messages }
    }

    pub(super) fn rpc_class(&self, index: usize) -> &str {
        &self.rpc_classes[index]
    }

    pub(super) fn message_classes(&self) -> impl Iterator<Item = &str> {
        self.messages.iter().map(String::as_str)
    }

    pub(super) fn class(&self, index: usize) -> &str {
        &self.classes[index]
    }

    /// The names of a class's members; `own` is what its base class has besides.
    pub(super) fn members(
        &self,
        fields: &[Field],
        own: &[String],
        errors: &mut Vec<Diagnostic>,
    ) -> Vec<String> {
        let refused = |name: &str| {
            is_reserved(name)
                || OF_OBJECTS.contains(name)
                || name.starts_with("_flat_")
                || self.has_class(name)
                || own.iter().any(|own| own == name)
        };
        let mut names: Vec<String> = Vec::new();
        for field in fields {
            let mut name = match &field.gdscript {
                Some((name, place)) => {
                    check_given(name, refused(name), place, errors);
                    name.clone()
                }
                None => ascii(&field.name),
            };
            while refused(&name) || names.contains(&name) {
                name.push('_');
            }
            names.push(name);
        }
        names
    }

    /// Whether a class or constant of the script has this name, which no member and no variable may hide.
    pub(super) fn has_class(&self, name: &str) -> bool {
        self.all.contains(name)
    }
}

/// Gives a name to a class of the script.
fn take(
    taken: &mut BTreeMap<String, Place>,
    options: &Options,
    name: String,
    (place, way): (&Place, &str),
    errors: &mut Vec<Diagnostic>,
) {
    if let Some(first) = options.project.place(&name) {
        let message = format!(
            "the project has `{name}` already ({first}); {way} the type, or use `--class-suffix`"
        );
        errors.push(Diagnostic::new(place, message));
    }
    if let Some(first) = taken.get(&name) {
        let message = format!(
            "the class `{name}` exists already ({}:{}); {way} one of them",
            first.file, first.line
        );
        errors.push(Diagnostic::new(place, message));
    }
    taken.insert(name, place.clone());
}

/// The class of the entities of a world, by that of their states.
pub(super) fn snapshots(class: &str) -> String {
    format!("{class}Snapshots")
}

/// `ClientMessageJoin`
pub(super) fn member_class(class: &str, member: &Enumerator) -> String {
    match &member.gdscript {
        Some((name, _)) => format!("{class}{name}"),
        None => format!("{class}{}", ascii(&member.name)),
    }
}

/// The constants of an enum's variants: `ROUND_OVER`.
pub(super) fn member_constants<'m>(
    members: impl IntoIterator<Item = &'m Enumerator>,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for member in members {
        let name = member.gdscript.as_ref().map_or(&member.name, |(name, _)| name);
        let mut name = text::constant(&ascii(name));
        while CONSTANTS.contains(&&*name) || names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// The function that creates a message of a variant: `create_round_over`.
pub(super) fn creator(constant: &str) -> String {
    format!("create_{}", constant.to_lowercase())
}

/// The constant of a name in an enum that takes any name: `PAINT_RED`.
pub(super) fn name_constant(class: &str, member: &str) -> String {
    format!("{}_{member}", text::constant(class))
}

/// The table of an enum's names by its numbers.
pub(super) fn names_table(class: &str) -> String {
    format!("_{}_NAMES", text::constant(class))
}

/// The table of an enum's numbers by its names.
pub(super) fn numbers_table(class: &str) -> String {
    format!("_{}_NUMBERS", text::constant(class))
}
