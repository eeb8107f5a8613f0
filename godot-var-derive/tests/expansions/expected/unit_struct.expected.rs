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
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Ping {
        type Shortcuts = Self;
        const FACTS: __rt::Facts = <() as __rt::Wire<__D>>::FACTS;
        const LAYOUT: &'static __rt::TypeLayout<'static> = <() as __rt::Wire<
            __D,
        >>::LAYOUT;
        const NULLABLE: __rt::bool = true;
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Ping {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::EncodeVariant::<__D>::encode(&(), __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Ping {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            match <() as __rt::DecodeVariant<'__de, __D>>::decode(__reader) {
                __rt::Ok(()) => __rt::Ok(Ping {}),
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeShortcuts<__D> for Ping {
        #[inline]
        fn fill(_: &Self, _: &mut [__rt::Word]) -> __rt::bool {
            true
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeShortcuts<'__de, __D> for Ping {
        #[inline]
        fn check(__words: &[__rt::Word]) -> __rt::bool {
            <() as __rt::DecodeShortcuts<'__de, __D>>::check(__words)
        }
        #[inline]
        fn build(_: &[__rt::Word]) -> Self {
            Ping {}
        }
    }
};
