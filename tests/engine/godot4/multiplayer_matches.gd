extends SceneTree
# A client that changes its scene for each match.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_matches.gd -- MODE PORT
#
# MODE is quick, which changes the scene with change_scene_to_packed; or slow, which shows the old scene for another second.

const Lobby := preload("res://multiplayer_matches_lobby.gd")
const TIMEOUT := 20.0


func _initialize() -> void:
	start.call_deferred()


func start() -> void:
	var arguments := OS.get_cmdline_user_args()
	var lobby: Node = Lobby.new()
	lobby.name = "Lobby"
	lobby.slow = arguments[0] == "slow"
	root.add_child(lobby)
	var api := get_multiplayer()
	api.server_disconnected.connect(quit)
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client("ws://127.0.0.1:" + arguments[1]) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(late)


func late() -> void:
	print("no end in time")
	quit(1)
