//! The arena's page in a browser: with the bots, the keyboard, and a server that comes back.
//!
//! `SCREENSHOTS=FOLDER` saves a picture of it.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::arena_clients::{Client, build_typescript};
use crate::arena_websocket;
use crate::devtools::Page;
use crate::needs::{self, CHROMIUM, TSC};
use crate::programs::engine::Scratch;
use crate::programs::example;

/// Keeps the names that the page has shown together: the bots are in the arena for a moment only.
const RECORD: &str = "
window.told = new Set();
new MutationObserver(() => {
	const lines = document.querySelectorAll('#players li');
	told.add([...lines].map((line) => line.firstChild.nextSibling.textContent).join());
}).observe(document, { childList: true, subtree: true });
";

/// The text of the canvas.
const CANVAS: &str = "document.getElementById('arena').ariaLabel";

/// Serves the files of a folder: modules do not load from `file:`. Ends with the tests.
fn serve(folder: PathBuf) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("a connection"));
            let mut lines = stream.by_ref().lines().map_while(Result::ok);
            let request = lines.next().unwrap_or_default();
            lines.find(String::is_empty);
            let name = request.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
            let kind = if name.starts_with("build/") { "text/javascript" } else { "text/html" };
            let answer = match fs::read(folder.join(name)) {
                Ok(file) => {
                    let head = format!("200 OK\r\nContent-Type: {kind}; charset=utf-8\r\n");
                    [format!("HTTP/1.1 {head}Connection: close\r\n\r\n").into_bytes(), file]
                        .concat()
                }
                Err(_) => b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n".to_vec(),
            };
            let _ = stream.get_mut().write_all(&answer);
        }
    });
    address
}

fn key(page: &mut Page, kind: &str, key: &str) {
    page.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "code": key }));
}

fn submit(page: &mut Page, form: &str, fields: &[(&str, &str)]) {
    for (field, value) in fields {
        page.eval(&format!("document.getElementById({field:?}).value = {value:?}"));
    }
    page.eval(&format!("document.getElementById({form:?}).requestSubmit()"));
}

fn status(page: &mut Page, words: &str) {
    page.wait_for(&format!("document.getElementById('status').textContent.includes({words:?})"));
}

fn a_page_shows_the_arena_and_plays() {
    let scratch = Scratch::new("arena-page");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/arena-client-typescript");
    fs::copy(source.join("index.html"), scratch.path("index.html")).expect("copied");
    build_typescript(&scratch);
    let files = serve(scratch.path(""));
    let (server, address) = arena_websocket::start(0);
    let mut page = Page::open_url(&format!("http://{files}/index.html"), RECORD);
    page.look_like(1000, false);

    submit(
        &mut page,
        "join",
        &[("url", &format!("ws://{address}")), ("name", "Pia"), ("team", "1")],
    );
    status(&mut page, "connected");
    page.wait_for(&format!("{CANVAS} === 'The arena from above: Pia at 0.0, 0.0'"));
    let blue = "(() => { const canvas = document.getElementById('arena'); \
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height); \
        for (let i = 0; i < data.length; i += 4) \
            if (data[i] === 0x3c && data[i + 1] === 0x78 && data[i + 2] === 0xd8) return true; \
        return false; })()";
    page.wait_for(blue);
    // The form has given the arena the focus.
    key(&mut page, "keyDown", "ArrowRight");
    page.wait_for(&format!("/Pia at [1-9]/.test({CANVAS})"));
    key(&mut page, "keyUp", "ArrowRight");

    if let Some(folder) = env::var_os("SCREENSHOTS") {
        let bots = ["Cem", "Tess", "Tom", "Ute"].map(|name| {
            let bot = Client::typescript(&scratch, server.address, &[name, "nobody"]);
            server.wait_for(&format!(" -> Join(Join {{ name: {name:?}, "));
            bot
        });
        let size = json!({ "width": 960, "height": 600, "deviceScaleFactor": 1, "mobile": false });
        page.call("Emulation.setDeviceMetricsOverride", &size);
        thread::sleep(Duration::from_secs(2));
        page.picture(&Path::new(&folder).join("arena-page.png"));
        drop(bots);
    }
    let bots = server.address.to_string();
    let bots = thread::spawn(move || example::run("arena", &["--bots", &bots]));
    page.wait_for("told.has('Ann,Bob,Cleo,Pia')");
    page.wait_for("document.getElementById('log').textContent.includes('Hello from Cleo!')");
    bots.join().expect("the bots play");
    page.wait_for(&format!("/: Pia at [^;]*$/.test({CANVAS})"));
    assert_eq!(page.eval("/^\\d+$/.test(document.getElementById('tick').textContent)"), true);
    submit(&mut page, "chat", &[("text", "Grüße!")]);
    page.wait_for("document.getElementById('log').textContent.includes('Pia: Grüße!')");
    server.wait_for("text: \"Pia: Grüße!\"");

    // The server goes, and comes back at the same address.
    drop(server.stop());
    status(&mut page, "connection lost");
    assert_eq!(page.eval("document.getElementById('players').children.length"), 0);
    let (server, _) = arena_websocket::start(address.port());
    status(&mut page, "connected");
    server.wait_for(" -> Join(Join { name: \"Pia\", ");
    page.eval("document.getElementById('leave').click()");
    status(&mut page, "not connected");
    server.wait_for(": Pia is gone\n");
    assert_eq!(server.stop().matches(" -> dropped").count(), 0);
}

needs::tests! {
    needs CHROMIUM TSC: a_page_shows_the_arena_and_plays;
}
