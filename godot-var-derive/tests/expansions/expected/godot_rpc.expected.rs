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
    use ::godot_var::multiplayer as __mp;
    use __mp::derived::Value as __Value;
    const __METHODS: &[__mp::Method] = &__mp::sorted([
        __mp::Method::new("say", __mp::Caller::AnyPeer),
        __mp::Method::new("Move", __mp::Caller::AnyPeer)
            .with_mode(__mp::TransferMode::Unreliable)
            .with_channel(3u8),
        __mp::Method::new("give", __mp::Caller::Authority).with_call_local(true),
        __mp::Method::new("quit", __mp::Caller::Authority),
    ]);
    const __ID0: ::core::primitive::u16 = __mp::derived::id(__METHODS, "say");
    const __ID1: ::core::primitive::u16 = __mp::derived::id(__METHODS, "Move");
    const __ID2: ::core::primitive::u16 = __mp::derived::id(__METHODS, "give");
    const __ID3: ::core::primitive::u16 = __mp::derived::id(__METHODS, "quit");
    const _: &[__mp::Method] = <Chat<'static> as __mp::MethodSet>::METHODS;
    #[automatically_derived]
    impl<'a> __mp::MethodSet for Chat<'a> {
        const METHODS: &'static [__mp::Method] = {
            let _ = <Reason as __Value<'_>>::check;
            __rt::fail_if(
                __rt::option_mistake(<Reason as __rt::Describe>::NULLABLE, "Reason"),
            );
            __METHODS
        };
        #[inline]
        fn id(&self) -> ::core::primitive::u16 {
            match self {
                Self::Say { .. } => __ID0,
                Self::Move { .. } => __ID1,
                Self::Give { .. } => __ID2,
                Self::Quit { .. } => __ID3,
            }
        }
        #[inline]
        fn encode_arguments<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<::core::primitive::u8, __rt::EncodeError> {
            let _ = <Item as __Value<'_>>::check;
            let _ = <Reason as __Value<'_>>::check;
            match self {
                Self::Say { text: __f0, times: __f1 } => {
                    <&'a str as __Value<'_>>::put(__f0, "text", __out)?;
                    <u8 as __Value<'_>>::put(__f1, "times", __out)?;
                    __rt::Ok(2u8)
                }
                Self::Move { 0: __f0 } => {
                    <Vector2 as __Value<'_>>::put(__f0, "arg0", __out)?;
                    __rt::Ok(1u8)
                }
                Self::Give { 0: __f0, 1: __f1 } => {
                    <Vec<Item> as __Value<'_>>::put(__f0, "arg0", __out)?;
                    <Option<Reason> as __Value<'_>>::put(__f1, "arg1", __out)?;
                    __rt::Ok(2u8)
                }
                Self::Quit {} => __rt::Ok(0u8),
            }
        }
    }
    #[automatically_derived]
    impl<'de_: 'a, 'a> __mp::DecodeCall<'de_> for Chat<'a> {
        #[inline]
        fn decode_arguments(
            __id: ::core::primitive::u16,
            __arguments: &mut __mp::ArgumentReader<'de_>,
        ) -> __rt::Result<__rt::Option<Self>, __rt::DecodeError> {
            let _ = <Item as __Value<'_>>::check;
            let _ = <Reason as __Value<'_>>::check;
            __rt::Ok(
                __rt::Some(
                    match __id {
                        __ID0 => {
                            Self::Say {
                                text: <&'a str as __Value<
                                    '_,
                                >>::argument(__arguments, "text")?,
                                times: match <u8 as __mp::derived::Owned>::argument_if_any(
                                    __arguments,
                                    "times",
                                )? {
                                    __rt::Some(__value) => __value,
                                    __rt::None => {
                                        let __default: u8 = 1;
                                        __default
                                    }
                                },
                            }
                        }
                        __ID1 => {
                            Self::Move {
                                0: <Vector2 as __mp::derived::Owned>::argument(
                                    __arguments,
                                    "arg0",
                                )?,
                            }
                        }
                        __ID2 => {
                            Self::Give {
                                0: <Vec<
                                    Item,
                                > as __mp::derived::Owned>::argument(__arguments, "arg0")?,
                                1: match <Option<
                                    Reason,
                                > as __mp::derived::Owned>::argument_if_any(
                                    __arguments,
                                    "arg1",
                                )? {
                                    __rt::Some(__value) => __value,
                                    __rt::None => {
                                        let __default: Option<Reason> = <Option<
                                            Reason,
                                        > as __rt::Default>::default();
                                        __default
                                    }
                                },
                            }
                        }
                        __ID3 => Self::Quit {},
                        _ => return __rt::Ok(__rt::None),
                    },
                ),
            )
        }
    }
};
