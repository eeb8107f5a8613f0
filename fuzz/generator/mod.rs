//! Types of each wire with every form and attribute, from a seed: types that users could derive.
//!
//! The build script of the fuzz targets compiles them. Tests of generators take the same text as a schema.

pub(crate) mod flat;
pub(crate) mod litenet;
pub(crate) mod lludp;
pub(crate) mod variant;

use std::collections::BTreeSet;
use std::fmt::Write;

/// Random numbers (`splitmix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound.max(1) as u64) as usize
    }

    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }
}

/// The types of a wire.
pub(crate) struct Types {
    /// Their source, which is a schema.
    pub(crate) source: String,
    /// More of it: types that Godot 3 does not have.
    pub(crate) newer: String,
    /// What tests must know of them: an implementation of `Family` for each, and the list of all.
    pub(crate) families: String,
    /// The same types in a message template, for the wire that has them.
    pub(crate) template: String,
}

/// What tests must know of a type.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    /// Whether all that is written is read as the same bytes again.
    pub(crate) exact: bool,
    /// Whether all that is read can be written.
    pub(crate) writable: bool,
    /// Whether the beginning of a message may be a message.
    pub(crate) open: bool,
    /// Whether a program that has only the schema can read it.
    pub(crate) plain: bool,
    /// Whether Rust writes all fields that it reads, and reads all that it writes.
    pub(crate) mutual: bool,
    /// Whether 32 bits are enough for its components, as most engines have them.
    pub(crate) single: bool,
    /// Whether Godot 3 does not have it.
    pub(crate) newer: bool,
    /// Whether the derive makes a delta of it.
    pub(crate) delta: bool,
}

pub(crate) const STRICT: Traits = Traits {
    exact: true,
    writable: true,
    open: false,
    plain: true,
    mutual: true,
    single: true,
    newer: false,
    delta: false,
};

/// In the implementation of `Family`: the changes between two values, and a delta from bytes, applied to a value.
const APPLIES: &str =
    "    fn newer(mut older: Self::Owned, newer: &Self::Owned) -> Option<Self::Owned> {
        let delta = newer.changes_since(&older);
        older.apply(delta);
        Some(older)
    }
    fn applied(mut state: Self::Owned, delta: &[u8]) -> Option<Self::Owned> {
        state.apply(<$name as Codec<'_, $wire>>::decode(delta).ok()?);
        Some(state)
    }
";

/// Writes the parts of [`Types`].
pub(crate) struct Writer {
    types: Types,
    /// What implements `Family`: `impl Family<Flat> for`.
    implements: &'static str,
    /// The names of all types so far, and the rows of the lists: of all types, of those that Godot 3 does not have, and of deltas.
    names: BTreeSet<String>,
    rows: [String; 3],
}

impl Writer {
    pub(crate) fn new(implements: &'static str, uses: &str) -> Self {
        let types = Types {
            source: uses.to_owned(),
            newer: String::new(),
            families: String::new(),
            template: String::new(),
        };
        Self { types, implements, names: BTreeSet::new(), rows: Default::default() }
    }

    /// Adds source that is not a type of its own: one inside others, or a module.
    pub(crate) fn source(&mut self, text: &str, newer: bool) {
        let part = if newer { &mut self.types.newer } else { &mut self.types.source };
        part.push_str(text);
        part.push('\n');
    }

    pub(crate) fn template(&mut self, text: &str) {
        self.types.template.push_str(text);
    }

    /// Adds a type. `held` are the types in it, `owned` the type that is the same without borrowing.
    pub(crate) fn item(
        &mut self,
        name: &str,
        source: &str,
        owned: &str,
        held: &[String],
        traits: Traits,
    ) {
        self.source(source, traits.newer);
        self.family(name, source.contains("'a"), owned, held, traits);
        if traits.delta {
            let delta = format!("{name}Delta");
            self.family(&delta, false, &delta, held, Traits { delta: false, ..traits });
        }
        self.names.insert(name.to_owned());
    }

    /// Adds a type of the schema, or its delta.
    fn family(&mut self, name: &str, borrows: bool, owned: &str, held: &[String], traits: Traits) {
        let (of, whole) = if borrows { ("<'a>", "<'static>") } else { ("", "") };
        let inner = held.iter().flat_map(|ty| ty.split(|c: char| !c.is_alphanumeric()));
        let inner: BTreeSet<_> = inner.filter(|inner| self.names.contains(*inner)).collect();
        let inner = inner.into_iter().map(|inner| format!("Of{inner}::SIZE"));
        let sizes = held.iter().map(|ty| format!("size_of::<{}>()", ty.replace("'a", "'static")));
        let sizes: Vec<_> = sizes.chain(inner).collect();
        let Traits { exact, writable, open, plain, mutual, single, newer, delta } = traits;
        let implements = self.implements;
        let wire = implements.split_once("Family<").and_then(|(_, wire)| wire.rsplit_once('>'));
        let wire = wire.map_or("", |(wire, _)| wire);
        let applies = APPLIES.replace("$name", &format!("{name}Delta")).replace("$wire", wire);
        write!(
            self.types.families,
            "pub struct Of{name};\n\
             impl Of{name} {{ const SIZE: usize = largest(&[size_of::<{name}{whole}>(), {}]); }}\n\
             {implements} Of{name} {{\n    type Of<'a> = {name}{of};\n    type Owned = {owned};\n    \
             const NAME: &'static str = \"{name}\";\n    const LARGEST: usize = Self::SIZE;\n    \
             const TRAITS: Traits = Traits {{ exact: {exact}, writable: {writable}, open: {open}, plain: {plain}, mutual: {mutual}, single: {single} }};\n{}}}\n",
            sizes.join(", "),
            if delta { applies.as_str() } else { "" },
        )
        .expect("a String takes all");
        let list = if name.ends_with("Delta") { 2 } else { usize::from(newer) };
        writeln!(self.rows[list], "    Entry::of::<$wire, types::Of{name}>(),")
            .expect("a String takes all");
    }

    pub(crate) fn finish(mut self) -> Types {
        for (name, rows) in ["entries", "newer", "deltas"].into_iter().zip(self.rows) {
            write!(
                self.types.families,
                "macro_rules! {name} {{\n    ($wire:ty) => {{ [\n{rows}] }};\n}}\npub(super) use {name};\n"
            )
            .expect("a String takes all");
        }
        self.types
    }
}

/// Attributes with the types that they can have, in turn, so that each is there in any long list of types.
pub(crate) struct Turns {
    list: &'static [(&'static str, &'static [&'static str])],
    next: usize,
}

impl Turns {
    pub(crate) const fn new(list: &'static [(&'static str, &'static [&'static str])]) -> Self {
        Self { list, next: 0 }
    }

    /// The next attribute, and one of its types.
    pub(crate) fn next(&mut self, random: &mut Random) -> (&'static str, &'static str) {
        let (attribute, types) = self.list[self.next % self.list.len()];
        self.next += 1;
        (attribute, random.pick(types))
    }
}

/// A borrowing type without its borrows: the texts and lists own their content.
pub(crate) fn owned(source: &str) -> String {
    [
        ("&'a str", "String"),
        ("&'a [u8]", "Vec<u8>"),
        ("Cow<'a, str>", "String"),
        ("Cow<'a, [u8]>", "Vec<u8>"),
        ("Cow<'a, [i16]>", "Vec<i16>"),
        ("Cow<'a, [i32]>", "Vec<i32>"),
        ("PackedView<'a, Vector3>", "Vec<Vector3>"),
        ("PackedView<'a, f32>", "Vec<f32>"),
        ("<'a>", ""),
    ]
    .into_iter()
    .fold(source.to_owned(), |text, (borrowed, owned)| text.replace(borrowed, owned))
}

/// So many types of each wire from a seed, by the name of the wire.
pub(crate) fn all(seed: u64, count: usize) -> [(&'static str, Types); 4] {
    [
        ("variant", variant::types(seed, count)),
        ("flat", flat::types(seed, count)),
        ("litenet", litenet::types(seed, count)),
        ("lludp", lludp::types(seed, count)),
    ]
}
