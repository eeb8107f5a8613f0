use godot_var::GodotVar;
use godot_var::multiplayer::Call;

#[derive(GodotVar)]
enum Chat {
    Say { text: String },
}

fn received(call: &Call<'_>) {
    let _ = call.decode::<Chat>();
}

fn main() {}
