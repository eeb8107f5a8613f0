//! The documentation of a user's crate shows the traits that a user may use, and no others of ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MESSAGES: &str = r#"
    #[derive(godot_var::GodotVar)]
    pub struct Player { pub id: u32, pub name: String }

    #[derive(Clone, PartialEq, godot_var::GodotVar)]
    #[godot_var(delta, view)]
    pub struct State { pub id: u32, pub name: String }

    #[derive(godot_var::GodotVar)]
    #[godot_var(tag = "type")]
    pub enum Message { Joined(Player), Left { id: u32 } }

    #[derive(godot_var::GodotFlat)]
    pub struct Flat { pub id: u32 }

    #[derive(godot_var::LiteNetMessage)]
    #[litenet(msg_type = 5)]
    pub struct Hit { pub id: u32 }

    #[derive(godot_var::LludpBlock)]
    pub struct Agent { pub id: u32 }

    #[derive(godot_var::LludpMessage)]
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
    let of_variant = ["DecodeVariant", "EncodeVariant", "FromVariantBytes", "ToVariantBytes"];
    let of_flat = ["DecodeFlat", "EncodeFlat", "FromFlatBytes", "ToFlatBytes"];
    let of_litenet =
        ["DecodeLiteNet", "EncodeLiteNet", "FromLiteNetBytes", "LiteNetMessage", "ToLiteNetBytes"];
    let of_lludp = ["DecodeLludp", "EncodeLludp", "FromLludpBytes", "LludpMessage", "ToLludpBytes"];
    for (page, expected) in [
        ("struct.Player", &of_variant[..]),
        ("struct.State", &of_variant),
        ("struct.StateDelta", &of_variant),
        ("enum.Message", &of_variant),
        ("struct.Flat", &of_flat),
        ("struct.Hit", &of_litenet),
        ("struct.Agent", &["Block", "Blocks"]),
        ("struct.Chat", &of_lludp),
        ("enum.Calls", &["DecodeCall", "MethodSet"]),
        ("struct.Synced", &["PropertySet"]),
    ] {
        assert_eq!(shown(&pages.join(format!("{page}.html"))), expected, "{page}");
    }
}

/// The names of the traits on a page, except foreign ones.
fn shown(page: &Path) -> Vec<String> {
    let html = fs::read_to_string(page).unwrap();
    let identifiers = html.split("id=\"impl-").skip(1).filter_map(|rest| rest.split('"').next());
    let implementations = identifiers.filter(|identifier| identifier.contains("-for-"));
    let name =
        |text: &str| -> String { text.chars().take_while(char::is_ascii_alphanumeric).collect() };
    let mut names: Vec<String> = implementations.map(name).collect();
    names.retain(|name| !FOREIGN.contains(&name.as_str()));
    names.sort();
    names.dedup();
    names
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
