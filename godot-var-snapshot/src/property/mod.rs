//! The protocol on random worlds over lossy links: what each client has is what the server had, and in the end what it has.
//!
//! A world has clients that behave, clients that begin anew, and hostile ones. Its links lose, delay, double and reorder packets. Every
//! rule of the protocol is left out once, and some world must fail without it.

mod link;
mod world;

use alloc::string::String;

use crate::rules::{Rules, Sound};

/// How many worlds each test runs; `SNAPSHOT_WORLDS` sets another number.
const WORLDS: u64 = 10_000;

/// Within so many worlds one fails without a rule.
const WITHOUT_A_RULE: u64 = 300;

/// Runs worlds on all cores, and returns the first that fails.
fn first_failure<R: Rules>(worlds: u64) -> Option<(u64, String)> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    std::thread::scope(|scope| {
        let runs = (0..threads).map(|first| {
            scope.spawn(move || {
                let mut seeds = (first..worlds).step_by(threads as usize);
                seeds.find_map(|seed| world::run::<R>(seed).err().map(|error| (seed, error)))
            })
        });
        let runs: alloc::vec::Vec<_> = runs.collect();
        runs.into_iter().filter_map(|run| run.join().expect("no panic")).min()
    })
}

#[test]
fn every_client_has_what_the_server_had_and_in_the_end_what_it_has() {
    let worlds =
        std::env::var("SNAPSHOT_WORLDS").map_or(WORLDS, |text| text.parse().expect("a number"));
    assert_eq!(first_failure::<Sound>(worlds), None);
}

/// Declares a test for each rule: without it some world fails, with this in its message.
macro_rules! needed {
    ($($test:ident: $without:ident { $rule:ident } $message:literal;)*) => {$(
        struct $without;

        impl Rules for $without {
            const $rule: bool = false;
        }

        #[test]
        fn $test() {
            let (seed, error) = first_failure::<$without>(WITHOUT_A_RULE).expect("a world that fails");
            assert!(error.contains($message), "world {seed}: {error}");
        }
    )*};
}

needed! {
    confirmations_before_a_life_say_nothing_about_it: WithoutFloor { FLOOR } "";
    the_baseline_only_moves_forward: WithoutForward { FORWARD } "";
    a_baseline_is_used_while_the_client_has_it: WithoutVersions { VERSIONS } "";
    a_removal_is_remembered: WithoutTombstones { TOMBSTONES } "";
    another_life_is_a_removal_and_a_spawn: WithoutLives { LIVES } "";
    a_whole_record_keeps_versions: WithoutKeeping { WHOLE_KEEPS } "";
}
