//! Captures of packets, and the output of `tshark` for them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::needs::{self, Need};

pub(crate) static TSHARK: Need =
    Need::new("tshark not found; apt-get install tshark", || needs::program("tshark", None));

const SERVER: [u8; 4] = [127, 0, 0, 1];
const CLIENT: [u8; 4] = [127, 0, 0, 2];

/// Packets of IPv4 from the server to the client, in the file format of libpcap.
#[derive(Default)]
pub(crate) struct Capture(Vec<Vec<u8>>);

impl Capture {
    fn ip(&mut self, protocol: u8, payload: &[u8]) {
        let length = u16::try_from(20 + payload.len()).expect("a packet of IPv4").to_be_bytes();
        let mut packet = vec![0x45, 0, length[0], length[1], 0, 1, 0, 0, 64, protocol, 0, 0];
        packet.extend([SERVER, CLIENT].as_flattened());
        packet.extend(payload);
        self.0.push(packet);
    }

    /// The last packet comes from the client.
    pub(crate) fn turn(&mut self) {
        if let Some(packet) = self.0.last_mut() {
            packet[12..20].copy_from_slice([CLIENT, SERVER].as_flattened());
        }
    }

    pub(crate) fn udp(&mut self, from: u16, to: u16, payload: &[u8]) {
        let mut datagram = Vec::new();
        let length = u16::try_from(8 + payload.len()).expect("a datagram");
        for half in [from, to, length, 0] {
            datagram.extend(half.to_be_bytes());
        }
        datagram.extend(payload);
        self.ip(17, &datagram);
    }

    /// A segment; `sequence` counts the bytes before it.
    pub(crate) fn tcp(&mut self, from: u16, to: u16, sequence: u32, payload: &[u8]) {
        let mut segment = Vec::new();
        segment.extend(from.to_be_bytes());
        segment.extend(to.to_be_bytes());
        segment.extend((1 + sequence).to_be_bytes());
        // Acknowledges, five words of header, ACK | PSH, a window.
        segment.extend([0, 0, 0, 1, 0x50, 0x18, 0xFF, 0xFF, 0, 0, 0, 0]);
        segment.extend(payload);
        self.ip(6, &segment);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        // Microseconds, version 2.4, packets of at most 65,535 bytes that begin with an IP header.
        let mut bytes = Vec::new();
        for word in [0xA1B2_C3D4_u32, 0x0004_0002, 0, 0, 65535, 101] {
            bytes.extend(word.to_le_bytes());
        }
        for packet in &self.0 {
            let length = u32::try_from(packet.len()).expect("a packet");
            for word in [1, 0, length, length] {
                bytes.extend(word.to_le_bytes());
            }
            bytes.extend(packet);
        }
        bytes
    }
}

/// Returns a folder for the test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wireshark").join(name);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Returns the output of `tshark` for a capture with the dissectors in the folder. Any Lua error fails the test.
pub(crate) fn tshark(
    folder: &Path,
    scripts: &[&str],
    capture: &Capture,
    arguments: &[&str],
) -> String {
    let file = folder.join("capture.pcap");
    fs::write(&file, capture.bytes()).expect("a file");
    tshark_of_file(folder, scripts, &file, arguments)
}

/// The same of a capture that is a file.
pub(crate) fn tshark_of_file(
    folder: &Path,
    scripts: &[&str],
    file: &Path,
    arguments: &[&str],
) -> String {
    let mut command = Command::new(TSHARK.path());
    // Without the user's settings and plugins.
    command.env("HOME", folder).env("XDG_CONFIG_HOME", folder).env("WIRESHARK_CONFIG_DIR", folder);
    for script in scripts {
        command.arg("-X").arg(format!("lua_script:{}", folder.join(script).display()));
    }
    command.arg("-r").arg(file).args(arguments);
    let output = command.output().expect("tshark runs");
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stderr}");
    for text in [&stdout, &stderr] {
        let error = text.lines().find(|line| {
            ["Lua Error", "Lua:", "lua_script", "Dissector bug"]
                .iter()
                .any(|bad| line.contains(bad))
        });
        assert_eq!(error, None, "{stderr}");
    }
    stdout.into_owned()
}

/// The fields of each packet that begin with `prefix`, with their values.
pub(crate) fn fields(pdml: &str, prefix: &str) -> Vec<Vec<(String, String)>> {
    pdml.split("<packet>")
        .skip(1)
        .map(|packet| {
            packet
                .split("<field ")
                .filter_map(|field| {
                    let name = attribute(field, "name")?;
                    name.starts_with(prefix)
                        .then(|| (name, attribute(field, "show").unwrap_or_default()))
                })
                .collect()
        })
        .collect()
}

pub(crate) fn attribute(field: &str, name: &str) -> Option<String> {
    let tag = field.split_once('>').map_or(field, |(tag, _)| tag);
    let (_, rest) = format!(" {tag}")
        .split_once(&format!(" {name}=\""))
        .map(|(a, b)| (a.to_owned(), b.to_owned()))?;
    let (value, _) = rest.split_once('"')?;
    let plain = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Some(plain.replace("&#39;", "'").replace("&apos;", "'").replace("&amp;", "&"))
}
