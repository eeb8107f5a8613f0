//! The small examples as a user runs them, on the data that they bring along.

use crate::needs;
use crate::programs::example;

fn lludp_sniff() {
    let addresses = "10.0.0.1:13000 → 10.0.0.2:54321";
    assert_eq!(
        example::run("lludp_sniff", &[]),
        format!(
            "\
#1 {addresses}: 1 reliable, acks [40, 41], ping 7
#2 {addresses}: 2 reliable, acks [40, 41], peers [\"Ann\", \"Bob\"]
#3 {addresses}: 3 reliable, acks [40, 41], Close(Close)
#4 {addresses}: error: expected the number of a message in the template, found Low 4660 at byte 6
"
        )
    );
}

fn litenet_log() {
    let told = example::run("litenet_log", &[]);
    assert_eq!(told.lines().count(), 6, "{told}");
    assert!(!told.contains("error"), "{told}");
}

needs::tests! {
    needs nothing: lludp_sniff, litenet_log;
}
