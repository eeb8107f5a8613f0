extends SceneTree
# Joins the chat of examples/network/tcp_tokio.rs, says hello, and leaves after it has received its own text.
#
#   godot3-server --path examples/clients-godot3 -s tcp.gd -- HOST PORT

enum ToServer { JOIN = 1, SAY = 2 }
enum ToClient { JOINED = 1, SAID = 2, LEFT = 3 }

# In milliseconds.
const TIMEOUT = 10000

var tcp: StreamPeerTCP = StreamPeerTCP.new()
var joining: bool = false
var heard: bool = false


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	if tcp.connect_to_host(arguments[first], int(arguments[first + 1])) != OK:
		print("FAILED: no such address")
		quit(1)


func _idle(_delta: float) -> bool:
	if tcp.get_status() == StreamPeerTCP.STATUS_CONNECTED:
		if not joining:
			joining = true
			# Send small messages immediately.
			tcp.set_no_delay(true)
			tcp.put_var([ToServer.JOIN, "Ute"])
		while tcp.get_available_bytes() > 0:
			# Waits for the rest of a value that has arrived in part.
			read_message(tcp.get_var())
	if heard:
		print("OK")
		tcp.disconnect_from_host()
		quit(0)
	elif OS.get_ticks_msec() > TIMEOUT:
		print("FAILED: heard nothing")
		quit(1)
	OS.delay_msec(1)
	return false


func read_message(message: Array) -> void:
	match message:
		[ToClient.JOINED, var name]:
			print("%s joins" % name)
			if name == "Ute":
				tcp.put_var([ToServer.SAY, "Grüße!"])
		[ToClient.SAID, var name, var text]:
			print("%s: %s" % [name, text])
			heard = heard or name == "Ute"
		[ToClient.LEFT, var name]:
			print("%s leaves" % name)
