//! Follows the page of C# and TypeScript word by word, from the server of the quick start to a message that arrives.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;

use crate::folder::{Folder, Page};
use crate::markdown::blocks;
use crate::needs::{self, MCS, MONO, NODE, TSC};
use crate::quick_start;

const TEXT: &str = include_str!("../../../docs/guide/clients.md");

fn page() -> Page {
    Page(blocks("docs/guide/clients.md", TEXT))
}

/// Does the first steps for a language: its server runs, and its classes are written.
fn begin(language: &str) -> (Page, Folder) {
    let (_, folder) = quick_start::begin();
    let page = page();
    let generate = format!("godot-var generate {language}");
    let generate = page.find(language, |block| {
        block.text.starts_with(&format!("$ {generate}")) && block.text.contains("chat-server")
    });
    folder.run("", generate.trim_start_matches("$ "));
    (page, folder)
}

/// Runs the commands of the client in its folder. The last one prints what the page shows.
fn client_prints_what_the_page_shows(page: &Page, folder: &Folder, within: &str, skipped: &str) {
    let _server = folder.start_server("cargo run");
    let (commands, shown) = page.commands(&format!("cd {within}"));
    let mut printed = String::new();
    for command in commands[1..].iter().filter(|command| !command.starts_with(skipped)) {
        printed = folder.run(within, &format!("timeout 120 {command}"));
    }
    assert_eq!(printed, shown);
    folder.wait_for_server(|log| log.ends_with("\n\"Ann\": \"hello\"\n"));
}

fn the_csharp_client_does_what_the_page_says() {
    let (page, folder) = begin("csharp");
    let file = "client-csharp/Client.cs";
    let source = page.file(file, "csharp", "static void Main");
    folder.write(file, source);
    client_prints_what_the_page_shows(&page, &folder, "client-csharp", "nothing");

    // The mistake that the page describes, and the compiler's words for it.
    folder.write(file, &source.replace("Text = \"hello\"", "Text = 5"));
    let refused = folder.shell("client-csharp", "mcs -out:wrong.exe Client.cs Chatting.cs");
    let output = { refused }.output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stderr).replace('`', "'");
    let (_, words) = TEXT.split_once("the compiler stops: `").expect("the compiler's words");
    let (words, _) = words.split_once("`.").expect("their end");
    assert!(!output.status.success() && told.contains(words), "{told}");
}

fn the_typescript_client_does_what_the_page_says() {
    let (page, folder) = begin("typescript");
    for (name, tag, part) in [
        ("package.json", "json", "module"),
        ("tsconfig.json", "json", "compilerOptions"),
        ("client.ts", "typescript", "createSocket"),
    ] {
        let file = format!("client-ts/{name}");
        folder.write(&file, page.file(&file, tag, part));
    }
    // In place of `npm install`.
    let modules = TSC.path().ancestors().nth(2).expect("the folder of packages");
    symlink(modules, folder.path.join("client-ts/node_modules")).expect("a link");
    client_prints_what_the_page_shows(&page, &folder, "client-ts", "npm install");

    let source = folder.read("client-ts/client.ts");
    folder.write("client-ts/client.ts", &source.replace("text: 'hello'", "text: 5"));
    let output = folder.shell("client-ts", "npx tsc").output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = page.find("the compiler's words", |block| block.text.starts_with("client.ts("));
    assert!(!output.status.success() && told.contains(words.trim()), "{told}");
}

fn the_structs_for_unity_are_those_of_the_page() {
    let page = page();
    let folder = Folder::new();
    folder.write("src/scores.rs", page.file("src/scores.rs", "rust", "LiteNetMessage"));
    folder.run("", page.commands("godot-var generate csharp --engine unity").0[0]);
    let written = folder.read("Assets/Net/ScoresProtocol.cs");
    let shown = "public struct Score : INetSerializable";
    assert!(TEXT.contains(shown) && written.lines().any(|line| line.trim() == shown), "{written}");
    assert!(written.contains("MsgType = 120;"), "{written}");
}

/// The wires of these schemas are those of their pages.
const PAGES: [(&str, &str); 4] =
    [("arena", "godot"), ("arena", "flat"), ("every_form", "godot"), ("every_flat", "flat")];

/// Generates the page of a schema and the file of a client. Returns the statements of the page in this language.
fn statements(folder: &Folder, (schema, wire): (&str, &str), language: &str) -> Vec<String> {
    let schema_file = format!("godot-var/schemas/{schema}.rs");
    folder.run("", &format!("godot-var generate docs {schema_file} -o page.md --wire {wire}"));
    let found = blocks("page.md", &folder.read("page.md"));
    let found: Vec<String> =
        found.into_iter().filter(|block| block.is(language)).map(|block| block.text).collect();
    assert!(found.len() > 5, "{schema}, {wire}: {} examples in {language}", found.len());
    found
}

fn examples_of_pages_are_csharp() {
    let folder = Folder::new();
    for (schema, wire) in PAGES {
        let examples = statements(&folder, (schema, wire), "csharp");
        let options = "--engine none --namespace Wire";
        folder.run(
            "",
            &format!("godot-var generate csharp {options} godot-var/schemas/{schema}.rs -o ."),
        );
        let functions = examples.iter().enumerate().map(|(at, code)| {
            format!("static void Use{at}(byte[] packet, PagePeer socket) {{\n{code}}}\n")
        });
        let source = format!(
            "using System;\nusing System.Collections.Generic;\nnamespace Wire {{\n\
             class PagePeer {{ public void Send(byte[] bytes) {{ }} }}\n\
             static class PageUses {{\n{}static void Main() {{ }}\n}}\n}}\n",
            functions.collect::<String>()
        );
        folder.write("Uses.cs", &source);
        folder.run("", "mcs -langversion:7.2 -out:uses.exe Uses.cs Wire.cs");
    }
}

fn examples_of_pages_are_typescript() {
    let folder = Folder::new();
    for (schema, wire) in PAGES {
        let examples = statements(&folder, (schema, wire), "typescript");
        folder
            .run("", &format!("godot-var generate typescript godot-var/schemas/{schema}.rs -o ."));
        let file = folder.read(&format!("{schema}.ts"));
        let names: BTreeSet<&str> = file
            .lines()
            .filter_map(|line| line.strip_prefix("export "))
            .filter_map(|line| line.split([' ', '(', ':', '<']).nth(1))
            .collect();
        let names: Vec<&str> = names.into_iter().collect();
        let functions = examples.iter().enumerate().map(|(at, code)| {
            format!("export function use{at}(packet: Uint8Array): void {{\n{code}}}\n")
        });
        let source = format!(
            "import {{ {} }} from './{schema}.js';\n\
             declare const socket: {{ send(bytes: Uint8Array): void }};\n{}",
            names.join(", "),
            functions.collect::<String>()
        );
        folder.write("uses.ts", &source);
        let options = "--strict --noEmit --target ES2022 --module nodenext";
        let tsc = TSC.path().display().to_string();
        let output = folder.shell("", &format!("{tsc} {options} uses.ts")).output();
        let output = output.expect("bash runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

needs::tests! {
    needs MCS MONO: the_csharp_client_does_what_the_page_says;
    needs NODE TSC: the_typescript_client_does_what_the_page_says;
    needs nothing: the_structs_for_unity_are_those_of_the_page;
    needs MCS: examples_of_pages_are_csharp;
    needs TSC: examples_of_pages_are_typescript;
}
