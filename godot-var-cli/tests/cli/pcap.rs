//! Captures that the tests write: every link type, both formats, and damaged ones.

use std::fs;
use std::io::{self, Read, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use godot_var::lludp::{Flags, MessageNumber, Options, Packet as LludpPacket, ZeroCoding};
use godot_var::{Dialect, Godot4, Limits, ToVariantBytes, Variant};
use godot_var_cli::pcap::{Capture, Content, Packet, Settings};
use godot_var_cli::stream::{Options as Shown, Outcome, Source, run};
use godot_var_cli::variant::Variants;

const LINKS: [u32; 9] = [0, 1, 12, 101, 108, 113, 228, 229, 276];

/// An IP packet with a UDP datagram from port 9000 to 4000.
pub(super) fn udp(version: u8, payload: &[u8]) -> Vec<u8> {
    let udp_len = (8 + payload.len()) as u16;
    let mut packet = Vec::new();
    if version == 4 {
        packet.extend([0x45, 0]);
        packet.extend((20 + udp_len).to_be_bytes());
        packet.extend([0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
    } else {
        packet.extend([0x60, 0, 0, 0]);
        packet.extend(udp_len.to_be_bytes());
        packet.extend([17, 64]);
        packet.extend([0xFD; 16]);
        packet.extend([0xFE; 16]);
    }
    packet.extend(9000_u16.to_be_bytes());
    packet.extend(4000_u16.to_be_bytes());
    packet.extend(udp_len.to_be_bytes());
    packet.extend([0, 0]);
    packet.extend(payload);
    packet
}

/// Adds the header of a link to a packet.
pub(super) fn linked(link: u32, ip: &[u8]) -> Vec<u8> {
    let v6 = ip[0] >> 4 == 6;
    let ether: [u8; 2] = if v6 { [0x86, 0xDD] } else { [8, 0] };
    let mut frame = match link {
        0 => vec![if v6 { 24 } else { 2 }, 0, 0, 0],
        108 => vec![0, 0, 0, if v6 { 24 } else { 2 }],
        // With a VLAN tag.
        1 => [&[1; 12][..], &[0x81, 0, 0, 7], &ether].concat(),
        113 => [&[0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0][..], &ether].concat(),
        276 => [&ether[..], &[0; 18]].concat(),
        _ => Vec::new(),
    };
    frame.extend(ip);
    frame
}

/// The byte order of a file.
#[derive(Clone, Copy)]
pub(super) struct Order {
    big: bool,
}

pub(super) const LITTLE: Order = Order { big: false };
const BIG: Order = Order { big: true };

impl Order {
    fn u16(self, number: u16) -> [u8; 2] {
        if self.big { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    fn u32(self, number: u32) -> [u8; 4] {
        if self.big { number.to_be_bytes() } else { number.to_le_bytes() }
    }
}

pub(super) const MICROSECONDS: u32 = 0xA1B2_C3D4;
const NANOSECONDS: u32 = 0xA1B2_3C4D;

/// Makes a pcap whose packets are a second and 250 units apart.
pub(super) fn pcap_file(order: Order, magic: u32, link: u32, frames: &[Vec<u8>]) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(order.u32(magic));
    file.extend([order.u16(2), order.u16(4)].concat());
    file.extend([0; 8]);
    file.extend([order.u32(65535), order.u32(link)].concat());
    for (at, frame) in frames.iter().enumerate() {
        let (at, len) = (at as u32, frame.len() as u32);
        for number in [1_700_000_000 + at, at * 250, len, len] {
            file.extend(order.u32(number));
        }
        file.extend(frame);
    }
    file
}

fn block(order: Order, kind: u32, body: &[u8]) -> Vec<u8> {
    let mut padded = body.to_vec();
    padded.resize(body.len().next_multiple_of(4), 0);
    let len = order.u32(padded.len() as u32 + 12);
    [&order.u32(kind)[..], &len, &padded, &len].concat()
}

/// Makes a pcapng whose packets are 1000 units apart, in Enhanced or in Simple Packet Blocks.
fn pcapng_file(
    order: Order,
    link: u32,
    resolution: Option<u8>,
    simple: bool,
    frames: &[Vec<u8>],
) -> Vec<u8> {
    let section = [&order.u32(0x1A2B_3C4D)[..], &order.u16(1), &order.u16(0), &[0xFF; 8]].concat();
    let mut interface = [&order.u16(link as u16)[..], &[0, 0], &order.u32(0)].concat();
    if let Some(resolution) = resolution {
        interface.extend([&order.u16(9)[..], &order.u16(1), &[resolution, 0, 0, 0]].concat());
        interface.extend([0; 4]);
    }
    let mut file = block(order, 0x0A0D_0D0A, &section);
    file.extend(block(order, 1, &interface));
    // An unknown block.
    file.extend(block(order, 0x0BAD_0BAD, b"what?"));
    for (at, frame) in frames.iter().enumerate() {
        let len = order.u32(frame.len() as u32);
        let body = if simple {
            [&len[..], frame].concat()
        } else {
            let time = order.u32(5000 + at as u32 * 1000);
            [&[0; 8][..], &time, &len, &len, frame].concat()
        };
        file.extend(block(order, if simple { 3 } else { 6 }, &body));
    }
    file
}

/// Reads a capture without an error.
fn each_packet(file: &[u8], mut take: impl FnMut(&Packet<'_>)) {
    let mut capture = Capture::new(file);
    while let Some(packet) = capture.next_packet().expect("it reads") {
        take(&packet.expect("a packet"));
    }
}

#[test]
fn every_link_type_in_every_format() {
    let address = |text: &str| text.parse::<SocketAddr>().expect("an address");
    let six = |part: &str, port| address(&format!("[{}]:{port}", [part; 8].join(":")));
    let of_four = (address("10.0.0.1:9000"), address("10.0.0.2:4000"));
    let of_six = (six("fdfd", 9000), six("fefe", 4000));
    for link in LINKS {
        for (version, addresses) in [(4, of_four), (6, of_six)] {
            let frames =
                [&b"first"[..], b"", b"third, odd"].map(|p| linked(link, &udp(version, p)));
            let files = [
                pcap_file(LITTLE, MICROSECONDS, link, &frames),
                pcap_file(BIG, MICROSECONDS, link, &frames),
                pcap_file(LITTLE, NANOSECONDS, link, &frames),
                pcap_file(BIG, NANOSECONDS, link, &frames),
                pcapng_file(LITTLE, link, None, false, &frames),
                pcapng_file(BIG, link, Some(9), false, &frames),
                pcapng_file(LITTLE, link, None, true, &frames),
            ];
            for (at, file) in files.iter().enumerate() {
                let mut payloads = Vec::new();
                each_packet(file, |packet| {
                    assert_eq!(packet.number, payloads.len() + 1);
                    let Content::Datagram(datagram) = packet.content() else {
                        panic!("{link} {version} {at}: {packet:?}")
                    };
                    assert_eq!((datagram.source, datagram.destination), addresses);
                    assert_eq!(datagram.missing, 0);
                    payloads.push(datagram.payload.to_vec());
                });
                assert_eq!(payloads, [&b"first"[..], b"", b"third, odd"], "{link} {version} {at}");
            }
        }
    }
}

#[test]
fn times_in_the_unit_of_the_file() {
    let frames = [udp(4, b"a"), udp(4, b"b")];
    let times = |file: &[u8]| -> Vec<Option<i128>> {
        let mut times = Vec::new();
        each_packet(file, |packet| times.push(packet.nanoseconds));
        times
    };
    let second = 1_000_000_000;
    let start = 1_700_000_000 * second;
    for (order, magic, unit) in [
        (LITTLE, MICROSECONDS, 1000),
        (BIG, MICROSECONDS, 1000),
        (LITTLE, NANOSECONDS, 1),
        (BIG, NANOSECONDS, 1),
    ] {
        let file = pcap_file(order, magic, 228, &frames);
        assert_eq!(times(&file), [Some(start), Some(start + second + 250 * unit)], "{magic:x}");
    }
    for (resolution, between) in [
        (None, 1_000_000),
        (Some(3), second),
        (Some(9), 1000),
        (Some(0), 1000 * second),
        (Some(0x8A), 976_562_500),
        (Some(12), 1),
    ] {
        let file = pcapng_file(LITTLE, 228, resolution, false, &frames);
        let [Some(first), Some(next)] = times(&file)[..] else { panic!("two times") };
        assert_eq!(next - first, between, "{resolution:?}");
    }
    assert_eq!(times(&pcapng_file(BIG, 228, None, true, &frames)), [None, None]);
}

/// Returns the output and the outcome.
fn shown(file: &[u8], port: Option<u16>, skip: usize) -> (String, Outcome) {
    let wire = Variants::new(&Godot4::SPEC, Limits::DEFAULT);
    let mut source = Source::capture(file, Settings::default(), port, skip);
    let mut output = Vec::new();
    let stop = AtomicBool::new(false);
    let outcome = run(&mut source, &wire, &Shown::default(), &mut output, &stop).expect("a Vec");
    let mut plain = anstream::StripStream::new(Vec::new());
    plain.write_all(&output).expect("a Vec");
    let text = String::from_utf8(plain.into_inner()).expect("UTF-8");
    let is_told = |line: &&str| line.starts_with(['#', 'm']) || line.ends_with("of the capture");
    let told: Vec<&str> = text.lines().filter(is_told).collect();
    (told.join("\n") + "\n", outcome)
}

/// A reader that returns one byte at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(1);
        self.0.read(&mut buffer[..len])
    }
}

#[test]
fn a_capture_in_pieces_is_the_same() {
    let frames = [&b"first"[..], b"", b"third, odd"].map(|p| linked(1, &udp(4, p)));
    for file in [
        pcap_file(BIG, NANOSECONDS, 1, &frames),
        pcapng_file(LITTLE, 1, Some(9), false, &frames),
        pcapng_file(BIG, 1, None, true, &frames),
    ] {
        for end in 0..=file.len() {
            let file = &file[..end];
            let (mut whole, mut pieces) = (Capture::new(file), Capture::new(Drops(file)));
            loop {
                let packet = whole.next_packet().expect("it reads");
                assert_eq!(pieces.next_packet().expect("it reads"), packet, "{end}");
                if packet.is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn no_record_takes_more_memory_than_it_may() {
    /// Endless zeros after the header of a pcap and of a record of 4 GB.
    struct Endless(Vec<u8>, usize);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += buffer.len();
            assert!(self.1 < 1 << 26, "{}", self.1);
            let start: Vec<u8> = self.0.drain(..self.0.len().min(buffer.len())).collect();
            buffer.fill(0);
            buffer[..start.len()].copy_from_slice(&start);
            Ok(buffer.len())
        }
    }
    let mut start = pcap_file(LITTLE, MICROSECONDS, 1, &[]);
    start.extend([0, 0, u32::MAX, 0].map(u32::to_le_bytes).concat());
    let mut capture = Capture::new(Endless(start, 0));
    let error = capture.next_packet().expect("it reads").expect("something").expect_err("too long");
    assert_eq!(error.to_string(), "a record of more than 16 MiB at byte 24 of the capture");
    assert!(capture.next_packet().expect("it reads").is_none());
}

#[test]
fn what_is_not_read_is_told() {
    let mut fragment = udp(4, b"one of two");
    fragment[6] = 0x20;
    let mut tcp = udp(4, &[0x50; 20]);
    tcp[9] = 6;
    let arp = [&[1; 12][..], &[8, 6], &[0; 28]].concat();
    // Nil and a byte.
    let whole = linked(1, &udp(4, &[0; 5]));
    let frames = [linked(1, &fragment), linked(1, &tcp), whole.clone(), arp];
    let mut file = pcap_file(LITTLE, MICROSECONDS, 1, &frames);
    // Cut by the capturing program: inside the payload, and inside the headers.
    for len in [whole.len() - 2, 40] {
        for number in [1_700_000_009, 0, len as u32, whole.len() as u32] {
            file.extend(LITTLE.u32(number));
        }
        file.extend(&whole[..len]);
    }
    // The file itself is cut inside the next record.
    let end = file.len();
    file.extend([0; 7]);
    let (text, outcome) = shown(&file, None, 0);
    assert_eq!(
        text,
        format!(
            "\
#1  0.000000 s  10.0.0.1 → 10.0.0.2  a fragment, not read
#3  2.000500 s  10.0.0.1:9000 → 10.0.0.2:4000  5 bytes
#5  9.000000 s  10.0.0.1:9000 → 10.0.0.2:4000  5 bytes, of which 3 were captured
#6  9.000000 s  of {} bytes only 40 were captured, not read
error: the file ends within a record at byte {end} of the capture
#2  1.000250 s  10.0.0.1:9000 → 10.0.0.2:4000  neither WebSocket nor messages after their lengths, not read
messages shown: 2, wrong: 0; not read: 1 fragmented, 2 cut, 1 of other protocols, 1 unknown
",
            whole.len()
        )
    );
    assert!(!outcome.is_good());
    assert_eq!(shown(&pcap_file(LITTLE, MICROSECONDS, 1, &[whole]), Some(7), 0).1.shown, 0);
    let (text, _) = shown(b"nonsense", None, 0);
    assert_eq!(text, "error: neither pcap nor pcapng at byte 0 of the capture\n");
}

#[test]
fn no_capture_makes_it_panic() {
    let frames = [udp(4, b"payload"), udp(6, b"payload")];
    let mut state = 1_u32;
    let mut read = 0;
    for link in LINKS {
        let frames = frames.clone().map(|ip| linked(link, &ip));
        for file in [
            pcap_file(LITTLE, MICROSECONDS, link, &frames),
            pcap_file(BIG, NANOSECONDS, link, &frames),
            pcapng_file(LITTLE, link, Some(6), false, &frames),
            pcapng_file(BIG, link, Some(0x8A), false, &frames),
            pcapng_file(LITTLE, link, None, true, &frames),
        ] {
            for at in 0..file.len() {
                read += shown(&file[..at], None, 0).1.shown;
                for value in [0, 1, 0x7F, 0xFF] {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let mut damaged = file.clone();
                    damaged[at] = value;
                    read += shown(&damaged, None, 3).1.shown;
                    damaged[(state >> 8) as usize % file.len()] = state as u8;
                    read += shown(&damaged, None, 0).1.shown;
                }
            }
        }
    }
    assert!(read > 10_000, "{read}");
}

/// Runs `inspect` on a capture of these payloads.
fn program(name: &str, payloads: &[&[u8]], more: &[&str]) -> Output {
    let frames: Vec<_> = payloads.iter().map(|payload| linked(1, &udp(4, payload))).collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, pcap_file(LITTLE, MICROSECONDS, 1, &frames)).expect("the capture");
    Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .arg("inspect")
        .args(more)
        .arg("--pcap")
        .arg(&path)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .expect("the program runs")
}

fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

#[test]
fn variants_in_a_capture() {
    let value = Variant::from(7).to_variant_bytes::<Godot4>().expect("encodes");
    let output = program("variant.pcap", &[&value, &value[..6]], &["--port", "4000", "-v"]);
    assert_eq!(
        text(&output),
        "\
#1  0.000000 s  10.0.0.1:9000 → 10.0.0.2:4000  8 bytes
00000000  02000000 07000000                    int, 7
#2  1.000250 s  10.0.0.1:9000 → 10.0.0.2:4000  6 bytes
00000000  02000000                             int
00000004  0700
              ^^
error: the buffer ends inside an int at byte 6 (Incomplete)
messages shown: 2, wrong: 1; not read: 0 fragmented, 0 cut, 0 of other protocols
"
    );
    assert!(!output.status.success());
    let output = program("skipped.pcap", &[&[&[9][..], &value].concat()], &["--skip", "1"]);
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn messages_of_litenet_in_a_capture() {
    let output = program("litenet.pcap", &[&[6, 0, 1, 1]], &["--wire", "litenet-2018"]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("ServerDestroyObject"), "{}", text(&output));
}

#[test]
fn messages_of_lludp_in_a_capture() {
    let packet = LludpPacket {
        flags: Flags::RELIABLE,
        sequence: 9,
        number: MessageNumber::High(1),
        extra: &[],
        blocks: &[7],
    };
    let mut datagram = [0; 64];
    let len = packet
        .write(&[5], ZeroCoding::Never, &Options::DEFAULT, &mut datagram)
        .expect("there is room");
    let wire = ["--wire", "lludp", "--template", "schemas/every_type.msg", "-v"];
    let output = program("lludp.pcap", &[&datagram[..len], b"shrt"], &wire);
    let told = text(&output);
    for part in ["sequence number: 9", "Ping, High 1", "ack: 5", "error: ", "wrong: 1"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!output.status.success());
}
