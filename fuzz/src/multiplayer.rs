//! Any bytes as a packet of Godot's high-level multiplayer.

use std::sync::LazyLock;

use godot_var::multiplayer::{Era, Options, Packet, Row};
use godot_var::{DecodeError, Limits};
use godot_var_cli::Wire as _;
use godot_var_cli::multiplayer::{Multiplayer, Names};
use godot_var_codegen::protocol;

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let schema = include_str!("../../schemas/multiplayer.rs");
    let protocol = protocol::parse_text("multiplayer.rs", schema).expect("a valid schema");
    Names::new(protocol).expect("sets")
});

/// Decodes a packet and its values, encodes and shows it. Does the same for the bytes as a packet of Godot 3.
pub fn multiplayer(bytes: &[u8]) {
    crate::godot3::packets(bytes);
    let canonical = Limits::DEFAULT.with_canonical(true);
    for options in [
        Options::DEFAULT,
        Options::DEFAULT.with_era(Era::Godot4_0),
        Options::DEFAULT.with_any_path(true).with_trailing_bytes(true),
        Options::DEFAULT.with_limits(canonical),
    ] {
        let packet = match Packet::read(bytes, &options) {
            Ok(packet) => packet,
            Err(error) => {
                assert!(error.offset() <= bytes.len());
                continue;
            }
        };
        if let Err(error) = values(&packet, &options) {
            assert!(error.offset() <= bytes.len());
        }
        let written = packet.to_bytes().expect("what was read can be written");
        assert_eq!(packet.encoded_len(), Ok(written.len()));
        assert_eq!(Packet::read(&written, &options), Ok(packet));
        // Only a writer's form is accepted, so encoding gives the same bytes.
        if options.limits.canonical {
            assert_eq!(written, bytes);
        }
    }
    for era in [Era::Godot4_3, Era::Godot4_0] {
        let plain = Multiplayer::new(era, Limits::DEFAULT);
        let named = plain.clone().with_names(NAMES.clone());
        for wire in [plain, named] {
            let value = wire.decode(bytes);
            if let Ok(value) = &value {
                let written = wire.encode(value).expect("what was read can be written");
                let again = wire.decode(&written).expect("as written");
                assert_eq!(wire.encode(&again).expect("the same packet"), written);
            }
            let shown = wire.inspect(bytes, false, &mut Vec::new()).expect("a Vec");
            assert_eq!(shown.is_none(), value.is_ok());
        }
    }
}

fn values(packet: &Packet<'_>, options: &Options) -> Result<(), DecodeError> {
    let row = |row: Row<'_>| row.values(options.limits).try_for_each(|value| value.map(drop));
    match packet {
        Packet::Rpc(call) => {
            let mut reader = call.arguments.reader(options);
            while reader.left() > 0 {
                reader.next_variant("argument")?;
            }
            reader.finish()
        }
        Packet::Spawn(spawn) => row(spawn.state),
        Packet::Sync(sync) => sync.elements.into_iter().try_for_each(|element| row(element.row)),
        Packet::Delta(delta) => delta.elements.into_iter().try_for_each(|element| row(element.row)),
        _ => Ok(()),
    }
}
