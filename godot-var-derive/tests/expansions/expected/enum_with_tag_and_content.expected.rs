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
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Command {
        type Shortcuts = __rt::NoShortcuts;
        const FACTS: __rt::Facts = __rt::any_of(
            &[
                __rt::inside(
                    __rt::tag_capacity("type", __rt::Tag::Text("Stop")),
                    __rt::Facts::fixed(&[]),
                ),
                __rt::inside(
                    __rt::tag_capacity("type", __rt::Tag::Text("Say"))
                        + __rt::text_facts_of("data").min_words,
                    <String as __rt::Wire<__D>>::FACTS,
                ),
            ],
        );
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "Command",
                form: __rt::EnumerationForm::Adjacent("type", "data"),
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
                Command::Stop {} => {
                    __rt::enums::put_adjacent::<
                        __D,
                        __O,
                    >("type", __rt::Tag::Text("Stop"), __rt::None, __out)
                }
                Command::Say { 0: __value } => {
                    match __rt::enums::put_adjacent::<
                        __D,
                        __O,
                    >("type", __rt::Tag::Text("Say"), __rt::Some("data"), __out) {
                        __rt::Ok(()) => {
                            __rt::enums::within_key(
                                <String as __rt::EncodeVariant<
                                    __D,
                                >>::encode(__value, __out),
                                "data",
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
            match __rt::enums::open_adjacent::<__D>(__reader, "type", "data") {
                __rt::Ok((__tag, __content)) => {
                    match __tag {
                        __rt::Tag::Text("Stop") => __rt::Ok(Command::Stop {}),
                        __rt::Tag::Text("Say") => {
                            match __content {
                                __rt::Some(mut __content) => {
                                    let __value = __rt::enums::read_within_key(
                                        match <String as __rt::DecodeVariant<
                                            '__de,
                                            __D,
                                        >>::decode(&mut __content) {
                                            __rt::Ok(__value) => __rt::Ok(Command::Say { 0: __value }),
                                            __rt::Err(__error) => __rt::Err(__error),
                                        },
                                        "data",
                                    );
                                    __rt::enums::spend(__reader, &__content);
                                    __value
                                }
                                __rt::None => {
                                    __rt::Err(__rt::enums::missing_content(&__start, "data"))
                                }
                            }
                        }
                        _ => {
                            *__reader = __start;
                            __rt::Err(
                                __rt::enums::unknown_member(
                                    __reader,
                                    __tag,
                                    &[__rt::Tag::Text("Stop"), __rt::Tag::Text("Say")],
                                ),
                            )
                        }
                    }
                }
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
    }
};
