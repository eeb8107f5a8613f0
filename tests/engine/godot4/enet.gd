extends SceneTree
# A peer of ENet that sends each packet back, reliably. Prints "ready".
#
#   godot --headless --path tests/engine/godot4 -s enet.gd -- server|client PORT plain|coder

var peer := ENetMultiplayerPeer.new()


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	var port := int(arguments[1])
	var error := peer.create_server(port) if arguments[0] == "server" else peer.create_client("127.0.0.1", port)
	if error != OK:
		quit(2)
		return
	if arguments[2] == "coder":
		peer.host.compress(ENetConnection.COMPRESS_RANGE_CODER)
	print("ready")


func _process(_delta: float) -> bool:
	peer.poll()
	while peer.get_available_packet_count() > 0:
		var from := peer.get_packet_peer()
		var packet := peer.get_packet()
		peer.set_target_peer(from)
		peer.put_packet(packet)
	OS.delay_msec(1)
	return false
