#[derive(Debug, Clone)]
/// A [`Say`] whose texts and packed arrays are borrowed from the message that it is read from.
pub struct SayView<'a> {
    /// The text.
    pub text: &'a str,
    points: Option<::godot_var::values::PackedView<'a, Vector3>>,
    names: HashMap<&'a str, Vec<&'a str>>,
    id: u32,
}
#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
    unused_parens,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    clippy::restriction,
)]
const _: () = {
    use ::godot_var::__private as __rt;
    #[automatically_derived]
    impl<'a, __D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q>
    for SayView<'a> {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::field::<
                __D,
                __Q,
                __rt::As<&'a str, __rt::MaxLen<9, __rt::Same>>,
            >("text"),
            __rt::field::<
                __D,
                __Q,
                Option<::godot_var::values::PackedView<'a, Vector3>>,
            >("points"),
            __rt::field::<__D, __Q, HashMap<&'a str, Vec<&'a str>>>("names"),
            __rt::field::<__D, __Q, u32>("id"),
        ];
    }
    const __CAPACITY_SayView: __rt::usize = __rt::capacity::<
        __rt::Widest,
        SayView<'static>,
    >();
    #[automatically_derived]
    impl<'a, __D: __rt::Dialect> __rt::Template<__D> for SayView<'a> {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(4);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY_SayView>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_SayView>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 4>();
        type Offsets = [__rt::u32; 4];
    }
    #[automatically_derived]
    impl<'a, __D: __rt::Dialect> __rt::Record<__D> for SayView<'a> {
        type Value = SayView<'a>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::put(
                __sink,
                &__slots[0],
                &__rt::AsRef::<
                    &'a str,
                    __rt::MaxLen<9, __rt::Same>,
                >::new(&(__value.text)),
            )?;
            __S::put(__sink, &__slots[1], &(__value.points))?;
            __S::put(__sink, &__slots[2], &(__value.names))?;
            __S::put(__sink, &__slots[3], &(__value.id))?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D>
    for SayView<'a> {
        type Value = SayView<'a>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(SayView {
                text: (__S::get::<
                    __rt::As<&'a str, __rt::MaxLen<9, __rt::Same>>,
                >(__source, &__slots[0])?)
                    .0,
                points: __S::get(__source, &__slots[1])?,
                names: __S::get(__source, &__slots[2])?,
                id: __S::get(__source, &__slots[3])?,
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::get_as_into::<
                __rt::As<&'a str, __rt::MaxLen<9, __rt::Same>>,
                &'a str,
            >(__source, &__slots[0], &mut __place.text)?;
            __S::get_into(__source, &__slots[1], &mut (__place.points))?;
            __S::get_into(__source, &__slots[2], &mut (__place.names))?;
            __S::get_into(__source, &__slots[3], &mut (__place.id))?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'a, __D: __rt::Dialect> __rt::Wire<__D> for SayView<'a> {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "SayView",
                keyed: true,
                name_keys: false,
                deny_unknown: false,
                fields: &__rt::layouts::<__D, SayView<'a>, 4>(),
            },
        );
    }
    #[automatically_derived]
    impl<'a, __D: __rt::Dialect> __rt::EncodeVariant<__D> for SayView<'a> {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D>
    for SayView<'a> {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl<'a> __rt::Keyed for SayView<'a> {}
};
#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
    unused_parens,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    clippy::restriction,
)]
const _: () = {
    use ::godot_var::__private as __rt;
    #[automatically_derived]
    impl<'a> __rt::From<SayView<'a>> for Say {
        fn from(__view: SayView<'a>) -> Self {
            match __view {
                SayView {
                    text: __field0,
                    points: __field1,
                    names: __field2,
                    id: __field3,
                } => {
                    Say {
                        text: __rt::From::from(__field0),
                        points: __rt::Option::map(
                            __field1,
                            |__inner| __rt::Iterator::collect(__inner.iter()),
                        ),
                        names: __rt::Iterator::collect(
                            __rt::Iterator::map(
                                __rt::IntoIterator::into_iter(__field2),
                                |(__key, __content)| (
                                    __rt::From::from(__key),
                                    __rt::Iterator::collect(
                                        __rt::Iterator::map(
                                            __rt::IntoIterator::into_iter(__content),
                                            |__element| __rt::From::from(__element),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                        id: __field3,
                    }
                }
            }
        }
    }
};
#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
    unused_parens,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    clippy::restriction,
)]
const _: () = {
    use ::godot_var::__private as __rt;
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q> for Say {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::field::<
                __D,
                __Q,
                __rt::As<String, __rt::MaxLen<9, __rt::Same>>,
            >("text"),
            __rt::field::<__D, __Q, Option<Vec<Vector3>>>("points"),
            __rt::field::<__D, __Q, HashMap<String, Vec<Box<str>>>>("names"),
            __rt::field::<__D, __Q, u32>("id"),
        ];
    }
    const __CAPACITY_Say: __rt::usize = __rt::capacity::<__rt::Widest, Say>();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for Say {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(4);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY_Say>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Say>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 4>();
        type Offsets = [__rt::u32; 4];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for Say {
        type Value = Say;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::put(
                __sink,
                &__slots[0],
                &__rt::AsRef::<String, __rt::MaxLen<9, __rt::Same>>::new(&(__value.text)),
            )?;
            __S::put(__sink, &__slots[1], &(__value.points))?;
            __S::put(__sink, &__slots[2], &(__value.names))?;
            __S::put(__sink, &__slots[3], &(__value.id))?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for Say {
        type Value = Say;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Say {
                text: (__S::get::<
                    __rt::As<String, __rt::MaxLen<9, __rt::Same>>,
                >(__source, &__slots[0])?)
                    .0,
                points: __S::get(__source, &__slots[1])?,
                names: __S::get(__source, &__slots[2])?,
                id: __S::get(__source, &__slots[3])?,
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::get_as_into::<
                __rt::As<String, __rt::MaxLen<9, __rt::Same>>,
                String,
            >(__source, &__slots[0], &mut __place.text)?;
            __S::get_into(__source, &__slots[1], &mut (__place.points))?;
            __S::get_into(__source, &__slots[2], &mut (__place.names))?;
            __S::get_into(__source, &__slots[3], &mut (__place.id))?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Say {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Say",
                keyed: true,
                name_keys: false,
                deny_unknown: false,
                fields: &__rt::layouts::<__D, Say, 4>(),
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Say {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Say {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl __rt::Keyed for Say {}
};
