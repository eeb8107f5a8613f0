use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

#[derive(Debug, GodotVar)]
#[godot_var(view(Clone, Debug))]
struct Say {
    text: String,
    data: Vec<u8>,
    #[godot_var(max_len = 3)]
    numbers: Vec<i32>,
    #[godot_var(default)]
    owned: String,
    count: usize,
}

#[derive(GodotVar)]
struct Page<'a> {
    says: Vec<SayView<'a>>,
}

fn read(bytes: &[u8]) -> Option<Say> {
    let page = Page::from_variant_bytes::<Godot4>(bytes).ok()?;
    let view = page.says.first()?.clone();
    let (text, data): (&str, &[u8]) = (view.text, view.data);
    println!("{text} {data:?} {:?} {} {view:?}", view.numbers.get(0), view.owned.len());
    view.to_variant_bytes::<Godot4>().ok()?;
    Some(Say::from(view))
}

fn main() {
    println!("{:?}", read(&[]));
}
