//! All messages of Second Life's template, for the tests beside this file.
#![cfg(lludp_template)]

/// The messages of `message_template.msg`, borrowed.
pub mod borrowed {
    godot_var::lludp::message_template!(env = "MAIN_TEMPLATE");
}

/// The messages of `message_template.msg`, owned.
pub mod owned {
    godot_var::lludp::message_template!(env = "MAIN_TEMPLATE", owned);
}

/// The messages of `extra_template.msg`, borrowed.
pub mod extra {
    godot_var::lludp::message_template!(env = "EXTRA_TEMPLATE");
}
