//! Enums: six forms in which a member is told from the others.

use godot_var_schema::variant::model::Id;
use godot_var_schema::variant::model::{EnumForm, Enumeration, Enumerator, Form, Record, Style};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;

use super::context::{self, Context};
use super::field;
use super::record::{self, Opening, Target};
use super::structure::{Implementation, Shortcuts, implement};

/// Emits an enum.
pub(super) fn enumeration(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    match &enumeration.form {
        EnumForm::Names => names(context, enumeration),
        EnumForm::Numbers => numbers(context, enumeration),
        EnumForm::External => external(context, enumeration),
        EnumForm::Internal { tag } => {
            let peek = quote!(__rt::enums::peek_tag::<__D>(__reader, #tag));
            records(context, enumeration, &peek)
        }
        EnumForm::Ids => {
            records(context, enumeration, &quote!(__rt::enums::peek_id::<__D>(__reader)))
        }
        EnumForm::Adjacent { tag, content } => adjacent(context, enumeration, tag, content),
        EnumForm::Untagged => untagged(context, enumeration),
    }
}

// ---------------------------------------------------------------- shared pieces

fn tag(id: &Id) -> TokenStream {
    match id {
        Id::Int(number) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(__rt::Tag::Int(#number))
        }
        Id::Text(text) => quote!(__rt::Tag::Text(#text)),
    }
}

fn travelling(enumeration: &Enumeration) -> impl Iterator<Item = &Enumerator> {
    enumeration.members.iter().filter(|member| !member.skip && !member.other)
}

/// The patterns of a tag and its aliases.
fn tag_patterns(member: &Enumerator) -> TokenStream {
    let own = tag(&member.id);
    let aliases = member.aliases.iter().map(|alias| quote!(__rt::Tag::Text(#alias)));
    quote!(#own #(| #aliases)*)
}

fn name_patterns(member: &Enumerator) -> TokenStream {
    let Id::Text(name) = &member.id else { return quote!(_) };
    let aliases = &member.aliases;
    quote!(#name #(| #aliases)*)
}

fn name_of(member: &Enumerator) -> String {
    match &member.id {
        Id::Text(name) => name.clone(),
        Id::Int(number) => number.to_string(),
    }
}

/// `Enum::Member`
fn path(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    let (ident, member) = (context.ident, &member.ident);
    quote!(#ident::#member)
}

/// What a tag that no member has leads to.
fn unknown(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let known = travelling(enumeration).map(|member| tag(&member.id));
    match other(enumeration) {
        None => quote! {
            __rt::Err(__rt::enums::unknown_member(__reader, __tag, &[#(#known),*]))
        },
        Some(other) => other_value(context, other),
    }
}

/// Reads the whole value as the member that takes what no other fits.
fn other_value(context: &Context<'_>, other: &Enumerator) -> TokenStream {
    let path = path(context, other);
    if other.style == Style::Unit {
        return quote! {
            match __rt::enums::skip::<__D>(__reader) {
                __rt::Ok(()) => __rt::Ok(#path),
                __rt::Err(__error) => __rt::Err(__error),
            }
        };
    }
    let (field, member) = record::newtype(&other.record);
    let ty = &field.ty;
    quote_spanned! {context::place(ty)=>
        match <#ty as __rt::DecodeVariant<'__de, __D>>::decode(__reader) {
            __rt::Ok(__value) => __rt::Ok(#path { #member: __value }),
            __rt::Err(__error) => __rt::Err(__error),
        }
    }
}

/// The arms that write members which do not travel, or keep what came.
fn other_arms(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    enumeration
        .members
        .iter()
        .filter(|member| member.skip || member.other)
        .map(|member| {
            let path = path(context, member);
            if member.other && !member.skip && member.style == Style::Newtype {
                let (_, name) = record::newtype(&member.record);
                return quote! {
                    #path { #name: __value } => __rt::EncodeVariant::<__D>::encode(__value, __out),
                };
            }
            let name = member.ident.to_string();
            quote!(#path { .. } => __rt::Err(__rt::enums::skipped_member(#name)),)
        })
        .collect()
}

fn marker_ident(member: &Enumerator) -> Ident {
    format_ident!("__Member_{}", member.ident)
}

/// The type that carries a member's layout: the enum's parameters, nothing else.
fn marker(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    let ident = marker_ident(member);
    let phantom = field::phantom(context);
    let parameters = field::parameters(context);
    let where_clause = &context.message.generics.where_clause;
    quote!(struct #ident #parameters (#phantom) #where_clause;)
}

/// Emits the layout of a member.
fn member_record(
    context: &Context<'_>,
    member: &Enumerator,
    record: &Record,
    opening: Opening,
) -> TokenStream {
    let marker = marker(context, member);
    let target = Target {
        ident: marker_ident(member),
        record,
        opening,
        constructor: path(context, member),
        is_member: true,
    };
    let layout = record::record(context, &target);
    quote!(#marker #layout)
}

fn facts_of_member(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    let ident = marker_ident(member);
    let arguments = context.arguments();
    quote!(__rt::record_facts::<__D, #ident #arguments>())
}

/// The description of an enum.
fn enum_layout(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let name = context.ident.to_string();
    let form = match &enumeration.form {
        EnumForm::Names => quote!(Names),
        EnumForm::Numbers => quote!(Numbers),
        EnumForm::External => quote!(External),
        EnumForm::Internal { tag } => quote!(Internal(#tag)),
        EnumForm::Adjacent { tag, content } => quote!(Adjacent(#tag, #content)),
        EnumForm::Untagged => quote!(Untagged),
        EnumForm::Ids => quote!(Ids),
    };
    let members = travelling(enumeration).map(|member| {
        let rust_name = member.ident.to_string();
        let id = tag(&member.id);
        let owner = marker_ident(member).to_string();
        let aliases = &member.aliases;
        let content = match (member.style, &enumeration.form) {
            (Style::Unit, _) => quote!(__rt::None),
            (Style::Newtype, form) if *form != EnumForm::Ids => {
                let layout = field::layout_of(&owner, record::newtype(&member.record).0, context);
                quote!(__rt::Some(#layout))
            }
            _ => {
                let layout = record::record_layout(
                    context,
                    &rust_name,
                    &marker_ident(member),
                    &member.record,
                );
                quote!(__rt::Some(&__rt::TypeLayout::Record(&#layout)))
            }
        };
        quote! {
            __rt::MemberLayout {
                name: #rust_name,
                tag: #id,
                aliases: &[#(#aliases),*],
                content: #content,
            }
        }
    });
    let deny_unknown = enumeration.members.iter().any(|member| member.record.deny_unknown);
    let other = other(enumeration).map_or_else(
        || quote!(__rt::None),
        |member| {
            let name = member.ident.to_string();
            let content = if member.style == Style::Unit {
                quote!(__rt::None)
            } else {
                let ty = &record::newtype(&member.record).0.ty;
                quote!(__rt::Some(<#ty as __rt::Wire<__D>>::LAYOUT))
            };
            quote!(__rt::Some((#name, #content)))
        },
    );
    quote! {
        &__rt::TypeLayout::Enumeration(&__rt::EnumerationLayout {
            name: #name,
            form: __rt::EnumerationForm::#form,
            deny_unknown: #deny_unknown,
            members: &[#(#members),*],
            other: #other,
        })
    }
}

/// The member that takes what no other fits.
fn other(enumeration: &Enumeration) -> Option<&Enumerator> {
    enumeration.members.iter().find(|member| member.other && !member.skip)
}

// ---------------------------------------------------------------- names and numbers

fn names(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let texts = travelling(enumeration).map(name_of);
    let facts = texts.map(|name| quote!(__rt::text_facts_of(#name)));
    let other_facts = other_facts(enumeration);
    let put = travelling(enumeration).map(|member| {
        let (path, name) = (path(context, member), name_of(member));
        quote!(#path { .. } => __rt::enums::put_name::<__D, __O>(#name, __out),)
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (path, names) = (path(context, member), name_patterns(member));
        quote!(__rt::Ok(#names) => __rt::Ok(#path {}),)
    });
    let unknown = unknown(context, enumeration);
    implement(
        context,
        &Implementation {
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            layout: enum_layout(context, enumeration),
            nullable: None,
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                let __start = __rt::Reader::clone(__reader);
                match __rt::enums::read_name::<__D>(__reader) {
                    #(#get)*
                    __rt::Ok(__name) => {
                        *__reader = __start;
                        let __tag = __rt::Tag::Text(__name);
                        #unknown
                    }
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::None,
        },
    )
}

fn other_facts(enumeration: &Enumeration) -> Option<TokenStream> {
    let other = other(enumeration)?;
    (other.style == Style::Newtype).then(|| {
        let ty = &record::newtype(&other.record).0.ty;
        quote!(<#ty as __rt::Wire<__D>>::FACTS)
    })
}

fn numbers(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let numbers: Vec<i64> = travelling(enumeration)
        .filter_map(|member| match member.id {
            Id::Int(number) => Some(number),
            Id::Text(_) => None,
        })
        .collect();
    let literals: Vec<_> = numbers.iter().copied().map(Literal::i64_unsuffixed).collect();
    let ident = context.ident;
    let (parameters, arguments) = (field::parameters(context), context.arguments());
    let where_clause = &context.message.generics.where_clause;
    let keeps_others = enumeration.members.iter().any(|member| member.skip || member.other);
    let small = numbers.iter().all(|number| i32::try_from(*number).is_ok());
    let wire = if small { quote!(__rt::i32) } else { quote!(__rt::i64) };
    let to_number = travelling(enumeration).zip(&literals).map(|(member, number)| {
        let path = path(context, member);
        quote!(#path {} => #number,)
    });
    let from_number = travelling(enumeration).zip(&literals).map(|(member, number)| {
        let path = path(context, member);
        quote!(#number => __rt::Some(#path {}),)
    });
    let put = travelling(enumeration).zip(&literals).map(|(member, number)| {
        let path = path(context, member);
        quote!(#path { .. } => {
            __rt::enums::put_number::<__D, __O>(#number, __out);
            __rt::Ok(())
        })
    });
    let other_arms = other_arms(context, enumeration);
    let unknown = unknown(context, enumeration);
    let first = travelling(enumeration).next().map(|member| path(context, member));
    // Members that keep unknown numbers, or do not travel, have no usual form.
    let (facts, functions, shortcuts) = if keeps_others {
        let other_facts = other_facts(enumeration);
        (
            quote!(__rt::any_of(&[<#wire as __rt::Wire<__D>>::FACTS, #other_facts])),
            quote!(),
            Shortcuts::None,
        )
    } else {
        (
            quote!(<#wire as __rt::Wire<__D>>::FACTS),
            quote! {
                fn __to_number #parameters(__value: &#ident #arguments) -> #wire #where_clause {
                    match __value { #(#to_number)* }
                }
            },
            Shortcuts::Own {
                encode: quote! {
                    #[inline]
                    fn fill(__value: &Self, __words: &mut [__rt::Word]) -> __rt::bool {
                        __rt::newtype::fill::<__D, _>(&__to_number(__value), __words)
                    }

                    #[inline]
                    fn fill_shortest(
                        __value: &Self,
                        __words: &mut [__rt::Word],
                    ) -> __rt::Result<__rt::usize, __rt::EncodeError> {
                        __rt::newtype::fill_shortest::<__D, _>(&__to_number(__value), __words)
                    }
                },
                decode: quote! {
                    #[inline]
                    fn check(__words: &[__rt::Word]) -> __rt::bool {
                        __rt::newtype::check::<__D, #wire>(__words)
                            && __rt::Option::<Self>::is_some(&__from_number(
                                __rt::newtype::build::<__D, #wire>(__words) as __rt::i64,
                            ))
                    }

                    #[inline]
                    fn build(__words: &[__rt::Word]) -> Self {
                        let __number = __rt::newtype::build::<__D, #wire>(__words);
                        match __from_number(__number as __rt::i64) {
                            __rt::Some(__value) => __value,
                            __rt::None => #first {},
                        }
                    }
                },
            },
        )
    };
    let impls = implement(
        context,
        &Implementation {
            facts,
            layout: enum_layout(context, enumeration),
            nullable: None,
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                let __start = __rt::Reader::clone(__reader);
                match __rt::enums::read_number::<__D>(__reader) {
                    __rt::Ok(__number) => match __from_number(__number) {
                        __rt::Some(__value) => __rt::Ok(__value),
                        __rt::None => {
                            *__reader = __start;
                            let __tag = __rt::Tag::Int(__number);
                            #unknown
                        }
                    },
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts,
        },
    );
    quote! {
        #functions
        fn __from_number #parameters(
            __number: __rt::i64,
        ) -> __rt::Option<#ident #arguments> #where_clause {
            match __number { #(#from_number)* _ => __rt::None }
        }
        #impls
    }
}

// ---------------------------------------------------------------- id form, internal tag

/// Members that are records whose opening words tell them.
fn records(context: &Context<'_>, enumeration: &Enumeration, peek: &TokenStream) -> TokenStream {
    let arguments = context.arguments();
    let mut layouts = TokenStream::new();
    for member in travelling(enumeration) {
        let own = tag(&member.id);
        let (record, opening) = match &enumeration.form {
            EnumForm::Internal { tag } => (internal(member), Opening::Tag(tag.clone(), own)),
            _ => (member.record.clone(), Opening::Id(own)),
        };
        layouts.extend(member_record(context, member, &record, opening));
    }
    let facts = travelling(enumeration).map(|member| facts_of_member(context, member));
    let other_facts = other_facts(enumeration);
    let put = travelling(enumeration).map(|member| {
        let (path, marker) = (path(context, member), marker_ident(member));
        quote!(#path { .. } => __rt::record::encode::<__D, #marker #arguments, __O>(self, __out),)
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (patterns, marker) = (tag_patterns(member), marker_ident(member));
        quote!(__rt::Ok(#patterns) => __rt::record::decode::<__D, #marker #arguments>(__reader),)
    });
    let unknown = unknown(context, enumeration);
    let impls = implement(
        context,
        &Implementation {
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            layout: enum_layout(context, enumeration),
            nullable: None,
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                match #peek {
                    #(#get)*
                    __rt::Ok(__tag) => { #unknown }
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::None,
        },
    );
    quote!(#layouts #impls)
}

/// The record of an internally tagged member: a newtype's fields stand beside the tag.
fn internal(member: &Enumerator) -> Record {
    let mut record = member.record.clone();
    record.form = Form::Dictionary;
    if member.style == Style::Newtype {
        for field in &mut record.fields {
            field.flatten = true;
        }
    }
    record
}

// ---------------------------------------------------------------- content of a member

/// Emits the layouts of members that are records inside another form.
fn content_layouts(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    travelling(enumeration)
        .map(|member| match member.style {
            Style::Unit => quote!(),
            Style::Newtype => {
                let fields = member.record.wire_fields();
                field::custom_markers(&marker_ident(member).to_string(), fields, context)
            }
            Style::Named | Style::Tuple => {
                member_record(context, member, &member.record, Opening::Plain)
            }
        })
        .collect()
}

/// The facts of a member's content.
fn content_facts(context: &Context<'_>, member: &Enumerator) -> TokenStream {
    match member.style {
        Style::Unit => quote!(<() as __rt::Wire<__D>>::FACTS),
        Style::Newtype => {
            let (field, _) = record::newtype(&member.record);
            let ty = field::wire_type(&marker_ident(member).to_string(), field, context);
            quote!(<#ty as __rt::Wire<__D>>::FACTS)
        }
        Style::Named | Style::Tuple => facts_of_member(context, member),
    }
}

/// An arm's pattern, and an expression that writes the content.
fn put_content(context: &Context<'_>, member: &Enumerator) -> (TokenStream, TokenStream) {
    let path = path(context, member);
    match member.style {
        Style::Unit => (quote!(#path {}), quote!(__rt::EncodeVariant::<__D>::encode(&(), __out))),
        Style::Newtype => {
            let (field, name) = record::newtype(&member.record);
            let owner = marker_ident(member).to_string();
            let value = field::to_write(&owner, field, context, &quote!(__value));
            (
                quote!(#path { #name: __value }),
                quote_spanned! {context::place(&field.ty)=>
                    __rt::EncodeVariant::<__D>::encode(#value, __out)
                },
            )
        }
        Style::Named | Style::Tuple => {
            let (marker, arguments) = (marker_ident(member), context.arguments());
            (
                quote!(#path { .. }),
                quote!(__rt::record::encode::<__D, #marker #arguments, __O>(self, __out)),
            )
        }
    }
}

/// An expression that reads the content with the given reader into a `Result<Self, DecodeError>`.
fn get_content(context: &Context<'_>, member: &Enumerator, reader: &TokenStream) -> TokenStream {
    let path = path(context, member);
    match member.style {
        Style::Unit => quote! {
            match <() as __rt::DecodeVariant<'__de, __D>>::decode(#reader) {
                __rt::Ok(()) => __rt::Ok(#path {}),
                __rt::Err(__error) => __rt::Err(__error),
            }
        },
        Style::Newtype => {
            let (field, name) = record::newtype(&member.record);
            let owner = marker_ident(member).to_string();
            let ty = field::wire_type(&owner, field, context);
            let value = field::from_read(&owner, field, context, &quote!(__value));
            quote_spanned! {context::place(&field.ty)=>
                match <#ty as __rt::DecodeVariant<'__de, __D>>::decode(#reader) {
                    __rt::Ok(__value) => __rt::Ok(#path { #name: #value }),
                    __rt::Err(__error) => __rt::Err(__error),
                }
            }
        }
        Style::Named | Style::Tuple => {
            let (marker, arguments) = (marker_ident(member), context.arguments());
            quote!(__rt::record::decode::<__D, #marker #arguments>(#reader))
        }
    }
}

// ---------------------------------------------------------------- external

fn external(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| {
        let name = name_of(member);
        if member.style == Style::Unit {
            return quote!(__rt::text_facts_of(#name));
        }
        let content = content_facts(context, member);
        quote!(__rt::inside(2 + __rt::text_facts_of(#name).min_words, #content))
    });
    let other_facts = other_facts(enumeration);
    let put = travelling(enumeration).map(|member| {
        let name = name_of(member);
        let (pattern, content) = put_content(context, member);
        if member.style == Style::Unit {
            return quote!(#pattern => __rt::enums::put_name::<__D, __O>(#name, __out),);
        }
        quote! {
            #pattern => match __rt::enums::put_external::<__D, __O>(#name, __out) {
                __rt::Ok(()) => __rt::enums::within_key(#content, #name),
                __rt::Err(__error) => __rt::Err(__error),
            },
        }
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (path, names, name) = (path(context, member), name_patterns(member), name_of(member));
        if member.style == Style::Unit {
            return quote! {
                (#names, false) => __rt::Ok(#path {}),
                (#names, true) => __rt::Err(__rt::enums::wrong_content(&__start, #name, false)),
            };
        }
        let content = get_content(context, member, &quote!(__reader));
        quote! {
            (#names, true) => __rt::enums::read_within_key(#content, #name),
            (#names, false) => __rt::Err(__rt::enums::wrong_content(&__start, #name, true)),
        }
    });
    let unknown = unknown(context, enumeration);
    let impls = implement(
        context,
        &Implementation {
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            layout: enum_layout(context, enumeration),
            nullable: None,
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                let __start = __rt::Reader::clone(__reader);
                match __rt::enums::open_external::<__D>(__reader) {
                    __rt::Ok((__name, __content)) => {
                        let __value = match (__name, __content) {
                            #(#get)*
                            _ => {
                                *__reader = __start;
                                let __tag = __rt::Tag::Text(__name);
                                return { #unknown };
                            }
                        };
                        __rt::enums::close_external(__reader, __content);
                        __value
                    }
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::None,
        },
    );
    quote!(#layouts #impls)
}

// ---------------------------------------------------------------- adjacent

fn adjacent(
    context: &Context<'_>,
    enumeration: &Enumeration,
    key: &str,
    content_key: &str,
) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| {
        let id = tag(&member.id);
        if member.style == Style::Unit {
            return quote!(__rt::inside(__rt::tag_capacity(#key, #id), __rt::Facts::fixed(&[])));
        }
        let content = content_facts(context, member);
        quote! {
            __rt::inside(
                __rt::tag_capacity(#key, #id) + __rt::text_facts_of(#content_key).min_words,
                #content,
            )
        }
    });
    let other_facts = other_facts(enumeration);
    let put = travelling(enumeration).map(|member| {
        let id = tag(&member.id);
        let (pattern, content) = put_content(context, member);
        if member.style == Style::Unit {
            return quote! {
                #pattern => __rt::enums::put_adjacent::<__D, __O>(#key, #id, __rt::None, __out),
            };
        }
        quote! {
            #pattern => match __rt::enums::put_adjacent::<__D, __O>(
                #key, #id, __rt::Some(#content_key), __out,
            ) {
                __rt::Ok(()) => __rt::enums::within_key(#content, #content_key),
                __rt::Err(__error) => __rt::Err(__error),
            },
        }
    });
    let other_arms = other_arms(context, enumeration);
    let get = travelling(enumeration).map(|member| {
        let (path, patterns) = (path(context, member), tag_patterns(member));
        if member.style == Style::Unit {
            return quote!(#patterns => __rt::Ok(#path {}),);
        }
        let content = get_content(context, member, &quote!(&mut __content));
        quote! {
            #patterns => match __content {
                __rt::Some(mut __content) => {
                    let __value = __rt::enums::read_within_key(#content, #content_key);
                    __rt::enums::spend(__reader, &__content);
                    __value
                }
                __rt::None => __rt::Err(__rt::enums::missing_content(&__start, #content_key)),
            },
        }
    });
    let unknown = unknown(context, enumeration);
    let impls = implement(
        context,
        &Implementation {
            facts: quote!(__rt::any_of(&[#(#facts,)* #other_facts])),
            layout: enum_layout(context, enumeration),
            nullable: None,
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                let __start = __rt::Reader::clone(__reader);
                match __rt::enums::open_adjacent::<__D>(__reader, #key, #content_key) {
                    __rt::Ok((__tag, __content)) => match __tag {
                        #(#get)*
                        _ => {
                            *__reader = __start;
                            #unknown
                        }
                    },
                    __rt::Err(__error) => __rt::Err(__error),
                }
            },
            shortcuts: Shortcuts::None,
        },
    );
    quote!(#layouts #impls)
}

// ---------------------------------------------------------------- untagged

fn untagged(context: &Context<'_>, enumeration: &Enumeration) -> TokenStream {
    let layouts = content_layouts(context, enumeration);
    let facts = travelling(enumeration).map(|member| content_facts(context, member));
    let put = travelling(enumeration).map(|member| {
        let (pattern, content) = put_content(context, member);
        quote!(#pattern => #content,)
    });
    let other_arms = other_arms(context, enumeration);
    let attempts = travelling(enumeration).map(|member| {
        let content = get_content(context, member, &quote!(&mut __attempt));
        quote! {
            let mut __attempt = __rt::Reader::clone(__reader);
            let __value: __rt::Result<Self, __rt::DecodeError> = #content;
            if let __rt::Ok(__value) = __value {
                *__reader = __attempt;
                return __rt::Ok(__value);
            }
            if let __rt::Err(__error) = __rt::enums::reject_member(__reader, &__attempt) {
                return __rt::Err(__error);
            }
        }
    });
    let has_unit = travelling(enumeration).any(|member| member.style == Style::Unit);
    let name = context.ident.to_string();
    let impls = implement(
        context,
        &Implementation {
            facts: quote!(__rt::any_of(&[#(#facts),*])),
            layout: enum_layout(context, enumeration),
            nullable: has_unit.then(|| {
                quote!(
                    const NULLABLE: __rt::bool = true;
                )
            }),
            encode: quote!(match self { #(#put)* #other_arms }),
            decode: quote! {
                #(#attempts)*
                __rt::Err(__rt::enums::no_member::<__D>(__reader, #name))
            },
            shortcuts: Shortcuts::None,
        },
    );
    quote!(#layouts #impls)
}
