use godot_var::{Godot4, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
#[godot_var(delta(Debug))]
struct Point(i32, i32);

fn send(mut point: Point, other: &Point) -> Option<Vec<u8>> {
    let delta: PointDelta = point.changes_since(other);
    println!("{delta:?} {}", delta.is_empty());
    let bytes = delta.to_variant_bytes::<Godot4>().ok();
    point.apply(PointDelta::default());
    bytes
}

fn main() {
    println!("{:?}", send(Point(1, 2), &Point(3, 4)));
}
