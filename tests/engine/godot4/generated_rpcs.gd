extends SceneTree
# A client whose nodes extend generated RPCs. The server is this library.
#
#   godot --headless --path FOLDER -s generated_rpcs.gd -- PORT
#
# FOLDER is a project with this script, those of its nodes, and rpcs.gd, which is generated from schemas/multiplayer.rs.

const TIMEOUT := 15.0

var chat: Node = load("res://generated_chat.gd").new()
var everything: Node = load("res://generated_everything.gd").new()


func _initialize() -> void:
	start.call_deferred()


func start() -> void:
	var main := Node.new()
	main.name = "Main"
	chat.name = "Chat"
	everything.name = "Everything"
	main.add_child(chat)
	main.add_child(everything)
	root.add_child(main)
	var api := get_multiplayer()
	api.connected_to_server.connect(connected)
	api.server_disconnected.connect(quit)
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client("ws://127.0.0.1:" + OS.get_cmdline_user_args()[0]) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(late)


func late() -> void:
	print("no end in time")
	quit(1)


func connected() -> void:
	everything.begin()
	chat.begin()
