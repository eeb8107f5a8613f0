//! Runs every target on its seeds, on mutations of them, and on all earlier findings, without a fuzzer.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use godot_var_fuzz::{TARGETS, Target, seeds};

/// Runs a target on inputs, with the stack size of a fuzzer.
fn try_all(name: &str, target: Target, inputs: impl FnOnce(&dyn Fn(&[u8])) + Send + 'static) {
    let run = move || {
        inputs(&|input| target(input));
    };
    let done = thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread").join();
    assert!(done.is_ok(), "{name}");
}

#[test]
fn seeds_and_findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings");
    for (name, target) in TARGETS {
        let mut inputs = seeds::seeds(name);
        assert!(inputs.len() > 3, "{name} has no seeds");
        for entry in fs::read_dir(folder.join(name)).into_iter().flatten() {
            inputs.push(fs::read(entry.expect("a file").path()).expect("a finding"));
        }
        inputs.push(Vec::new());
        try_all(name, target, move |run| {
            for input in &inputs {
                run(input);
                run(&input[..input.len() / 2]);
            }
        });
    }
}

/// Random numbers (`splitmix64`).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed % bound.max(1) as u64) as usize
    }
}

fn mutate(numbers: &mut Numbers, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = seeds[numbers.below(seeds.len())].clone();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(input.len());
        match numbers.below(6) {
            0 => input.truncate(at),
            1 => {
                let other = &seeds[numbers.below(seeds.len())];
                input.truncate(at);
                input.extend(&other[numbers.below(other.len())..]);
            }
            2 => drop(input.drain(at..(at + numbers.below(8)).min(input.len()))),
            3 => input.insert(at, numbers.below(256) as u8),
            _ => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = match numbers.below(3) {
                        0 => numbers.below(40) as u8,
                        1 => *byte ^ 1 << numbers.below(8),
                        _ => numbers.below(256) as u8,
                    };
                }
            }
        }
    }
    input.truncate(4096);
    input
}

/// A short time of random mutations each: `FUZZ_SECONDS`, default 1. `FUZZ_SEED` repeats a run, `FUZZ_TARGET` selects the only target.
#[test]
fn mutations() {
    let number = |name| env::var(name).ok().and_then(|text: String| text.parse::<u64>().ok());
    let patience = Duration::from_secs(number("FUZZ_SECONDS").unwrap_or(1));
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos() as u64;
    let seed = number("FUZZ_SEED").unwrap_or_else(now);
    println!("FUZZ_SEED={seed}");
    let only = env::var("FUZZ_TARGET").ok();
    for (name, target) in TARGETS {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        try_all(name, target, move |run| {
            let seeds: Vec<_> = seeds::seeds(name);
            let mut numbers = Numbers(seed);
            let (started, mut count) = (Instant::now(), 0);
            while started.elapsed() < patience {
                let input = mutate(&mut numbers, &seeds);
                // If the target panics, this prints the input.
                let shown = Shown(&input);
                run(&input);
                drop(shown);
                count += 1;
            }
            println!("{name}: {count} mutations");
        });
    }
}

/// Prints an input if a target panics on it.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("the input: {}", hex::encode(self.0));
        }
    }
}
