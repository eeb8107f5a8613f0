extends SceneTree
# A peer of ENet that sends each packet back, reliably. Prints "ready".
#
#   godot3-server --path tests/engine/godot3 -s enet.gd -- server|client PORT plain|coder

var peer := NetworkedMultiplayerENet.new()


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	arguments = arguments.slice(arguments.find("--") + 1, arguments.size() - 1)
	var port := int(arguments[1])
	var coder := NetworkedMultiplayerENet.COMPRESS_RANGE_CODER
	peer.compression_mode = coder if arguments[2] == "coder" else NetworkedMultiplayerENet.COMPRESS_NONE
	var error := peer.create_server(port) if arguments[0] == "server" else peer.create_client("127.0.0.1", port)
	if error != OK:
		quit(2)
		return
	print("ready")


func _idle(_delta: float) -> bool:
	peer.poll()
	while peer.get_available_packet_count() > 0:
		var from := peer.get_packet_peer()
		var packet := peer.get_packet()
		peer.set_target_peer(from)
		# warning-ignore:return_value_discarded
		peer.put_packet(packet)
	OS.delay_msec(1)
	return false
