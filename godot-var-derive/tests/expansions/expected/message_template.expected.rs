const _: &[::core::primitive::u8] = ::core::include_bytes!(
    "/package/tests/expansions/templates/small.msg"
);
/** `Chat`: Low 80, NotTrusted, Zerocoded.

 | Block | Field | Type | Bytes |
 |---|---|---|---:|
 | `Agent` | `AgentID` | `LLUUID` | 16 |
 |  | `Port` | `IPPORT` | 2 |
 | `Lines`, counted by a byte | `At` | `U16` | 2 |
 |  | `type` | `Variable 1` | 1 + n |
 |  | `Text` | `Variable 2` | 2 + n |*/
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    clippy::all,
    clippy::pedantic
)]
pub struct Chat<'a> {
    /// The block `Agent`.
    pub agent: chat::Agent,
    /// The block `Lines`.
    pub lines: ::godot_var::lludp::Repeated<'a, chat::Lines<'a>>,
}
/// The blocks of [`Chat`](super::Chat).
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    clippy::all,
    clippy::pedantic
)]
pub mod chat {
    /// The block `Agent` of `Chat`.
    #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    pub struct Agent {
        /// `AgentID`: `LLUUID`.
        pub agent_id: ::godot_var::lludp::Uuid,
        /// `Port`: `IPPORT`.
        pub port: ::godot_var::lludp::Port,
    }
    /// The block `Lines` of `Chat`.
    #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    pub struct Lines<'a> {
        /// `At`: `U16`.
        pub at: ::core::primitive::u16,
        /// `type`: `Variable 1`.
        pub r#type: &'a [::core::primitive::u8],
        /// `Text`: `Variable 2`.
        pub text: &'a [::core::primitive::u8],
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
        const __B0R0: &[(&__rt::str, __rt::usize)] = &[
            ("AgentID", <::godot_var::lludp::Uuid as __rt::lludp::FixedField>::SIZE),
            ("Port", <::godot_var::lludp::Port as __rt::lludp::FixedField>::SIZE),
        ];
        const __B0S0: __rt::usize = __rt::lludp::run_len(__B0R0);
        #[automatically_derived]
        impl<'__de> __rt::lludp::Block<'__de> for Agent {
            const MIN_SIZE: __rt::usize = 0 + __B0S0;
            #[inline]
            fn read(
                __reader: &mut __rt::Reader<'__de>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                let mut __run = match __rt::lludp::Run::take::<
                    __B0S0,
                >(__reader, __B0R0) {
                    __rt::Ok(__run) => __run,
                    __rt::Err(__error) => return __rt::Err(__error),
                };
                let __f0 = <::godot_var::lludp::Uuid as __rt::lludp::FixedField>::load(
                    &mut __run,
                );
                let __f1 = <::godot_var::lludp::Port as __rt::lludp::FixedField>::load(
                    &mut __run,
                );
                __rt::Ok(Self { agent_id: __f0, port: __f1 })
            }
            #[inline]
            fn put(
                &self,
                __out: &mut impl __rt::Output,
            ) -> __rt::Result<(), __rt::EncodeError> {
                let mut __buffer = [0; __B0S0];
                let mut __room = __rt::lludp::Room::new(&mut __buffer);
                <::godot_var::lludp::Uuid as __rt::lludp::FixedField>::store(
                    &self.agent_id,
                    &mut __room,
                );
                <::godot_var::lludp::Port as __rt::lludp::FixedField>::store(
                    &self.port,
                    &mut __room,
                );
                __rt::Output::put_bytes(__out, &__buffer);
                __rt::Ok(())
            }
            #[inline]
            fn zero() -> Self {
                Self {
                    agent_id: <::godot_var::lludp::Uuid as __rt::lludp::FixedField>::load(
                        &mut __rt::lludp::Run::ZEROS,
                    ),
                    port: <::godot_var::lludp::Port as __rt::lludp::FixedField>::load(
                        &mut __rt::lludp::Run::ZEROS,
                    ),
                }
            }
        }
        #[automatically_derived]
        impl __rt::Default for Agent {
            #[inline]
            fn default() -> Self {
                <Self as __rt::lludp::Block<'_>>::zero()
            }
        }
        const __B1R0: &[(&__rt::str, __rt::usize)] = &[
            ("At", <::core::primitive::u16 as __rt::lludp::FixedField>::SIZE),
            ("type", ::core::mem::size_of::<::core::primitive::u8>()),
        ];
        const __B1S0: __rt::usize = __rt::lludp::run_len(__B1R0);
        const __B1R1: &[(&__rt::str, __rt::usize)] = &[
            ("Text", ::core::mem::size_of::<::core::primitive::u16>()),
        ];
        const __B1S1: __rt::usize = __rt::lludp::run_len(__B1R1);
        #[automatically_derived]
        impl<'__de: 'a, 'a> __rt::lludp::Block<'__de> for Lines<'a> {
            const MIN_SIZE: __rt::usize = 0 + __B1S0 + __B1S1;
            #[inline]
            fn read(
                __reader: &mut __rt::Reader<'__de>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                let mut __run = match __rt::lludp::Run::take::<
                    __B1S0,
                >(__reader, __B1R0) {
                    __rt::Ok(__run) => __run,
                    __rt::Err(__error) => return __rt::Err(__error),
                };
                let __f0 = <::core::primitive::u16 as __rt::lludp::FixedField>::load(
                    &mut __run,
                );
                let __len = <::core::primitive::u8 as __rt::lludp::FixedField>::load(
                    &mut __run,
                ) as __rt::usize;
                let __f1 = match __rt::lludp::take_variable::<
                    &'a [::core::primitive::u8],
                >(__reader, __len, "type") {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => return __rt::Err(__error),
                };
                let mut __run = match __rt::lludp::Run::take::<
                    __B1S1,
                >(__reader, __B1R1) {
                    __rt::Ok(__run) => __run,
                    __rt::Err(__error) => return __rt::Err(__error),
                };
                let __len = <::core::primitive::u16 as __rt::lludp::FixedField>::load(
                    &mut __run,
                ) as __rt::usize;
                let __f2 = match __rt::lludp::take_variable::<
                    &'a [::core::primitive::u8],
                >(__reader, __len, "Text") {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => return __rt::Err(__error),
                };
                __rt::Ok(Self {
                    at: __f0,
                    r#type: __f1,
                    text: __f2,
                })
            }
            #[inline]
            fn put(
                &self,
                __out: &mut impl __rt::Output,
            ) -> __rt::Result<(), __rt::EncodeError> {
                let mut __buffer = [0; __B1S0];
                let mut __room = __rt::lludp::Room::new(&mut __buffer);
                <::core::primitive::u16 as __rt::lludp::FixedField>::store(
                    &self.at,
                    &mut __room,
                );
                let __bytes = <&'a [::core::primitive::u8] as __rt::lludp::VariableField<
                    '_,
                >>::as_bytes(&self.r#type);
                match __rt::lludp::variable_len::<
                    ::core::primitive::u8,
                >(__bytes.len(), "type") {
                    __rt::Ok(__len) => {
                        <::core::primitive::u8 as __rt::lludp::FixedField>::store(
                            &__len,
                            &mut __room,
                        );
                    }
                    __rt::Err(__error) => return __rt::Err(__error),
                }
                __rt::Output::put_bytes(__out, &__buffer);
                __rt::Output::put_bytes(__out, __bytes);
                let mut __buffer = [0; __B1S1];
                let mut __room = __rt::lludp::Room::new(&mut __buffer);
                let __bytes = <&'a [::core::primitive::u8] as __rt::lludp::VariableField<
                    '_,
                >>::as_bytes(&self.text);
                match __rt::lludp::variable_len::<
                    ::core::primitive::u16,
                >(__bytes.len(), "Text") {
                    __rt::Ok(__len) => {
                        <::core::primitive::u16 as __rt::lludp::FixedField>::store(
                            &__len,
                            &mut __room,
                        );
                    }
                    __rt::Err(__error) => return __rt::Err(__error),
                }
                __rt::Output::put_bytes(__out, &__buffer);
                __rt::Output::put_bytes(__out, __bytes);
                __rt::Ok(())
            }
            #[inline]
            fn zero() -> Self {
                Self {
                    at: <::core::primitive::u16 as __rt::lludp::FixedField>::load(
                        &mut __rt::lludp::Run::ZEROS,
                    ),
                    r#type: <&'a [::core::primitive::u8] as __rt::lludp::VariableField<
                        '__de,
                    >>::from_bytes(&[]),
                    text: <&'a [::core::primitive::u8] as __rt::lludp::VariableField<
                        '__de,
                    >>::from_bytes(&[]),
                }
            }
        }
        #[automatically_derived]
        impl<'a> __rt::Default for Lines<'a> {
            #[inline]
            fn default() -> Self {
                <Self as __rt::lludp::Block<'_>>::zero()
            }
        }
    };
}
/// `Close`: Fixed 0xFFFFFFFD, NotTrusted, Unencoded. It has no blocks.
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    clippy::all,
    clippy::pedantic
)]
pub struct Close {}
/// One message of the template.
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
#[allow(
    non_camel_case_types,
    missing_copy_implementations,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
)]
pub enum AnyMessage<'a> {
    /// `Chat`.
    Chat(Chat<'a>),
    /// `Close`.
    Close(Close),
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
    impl<'a> __rt::lludp::LludpMessage for Chat<'a> {
        const FACTS: __rt::lludp::MessageFacts = __rt::lludp::MessageFacts {
            name: "Chat",
            number: __rt::lludp::MessageNumber::Low(80),
            trusted: false,
            zerocoded: true,
            deprecation: __rt::lludp::Deprecation::NotDeprecated,
            blocks: &["Agent", "Lines"],
        };
    }
    #[automatically_derived]
    impl<'a> __rt::lludp::EncodeLludp for Chat<'a> {
        #[inline]
        fn facts(&self) -> &'static __rt::lludp::MessageFacts {
            &<Self as __rt::lludp::LludpMessage>::FACTS
        }
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            if let __rt::Err(__error) = <chat::Agent as __rt::lludp::Blocks<
                '_,
            >>::put_blocks(&self.agent, __out) {
                return __rt::Err(__rt::EncodeError::in_key(__error, "Agent"));
            }
            if let __rt::Err(__error) = <::godot_var::lludp::Repeated<
                'a,
                chat::Lines<'a>,
            > as __rt::lludp::Blocks<'_>>::put_blocks(&self.lines, __out) {
                return __rt::Err(__rt::EncodeError::in_key(__error, "Lines"));
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> __rt::lludp::DecodeLludp<'__de> for Chat<'a> {
        #[inline]
        fn decode(
            __number: __rt::lludp::MessageNumber,
            __reader: &mut __rt::Reader<'__de>,
            __missing: &mut &'static [&'static __rt::str],
        ) -> __rt::Result<Self, __rt::DecodeError> {
            if let __rt::Err(__error) = __rt::lludp::expect_number(
                __number,
                &<Self as __rt::lludp::LludpMessage>::FACTS,
            ) {
                return __rt::Err(__error);
            }
            let __f0 = match <chat::Agent as __rt::lludp::Blocks<
                '__de,
            >>::read_blocks(__reader) {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_key(__error, "Agent"));
                }
            };
            let __f1 = match __rt::lludp::trailing::<
                ::godot_var::lludp::Repeated<'a, chat::Lines<'a>>,
            >(
                __reader,
                1usize,
                <Self as __rt::lludp::LludpMessage>::FACTS.blocks,
                __missing,
            ) {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_key(__error, "Lines"));
                }
            };
            __rt::Ok(Self { agent: __f0, lines: __f1 })
        }
    }
    #[automatically_derived]
    impl<'a> __rt::Default for Chat<'a> {
        #[inline]
        fn default() -> Self {
            Self {
                agent: <chat::Agent as __rt::lludp::Blocks<'_>>::missing(),
                lines: <::godot_var::lludp::Repeated<
                    'a,
                    chat::Lines<'a>,
                > as __rt::lludp::Blocks<'_>>::missing(),
            }
        }
    }
    #[automatically_derived]
    impl __rt::lludp::LludpMessage for Close {
        const FACTS: __rt::lludp::MessageFacts = __rt::lludp::MessageFacts {
            name: "Close",
            number: __rt::lludp::MessageNumber::Fixed(4294967293),
            trusted: false,
            zerocoded: false,
            deprecation: __rt::lludp::Deprecation::NotDeprecated,
            blocks: &[],
        };
    }
    #[automatically_derived]
    impl __rt::lludp::EncodeLludp for Close {
        #[inline]
        fn facts(&self) -> &'static __rt::lludp::MessageFacts {
            &<Self as __rt::lludp::LludpMessage>::FACTS
        }
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> __rt::lludp::DecodeLludp<'__de> for Close {
        #[inline]
        fn decode(
            __number: __rt::lludp::MessageNumber,
            __reader: &mut __rt::Reader<'__de>,
            __missing: &mut &'static [&'static __rt::str],
        ) -> __rt::Result<Self, __rt::DecodeError> {
            if let __rt::Err(__error) = __rt::lludp::expect_number(
                __number,
                &<Self as __rt::lludp::LludpMessage>::FACTS,
            ) {
                return __rt::Err(__error);
            }
            __rt::Ok(Self {})
        }
    }
    #[automatically_derived]
    impl __rt::Default for Close {
        #[inline]
        fn default() -> Self {
            Self {}
        }
    }
    const __NONE: ::core::primitive::u16 = ::core::primitive::u16::MAX;
    static __HIGH: [::core::primitive::u16; 256] = [
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
    ];
    static __MEDIUM: [::core::primitive::u16; 256] = [
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
    ];
    static __LOW: [::core::primitive::u16; 81usize] = [
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16,
        0u16,
    ];
    #[inline]
    fn __index(__number: __rt::lludp::MessageNumber) -> ::core::primitive::u16 {
        match __number {
            __rt::lludp::MessageNumber::High(__number) => __HIGH[__number as __rt::usize],
            __rt::lludp::MessageNumber::Medium(__number) => {
                __MEDIUM[__number as __rt::usize]
            }
            __rt::lludp::MessageNumber::Low(__number) => {
                match __LOW.get(__number as __rt::usize) {
                    __rt::Some(__index) => *__index,
                    __rt::None => {
                        match __number as __rt::u32 {
                            _ => __NONE,
                        }
                    }
                }
            }
            __rt::lludp::MessageNumber::Fixed(__number) => {
                match __number {
                    4294967293 => 1u16,
                    _ => __NONE,
                }
            }
        }
    }
    #[automatically_derived]
    impl<'a> __rt::lludp::EncodeLludp for AnyMessage<'a> {
        #[inline]
        fn facts(&self) -> &'static __rt::lludp::MessageFacts {
            match self {
                Self::Chat(__message) => __rt::lludp::EncodeLludp::facts(__message),
                Self::Close(__message) => __rt::lludp::EncodeLludp::facts(__message),
            }
        }
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Chat(__message) => {
                    __rt::lludp::EncodeLludp::encode(__message, __out)
                }
                Self::Close(__message) => {
                    __rt::lludp::EncodeLludp::encode(__message, __out)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> __rt::lludp::DecodeLludp<'__de> for AnyMessage<'a> {
        #[inline]
        fn decode(
            __number: __rt::lludp::MessageNumber,
            __reader: &mut __rt::Reader<'__de>,
            __missing: &mut &'static [&'static __rt::str],
        ) -> __rt::Result<Self, __rt::DecodeError> {
            match __index(__number) {
                0u16 => {
                    match <Chat<
                        'a,
                    > as __rt::lludp::DecodeLludp<
                        '__de,
                    >>::decode(__number, __reader, __missing) {
                        __rt::Ok(__message) => __rt::Ok(Self::Chat(__message)),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::DecodeError::in_key(__error, "Chat"))
                        }
                    }
                }
                1u16 => {
                    match <Close as __rt::lludp::DecodeLludp<
                        '__de,
                    >>::decode(__number, __reader, __missing) {
                        __rt::Ok(__message) => __rt::Ok(Self::Close(__message)),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::DecodeError::in_key(__error, "Close"))
                        }
                    }
                }
                _ => __rt::Err(__rt::lludp::MessageNumber::unknown(__number, 0)),
            }
        }
    }
};
