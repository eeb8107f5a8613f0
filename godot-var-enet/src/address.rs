//! What counts as one address where there is a limit for each.

use core::fmt::Debug;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The first 96 bits of an address of IPv4 behind NAT64.
const NAT64: u128 = 0x0064_FF9B << 64;

/// The address of a peer.
pub trait Address: Copy + Ord + Debug {
    /// What [`Self::ip`] returns.
    type Ip: Copy + Ord + Debug;

    /// Returns the part of the address that somebody cannot have many of. 16 handshakes of it can be open at once. `None` has no such
    /// limit.
    fn ip(&self) -> Option<Self::Ip>;
}

/// The [`network`] of the IP address. Loopback addresses have no limit.
impl Address for SocketAddr {
    type Ip = IpAddr;

    fn ip(&self) -> Option<IpAddr> {
        let ip = self.ip().to_canonical();
        (!ip.is_loopback()).then(|| network(ip))
    }
}

/// Returns what one person has of an IP address: an address of IPv4, also if it is mapped or behind NAT64, or the first 64 bits of one of IPv6.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) if ip.to_bits() >> 32 == NAT64 => {
            Ipv4Addr::from_bits(ip.to_bits() as u32).into()
        }
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).into(),
        ip @ IpAddr::V4(_) => ip,
    }
}
