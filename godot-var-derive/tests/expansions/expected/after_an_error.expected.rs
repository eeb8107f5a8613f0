::core::compile_error! {
    "unknown attribute `renam`; did you mean `rename`?"
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
    impl<'a, __D: __rt::Dialect> __rt::Wire<__D> for Broken<'a> {
        type Shortcuts = __rt::NoShortcuts;
    }
    #[automatically_derived]
    impl<'a, __D: __rt::Dialect> __rt::EncodeVariant<__D> for Broken<'a> {
        fn encode<__O: __rt::Output>(
            &self,
            _: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D>
    for Broken<'a> {
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::Err(__rt::Reader::incomplete(__reader, ""))
        }
    }
};
