//! A module with a name that is a keyword.

#[derive(godot_var::GodotVar)]
pub(crate) struct r#Type {
    r#fn: i32,
}
