//! After a mistake a stub stands in, also with another path of the crate.
mod renamed {
    pub use godot_var::*;
}

use renamed::multiplayer::{Arguments, DecodeCall, GodotRpc, GodotSync, MethodSet, Options, PropertySet};

#[derive(GodotRpc)]
#[rpc(crate = renamed)]
enum Chat<'a> {
    #[rpc(any_pear)]
    Say(&'a str),
}

#[derive(GodotSync)]
#[sync(crate = renamed)]
struct Player {
    health: u8,
}

fn main() {
    let _ = Chat::Say("").id();
    let _ = Chat::decode_call(0, Arguments::NONE, &Options::DEFAULT);
    let _ = Player { health: 3 }.encode_spawn(&mut renamed::output::VecOutput::new(&mut Vec::new()));
}
