//! The messages of the example `tcp_tokio`.

use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum ToServer {
    #[godot_var(id = 1)]
    Join(String),
    #[godot_var(id = 2)]
    Say(String),
}

#[derive(GodotVar)]
#[godot_var(array, id)]
pub enum ToClient {
    #[godot_var(id = 1)]
    Joined(String),
    #[godot_var(id = 2)]
    Said { name: String, text: String },
}
