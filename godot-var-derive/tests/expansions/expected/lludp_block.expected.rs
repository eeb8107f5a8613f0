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
    const __R0: &[(&__rt::str, __rt::usize)] = &[
        ("AgentID", <Uuid as __rt::lludp::FixedField>::SIZE),
        ("Kind", <u8 as __rt::lludp::FixedField>::SIZE),
        ("Text", ::core::mem::size_of::<::core::primitive::u16>()),
    ];
    const __S0: __rt::usize = __rt::lludp::run_len(__R0);
    const __R1: &[(&__rt::str, __rt::usize)] = &[
        ("At", <u16 as __rt::lludp::FixedField>::SIZE),
    ];
    const __S1: __rt::usize = __rt::lludp::run_len(__R1);
    #[automatically_derived]
    impl<'de_: 'a, 'a> __rt::lludp::Block<'de_> for Line<'a> {
        const MIN_SIZE: __rt::usize = 0 + __S0 + __S1;
        #[inline]
        fn read(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let mut __run = match __rt::lludp::Run::take::<__S0>(__reader, __R0) {
                __rt::Ok(__run) => __run,
                __rt::Err(__error) => return __rt::Err(__error),
            };
            let __f0 = <Uuid as __rt::lludp::FixedField>::load(&mut __run);
            let __f1 = <u8 as __rt::lludp::FixedField>::load(&mut __run);
            let __len = <::core::primitive::u16 as __rt::lludp::FixedField>::load(
                &mut __run,
            ) as __rt::usize;
            let __f2 = match <&'a [u8] as __rt::lludp::VariableField<
                '_,
            >>::take(__reader, __len, "Text") {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => return __rt::Err(__error),
            };
            let mut __run = match __rt::lludp::Run::take::<__S1>(__reader, __R1) {
                __rt::Ok(__run) => __run,
                __rt::Err(__error) => return __rt::Err(__error),
            };
            let __f3 = <u16 as __rt::lludp::FixedField>::load(&mut __run);
            __rt::Ok(Self {
                agent: __f0,
                kind: __f1,
                text: __f2,
                at: __f3,
            })
        }
        #[inline]
        fn put(
            &self,
            __out: &mut impl __rt::Output,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let mut __buffer = [0; __S0];
            let mut __room = __rt::lludp::Room::new(&mut __buffer);
            <Uuid as __rt::lludp::FixedField>::store(&self.agent, &mut __room);
            <u8 as __rt::lludp::FixedField>::store(&self.kind, &mut __room);
            let __bytes = <&'a [u8] as __rt::lludp::VariableField<
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
            let mut __buffer = [0; __S1];
            let mut __room = __rt::lludp::Room::new(&mut __buffer);
            <u16 as __rt::lludp::FixedField>::store(&self.at, &mut __room);
            __rt::Output::put_bytes(__out, &__buffer);
            __rt::Ok(())
        }
        #[inline]
        fn zero() -> Self {
            Self {
                agent: <Uuid as __rt::lludp::FixedField>::load(
                    &mut __rt::lludp::Run::ZEROS,
                ),
                kind: <u8 as __rt::lludp::FixedField>::load(
                    &mut __rt::lludp::Run::ZEROS,
                ),
                text: <&'a [u8] as __rt::lludp::VariableField<'_>>::from_bytes(&[]),
                at: <u16 as __rt::lludp::FixedField>::load(&mut __rt::lludp::Run::ZEROS),
            }
        }
    }
};
