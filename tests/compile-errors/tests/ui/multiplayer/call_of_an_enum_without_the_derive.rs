use godot_var::multiplayer::{Config, Node, Session, Target};

enum Chat {
    Say { text: String },
}

fn main() {
    let mut session = Session::new(Config::default());
    let chat = session.add_node("Main/Chat", Node::new()).unwrap();
    let _ = session.call(Target::All, chat, &Chat::Say { text: String::new() });
}
