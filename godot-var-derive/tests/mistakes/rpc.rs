use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
#[rpc(any_peer, create = x)]
enum Words {
    #[rpc(any_pear)]
    Misspelled,
    #[rpc("any_peer")]
    Quoted,
    #[rpc("any_peer", 3)]
    LikeGodot,
    #[rpc(remote)]
    OfGodot3,
    #[rpc(any_peer, any_peer)]
    Twice,
    #[rpc(any_peer, authority)]
    Contradiction,
    #[rpc(unreliable_ordered, reliable)]
    Modes,
    #[rpc(call_local, call_remote)]
    Locality,
    #[rpc(channel = 256)]
    Channel,
    #[rpc(default)]
    Misplaced,
    #[rpc]
    Nothing,
    #[rpc(rename = 3)]
    Number,
}

#[derive(GodotRpc)]
enum Names {
    Say,
    #[rpc(rename = "say")]
    Again,
    #[rpc(rename = "say hi")]
    Blank,
    #[rpc(rename = "")]
    Empty,
    #[rpc(rename = "größe")]
    Fine,
}

#[derive(GodotRpc)]
#[rpc(rename_all = "PascalCase")]
enum Arguments<'a, T, const N: usize> {
    Default(#[rpc(default)] u8, u16),
    Defaults {
        #[rpc(default = 3)]
        one: u8,
        #[rpc(default)]
        two: u8,
        three: u8,
    },
    Trailing(u8, #[rpc(default)] &'a str),
    Size(usize),
    Function(fn()),
    Twice(Option<Option<u8>>),
    #[rpc(rename = "twice")]
    Other {
        #[rpc(any_peer)]
        a: u8,
        #[rpc(rename = "c")]
        b: u8,
    },
    T([T; N]),
}

#[derive(GodotRpc)]
enum Nobody {}

#[derive(GodotRpc)]
struct NoEnum;

#[derive(GodotRpc)]
union Union {
    a: u8,
}
