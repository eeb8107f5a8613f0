use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Expression {
    Not(Box<Expression>),
    Number { value: f64 },
}

fn main() {}
