//! A pinned layout changes if the written bytes do, and in two other listed cases. The test compares what pairs of types write and read.
//! Every attribute is in a pair.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use godot_var::EncodeVariant;
use godot_var::layout::layout_fingerprint;
use godot_var::values::{NodePath, StringName};
use godot_var::{Array, Dictionary, FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Variant};
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Fields, Item};

use crate::every_pair::{Candidate, layout};

/// How two types differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Differ {
    /// Not at all.
    Nowhere,
    /// Only in what they read.
    Reading,
    /// In what they write.
    Writing,
    /// Not in what they write, but the fingerprint changes.
    Cautious,
}

/// The observations about a type.
struct Seen {
    fingerprint: &'static str,
    written: Vec<u8>,
    /// Which messages it accepts.
    taken: Vec<bool>,
}

fn seen<'de, T>(value: &T, messages: &'de [Vec<u8>]) -> Seen
where
    T: EncodeVariant<Godot4> + ToVariantBytes + FromVariantBytes<'de>,
{
    Seen {
        fingerprint: layout_fingerprint::<T>(),
        written: value.to_variant_bytes::<Godot4>().expect("writable"),
        taken: messages
            .iter()
            .map(|bytes| T::from_variant_bytes::<Godot4>(bytes).is_ok())
            .collect(),
    }
}

/// Values of many types, alone, in Arrays, and under the keys of the pairs.
pub(crate) fn messages() -> Vec<Vec<u8>> {
    let mut values: Vec<Variant> = [-1, 0, 1, 2, 3, 300, 1 << 40].map(Variant::Int).to_vec();
    values.extend([-1.0, 0.0, 0.5, 2.0, 1e300].map(Variant::Float));
    values.extend([Variant::Nil, true.into(), "a".into(), "A".into(), "B".into(), "other".into()]);
    values.extend(["a/b:c".into(), StringName::from("a").into()]);
    values.push(NodePath::parse("a").into());
    values.push(vec![1_u8, 2].into());
    values.push(vec![1_i32, 2, 3, 4, 5].into());
    values.push(vec!["a".to_owned()].into());
    let lists: Vec<Variant> =
        values.iter().map(|value| Variant::Array(Array::new(vec![value.clone()]))).collect();
    values.extend(lists);
    values.push(Variant::Array(Array::new(vec![])));
    let mut found = values.clone();
    let pairs = |pairs: &[(&'static str, Variant)]| {
        Variant::Dictionary(pairs.iter().cloned().collect::<Dictionary>())
    };
    for key in ["value", "other", "A", "b", "two_words", "twoWords"] {
        found.extend(values.iter().map(|value| pairs(&[(key, value.clone())])));
        for value in &values {
            found.push(pairs(&[("a", 1.into()), (key, value.clone())]));
            found.push(pairs(&[("t", "A".into()), (key, value.clone())]));
        }
    }
    found.iter().map(|value| value.to_variant_bytes::<Godot4>().expect("a value")).collect()
}

/// The cases so far.
#[derive(Default)]
pub(crate) struct Tried {
    /// Attributes and where they were used.
    attributes: BTreeSet<(&'static str, String)>,
    /// Pairs with a wrong result.
    wrong: Vec<String>,
    /// Both types of each pair.
    pub(crate) layouts: Vec<Candidate>,
}

impl Tried {
    /// Records the attributes: the words at the beginning and after commas.
    fn attributes(&mut self, place: &'static str, tokens: TokenStream) {
        let mut begins = true;
        for token in tokens {
            if let (true, TokenTree::Ident(name)) = (begins, &token) {
                self.attributes.insert((place, name.to_string()));
            }
            begins = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
        }
    }

    fn of(&mut self, place: &'static str, attrs: &[Attribute]) {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("godot_var")) {
            let list = attr.meta.require_list().expect("parentheses");
            self.attributes(place, list.tokens.clone());
        }
    }

    fn fields(&mut self, fields: &Fields) {
        fields.iter().for_each(|field| self.of("FieldAttrs", &field.attrs));
    }

    fn items(&mut self, text: &str) {
        for item in syn::parse_file(text).expect("items").items {
            match item {
                Item::Struct(item) => {
                    self.of("ContainerAttrs", &item.attrs);
                    self.fields(&item.fields);
                }
                Item::Enum(item) => {
                    self.of("ContainerAttrs", &item.attrs);
                    for variant in &item.variants {
                        self.of("MemberAttrs", &variant.attrs);
                        self.fields(&variant.fields);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Pairs of items with a value of each. The first item is the message.
macro_rules! items {
    ($tried:ident; $($differ:ident
        { $($left:tt)* } $value:expr $(=> $of_left:ty)?,
        { $($right:tt)* } $other:expr $(=> $of_right:ty)?;
    )*) => {$({
        $tried.items(stringify!($($left)*));
        $tried.items(stringify!($($right)*));
        let messages = messages();
        let left = {
            #[derive(Clone, GodotVar)]
            #[allow(dead_code, reason = "only what they look like on the wire is of interest")]
            $($left)*
            $tried.layouts.push(layout!(M, stringify!($($left)*) $(, $of_left)?));
            seen(&$value, &messages)
        };
        let right = {
            #[derive(Clone, GodotVar)]
            #[allow(dead_code, reason = "only what they look like on the wire is of interest")]
            $($right)*
            $tried.layouts.push(layout!(M, stringify!($($right)*) $(, $of_right)?));
            seen(&$other, &messages)
        };
        let differ = if left.written != right.written {
            Differ::Writing
        } else if left.taken != right.taken {
            Differ::Reading
        } else {
            Differ::Nowhere
        };
        let text = concat!(stringify!($($left)*), " and ", stringify!($($right)*));
        let moves = left.fingerprint != right.fingerprint;
        let is_as_said = match Differ::$differ {
            Differ::Cautious => differ != Differ::Writing && moves,
            said => differ == said && moves == (said == Differ::Writing),
        };
        if !is_as_said {
            $tried.wrong.push(format!("{text}: {differ:?}, and the fingerprint moves: {moves}"));
        }
    })*};
}

/// The same for a field.
macro_rules! fields {
    ($tried:ident; $($differ:ident [$($left:tt)*] $of_left:ty = $value:expr, [$($right:tt)*] $of_right:ty = $other:expr;)*) => {
        items! { $tried; $(
            $differ
            { struct M { #[godot_var($($left)*)] value: $of_left } } M { value: $value } => $of_left,
            { struct M { #[godot_var($($right)*)] value: $of_right } } M { value: $other } => $of_right;
        )* }
    };
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what `skip_encoding_if` calls")]
fn is_zero(value: &i32) -> bool {
    *value == 0
}

mod even {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what `with` calls")]
    pub(super) fn encode(number: &u32) -> u32 {
        *number
    }

    pub(super) fn decode(number: u32) -> Result<u32, &'static str> {
        if number.is_multiple_of(2) { Ok(number) } else { Err("odd") }
    }
}

#[expect(elided_lifetimes_in_paths, reason = "one of them borrows")]
fn fields(tried: &mut Tried) {
    fields! { tried;
        Writing [] f64 = 0.5, [f64] f64 = 0.5;
        Nowhere [] f64 = 0.5, [as = "float"] f64 = 0.5;
        Writing [f64] f32 = 0.5, [] f32 = 0.5;
        Writing [as = "float"] i32 = 1, [as = "float64"] i32 = 1;
        Writing [as = "float"] i32 = 1, [as = "int"] i32 = 1;
        Writing [default] i32 = 0, [default, skip_encoding_if = is_zero] i32 = 0;
        Reading [] i32 = 0, [default] i32 = 0;
        Reading [] i32 = 0, [alias = "other"] i32 = 0;
        Reading [] i32 = 0, [strict] i32 = 0;
        Writing [] i32 = 0, [rename = "other"] i32 = 0;
        Nowhere [] i32 = 0, [gdscript = "other"] i32 = 0;
        Nowhere [] i32 = 0, [csharp = "Other"] i32 = 0;
        Nowhere [] i32 = 0, [typescript = "other"] i32 = 0;
        Writing [] i32 = 0, [] Option<i32> = None;
        Nowhere [] i32 = 0, [] Box<i32> = Box::new(0);
        Writing [] Vec<i32> = vec![1], [] BTreeSet<i32> = BTreeSet::from([1]);
        Nowhere [] Vec<String> = vec!["a".into()], [] BTreeSet<String> = BTreeSet::from(["a".into()]);
        Writing [] Vec<i32> = vec![1], [] Vec<Rc<i32>> = vec![1.into()];
        Reading [] Vec<Rc<i32>> = vec![1.into()], [as = "Array"] Vec<i32> = vec![1];
        Nowhere [] Vec<i32> = vec![1], [] VecDeque<i32> = VecDeque::from([1]);
        Writing [] Vec<i32> = vec![1], [as = "Array"] Vec<i32> = vec![1];
        Nowhere [] BTreeSet<i32> = BTreeSet::from([1]), [as = "Array"] Vec<i32> = vec![1];
        Nowhere [] Vec<bool> = vec![true], [as = "Array"] Vec<bool> = vec![true];
        Writing [] Vec<i32> = vec![1], [typed] Vec<i32> = vec![1];
        Writing [as = "Array"] Vec<i32> = vec![1], [typed] Vec<i32> = vec![1];
        Reading [] Vec<i32> = vec![1], [max_len = 4] Vec<i32> = vec![1];
        Writing [typed] [f32; 2] = [0.5; 2], [typed] [f32; 3] = [0.5; 3];
        Writing [typed] [f32; 1] = [0.5], [as = "Array"] [f32; 1] = [0.5];
        Writing [as = "Array"] [f32; 2] = [0.5; 2], [as = "Array"] [f32; 3] = [0.5; 3];
        Writing [as = "Array"] [f32; 1] = [0.5], [] [f32; 1] = [0.5];
        Writing [] [Box<i32>; 1] = [Box::new(1)], [] [i32; 1] = [1];
        Nowhere [] [Box<u32>; 1] = [Box::new(1)], [as = "Array"] [u32; 1] = [1];
        Writing [] Vec<i32> = vec![1], [] Vec<u8> = vec![1];
        Writing [] String = "a".into(), [as = "StringName"] String = "a".into();
        Writing [] String = "a".into(), [as = "NodePath"] String = "a".into();
        Writing [] String = "a".into(), [] StringName = "a".into();
        Cautious [] u64 = 1, [unit = "ms"] Duration = Duration::from_millis(1);
        Writing [unit = "ms"] Duration = Duration::from_secs(1), [unit = "us"] Duration = Duration::from_secs(1);
        Writing [unit = "ms"] Option<SystemTime> = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1)),
            [unit = "us"] Option<SystemTime> = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1));
        Cautious [unit = "s"] Duration = Duration::from_secs(1),
            [unit = "s"] SystemTime = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        Writing [unit = "s"] Duration = Duration::from_secs(1), [unit = "us"] Duration = Duration::from_secs(1);
        Reading [] u32 = 2, [with = even, as = u32] u32 = 2;
        Reading [] u32 = 2, [encode_with = even::encode, decode_with = even::decode, as = u32] u32 = 2;
    }
    items! { tried;
        Reading { struct M { value: Vec<u8> } } M { value: vec![1] },
            { struct M<'a> { #[godot_var(borrow)] value: Cow<'a, [u8]> } } M { value: Cow::Borrowed(&[1]) };
        Nowhere { struct M { a: i32 } } M { a: 1 },
            { struct M { a: i32, #[godot_var(skip)] b: i32 } } M { a: 1, b: 2 };
        Cautious { struct M { a: i32 } } M { a: 1 },
            { struct M { a: i32, #[godot_var(skip_encoding)] b: i32 } } M { a: 1, b: 2 };
        Reading { struct M { a: i32, b: i32 } } M { a: 1, b: 2 },
            { struct M { a: i32, #[godot_var(skip_decoding)] b: i32 } } M { a: 1, b: 2 };
        Cautious { struct M { a: i32, b: i32 } } M { a: 1, b: 2 },
            { struct M { a: i32, #[godot_var(flatten)] inner: I } #[derive(Clone, GodotVar)] struct I { b: i32 } }
            M { a: 1, inner: I { b: 2 } };
        Writing { struct M { a: i32, inner: I } #[derive(Clone, GodotVar)] struct I { b: i32 } } M { a: 1, inner: I { b: 2 } },
            { struct M { a: i32, #[godot_var(flatten)] inner: I } #[derive(Clone, GodotVar)] struct I { b: i32 } }
            M { a: 1, inner: I { b: 2 } };
    }
}

fn containers(tried: &mut Tried) {
    items! { tried;
        Writing { struct M { two_words: i32 } } M { two_words: 1 },
            { #[godot_var(rename_all = "camelCase")] struct M { two_words: i32 } } M { two_words: 1 };
        Reading { struct M { value: i32 } } M { value: 1 },
            { #[derive(Default)] #[godot_var(default)] struct M { value: i32 } } M { value: 1 };
        Reading { struct M { value: i32 } } M { value: 1 },
            { #[godot_var(deny_unknown_fields)] struct M { value: i32 } } M { value: 1 };
        Nowhere { struct M(i32); } M(1),
            { #[godot_var(transparent)] struct M { value: i32 } } M { value: 1 };
        Nowhere { struct M(i32, i32); } M(1, 2),
            { #[godot_var(array)] struct M { a: i32, b: i32 } } M { a: 1, b: 2 };
        Writing { struct M { value: i32 } } M { value: 1 },
            { #[godot_var(array)] struct M { value: i32 } } M { value: 1 };
        Writing { struct M { value: i32 } } M { value: 1 },
            { #[godot_var(keys = "StringName")] struct M { value: i32 } } M { value: 1 };
        Nowhere { struct M { value: i32 } } M { value: 1 },
            { #[godot_var(max_size = 1200, gdscript = "Other", csharp = "Other", typescript = "Other", crate = godot_var)] struct M { value: i32 } } M { value: 1 };
        Nowhere { struct M { value: String } } M { value: "a".into() },
            { #[godot_var(delta)] struct M { value: String } } M { value: "a".into() };
        Nowhere { struct M { value: i32 } } M { value: 1 },
            { #[godot_var(layout = "9c373084174ea2ca")] struct M { value: i32 } } M { value: 1 };
        Nowhere { struct M<T = i32> { value: T } } M::<i32> { value: 1 },
            { #[godot_var(bound = "T: Into<i32>")] struct M<T = i32> { #[godot_var(skip)] unit: std::marker::PhantomData<T>, value: i32 } }
            M::<i32> { unit: std::marker::PhantomData, value: 1 };
        Nowhere { struct M(u32); } M(2),
            { #[godot_var(from = u32, into = u32)] struct M { number: u32 }
              impl From<u32> for M { fn from(number: u32) -> Self { Self { number } } }
              impl From<M> for u32 { fn from(m: M) -> u32 { m.number } } } M { number: 2 };
        Reading { struct M(u32); } M(2),
            { #[godot_var(try_from = u32, into = u32)] struct M { number: u32 }
              impl TryFrom<u32> for M {
                  type Error = &'static str;
                  fn try_from(number: u32) -> Result<Self, Self::Error> { even::decode(number).map(|number| Self { number }) }
              }
              impl From<M> for u32 { fn from(m: M) -> u32 { m.number } } } M { number: 2 };
    }
}

fn enums(tried: &mut Tried) {
    items! { tried;
        Writing { enum M { A, B } } M::A, { #[godot_var(repr = "int")] enum M { A, B } } M::A;
        Nowhere { enum M { A, B } } M::A, { #[godot_var(repr = "name")] enum M { A, B } } M::A;
        Writing { enum M { A { b: i32 } } } M::A { b: 1 }, { #[godot_var(tag = "t")] enum M { A { b: i32 } } } M::A { b: 1 };
        Writing { #[godot_var(tag = "t")] enum M { A { b: i32 } } } M::A { b: 1 },
            { #[godot_var(tag = "t", content = "c")] enum M { A { b: i32 } } } M::A { b: 1 };
        Writing { enum M { A { b: i32 } } } M::A { b: 1 }, { #[godot_var(untagged)] enum M { A { b: i32 } } } M::A { b: 1 };
        Writing { enum M { A { b: i32 } } } M::A { b: 1 },
            { #[godot_var(array, id)] enum M { #[godot_var(id = 1)] A { b: i32 } } } M::A { b: 1 };
        Writing { #[godot_var(array, id)] enum M { #[godot_var(id = 1)] A } } M::A,
            { #[godot_var(array, id)] enum M { #[godot_var(id = 2)] A } } M::A;
        Writing { #[godot_var(tag = "t")] enum M { A { two_words: i32 } } } M::A { two_words: 1 },
            { #[godot_var(tag = "t", rename_all_fields = "camelCase")] enum M { A { two_words: i32 } } } M::A { two_words: 1 };
        Nowhere { #[godot_var(tag = "t")] enum M { #[godot_var(rename_all = "camelCase")] A { two_words: i32 } } } M::A { two_words: 1 },
            { #[godot_var(tag = "t", rename_all_fields = "camelCase")] enum M { A { two_words: i32 } } } M::A { two_words: 1 };
        Writing { enum M { A, B(i32) } } M::A, { enum M { A(()), B(i32) } } M::A(());
        Writing { #[godot_var(tag = "t", content = "c")] enum M { A } } M::A,
            { #[godot_var(tag = "t", content = "c")] enum M { A(()) } } M::A(());
        Nowhere { #[godot_var(untagged)] enum M { A } } M::A, { #[godot_var(untagged)] enum M { A(()) } } M::A(());
        Writing { enum M { A, B } } M::A, { enum M { #[godot_var(rename = "other")] A, B } } M::A;
        Reading { enum M { A, B } } M::A, { enum M { #[godot_var(alias = "other")] A, B } } M::A;
        Nowhere { enum M { A, B } } M::A, { enum M { #[godot_var(gdscript = "First", csharp = "First", typescript = "First")] A, B } } M::A;
        Nowhere { enum M { A } } M::A, { enum M { A, #[godot_var(skip)] B } } M::A;
        Reading { enum M { A } } M::A, { enum M { A, #[godot_var(other)] Other } } M::A;
    }
}

/// Adds all pairs.
pub(crate) fn pairs(tried: &mut Tried) {
    fields(tried);
    containers(tried);
    enums(tried);
}

#[test]
fn a_fingerprint_moves_when_what_is_written_does() {
    let mut tried = Tried::default();
    pairs(&mut tried);
    assert!(tried.wrong.is_empty(), "{}", tried.wrong.join("\n"));

    // Every attribute of the table is in a pair.
    let table = include_str!("../../../godot-var-schema/src/variant/attributes.rs");
    let (mut place, mut found) = ("", 0);
    for line in table.lines().map(str::trim) {
        if let Some((_, name)) =
            line.split_once("struct ").filter(|_| line.contains(" of GodotVar"))
        {
            place = name.split(' ').next().unwrap_or_default();
        }
        if let Some((name, _)) = line.strip_prefix('"').and_then(|line| line.split_once('"'))
            && line.contains("=> ")
            && line.ends_with(';')
        {
            let has = tried.attributes.iter().any(|(at, tried)| *at == place && tried == name);
            assert!(has, "`{name}` of {place} stands in no pair");
            found += 1;
        }
    }
    assert!(found > 45, "only {found} attributes");
}
