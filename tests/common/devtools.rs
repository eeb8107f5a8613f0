//! Controls a page in headless Chromium with the `DevTools` protocol.
#![allow(dead_code, reason = "each program of tests uses a part of this")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tungstenite::{Message, WebSocket, client};

use crate::needs::CHROMIUM;

/// The longest time to wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub(crate) struct Page {
    browser: Child,
    profile: PathBuf,
    socket: WebSocket<TcpStream>,
    session: String,
    calls: u64,
}

impl Page {
    /// Starts a browser and opens a file, before whose scripts the page runs another one.
    pub(crate) fn open(file: &Path, script: &str) -> Self {
        let file = file.canonicalize().expect("a file");
        Self::open_url(&format!("file://{}", file.display()), script)
    }

    /// The same for the page of a server.
    pub(crate) fn open_url(url: &str, script: &str) -> Self {
        let name = format!("chromium-{}-{:?}", std::process::id(), std::thread::current().id());
        let profile = std::env::temp_dir().join(name);
        let mut browser = Command::new(CHROMIUM.path())
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut told = BufReader::new(browser.stderr.take().expect("a pipe")).lines();
        let address = told
            .find_map(|line| {
                Some(line.ok()?.strip_prefix("DevTools listening on ws://")?.to_owned())
            })
            .expect("the address of its tools");
        // Chromium must not wait because nobody reads its later output.
        std::thread::spawn(move || told.for_each(drop));
        let host = address.split('/').next().expect("a host");
        let stream = TcpStream::connect(host).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let (socket, _) = client(format!("ws://{address}"), stream).expect("it answers");
        let mut page = Self { browser, profile, socket, session: String::new(), calls: 0 };
        let target = page.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attached = page.call(
            "Target.attachToTarget",
            &json!({ "targetId": target["targetId"], "flatten": true }),
        );
        attached["sessionId"].as_str().expect("an id").clone_into(&mut page.session);
        page.call("Page.enable", &json!({}));
        page.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
        page.call("Page.navigate", &json!({ "url": url }));
        page.wait_for("document.readyState === 'complete'");
        page
    }

    /// Calls a method of the protocol.
    pub(crate) fn call(&mut self, method: &str, parameters: &Json) -> Json {
        self.calls += 1;
        let mut call = json!({ "id": self.calls, "method": method, "params": parameters });
        if !self.session.is_empty() {
            call["sessionId"] = self.session.as_str().into();
        }
        self.socket.send(Message::text(call.to_string())).expect("it listens");
        loop {
            let message = self.socket.read().expect("it answers in time");
            let Message::Text(text) = message else { continue };
            let mut answer: Json = serde_json::from_str(&text).expect("JSON");
            if answer["id"] == self.calls {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
        }
    }

    /// Evaluates an expression in the page, and waits if it is a promise.
    pub(crate) fn eval(&mut self, expression: &str) -> Json {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut told = self.call("Runtime.evaluate", &parameters);
        assert!(told["exceptionDetails"].is_null(), "{expression}: {told}");
        told["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.eval(expression) != true {
            assert!(begun.elapsed() < PATIENCE, "{expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Chooses files in an `<input type="file">`.
    pub(crate) fn choose(&mut self, selector: &str, files: &[&Path]) {
        let document = self.call("DOM.getDocument", &json!({}));
        let node = self.call(
            "DOM.querySelector",
            &json!({ "nodeId": document["root"]["nodeId"], "selector": selector }),
        );
        let files: Vec<_> = files.iter().map(|file| file.canonicalize().expect("a file")).collect();
        let parameters = json!({ "nodeId": node["nodeId"], "files": files });
        self.call("DOM.setFileInputFiles", &parameters);
    }

    /// Presses and releases a key, such as `ArrowDown`.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "code": key }));
        }
    }

    /// Moves the pointer over the middle of an element.
    pub(crate) fn hover(&mut self, selector: &str) {
        let place = self.eval(&format!(
            "(() => {{ const element = document.querySelector({selector:?}); \
             if (element.getBoundingClientRect().bottom > innerHeight * 0.6) element.scrollIntoView({{ block: 'center' }}); \
             const box = element.getBoundingClientRect(); \
             return [box.x + Math.min(box.width / 2, 60), box.y + box.height / 2]; }})()"
        ));
        let parameters = json!({ "type": "mouseMoved", "x": place[0], "y": place[1] });
        self.call("Input.dispatchMouseEvent", &parameters);
    }

    /// Sets the window's width in pixels, and the color scheme.
    pub(crate) fn look_like(&mut self, width: u32, is_dark: bool) {
        let size =
            json!({ "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let scheme = if is_dark { "dark" } else { "light" };
        let feature = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", &json!({ "features": feature }));
    }

    /// Saves a screenshot of the window.
    pub(crate) fn picture(&mut self, file: &Path) {
        let told = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        fs::write(file, from_base64(told["data"].as_str().expect("a picture"))).expect("a file");
    }
}

/// Decodes base64, in which the protocol sends bytes.
fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'=').map(digit).collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit));
        let bits = bits << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}
