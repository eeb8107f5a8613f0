extends Node
# Joins the server of the first argument, places a bomb, and ends when it has exploded.

const PATIENCE = 20.0

## Names by the ids of their peers.
var players := {}
var scores := {}


func _ready() -> void:
	var url := OS.get_cmdline_user_args()
	if url.is_empty():
		return
	get_tree().create_timer(PATIENCE).timeout.connect(get_tree().quit.bind(1))
	multiplayer.connected_to_server.connect(func() -> void: register_player.rpc_id(1, "Ann"))
	var peer := WebSocketMultiplayerPeer.new()
	peer.create_client(url[0])
	multiplayer.multiplayer_peer = peer


@rpc("any_peer")
func register_player(player_name: String) -> void:
	players[multiplayer.get_remote_sender_id()] = player_name
	print("player ", player_name)


@rpc("call_local")
func load_world() -> void:
	get_tree().root.add_child(load("res://world.tscn").instantiate())
	get_tree().root.get_node(^"Lobby").hide()
	print("world")


func scored(who: int, rock: String) -> void:
	scores[who] = scores.get(who, 0) + 1
	print("%s of %s" % [rock, players.get(who, "me" if who == multiplayer.get_unique_id() else "nobody")])
	if scores[who] == 2:
		print("OK")
		get_tree().quit()
