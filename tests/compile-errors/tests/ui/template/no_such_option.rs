godot_var::message_template!("message_template.msg", strict);

fn main() {}
