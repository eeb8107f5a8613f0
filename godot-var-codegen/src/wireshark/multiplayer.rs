//! The numbers of Godot's high-level multiplayer, as Lua tables, before the code that reads its packets.

use godot_var_multiplayer::{Checksum, Command, compressed, wire};
use godot_var_runtime::variant::VariantType;
use godot_var_schema::template::snake_case;

use super::lua::Lines;
use super::types;
use crate::names::MOST_SYNCHRONIZERS;

const MULTIPLAYER: &str = include_str!("multiplayer.lua");

/// The second protocol of a dissector, after the one of messages.
pub(super) fn protocol() -> String {
    let mut out = Lines(String::from(
        "\n-- Godot's high-level multiplayer: what its packets consist of. A function, as it has local variables of its own.\n\n\
         local function add_multiplayer()\nlocal COMMANDS = {\n",
    ));
    for command in Command::ALL {
        out.entry(1, &snake_case(&format!("{command:?}")), command as u8);
    }
    out.line(0, "}\n");
    let digits = Checksum::NONE.to_digits();
    let numbers = [
        ("COMMAND_BITS", u32::from(Command::MASK) + 1),
        ("NODE_WIDTH", 1 << wire::NODE_WIDTH),
        ("METHOD_16", wire::METHOD_16.into()),
        ("BYTES_ONLY", wire::BYTES_ONLY.into()),
        ("IS_PATH", wire::IS_PATH),
        ("DELTA", wire::DELTA.into()),
        ("CUSTOM", wire::CUSTOM.into()),
        ("AUTH", wire::AUTH.into()),
        ("ADD_PEER", wire::ADD_PEER.into()),
        ("DEL_PEER", wire::DEL_PEER.into()),
        ("RELAY", wire::RELAY.into()),
        ("CHECKSUM_DIGITS", digits.len() as u32),
        ("MOST_SYNCHRONIZERS", MOST_SYNCHRONIZERS as u32),
        // The compressed form of a value.
        ("TYPE_BITS", u32::from(compressed::TYPE) + 1),
        ("TRUE", compressed::TRUE.into()),
        ("INT_WIDTH", 1 << compressed::WIDTH),
    ];
    for (name, number) in numbers {
        out.line(0, format_args!("local {name} = {number}"));
    }
    for (name, kind) in [("BOOL", VariantType::Bool), ("INT", VariantType::Int)] {
        out.line(0, format_args!("local {name} = \"{}\"", types::name(kind)));
    }
    out.line(0, format_args!("local NO_METHODS = \"{}\"", String::from_utf8_lossy(&digits)));
    out.0 + MULTIPLAYER + "end\nadd_multiplayer()\n"
}
