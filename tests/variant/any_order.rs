//! Dictionaries whose keys have another order than the fields, alone and in lists.

use godot_var::{
    DecodeError, Dictionary, FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Variant, Vector3,
};

/// Keys of all lengths with equal beginnings and ends.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Alike {
    pos_x: u32,
    pos_y: Option<u32>,
    player_hp: f32,
    // Header, length, first and last word are the same.
    aaaa1111bbbb: String,
    aaaa2222bbbb: i64,
    #[godot_var(rename = "")]
    empty: u8,
    #[godot_var(alias = "old")]
    a_key_that_is_longer_than_others_1: bool,
}

fn alike() -> Alike {
    Alike {
        pos_x: 1,
        pos_y: Some(3_000_000_000),
        player_hp: 0.5,
        aaaa1111bbbb: "five".into(),
        aaaa2222bbbb: -5_000_000_000,
        empty: 7,
        a_key_that_is_longer_than_others_1: true,
    }
}

/// An element of a list: fields with one form, two, or several.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Element {
    id: u32,
    at: Vector3,
    glow: Option<f32>,
    owner: Option<i64>,
    seen: i64,
    tags: Vec<String>,
    next: Option<Box<Element>>,
}

/// An element that has a usual form.
#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
struct Stamp {
    id: u16,
    at: i64,
    share: f64,
}

/// An element that is told from others by an id.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Order {
    #[godot_var(id = 1)]
    Halt { unit: u32 },
    #[godot_var(id = -2)]
    Turn { unit: i64, yaw: f32, name: Option<String> },
    #[godot_var(id = 3)]
    Rename(String, u8),
    #[godot_var(id = 5_000_000_000)]
    Far { at: Vector3 },
    #[godot_var(id = "wait")]
    Wait { share: f64 },
    #[godot_var(id = 6)]
    Retreat,
    #[godot_var(id = 7)]
    All(Vec<Order>),
}

/// As [`Order`], but every id is a text.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Word {
    #[godot_var(id = "go")]
    Go { to: Vector3, fast: bool },
    #[godot_var(id = "say")]
    Say(String),
}

struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % end
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

fn dictionary<T: ToVariantBytes>(value: &T) -> Dictionary {
    let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
    match Variant::from_variant_bytes::<Godot4>(&bytes) {
        Ok(Variant::Dictionary(dictionary)) => dictionary,
        other => panic!("{other:?}"),
    }
}

fn bytes(value: &Variant) -> Vec<u8> {
    value.to_variant_bytes::<Godot4>().expect("encodes")
}

/// Calls with each order of the pairs.
fn permutations(dictionary: &mut Dictionary, from: usize, call: &mut impl FnMut(&Dictionary)) {
    if from == dictionary.entries.len() {
        return call(dictionary);
    }
    for other in from..dictionary.entries.len() {
        dictionary.entries.swap(from, other);
        permutations(dictionary, from + 1, call);
        dictionary.entries.swap(from, other);
    }
}

#[test]
fn every_order_of_keys_is_read() {
    let mut orders = 0;
    permutations(&mut dictionary(&alike()), 0, &mut |order| {
        orders += 1;
        let text = bytes(&Variant::Dictionary(order.clone()));
        assert_eq!(Alike::from_variant_bytes::<Godot4>(&text), Ok(alike()), "{order:?}");
        let mut place = Alike::default();
        let read = Alike::from_variant_bytes_in_place::<Godot4>(&text, &mut place);
        assert_eq!((read, place), (Ok(()), alike()), "{order:?}");
    });
    assert_eq!(orders, 5040);
}

#[test]
fn keys_of_other_kinds_and_repeated_ones_are_read_in_any_order() {
    let mut random = Random(1);
    for round in 0..500 {
        let mut order = dictionary(&alike());
        random.shuffle(&mut order.entries);
        // If a key is repeated, the last one counts.
        let (key, _) = order.entries[random.below(7)].clone();
        order.entries.insert(0, (key, Variant::Color(godot_var::math::Color::RED)));
        order.entries.insert(random.below(8), (format!("unknown {round}").into(), 5.into()));
        for (key, _) in &mut order.entries {
            match key {
                Variant::String(text) if text.starts_with("a_key") && round % 3 == 0 => {
                    *key = "old".into();
                }
                Variant::String(text) if random.below(2) == 0 => {
                    *key = Variant::StringName(text.as_str().into());
                }
                _ => {}
            }
        }
        let text = bytes(&Variant::Dictionary(order.clone()));
        assert_eq!(Alike::from_variant_bytes::<Godot4>(&text), Ok(alike()), "{order:?}");
    }
}

fn element(i: usize, random: &mut Random) -> Element {
    Element {
        id: [7, 3_000_000_000][random.below(2)],
        at: Vector3::new(i as f32, 0.5, -1.0),
        glow: [None, Some(0.25), Some(1.5)][random.below(3)],
        owner: [None, Some(-1), Some(1 << 40)][random.below(3)],
        seen: [5, -5_000_000_000][random.below(2)],
        tags: vec![format!("tag {i}"); random.below(3)],
        next: (random.below(4) == 0).then(|| Box::new(Element { id: 9, ..Element::default() })),
    }
}

/// The Dictionary of an element as another program may write it: in any order, without optional fields, with 64-bit floats.
fn as_others_write(element: &Element, random: &mut Random) -> Dictionary {
    let mut dictionary = dictionary(element);
    if random.below(2) == 0 {
        return dictionary;
    }
    dictionary.entries.retain(|(_, value)| *value != Variant::Nil || random.below(2) == 0);
    match random.below(3) {
        0 => dictionary.entries.reverse(),
        1 => random.shuffle(&mut dictionary.entries),
        _ => {}
    }
    if random.below(4) == 0 {
        dictionary.insert("comment", "of another version");
    }
    dictionary
}

/// Lists to decode into: empty, shorter, of equal length, longer.
fn places<T: Clone + Default>(list: &[T]) -> [Vec<T>; 4] {
    let len = list.len();
    [0, len / 2, len, len + 3].map(|places| vec![T::default(); places])
}

#[test]
fn lists_are_read_as_their_elements_are() {
    let mut random = Random(2);
    for round in 0..300 {
        let list: Vec<_> = (0..random.below(30)).map(|i| element(i, &mut random)).collect();
        let written: Vec<_> =
            list.iter().map(|one| as_others_write(one, &mut random)).map(Variant::from).collect();
        for (one, written) in list.iter().zip(&written) {
            let text = bytes(written);
            assert_eq!(Element::from_variant_bytes::<Godot4>(&text).as_ref(), Ok(one), "{round}");
        }
        let text = bytes(&Variant::from(written));
        assert_eq!(Vec::<Element>::from_variant_bytes::<Godot4>(&text).as_ref(), Ok(&list));
        for mut place in places(&list) {
            let read = Vec::from_variant_bytes_in_place::<Godot4>(&text, &mut place);
            assert_eq!((read, &place), (Ok(()), &list), "{round}");
        }
    }
}

#[test]
fn lists_of_numbers_of_two_widths_are_read() {
    let mut random = Random(3);
    for wide in [0, 1, 2, 5, 50] {
        let stamp = |i: u16| Stamp {
            id: i,
            at: if random.below(50) < wide { 1 << 40 } else { 3 },
            share: if random.below(50) < wide { 0.5 } else { 0.1 },
        };
        let list: Vec<_> = (0..200).map(stamp).collect();
        let text = list.to_variant_bytes::<Godot4>().expect("encodes");
        assert_eq!(Vec::<Stamp>::from_variant_bytes::<Godot4>(&text).as_ref(), Ok(&list));
        for mut place in places(&list) {
            let read = Vec::from_variant_bytes_in_place::<Godot4>(&text, &mut place);
            assert_eq!((read, &place), (Ok(()), &list), "{wide}");
        }
    }
}

#[test]
fn an_error_in_a_list_names_its_element() {
    let mut random = Random(4);
    let error = |read: Result<Vec<Element>, DecodeError>| read.expect_err("refused").to_string();
    for broken in 0..40 {
        let list: Vec<_> = (0..40).map(|i| element(i, &mut random)).collect();
        let mut written: Vec<_> =
            list.iter().map(|one| as_others_write(one, &mut random)).collect();
        written[broken].insert("at", "nowhere");
        let alone = bytes(&Variant::Dictionary(written[broken].clone()));
        let alone = Element::from_variant_bytes::<Godot4>(&alone).expect_err("refused");
        let text =
            bytes(&Variant::from(written.into_iter().map(Variant::from).collect::<Vec<_>>()));
        let read = error(Vec::from_variant_bytes::<Godot4>(&text));
        assert!(read.contains(&format!("[{broken}].at")), "{read}");
        assert_eq!(alone.path().to_string(), "Element.at");
        for mut place in places(&list) {
            let in_place = Vec::from_variant_bytes_in_place::<Godot4>(&text, &mut place);
            assert_eq!(in_place.expect_err("refused").to_string(), read);
        }
        // Cut messages are refused, too, wherever they end.
        for end in [text.len() - 4, text.len() / 2 / 4 * 4, 24] {
            assert!(Vec::<Element>::from_variant_bytes::<Godot4>(&text[..end]).is_err());
        }
    }
}

fn order(i: usize, random: &mut Random) -> Order {
    let unit = [7, u32::MAX][random.below(2)];
    match random.below(9) {
        0 | 1 => Order::Halt { unit },
        2 | 3 => {
            let name = (random.below(2) == 0).then(|| format!("имя {i}"));
            Order::Turn { unit: -i64::from(unit), yaw: i as f32 / 4.0, name }
        }
        4 => Order::Rename("a name".into(), 8),
        5 => Order::Far { at: Vector3::ONE },
        6 => Order::Wait { share: 0.1 * i as f64 },
        7 => Order::Retreat,
        _ => Order::All((0..random.below(3)).map(|i| order(i, random)).collect()),
    }
}

/// The Array of a variant, as another program may write it: numbers as floats, texts as names.
fn as_others_write_it(order: &Order, random: &mut Random) -> Variant {
    let text = order.to_variant_bytes::<Godot4>().expect("encodes");
    let mut written = Variant::from_variant_bytes::<Godot4>(&text).expect("decodes");
    if let Variant::Array(array) = &mut written
        && random.below(3) == 0
    {
        for value in &mut array.elements {
            match value {
                Variant::Int(number) => *value = Variant::Float(*number as f64),
                Variant::String(text) => *value = Variant::StringName(text.as_str().into()),
                _ => {}
            }
        }
    }
    written
}

#[test]
fn lists_of_variants_are_read_as_their_elements_are() {
    let mut random = Random(5);
    for round in 0..300 {
        let list: Vec<_> = (0..random.below(30)).map(|i| order(i, &mut random)).collect();
        let written: Vec<_> = list.iter().map(|one| as_others_write_it(one, &mut random)).collect();
        for (one, written) in list.iter().zip(&written) {
            let read = Order::from_variant_bytes::<Godot4>(&bytes(written));
            assert_eq!(read.as_ref(), Ok(one), "{round}");
        }
        let text = bytes(&Variant::from(written));
        assert_eq!(Vec::<Order>::from_variant_bytes::<Godot4>(&text).as_ref(), Ok(&list));
        for len in [0, list.len() / 2, list.len() + 3] {
            let mut place = vec![Order::Rename("old".into(), 1); len];
            let read = Vec::from_variant_bytes_in_place::<Godot4>(&text, &mut place);
            assert_eq!((read, &place), (Ok(()), &list), "{round}");
        }
        for end in 0..text.len() {
            let cut = Vec::<Order>::from_variant_bytes::<Godot4>(&text[..end]);
            assert!(cut.expect_err("cut off").is_incomplete(), "{end} of {}", text.len());
        }
    }
}

#[test]
fn lists_of_variants_with_texts_as_ids_are_read() {
    let list = vec![
        Word::Say("ждите".into()),
        Word::Go { to: Vector3::UP, fast: true },
        Word::Go { to: Vector3::ZERO, fast: false },
        Word::Say(String::new()),
    ];
    let text = list.to_variant_bytes::<Godot4>().expect("written");
    assert_eq!(Vec::<Word>::from_variant_bytes::<Godot4>(&text).as_ref(), Ok(&list));
    let mut place = vec![Word::Say("old".into()); 2];
    let read = Vec::from_variant_bytes_in_place::<Godot4>(&text, &mut place);
    assert_eq!((read, &place), (Ok(()), &list));
    for end in 0..text.len() {
        let cut = Vec::<Word>::from_variant_bytes::<Godot4>(&text[..end]);
        assert!(cut.expect_err("cut off").is_incomplete(), "{end} of {}", text.len());
    }
}

#[test]
fn an_error_in_a_list_of_variants_names_its_element() {
    let mut random = Random(6);
    let odd: [Vec<Variant>; 5] = [
        vec![4.into()],
        vec![1.into()],
        vec![1.into(), Variant::from(-1)],
        vec![1.into(), 7.into(), 8.into()],
        vec![6.into(), 1.into()],
    ];
    for (odd, broken) in odd.into_iter().zip([0, 1, 7, 19, 12]) {
        let list: Vec<_> = (0..20).map(|i| order(i, &mut random)).collect();
        let mut written: Vec<_> =
            list.iter().map(|one| as_others_write_it(one, &mut random)).collect();
        written[broken] = Variant::from(odd);
        let alone = Order::from_variant_bytes::<Godot4>(&bytes(&written[broken]));
        let alone = alone.expect_err("refused");
        let text = bytes(&Variant::from(written));
        let mut place = list;
        for error in [
            Vec::<Order>::from_variant_bytes::<Godot4>(&text).expect_err("refused"),
            Vec::from_variant_bytes_in_place::<Godot4>(&text, &mut place).expect_err("refused"),
        ] {
            assert_eq!(error.kind(), alone.kind());
            assert!(error.path().to_string().starts_with(&format!("[{broken}]")), "{error}");
        }
    }
}
