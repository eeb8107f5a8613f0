use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: std::rc::Rc<std::cell::RefCell<i32>>,
}

fn main() {}
