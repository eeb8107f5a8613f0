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
    #[automatically_derived]
    impl<'a> __rt::lludp::LludpMessage for Chat<'a> {
        const FACTS: __rt::lludp::MessageFacts = __rt::lludp::MessageFacts {
            name: "Chat",
            number: __rt::lludp::MessageNumber::Low(80),
            trusted: false,
            zerocoded: true,
            deprecation: __rt::lludp::Deprecation::NotDeprecated,
            blocks: &["Agent", "ChatData"],
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
            __rt::in_block!(
                "Agent", < Agent as __rt::lludp::Blocks < '_ >> ::put(& self.agent,
                __out)
            );
            __rt::in_block!(
                "ChatData", < Repeated < 'a, Line < 'a > > as __rt::lludp::Blocks < '_ >>
                ::put(& self.lines, __out)
            );
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_: 'a, 'a> __rt::lludp::DecodeLludp<'de_> for Chat<'a> {
        #[inline]
        fn decode(
            __number: __rt::lludp::MessageNumber,
            __reader: &mut __rt::Reader<'de_>,
            __missing: &mut &'static [&'static __rt::str],
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __facts = __rt::lludp::facts_of::<Self>(__number)?;
            let __f0 = __rt::in_block!(
                "Agent", < Agent as __rt::lludp::Blocks < '_ >> ::read:: < 0usize >
                (__reader, __facts, __missing)
            );
            let __f1 = __rt::in_block!(
                "ChatData", < Repeated < 'a, Line < 'a > > as __rt::lludp::Blocks < '_ >>
                ::read:: < 1usize > (__reader, __facts, __missing)
            );
            __rt::Ok(Self { agent: __f0, lines: __f1 })
        }
    }
};
