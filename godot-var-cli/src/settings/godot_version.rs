//! The versions of Godot that options take: `4`, `4.6`, `4.6.3`, `4.x`, and those of Godot 3.

use std::str::FromStr;

use godot_var::dialect::Generation;
use godot_var_codegen::gdscript::Engine;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A value of `--godot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GodotVersion {
    generation: Generation,
    /// The newest one, if the value does not name it.
    minor: u8,
}

impl GodotVersion {
    pub(crate) const fn generation(self) -> Generation {
        self.generation
    }

    /// Returns the generator's name for the features of GDScript that this version has.
    pub(crate) const fn engine(self) -> Engine {
        match (self.generation, self.minor) {
            (Generation::Godot3, _) => Engine::Godot3,
            (Generation::Godot4, 0 | 1) => Engine::Godot4_0,
            (Generation::Godot4, 2 | 3) => Engine::Godot4_2,
            (Generation::Godot4, _) => Engine::Godot4,
        }
    }
}

/// The newest one.
impl Default for GodotVersion {
    fn default() -> Self {
        Self { generation: Generation::Godot4, minor: u8::MAX }
    }
}

impl<'de> Deserialize<'de> for GodotVersion {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for GodotVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORMS: &str = "expected a version of Godot, such as 4, 4.6 or 3.6";
        let mut parts = text.split('.');
        let generation = match parts.next() {
            Some("4") => Generation::Godot4,
            Some("3") => Generation::Godot3,
            _ => return Err(FORMS.to_owned()),
        };
        let mut numbers = [u8::MAX; 2];
        for number in &mut numbers {
            match parts.next() {
                None | Some("x") => {}
                // Not `+1`, which is a number to Rust.
                Some(part) if part.starts_with(|first: char| first.is_ascii_digit()) => {
                    *number = part.parse().map_err(|_| FORMS.to_owned())?;
                }
                Some(_) => return Err(FORMS.to_owned()),
            }
        }
        if parts.next().is_some() {
            return Err(FORMS.to_owned());
        }
        let [minor, _] = numbers;
        if generation == Generation::Godot3 && minor == 0 {
            let way =
                "`--wire godot3.0` of `inspect`, `decode` and `encode` reads and writes its bytes";
            return Err(format!(
                "Godot 3.0 has no typed GDScript, and other bytes for numbers; {way}"
            ));
        }
        Ok(Self { generation, minor })
    }
}
