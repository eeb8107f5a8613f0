//! Drives the derive: parse, check, emit; after an error all messages and a stub.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::{litenet, lludp, variant};

/// Expands `#[derive(GodotVar)]`.
pub(crate) fn godot_var(input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    match godot_var_schema::message(&item) {
        Ok(message) => variant::message(&message),
        Err(errors) => {
            let errors = errors.write_errors();
            let stub = variant::stub(&item);
            quote!(#errors #stub)
        }
    }
}

/// Expands `#[derive(LiteNetMessage)]`.
pub(crate) fn litenet_message(input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    match godot_var_schema::litenet::message(&item) {
        Ok(message) => litenet::message(&message),
        Err(errors) => {
            let errors = errors.write_errors();
            let stub = litenet::stub(&item);
            quote!(#errors #stub)
        }
    }
}

/// Expands `#[derive(LludpMessage)]`.
pub(crate) fn lludp_message(input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    match godot_var_schema::lludp::message(&item) {
        Ok(message) => lludp::constant(&message.krate, &lludp::message(&message)),
        Err(errors) => {
            let errors = errors.write_errors();
            let stub = lludp::message_stub(&item);
            quote!(#errors #stub)
        }
    }
}

/// Expands `#[derive(LludpBlock)]`.
pub(crate) fn lludp_block(input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    match godot_var_schema::lludp::block(&item) {
        Ok(block) => lludp::constant(&block.krate, &lludp::block(&block, "__")),
        Err(errors) => {
            let errors = errors.write_errors();
            let stub = lludp::block_stub(&item);
            quote!(#errors #stub)
        }
    }
}
