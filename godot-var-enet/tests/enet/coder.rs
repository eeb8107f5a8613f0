//! The range coder against that of `rusty_enet`.

use godot_var_enet::range_coder::RangeCoder;
use rusty_enet::Compressor;

use crate::random::Random;

/// As `ENet` calls its coder: the result is shorter than the body, or there is none.
fn theirs(coder: &mut rusty_enet::RangeCoder, body: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0; body.len()];
    let len = coder.compress(&[body], body.len(), &mut out);
    out.truncate(len);
    (len > 0).then_some(out)
}

fn ours(coder: &mut RangeCoder, body: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0; body.len()];
    let len = coder.compress(body, &mut out, 16 * body.len())?;
    out.truncate(len);
    Some(out)
}

fn compare(count: u64, seed: u64) {
    let mut random = Random(seed);
    let (mut our, mut their) = (RangeCoder::new(), rusty_enet::RangeCoder::new());
    let mut compressed = 0;
    for round in 0..count {
        let longest = if round % 16 == 0 { 4092 } else { 200 };
        let len = 1 + random.below(longest) as usize;
        let body = random.bytes(len);
        let expected = theirs(&mut their, &body);
        assert_eq!(ours(&mut our, &body), expected, "{body:?}");
        let Some(short) = expected else { continue };
        compressed += 1;
        let mut out = [0; 4096];
        assert_eq!(our.decompress(&short, &mut out), Some(len));
        assert_eq!(out[..len], body);
        assert_eq!(our.decompress(&short, &mut out[..len - 1]), None, "the output has an end");
        // Bytes that no coder wrote: either side may refuse them, but they never mean two things.
        let mut broken = short.clone();
        let at = random.below(broken.len() as u64) as usize;
        broken[at] ^= 1 + random.below(255) as u8;
        let mut other = [0; 4096];
        if let Some(len) = our.decompress(&broken, &mut out) {
            assert_eq!(their.decompress(&broken, &mut other), len);
            assert_eq!(out[..len], other[..len]);
        }
    }
    assert!(compressed > count / 4, "{compressed} of {count}");
}

#[test]
fn bodies_are_compressed_as_by_enet() {
    compare(5_000, 1);
}

#[test]
#[ignore = "takes minutes: run it with --release after a change of the coder"]
fn a_million_bodies_are_compressed_as_by_enet() {
    compare(1_000_000, 2);
}

#[test]
fn random_bytes_end() {
    let mut random = Random(3);
    let mut coder = RangeCoder::new();
    let mut out = [0; 4096];
    for _ in 0..2_000 {
        let len = random.below(1400) as usize;
        let bytes: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
        let _ = coder.decompress(&bytes, &mut out);
    }
    assert_eq!(coder.decompress(&[], &mut out), None);
}
