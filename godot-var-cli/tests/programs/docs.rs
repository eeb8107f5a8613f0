//! Generated pages: their examples and tables compared with compiled types and bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use godot_var::litenet::EraSpec;
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, ToVariantBytes};
use godot_var_cli::Wire as _;
use godot_var_cli::lludp::{self, Interpreter};
use godot_var_codegen::docs::{self, Example, Format, Generation, Page, Role, Section, files};
use godot_var_codegen::litenet as schema;
use godot_var_codegen::protocol::parse_text;
use godot_var_schema::template;

use crate::lludp::TEMPLATE;
use crate::needs;
use crate::schemas::{arena, every_form};

mod newer {
    //! What Godot 4 alone has.

    use std::collections::BTreeMap;

    use godot_var::GodotVar;
    use godot_var::math::{Projection, Vector2i, Vector4, Vector4i};
    use godot_var::values::{Callable, ObjectId, Rid, Signal};

    #[derive(GodotVar)]
    pub(crate) struct Newer {
        cell: Vector2i,
        wide: Vector4,
        whole: Vector4i,
        projection: Projection,
        owner: ObjectId,
        rid: Rid,
        call: Callable,
        signal: Signal,
        #[godot_var(typed)]
        rounds: Vec<i64>,
        #[godot_var(typed)]
        points: Option<BTreeMap<String, i64>>,
        #[godot_var(as = "Array")]
        pair: [i32; 2],
        many: Vec<Vector4>,
        longs: Vec<i64>,
        doubles: Vec<f64>,
    }

    /// A type with a list of itself.
    #[derive(GodotVar)]
    pub(crate) struct Branch {
        #[godot_var(typed)]
        branches: Vec<Branch>,
        #[godot_var(typed)]
        rows: Vec<Vec<i32>>,
    }
}

const MULTIPLAYER: &str = include_str!("../../../schemas/multiplayer.rs");
pub(crate) const ARENA: &str = include_str!("../../../schemas/arena.rs");
pub(crate) const EVERY_FORM: &str = include_str!("../../../schemas/every_form.rs");
const EVERY_TYPE: &str = include_str!("../../../schemas/every_type.msg");

pub(crate) fn page(text: &str, name: &str, generation: Generation) -> Page {
    let protocol = parse_text(name, text).expect("a valid schema");
    docs::variant(&protocol, name.trim_end_matches(".rs"), generation)
}

/// The page of a template with every type.
pub(crate) fn template_page() -> Page {
    lludp::page(&template::parse(EVERY_TYPE).expect("a valid template"), "every_type")
}

/// A page as HTML.
pub(crate) fn html(page: &Page) -> String {
    files(page, "page", Format::Html).remove("page.html").expect("the page")
}

/// The page of the messages of LiteNetLibManager.
pub(crate) fn litenet_page() -> Page {
    let file = root().join("schemas/lite_net_lib_manager/mod.rs").display().to_string();
    let read = |path: &str| fs::read_to_string(path).map_err(|error| error.to_string());
    let schema = schema::parse(&file, read).expect("a valid schema");
    docs::litenet(&schema, "lite_net_lib_manager", EraSpec::Head)
}

/// Returns the sections with examples, each with the title of its type.
fn examples(page: &Page) -> Vec<(String, &Section, &Example)> {
    let mut owner = "";
    let mut found = Vec::new();
    for section in &page.sections {
        if !section.is_member {
            owner = &section.title;
        }
        match &section.example {
            None => {}
            Some(Err(reason)) => panic!("{}: no example: {reason}", section.title),
            Some(Ok(example)) => found.push((owner.to_owned(), section, example)),
        }
    }
    found
}

type Recode = fn(&[u8]) -> Result<Vec<u8>, String>;

fn recode<D: Dialect, T>(bytes: &[u8]) -> Result<Vec<u8>, String>
where
    T: for<'de> FromVariantBytes<'de> + ToVariantBytes,
{
    let value = T::from_variant_bytes::<D>(bytes).map_err(|error| error.to_string())?;
    value.to_variant_bytes::<D>().map_err(|error| error.to_string())
}

macro_rules! types {
    ($dialect:ty, $module:ident: $($name:ident),* $(; $text:literal: $type:ty)*) => {
        BTreeMap::from([
            $((stringify!($name), recode::<$dialect, $module::$name> as Recode),)*
            $(($text, recode::<$dialect, $type> as Recode),)*
        ])
    };
}

/// The type of each section reads the example and writes the same bytes.
fn hold_against_types(page: &Page, types: &BTreeMap<&str, Recode>) {
    let mut seen = Vec::new();
    for (owner, section, example) in examples(page) {
        let recode = types.get(owner.as_str()).unwrap_or_else(|| panic!("{owner} is not compared"));
        let title = &section.title;
        let again = recode(&example.bytes).unwrap_or_else(|error| panic!("{title}: {error}"));
        assert_eq!(again, example.bytes, "{title}: {}", example.value);
        seen.push(owner);
    }
    seen.dedup();
    assert_eq!(seen.len(), types.len(), "{seen:?}");
}

/// Runs are contiguous, from the first byte to the last.
fn hold_runs(title: &str, example: &Example) {
    let mut end = 0;
    for run in &example.runs {
        assert_eq!(run.offset, end, "{title}: {run:?}");
        end += run.len;
    }
    assert_eq!(end, example.bytes.len(), "{title}");
}

/// Checks that each row of a table is at an offset that the walk over the example's bytes has visited. Returns how many were compared, and
/// how many have one fixed offset.
fn hold_table(section: &Section, example: &Example) -> (usize, usize) {
    let title = &section.title;
    let len = example.bytes.len() as u64;
    let size = section.size.expect("a size");
    assert!(size.contains(len), "{title}: {len} bytes are not {size}");
    let rows = &section.rows;
    if rows.first().is_none_or(|row| row.kind.words() != "header") {
        assert!(rows.len() <= 1, "{title}: a value alone is one row");
        for row in rows {
            let (offset, length) = (row.offset, row.length);
            assert_eq!(offset.fixed(), Some(0), "{title}");
            assert!(length.contains(len), "{title}: {len} bytes are not {length}");
        }
        return (rows.len(), rows.len());
    }
    let (mut fixed, mut places) = (0, Vec::new());
    // The depth of values in the innermost open container.
    let (mut depth, mut next) = (0, 0);
    for row in rows {
        let kind = row.kind.words();
        if kind.starts_with("entries of") {
            // A repeated part: the rows after it cannot be found by counting.
            next = example.runs.len();
            break;
        }
        if kind == "count" {
            // After the header, in the same run.
            places.push(places.last().expect("a header") + 4);
            continue;
        }
        next += example.runs[next..].iter().position(|run| run.depth == depth).expect("a run");
        let run = &example.runs[next];
        if row.role == Role::Key {
            assert!(run.text.starts_with("key: "), "{title}.{}: {run:?}", row.label);
        }
        places.push(run.offset as u64);
        next += 1;
        depth += usize::from(kind == "header");
    }
    let more = example.runs[next..].iter().find(|run| run.depth <= depth);
    assert_eq!(more, None, "{title}: no row tells of this");
    if places.len() == rows.len() {
        places.push(len);
    }
    for (row, place) in rows.iter().zip(places.windows(2)) {
        let (offset, length) = (row.offset, row.length);
        let (at, taken) = (place[0], place[1] - place[0]);
        assert!(offset.contains(at), "{title}.{}: at {at}, which is not {offset}", row.label);
        assert!(length.contains(taken), "{title}.{}: {taken} bytes are not {length}", row.label);
        fixed += usize::from(offset.fixed().is_some() && length.fixed().is_some());
    }
    (places.len() - 1, fixed)
}

fn hold_tables(page: &Page) -> (usize, usize) {
    examples(page).into_iter().fold((0, 0), |(compared, fixed), (_, section, example)| {
        hold_runs(&section.title, example);
        let (more, more_fixed) = hold_table(section, example);
        (compared + more, fixed + more_fixed)
    })
}

macro_rules! arena_types {
    ($dialect:ty) => {
        types!(
            $dialect, arena: PlayerState, Team, Hello, Greeting, Join, Chat, Snapshot, Welcome, Bye, ClientMessage,
            ServerMessage
        )
    };
}

macro_rules! every_form_types {
    ($dialect:ty) => {
        types!(
            $dialect, every_form: Numbers, Texts, Structures, Lists, Maps, Place, Habits, Key, Handle, Anything, Names,
            Closed, Defaults, OneWay, Config, Waypoint, Row, Only, EntityId, Words, Ping, Team, Mood,
            Weapon, Paint, External, Internal, Adjacent, Untagged, Message, Entity, Extra, Tree,
            Pages, Timer, Choices, Happening, What, Remark, Hero, HeroDelta, Heroes;
            "BookPlace": every_form::Book<every_form::Place>;
            "BookPlaceDelta": every_form::BookDelta<every_form::Place>;
            "EventPlace": every_form::Event<every_form::Place>;
            "inner.Moment": every_form::inner::Moment;
            "PagePlace1": every_form::Page<every_form::Place, 1>;
            "PageI322": every_form::Page<i32, 2>
        )
    };
}

fn examples_are_what_the_compiled_types_write() {
    let (four, three) = (Generation::Godot4, Generation::Godot3);
    hold_against_types(&page(ARENA, "arena.rs", four), &arena_types!(Godot4));
    hold_against_types(&page(ARENA, "arena.rs", three), &arena_types!(Godot3));
    hold_against_types(&page(EVERY_FORM, "every_form.rs", four), &every_form_types!(Godot4));
    hold_against_types(&page(EVERY_FORM, "every_form.rs", three), &every_form_types!(Godot3));
}

fn tables_are_where_the_bytes_are() {
    for generation in [Generation::Godot4, Generation::Godot3] {
        let (compared, fixed) = hold_tables(&page(ARENA, "arena.rs", generation));
        assert!(compared > 80 && fixed > 40, "{compared} rows, {fixed} of them fixed");
        let (compared, fixed) = hold_tables(&page(EVERY_FORM, "every_form.rs", generation));
        assert!(compared > 300 && fixed > 150, "{compared} rows, {fixed} of them fixed");
    }
}

fn what_godot_4_alone_has_is_shown_too() {
    let text = include_str!("docs.rs");
    let from = text.find("mod newer {").expect("the module");
    let until = text.find("const MULTIPLAYER").expect("what follows");
    let page = page(&text[from..until], "newer.rs", Generation::Godot4);
    hold_against_types(
        &page,
        &types!(
            Godot4, newer:; "newer.Newer": newer::Newer; "newer.Branch": newer::Branch
        ),
    );
    assert!(hold_tables(&page).0 > 30);
}

fn what_cannot_be_shown_is_said() {
    let text = "
        use godot_var::math::Vector2i;
        use godot_var::GodotVar;
        #[derive(GodotVar)]
        struct Cell { at: Vector2i }
        #[derive(GodotVar)]
        struct Timed { #[godot_var(with = seconds)] at: u64 }
        #[derive(GodotVar)]
        struct Long { all: [[u64; 1000]; 1000] }
    ";
    let page = page(text, "some.rs", Generation::Godot3);
    let reasons = page.sections.iter().map(|section| match &section.example {
        Some(Err(reason)) => reason.as_str(),
        other => panic!("{}: {other:?}", section.title),
    });
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        [
            "Godot 3 has no Vector2i",
            "the field at is written by seconds::encode",
            "it would be too long"
        ]
    );
    assert_eq!(page.sections[2].size.expect("a size").least, 8 + 12 + 8 + 1000 * 8 + 1_000_000 * 8);
}

/// Documentation in a schema is only text on the page.
fn nothing_of_a_schema_is_markup() {
    let text = "
        //! <script>alert(1)</script> & `<b>` [x](javascript:alert(1)) [y](https://a.b/\"><i>)
        use godot_var::GodotVar;
        /// | a | <b>x</b> |
        /// |---|---|
        /// | `|<i>` | \"' |
        #[derive(GodotVar)]
        struct A {
            /// </td><script>alert(2)</script>
            #[godot_var(rename = \"</title><script>alert(3)</script>\")]
            a: i32,
            #[godot_var(default = \"```\\n<b>\")]
            b: String,
        }
    ";
    let page = page(text, "some.rs", Generation::Godot4);
    let all = files(&page, "some", Format::All);
    assert_eq!(all.keys().collect::<Vec<_>>(), ["some.html", "some.md", "some/a.svg"]);
    let section = &page.sections[0];
    assert!(section.usages[0].codes.iter().all(|code| code.text.contains("```\\n<b>")));
    for path in ["some.html", "some/a.svg"] {
        let text = &all[path];
        well_formed(path, text);
        for wrong in ["<script>alert", "<b>", "<i>", "javascript:"] {
            assert!(!text.contains(wrong), "{path}: {wrong}");
        }
    }
    let markdown = &all["some.md"];
    assert!(markdown.contains("\\<script\\>alert(1)\\</script\\>"), "{markdown}");
    assert!(markdown.contains("```` gdscript") || markdown.contains("````gdscript"), "{markdown}");
}

/// Every element is closed in order, and every attribute is quoted.
fn well_formed(path: &str, text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').unwrap_or_else(|| panic!("{path}: a tag without an end"));
        let tag = &rest[..end];
        assert!(tag.matches('"').count().is_multiple_of(2), "{path}: {tag}");
        rest = &rest[end + 1..];
        let name = tag.split([' ', '\n', '/']).next().unwrap_or_default();
        if tag.starts_with('!') || tag.ends_with('/') || ["meta", "input"].contains(&name) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{path}: </{name}>");
            continue;
        }
        open.push(name);
        if ["script", "style"].contains(&name) {
            let end = rest.find("</").unwrap_or_else(|| panic!("{path}: <{name}> without an end"));
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "{path}: {open:?}");
}

fn pages_are_whole_and_always_the_same() {
    let pages = [
        page(ARENA, "arena.rs", Generation::Godot4),
        page(EVERY_FORM, "every_form.rs", Generation::Godot3),
        template_page(),
        litenet_page(),
    ];
    let again = [
        page(ARENA, "arena.rs", Generation::Godot4),
        page(EVERY_FORM, "every_form.rs", Generation::Godot3),
        template_page(),
        litenet_page(),
    ];
    for (page, again) in pages.iter().zip(&again) {
        let all = files(page, "x", Format::All);
        assert_eq!(all, files(again, "x", Format::All));
        for (path, text) in all.iter().filter(|(path, _)| *path != "x.md") {
            well_formed(path, text);
        }
        let html = &all["x.html"];
        for wrong in ["src=", "@import", "url(", "http://", "https://"] {
            assert!(!html.contains(wrong), "{wrong}");
        }
        hold_links(html);
    }
}

/// Every link within a page has a target, and every name is unique.
fn hold_links(html: &str) {
    let mut names: Vec<&str> =
        html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name is given twice");
    for link in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(names.binary_search(&link).is_ok(), "#{link} leads nowhere");
    }
}

// ---------------------------------------------------------------- LLUDP

/// Each field's row is at the offset where the interpreter finds the field.
fn hold_template(text: &str, title: &str) -> usize {
    let template = template::parse(text).expect("a valid template");
    let interpreter = Interpreter::new(template.clone());
    let page = lludp::page(&template, title);
    assert_eq!(page.sections.len(), template.messages.len());
    let mut compared = 0;
    for (_, section, example) in examples(&page) {
        let title = &section.title;
        hold_runs(title, example);
        let decoded = interpreter.decode(&example.bytes).expect("an example can be read");
        assert_eq!(decoded["message"], section.title.as_str());
        assert_eq!(interpreter.encode(&decoded).expect("what was read"), example.bytes, "{title}");
        let size = section.size.expect("a size");
        assert!(size.contains(example.bytes.len() as u64), "{title}: not {size} bytes");
        // Rows without a value in the example, and rows of repetitions, are not fields.
        let rows = section.rows.iter().filter(|row| row.kind.words() != "block");
        for (row, run) in rows.zip(&example.runs) {
            let (offset, length) = (row.offset, row.length);
            let (at, taken) = (run.offset as u64, run.len as u64);
            assert!(offset.contains(at), "{title}.{}: at {at}, not {offset}", row.label);
            assert!(length.contains(taken), "{title}.{}: {taken}, not {length}", row.label);
            if run.depth > 0 {
                assert!(row.description.words().starts_with(&run.path), "{title}: {run:?}");
            }
            compared += 1;
        }
    }
    compared
}

fn templates_are_where_the_bytes_are() {
    assert!(hold_template(EVERY_TYPE, "every_type") > 30);
}

fn the_whole_template_is_where_the_bytes_are() {
    let text = fs::read_to_string(TEMPLATE.path()).expect("a template");
    assert!(hold_template(&text, "message_template") > 4000);
    let template = template::parse(&text).expect("a valid template");
    let html = &files(&lludp::page(&template, "x"), "x", Format::Html)["x.html"];
    well_formed("message_template", html);
    hold_links(html);
}

// ---------------------------------------------------------------- files

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn generate(arguments: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    let output = command.args(["generate", "docs"]).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

fn files_are_written_and_checked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs");
    drop(fs::remove_dir_all(&folder));
    let schema = root().join("schemas/arena.rs").display().to_string();
    let template = root().join("schemas/every_type.msg").display().to_string();
    let place = folder.display().to_string();
    let both = [&schema, &template, "-o", &place];
    let check = [&schema, &template, "-o", &place, "--check"];

    let (good, told, _) = generate(&check);
    assert!(!good && told.contains("arena.md: missing"), "{told}");
    assert!(!folder.exists(), "a check writes nothing");

    assert!(generate(&both).0);
    assert_eq!(generate(&check), (true, String::new(), String::new()));
    assert!(folder.join("every_type.html").exists() && folder.join("arena/join.svg").exists());

    let (good, told, _) = generate(&[&schema, "-o", &place, "--check", "--godot", "3"]);
    assert!(!good && told.contains("arena.html: stale"), "{told}");
    fs::write(folder.join("arena/gone.svg"), "").expect("a file");
    let (good, told, _) = generate(&check);
    assert!(!good && told.ends_with("gone.svg: left over\n"), "{told}");
    assert!(generate(&both).0, "what is left over is told, and is no error");

    fs::write(folder.join("wrong.rs"), "#[derive(GodotVar)]\nstruct A { b: B }").expect("a file");
    let wrong = folder.join("wrong.rs").display().to_string();
    let (good, _, told) = generate(&[&wrong, "-o", &place]);
    assert!(!good && told.contains("wrong.rs:2:15: `B` is not found"), "{told}");
    fs::write(folder.join("wrong.msg"), "version 2.0 { A }").expect("a file");
    let wrong = folder.join("wrong.msg").display().to_string();
    let (good, _, told) = generate(&[&wrong, "-o", &place]);
    assert!(!good && told.contains("wrong.msg:1:"), "{told}");
}

fn a_file_as_the_output_is_that_page_alone() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs-file");
    drop(fs::remove_dir_all(&folder));
    let schema = root().join("schemas/arena.rs").display().to_string();
    let place = |name: &str| folder.join(name).display().to_string();
    let (html, markdown) = (place("page.html"), place("inner/game.md"));
    let told = format!("wrote {html} (10 messages)\n");
    let to_server = ["--to-server", "ClientMessage"];
    let to_client = ["--to-client", "ServerMessage"];
    let directed = [&[&*schema, "-o", &html], &to_server[..], &to_client[..]].concat();
    assert_eq!(generate(&directed), (true, told, String::new()));
    let written = fs::read_to_string(&html).expect("a page");
    let committed = root().join("docs/generated/arena.html");
    assert!(written == fs::read_to_string(committed).expect("a page"));
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
    assert!(generate(&[&directed[..], &["--check"]].concat()).0);
    let wrong = [&*schema, "-o", &html, "--to-client", "Server"];
    let (good, _, told) = generate(&wrong);
    assert!(
        !good && told.contains("arena.rs: `to-client`: the schema has no type `Server`"),
        "{told}"
    );
    let (good, told, _) = generate(&[&schema, "-o", &html, "--check", "--godot", "3"]);
    assert!(!good && told.contains("page.html: stale"), "{told}");

    let told = format!("wrote {markdown} (10 messages, 5 pictures)\n");
    assert_eq!(generate(&[&schema, "-o", &markdown]), (true, told, String::new()));
    let written = fs::read_to_string(&markdown).expect("a page");
    assert!(written.contains("](game/join.svg)"), "{written}");
    assert!(folder.join("inner/game/join.svg").is_file());

    for (arguments, part) in [
        (&[&schema, &schema, "-o", &html][..], "but several schemas need a folder for their pages"),
        (&[&schema, "-o", &html, "--format", "md"], "and `--format` names another kind of page"),
    ] {
        let (good, _, told) = generate(arguments);
        assert!(
            !good && told == format!("error: `--output {html}` names a file, {part}\n"),
            "{told}"
        );
    }
    fs::create_dir(folder.join("old.html")).expect("a folder");
    let (good, _, told) = generate(&[&schema, "-o", &place("old.html")]);
    assert!(!good && told.contains("a folder has this name"), "{told}");
}

/// Compares with the committed file; `BLESS=1` rewrites it.
fn hold_file(path: &Path, text: &str) {
    if env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let present = fs::read_to_string(path).unwrap_or_default();
    assert!(present == text, "{} is stale; BLESS=1 writes it anew", path.display());
}

/// The arena's committed pages are up to date.
fn the_arena_is_up_to_date() {
    let mut page = page(ARENA, "arena.rs", Generation::Godot4);
    page.direct(Some("ClientMessage"), Some("ServerMessage")).expect("both types");
    let all = files(&page, "arena", Format::All);
    let folder = root().join("docs/generated");
    for (path, text) in &all {
        hold_file(&folder.join(path), text);
    }
    let pictures = fs::read_dir(folder.join("arena")).expect("the pictures").count();
    assert_eq!(pictures, all.len() - 2, "pictures of messages that are no longer there");
}

fn other_pages_are_as_expected() {
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected/docs");
    let pages = [
        ("every_form", page(EVERY_FORM, "every_form.rs", Generation::Godot3)),
        ("every_type", template_page()),
        ("multiplayer", page(MULTIPLAYER, "multiplayer.rs", Generation::Godot4)),
        ("lite_net_lib_manager", litenet_page()),
    ];
    for (name, page) in pages {
        let all = files(&page, name, Format::Markdown);
        let markdown = format!("{name}.md");
        hold_file(&expected.join(&markdown), &all[&markdown]);
    }
}

needs::tests! {
    needs TEMPLATE: the_whole_template_is_where_the_bytes_are;
    needs nothing: examples_are_what_the_compiled_types_write, tables_are_where_the_bytes_are, what_godot_4_alone_has_is_shown_too, what_cannot_be_shown_is_said, nothing_of_a_schema_is_markup, pages_are_whole_and_always_the_same, templates_are_where_the_bytes_are, files_are_written_and_checked, a_file_as_the_output_is_that_page_alone, the_arena_is_up_to_date, other_pages_are_as_expected;
}
