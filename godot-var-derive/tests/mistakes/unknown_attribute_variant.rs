use godot_var::GodotVar;

#[derive(GodotVar)]
enum Members {
    #[godot_var(alis = "b")]
    Typo,
    #[godot_var(discriminant = 5)]
    Unheard,
    Data {
        #[godot_var(strickt)]
        typo: i32,
    },
}

fn main() {}
