//! From Rust source to the checked model: what attributes mean, and what is reported.

use godot_var_schema::variant::message;
use godot_var_schema::variant::model::Id;
use godot_var_schema::variant::model::{
    Body, DefaultValue, EnumForm, Enumeration, Form, Keys, Message, Record, Style, WireType,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, parse_quote};

fn model(item: &DeriveInput) -> Message {
    message(item).unwrap_or_else(|errors| panic!("{errors}"))
}

fn record(item: &DeriveInput) -> Record {
    match model(item).body {
        Body::Record(record) => record,
        other => panic!("no record: {other:?}"),
    }
}

fn enumeration(item: &DeriveInput) -> Enumeration {
    match model(item).body {
        Body::Enumeration(enumeration) => enumeration,
        other => panic!("no enum: {other:?}"),
    }
}

/// Every message, in order.
fn errors(item: &DeriveInput) -> Vec<String> {
    let errors = message(item).expect_err("a mistake");
    errors.flatten().into_iter().map(|error| error.to_string()).collect()
}

fn keys(record: &Record) -> Vec<&str> {
    record.wire_fields().map(|field| field.key.as_str()).collect()
}

fn ids(enumeration: &Enumeration) -> Vec<Id> {
    enumeration.members.iter().map(|member| member.id.clone()).collect()
}

fn text(id: &str) -> Id {
    Id::Text(id.to_owned())
}

#[test]
fn a_struct_without_attributes() {
    let message = model(&parse_quote! {
        struct Plain { first_one: i32, r#type: String }
    });
    assert_eq!(message.krate.to_token_stream().to_string(), ":: godot_var");
    assert!(message.bounds.is_none() && message.max_size.is_none() && message.layout.is_none());
    let Body::Record(record) = message.body else { panic!("no record") };
    assert_eq!((record.form, record.keys), (Form::Dictionary, Keys::String));
    assert_eq!(keys(&record), ["first_one", "type"]);
    assert!(!record.deny_unknown && record.default.is_none() && record.is_static());
    assert!(record.fields.iter().all(|field| field.codec.is_plain() && field.default.is_none()));
}

#[test]
fn attributes_of_a_container() {
    let message = model(&parse_quote! {
        #[godot_var(rename_all = "camelCase", deny_unknown_fields, keys = "StringName")]
        #[godot_var(default = make(), max_size = 1200, crate = "a::b", bound = "T: X")]
        struct All<T> { first_one: T }
    });
    assert_eq!(message.krate.to_token_stream().to_string(), "a :: b");
    assert_eq!(message.bounds.map(|bounds| bounds.len()), Some(1));
    assert_eq!(message.max_size.map(|(size, _)| size), Some(1200));
    let Body::Record(record) = message.body else { panic!("no record") };
    assert_eq!((record.keys, record.deny_unknown), (Keys::StringName, true));
    assert_eq!(keys(&record), ["firstOne"]);
    assert!(matches!(record.default, DefaultValue::Expr(_)));
    let pinned = model(&parse_quote! {
        #[godot_var(layout = "0123456789abcdef")]
        struct Pinned { id: i32 }
    });
    assert_eq!(pinned.layout.map(|(layout, _)| layout), Some("0123456789abcdef".to_owned()));
}

#[test]
fn attributes_of_fields() {
    let record = record(&parse_quote! {
        #[godot_var(rename_all = "UPPERCASE")]
        struct Fields {
            #[godot_var(rename = "x", alias = "y", alias = "z")]
            renamed: i32,
            #[godot_var(skip)]
            skipped: i32,
            #[godot_var(skip_serializing, default)]
            read: i32,
            #[godot_var(skip_decoding, default = "text")]
            written: String,
            #[godot_var(with = a::b)]
            with: i32,
            #[godot_var(encode_with = "a::e")]
            encoded: i32,
            #[godot_var(f64)]
            wide: f32,
            #[godot_var(as = "NodePath", max_len = 5, strict)]
            path: String,
        }
    });
    assert_eq!(keys(&record), ["x", "READ", "WRITTEN", "WITH", "ENCODED", "WIDE", "PATH"]);
    assert!(!record.is_static());
    let field = |index: usize| &record.fields[index];
    assert_eq!(field(0).aliases, ["y", "z"]);
    assert_eq!((field(1).encoded, field(1).decoded), (false, false));
    assert_eq!((field(2).encoded, field(2).decoded), (false, true));
    assert!(matches!(field(2).default, DefaultValue::Trait));
    assert_eq!((field(3).encoded, field(3).decoded), (true, false));
    let DefaultValue::Expr(default) = &field(3).default else { panic!("no expression") };
    assert_eq!(default.to_token_stream().to_string(), "\"text\"", "a string is no path");
    let path = |path: &Option<syn::Path>| path.to_token_stream().to_string();
    assert_eq!(path(&field(4).codec.encode_with), "a :: b :: encode");
    assert_eq!(path(&field(4).codec.decode_with), "a :: b :: decode");
    assert_eq!(path(&field(5).codec.encode_with), "a :: e");
    assert!(field(5).codec.decode_with.is_none());
    assert_eq!(field(6).codec.wire_type, Some(WireType::Float64));
    let codec = &field(7).codec;
    let max_len = codec.max_len.as_ref().and_then(godot_var_schema::integer);
    assert_eq!((codec.wire_type, max_len), (Some(WireType::NodePath), Some(5)));
    assert!(codec.strict && !codec.typed);
}

#[test]
fn shapes_of_structs() {
    assert_eq!(
        record(&parse_quote!(
            struct A(i32, i32);
        ))
        .form,
        Form::Array
    );
    assert_eq!(
        record(&parse_quote!(
            #[godot_var(array)]
            struct A {
                a: i32,
            }
        ))
        .form,
        Form::Array
    );
    assert_eq!(
        record(&parse_quote!(
            #[godot_var(array)]
            struct A(i32);
        ))
        .form,
        Form::Array
    );
    assert!(matches!(
        model(&parse_quote!(
            struct A;
        ))
        .body,
        Body::Unit
    ));
    assert!(matches!(
        model(&parse_quote!(
            struct A(i32);
        ))
        .body,
        Body::Transparent(_)
    ));
    let message = model(&parse_quote! {
        #[godot_var(transparent)]
        struct A { a: i32, #[godot_var(skip)] b: i32 }
    });
    let Body::Transparent(transparent) = message.body else { panic!("not transparent") };
    assert_eq!((transparent.field.key.as_str(), transparent.fields.len()), ("a", 2));
}

#[test]
fn forms_of_enums() {
    let form = |attrs: TokenStream, members: TokenStream| {
        enumeration(&parse_quote!(#[godot_var(#attrs)] enum A { #members })).form
    };
    let names = || quote!(A, B);
    let data = || {
        quote!(
            A,
            #[godot_var(id = "b")]
            B { x: i32 }
        )
    };
    let (tag, content) = ("t".to_owned(), "c".to_owned());
    assert_eq!(form(quote!(), names()), EnumForm::Names);
    assert_eq!(form(quote!(repr = "name"), names()), EnumForm::Names);
    assert_eq!(form(quote!(repr = "int"), names()), EnumForm::Numbers);
    assert_eq!(form(quote!(), data()), EnumForm::External);
    assert_eq!(form(quote!(tag = "t"), data()), EnumForm::Internal { tag: tag.clone() });
    assert_eq!(form(quote!(tag = "t", content = "c"), data()), EnumForm::Adjacent { tag, content });
    assert_eq!(form(quote!(untagged), quote!(A(u8))), EnumForm::Untagged);
    assert_eq!(
        form(
            quote!(array, id),
            quote!(
                #[godot_var(id = 1)]
                A
            )
        ),
        EnumForm::Ids
    );
    // A member that keeps unknown names makes no enum with data.
    assert_eq!(
        form(
            quote!(),
            quote!(
                A,
                #[godot_var(other)]
                B(String)
            )
        ),
        EnumForm::Names
    );
}

#[test]
fn what_members_are_told_by() {
    let names = enumeration(&parse_quote! {
        #[godot_var(rename_all = "SCREAMING_SNAKE_CASE")]
        enum A { FirstOne, #[godot_var(rename = "x", alias = "y")] B, r#Type }
    });
    assert_eq!(ids(&names), [text("FIRST_ONE"), text("x"), text("TYPE")]);
    assert_eq!(names.members[1].aliases, ["y"]);
    let numbers = enumeration(&parse_quote! {
        #[godot_var(repr = "int")]
        enum A { A, B = 0x10, C, D = -2, E }
    });
    assert_eq!(ids(&numbers), [0, 16, 17, -2, -1].map(Id::Int));
    let messages = enumeration(&parse_quote! {
        #[godot_var(array, id)]
        enum A {
            #[godot_var(id = 5_000_000_000)] A,
            #[godot_var(id = "b")] B(i32),
            #[godot_var(rename = "c")] C { x: i32 },
            #[godot_var(skip)] D,
        }
    });
    assert_eq!(ids(&messages)[..3], [Id::Int(5_000_000_000), text("b"), text("c")]);
    assert!(messages.members[3].skip);
    let styles: Vec<_> = messages.members.iter().map(|member| member.style).collect();
    assert_eq!(styles, [Style::Unit, Style::Newtype, Style::Named, Style::Unit]);
    assert!(messages.members.iter().all(|member| member.record.form == Form::Array));
}

#[test]
fn keys_in_members() {
    let tagged = enumeration(&parse_quote! {
        #[godot_var(tag = "t", rename_all_fields = "camelCase", deny_unknown_fields)]
        enum A {
            A { first_one: i32 },
            #[godot_var(rename_all = "UPPERCASE")] B { first_one: i32 },
        }
    });
    assert_eq!(keys(&tagged.members[0].record), ["firstOne"]);
    assert_eq!(keys(&tagged.members[1].record), ["FIRSTONE"]);
    assert!(tagged.members.iter().all(|member| member.record.deny_unknown));
}

#[test]
fn all_mistakes_at_once() {
    let found = errors(&parse_quote! {
        #[godot_var(array, transparent)]
        struct A {
            #[godot_var(rename = 5, skp)]
            a: i32,
            #[godot_var(skip, strict)]
            b: i32,
            c: Option<Option<i32>>,
            #[godot_var(max_len = 3_000_000_000)]
            d: String,
        }
    });
    let expected = [
        "`transparent` can't be specified together with `array`",
        "`rename` takes a string; write `rename = \"…\"`",
        "unknown attribute `skp`; did you mean `skip`?",
        "`strict` can't be specified together with `skip`",
        "both levels of `Option<Option<_>>` would be Nil; use one `Option`, or an enum",
        "a length on the wire is at most 2147483647",
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_consequences_of_a_mistake() {
    // `array` is lost to the typo: the ids are still no mistake.
    let found = errors(&parse_quote! {
        #[godot_var(aray, id)]
        enum A { #[godot_var(id = 1)] A, #[godot_var(id = 1)] B, C }
    });
    assert_eq!(found, ["unknown attribute `aray`; did you mean `array`?"]);
    // The field may have another key, or not travel.
    let found = errors(&parse_quote! {
        struct A { a: i32, #[godot_var(rename = "a", skpi)] b: i32 }
    });
    assert_eq!(found, ["unknown attribute `skpi`; did you mean `skip`?"]);
    // What a field says of itself is reported all the same.
    let found = errors(&parse_quote! {
        #[godot_var(aray)]
        struct A { #[godot_var(skip, rename = "a")] b: i32 }
    });
    assert_eq!(found.len(), 2, "{found:#?}");
}
