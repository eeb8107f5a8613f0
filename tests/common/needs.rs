//! Tests that need external programs. If one is missing they are ignored, or fail if `CI` is `true`.
#![allow(dead_code, reason = "each program of tests uses a part of this")]

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::thread;

use godot_var::dialect::{DialectSpec, Generation};
use godot_var::{Dialect, Godot3, Godot4};
use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// An external program or file.
pub(crate) struct Need {
    /// How to install it.
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

    /// Returns the path of the program or file, for a test that declares the need.
    pub(crate) fn path(&self) -> &Path {
        self.find().expect("what this test says it needs")
    }

    /// Returns itself: `tests!` calls `need` for needs and engines alike.
    pub(crate) fn need(&'static self) -> &'static Need {
        self
    }
}

/// A headless engine. A test that runs in several engines gets it as its argument.
pub(crate) struct Godot {
    /// The name in names of tests and folders.
    pub(crate) name: &'static str,
    pub(crate) generation: Generation,
    need: Need,
}

impl Godot {
    /// The program.
    pub(crate) fn path(&self) -> &Path {
        self.need.path()
    }

    /// The dialect of its values.
    pub(crate) fn spec(&self) -> &'static DialectSpec {
        match self.generation {
            Generation::Godot3 => &Godot3::SPEC,
            Generation::Godot4 => &Godot4::SPEC,
        }
    }

    /// `godot3` or `godot4`, as in the folders of scripts.
    pub(crate) fn language(&self) -> &'static str {
        match self.generation {
            Generation::Godot3 => "godot3",
            Generation::Godot4 => "godot4",
        }
    }

    /// The value of the examples' option `--godot`.
    pub(crate) fn option(&self) -> &'static str {
        match self.generation {
            Generation::Godot3 => "3",
            Generation::Godot4 => "4",
        }
    }

    /// Returns the external program of this engine.
    pub(crate) fn need(&'static self) -> &'static Need {
        &self.need
    }
}

/// Finds a program that answers to `--version`: in the path, or from an environment variable.
pub(crate) fn program(name: impl AsRef<OsStr>, variable: Option<&str>) -> Option<PathBuf> {
    let program = variable.and_then(env::var_os).unwrap_or_else(|| name.as_ref().to_owned());
    let started = Command::new(&program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    started.is_ok().then(|| program.into())
}

/// Returns the path where `scripts/engines.sh` installs engines, if its folder is `engines` in the target folder.
fn installed(name: &str) -> PathBuf {
    target().join("engines").join(name).join("godot")
}

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder")
}

/// Makes a test of a function; `module` is its `module_path!()`.
pub(crate) fn trial(
    module: &str,
    name: &str,
    needs: Vec<&'static Need>,
    test: impl FnOnce() + Send + 'static,
) -> Trial {
    // Names tests like the compiler's own harness: without the name of the crate.
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

/// `tests! { needs TOOL: udp, tcp; in GODOT3 GODOT4: files; needs nothing: options }` defines a function `tests` with these tests of the
/// module. A test `in` engines runs once in each, gets that engine, and is named after it: `files::godot4`.
macro_rules! tests {
    (@needs (nothing)) => { Vec::new() };
    (@needs ($($need:ident)+)) => { vec![$($need.need()),+] };
    (@group needs $needs:tt $($test:ident),+) => {
        [$(crate::needs::trial(
            module_path!(),
            stringify!($test),
            crate::needs::tests!(@needs $needs),
            $test,
        )),+]
    };
    (@group in $engines:tt $($test:ident),+) => {
        [$(crate::needs::tests!(@each $engines $test)),+].into_iter().flatten()
    };
    (@each ($($engine:ident)+) $test:ident) => {
        [$(crate::needs::trial(
            module_path!(),
            &format!("{}::{}", stringify!($test), $engine.name),
            vec![$engine.need()],
            || $test(&$engine),
        )),+]
    };
    ($($kind:ident $($need:ident)+: $($test:ident),+;)+) => {
        pub(crate) fn tests() -> Vec<libtest_mimic::Trial> {
            let mut tests = Vec::new();
            $(tests.extend(crate::needs::tests!(@group $kind ($($need)+) $($test),+));)+
            tests
        }
    };
}
pub(crate) use tests;

/// Runs tests with the options of the command line.
pub(crate) fn run(tests: impl IntoIterator<Item = Vec<Trial>>) -> ExitCode {
    let tests = tests.into_iter().flatten().collect();
    let mut arguments = Arguments::from_args();
    // They mostly wait for other programs.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * cores);
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// The Godot 3.2 of Debian 11 and 12.
pub(crate) static GODOT3: Godot = Godot {
    name: "godot3_2",
    generation: Generation::Godot3,
    need: Need::new(
        "Godot 3.2 not found; apt-get install godot3-server, or name a headless one in GODOT3",
        || program("godot3-server", Some("GODOT3")),
    ),
};

/// The newest Godot 3.6 that Debian has.
pub(crate) static GODOT36: Godot = Godot {
    name: "godot3_6",
    generation: Generation::Godot3,
    need: Need::new(
        "Godot 3.6 not found; run scripts/engines.sh target/engines, or name a headless one in GODOT36",
        || program(installed("godot3"), Some("GODOT36")),
    ),
};

/// The newest Godot 4 that Debian has.
pub(crate) static GODOT4: Godot = Godot {
    name: "godot4",
    generation: Generation::Godot4,
    need: Need::new(
        "Godot 4 not found; run scripts/engines.sh target/engines, or name a headless one in GODOT4",
        || program(installed("godot4"), Some("GODOT4")),
    ),
};

/// A browser.
pub(crate) static CHROMIUM: Need =
    Need::new("Chromium not found; apt-get install chromium, or name it in CHROMIUM", || {
        program("chromium", Some("CHROMIUM"))
    });

/// A screen without a device, for the editor.
pub(crate) static XVFB: Need =
    Need::new("xvfb-run not found; apt-get install xvfb xauth libgl1 libgl1-mesa-dri", || {
        program("xvfb-run", None)
    });

/// The grammar of GDScript 4.
pub(crate) static GDPARSE: Need =
    Need::new("gdparse not found; pip install gdtoolkit, or name the program in GDPARSE", || {
        program("gdparse", Some("GDPARSE"))
    });

/// The formatter of GDScript.
pub(crate) static GDFORMAT: Need =
    Need::new("gdformat not found; pip install gdtoolkit, or name the program in GDFORMAT", || {
        program("gdformat", Some("GDFORMAT"))
    });

/// The linter of GDScript.
pub(crate) static GDLINT: Need =
    Need::new("gdlint not found; pip install gdtoolkit, or name the program in GDLINT", || {
        program("gdlint", Some("GDLINT"))
    });

/// The compiler of C# that comes with mono.
pub(crate) static MCS: Need =
    Need::new("mcs not found; apt-get install mono-mcs", || program("mcs", Some("MCS")));

/// What runs programs in C#.
pub(crate) static MONO: Need =
    Need::new("mono not found; apt-get install mono-runtime", || program("mono", Some("MONO")));

/// The compiler of TypeScript.
pub(crate) static TSC: Need = Need::new(
    "tsc not found; npm install --prefix target/typescript typescript@5 @types/node@22, or name it in TSC",
    || program(target().join("typescript/node_modules/.bin/tsc"), Some("TSC")),
);

/// What runs JavaScript.
pub(crate) static NODE: Need =
    Need::new("node not found; apt-get install nodejs", || program("node", Some("NODE")));
