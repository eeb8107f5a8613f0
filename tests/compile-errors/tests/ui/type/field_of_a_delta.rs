use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

#[derive(Clone, Debug, GodotVar)]
#[godot_var(delta(Clone, Debug))]
struct Player {
    name: String,
    #[godot_var(skip)]
    local: u8,
    count: usize,
}

#[derive(GodotVar)]
struct Update {
    players: Vec<PlayerDelta>,
}

fn apply(player: &mut Player, bytes: &[u8]) -> Option<Vec<u8>> {
    let old = player.clone();
    let update = Update::from_variant_bytes::<Godot4>(bytes).ok()?;
    let delta = update.players.first()?.clone();
    println!("{delta:?} {} {:?}", delta.is_empty(), delta.name);
    player.apply(delta);
    let none = PlayerDelta { name: Some("Ann".into()), ..PlayerDelta::default() };
    player.apply(none);
    player.changes_since(&old).to_variant_bytes::<Godot4>().ok()
}

fn main() {
    let mut player = Player { name: String::new(), local: 0, count: 0 };
    println!("{:?}", apply(&mut player, &[]));
}
