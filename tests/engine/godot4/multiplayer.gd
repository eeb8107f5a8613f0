extends SceneTree
# An ordinary client of Godot's high-level multiplayer. Its server is this library.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer.gd -- MODE PORT
#
# MODE is rpcs; late, in which the node is added two seconds after the connection; auth, with a password; or wrong, with a wrong password.

const Chat := preload("res://multiplayer_chat.gd")
const TIMEOUT := 15.0

var api: SceneMultiplayer
var mode: String
var main := Node.new()
var chat: Node = Chat.new()


func _initialize() -> void:
	mode = OS.get_cmdline_user_args()[0]
	start.call_deferred()


func start() -> void:
	api = get_multiplayer() as SceneMultiplayer
	main.name = "Main"
	chat.name = "Chät"
	root.add_child(main)
	if mode != "late":
		main.add_child(chat)
	api.connected_to_server.connect(connected)
	api.server_disconnected.connect(gone)
	api.connection_failed.connect(gone)
	api.peer_authentication_failed.connect(func(peer: int) -> void: print("authentication failed ", peer))
	api.peer_packet.connect(func(peer: int, bytes: PackedByteArray) -> void: print("bytes ", bytes.hex_encode(), " from ", peer))
	if mode == "auth" or mode == "wrong":
		api.auth_callback = authenticate
		api.peer_authenticating.connect(func(peer: int) -> void: api.send_auth(peer, mode.to_utf8_buffer()))
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client("ws://127.0.0.1:" + OS.get_cmdline_user_args()[1]) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(late)


func late() -> void:
	print("no end in time")
	quit(1)


func authenticate(peer: int, data: PackedByteArray) -> void:
	print("auth ", data.get_string_from_utf8())
	api.complete_auth(peer)


func connected() -> void:
	print("connected as ", api.get_unique_id())
	if mode == "late":
		await create_timer(2.0).timeout
		main.add_child(chat)
	else:
		chat.begin()


func gone() -> void:
	print("gone")
	if mode == "late":
		chat.free()
	quit()
