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
    trait GodotVarChecks<AnyDialect> {
        const HOLD: ();
    }
    impl<AnyDialect: __rt::Dialect> GodotVarChecks<AnyDialect> for Mood {
        const HOLD: () = {
            __rt::fail_if(
                __rt::other_mistake(
                    __rt::EnumerationForm::Names,
                    __rt::layout::<String>(),
                    "String",
                ),
            );
        };
    }
    const _: () = <Mood as GodotVarChecks<__rt::Godot4>>::HOLD;
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Mood {
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "Mood",
                form: __rt::EnumerationForm::Names,
                deny_unknown: false,
                members: &[
                    __rt::MemberLayout {
                        name: "VeryHappy",
                        tag: __rt::Tag::Text("very_happy"),
                        aliases: &[],
                        content: __rt::None,
                    },
                    __rt::MemberLayout {
                        name: "Sad",
                        tag: __rt::Tag::Text("blue"),
                        aliases: &["sad"],
                        content: __rt::None,
                    },
                ],
                other: __rt::Some(("Other", __rt::Some(__rt::layout::<String>()))),
            },
        );
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeVariant<AnyDialect> for Mood {
        const FACTS: __rt::Facts = __rt::any_of(
            &[
                __rt::text_facts_of("very_happy"),
                __rt::text_facts_of("blue"),
                <String as __rt::EncodeVariant<AnyDialect>>::FACTS,
            ],
        );
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Mood::VeryHappy { .. } => {
                    __rt::enums::put_name::<AnyDialect, __O>("very_happy", __out)
                }
                Mood::Sad { .. } => {
                    __rt::enums::put_name::<AnyDialect, __O>("blue", __out)
                }
                Mood::Other { 0: __value } => {
                    <String as __rt::EncodeVariant<AnyDialect>>::encode(__value, __out)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeVariant<'de_, AnyDialect>
    for Mood {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __start = __rt::Reader::clone(__reader);
            match __rt::enums::read_name::<AnyDialect>(__reader) {
                __rt::Ok("very_happy") => __rt::Ok(Mood::VeryHappy {}),
                __rt::Ok("blue" | "sad") => __rt::Ok(Mood::Sad {}),
                __rt::Ok(__name) => {
                    *__reader = __start;
                    let __tag = __rt::Tag::Text(__name);
                    match <String as __rt::DecodeVariant<
                        'de_,
                        AnyDialect,
                    >>::decode(__reader) {
                        __rt::Ok(__value) => __rt::Ok(Mood::Other { 0: __value }),
                        __rt::Err(__error) => __rt::Err(__error),
                    }
                }
                __rt::Err(__error) => {
                    __rt::Err(__rt::DecodeError::in_type(__error, "Mood"))
                }
            }
        }
    }
};
