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
    struct __Member_Text();
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q>
    for __Member_Text {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::field::<__D, __Q, String>("text"),
        ];
    }
    const __CAPACITY___Member_Text: __rt::usize = __rt::capacity::<
        __rt::Widest,
        __Member_Text,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for __Member_Text {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(1);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY___Member_Text>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY___Member_Text>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 1>();
        type Offsets = [__rt::u32; 1];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for __Member_Text {
        type Value = Value;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            if let Value::Text { text: __field0 } = __value {
                __S::put(__sink, &__slots[0], (__field0))?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for __Member_Text {
        type Value = Value;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Value::Text {
                text: __S::get(__source, &__slots[0])?,
            })
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Value {
        type Shortcuts = __rt::NoShortcuts;
        const FACTS: __rt::Facts = __rt::any_of(
            &[
                <i64 as __rt::Wire<__D>>::FACTS,
                __rt::record_facts::<__D, __Member_Text>(),
            ],
        );
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "Value",
                form: __rt::EnumerationForm::Untagged,
                deny_unknown: false,
                members: &[
                    __rt::MemberLayout {
                        name: "Number",
                        tag: __rt::Tag::Text("Number"),
                        aliases: &[],
                        content: __rt::Some(<i64 as __rt::Wire<__D>>::LAYOUT),
                    },
                    __rt::MemberLayout {
                        name: "Text",
                        tag: __rt::Tag::Text("Text"),
                        aliases: &[],
                        content: __rt::Some(
                            &__rt::TypeLayout::Record(
                                &__rt::RecordLayout {
                                    name: "Text",
                                    keyed: true,
                                    name_keys: false,
                                    deny_unknown: false,
                                    fields: &__rt::layouts::<__D, __Member_Text, 1>(),
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
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Value {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Value::Number { 0: __value } => {
                    <i64 as __rt::EncodeVariant<__D>>::encode(__value, __out)
                }
                Value::Text { .. } => {
                    __rt::record::encode::<__D, __Member_Text, __O>(self, __out)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Value {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            if __rt::enums::may_be::<
                __D,
            >(__reader, const { &<i64 as __rt::Wire<__D>>::FACTS }) {
                if let __rt::Some(__read) = __rt::enums::attempt(
                    __reader,
                    |__reader| match <i64 as __rt::DecodeVariant<
                        '__de,
                        __D,
                    >>::decode(__reader) {
                        __rt::Ok(__value) => __rt::Ok(Value::Number { 0: __value }),
                        __rt::Err(__error) => __rt::Err(__error),
                    },
                ) {
                    return __read;
                }
            }
            if __rt::enums::may_be::<
                __D,
            >(__reader, const { &__rt::record_facts::<__D, __Member_Text>() }) {
                if let __rt::Some(__read) = __rt::enums::attempt(
                    __reader,
                    |__reader| __rt::record::decode::<__D, __Member_Text>(__reader),
                ) {
                    return __read;
                }
            }
            __rt::Err(__rt::enums::no_member::<__D>(__reader, "Value"))
        }
    }
};
