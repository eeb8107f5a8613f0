//! Names that GDScript can have: of classes, members and constants.

use std::collections::BTreeMap;

use super::{Options, text};
use crate::protocol::{Body, Diagnostic, EnumForm, Enumerator, Field, Place, Protocol};

/// Every native class and singleton of Godot 3 and Godot 4, one a line.
const NATIVE_CLASSES: &str = include_str!("native_classes.txt");

/// Words that one of the engines refuses as a name, or that mean something there.
const RESERVED: &str = "if elif else for while break continue pass return as assert await breakpoint \
    class class_name const enum extends func in is namespace preload self signal static super trait \
    var void yield and or not true false null match when PI TAU INF NAN slave onready export setget \
    tool master puppet remote sync remotesync mastersync puppetsync do switch case \
    script property_list_changed script_changed _init _to_string _notification \
    to_variant to_bytes from_variant from_bytes check kind value _read _read_fields Kind reference unreference init_ref \
    Color8 ColorN abs acos asin atan atan2 bytes2var bytes_to_var cartesian2polar ceil char clamp \
    convert cos cosh db2linear decimals dectime deg2rad dict2inst ease exp floor fmod fposmod funcref \
    get_stack hash inst2dict instance_from_id inverse_lerp is_equal_approx is_inf is_instance_valid \
    is_nan is_zero_approx len lerp lerp_angle linear2db load log max min move_toward nearest_po2 ord \
    parse_json polar2cartesian posmod pow print print_debug print_stack printerr printraw prints \
    printt push_error push_warning rad2deg rand_range rand_seed randf randi randomize range \
    range_lerp round seed sign sin sinh smoothstep sqrt step_decimals stepify str str2var tan tanh \
    to_json type_exists typeof validate_json var2bytes var2str var_to_bytes weakref wrapf wrapi \
    bool int float String StringName NodePath Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Vector4 \
    Vector4i Transform2D Plane Quat Quaternion AABB Basis Transform Transform3D Projection Color RID \
    Callable Signal Dictionary Array Variant PoolByteArray PoolIntArray PoolRealArray \
    PoolStringArray PoolVector2Array PoolVector3Array PoolColorArray PackedByteArray \
    PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array PackedStringArray \
    PackedVector2Array PackedVector3Array PackedColorArray PackedVector4Array Nil";

/// Names of the script itself.
const OWN: [&str; 4] = ["Message", "_Wire", "LAYOUT", "LAYOUTS"];

fn is_native(name: &str) -> bool {
    NATIVE_CLASSES.lines().any(|native| native == name)
}

fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name) || is_native(name)
}

/// In ASCII, as Godot 3 wants it.
fn ascii(name: &str) -> String {
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

/// A name for a member, a constant or a local; one that is taken gets an underscore.
pub(super) fn escape(name: &str) -> String {
    let name = ascii(name);
    if is_reserved(&name) { format!("{name}_") } else { name }
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// A name that the schema gives, held against what GDScript can have.
pub(super) fn check_given(name: &str, place: &Place, errors: &mut Vec<Diagnostic>) {
    if !is_identifier(name) || is_reserved(name) {
        let message = format!("`{name}` is no name that GDScript can have here; choose another");
        errors.push(Diagnostic::new(place, message));
    }
}

/// The names of classes and enums, by the index of the type.
pub(super) struct Names {
    classes: Vec<String>,
}

impl Names {
    pub(super) fn new(
        protocol: &Protocol,
        options: &Options,
        errors: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut taken: BTreeMap<String, Place> = BTreeMap::new();
        let mut classes = Vec::new();
        let suffix = &options.class_suffix;
        for name in options.class_name.iter().chain(Some(suffix).filter(|name| !name.is_empty())) {
            if !is_identifier(name) {
                let place = Place {
                    file: protocol.files.first().cloned().unwrap_or_default(),
                    line: 1,
                    column: 1,
                };
                let message = format!("`{name}` is no name that GDScript can have");
                errors.push(Diagnostic::new(&place, message));
            }
        }
        for def in &protocol.types {
            let name = if let Some((name, place)) = &def.gdscript {
                check_given(name, place, errors);
                name.clone()
            } else {
                let mut name = format!("{}{suffix}", ascii(&def.name));
                let taken = |name: &str| is_reserved(name) || OWN.contains(&name);
                if taken(&name) {
                    name.push_str("Message");
                }
                name
            };
            let mut own = vec![name.clone()];
            if let Body::Enumeration(enumeration) = &def.body
                && !matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers)
            {
                let members = enumeration.members.iter().chain(&enumeration.other);
                own.extend(members.map(|member| member_class(&name, member)));
            }
            let visible = !matches!(def.body, Body::Transparent(_) | Body::Unit);
            for name in own.into_iter().filter(|_| visible) {
                if let Some(first) = taken.insert(name.clone(), def.place.clone()) {
                    let message = format!(
                        "the class `{name}` exists already ({}:{}); \
                         write `#[godot_var(gdscript = \"…\")]` on one of them",
                        first.file, first.line
                    );
                    errors.push(Diagnostic::new(&def.place, message));
                }
            }
            classes.push(name);
        }
        Self { classes }
    }

    pub(super) fn class(&self, index: usize) -> &str {
        &self.classes[index]
    }
}

/// `ClientMessageJoin`
pub(super) fn member_class(class: &str, member: &Enumerator) -> String {
    match &member.gdscript {
        Some((name, _)) => format!("{class}{name}"),
        None => format!("{class}{}", ascii(&member.name)),
    }
}

/// The constant of an enum's member: `ROUND_OVER`.
pub(super) fn member_constant(member: &Enumerator) -> String {
    let name = member.gdscript.as_ref().map_or(&member.name, |(name, _)| name);
    escape(&text::constant(&ascii(name)))
}

/// The names of a class's members.
pub(super) fn members(fields: &[Field], errors: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for field in fields {
        let mut name = match &field.gdscript {
            Some((name, place)) => {
                check_given(name, place, errors);
                name.clone()
            }
            None => escape(&field.name),
        };
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}
