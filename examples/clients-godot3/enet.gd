extends SceneTree
# Moves and says hello over ENet with examples/network/enet.rs: each packet is one value.
#
#   godot3-server --path examples/clients-godot3 -s enet.gd -- HOST PORT
#
# Do not set get_tree().network_peer, which is for RPCs.

enum ToServer { MOVE = 1, SAY = 2 }
enum ToClient { POSITIONS = 1, SAID = 2 }

# In milliseconds.
const TIMEOUT = 10000
const TICK = 50
const PLACE = Vector2(3, 4)

var enet: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()
var next_tick: int = 0
var said: bool = false
var seen: bool = false
var heard: bool = false


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	if enet.create_client(arguments[first], int(arguments[first + 1])) != OK:
		print("FAILED: no such address")
		quit(1)
		return
	enet.set_target_peer(NetworkedMultiplayerPeer.TARGET_PEER_SERVER)


func _idle(_delta: float) -> bool:
	enet.poll()
	while enet.get_available_packet_count() > 0:
		read_message(enet.get_var())
	if seen and heard:
		print("OK")
		enet.close_connection()
		quit(0)
	elif OS.get_ticks_msec() > TIMEOUT:
		print("FAILED: seen %s, heard %s" % [seen, heard])
		quit(1)
	elif enet.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		tick()
	OS.delay_msec(1)
	return false


func tick() -> void:
	if not said:
		said = true
		send([ToServer.SAY, "hello"], NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE)
	if OS.get_ticks_msec() >= next_tick:
		next_tick = OS.get_ticks_msec() + TICK
		send([ToServer.MOVE, PLACE], NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)


func send(message: Array, mode: int) -> void:
	enet.transfer_mode = mode
	# warning-ignore:return_value_discarded
	enet.put_var(message)


func read_message(message: Array) -> void:
	var id: int = enet.get_unique_id()
	match message:
		[ToClient.POSITIONS, var positions]:
			seen = seen or positions.get(id) == PLACE
		[ToClient.SAID, var from, var text]:
			print("%s says %s" % ["this client" if from == id else from, text])
			heard = heard or from == id
