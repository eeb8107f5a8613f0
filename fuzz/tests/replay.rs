//! Runs every target on its seeds, on all earlier findings, on the inputs that were kept of fuzzing, and on mutations, without a fuzzer.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use godot_var_fuzz::{TARGETS, Target, corpora, seeds};

/// Runs a target on inputs, with the stack size of a fuzzer.
fn try_all(name: &str, target: Target, inputs: impl FnOnce(&dyn Fn(&[u8])) + Send + 'static) {
    let run = move || {
        inputs(&|input| target(input));
    };
    let done = thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread").join();
    assert!(done.is_ok(), "{name}");
}

/// All targets, or the one that `FUZZ_TARGET` names.
fn selected() -> impl Iterator<Item = (&'static str, Target)> {
    let only = env::var("FUZZ_TARGET").ok();
    TARGETS.into_iter().filter(move |(name, _)| only.as_ref().is_none_or(|only| only == name))
}

#[test]
fn seeds_and_findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings");
    for (name, target) in selected() {
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

#[test]
fn files_of_kept_inputs() {
    let long = |byte, len| vec![byte; len];
    let inputs =
        vec![long(3, 50_000), vec![2], long(4, 50_001), Vec::new(), vec![2], long(1, 50_000)];
    let kept = corpora::unpack(&corpora::pack(inputs));
    // The longest has no room, and nothing is kept twice.
    assert_eq!(kept, [Vec::new(), vec![2], long(1, 50_000), long(3, 50_000)]);
    assert!(corpora::pack(vec![long(0, 1 << 16)]).is_empty());

    let folder = corpora::path("").read_dir().expect("a folder");
    let mut len = 0;
    for file in folder.map(|file| file.expect("a file")) {
        let name = file.file_name().into_string().expect("a name");
        assert!(TARGETS.iter().any(|(target, _)| *target == name), "no target {name}");
        assert!(!corpora::kept(&name).is_empty(), "{name}");
        len += file.metadata().expect("a file").len();
    }
    assert!(len <= 3 << 20, "{len} bytes");
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

/// The generated types have many fields: what is wrong with one value of one of them, mutations find too rarely.
#[test]
fn every_byte_of_short_messages() {
    for (name, target) in selected().filter(|(name, _)| name.ends_with("generated")) {
        try_all(name, target, move |run| {
            let started = Instant::now();
            let mut count = 0;
            for mut input in seeds::seeds(name).into_iter().filter(|input| input.len() <= 50) {
                // Before the message is the number of its type.
                for at in 2..input.len() {
                    let byte = input[at];
                    for other in [2, 0xff, byte ^ 0x80] {
                        input[at] = other;
                        let shown = Shown(&input);
                        run(&input);
                        drop(shown);
                        count += 1;
                    }
                    input[at] = byte;
                }
            }
            println!("{name}: {count} messages in {:?}", started.elapsed());
        });
    }
}

/// Kept inputs for half of a short time each, then random mutations of them and of the seeds: `FUZZ_SECONDS` in all, default 1.5.
/// `FUZZ_SEED` repeats a run, `FUZZ_TARGET` selects the only target.
#[test]
fn kept_inputs_and_mutations() {
    let variable = |name| env::var(name).ok();
    let seconds = variable("FUZZ_SECONDS").and_then(|text| text.parse().ok()).unwrap_or(1.5);
    let patience = Duration::from_secs_f64(seconds);
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos() as u64;
    let seed = variable("FUZZ_SEED").and_then(|text| text.parse().ok()).unwrap_or_else(now);
    println!("FUZZ_SEED={seed}");
    for (name, target) in selected() {
        try_all(name, target, move |run| {
            let mut numbers = Numbers(seed);
            let mut kept = corpora::kept(name);
            let all = kept.len();
            let seeds = [seeds::seeds(name), kept.clone()].concat();
            let run = |input: &[u8]| {
                // If the target panics, this prints the input.
                let shown = Shown(input);
                run(input);
                drop(shown);
            };
            let started = Instant::now();
            // In a random order, because a debug build may be too slow for all.
            while !kept.is_empty() && started.elapsed() < patience / 2 {
                run(&kept.swap_remove(numbers.below(kept.len())));
            }
            let mut count = 0;
            while started.elapsed() < patience {
                run(&mutate(&mut numbers, &seeds));
                count += 1;
            }
            println!("{name}: {} of {all} kept inputs, {count} mutations", all - kept.len());
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
