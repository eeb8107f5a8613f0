extends Control
# Joins the server of the first argument, and ends with the second of its clients.

const PATIENCE = 20.0

static var _ended := 0

var peer := WebSocketMultiplayerPeer.new()


func _init() -> void:
	peer.supported_protocols = ["ludus"]


func _ready() -> void:
	var url := OS.get_cmdline_user_args()
	if url.is_empty():
		return
	get_tree().create_timer(PATIENCE).timeout.connect(get_tree().quit.bind(1))
	multiplayer.connected_to_server.connect(_connected)
	$Box/Game.ended.connect(_end)
	peer.create_client(url[0])
	multiplayer.multiplayer_peer = peer


func _connected() -> void:
	$Box/Game.set_player_name.rpc(name + "-" + OS.get_cmdline_user_args()[1])


func _end() -> void:
	$Box/Game.report(name)
	_ended += 1
	if _ended == 2:
		get_tree().quit()
