extends SceneTree
# Moves and says hello over ENet with examples/network/enet.rs: each packet is one value.
#
#   godot --headless --path examples/clients-godot4 -s enet.gd -- HOST PORT
#
# Do not set multiplayer.multiplayer_peer, which is for RPCs.

enum ToServer { MOVE = 1, SAY = 2 }
enum ToClient { POSITIONS = 1, SAID = 2 }

# In milliseconds.
const TIMEOUT: int = 10000
const TICK: int = 50
const PLACE: Vector2 = Vector2(3, 4)

var enet: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
var next_tick: int = 0
var said: bool = false
var seen: bool = false
var heard: bool = false


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	if enet.create_client(arguments[0], arguments[1].to_int()) != OK:
		print("FAILED: no such address")
		quit(1)
		return
	enet.set_target_peer(MultiplayerPeer.TARGET_PEER_SERVER)


func _process(_delta: float) -> bool:
	enet.poll()
	while enet.get_available_packet_count() > 0:
		read_message(enet.get_var())
	if seen and heard:
		print("OK")
		enet.close()
		quit(0)
	elif Time.get_ticks_msec() > TIMEOUT:
		print("FAILED: seen %s, heard %s" % [seen, heard])
		quit(1)
	elif enet.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED:
		tick()
	OS.delay_msec(1)
	return false


func tick() -> void:
	if not said:
		said = true
		send([ToServer.SAY, "hello"], MultiplayerPeer.TRANSFER_MODE_RELIABLE)
	if Time.get_ticks_msec() >= next_tick:
		next_tick = Time.get_ticks_msec() + TICK
		send([ToServer.MOVE, PLACE], MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)


func send(message: Array, mode: MultiplayerPeer.TransferMode) -> void:
	enet.transfer_mode = mode
	enet.put_var(message)


func read_message(message: Array) -> void:
	var id: int = enet.get_unique_id()
	match message:
		[ToClient.POSITIONS, var positions]:
			seen = seen or positions.get(id) == PLACE
		[ToClient.SAID, var from, var text]:
			print("%s says %s" % ["this client" if from == id else from, text])
			heard = heard or from == id
