extends SceneTree
# Pushes the ball of examples/udp.rs five times: each datagram is one value.
#
#   godot3-server --path examples/clients-godot3 -s udp.gd -- HOST PORT
#
# A game does the same in the _process() of a node instead of _idle().

# In milliseconds.
const TIMEOUT = 10000
const TICK = 50

var udp: PacketPeerUDP = PacketPeerUDP.new()
var tick: int = 0
var next_tick: int = 0
var answers: int = 0


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	if udp.set_dest_address(arguments[first], int(arguments[first + 1])) != OK:
		print("FAILED: no such address")
		quit(1)


func _idle(_delta: float) -> bool:
	while udp.get_available_packet_count() > 0:
		var ball = udp.get_var()
		print("tick %d, pos %s" % [ball["tick"], ball["pos"]])
		answers += 1
	if answers >= 5:
		print("OK")
		quit(0)
	elif OS.get_ticks_msec() > TIMEOUT:
		print("FAILED: no answer")
		quit(1)
	elif OS.get_ticks_msec() >= next_tick:
		next_tick = OS.get_ticks_msec() + TICK
		tick += 1
		# warning-ignore:return_value_discarded
		udp.put_var({"tick": tick, "force": Vector2(1, 0.5)})
	OS.delay_msec(1)
	return false
