//! Generated HTML pages in a browser: they fit narrow and wide windows, in light and dark mode, and axe-core finds no problems.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use godot_var_codegen::docs::Generation;

use crate::devtools::Page;
use crate::docs::{ARENA, EVERY_FORM, html, litenet_page, page, template_page};
use crate::needs::{self, CHROMIUM, Need};

pub(crate) static AXE: Need = Need::new(
    "axe-core not found; npm install --prefix target/axe axe-core@4, or name its axe.min.js in AXE",
    || {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
        let installed = target.join("axe/node_modules/axe-core/axe.min.js");
        let file = env::var_os("AXE").map_or(installed, PathBuf::from);
        file.is_file().then_some(file)
    },
);

/// The widths of a telephone's and of two desktops' windows. Contents have a column from 1,000 pixels on, code has one at the last.
const WIDTHS: [u32; 3] = [400, 1000, 1600];

/// The markers around the page's report.
const TOLD: [&str; 2] = ["<pre id=\"told\">", "</pre>"];

/// A window cannot be as narrow as a telephone, so the page is in a frame, which writes down the page's report.
const FRAME: &str = r#"<!DOCTYPE html><title>frame</title>
<style>body, iframe { margin: 0; border: 0; display: block }</style>
<iframe src="page.html" width="WIDTH" height="2000"></iframe>
<script>
addEventListener("message", (event) => {
	const box = document.createElement("pre");
	box.id = "told";
	box.textContent = event.data;
	document.body.append(box);
});
</script>"#;

/// Checks the page and reports problems to the frame.
const LOOK: &str = r#"
axe.run(document).then((result) => {
	const told = result.violations.map((found) =>
		`${found.id}: ${found.help}: ${found.nodes.map((node) => node.target).join(", ")}`);
	const width = document.documentElement.scrollWidth;
	if (width > innerWidth) told.push(`${width} pixels in a window of ${innerWidth}`);
	const buttons = [...document.querySelectorAll("button")];
	if (buttons.length === 0 || buttons.some((button) => button.hidden)) told.push("no buttons");
	told.push(`looked at ${innerWidth}`);
	parent.postMessage(told.join("\n"), "*");
});
"#;

fn chromium(width: u32, is_dark: bool, more: &[&str], page: &Path) -> String {
    let mut command = Command::new(CHROMIUM.path());
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]);
    command.arg(format!("--window-size={width},2000"));
    // 0 is dark, 1 is light.
    command.arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!is_dark)));
    let output = command.args(more).arg(page).output().expect("it runs");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the problems of a page, one per line.
fn look(folder: &Path, width: u32, is_dark: bool, html: &str) -> Vec<String> {
    let axe = AXE.path().canonicalize().expect("a file");
    let scripts =
        format!("<script src=\"{}\"></script><script>{LOOK}</script></body>", axe.display());
    fs::write(folder.join("page.html"), html.replace("</body>", &scripts)).expect("a file");
    let frame = folder.join("frame.html");
    fs::write(&frame, FRAME.replace("WIDTH", &width.to_string())).expect("a file");
    let dom = chromium(width, is_dark, &["--virtual-time-budget=60000", "--dump-dom"], &frame);
    let told = dom.split_once(TOLD[0]).and_then(|(_, rest)| rest.split_once(TOLD[1]));
    let (told, _) = told.expect("what the page told");
    let mut found: Vec<String> = told.lines().map(str::to_owned).collect();
    let last = found.pop();
    assert_eq!(last, Some(format!("looked at {width}")));
    found
}

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn hold(name: &str, html: &str, is_dark: bool) {
    for width in WIDTHS {
        let found = look(&folder(name), width, is_dark, html);
        assert!(found.is_empty(), "{name}, {width} wide: {found:#?}");
        // For people to look at, without the test's scripts.
        fs::write(folder(name).join("page.html"), html).expect("a file");
        let picture = folder(name).join(format!("{width}.png"));
        let shot = format!("--screenshot={}", picture.display());
        chromium(width, is_dark, &[&shot], &folder(name).join("frame.html"));
        assert!(picture.is_file(), "{}", picture.display());
    }
}

fn the_arena_by_day() {
    hold("day", &html(&page(ARENA, "arena.rs", Generation::Godot4)), false);
}

fn every_form_by_night() {
    hold("night", &html(&page(EVERY_FORM, "every_form.rs", Generation::Godot3)), true);
}

fn other_wires() {
    for (name, page, is_dark) in
        [("litenet", litenet_page(), false), ("lludp", template_page(), true)]
    {
        for width in WIDTHS {
            assert_eq!(
                look(&folder(name), width, is_dark, &html(&page)),
                [""; 0],
                "{name}, {width} wide"
            );
        }
    }
}

/// Contents, search, ways and links of a page.
fn a_page_is_used() {
    let mut arena = page(ARENA, "arena.rs", Generation::Godot4);
    arena.direct(Some("ClientMessage"), Some("ServerMessage")).expect("both types");
    let file = folder("used").join("page.html");
    fs::write(&file, html(&arena)).expect("a file");
    let mut page = Page::open(&file, "");
    // How far the contents reach to the right of the text's left edge.
    let beside = "document.querySelector('nav').getBoundingClientRect().right - document.querySelector('main').getBoundingClientRect().left";
    let is_open = "document.querySelector('nav details').open";
    for (width, is_beside) in [(400, false), (999, false), (1000, true), (1600, true)] {
        page.look_like(width, false);
        page.wait_for(&format!("{is_open} === {is_beside}"));
        assert_eq!(page.eval(beside).as_f64() <= Some(0.0), is_beside, "{width}");
    }

    let search = |page: &mut Page, words: &str| {
        let all = page.eval(&format!(
            "(() => {{ const search = document.getElementById('search'); search.value = {words:?}; \
             search.dispatchEvent(new Event('input')); \
             return [...document.querySelectorAll('#found a')].map((link) => link.hash.slice(1)).join(' '); }})()"
        ));
        all.as_str().expect("a text").to_owned()
    };
    // A comment of a field, a name, and a comment of a variant.
    assert_eq!(search(&mut page, "ABOVE others"), "clientmessage-join.name join.name");
    assert!(search(&mut page, "playerstate.yaw").starts_with("playerstate.yaw"));
    assert!(search(&mut page, "message of a player").contains("servermessage.chat"));
    assert_eq!(search(&mut page, "no such words"), "");
    assert_eq!(page.eval("document.getElementById('count').textContent"), "Nothing found");
    search(&mut page, "above the player");
    page.eval("document.getElementById('search').focus()");
    page.press("Enter");
    page.wait_for("location.hash === '#clientmessage-join.name'");

    let shown = "[...document.querySelectorAll('#client .way:not([hidden])')].map((way) => way.dataset.way).join()";
    assert_eq!(page.eval(shown), "Shell,UDP");
    page.eval("[...document.querySelectorAll('#client button')].find((button) => button.textContent === 'TCP').click()");
    assert_eq!(page.eval(shown), "Shell,TCP");
    let connect = "[...document.querySelectorAll('#client .way:not([hidden])')].length";
    assert_eq!(page.eval(connect), 2, "each task has one way");
    let without = "[...document.querySelectorAll('section[id], dl > div')].filter((part) => !part.querySelector('.anchor')).length";
    assert_eq!(page.eval(without), 0, "a part has no link");
}

/// A page that is too wide, has a picture without a description, and has low contrast.
fn what_is_wrong_is_found() {
    let html = "<!DOCTYPE html><html lang=\"en\"><head><title>A</title></head><body><main><h1>A</h1>\
        <p style=\"width:3000px;color:#ddd;background:#fff\">words</p><img src=\"data:,\"></main>\
        <button hidden>B</button></body></html>";
    let found = look(&folder("wrong"), 1400, false, html);
    for wrong in ["color-contrast", "image-alt", "pixels in a window", "no buttons"] {
        assert!(found.iter().any(|found| found.contains(wrong)), "{wrong}: {found:#?}");
    }
}

needs::tests! {
    needs CHROMIUM AXE: the_arena_by_day, every_form_by_night, other_wires, what_is_wrong_is_found;
    needs CHROMIUM: a_page_is_used;
}
