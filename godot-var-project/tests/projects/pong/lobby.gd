extends Control
# Joins the server of the first argument, plays one match, and ends.

const PATIENCE = 20.0


func _ready() -> void:
	var port := OS.get_cmdline_user_args()
	if port.is_empty():
		return
	get_tree().create_timer(PATIENCE).timeout.connect(get_tree().quit.bind(1))
	multiplayer.peer_connected.connect(start)
	var peer := ENetMultiplayerPeer.new()
	peer.create_client("127.0.0.1", int(port[0]))
	peer.get_host().compress(ENetConnection.COMPRESS_RANGE_CODER)
	multiplayer.multiplayer_peer = peer


func start(_id: int) -> void:
	var pong: Node2D = load("res://pong.tscn").instantiate()
	pong.connect("game_finished", end)
	get_tree().get_root().add_child(pong)


func end(left: int, right: int) -> void:
	print("match %d:%d" % [left, right])
	# The last packets must leave.
	await get_tree().create_timer(0.3).timeout
	get_tree().quit()
