//! The schema of LiteNetLibManager's messages, included in the program.

use std::sync::LazyLock;

use godot_var_codegen::litenet::{self, Schema};

const FILES: [(&str, &str); 3] = [
    ("mod.rs", include_str!("../../schemas/lite_net_lib_manager/mod.rs")),
    ("head.rs", include_str!("../../schemas/lite_net_lib_manager/head.rs")),
    ("y2018.rs", include_str!("../../schemas/lite_net_lib_manager/y2018.rs")),
];

/// All types of both eras, parsed once: the modules `y2018` and `head`.
pub(super) static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let read = |name: &str| match FILES.iter().find(|(file, _)| *file == name) {
        Some((_, text)) => Ok((*text).to_owned()),
        None => Err("no such file".to_owned()),
    };
    litenet::parse("mod.rs", read).expect("the program's own schema is checked by its tests")
});
