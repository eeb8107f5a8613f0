//! Opens files to read: every program of this project does it here.
//!
//! A schema, a lock or a project may come from somebody else, and a link in it may lead to a pipe or a device. These have no end, or
//! wait for ever. So only what the user names may be one, and a file that is read as a whole has a maximum size.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The maximum size of a file that is read as a whole, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// Opens a regular file, which a link may lead to.
///
/// # Errors
/// Those of the system, and one for anything but a regular file.
pub fn file(path: &Path) -> io::Result<File> {
    // Opening a pipe waits for its writer.
    regular(&fs::metadata(path)?)?;
    let (file, metadata) = opened(path)?;
    regular(&metadata).map(|()| file)
}

/// Opens a file that the user names: it may be a pipe or a device, but no folder. Returns its length in bytes, too, if it is a regular file.
///
/// # Errors
/// Those of the system.
pub fn named(path: &Path) -> io::Result<(File, Option<u64>)> {
    let (file, metadata) = opened(path)?;
    Ok((file, metadata.is_file().then_some(metadata.len())))
}

/// Reads a regular file of up to [`MAX_BYTES`].
///
/// # Errors
/// Those of [`file()`], and one if it is longer.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let file = file(path)?;
    let len = file.metadata()?.len();
    if len > MAX_BYTES {
        return Err(too_long(&format!("{len} bytes")));
    }
    all(file)
}

/// Reads a text in UTF-8 as [`bytes`] does.
///
/// # Errors
/// Those of [`bytes`], and one if it is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    utf8(bytes(path)?)
}

/// Reads up to [`MAX_BYTES`] to the end.
///
/// # Errors
/// Those of the system, and one if there are more.
pub fn all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_long("more bytes"));
    }
    Ok(bytes)
}

/// Returns bytes as a text.
///
/// # Errors
/// The position of the first byte that is not UTF-8.
pub fn utf8(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::new(ErrorKind::InvalidData, format!("not UTF-8 at byte {at}"))
    })
}

fn opened(path: &Path) -> io::Result<(File, Metadata)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(folder());
    }
    Ok((file, metadata))
}

fn regular(metadata: &Metadata) -> io::Result<()> {
    match metadata.is_file() {
        true => Ok(()),
        false if metadata.is_dir() => Err(folder()),
        false => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "a pipe or a device; only one that an option names is read",
        )),
    }
}

fn folder() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "a folder; name a file in it")
}

fn too_long(len: &str) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it has {len}, and {MAX_BYTES} are allowed"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use super::*;
    use crate::files::on_disk;

    #[test]
    fn a_device_is_no_file() {
        let zero = Path::new("/dev/zero");
        assert_eq!(bytes(zero).expect_err("a device").kind(), ErrorKind::InvalidInput);
        let (endless, len) = named(zero).expect("a device");
        assert_eq!(len, None);
        assert_eq!(all(endless).expect_err("no end").kind(), ErrorKind::FileTooLarge);
        assert_eq!(bytes(Path::new("/")).expect_err("a folder").kind(), ErrorKind::IsADirectory);
        assert_eq!(named(Path::new("/")).expect_err("a folder").kind(), ErrorKind::IsADirectory);
    }

    #[test]
    fn a_name_leads_to_the_path_that_it_shows() {
        for (root, pairs) in [
            (
                "a?/b?.rs",
                &[
                    ("a\u{fffd}/b\u{fffd}.rs", "a?/b?.rs"),
                    ("a\u{fffd}/b\u{fffd}/c.rs", "a?/b?/c.rs"),
                ][..],
            ),
            (
                "a?/b.rs",
                &[("a\u{fffd}/c/mod.rs", "a?/c/mod.rs"), ("a\u{fffd}/../c.rs", "a?/../c.rs")],
            ),
            ("a/b.rs", &[("a/b/c\u{fffd}.rs", "a/b/c\u{fffd}.rs")]),
        ] {
            let bytes = |text: &str| text.replace('?', "\u{1}").into_bytes();
            let path = |text: &str| {
                let bytes: Vec<u8> =
                    bytes(text).into_iter().map(|it| if it == 1 { 0xff } else { it }).collect();
                Path::new(OsStr::from_bytes(&bytes)).to_owned()
            };
            for (name, expected) in pairs {
                assert_eq!(on_disk(&path(root), name), path(expected), "{name}");
            }
        }
    }
}
