use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    hp: i32,
}

impl Player {
    fn apply(&mut self, hp: i32) {
        self.hp = hp;
    }
}

fn main() {}
