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
    struct __Member_Join();
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q>
    for __Member_Join {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::element::<__D, __Q, String>("name"),
        ];
    }
    const __CAPACITY___Member_Join: __rt::usize = __rt::capacity::<
        __rt::Widest,
        __Member_Join,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for __Member_Join {
        const OPENING: &'static [__rt::Word] = __rt::cut(
            &__rt::id_opening::<
                __D,
                { __rt::tag_capacity("", __rt::Tag::Int(1)) },
            >(1, __rt::Tag::Int(1)),
        );
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY___Member_Join>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY___Member_Join>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 1>();
        type Offsets = [__rt::u32; 1];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for __Member_Join {
        type Value = Message;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            if let Message::Join { name: __field0 } = __value {
                __S::put(__sink, &__slots[0], (__field0))?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for __Member_Join {
        type Value = Message;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Message::Join {
                name: __S::get(__source, &__slots[0])?,
            })
        }
    }
    struct __Member_Move();
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q>
    for __Member_Move {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::element::<__D, __Q, u32>("0"),
            __rt::element::<__D, __Q, Vector3>("1"),
        ];
    }
    const __CAPACITY___Member_Move: __rt::usize = __rt::capacity::<
        __rt::Widest,
        __Member_Move,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for __Member_Move {
        const OPENING: &'static [__rt::Word] = __rt::cut(
            &__rt::id_opening::<
                __D,
                { __rt::tag_capacity("", __rt::Tag::Int(2)) },
            >(2, __rt::Tag::Int(2)),
        );
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY___Member_Move>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY___Member_Move>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 2>();
        type Offsets = [__rt::u32; 2];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for __Member_Move {
        type Value = Message;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            if let Message::Move { 0: __field0, 1: __field1 } = __value {
                __S::put(__sink, &__slots[0], (__field0))?;
                __S::put(__sink, &__slots[1], (__field1))?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for __Member_Move {
        type Value = Message;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Message::Move {
                0: __S::get(__source, &__slots[0])?,
                1: __S::get(__source, &__slots[1])?,
            })
        }
    }
    struct __Member_Leave();
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q>
    for __Member_Leave {
        const FIELDS: &'static [__rt::Field] = &[];
    }
    const __CAPACITY___Member_Leave: __rt::usize = __rt::capacity::<
        __rt::Widest,
        __Member_Leave,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for __Member_Leave {
        const OPENING: &'static [__rt::Word] = __rt::cut(
            &__rt::id_opening::<
                __D,
                { __rt::tag_capacity("", __rt::Tag::Text("bye")) },
            >(0, __rt::Tag::Text("bye")),
        );
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY___Member_Leave>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY___Member_Leave>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 0>();
        type Offsets = [__rt::u32; 0];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for __Member_Leave {
        type Value = Message;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            if let Message::Leave {} = __value {}
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for __Member_Leave {
        type Value = Message;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            __rt::Ok(Message::Leave {})
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Message {
        type Shortcuts = Self;
        const FACTS: __rt::Facts = __rt::any_of(
            &[
                __rt::record_facts::<__D, __Member_Join>(),
                __rt::record_facts::<__D, __Member_Move>(),
                __rt::record_facts::<__D, __Member_Leave>(),
            ],
        );
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "Message",
                form: __rt::EnumerationForm::Ids,
                deny_unknown: false,
                members: &[
                    __rt::MemberLayout {
                        name: "Join",
                        tag: __rt::Tag::Int(1),
                        aliases: &[],
                        content: __rt::Some(
                            &__rt::TypeLayout::Record(
                                &__rt::RecordLayout {
                                    name: "Join",
                                    keyed: false,
                                    name_keys: false,
                                    deny_unknown: false,
                                    fields: &__rt::layouts::<__D, __Member_Join, 1>(),
                                },
                            ),
                        ),
                    },
                    __rt::MemberLayout {
                        name: "Move",
                        tag: __rt::Tag::Int(2),
                        aliases: &[],
                        content: __rt::Some(
                            &__rt::TypeLayout::Record(
                                &__rt::RecordLayout {
                                    name: "Move",
                                    keyed: false,
                                    name_keys: false,
                                    deny_unknown: false,
                                    fields: &__rt::layouts::<__D, __Member_Move, 2>(),
                                },
                            ),
                        ),
                    },
                    __rt::MemberLayout {
                        name: "Leave",
                        tag: __rt::Tag::Text("bye"),
                        aliases: &[],
                        content: __rt::None,
                    },
                ],
                other: __rt::None,
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Message {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Message::Join { .. } => {
                    __rt::record::encode_variant::<__D, __Member_Join, __O>(self, __out)
                }
                Message::Move { .. } => {
                    __rt::record::encode_variant::<__D, __Member_Move, __O>(self, __out)
                }
                Message::Leave { .. } => {
                    __rt::record::encode_variant::<__D, __Member_Leave, __O>(self, __out)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Message {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            match __rt::enums::peek_id::<__D>(__reader) {
                __rt::Ok(__rt::Tag::Int(1)) => {
                    __rt::record::decode::<__D, __Member_Join>(__reader)
                }
                __rt::Ok(__rt::Tag::Int(2)) => {
                    __rt::record::decode::<__D, __Member_Move>(__reader)
                }
                __rt::Ok(__rt::Tag::Text("bye")) => {
                    __rt::record::decode::<__D, __Member_Leave>(__reader)
                }
                __rt::Ok(__tag) => {
                    __rt::Err(
                        __rt::enums::unknown_member(
                            __reader,
                            __tag,
                            &[
                                __rt::Tag::Int(1),
                                __rt::Tag::Int(2),
                                __rt::Tag::Text("bye"),
                            ],
                        ),
                    )
                }
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeShortcuts<__D> for Message {}
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeShortcuts<'__de, __D> for Message {
        const REPLACED: __rt::bool = true;
        #[inline]
        fn decode_elements(
            __reader: &mut __rt::Reader<'__de>,
            __list: &mut __rt::Vec<Self>,
            __count: __rt::usize,
        ) -> __rt::Result<(), __rt::DecodeError> {
            __rt::record::decode_variants::<
                __D,
                Self,
            >(
                __reader,
                __list,
                __count,
                |__id, __reader, __list| match __id {
                    1 => {
                        __rt::record::push_variant::<
                            __D,
                            __Member_Join,
                        >(__reader, __list)
                    }
                    2 => {
                        __rt::record::push_variant::<
                            __D,
                            __Member_Move,
                        >(__reader, __list)
                    }
                    _ => false,
                },
            )
        }
    }
};
