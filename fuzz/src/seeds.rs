//! The first inputs of each target: the vectors, schemas and messages of this project.

use std::path::{Path, PathBuf};
use std::{env, fs};

use arbitrary::{Arbitrary, Unstructured};
use godot_var::EncodeVariant;
use godot_var::bridges::natural::Natural;
use godot_var::lludp::{EncodeLludp, Flags, Outgoing, ZeroCoding};
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes};
use godot_var_cli::{json, lines};
use serde_json::Value as Json;

use crate::derived::attributes::{
    Habits, Happening, Many, Newer, Say, Sets, Speech, Talk, Through, Wide,
};
use crate::derived::{Borrowed, arena, recursion};
use crate::messages::owned;
use crate::reuse::every_form::{Lists, Maps, Texts};
use crate::sample::{Random, sample};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn hex_of(file: &str) -> Vec<Vec<u8>> {
    let path = root().join("tests/vectors").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    rows.filter_map(|row| hex::decode(row["hex"].as_str()?).ok()).collect()
}

/// Finds files below a folder by the end of their names.
fn texts(folder: &Path, end: &str, found: &mut Vec<Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            texts(&path, end, found);
        } else if path.to_string_lossy().ends_with(end) {
            found.extend(fs::read(path));
        }
    }
}

/// A value as each engine writes it, if it can.
fn in_each_engine(value: &impl ToVariantBytes) -> Vec<Vec<u8>> {
    let written = [value.to_variant_bytes::<Godot4>(), value.to_variant_bytes::<Godot3>()];
    written.into_iter().flatten().collect()
}

/// Messages that are probably valid for a type.
fn sampled<T: EncodeVariant<Godot4>>() -> impl Iterator<Item = Vec<u8>> {
    (0..10).flat_map(|seed| in_each_engine(&sample(T::LAYOUT, seed)))
}

/// Messages of a type that it reads.
fn grown<D: Dialect, T>() -> Vec<Vec<u8>>
where
    T: for<'a> Arbitrary<'a> + ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    let grow = |seed| {
        let mut random = Random(seed);
        let bytes: Vec<u8> = (0..4096).map(|_| random.below(256) as u8).collect();
        let value = T::arbitrary(&mut Unstructured::new(&bytes)).ok()?;
        let written = value.to_variant_bytes::<D>().ok()?;
        T::from_variant_bytes::<D>(&written).is_ok().then_some(written)
    };
    let found: Vec<_> = (0..400).filter_map(grow).take(6).collect();
    assert!(found.len() > 2, "{}: few of its values are valid", std::any::type_name::<T>());
    found
}

/// Messages of the arena, and one that borrows.
fn messages() -> Vec<Vec<u8>> {
    let found = sampled::<arena::ClientMessage>().chain(sampled::<arena::ServerMessage>());
    found.chain(sampled::<Borrowed<'_>>()).collect()
}

/// Messages with every attribute.
fn attributes<D: Dialect>() -> Vec<Vec<u8>> {
    [
        grown::<D, Many>(),
        grown::<D, Through>(),
        grown::<D, Happening>(),
        grown::<D, Habits<f32>>(),
        grown::<D, Wide>(),
        grown::<D, Sets>(),
        grown::<D, Say>(),
        grown::<D, Speech>(),
        grown::<D, Talk>(),
    ]
    .concat()
}

fn framed(values: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let frame = |first: u8, values: &[Vec<u8>]| {
        let mut stream = vec![first];
        stream.extend((0..first >> 4).map(|n| n * 3 + 1));
        for value in values {
            let len = value.len() as u32;
            stream.extend(if first & 1 == 0 { len.to_le_bytes() } else { len.to_be_bytes() });
            stream.extend(value);
        }
        stream
    };
    let groups = values.chunks(5).enumerate();
    groups.map(|(at, values)| frame((at * 37) as u8, values)).collect()
}

/// Values in each form of serde.
fn in_forms(values: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for bytes in values {
        let limits = Limits::DEFAULT.with_objects(true);
        let Ok((value, _)) = lines::decode(bytes, &Godot4::SPEC, limits) else { continue };
        let lossless = json::to_json(&value, &Godot4::SPEC).to_string().into_bytes();
        let natural = serde_json::to_vec(&Natural(&value)).unwrap_or_default();
        let packed = postcard::to_allocvec(&value).expect("written");
        for (first, form) in [&lossless, &natural, &packed, bytes].into_iter().enumerate() {
            found.push([&[first as u8], &form[..]].concat());
        }
    }
    found
}

/// Messages as UDP datagrams over IPv4, in a capture of either format.
fn captures(payloads: &[Vec<u8>]) -> [Vec<u8>; 2] {
    let mut pcap = b"\xd4\xc3\xb2\xa1\x02\0\x04\0\0\0\0\0\0\0\0\0\xff\xff\0\0\x65\0\0\0".to_vec();
    let section = [0x0a0d_0d0a, 28, 0x1a2b_3c4d, 1, u32::MAX, u32::MAX, 28];
    let interface = [1, 20, 101, 0xffff, 20];
    let mut pcapng: Vec<u8> =
        section.into_iter().chain(interface).flat_map(u32::to_le_bytes).collect();
    for (at, payload) in payloads.iter().enumerate() {
        let (at, udp_len) = (at as u32, 8 + payload.len() as u16);
        let mut packet = vec![0x45, 0];
        packet.extend((20 + udp_len).to_be_bytes());
        packet.extend([0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
        packet.extend([9000_u16, 4000, udp_len, 0].into_iter().flat_map(u16::to_be_bytes));
        packet.extend(payload);
        let len = packet.len() as u32;
        pcap.extend([at, at * 250, len, len].into_iter().flat_map(u32::to_le_bytes));
        pcap.extend(&packet);
        let block = 32 + len.next_multiple_of(4);
        pcapng.extend([6, block, 0, 0, at, len, len].into_iter().flat_map(u32::to_le_bytes));
        pcapng.extend(&packet);
        pcapng.resize(pcapng.len().next_multiple_of(4), 0);
        pcapng.extend(block.to_le_bytes());
    }
    [pcap, pcapng]
}

/// Captures of engines over TCP, WebSocket and ENet: of what transport they are is said, or guessed.
fn engines_captures() -> Vec<Vec<u8>> {
    let folder = root().join("godot-var-cli/tests/captures");
    let mut found = Vec::new();
    for (wire, end) in [(0_u8, "godot4.6.3.pcap"), (1, "godot3.6.2.pcap"), (1, "godot3.2.3.pcap")] {
        let mut files = Vec::new();
        texts(&folder, end, &mut files);
        for file in files.iter().filter(|file| file.len() < 8000) {
            for lengths in [0, 2, 3, 4, 5] {
                let first = 3 | wire << 2 | lengths << 4;
                found.push([&[first][..], &[60; 5][..usize::from(lengths)], file].concat());
            }
        }
    }
    found
}

/// Groups of messages of each wire that `inspect` reads.
fn groups() -> impl Iterator<Item = (usize, Vec<Vec<u8>>)> {
    let short = |list: Vec<Vec<u8>>| -> Vec<_> {
        list.into_iter().filter(|bytes| bytes.len() < 200).collect()
    };
    let wires = [
        [messages(), short(hex_of("godot4.jsonl"))].concat(),
        short(hex_of("godot3.jsonl")),
        short(hex_of("litenetlib.jsonl")),
        datagrams(),
    ];
    wires.into_iter().enumerate().flat_map(|(wire, messages)| {
        let groups: Vec<_> = messages.chunks(6).take(40).map(<[_]>::to_vec).collect();
        groups.into_iter().map(move |group| (wire, group))
    })
}

/// A recording from this source. Of a capture the transport is guessed.
fn recording(source: u8, wire: usize, bytes: &[u8]) -> Vec<u8> {
    let first = source | (wire as u8) << 2 | 5 << 4;
    [&[first, 5, 60, 7, 1, 2], bytes].concat()
}

/// Recordings of each wire: frames and lines.
fn recordings() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (wire, group) in groups() {
        let framed = |big: bool| {
            let length = |len: u32| if big { len.to_be_bytes() } else { len.to_le_bytes() };
            let frame = |bytes: &Vec<u8>| [&length(bytes.len() as u32), &bytes[..]].concat();
            group.iter().flat_map(frame).collect::<Vec<_>>()
        };
        let lines: String = group.iter().map(|bytes| hex::encode(bytes) + "\n").collect();
        found.push(recording(0, wire, &framed(false)));
        found.push(recording(1, wire, &framed(true)));
        found.push(recording(0, wire, hex::encode_upper(framed(false)).as_bytes()));
        found.push(recording(2, wire, lines.as_bytes()));
    }
    found
}

/// Captures of each wire.
fn captured() -> Vec<Vec<u8>> {
    let datagrams = groups()
        .flat_map(|(wire, group)| captures(&group).map(|capture| recording(3, wire, &capture)));
    engines_captures().into_iter().chain(datagrams).collect()
}

/// Texts of files, one after the other.
fn joined<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> Vec<u8> {
    texts.into_iter().collect::<Vec<_>>().join(&crate::project::BETWEEN)
}

/// The scripts of this project in pairs.
fn scripts() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for folder in ["godot-var-project/tests/projects", "examples/multiplayer-client-godot4"] {
        texts(&root().join(folder), ".gd", &mut found);
    }
    let pairs = found.windows(2).map(|pair| joined(pair.iter().map(|text| &text[..])));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.retain(|pair| pair.len() < 4096);
    [found, pairs].concat()
}

/// The scenes of this project in pairs, each with a config and settings.
fn scenes() -> Vec<Vec<u8>> {
    let (mut scenes, mut configs, mut settings) = (Vec::new(), Vec::new(), Vec::new());
    for folder in ["godot-var-project/tests/projects", "examples/multiplayer-client-godot4"] {
        let folder = root().join(folder);
        texts(&folder, ".tscn", &mut scenes);
        texts(&folder, ".tres", &mut configs);
        texts(&folder, "project.godot", &mut settings);
    }
    let pairs = scenes.windows(2).enumerate().map(|(at, pair)| {
        let (config, settings) = (&configs[at % configs.len()], &settings[at % settings.len()]);
        joined([&pair[0][..], &pair[1], config, settings])
    });
    let pairs: Vec<_> = pairs.collect();
    [scenes, pairs].concat()
}

/// Messages for decoding in place of each other: of several types, full, empty, cut.
fn pairs() -> Vec<Vec<u8>> {
    let mut values: Vec<_> = sampled::<Texts>().take(2).collect();
    values.extend(sampled::<Lists>().take(4));
    values.extend(sampled::<Maps>().take(2));
    values.extend(sampled::<Vec<Lists>>().take(2));
    values.push(values[2][..values[2].len() / 2].to_vec());
    values.extend(in_each_engine(&Lists::default()));
    let mut found = Vec::new();
    for first in &values {
        for second in &values {
            found.push([&(first.len() as u16).to_le_bytes(), &first[..], second].concat());
        }
    }
    found
}

/// A message with header and acks, zero-coded and not.
fn datagrams_of<M: EncodeLludp>(message: &M) -> impl Iterator<Item = Vec<u8>> {
    let ways = [
        (Flags::NONE, ZeroCoding::Never),
        (Flags::RELIABLE, ZeroCoding::Always),
        (Flags::RESENT, ZeroCoding::WhenSmaller),
    ];
    ways.into_iter().map(move |(flags, zero_coding)| {
        let outgoing = Outgoing {
            flags,
            extra: &[1, 2],
            acks: &[5, 6],
            zero_coding: Some(zero_coding),
            ..Outgoing::new(9)
        };
        let (mut scratch, mut out) = ([0; 1024], [0; 2048]);
        let len = outgoing.write(message, &mut scratch, &mut out).expect("room enough");
        out[..len].to_vec()
    })
}

/// Datagrams of every message of `schemas/every_type.msg`.
fn datagrams() -> Vec<Vec<u8>> {
    use owned::every_type::{Numbers, Peers};
    let peer = Peers { name: b"Ann\0".to_vec(), key: *b"12345", ..Peers::default() };
    let every = owned::EveryType {
        numbers: Numbers { huge: u64::MAX, double: -0.5, ..Numbers::default() },
        peers: vec![peer, Peers::default()],
        ..owned::EveryType::default()
    };
    let old = owned::Old { data: vec![owned::old::Data { data: b"old".to_vec() }] };
    let mut found: Vec<_> = datagrams_of(&every)
        .chain(datagrams_of(&owned::Ping::default()))
        .chain(datagrams_of(&old))
        .chain(datagrams_of(&owned::Close {}))
        .collect();
    // Without acks: missing blocks at the end, and bytes after the last one.
    let mut bare = found[0].clone();
    bare[0] = 0;
    found.push(bare[..6 + 4 + 2 + 43].to_vec());
    found.push(bare);
    found
}

/// Returns the first inputs of a target.
///
/// # Panics
/// If the vectors cannot be read, or no target has this name.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let variants = || {
        let files =
            ["godot4.jsonl", "godot3.jsonl", "godot4_malformed.jsonl", "godot3_malformed.jsonl"];
        files.into_iter().flat_map(hex_of).filter(|bytes| bytes.len() <= 4096)
    };
    match target {
        "variant" => variants().collect(),
        "derived" => {
            let attributes = attributes::<Godot4>().into_iter().chain(attributes::<Godot3>());
            let newer = grown::<Godot4, Newer>();
            let holders = recursion::samples().into_iter();
            let recursive = holders.flat_map(|holder| in_each_engine(&holder));
            variants().chain(messages()).chain(attributes).chain(newer).chain(recursive).collect()
        }
        "generated" | "flatgenerated" | "litenetgenerated" | "lludpgenerated" => {
            crate::generated::seeds(target)
        }
        "reuse" => pairs(),
        // Values can be made from any bytes, for example those of other values.
        "structured" => variants().filter(|bytes| bytes.len() > 200).collect(),
        "framing" => framed(&variants().filter(|bytes| bytes.len() < 200).collect::<Vec<_>>()),
        "forms" => in_forms(&variants().filter(|bytes| bytes.len() < 400).collect::<Vec<_>>()),
        "inspect" => recordings(),
        "captures" => captured(),
        "reassembly" => crate::reassembly::seeds(),
        "deltas" => crate::deltas::seeds(),
        "gdscript" => scripts(),
        "scenes" => scenes(),
        "flat" => crate::flat::seeds(),
        "litenet" => ["litenetlib.jsonl", "litenetlib_behaviour.jsonl"]
            .into_iter()
            .flat_map(hex_of)
            .collect(),
        "lludp" => ["lludp.jsonl", "lludp_malformed.jsonl"].into_iter().flat_map(hex_of).collect(),
        "messages" => datagrams(),
        "multiplayer" => {
            ["multiplayer.jsonl", "multiplayer_injected.jsonl", "multiplayer_godot3.jsonl"]
                .into_iter()
                .flat_map(hex_of)
                .collect()
        }
        "session" => crate::session::seeds(),
        "snapshot" => crate::snapshot::seeds(),
        "tickets" => crate::tickets::seeds(),
        "older" => crate::older::seeds(),
        "websocket" => crate::websocket::seeds(),
        "seats" => crate::seats::seeds(),
        "godot3" => crate::godot3::seeds(),
        "enet" => crate::enet::seeds(),
        "enetnetwork" => crate::enet::network_seeds(),
        "zerocode" => {
            let room =
                |datagram: Vec<u8>| [&[0, 32], datagram.get(6..).unwrap_or_default()].concat();
            hex_of("lludp.jsonl").into_iter().map(room).collect()
        }
        "template" => {
            let mut found = Vec::new();
            texts(&root().join("schemas"), ".msg", &mut found);
            texts(&root().join("godot-var-schema/tests"), ".msg", &mut found);
            found
        }
        "locks" => {
            let mut found = Vec::new();
            texts(&root().join("schemas"), ".lock", &mut found);
            texts(&root().join("godot-var-codegen/tests"), ".lock", &mut found);
            crate::locks::seeds(found)
        }
        "schema" => {
            let mut found = Vec::new();
            texts(&root().join("schemas"), ".rs", &mut found);
            texts(&root().join("tests/compile-errors/tests/ui"), ".rs", &mut found);
            found
        }
        _ => panic!("no target {target}"),
    }
}
