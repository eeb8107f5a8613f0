//! Tests of the crate, next to `rusty_enet` where there is something to compare.

mod attacks;
mod coder;
mod hosts;
mod network;
mod random;
mod receive;
mod recorded;
mod recovery;
mod vectors;
