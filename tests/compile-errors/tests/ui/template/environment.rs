godot_var::lludp::message_template!(env = "A_VARIABLE_THAT_NOBODY_SETS");

fn main() {}
