//! Tests that need what is no part of this project: where it is missing they are ignored, and fail if `CI` is `true`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// Something that is no part of this project.
pub(crate) struct Need {
    /// How to get it.
    way: &'static str,
    look: fn() -> Option<PathBuf>,
    found: OnceLock<Option<PathBuf>>,
}

impl Need {
    pub(crate) const fn new(way: &'static str, look: fn() -> Option<PathBuf>) -> Self {
        Self { way, look, found: OnceLock::new() }
    }

    fn find(&self) -> Option<&Path> {
        self.found.get_or_init(self.look).as_deref()
    }

    /// The program or file, for a test that says it needs it.
    pub(crate) fn path(&self) -> &Path {
        self.find().expect("what this test says it needs")
    }
}

/// A program that answers to `--version`: on the path, or named by an environment variable.
pub(crate) fn program(name: &str, variable: Option<&str>) -> Option<PathBuf> {
    let program = variable.and_then(env::var_os).unwrap_or_else(|| name.into());
    let started = Command::new(&program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    started.is_ok().then(|| program.into())
}

/// Makes a test of a function; `module` is its `module_path!()`.
pub(crate) fn trial(module: &str, name: &str, needs: Vec<&'static Need>, test: fn()) -> Trial {
    // As the compiler's own harness names tests: without the name of the crate.
    let module = module.split_once("::").map_or("", |(_, module)| module);
    Trial::ignorable_test(format!("{module}::{name}"), move || {
        if let Some(missing) = needs.iter().find(|need| need.find().is_none()) {
            if env::var_os("CI").is_some_and(|ci| ci == "true") {
                return Err(Failed::from(missing.way));
            }
            return Ok(Completion::ignored_with(missing.way));
        }
        test();
        Ok(Completion::Completed)
    })
}

/// `tests! { needs ENGINE: udp, tcp; needs nothing: options }` is a function `tests` with these tests of the module.
macro_rules! tests {
    (@needs (nothing)) => { Vec::new() };
    (@needs ($($need:ident)+)) => { vec![$(&$need),+] };
    (@group $needs:tt $($test:ident),+) => {
        [$(crate::needs::trial(
            module_path!(),
            stringify!($test),
            crate::needs::tests!(@needs $needs),
            $test,
        )),+]
    };
    ($(needs $($need:ident)+: $($test:ident),+;)+) => {
        pub(crate) fn tests() -> Vec<libtest_mimic::Trial> {
            let mut tests = Vec::new();
            $(tests.extend(crate::needs::tests!(@group ($($need)+) $($test),+));)+
            tests
        }
    };
}
pub(crate) use tests;

/// Runs tests as the command line says.
pub(crate) fn run(tests: impl IntoIterator<Item = Vec<Trial>>) -> ExitCode {
    let tests = tests.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Headless Godot 3.2 to 3.6.
pub(crate) static ENGINE: Need = Need::new(
    "godot3-server not found; apt-get install godot3-server, or name a headless Godot 3 in GODOT3",
    || program("godot3-server", Some("GODOT3")),
);

/// The grammar of GDScript 4.
pub(crate) static GDPARSE: Need =
    Need::new("gdparse not found; pip install gdtoolkit, or name the program in GDPARSE", || {
        program("gdparse", Some("GDPARSE"))
    });
