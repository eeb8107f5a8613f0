use std::marker::PhantomData;

use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player<T> {
    hp: i32,
    of: PhantomData<T>,
}

fn main() {}
