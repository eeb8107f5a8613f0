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
    struct __Member_Go();
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q> for __Member_Go {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::element::<__D, __Q, f32>("0"),
            __rt::element::<__D, __Q, f32>("1"),
        ];
    }
    const __CAPACITY___Member_Go: __rt::usize = __rt::capacity::<
        __rt::Widest,
        __Member_Go,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for __Member_Go {
        const OPENING: &'static [__rt::Word] = &__rt::array_opening::<__D>(2);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY___Member_Go>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY___Member_Go>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 2>();
        type Offsets = [__rt::u32; 2];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for __Member_Go {
        type Value = Command;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            if let Command::Go { 0: __field0, 1: __field1 } = __value {
                __S::put(__sink, &__slots[0], (__field0))?;
                __S::put(__sink, &__slots[1], (__field1))?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for __Member_Go {
        type Value = Command;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Command::Go {
                0: __S::get(__source, &__slots[0])?,
                1: __S::get(__source, &__slots[1])?,
            })
        }
    }
    struct __Member_Look();
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q>
    for __Member_Look {
        const FIELDS: &'static [__rt::Field] = &[__rt::field::<__D, __Q, Vector3>("at")];
    }
    const __CAPACITY___Member_Look: __rt::usize = __rt::capacity::<
        __rt::Widest,
        __Member_Look,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for __Member_Look {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(1);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY___Member_Look>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY___Member_Look>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 1>();
        type Offsets = [__rt::u32; 1];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for __Member_Look {
        type Value = Command;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            if let Command::Look { at: __field0 } = __value {
                __S::put(__sink, &__slots[0], (__field0))?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for __Member_Look {
        type Value = Command;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Command::Look {
                at: __S::get(__source, &__slots[0])?,
            })
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Command {
        type Shortcuts = __rt::NoShortcuts;
        const FACTS: __rt::Facts = __rt::any_of(
            &[
                __rt::text_facts_of("Stop"),
                __rt::inside(
                    2 + __rt::text_facts_of("Say").min_words,
                    <String as __rt::Wire<__D>>::FACTS,
                ),
                __rt::inside(
                    2 + __rt::text_facts_of("Go").min_words,
                    __rt::record_facts::<__D, __Member_Go>(),
                ),
                __rt::inside(
                    2 + __rt::text_facts_of("Look").min_words,
                    __rt::record_facts::<__D, __Member_Look>(),
                ),
            ],
        );
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "Command",
                form: __rt::EnumerationForm::External,
                deny_unknown: false,
                members: &[
                    __rt::MemberLayout {
                        name: "Stop",
                        tag: __rt::Tag::Text("Stop"),
                        aliases: &[],
                        content: __rt::None,
                    },
                    __rt::MemberLayout {
                        name: "Say",
                        tag: __rt::Tag::Text("Say"),
                        aliases: &[],
                        content: __rt::Some(<String as __rt::Wire<__D>>::LAYOUT),
                    },
                    __rt::MemberLayout {
                        name: "Go",
                        tag: __rt::Tag::Text("Go"),
                        aliases: &[],
                        content: __rt::Some(
                            &__rt::TypeLayout::Record(
                                &__rt::RecordLayout {
                                    name: "Go",
                                    keyed: false,
                                    name_keys: false,
                                    deny_unknown: false,
                                    fields: &__rt::layouts::<__D, __Member_Go, 2>(),
                                },
                            ),
                        ),
                    },
                    __rt::MemberLayout {
                        name: "Look",
                        tag: __rt::Tag::Text("Look"),
                        aliases: &[],
                        content: __rt::Some(
                            &__rt::TypeLayout::Record(
                                &__rt::RecordLayout {
                                    name: "Look",
                                    keyed: true,
                                    name_keys: false,
                                    deny_unknown: false,
                                    fields: &__rt::layouts::<__D, __Member_Look, 1>(),
                                },
                            ),
                        ),
                    },
                ],
                other: __rt::None,
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Command {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Command::Stop {} => __rt::enums::put_name::<__D, __O>("Stop", __out),
                Command::Say { 0: __value } => {
                    match __rt::enums::put_external::<__D, __O>("Say", __out) {
                        __rt::Ok(()) => {
                            __rt::enums::within_key(
                                <String as __rt::EncodeVariant<
                                    __D,
                                >>::encode(__value, __out),
                                "Say",
                            )
                        }
                        __rt::Err(__error) => __rt::Err(__error),
                    }
                }
                Command::Go { .. } => {
                    match __rt::enums::put_external::<__D, __O>("Go", __out) {
                        __rt::Ok(()) => {
                            __rt::enums::within_key(
                                __rt::record::encode::<__D, __Member_Go, __O>(self, __out),
                                "Go",
                            )
                        }
                        __rt::Err(__error) => __rt::Err(__error),
                    }
                }
                Command::Look { .. } => {
                    match __rt::enums::put_external::<__D, __O>("Look", __out) {
                        __rt::Ok(()) => {
                            __rt::enums::within_key(
                                __rt::record::encode::<
                                    __D,
                                    __Member_Look,
                                    __O,
                                >(self, __out),
                                "Look",
                            )
                        }
                        __rt::Err(__error) => __rt::Err(__error),
                    }
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Command {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __start = __rt::Reader::clone(__reader);
            match __rt::enums::open_external::<__D>(__reader) {
                __rt::Ok((__name, __content)) => {
                    let __value = match (__name, __content) {
                        ("Stop", false) => __rt::Ok(Command::Stop {}),
                        ("Stop", true) => {
                            __rt::Err(
                                __rt::enums::wrong_content(&__start, "Stop", false),
                            )
                        }
                        ("Say", true) => {
                            __rt::enums::read_within_key(
                                match <String as __rt::DecodeVariant<
                                    '__de,
                                    __D,
                                >>::decode(__reader) {
                                    __rt::Ok(__value) => __rt::Ok(Command::Say { 0: __value }),
                                    __rt::Err(__error) => __rt::Err(__error),
                                },
                                "Say",
                            )
                        }
                        ("Say", false) => {
                            __rt::Err(__rt::enums::wrong_content(&__start, "Say", true))
                        }
                        ("Go", true) => {
                            __rt::enums::read_within_key(
                                __rt::record::decode::<__D, __Member_Go>(__reader),
                                "Go",
                            )
                        }
                        ("Go", false) => {
                            __rt::Err(__rt::enums::wrong_content(&__start, "Go", true))
                        }
                        ("Look", true) => {
                            __rt::enums::read_within_key(
                                __rt::record::decode::<__D, __Member_Look>(__reader),
                                "Look",
                            )
                        }
                        ("Look", false) => {
                            __rt::Err(__rt::enums::wrong_content(&__start, "Look", true))
                        }
                        _ => {
                            *__reader = __start;
                            let __tag = __rt::Tag::Text(__name);
                            return {
                                __rt::Err(
                                    __rt::enums::unknown_member(
                                        __reader,
                                        __tag,
                                        &[
                                            __rt::Tag::Text("Stop"),
                                            __rt::Tag::Text("Say"),
                                            __rt::Tag::Text("Go"),
                                            __rt::Tag::Text("Look"),
                                        ],
                                    ),
                                )
                            };
                        }
                    };
                    __rt::enums::close_external(__reader, __content);
                    __value
                }
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
    }
};
