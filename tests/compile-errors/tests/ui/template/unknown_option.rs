godot_var::lludp::message_template!("message_template.msg", owner);

fn main() {}
