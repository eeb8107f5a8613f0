//! Messages of LLUDP: structs that derive, and the same messages as a template.

use std::fmt::Write;

use super::{Random, STRICT, Traits, Types, Writer};

const USES: &str = "use std::borrow::Cow;
use std::net::Ipv4Addr;
use godot_var::lludp::{LludpBlock, LludpMessage, Port, Quaternion, Repeated, Uuid, Vector3, Vector3d, Vector4};
";

/// The types of fields: in Rust, and in a template.
const FIELDS: [(&str, &str); 24] = [
    ("u8", "U8"),
    ("u16", "U16"),
    ("u32", "U32"),
    ("u64", "U64"),
    ("i8", "S8"),
    ("i16", "S16"),
    ("i32", "S32"),
    ("i64", "S64"),
    ("f32", "F32"),
    ("f64", "F64"),
    ("bool", "BOOL"),
    ("Vector3", "LLVector3"),
    ("Vector3d", "LLVector3d"),
    ("Vector4", "LLVector4"),
    ("Quaternion", "LLQuaternion"),
    ("Uuid", "LLUUID"),
    ("Ipv4Addr", "IPADDR"),
    ("Port", "IPPORT"),
    ("[u8; 1]", "Fixed 1"),
    ("[u8; 32]", "Fixed 32"),
    ("Vec<u8>", "Variable 1"),
    ("Vec<u8>", "Variable 2"),
    ("&'a [u8]", "Variable 1"),
    ("Cow<'a, [u8]>", "Variable 2"),
];

/// Whether a message is in use: in attributes, and in a template.
const DEPRECATIONS: [(&str, &str); 4] = [
    ("", ""),
    (", deprecated = \"Deprecated\"", " Deprecated"),
    (", deprecated = \"UDPDeprecated\"", " UDPDeprecated"),
    (", deprecated = \"UDPBlackListed\"", " UDPBlackListed"),
];

/// So many messages from a seed.
pub(crate) fn types(seed: u64, count: usize) -> Types {
    let mut random = Random(seed);
    let mut writer = Writer::new("impl Family<Lludp> for", USES);
    writer.template("version 2.0\n");
    for number in 0..count {
        message(&mut random, &mut writer, number);
    }
    writer.finish()
}

/// A block: its source, its fields in a template, whether it borrows.
fn block(random: &mut Random, name: &str, first: usize) -> (String, String, bool) {
    let (mut source, mut template, mut borrows) = (String::new(), String::new(), false);
    for number in 0..1 + random.below(6) {
        // Each type is somewhere.
        let at = if number == 0 { first % FIELDS.len() } else { random.below(FIELDS.len()) };
        let (ty, of_template) = FIELDS[at];
        let mut attributes: Vec<String> = of_template
            .strip_prefix("Variable ")
            .map(|size| format!("variable = {size}"))
            .into_iter()
            .collect();
        let mut own = format!("Field{number}");
        if random.once_in(4) {
            own = format!("field_ID_{number}");
            attributes.push(format!("name = \"{own}\""));
        }
        if !attributes.is_empty() {
            write!(source, "#[lludp({})] ", attributes.join(", ")).expect("a String takes all");
        }
        write!(source, "field{number}: {ty}, ").expect("a String takes all");
        writeln!(template, "\t\t{{ {own} {of_template} }}").expect("a String takes all");
        borrows |= ty.contains("'a");
    }
    let of = if borrows { "<'a>" } else { "" };
    let source = format!(
        "#[derive(Clone, Copy, Debug, PartialEq, LludpBlock)]\npub struct {name}{of} {{ {source} }}"
    );
    // What owns or may own its bytes is no `Copy`.
    let copies = !source.contains("Vec<") && !source.contains("Cow<");
    let source = if copies { source } else { source.replace("Copy, ", "") };
    (source, template, borrows)
}

fn message(random: &mut Random, writer: &mut Writer, number: usize) {
    let name = format!("Lludp{number}");
    let (mut fields, mut template, mut held) = (String::new(), String::new(), Vec::new());
    let mut borrows = false;
    let mut exact = true;
    let count = random.below(5);
    for at in 0..count {
        let own = format!("{name}Block{at}");
        let (source, of_template, block_borrows) = block(random, &own, number * 3 + at);
        writer.source(&source, false);
        let ty = format!("{own}{}", if block_borrows { "<'a>" } else { "" });
        let repeats = 1 + random.below(3);
        let (field, quantity) = match random.below(4) {
            0 => (ty.clone(), "Single".to_owned()),
            1 => (format!("[{ty}; {repeats}]"), format!("Multiple {repeats}")),
            2 => (format!("Vec<{ty}>"), "Variable".to_owned()),
            _ => (format!("Repeated<'a, {ty}>"), "Variable".to_owned()),
        };
        let mut of_block = format!("Block{at}");
        if random.once_in(4) {
            of_block = format!("block_ID_{at}");
            write!(fields, "#[lludp(name = \"{of_block}\")] ").expect("a String takes all");
        }
        write!(fields, "block{at}: {field}, ").expect("a String takes all");
        write!(template, "\t{{\n\t\t{of_block} {quantity}\n{of_template}\t}}\n")
            .expect("a String takes all");
        borrows |= field.contains("'a");
        // It writes the bytes as they came, and a BOOL may be any byte.
        exact &= !(field.starts_with("Repeated") && source.contains("bool"));
        held.push(field);
        held.push(ty);
    }
    let (frequency, own) = match random.below(4) {
        0 => ("High", number + 1),
        1 => ("Medium", number + 1),
        // There are six.
        2 if number < 6 => ("Fixed", 0xffff_fffa + number),
        _ => ("Low", number * 700 + 1),
    };
    let trusted = random.once_in(2);
    let zerocoded = random.once_in(2);
    let (deprecated, of_template) = DEPRECATIONS[random.below(DEPRECATIONS.len())];
    let mut attributes = format!("frequency = \"{frequency}\", number = {own}{deprecated}");
    for (given, attribute) in [(trusted, ", trusted"), (zerocoded, ", zerocoded")] {
        attributes.push_str(if given { attribute } else { "" });
    }
    let mut given = name.clone();
    if random.once_in(4) {
        given = format!("Message_ID_{number}");
        write!(attributes, ", name = \"{given}\"").expect("a String takes all");
    }
    writer.template(&format!(
        "{{\n\t{given} {frequency} {own} {} {}{of_template}\n{template}}}\n",
        if trusted { "Trusted" } else { "NotTrusted" },
        if zerocoded { "Zerocoded" } else { "Unencoded" },
    ));
    let of = if borrows { "<'a>" } else { "" };
    let source = format!(
        "#[derive(Debug, LludpMessage)]\n#[lludp({attributes})]\npub struct {name}{of} {{ {fields} }}"
    );
    let owned = format!("template::{given}");
    // Blocks after the first may be missing.
    let traits = Traits { open: count > 1, exact, ..STRICT };
    writer.item(&name, &source, &owned, &held, traits);
}
