//! A schema of several files, with a constant that covers them all.

mod lobby;
pub(crate) mod r#match;

use godot_var::GodotVar;

pub(crate) const LAYOUT: &str = godot_var::protocol_fingerprint!();

#[derive(GodotVar)]
struct Hello<'a> {
    name: &'a str,
    page: Page<lobby::Room, 2>,
}

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    health: i32,
}

#[derive(GodotVar)]
struct Page<T, const N: usize> {
    rows: [T; N],
}

#[cfg(test)]
mod tests {
    #[derive(godot_var::GodotVar)]
    struct NotOfTheSchema {
        only: i32,
    }
}
