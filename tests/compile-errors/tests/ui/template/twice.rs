godot_var::message_template!("message_template.msg", owned, owned);

fn main() {}
