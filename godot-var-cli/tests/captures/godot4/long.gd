extends SceneTree
# Sends values over ENet, some too long for a datagram, from a client to a server in the same process.
#
#   godot --headless --path godot-var-cli/tests/captures/godot4 -s long.gd -- plain|compressed PORT

# In milliseconds.
const TIMEOUT: int = 10000

var server: ENetConnection = ENetConnection.new()
var client: ENetConnection = ENetConnection.new()
var received: int = 0


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	var port: int = arguments[1].to_int()
	server.create_host_bound("127.0.0.1", port, 2, 3)
	client.create_host(1, 3)
	if arguments[0] == "compressed":
		server.compress(ENetConnection.COMPRESS_RANGE_CODER)
		client.compress(ENetConnection.COMPRESS_RANGE_CODER)
	client.connect_to_host("127.0.0.1", port, 3)


func _process(_delta: float) -> bool:
	var event: Array = client.service()
	if event[0] == ENetConnection.EVENT_CONNECT:
		send(event[1])
	event = server.service()
	if event[0] == ENetConnection.EVENT_RECEIVE:
		var peer: ENetPacketPeer = event[1]
		var value: Array = bytes_to_var(peer.get_packet())
		print("%s: %s" % [value[0], str(value[1]).length()])
		received += 1
	if received == 4:
		print("OK")
		quit(0)
	elif Time.get_ticks_msec() > TIMEOUT:
		print("FAILED: received %s" % received)
		quit(1)
	return false


func send(peer: ENetPacketPeer) -> void:
	peer.send(0, var_to_bytes(["short", "hello"]), ENetPacketPeer.FLAG_RELIABLE)
	peer.send(1, var_to_bytes(["long", "0123456789".repeat(300)]), ENetPacketPeer.FLAG_RELIABLE)
	peer.send(2, var_to_bytes(["unreliable", "abcdefghij".repeat(300)]), ENetPacketPeer.FLAG_UNRELIABLE_FRAGMENT)
	peer.send(2, var_to_bytes(["unsequenced", "any order"]), ENetPacketPeer.FLAG_UNSEQUENCED)
