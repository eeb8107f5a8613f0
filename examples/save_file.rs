//! Save files of a Godot game: `store_var` writes values one after the other, each after its length.
//!
//! ```text
//! cargo run --example save_file                              shows itself, in the system's temporary folder
//! cargo run --example save_file -- new FILE                  writes a save for Godot 4
//! cargo run --example save_file -- show FILE                 shows what is in one
//! cargo run --example save_file -- --godot 3 new FILE        the same for Godot 3
//! godot3-server --path examples/clients-godot3 -s save_file.gd -- FILE
//! godot --headless --path examples/clients-godot4 -s save_file.gd -- FILE
//! ```
//!
//! The scripts play the game: they load a save, change it, and save again.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read};
use std::path::Path;

use godot_var::framing::{LengthOrder, read_frame, write_frame};
use godot_var::{
    Color, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes, Vector3,
};

type Failure = Box<dyn Error + Send + Sync>;

/// The first value of a file.
#[derive(Debug, GodotVar)]
struct Header {
    version: u32,
}

/// The second value.
#[derive(Debug, PartialEq, GodotVar)]
struct Hero {
    name: String,
    pos: Vector3,
    health: i32,
    played_seconds: f64,
    /// Missing in files of version 1.
    #[godot_var(default)]
    inventory: Vec<String>,
}

/// All other values.
#[derive(Debug, PartialEq, GodotVar)]
struct Placed {
    scene: String,
    pos: Vector3,
    color: Option<Color>,
}

#[derive(Debug, PartialEq)]
struct Save {
    hero: Hero,
    placed: Vec<Placed>,
}

const VERSION: u32 = 2;
/// The default; the script can set `big_endian` (Godot 4) or `endian_swap` (Godot 3) of its file.
const ORDER: LengthOrder = LengthOrder::LittleEndian;

/// Writes a new file beside the old one and then replaces it, so that the file at `path` is always complete.
fn save<D: Dialect>(save: &Save, path: &Path) -> Result<(), Failure> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let mut file = BufWriter::new(File::create(&new)?);
    let mut store = |value: Vec<u8>| write_frame(&mut file, &value, ORDER);
    store(Header { version: VERSION }.to_variant_bytes::<D>()?)?;
    store(save.hero.to_variant_bytes::<D>()?)?;
    for placed in &save.placed {
        store(placed.to_variant_bytes::<D>()?)?;
    }
    // Otherwise the new name could be on the disk before the content.
    file.into_inner()?.sync_all()?;
    Ok(fs::rename(new, path)?)
}

fn load<D: Dialect>(path: &Path) -> Result<Save, Failure> {
    let mut file = BufReader::new(File::open(path)?);
    let Header { version } = next::<D, _>(&mut file)?.ok_or("an empty file")?;
    if version > VERSION {
        return Err(format!("version {version} is from a newer game").into());
    }
    let hero = next::<D, _>(&mut file)?.ok_or("no hero")?;
    let mut placed = Vec::new();
    while let Some(more) = next::<D, _>(&mut file)? {
        placed.push(more);
    }
    Ok(Save { hero, placed })
}

/// Returns the next value of a file, or `None` at its end.
fn next<D, T>(file: &mut impl Read) -> Result<Option<T>, Failure>
where
    D: Dialect,
    T: for<'a> FromVariantBytes<'a>,
{
    let mut buffer = Vec::new();
    let value = read_frame(file, ORDER, Limits::DEFAULT, &mut buffer)?;
    Ok(value.map(T::from_variant_bytes::<D>).transpose()?)
}

fn new_game() -> Save {
    let hero = Hero {
        name: "Ann".into(),
        pos: Vector3::new(1.0, 0.0, -2.5),
        health: 100,
        played_seconds: 0.0,
        inventory: vec!["lamp".into()],
    };
    let red = Color::new(1.0, 0.0, 0.0, 1.0);
    let door = Placed { scene: "door".into(), pos: Vector3::ZERO, color: Some(red) };
    let tree = Placed { scene: "tree".into(), pos: Vector3::new(4.0, 0.0, 4.0), color: None };
    Save { hero, placed: vec![door, tree] }
}

fn show(save: &Save) {
    println!("{:?}", save.hero);
    for placed in &save.placed {
        println!("{placed:?}");
    }
}

fn run<D: Dialect>(arguments: &[&str]) -> Result<(), Failure> {
    match arguments {
        [] => {
            let name = format!("godot-var-save-{}.dat", std::process::id());
            let path = std::env::temp_dir().join(name);
            save::<D>(&new_game(), &path)?;
            let mut game = load::<D>(&path)?;
            assert_eq!(game, new_game());
            game.hero.inventory.push("key".into());
            save::<D>(&game, &path)?;
            assert_eq!(load::<D>(&path)?, game);
            fs::remove_file(path)?;
            show(&game);
            println!("OK");
        }
        ["new", path] => save::<D>(&new_game(), path.as_ref())?,
        ["show", path] => show(&load::<D>(path.as_ref())?),
        _ => return Err("usage: save_file [--godot 3|4] [new FILE | show FILE]".into()),
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--godot", version, ref rest @ ..] => match version.split('.').next() {
            Some("3") => run::<Godot3>(rest),
            Some("4") => run::<Godot4>(rest),
            _ => Err(format!("--godot {version}: not an option").into()),
        },
        ref rest => run::<Godot4>(rest),
    }
}
