//! Messages of LiteNetLibManager.

mod allocations;
mod behaviour;
mod derive;
mod forms;
mod golden;
mod malformed;
