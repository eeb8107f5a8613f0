godot_var::message_template!("message_template.msg", owner);

fn main() {}
