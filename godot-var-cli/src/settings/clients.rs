//! The tables of `godot-var.toml` for the languages that clients are written in, one for each.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use godot_var_cli::visible::shown;
use godot_var_codegen::language::Language;
use godot_var_codegen::language::csharp::{self, CSharp};
use godot_var_codegen::language::typescript::TypeScript;
use godot_var_codegen::protocol::Diagnostic;
use godot_var_codegen::{gdscript, litenet};
use serde::Deserialize;

use super::godot_version::GodotVersion;
use super::tables::{LiteNetEra, resolve_schemas};
use crate::sources::godot_project;

/// The table of a language, with the options of its command under the same names.
pub(crate) trait Client {
    /// The schemas; one file is written for each.
    fn schemas(&self) -> &[PathBuf];

    /// The folder for the files.
    fn output(&self) -> &Path;

    /// Starts relative paths from the folder `root`. Without own schemas it takes the others.
    fn resolve(&mut self, root: &Path, schemas: &[PathBuf]) -> Result<(), String>;

    /// Returns the language with its options.
    fn language(&self) -> io::Result<Box<dyn Language>>;

    /// Writes the file of a schema whose types derive `LiteNetMessage`; `None` if no file of the language has such messages.
    fn litenet(
        &self,
        schema: &litenet::Schema,
        stem: &str,
    ) -> Option<Result<String, Vec<Diagnostic>>> {
        let _ = (schema, stem);
        None
    }

    /// Files that the options name.
    fn inputs(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

/// The schemas and the folder of a [`Client`], and other folders that may be given.
macro_rules! files {
    ($($other:ident)?) => {
        fn schemas(&self) -> &[PathBuf] {
            &self.schemas
        }

        fn output(&self) -> &Path {
            &self.output
        }

        fn resolve(&mut self, root: &Path, schemas: &[PathBuf]) -> Result<(), String> {
            for path in [&mut self.output].into_iter()$(.chain(&mut self.$other))? {
                *path = root.join(&path);
            }
            resolve_schemas(&mut self.schemas, root, schemas)
        }
    };
}

/// Returns the path of the file for each schema.
pub(crate) fn files(client: &dyn Client, language: &dyn Language) -> io::Result<Vec<PathBuf>> {
    let of_schema = |schema: &PathBuf| {
        let no_file = || io::Error::other(format!("{}: no file", shown(schema)));
        let stem = schema.file_stem().ok_or_else(no_file)?;
        let shown = stem.to_string_lossy();
        let name = language.file_name(&shown);
        // A stem need not be UTF-8.
        let path = match name.strip_prefix(&*shown) {
            Some(rest) => {
                let mut path = stem.to_owned();
                path.push(rest);
                path
            }
            None => name.into(),
        };
        Ok(client.output().join(path))
    };
    client.schemas().iter().map(of_schema).collect()
}

/// Refuses an option that names what one schema can have.
fn check_one(schemas: &[PathBuf], name: Option<&str>, message: &str) -> io::Result<()> {
    match name {
        Some(_) if schemas.len() > 1 => Err(io::Error::other(message.to_owned())),
        _ => Ok(()),
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate gdscript --godot 4 schemas/arena.rs -o client/net
  godot-var generate gdscript --godot 4 schemas/arena.rs -o client/net --check
  godot-var generate gdscript --godot 4 schemas/arena.rs -o client/net --watch
  godot-var generate gdscript --godot 3 schemas/arena.rs -o client3 --class-suffix Net")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Gdscript {
    /// The schemas: Rust modules with types that derive `GodotVar`, `GodotFlat` or `GodotRpc`
    #[arg(required = true)]
    #[serde(default)]
    pub(crate) schemas: Vec<PathBuf>,
    /// The version of Godot that will run the script: `4` (4.4 and later), `3` (3.2 to 3.6), or one such as `4.2`
    #[arg(long, value_name = "VERSION")]
    pub(crate) godot: GodotVersion,
    /// The folder for the scripts: `NAME.gd` for `NAME.rs`
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// A global name for the script; without it a project preloads the script
    #[arg(long, value_name = "NAME")]
    pub(crate) class_name: Option<String>,
    /// A suffix for every class name: with `Net`, `Chat` becomes `ChatNet`
    #[arg(long, value_name = "TEXT", default_value = "")]
    #[serde(default)]
    pub(crate) class_suffix: String,
    /// The Godot project that uses the scripts: report messages with the name of one of its autoloads or `class_name`s
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

impl Client for Gdscript {
    files!(project);

    fn language(&self) -> io::Result<Box<dyn Language>> {
        let name = self.class_name.as_deref();
        check_one(&self.schemas, name, "`--class-name` names one script, so give one schema")?;
        let mut options = gdscript::Options {
            class_name: self.class_name.clone(),
            class_suffix: self.class_suffix.clone(),
            ..gdscript::Options::new(self.godot.engine())
        };
        if let Some(folder) = &self.project {
            options.project = godot_project::names(folder, &files(self, &options)?)?;
        }
        Ok(Box::new(options))
    }

    fn inputs(&self) -> Vec<PathBuf> {
        self.project.iter().map(|folder| folder.join(godot_project::SETTINGS)).collect()
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate csharp schemas/arena.rs -o client/net
  godot-var generate csharp schemas/arena.rs -o client/net --check
  godot-var generate csharp schemas/arena.rs -o Assets/Net --engine unity --namespace Game.Net
  godot-var generate csharp schemas/lite_net_lib_manager/mod.rs -o Assets/Net --engine unity --namespace Messages")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Csharp {
    /// The schemas: Rust modules with types that derive `GodotVar` or `GodotFlat`, or, for Unity, `LiteNetMessage`
    #[arg(required = true)]
    #[serde(default)]
    pub(crate) schemas: Vec<PathBuf>,
    /// The engine whose vectors, colors and other structures the classes have
    #[arg(long, value_enum, default_value_t)]
    #[serde(default, deserialize_with = "super::messages::value")]
    pub(crate) engine: Engine,
    /// The version of Godot whose Variants the classes read and write: `4`, `3`, or one such as `4.6`
    #[arg(long, value_name = "VERSION", default_value = "4")]
    #[serde(default)]
    pub(crate) godot: GodotVersion,
    /// The folder for the files, which have the names of their namespaces: `ArenaProtocol.cs` for `arena.rs`
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// The era of `LiteNetLibManager` messages whose modules are not named `y2018` or `head`
    #[arg(long, value_enum, default_value_t)]
    #[serde(default, deserialize_with = "super::messages::value")]
    pub(crate) era: LiteNetEra,
    /// The namespace of the classes, and the name of the file
    #[arg(long, value_name = "NAME")]
    pub(crate) namespace: Option<String>,
}

/// A value of `--engine`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Engine {
    /// Those of Godot
    #[default]
    Godot,
    /// Those of Unity, and others in the file
    Unity,
    /// Structures in the file, for bots and tools
    None,
}

impl Csharp {
    /// The options of the generator.
    fn options(&self) -> CSharp {
        CSharp {
            engine: match self.engine {
                Engine::Godot => csharp::Engine::Godot,
                Engine::Unity => csharp::Engine::Unity,
                Engine::None => csharp::Engine::None,
            },
            generation: self.godot.generation(),
            namespace: self.namespace.clone(),
        }
    }
}

impl Client for Csharp {
    files!();

    fn language(&self) -> io::Result<Box<dyn Language>> {
        let name = self.namespace.as_deref();
        check_one(&self.schemas, name, "`--namespace` names one file, so give one schema")?;
        Ok(Box::new(self.options()))
    }

    fn litenet(
        &self,
        schema: &litenet::Schema,
        stem: &str,
    ) -> Option<Result<String, Vec<Diagnostic>>> {
        Some(self.options().generate_litenet(schema, stem, self.era.spec()))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate typescript schemas/arena.rs -o web/src
  godot-var generate typescript schemas/arena.rs -o web/src --check")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Typescript {
    /// The schemas: Rust modules with types that derive `GodotVar` or `GodotFlat`
    #[arg(required = true)]
    #[serde(default)]
    pub(crate) schemas: Vec<PathBuf>,
    /// The version of Godot whose Variants the functions read and write: `4`, `3`, or one such as `4.6`
    #[arg(long, value_name = "VERSION", default_value = "4")]
    #[serde(default)]
    pub(crate) godot: GodotVersion,
    /// The folder for the modules: `NAME.ts` for `NAME.rs`
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

impl Client for Typescript {
    files!();

    fn language(&self) -> io::Result<Box<dyn Language>> {
        Ok(Box::new(TypeScript { generation: self.godot.generation() }))
    }
}
