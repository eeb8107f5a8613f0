godot_var::lludp::message_template!(path = "message_template.msg");

fn main() {}
