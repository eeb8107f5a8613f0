//! Values in a stream: bytes come in pieces that have nothing to do with the values in them.

use godot_var::{
    DecodeVariant, Dialect, EncodeVariant, FrameDecoder, FromVariantBytes, LengthOrder,
    ToVariantBytes, put_frame,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{Failure, LIMITS};

/// Unless the script sets `big_endian` of its `StreamPeerTCP`.
const ORDER: LengthOrder = LengthOrder::LittleEndian;

pub(crate) struct Connection {
    stream: TcpStream,
    frames: FrameDecoder,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream, frames: FrameDecoder::with_limits(ORDER, LIMITS) }
    }

    /// The next value; `None` at the end of the stream. Nothing is lost when the future is dropped.
    pub(crate) async fn receive<D, T>(&mut self) -> Result<Option<T>, Failure>
    where
        D: Dialect,
        T: for<'a> DecodeVariant<'a, D>,
    {
        loop {
            if let Some(frame) = self.frames.next_frame()? {
                return Ok(Some(T::from_variant_bytes_with::<D>(frame, LIMITS)?));
            }
            let mut piece = [0; 1024];
            let len = self.stream.read(&mut piece).await?;
            if len == 0 {
                self.frames.finish()?;
                return Ok(None);
            }
            self.frames.feed(&piece[..len]);
        }
    }

    pub(crate) async fn send<D, T>(&mut self, value: &T) -> Result<(), Failure>
    where
        D: Dialect,
        T: EncodeVariant<D>,
    {
        let mut frame = Vec::new();
        put_frame(&value.to_variant_bytes::<D>()?, ORDER, &mut frame)?;
        Ok(self.stream.write_all(&frame).await?)
    }
}
