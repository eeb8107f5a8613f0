//! Tests of the crate, next to `rusty_enet` where there is something to compare.

mod coder;
mod hosts;
mod network;
mod random;
mod receive;
mod vectors;
