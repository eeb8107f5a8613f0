extends SceneTree
# Adds scores to the table of examples/network/websocket.rs: each binary message is one value.
#
#   godot --headless --path examples/clients-godot4 -s websocket.gd -- HOST PORT

# In milliseconds.
const TIMEOUT: int = 10000

var socket: WebSocketPeer = WebSocketPeer.new()
# The requests to send. Each gets an answer.
var requests: Array[Dictionary] = [
	{"type": "submit", "name": "Uma", "points": 300},
	{"type": "submit", "name": "Tim", "points": 180},
	{"type": "show", "count": 2},
]
var sent: bool = false
var answers: int = 0


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	# Use wss:// if the server is behind a proxy with a certificate.
	if socket.connect_to_url("ws://%s:%s/" % [arguments[0], arguments[1]]) != OK:
		print("FAILED: no such address")
		quit(1)


func _process(_delta: float) -> bool:
	socket.poll()
	if socket.get_ready_state() == WebSocketPeer.STATE_OPEN:
		if not sent:
			sent = true
			for request in requests:
				socket.put_var(request)
		while socket.get_available_packet_count() > 0:
			for score: Dictionary in socket.get_var():
				print("%d: %s" % [score.points, score.name])
			answers += 1
	if answers == requests.size():
		print("OK")
		socket.close()
		quit(0)
	elif Time.get_ticks_msec() > TIMEOUT:
		print("FAILED: %d answers" % answers)
		quit(1)
	OS.delay_msec(1)
	return false
