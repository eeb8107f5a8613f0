//! Messages of LLUDP, typed: the blocks alone, and whole datagrams with and without zero-coding.

use std::hint::black_box;

use godot_var::lludp::{
    DecodeLludp, EncodeLludp, Incoming, Options, Outgoing, Quaternion, Repeated, Uuid, Vector3,
    ZeroCoding, compress, expand,
};
use godot_var::output::SliceOutput;
use godot_var::{Output, Reader};

use super::{Case, Placed, Run};

#[allow(dead_code, unreachable_pub, reason = "what the template has and the benchmarks do not use")]
mod messages {
    godot_var::lludp::message_template!("workloads/lludp.msg");
}

use messages::{AgentUpdate, AnyMessage, ObjectUpdate, agent_update, object_update};

const ROOM: usize = 2400;

fn agent_update() -> AgentUpdate {
    let vector = |x, y, z| Vector3 { x, y, z };
    AgentUpdate {
        agent_data: agent_update::AgentData {
            agent_id: Uuid::from_u128(0x1cc1_6d21_a5e7_4ddb_a0bd_3a1c_2b4e_5f60),
            session_id: Uuid::from_u128(0x9c7f_0d3e_51a2_4b68_8f00_77de_1200_cdef),
            body_rotation: Quaternion { x: 0.0, y: 0.0, z: 0.38 },
            head_rotation: Quaternion { x: 0.0, y: 0.0, z: 0.41 },
            state: 0,
            camera_center: vector(128.3, 97.4, 23.6),
            camera_at_axis: vector(0.71, 0.69, -0.12),
            camera_left_axis: vector(-0.7, 0.72, 0.0),
            camera_up_axis: vector(0.08, 0.09, 0.99),
            far: 128.0,
            control_flags: 0x0100_0001,
            flags: 0,
        },
    }
}

/// A prim as a simulator sends it: no sound, no joint, one texture on all faces.
fn object(id: u32) -> object_update::ObjectData<'static> {
    const STATE: [u8; 60] = {
        let mut state = [0; 60];
        let mut at = 0;
        while at < 12 {
            state[at] = 0x41 + at as u8;
            at += 1;
        }
        state
    };
    const TEXTURES: [u8; 46] = {
        let mut textures = [0; 46];
        let mut at = 0;
        while at < 16 {
            textures[at] = 0x89 ^ (at as u8 * 7);
            at += 1;
        }
        textures
    };
    object_update::ObjectData {
        id,
        full_id: Uuid::from_u128(0x3b2f_7a10_66c1_4fd2_9e0a_0000_0000_0000 | u128::from(id)),
        crc: 0x5eed_0001 ^ id,
        p_code: 9,
        material: 3,
        scale: Vector3 { x: 0.5, y: 0.5, z: 3.1 },
        object_data: &STATE,
        update_flags: 0x1000_0218,
        path_curve: 16,
        profile_curve: 1,
        path_scale_x: 100,
        path_scale_y: 100,
        texture_entry: &TEXTURES,
        extra_params: &[0],
        ..Default::default()
    }
}

fn encode_blocks<M: EncodeLludp + 'static>(message: M, len: usize) -> Run {
    let mut buffer = Placed::new(&vec![0; len]);
    Box::new(move |times, place| {
        let buffer = buffer.at(place);
        for _ in 0..times {
            let mut out = SliceOutput::new(black_box(&mut *buffer));
            let written = black_box(&message).encode(&mut out);
            black_box((&written, out.position()));
        }
    })
}

fn encode_datagram<M: EncodeLludp + 'static>(message: M, zero_coding: ZeroCoding) -> Run {
    let (mut scratch, mut buffer) = (Placed::new(&[0; ROOM]), Placed::new(&[0; ROOM]));
    Box::new(move |times, place| {
        let (scratch, buffer) = (scratch.at(place), buffer.at(place * 5 + 1));
        for _ in 0..times {
            let outgoing = Outgoing { zero_coding: Some(zero_coding), ..Outgoing::new(12) };
            let written =
                outgoing.write(black_box(&message), &mut *scratch, black_box(&mut *buffer));
            black_box(&written);
        }
    })
}

/// Reads a datagram as a message that borrows from it.
macro_rules! decode_datagram {
    ($message:ty, $datagram:expr) => {{
        let (mut source, mut scratch) = (Placed::new($datagram), Placed::new(&[0; ROOM]));
        let run: Run = Box::new(move |times, place| {
            let (source, scratch) = (&*source.at(place), scratch.at(place * 5 + 1));
            for _ in 0..times {
                let read = Incoming::<$message>::read(
                    black_box(source),
                    &Options::DEFAULT,
                    black_box(&mut *scratch),
                );
                black_box(&read);
            }
        });
        run
    }};
}

/// Reads the blocks alone, and each of the objects in them.
fn walk_objects(blocks: &[u8]) -> Run {
    let mut source = Placed::new(blocks);
    let number = <ObjectUpdate<'_> as godot_var::lludp::LludpMessage>::NUMBER;
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let mut reader = Reader::new(black_box(source));
            let read = ObjectUpdate::decode(number, &mut reader, &mut [].as_slice());
            if let Ok(update) = &read {
                for object in &update.object_data {
                    black_box(&object);
                }
            }
        }
    })
}

/// Reads the blocks alone.
macro_rules! decode_blocks {
    ($message:ty, $blocks:expr) => {{
        let mut source = Placed::new($blocks);
        let number = <$message as godot_var::lludp::LludpMessage>::NUMBER;
        let run: Run = Box::new(move |times, place| {
            let source = &*source.at(place);
            for _ in 0..times {
                let mut reader = Reader::new(black_box(source));
                let read = <$message>::decode(number, &mut reader, &mut [].as_slice());
                black_box(&read);
            }
        });
        run
    }};
}

fn blocks(message: &impl EncodeLludp) -> Vec<u8> {
    let mut buffer = vec![0; ROOM];
    let mut out = SliceOutput::new(&mut buffer);
    message.encode(&mut out).expect("encodes");
    let len = out.position();
    buffer.truncate(len);
    buffer
}

fn datagram(message: &impl EncodeLludp, zero_coding: ZeroCoding) -> Vec<u8> {
    let (mut scratch, mut buffer) = (vec![0; ROOM], vec![0; ROOM]);
    let outgoing = Outgoing { zero_coding: Some(zero_coding), ..Outgoing::new(12) };
    let len = outgoing.write(message, &mut scratch, &mut buffer).expect("encodes");
    buffer.truncate(len);
    buffer
}

/// The bodies of all captured packets, expanded, and what they are zero-coded.
fn captured() -> Vec<(Vec<u8>, Vec<u8>)> {
    const VECTORS: &str = include_str!("../../tests/vectors/lludp.jsonl");
    let lines = VECTORS.lines().filter(|line| line.contains(r#""id": "cap."#));
    lines
        .map(|line| {
            let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let datagram = hex::decode(vector["hex"].as_str().expect("hex")).expect("hex digits");
            let mut scratch = vec![0; Options::DEFAULT.expanded];
            let (packet, _) =
                godot_var::lludp::Packet::read(&datagram, &Options::DEFAULT, &mut scratch)
                    .expect("a packet");
            let body =
                [&packet.number.to_bytes()[4 - packet.number.encoded_len()..], packet.blocks]
                    .concat();
            let mut coded = vec![0; body.len() * 2];
            let len = compress(&body, &mut coded).expect("there is room");
            coded.truncate(len);
            (body, coded)
        })
        .collect()
}

/// What expanding and compressing take a byte at a time, to measure ours beside it.
#[allow(dead_code, reason = "the instructions are counted of ours alone")]
pub(crate) fn by_bytes() -> Vec<Case> {
    let captured = captured();
    let all: Vec<u8> = captured.iter().flat_map(|(body, _)| body.clone()).collect();
    let mut source = captured.clone();
    let expansion: Run = Box::new(move |times, _| {
        let mut out = [0; ROOM * 2];
        for _ in 0..times {
            for (_, coded) in &mut source {
                let (mut at, mut used) = (0, 0);
                let coded = black_box(&*coded);
                while let Some(&byte) = coded.get(at) {
                    at += 1;
                    let count = if byte == 0 {
                        at += 1;
                        coded.get(at - 1).copied().unwrap_or(1).into()
                    } else {
                        1
                    };
                    for _ in 0..count {
                        let Some(room) = out.get_mut(used) else { break };
                        *room = byte;
                        used += 1;
                    }
                }
                black_box((&out, used));
            }
        }
    });
    let compression: Run = Box::new(move |times, _| {
        let mut out = [0; ROOM * 2];
        for _ in 0..times {
            for (body, _) in &captured {
                let (mut used, mut zeros) = (0, 0_u8);
                for &byte in black_box(body) {
                    if byte == 0 && zeros > 0 && zeros < 255 {
                        zeros += 1;
                        out[used - 1] = zeros;
                    } else if byte == 0 {
                        zeros = 1;
                        out[used..used + 2].copy_from_slice(&[0, 1]);
                        used += 2;
                    } else {
                        zeros = 0;
                        out[used] = byte;
                        used += 1;
                    }
                }
                black_box((&out, used));
            }
        }
    });
    vec![
        Case { name: "LLUDP-captured/expand, by bytes", bytes: all.clone(), run: expansion },
        Case { name: "LLUDP-captured/compress, by bytes", bytes: all, run: compression },
    ]
}

fn zero_coding(cases: &mut Vec<Case>) {
    let captured = captured();
    let all: Vec<u8> = captured.iter().flat_map(|(body, _)| body.clone()).collect();
    let coded: Vec<Vec<u8>> = captured.iter().map(|(_, coded)| coded.clone()).collect();
    let bodies: Vec<Vec<u8>> = captured.into_iter().map(|(body, _)| body).collect();
    let mut out = Placed::new(&[0; ROOM * 2]);
    let expansion: Run = Box::new(move |times, place| {
        let out = out.at(place);
        for _ in 0..times {
            for body in &coded {
                black_box(&expand(black_box(body), black_box(&mut *out)));
            }
        }
    });
    let mut out = Placed::new(&[0; ROOM * 2]);
    let compression: Run = Box::new(move |times, place| {
        let out = out.at(place);
        for _ in 0..times {
            for body in &bodies {
                black_box(&compress(black_box(body), black_box(&mut *out)));
            }
        }
    });
    cases.push(Case { name: "LLUDP-captured/expand", bytes: all.clone(), run: expansion });
    cases.push(Case { name: "LLUDP-captured/compress", bytes: all, run: compression });
}

/// Every operation.
pub(crate) fn cases() -> Vec<Case> {
    let objects: &'static [_] = Vec::leak((1..=4).map(object).collect());
    let object_update = |count| ObjectUpdate {
        region_data: object_update::RegionData {
            region_handle: 0x0003_e800_0003_e900,
            time_dilation: 65000,
        },
        object_data: Repeated::new(&objects[..count]),
    };
    let (raw, coded) = (ZeroCoding::Never, ZeroCoding::Always);
    let mut cases = Vec::new();
    let mut case = |name, bytes: &Vec<u8>, run| {
        cases.push(Case { name, bytes: bytes.clone(), run });
    };

    let agent = blocks(&agent_update());
    case("LLUDP-agent/encode", &agent, encode_blocks(agent_update(), agent.len()));
    case("LLUDP-agent/decode", &agent, decode_blocks!(AgentUpdate, &agent));
    let packet = datagram(&agent_update(), raw);
    case("LLUDP-agent-packet/encode", &packet, encode_datagram(agent_update(), raw));
    case("LLUDP-agent-packet/decode", &packet, decode_datagram!(AnyMessage<'_>, &packet));
    case("LLUDP-agent-coded/encode", &packet, encode_datagram(agent_update(), coded));
    let packet_coded = datagram(&agent_update(), coded);
    case("LLUDP-agent-coded/decode", &packet, decode_datagram!(AnyMessage<'_>, &packet_coded));

    let one = blocks(&object_update(1));
    case("LLUDP-object/encode", &one, encode_blocks(object_update(1), one.len()));
    case("LLUDP-object/decode", &one, decode_blocks!(ObjectUpdate<'_>, &one));
    case("LLUDP-object/walk", &one, walk_objects(&one));
    let four = blocks(&object_update(4));
    case("LLUDP-4-objects/encode", &four, encode_blocks(object_update(4), four.len()));
    case("LLUDP-4-objects/decode", &four, decode_blocks!(ObjectUpdate<'_>, &four));
    case("LLUDP-4-objects/walk", &four, walk_objects(&four));
    let packet = datagram(&object_update(4), raw);
    case("LLUDP-4-objects-packet/encode", &packet, encode_datagram(object_update(4), raw));
    case("LLUDP-4-objects-packet/decode", &packet, decode_datagram!(AnyMessage<'_>, &packet));
    case("LLUDP-4-objects-coded/encode", &packet, encode_datagram(object_update(4), coded));
    let packet_coded = datagram(&object_update(4), coded);
    case("LLUDP-4-objects-coded/decode", &packet, decode_datagram!(AnyMessage<'_>, &packet_coded));
    zero_coding(&mut cases);
    cases
}
