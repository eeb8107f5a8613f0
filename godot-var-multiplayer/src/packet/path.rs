//! Paths of nodes, and the numbers that replace them.

use godot_var_runtime::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

use super::{Command, finish, invalid, put_text, text};
use crate::checksum::not_a_checksum;
use crate::{Checksum, Era, Options};

/// `SIMPLIFY_PATH`: gives a node a number. The sender may use it in place of the path in later packets.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | `01` |
/// | 1 | 33 | checksum of the node's RPCs: 32 hex digits in lower case, and a NUL |
/// | 34 | 4 | u32 id, chosen by the sender |
/// | 38 | | path of the node from the root of the API, and a NUL; readers accept a path without the NUL |
///
/// # Source
/// `SceneCacheInterface::process_simplify_path`; agrees with `tests/vectors/multiplayer.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimplifyPath<'a> {
    /// The checksum of the node's RPCs.
    pub checksum: Checksum,
    /// The number. Each sender has its own numbers.
    pub id: u32,
    /// The path: `World/Chat`, or `.` for the root itself.
    pub path: &'a str,
}

impl<'a> SimplifyPath<'a> {
    pub(super) fn read(reader: &mut Reader<'a>, options: &Options) -> Result<Self, DecodeError> {
        let at = reader.position();
        let digits = reader.array("a checksum")?;
        let [nul] = reader.array("a checksum")?;
        let checksum = Checksum::from_digits(&digits).ok_or_else(|| not_a_checksum(at))?;
        if nul != 0 {
            let found = alloc::format!("byte 0x{nul:02x}");
            return Err(invalid(at + digits.len(), "a NUL after the checksum", found));
        }
        let id = reader.u32("the id of a path")?;
        let path = path(reader, options)?;
        finish(reader, options, "a path")?;
        Ok(Self { checksum, id, path })
    }

    pub(super) fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[Command::SimplifyPath as u8]);
        out.put_bytes(&self.checksum.to_digits());
        out.put_bytes(&[0]);
        out.put_u32(self.id);
        put_text(self.path, "the path", out)
    }
}

/// How a [`ConfirmPath`] names the confirmed path. This depends on the [`Era`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed<'a> {
    /// The id in the [`SimplifyPath`]: Godot 4.3 and later.
    Id(u32),
    /// The path: Godot 4.0 to 4.2.
    Path(&'a str),
}

/// `CONFIRM_PATH`: the answer to a [`SimplifyPath`] whose node exists.
///
/// | Offset | Length | Godot 4.3 and later | Godot 4.0 to 4.2 |
/// |--:|--:|---|---|
/// | 0 | 1 | `02` | `02` |
/// | 1 | 1 | 1 if the checksum agrees, else 0 | the same |
/// | 2 | 4 | u32 id of the [`SimplifyPath`] | path and NUL |
///
/// # Source
/// `SceneCacheInterface::process_confirm_path`. `multiplayer_injected.jsonl` has confirmations of 4.6; the form of Godot 4.2 is taken from
/// its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfirmPath<'a> {
    /// Whether the checksum equals that of the node's RPCs here. The path counts as confirmed either way.
    pub agrees: bool,
    /// The confirmed path.
    pub path: Confirmed<'a>,
}

impl<'a> ConfirmPath<'a> {
    /// Makes the answer to a [`SimplifyPath`] in the form of an era.
    pub const fn answer(simplify: &SimplifyPath<'a>, agrees: bool, era: Era) -> Self {
        let path = match era {
            Era::Godot4_0 => Confirmed::Path(simplify.path),
            Era::Godot4_3 => Confirmed::Id(simplify.id),
        };
        Self { agrees, path }
    }

    pub(super) fn read(reader: &mut Reader<'a>, options: &Options) -> Result<Self, DecodeError> {
        let at = reader.position();
        let [agrees] = reader.array("whether a checksum agrees")?;
        if options.limits.canonical && agrees > 1 {
            return Err(invalid(at, "0 or 1", alloc::format!("{agrees}")));
        }
        let path = match options.era {
            Era::Godot4_0 => Confirmed::Path(path(reader, options)?),
            Era::Godot4_3 => {
                let id = reader.u32("the id of a path")?;
                // The engine checks the length, because nothing else distinguishes the eras.
                finish(reader, &options.with_trailing_bytes(false), "the id of a path")?;
                Confirmed::Id(id)
            }
        };
        finish(reader, options, "a path")?;
        Ok(Self { agrees: agrees != 0, path })
    }

    pub(super) fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[Command::ConfirmPath as u8, u8::from(self.agrees)]);
        match self.path {
            Confirmed::Id(id) => out.put_u32(id),
            Confirmed::Path(path) => put_text(path, "the path", out)?,
        }
        Ok(())
    }
}

/// Reads a path that leads from the root down.
pub(crate) fn path<'a>(reader: &mut Reader<'a>, options: &Options) -> Result<&'a str, DecodeError> {
    let at = reader.position();
    let path = text(reader, "a path")?;
    let leads_out =
        path.is_empty() || path.starts_with('/') || path.split('/').any(|name| name == "..");
    if leads_out && !options.any_path {
        return Err(DecodeError::new(
            DecodeErrorKind::InvalidValue,
            at,
            "a path from the root down",
            alloc::format!("{path:?}"),
        ));
    }
    Ok(path)
}
