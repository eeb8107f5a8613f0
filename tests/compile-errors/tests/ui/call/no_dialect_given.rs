use godot_var::ToVariantBytes;

fn send() {
    let _ = 5.to_variant_bytes();
}

fn main() {}
