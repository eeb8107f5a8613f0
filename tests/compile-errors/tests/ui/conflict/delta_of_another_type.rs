use godot_var::GodotVar;

#[derive(Clone, GodotVar)]
#[godot_var(from = String, into = String, delta)]
struct Name {
    text: String,
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self { text }
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.text
    }
}

fn main() {}
