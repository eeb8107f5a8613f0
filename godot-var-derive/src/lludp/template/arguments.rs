//! The arguments of `message_template!`, and the messages that they select.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use godot_var_schema::open;
use godot_var_schema::template::{self, Deprecation, check_names};
use godot_var_schema::unknown_name;
use proc_macro2::Span;
use quote::format_ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::token::Bracket;
use syn::{Ident, LitBool, LitStr, Token, bracketed, parse_quote};

/// Where the template is.
pub(super) enum Source {
    Path(LitStr),
    /// `env = "VARIABLE"`.
    Env(LitStr),
}

/// The arguments of the macro.
pub(super) struct Arguments {
    pub(super) source: Source,
    pub(super) only: Option<Vec<Ident>>,
    pub(super) deprecated: bool,
    pub(super) owned: bool,
    pub(super) name: Ident,
    pub(super) krate: syn::Path,
}

const OPTIONS: [&str; 5] = ["only", "deprecated", "owned", "name", "crate"];

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let source = if input.peek(LitStr) {
            Source::Path(input.parse()?)
        } else {
            let word = input.call(Ident::parse_any)?;
            if word != "env" {
                return Err(syn::Error::new(
                    word.span(),
                    "the path of the template comes first: `\"message_template.msg\"`, or `env = \"VARIABLE\"`",
                ));
            }
            input.parse::<Token![=]>()?;
            Source::Env(input.parse()?)
        };
        let mut arguments = Self {
            source,
            only: None,
            deprecated: true,
            owned: false,
            name: format_ident!("AnyMessage"),
            krate: parse_quote!(::godot_var),
        };
        let mut given = HashSet::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let option = input.call(Ident::parse_any)?;
            let name = option.to_string();
            if !OPTIONS.contains(&name.as_str()) {
                return Err(syn::Error::new(
                    option.span(),
                    unknown_name("option", &name, OPTIONS.into_iter(), "the options are"),
                ));
            }
            if !given.insert(name.clone()) {
                return Err(syn::Error::new(
                    option.span(),
                    format!("`{name}` is given twice; remove one"),
                ));
            }
            if name == "owned" {
                arguments.owned = true;
                continue;
            }
            input.parse::<Token![=]>()?;
            match name.as_str() {
                "only" => {
                    if !input.peek(Bracket) {
                        let message = "`only` is a list of messages in brackets: `only = [Ping]`";
                        return Err(input.error(message));
                    }
                    let list;
                    bracketed!(list in input);
                    let names = Punctuated::<Ident, Token![,]>::parse_terminated(&list)?;
                    arguments.only = Some(names.into_iter().collect());
                }
                "deprecated" => arguments.deprecated = input.parse::<LitBool>()?.value,
                "name" => arguments.name = input.parse()?,
                _ => arguments.krate = input.parse()?,
            }
        }
        Ok(arguments)
    }
}

impl Arguments {
    pub(super) fn span(&self) -> Span {
        match &self.source {
            Source::Path(path) => path.span(),
            Source::Env(variable) => variable.span(),
        }
    }

    /// The path and the text of the template.
    pub(super) fn read(&self) -> Result<(PathBuf, String), Vec<syn::Error>> {
        let error = |message: String| vec![syn::Error::new(self.span(), message)];
        let path = match &self.source {
            Source::Path(path) => {
                let folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
                Path::new(&folder).join(path.value())
            }
            Source::Env(variable) => match std::env::var_os(variable.value()) {
                Some(path) => PathBuf::from(path),
                None => {
                    return Err(error(format!(
                        "the environment variable `{}` is not set while this is compiled",
                        variable.value()
                    )));
                }
            },
        };
        match open::text(&path) {
            Ok(text) => Ok((path, text)),
            Err(reason) => Err(error(format!("cannot read {}: {reason}", path.display()))),
        }
    }

    /// The messages that the arguments select.
    pub(super) fn select(
        &self,
        path: &Path,
        text: &str,
    ) -> Result<Vec<template::Message>, Vec<syn::Error>> {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let in_file = |errors: Vec<template::Diagnostic>| -> Vec<syn::Error> {
            errors
                .iter()
                .map(|error| syn::Error::new(self.span(), format!("{file}:{error}")))
                .collect()
        };
        let template = template::parse(text).map_err(in_file)?;
        let mut errors = Vec::new();
        for name in self.only.iter().flatten() {
            let plain = name.unraw().to_string();
            match template.messages.iter().find(|message| message.name == plain) {
                None => {
                    let names = template.messages.iter().map(|message| message.name.as_str());
                    let message = unknown_name("message", &plain, names, "the template has");
                    errors.push(syn::Error::new(name.span(), message));
                }
                Some(message) if !self.is_wanted(message) => errors.push(syn::Error::new(
                    name.span(),
                    format!("`{plain}` is deprecated, and `deprecated = false` leaves it out"),
                )),
                Some(_) => {}
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut messages = template.messages;
        messages.retain(|message| {
            let named = |name: &Ident| name.unraw() == message.name.as_str();
            self.is_wanted(message) && self.only.as_ref().is_none_or(|only| only.iter().any(named))
        });
        let errors = check_names(&messages);
        if !errors.is_empty() {
            return Err(in_file(errors));
        }
        let name = self.name.unraw();
        if messages.iter().any(|message| name == message.name.as_str()) {
            let message =
                format!("a message is called `{name}`; call the enum otherwise: `name = …`");
            return Err(vec![syn::Error::new(self.name.span(), message)]);
        }
        Ok(messages)
    }

    fn is_wanted(&self, message: &template::Message) -> bool {
        self.deprecated || message.deprecation == Deprecation::NotDeprecated
    }
}
