//! Writes the seeds of all targets below a folder, for cargo-fuzz: `seeds fuzz/corpus`.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let corpus = env::args_os().nth(1).map_or_else(|| PathBuf::from("corpus"), PathBuf::from);
    for (name, _) in godot_var_fuzz::TARGETS {
        let folder = corpus.join(name);
        fs::create_dir_all(&folder)?;
        for (at, seed) in godot_var_fuzz::seeds::seeds(name).iter().enumerate() {
            fs::write(folder.join(format!("seed-{at:04}")), seed)?;
        }
    }
    Ok(())
}
