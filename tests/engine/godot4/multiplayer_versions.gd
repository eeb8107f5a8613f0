extends SceneTree
# A client of an older or of the present version of a game, whose server is this library.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_versions.gd -- MODE PORT
#
# MODE is old, which calls the server first; waits, the same that is called first; or new.

const TIMEOUT := 15.0


class Old:
	extends Node

	@rpc("any_peer") func say(_text: String) -> void: pass
	@rpc func topic(text: String) -> void:
		print("topic ", text)
		say.rpc_id(1, "thanks")
		get_tree().create_timer(0.3).timeout.connect(get_tree().quit)


class New:
	extends Old

	@rpc func alert(text: String) -> void: print("alert ", text)


var mode: String
var chat: Old


func _initialize() -> void:
	mode = OS.get_cmdline_user_args()[0]
	start.call_deferred()


func start() -> void:
	chat = New.new() if mode == "new" else Old.new()
	chat.name = "Chat"
	root.add_child(chat)
	var api := get_multiplayer()
	api.connected_to_server.connect(connected)
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client("ws://127.0.0.1:" + OS.get_cmdline_user_args()[1]) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(quit.bind(3))


func connected() -> void:
	if mode != "waits":
		chat.say.rpc_id(1, "hi")
