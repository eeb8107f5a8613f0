//! The command line of the small servers.

use std::net::{Ipv4Addr, SocketAddr};

/// `[--listen ADDRESS] [--godot 3|4]`
#[derive(Default)]
pub(crate) struct Options {
    /// The address to listen on. Without it an example runs a demonstration with its own client.
    pub(crate) listen: Option<SocketAddr>,
    /// Whether the clients use Godot 3, not Godot 4.
    pub(crate) godot3: bool,
}

impl Options {
    pub(crate) fn from_args() -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            match (&*name, &*value) {
                ("--listen", address) => {
                    let address = address.parse().map_err(|error| format!("{address}: {error}"))?;
                    options.listen = Some(address);
                }
                ("--godot", version) if matches!(version.split('.').next(), Some("3" | "4")) => {
                    options.godot3 = version.starts_with('3');
                }
                _ => return Err(format!("{name} {value}: not an option")),
            }
        }
        Ok(options)
    }

    /// Returns the address to listen on: for a demonstration any port on loopback.
    pub(crate) fn address(&self) -> SocketAddr {
        self.listen.unwrap_or((Ipv4Addr::LOCALHOST, 0).into())
    }
}
