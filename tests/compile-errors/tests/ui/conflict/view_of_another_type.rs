use godot_var::GodotVar;

#[derive(Clone, GodotVar)]
#[godot_var(from = String, into = String, view)]
struct Name(String);

impl From<String> for Name {
    fn from(name: String) -> Self {
        Self(name)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

fn main() {}
