#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    deprecated,
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
    fn __to_number(__value: &Team) -> __rt::i32 {
        match __value {
            Team::Red {} => 0,
            Team::Blue {} => 5,
            Team::Green {} => 6,
        }
    }
    fn __from_number(__number: __rt::i64) -> __rt::Option<Team> {
        match __number {
            0 => __rt::Some(Team::Red {}),
            5 => __rt::Some(Team::Blue {}),
            6 => __rt::Some(Team::Green {}),
            _ => __rt::None,
        }
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Team {
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "Team",
                form: __rt::EnumerationForm::Numbers,
                deny_unknown: false,
                members: &[
                    __rt::MemberLayout {
                        name: "Red",
                        tag: __rt::Tag::Int(0),
                        aliases: &[],
                        content: __rt::None,
                    },
                    __rt::MemberLayout {
                        name: "Blue",
                        tag: __rt::Tag::Int(5),
                        aliases: &[],
                        content: __rt::None,
                    },
                    __rt::MemberLayout {
                        name: "Green",
                        tag: __rt::Tag::Int(6),
                        aliases: &[],
                        content: __rt::None,
                    },
                ],
                other: __rt::None,
            },
        );
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeVariant<AnyDialect> for Team {
        const FACTS: __rt::Facts = <__rt::i32 as __rt::EncodeVariant<AnyDialect>>::FACTS;
        __rt::encode_as_inner!(
            AnyDialect, __rt::i32, [], | __value | & __to_number(__value)
        );
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeVariant<'de_, AnyDialect>
    for Team {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __start = __rt::Reader::clone(__reader);
            match __rt::enums::read_number::<AnyDialect>(__reader) {
                __rt::Ok(__number) => {
                    match __from_number(__number) {
                        __rt::Some(__value) => __rt::Ok(__value),
                        __rt::None => {
                            *__reader = __start;
                            let __tag = __rt::Tag::Int(__number);
                            __rt::Err(
                                __rt::enums::unknown_member(
                                    __reader,
                                    "Team",
                                    __tag,
                                    &[__rt::Tag::Int(0), __rt::Tag::Int(5), __rt::Tag::Int(6)],
                                ),
                            )
                        }
                    }
                }
                __rt::Err(__error) => {
                    __rt::Err(__rt::DecodeError::in_type(__error, "Team"))
                }
            }
        }
        #[inline]
        fn from_words(__words: &'de_ [__rt::Word]) -> __rt::Option<Self> {
            match <__rt::i32 as __rt::DecodeVariant<
                'de_,
                AnyDialect,
            >>::from_words(__words) {
                __rt::Some(__number) => __from_number(__number as __rt::i64),
                __rt::None => __rt::None,
            }
        }
    }
};
