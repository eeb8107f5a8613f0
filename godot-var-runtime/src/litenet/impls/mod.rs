//! Types that only LiteNetLibManager has.

mod net;
mod structures;
mod wrappers;
