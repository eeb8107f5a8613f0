//! A reader that another thread reads, so that waiting for it can end.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How long nothing but bytes is waited for.
const PAUSE: Duration = Duration::from_millis(50);
const CHUNK: usize = 1 << 16;
/// Chunks that are read ahead.
const AHEAD: usize = 4;

/// A pipe whose end is waited for only until it is told to stop.
#[derive(Debug)]
pub struct Piped<'a> {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
    stop: &'a AtomicBool,
}

impl<'a> Piped<'a> {
    /// Starts to read. The thread ends with the input, or with the program.
    pub fn new(mut input: impl Read + Send + 'static, stop: &'a AtomicBool) -> Self {
        let (sender, chunks) = sync_channel(AHEAD);
        thread::spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = match input.read(&mut chunk) {
                    Ok(0) => return,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let sent = sender.send(read.map(|read| {
                    chunk.truncate(read);
                    chunk
                }));
                if sent.is_err() {
                    return;
                }
            }
        });
        Self { chunks, chunk: io::Cursor::default(), stop }
    }
}

impl Read for Piped<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.chunk.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.chunks.recv_timeout(PAUSE) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Ok(0);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
