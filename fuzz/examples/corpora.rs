//! Moves inputs between folders for libFuzzer and the files of `fuzz/corpora`:
//!
//! ```text
//! corpora unpack FOLDER             writes the seeds and the kept inputs of all targets below a folder
//! corpora pack FOLDER TARGET...     keeps the inputs of these targets that are below a folder
//! ```

use std::path::Path;
use std::{env, fs, io};

use godot_var_fuzz::{TARGETS, corpora, seeds};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["unpack", folder] => unpack(Path::new(folder)),
        ["pack", folder, ref targets @ ..] => {
            targets.iter().try_for_each(|target| pack(Path::new(folder), target))
        }
        _ => Err(io::Error::other("usage: corpora unpack FOLDER, corpora pack FOLDER TARGET...")),
    }
}

fn unpack(folder: &Path) -> io::Result<()> {
    for (name, _) in TARGETS {
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        for (kind, inputs) in [("seed", seeds::seeds(name)), ("kept", corpora::kept(name))] {
            for (at, input) in inputs.iter().enumerate() {
                fs::write(folder.join(format!("{kind}-{at:04}")), input)?;
            }
        }
    }
    Ok(())
}

fn pack(folder: &Path, target: &str) -> io::Result<()> {
    let files = fs::read_dir(folder.join(target))?;
    let inputs = files.map(|file| fs::read(file?.path())).collect::<io::Result<Vec<_>>>()?;
    let all = inputs.len();
    let packed = corpora::pack(inputs);
    let kept = corpora::unpack(&packed).len();
    println!("{target}: {kept} of {all} inputs in {} bytes", packed.len());
    fs::write(corpora::path(target), packed)
}
