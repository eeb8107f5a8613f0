//! The server that `godot-var generate rust --server` begins: it builds without a warning, and serves the project in its engine.

use std::fs::File;
use std::process::Command;

use crate::folder::{Folder, Server};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch};

const PROJECTS: &str = "godot-var-project/tests/projects";

fn a_begun_server_serves_its_project(godot: &Godot) {
    let folder = Folder::new();
    folder.create_package("cargo new server");
    let dependency =
        "[dependencies]\ngodot-var = { path = \"../godot-var\", features = [\"net\"] }\n";
    folder.depend("server", dependency);
    // As a further program each, of which only the build is of interest.
    for name in ["bomber", "chat", "everything"] {
        let module = format!("src/bin/begun_{name}/game-{name}.rs");
        begin(&folder, name, &module);
        forbid_warnings(&folder, &format!("server/src/bin/begun_{name}/main.rs"));
    }
    let told = begin(&folder, "pong", "src/project.rs");
    assert!(told.ends_with("wrote src/main.rs (it is yours: go on there)\n"), "{told}");
    forbid_warnings(&folder, "server/src/main.rs");
    // It works as it is, and is what its user goes on with.
    let main = folder.read("server/src/main.rs");
    let joined = "Some(Event::Connected(peer)) => println!(\"{peer} has joined\"),";
    let game = "Some(Event::Connected(peer)) => {
        session.set_authority(pong.player2.node, peer);
        let begin = BallCall::ResetBall { for_left: 0.0 };
        session.call(godot_var::multiplayer::Target::All, pong.ball.node, &begin)?;
    }";
    assert!(main.contains(joined) && main.contains("let _pong = "), "{main}");
    let own = main.replace(joined, game).replace("let _pong = ", "let pong = ");
    folder.write("server/src/main.rs", &own);
    let told = begin(&folder, "pong", "src/project.rs");
    assert_eq!(told, "src/project.rs is up to date\nsrc/main.rs exists, and is not written\n");
    assert_eq!(folder.read("server/src/main.rs"), own);

    let program = folder.build("server");
    let address = format!("127.0.0.1:{}", folder.port);
    let out = File::create(folder.path.join("server.out")).expect("a file");
    let child = Command::new(program).arg(&address).stdout(out).spawn().expect("it starts");
    let _server = Server(child);
    folder.wait_for_server(|printed| printed == format!("listening on {address}\n"));
    let scratch = Scratch::in_engine(godot, "begun-pong");
    let project = format!("../{PROJECTS}/pong");
    let port = folder.port.to_string();
    let _engine = Engine::start_game(godot, scratch, &project, &[&port]);
    // The client hits the ball that the server lets begin.
    folder.wait_for_server(|printed| printed.contains(": bounce false "));
}

/// Generates the module of a project, and a server next to it.
fn begin(folder: &Folder, project: &str, module: &str) -> String {
    let project = format!("../godot-var/{PROJECTS}/{project}");
    folder.run("server", &format!("godot-var generate rust {project} -o {module} --server"))
}

fn forbid_warnings(folder: &Folder, main: &str) {
    let text = folder.read(main);
    folder.write(main, &format!("#![deny(warnings)]\n{text}"));
}

needs::tests! {
    in GODOT4: a_begun_server_serves_its_project;
}
