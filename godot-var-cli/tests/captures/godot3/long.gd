extends SceneTree
# Sends values over ENet, some too long for a datagram, from a client to a server in the same process.
#
#   godot3-server --path godot-var-cli/tests/captures/godot3 -s long.gd -- plain|compressed PORT

# In milliseconds.
const TIMEOUT = 10000

var server: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()
var client: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()
var sent: bool = false
var received: int = 0


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	var mode: int = NetworkedMultiplayerENet.COMPRESS_NONE
	if arguments[first] == "compressed":
		mode = NetworkedMultiplayerENet.COMPRESS_RANGE_CODER
	server.compression_mode = mode
	client.compression_mode = mode
	server.set_bind_ip("127.0.0.1")
	if server.create_server(int(arguments[first + 1]), 2) != OK:
		print("FAILED: no server")
		quit(1)
	if client.create_client("127.0.0.1", int(arguments[first + 1])) != OK:
		print("FAILED: no client")
		quit(1)
	client.set_target_peer(NetworkedMultiplayerPeer.TARGET_PEER_SERVER)


func _idle(_delta: float) -> bool:
	client.poll()
	server.poll()
	if not sent and client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		sent = true
		send(["short", "hello"], NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE)
		send(["long", "0123456789".repeat(300)], NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE)
		send(["unreliable", "abcdefghij".repeat(300)], NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)
		send(["unsequenced", "any order"], NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE)
	while server.get_available_packet_count() > 0:
		var value: Array = server.get_var()
		print("%s: %s" % [value[0], str(value[1]).length()])
		received += 1
	if received == 4:
		print("OK")
		quit(0)
	elif OS.get_ticks_msec() > TIMEOUT:
		print("FAILED: received %s" % received)
		quit(1)
	return false


func send(message: Array, mode: int) -> void:
	client.transfer_mode = mode
	# warning-ignore:return_value_discarded
	client.put_var(message)
