godot_var::lludp::message_template!("message_template.msg", only = Ping);

fn main() {}
