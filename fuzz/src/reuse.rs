//! Any bytes decoded in place, compared with a new value.

use std::fmt::Debug;

use godot_var::dialect::Double;
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, Reader, ToVariantBytes};

use crate::derived::Owned;

#[allow(unreachable_pub, dead_code)]
#[path = "../../schemas/every_form.rs"]
pub(crate) mod every_form;

use every_form::{Anything, Choices, Lists, Maps, Texts};

/// Both ways give the same value, bit for bit, or the same error, and move the reader by the same bytes.
fn same<'de, D: Dialect, T>(place: &mut T, bytes: &'de [u8])
where
    T: FromVariantBytes<'de> + ToVariantBytes + Debug,
{
    let (mut one, mut two) = (Reader::new(bytes), Reader::new(bytes));
    let anew = T::read_variant_bytes::<D>(&mut one);
    let in_place = T::read_variant_bytes_in_place::<D>(&mut two, place);
    assert_eq!(one.position(), two.position());
    match (anew, in_place) {
        (Ok(anew), Ok(())) => {
            assert_eq!(format!("{anew:?}"), format!("{place:?}"));
            let expected = anew.to_variant_bytes::<D>().expect("what was read can be written");
            assert_eq!(T::to_variant_bytes::<D>(place).expect("the same value"), expected);
        }
        (Err(anew), Err(in_place)) => assert_eq!(anew, in_place),
        (anew, in_place) => panic!("{anew:?} against {in_place:?}"),
    }
}

/// Uses one value for three messages: the third must not depend on what the second left, also after an error.
fn in_turn<'de, D: Dialect, T>(first: &'de [u8], second: &'de [u8])
where
    T: FromVariantBytes<'de> + ToVariantBytes + Debug + Default,
{
    let mut place = T::default();
    for bytes in [first, second, first] {
        same::<D, T>(&mut place, bytes);
    }
}

fn in_dialect<D: Dialect>(first: &[u8], second: &[u8]) {
    in_turn::<D, Texts>(first, second);
    in_turn::<D, Lists>(first, second);
    in_turn::<D, Maps>(first, second);
    in_turn::<D, Anything>(first, second);
    in_turn::<D, Option<Choices>>(first, second);
    in_turn::<D, Option<Owned>>(first, second);
    in_turn::<D, Vec<Lists>>(first, second);
}

/// Two messages. The first two bytes are the length of the first.
pub fn reuse(bytes: &[u8]) {
    let Some((len, bytes)) = bytes.split_first_chunk::<2>() else { return };
    let (first, second) = bytes.split_at(usize::from(u16::from_le_bytes(*len)).min(bytes.len()));
    in_dialect::<Godot4>(first, second);
    in_dialect::<Godot3>(first, second);
    in_dialect::<Double<Godot4>>(first, second);
}
