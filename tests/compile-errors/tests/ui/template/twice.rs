godot_var::lludp::message_template!("message_template.msg", owned, owned);

fn main() {}
