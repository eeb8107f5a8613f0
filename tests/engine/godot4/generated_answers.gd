extends SceneTree
# A client that asks, and is asked. The class of its node is generated.
#
#   godot --headless --path PROJECT -s generated_answers.gd -- PORT

const Net := preload("res://answers.gd")
const Lobby := preload("res://generated_answers_lobby.gd")
const TIMEOUT := 20.0


func _initialize() -> void:
	start.call_deferred()


func start() -> void:
	var lobby: Node = Lobby.new()
	lobby.name = "Lobby"
	root.add_child(lobby)
	var api := get_multiplayer()
	api.server_disconnected.connect(quit)
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client("ws://127.0.0.1:" + OS.get_cmdline_user_args()[0]) != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	create_timer(TIMEOUT).timeout.connect(quit.bind(1))
	await api.connected_to_server
	var answer: Net.Lobby.Answer = await lobby.ask_login("ann")
	print("ann ", answer.error, Net.Profile.from_variant(answer.value).level)
	answer = await lobby.ask_login("bob")
	print("bob ", answer.error, answer.value)
	answer = await lobby.ask_never(1, 0.3)
	print("never ", answer.error)
