godot_var::message_template!(path = "message_template.msg");

fn main() {}
