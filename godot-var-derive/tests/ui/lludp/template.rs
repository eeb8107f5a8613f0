mod absent {
    godot_var::message_template!(env = "A_VARIABLE_THAT_NOBODY_SETS");
}

mod options {
    godot_var::message_template!("message_template.msg", owner);
    godot_var::message_template!("message_template.msg", strict);
    godot_var::message_template!(path = "message_template.msg");
    godot_var::message_template!("message_template.msg", owned, owned);
}

fn main() {}
