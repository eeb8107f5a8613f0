godot_var::message_template!("message_template.msg", only = Ping);

fn main() {}
