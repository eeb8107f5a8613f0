extends SceneTree
# Adds scores to the table of examples/network/websocket.rs: each binary message is one value.
#
#   godot3-server --path examples/clients-godot3 -s websocket.gd -- HOST PORT

# In milliseconds.
const TIMEOUT = 10000

var client: WebSocketClient = WebSocketClient.new()
# The requests to send. Each gets an answer.
var requests: Array = [
	{"type": "submit", "name": "Uma", "points": 300},
	{"type": "submit", "name": "Tim", "points": 180},
	{"type": "show", "count": 2},
]
var answers: int = 0


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	# warning-ignore:return_value_discarded
	client.connect("connection_established", self, "_on_connected")
	# Use wss:// if the server is behind a proxy with a certificate.
	if client.connect_to_url("ws://%s:%s/" % [arguments[first], arguments[first + 1]]) != OK:
		print("FAILED: no such address")
		quit(1)


func _on_connected(_protocol: String) -> void:
	for request in requests:
		# warning-ignore:return_value_discarded
		client.get_peer(1).put_var(request)


func _idle(_delta: float) -> bool:
	client.poll()
	if client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		while client.get_peer(1).get_available_packet_count() > 0:
			for score in client.get_peer(1).get_var():
				print("%d: %s" % [score["points"], score["name"]])
			answers += 1
	if answers == requests.size():
		print("OK")
		client.disconnect_from_host()
		quit(0)
	elif OS.get_ticks_msec() > TIMEOUT:
		print("FAILED: %d answers" % answers)
		quit(1)
	OS.delay_msec(1)
	return false
