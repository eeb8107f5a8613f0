//! What every wire uses: where bytes are written to and read from, errors, limits, what entry points do.

pub(crate) mod ascending;
pub(crate) mod entry;
pub(crate) mod error;
pub(crate) mod hidden;
pub(crate) mod limits;
pub(crate) mod reader;
pub(crate) mod utf8;
pub(crate) mod writer;
