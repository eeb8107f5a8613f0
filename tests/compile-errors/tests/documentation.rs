//! The documentation of a user's crate shows the traits that a user may use, and no others of ours, each with its texts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MESSAGES: &str = r#"
    #[derive(godot_var::GodotVar)]
    pub struct Player { pub id: u32, pub name: String }

    #[derive(Clone, PartialEq, godot_var::GodotVar)]
    #[godot_var(delta)]
    pub struct State { pub id: u32, pub name: String }

    #[derive(godot_var::GodotVar)]
    #[godot_var(tag = "type")]
    pub enum Message { Joined(Player), Left { id: u32 } }

    #[derive(godot_var::GodotFlat)]
    pub struct Flat { pub id: u32 }

    #[derive(godot_var::litenet::LiteNetMessage)]
    #[litenet(msg_type = 5)]
    pub struct Hit { pub id: u32 }

    #[derive(godot_var::lludp::LludpBlock)]
    pub struct Agent { pub id: u32 }

    #[derive(godot_var::lludp::LludpMessage)]
    #[lludp(frequency = "High", number = 3)]
    pub struct Chat { pub agent: Agent }

    #[derive(godot_var::multiplayer::GodotRpc)]
    pub enum Calls { Say { text: String } }

    #[derive(godot_var::multiplayer::GodotSync)]
    pub struct Synced { pub id: i32 }
"#;

/// The traits that others implement for every type.
const FOREIGN: [&str; 22] = [
    "Any",
    "Borrow",
    "BorrowMut",
    "CastableFrom",
    "Clone",
    "CloneToUninit",
    "Default",
    "Freeze",
    "From",
    "Into",
    "PartialEq",
    "Read",
    "RefUnwindSafe",
    "Send",
    "StructuralPartialEq",
    "Sync",
    "ToOwned",
    "TryFrom",
    "TryInto",
    "Unpin",
    "UnsafeUnpin",
    "UnwindSafe",
];

#[test]
fn a_page_shows_the_traits_that_a_user_may_use() {
    let pages = document();
    let of_variant =
        ["DecodeVariant", "Describe", "EncodeVariant", "FromVariantBytes", "ToVariantBytes"];
    let of_flat = ["Decode", "Encode", "FromFlatBytes", "ToFlatBytes"];
    let of_litenet = ["Decode", "Encode", "FromLiteNetBytes", "LiteNetMessage", "ToLiteNetBytes"];
    let of_lludp = ["DecodeLludp", "EncodeLludp", "FromLludpBytes", "LludpMessage", "ToLludpBytes"];
    for (page, expected) in [
        ("struct.Player", &of_variant[..]),
        ("struct.State", &of_variant),
        ("struct.StateDelta", &of_variant),
        ("enum.Message", &of_variant),
        ("struct.Flat", &of_flat),
        ("struct.Hit", &of_litenet),
        ("struct.Agent", &["Block", "Blocks", "Decode", "Encode"]),
        ("struct.Chat", &of_lludp),
        ("enum.Calls", &["DecodeCall", "MethodSet"]),
        ("struct.Synced", &["PropertySet"]),
    ] {
        let html = fs::read_to_string(pages.join(format!("{page}.html"))).unwrap();
        assert_eq!(shown(&html), expected, "{page}");
        assert_eq!(undocumented(&html), [""; 0], "{page}");
    }
}

/// The sections of a page: the implementations, each before its methods, constants and types.
fn sections(html: &str) -> impl Iterator<Item = (&str, &str)> {
    html.split("<section id=\"").skip(1).filter_map(|section| section.split_once('"'))
}

/// The trait of the section of an implementation; none for the type's own.
fn trait_of(identifier: &str) -> Option<&str> {
    let implementation = identifier.strip_prefix("impl-")?;
    let (name, _) = implementation.split_once("-for-")?;
    name.split(|c: char| !c.is_ascii_alphanumeric()).next()
}

/// The names of the traits on a page, except foreign ones.
fn shown(html: &str) -> Vec<&str> {
    let mut names: Vec<&str> = sections(html).filter_map(|(id, _)| trait_of(id)).collect();
    names.retain(|name| !FOREIGN.contains(name));
    names.sort_unstable();
    names.dedup();
    names
}

/// The methods, constants and types on a page that have no text, except those of foreign traits.
fn undocumented(html: &str) -> Vec<&str> {
    let mut is_ours = false;
    let mut found = Vec::new();
    for (id, section) in sections(html) {
        if id.starts_with("impl-") {
            is_ours = trait_of(id).is_none_or(|name| !FOREIGN.contains(&name));
        } else if is_ours && !section.contains("docblock") {
            found.push(id);
        }
    }
    found
}

/// Documents a crate with messages, and returns the folder of its pages.
fn document() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/tests/documentation");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    fs::write(folder.join("src/lib.rs"), MESSAGES).unwrap();
    let path = root.to_str().unwrap();
    let manifest = format!(
        "[package]\nname = \"messages\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         godot-var = {{ path = {path:?}, features = [\"flat\", \"litenet\", \"lludp\", \"multiplayer\"] }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["doc", "--no-deps", "--offline", "--quiet", "--target-dir", "target"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("target/doc/messages")
}
