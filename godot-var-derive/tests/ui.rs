//! What the compiler says about mistakes. The expected texts are made by
//! `TRYBUILD=overwrite cargo test -p godot-var-derive --test ui`, with the pinned toolchain.

#[test]
fn ui() {
    let tests = trybuild::TestCases::new();
    // One file that compiles makes trybuild build, not only check: the errors of `layout` come from
    // constants that only a call evaluates.
    tests.pass("tests/ui/pass.rs");
    tests.compile_fail("tests/ui/*/*.rs");
}
