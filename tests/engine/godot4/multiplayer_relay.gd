extends SceneTree
# A client over ENet that calls every other client through this library's server.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_relay.gd -- PORT
#
# It ends when the server closes the connection.

const Talk := preload("res://multiplayer_talk.gd")
const TIMEOUT := 20.0

var talk: Node = Talk.new()


func _initialize() -> void:
	start.call_deferred()


func start() -> void:
	talk.name = "Talk"
	root.add_child(talk)
	var api := get_multiplayer() as SceneMultiplayer
	api.connected_to_server.connect(connected)
	api.peer_connected.connect(greet)
	api.server_disconnected.connect(quit)
	var peer := ENetMultiplayerPeer.new()
	if peer.create_client("127.0.0.1", OS.get_cmdline_user_args()[0].to_int()) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(late)


func connected() -> void:
	print("connected as ", get_multiplayer().get_unique_id())


func greet(peer: int) -> void:
	if peer != 1:
		talk.hail.rpc_id(peer, "hello", 300)


func late() -> void:
	print("no end in time")
	quit(1)
