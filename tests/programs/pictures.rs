//! The pictures of `docs/pictures`, drawn from their data: bytes of a message, values of each form, and the dependencies in manifests.
//!
//! `BLESS=1 cargo test --test programs pictures` redraws them.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use godot_var::{Dialect, Godot4, GodotVar, Limits, ToVariantBytes};
use godot_var_codegen::inspect::{Part, walk};

use crate::needs;

#[allow(
    clippy::pedantic,
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the examples of the pages use all of it"
)]
mod show {
    include!("../../docs/show.rs");
}

/// The colors of generated pictures in light and dark mode, and the styles of lines.
const STYLE: &str = concat!(
    include_str!("../../godot-var-codegen/templates/picture.css"),
    ".layout path{stroke:var(--edge);stroke-width:1.5;fill:none}\n.layout .b{font-weight:bold}\n"
);

const HEIGHT_OF_A_BOX: i32 = 40;

struct Picture {
    body: String,
    width: i32,
    height: i32,
}

impl Picture {
    const fn new(width: i32, height: i32) -> Self {
        Self { body: String::new(), width, height }
    }

    fn text(&mut self, class: &str, (x, y): (i32, i32), text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        writeln!(self.body, r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#)
            .expect("a String takes all");
    }

    /// A box of this width with two lines of text.
    fn labelled(&mut self, class: &str, (x, y): (i32, i32), width: i32, lines: [&str; 2]) {
        writeln!(
            self.body,
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{HEIGHT_OF_A_BOX}" rx="3"/>"#
        )
        .expect("a String takes all");
        if lines[1].is_empty() {
            self.text("n", (x + 6, y + 24), lines[0]);
        } else {
            self.text("n", (x + 6, y + 17), lines[0]);
            self.text("t", (x + 6, y + 32), lines[1]);
        }
    }

    /// A line with an arrow at its end.
    fn arrow(&mut self, (x, y): (i32, i32), (to_x, to_y): (i32, i32), dashed: bool) {
        let (dx, dy) = (f64::from(to_x - x), f64::from(to_y - y));
        let length = dx.hypot(dy);
        let (along_x, along_y) = (dx / length * 7.0, dy / length * 7.0);
        let corner = |side: f64| {
            let corner_x = f64::from(to_x) - along_x - along_y * side;
            let corner_y = f64::from(to_y) - along_y + along_x * side;
            format!("{corner_x:.1} {corner_y:.1}")
        };
        let class = if dashed { r#" class="d""# } else { "" };
        writeln!(self.body, r#"<path{class} d="M{x} {y}L{to_x} {to_y}"/>"#)
            .expect("a String takes all");
        writeln!(self.body, r#"<path d="M{}L{to_x} {to_y}L{}"/>"#, corner(0.5), corner(-0.5))
            .expect("a String takes all");
    }

    fn finish(self, title: &str) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" class=\"layout\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title\">\n\
             <title id=\"title\">{title}</title>\n<style>{STYLE}</style>\n{body}</svg>\n"
        )
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares with the committed file; `BLESS=1` rewrites it.
fn hold(name: &str, text: &str) {
    let path = root().join("docs/pictures").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, text).expect("a picture");
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(present == text, "{} is stale; BLESS=1 draws it anew", path.display());
}

/// The README's message, as the picture below the client shows it.
fn the_bytes_of_a_message() -> String {
    #[derive(GodotVar)]
    #[godot_var(array, id)]
    enum ToServer {
        #[godot_var(id = 1)]
        Join { name: String },
    }

    const BYTE: i32 = 40;
    let message = ToServer::Join { name: "Ann".into() };
    let bytes = message.to_variant_bytes::<Godot4>().expect("encodes");
    let mut picture = Picture::new(540, 178);
    let call = format!("udp.put_var({}), {} bytes:", show::sent(&message), bytes.len());
    picture.text("n b", (40, 16), &call);
    let (mut x, mut y) = (0, -20);
    let used = walk(&bytes, Limits::DEFAULT, &Godot4::SPEC, |piece| {
        let (class, label) = match piece.part {
            Part::Header { name, .. } => ("f", format!("{name} (type {})", piece.bytes[0])),
            Part::Count { of, count, .. } => ("f", format!("{count} {of}")),
            Part::Length(length) => ("f", format!("{length} bytes")),
            Part::Int(number) => ("v", number.to_string()),
            Part::Text { text, .. } => ("v", format!("{text:?}")),
            Part::Padding(_) => ("f", "pad".to_owned()),
            other => panic!("{other:?} is not in this message"),
        };
        if matches!(piece.part, Part::Header { .. }) {
            (x, y) = (40, y + 50);
            picture.text("o e", (30, y + 24), &piece.offset.to_string());
        }
        let width = BYTE * i32::try_from(piece.bytes.len()).expect("short");
        let hex: Vec<String> = piece.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        picture.labelled(class, (x, y), width - 4, [&hex.join(" "), &label]);
        x += width;
    });
    assert_eq!(used.expect("a value"), bytes.len());
    picture.finish(
        "The bytes of the message [1, &quot;Ann&quot;]: an Array of 2, the int 1, the String Ann",
    )
}

/// The decision tree of `docs/guide/messages.md`, with the bytes of each form.
fn the_forms() -> String {
    #[derive(GodotVar)]
    struct Named {
        id: u32,
        hp: i16,
    }
    #[derive(GodotVar)]
    #[godot_var(array)]
    struct Short {
        id: u32,
        hp: i16,
    }
    #[derive(GodotVar)]
    #[godot_var(repr = "int")]
    enum Number {
        Leave = 3,
    }
    #[derive(GodotVar)]
    enum Name {
        Leave,
    }
    #[derive(GodotVar)]
    #[godot_var(array, id)]
    enum Id {
        #[godot_var(id = 2)]
        Chat(String),
    }
    #[derive(GodotVar)]
    #[godot_var(tag = "type")]
    enum Tagged {
        Chat { text: String },
    }
    #[derive(GodotVar)]
    #[godot_var(tag = "type", content = "data")]
    enum Adjacent {
        Chat(String),
    }
    #[derive(GodotVar)]
    #[godot_var(untagged)]
    enum Untagged {
        Chat { text: String },
    }

    const FIRST: i32 = 4;
    const SECOND: i32 = 280;
    const LEAF: i32 = 556;
    const ROW: i32 = 54;
    let hi = || "hi".to_owned();
    let row = |number: i32| 4 + ROW * number;
    let mut picture = Picture::new(868, row(7) + HEIGHT_OF_A_BOX + 4);
    let question = |picture: &mut Picture, x: i32, number: i32, lines: [&str; 2]| {
        picture.labelled("f", (x, row(number)), 230, lines);
    };
    let leaf = |picture: &mut Picture, number: i32, attribute: &str, value: &str| {
        picture.labelled("v", (LEAF, row(number)), 308, [attribute, value]);
    };
    // To the right of a question, in its row or the next one.
    let right = |picture: &mut Picture, from: i32, to: i32, number: i32, answer: &str| {
        let y = row(number) + HEIGHT_OF_A_BOX / 2;
        picture.arrow((from, y), (to - 4, y), false);
        picture.text("o", (from + 8, y - 5), answer);
    };
    let below = |picture: &mut Picture, x: i32, number: i32, to: i32, answer: &str| {
        let y = row(number) + HEIGHT_OF_A_BOX;
        picture.arrow((x + 60, y), (x + 60, row(to) - 4), false);
        picture.text("o", (x + 68, y + 11), answer);
    };
    // From a question to the leaf in the next row.
    let corner = |picture: &mut Picture, x: i32, number: i32, answer: &str| {
        let (bottom, y) = (row(number) + HEIGHT_OF_A_BOX, row(number + 1) + HEIGHT_OF_A_BOX / 2);
        writeln!(picture.body, r#"<path d="M{} {bottom}L{} {y}"/>"#, x + 60, x + 60)
            .expect("a String takes all");
        picture.arrow((x + 60, y), (LEAF - 4, y), false);
        picture.text("o", (x + 68, y - 5), answer);
    };

    question(&mut picture, FIRST, 0, ["One of several messages", "or choices?"]);
    right(&mut picture, FIRST + 230, SECOND, 0, "no");
    question(&mut picture, SECOND, 0, ["A struct. Do you send it", "many times a second?"]);
    right(&mut picture, SECOND + 230, LEAF, 0, "yes");
    leaf(&mut picture, 0, "#[godot_var(array)]", &show::sent(&Short { id: 7, hp: 100 }));
    corner(&mut picture, SECOND, 0, "no");
    leaf(&mut picture, 1, "no attribute", &show::sent(&Named { id: 7, hp: 100 }));
    below(&mut picture, FIRST, 0, 2, "yes");
    question(&mut picture, FIRST, 2, ["An enum. Has a variant", "fields?"]);
    right(&mut picture, FIRST + 230, SECOND, 2, "no");
    question(&mut picture, SECOND, 2, ["Is it an enum in GDScript,", "too?"]);
    right(&mut picture, SECOND + 230, LEAF, 2, "yes");
    leaf(&mut picture, 2, "#[godot_var(repr = \"int\")]", &show::sent(&Number::Leave));
    corner(&mut picture, SECOND, 2, "no");
    leaf(&mut picture, 3, "no attribute", &show::sent(&Name::Leave));
    below(&mut picture, FIRST, 2, 4, "yes");
    question(&mut picture, FIRST, 4, ["Has somebody else defined", "the messages, without a tag?"]);
    right(&mut picture, FIRST + 230, LEAF, 4, "yes");
    leaf(&mut picture, 4, "#[godot_var(untagged)]", &show::sent(&Untagged::Chat { text: hi() }));
    below(&mut picture, FIRST, 4, 5, "no");
    question(&mut picture, FIRST, 5, ["Do people read and write", "the Dictionaries?"]);
    right(&mut picture, FIRST + 230, LEAF, 5, "no: for most protocols");
    leaf(&mut picture, 5, "#[godot_var(array, id)]", &show::sent(&Id::Chat(hi())));
    below(&mut picture, FIRST, 5, 6, "yes");
    question(&mut picture, FIRST, 6, ["Is each content a struct,", "or nothing?"]);
    right(&mut picture, FIRST + 230, LEAF, 6, "yes");
    leaf(
        &mut picture,
        6,
        "#[godot_var(tag = \"type\")]",
        &show::sent(&Tagged::Chat { text: hi() }),
    );
    corner(&mut picture, FIRST, 6, "no");
    let attribute = "#[godot_var(tag = \"type\", content = \"data\")]";
    leaf(&mut picture, 7, attribute, &show::sent(&Adjacent::Chat(hi())));
    picture.finish("Questions that lead to the form of a struct or an enum")
}

/// The crates, each above its dependencies. Names and arrows come from the manifests.
fn the_crates() -> String {
    /// Name, position, and purpose.
    const CRATES: [(&str, (i32, i32), &str); 10] = [
        ("godot-var-cli", (570, 0), "the program godot-var"),
        ("godot-var", (120, 1), "what programs depend on"),
        ("godot-var-multiplayer", (4, 3), "high-level multiplayer"),
        ("godot-var-enet", (4, 4), "ENet; no_std"),
        ("godot-var-snapshot", (236, 3), "states to many clients"),
        ("godot-var-derive", (236, 4), "the derive macros"),
        ("godot-var-project", (740, 1), "Godot projects to Rust"),
        ("godot-var-codegen", (450, 2), "generators of files"),
        ("godot-var-runtime", (236, 5), "every byte; no_std"),
        ("godot-var-schema", (500, 5), "attributes, checks, model"),
    ];
    const WIDTH: i32 = 200;
    let top = |row: i32| 4 + 84 * row;
    let place = |name: &str| {
        let found = CRATES.iter().find(|(other, ..)| *other == name);
        found.unwrap_or_else(|| panic!("{name} has no place in the picture")).1
    };
    // Source, target, whether it is optional.
    let mut edges = BTreeSet::new();
    for (name, ..) in CRATES {
        let folder = if name == "godot-var" { "." } else { name };
        let manifest =
            fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest");
        let dependencies = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        for line in dependencies.take_while(|line| !line.starts_with('[')) {
            let target = line.split([' ', '.', '=']).next().unwrap_or_default();
            if target.starts_with("godot-var") {
                edges.insert((name, target.to_owned(), line.contains("optional = true")));
            }
        }
    }
    // Sorts the arrows of a box by the position of the boxes at their other ends.
    let mut leaving: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
    let mut arriving: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
    for (source, target, _) in &edges {
        leaving.entry(source).or_default().push(place(target).0);
        arriving.entry(target).or_default().push(place(source).0);
    }
    let column = |ends: &BTreeMap<&str, Vec<i32>>, name: &str, other: &str| {
        let ends = &ends[name];
        let before = ends.iter().filter(|x| **x < place(other).0).count();
        let step = WIDTH / (i32::try_from(ends.len()).expect("few") + 1);
        place(name).0 + step * (i32::try_from(before).expect("few") + 1)
    };
    let mut picture = Picture::new(948, top(5) + HEIGHT_OF_A_BOX + 4);
    for (source, target, optional) in &edges {
        let from = (column(&leaving, source, target), top(place(source).1) + HEIGHT_OF_A_BOX);
        let to = (column(&arriving, target, source), top(place(target).1) - 2);
        picture.arrow(from, to, *optional);
    }
    for (name, (x, row), purpose) in CRATES {
        let tool = ["godot-var-cli", "godot-var-project", "godot-var-codegen"].contains(&name);
        picture.labelled(if tool { "k" } else { "v" }, (x, top(row)), WIDTH, [name, purpose]);
    }
    picture.finish("The crates of godot-var and what each depends on")
}

/// Returns a picture with the pictures it refers to inside, for rustdoc, which copies no files.
fn address(picture: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in picture.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'/'
            | b':'
            | b'='
            | b',' => {
                address.push(char::from(byte));
            }
            other => write!(address, "%{other:02X}").expect("a String takes all"),
        }
    }
    address
}

fn pictures_show_what_is_there() {
    let forms = the_forms();
    hold("join.svg", &the_bytes_of_a_message());
    hold("form.svg", &forms);
    hold("crates.svg", &the_crates());
    hold("links.txt", &format!("[form picture]: {}\n", address(&forms)));
}

needs::tests! {
    needs nothing: pictures_show_what_is_there;
}
