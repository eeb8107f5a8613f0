extends SceneTree
# Pushes the ball of examples/udp.rs five times: each datagram is one value.
#
#   godot --headless --path examples/clients-godot4 -s udp.gd -- HOST PORT
#
# A game does the same in the _process() of a node.

# In milliseconds.
const TIMEOUT: int = 10000
const TICK: int = 50

var udp: PacketPeerUDP = PacketPeerUDP.new()
var tick: int = 0
var next_tick: int = 0
var answers: int = 0


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	if udp.connect_to_host(arguments[0], arguments[1].to_int()) != OK:
		print("FAILED: no such address")
		quit(1)


func _process(_delta: float) -> bool:
	while udp.get_available_packet_count() > 0:
		var ball: Dictionary = udp.get_var()
		print("tick %d, pos %s" % [ball.tick, ball.pos])
		answers += 1
	if answers >= 5:
		print("OK")
		quit(0)
	elif Time.get_ticks_msec() > TIMEOUT:
		print("FAILED: no answer")
		quit(1)
	elif Time.get_ticks_msec() >= next_tick:
		next_tick = Time.get_ticks_msec() + TICK
		tick += 1
		udp.put_var({"tick": tick, "force": Vector2(1, 0.5)})
	OS.delay_msec(1)
	return false
