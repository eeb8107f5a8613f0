extends SceneTree
# Plays a few seconds in the arena: joins, moves, chats, and leaves when it has seen itself.
#
#   godot3-server --path examples/arena-client-godot3 -s client.gd -- HOST PORT NAME [udp|tcp]
#
# Prints a line for each event and at last OK (exit code 0) or FAILED and the reason (exit code 1).
# A game does the same in the _process() of a node instead of _idle().
#
# A message is an Array that starts with the message's number:
#
#   to the server    [1, {"name", "color", "team"}]                           join
#                    [2, {"id", "pos", "vel", "yaw", "health", "grounded"}]   move
#                    [3, {"channel", "text", "at", "tags"}]                   chat
#                    [4]                                                      leave
#   to the client    [1, {"you", "tick"}]                                     welcome
#                    [2, {"tick", "players", "scores"}]                       snapshot
#                    [3, {"channel", "text", "at", "tags"}]                   chat of somebody
#                    [4, {"reason"}]                                          bye

enum ToServer { JOIN = 1, MOVE = 2, CHAT = 3, LEAVE = 4 }
enum ToClient { WELCOME = 1, SNAPSHOT = 2, CHAT = 3, BYE = 4 }

# In milliseconds.
const TIMEOUT = 10000
const TICK = 50
# UDP loses datagrams: what has no answer after so many ticks is sent again.
const RESEND = 10
# It walks so many ticks and then stands still.
const STEPS = 10

# One of them is used.
var udp: PacketPeerUDP
var tcp: StreamPeerTCP

var player_name: String
var started: int = 0
var next_tick: int = 0
var ticks: int = 0
var joined_at: int = 0

# Our number in the arena; -1 until the server has told it.
var id: int = -1
var state: Dictionary = {
	"id": 0, "pos": Vector3(0, 0, 0), "vel": Vector3(0, 0, 0), "yaw": 0.0, "health": 100, "grounded": true,
}
var chat: Dictionary = {}
var seen_position: bool = false
var seen_chat: bool = false
var finished: bool = false


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	if first == 0 or arguments.size() < first + 3:
		fail("usage: client.gd -- HOST PORT NAME [udp|tcp]")
		return
	var host: String = arguments[first]
	var port: int = int(arguments[first + 1])
	player_name = arguments[first + 2]
	var transport: String = arguments[first + 3] if arguments.size() > first + 3 else "udp"
	print("connecting to %s:%d over %s as %s" % [host, port, transport, player_name])
	var error: int
	if transport == "tcp":
		tcp = StreamPeerTCP.new()
		error = tcp.connect_to_host(host, port)
	else:
		udp = PacketPeerUDP.new()
		error = udp.set_dest_address(host, port)
	if error != OK:
		fail("cannot connect: error %d" % error)
	started = OS.get_ticks_msec()
	next_tick = started


func _idle(_delta: float) -> bool:
	if finished:
		return false
	if OS.get_ticks_msec() - started > TIMEOUT:
		fail("no more than this after 10 s: welcome %s, own position %s, own chat %s" % [
			id != -1, seen_position, seen_chat])
		return false
	if tcp != null:
		match tcp.get_status():
			StreamPeerTCP.STATUS_CONNECTING:
				return false
			StreamPeerTCP.STATUS_CONNECTED:
				tcp.set_no_delay(true)
			_:
				fail("the server has closed the connection")
				return false
	while not finished and has_value():
		# get_var() gives null for bytes that are no value.
		read_message(udp.get_var() if udp != null else tcp.get_var())
	if not finished and OS.get_ticks_msec() >= next_tick:
		next_tick += TICK
		tick()
	OS.delay_msec(1)
	return false


func has_value() -> bool:
	return udp.get_available_packet_count() > 0 if udp != null else tcp.get_available_bytes() > 0


func send(message: Array) -> void:
	# Over UDP the bytes of the value are the datagram; over TCP their length comes first.
	if udp != null:
		# warning-ignore:return_value_discarded
		udp.put_var(message)
	else:
		tcp.put_var(message)


func tick() -> void:
	ticks += 1
	if id == -1:
		if ticks % RESEND == 1:
			print("join")
			send([ToServer.JOIN, {"name": player_name, "color": Color(1, 0.5, 0), "team": null}])
		return
	var step: int = ticks - joined_at
	if step <= STEPS:
		state["vel"] = Vector3(2, 0, -1)
		state["pos"] += state["vel"] * 0.25
		# The server has 32 bits for it. So do the members of a Color.
		state["yaw"] = Color(step * 0.1, 0, 0).r
		print("move to ", state["pos"])
	else:
		state["vel"] = Vector3(0, 0, 0)
	send([ToServer.MOVE, state])
	if step >= STEPS and not seen_chat and (step - STEPS) % RESEND == 0:
		print("say hello")
		chat = {
			"channel": "all",
			"text": "Hello from %s!" % player_name,
			"at": OS.get_unix_time(),
			"tags": ["greeting", "godot3"],
		}
		send([ToServer.CHAT, chat])
	if seen_position and seen_chat:
		print("leave")
		send([ToServer.LEAVE])
		if tcp != null:
			tcp.disconnect_from_host()
		print("OK")
		end(0)


# The server is a program on the network: whatever comes, it is looked at before it is used.
func read_message(message) -> void:
	if not message is Array or message.empty() or typeof(message[0]) != TYPE_INT:
		fail("not a message: %s" % str(message))
		return
	var content: Dictionary = {}
	if message.size() == 2 and message[1] is Dictionary:
		content = message[1]
	match message[0]:
		ToClient.WELCOME:
			var you = content.get("you")
			if typeof(you) != TYPE_INT:
				fail("a welcome without an id: %s" % str(message))
			elif id == -1:
				id = you
				state["id"] = id
				joined_at = ticks
				print("welcome: player %d, tick %s" % [id, str(content.get("tick"))])
		ToClient.SNAPSHOT:
			read_snapshot(content)
		ToClient.CHAT:
			print("chat: [%s] %s" % [str(content.get("channel")), str(content.get("text"))])
			seen_chat = seen_chat or is_own_chat(content)
		ToClient.BYE:
			fail("bye: %s" % str(content.get("reason")))
		_:
			fail("no such message: %s" % str(message))


func read_snapshot(snapshot: Dictionary) -> void:
	var players = snapshot.get("players")
	if not players is Array or not snapshot.get("scores") is Dictionary:
		fail("not a snapshot: %s" % str(snapshot))
		return
	var position = null
	for player in players:
		if player is Dictionary and typeof(player.get("id")) == TYPE_INT and player["id"] == id:
			position = player.get("pos")
	print("snapshot: tick %s, %d players, this one at %s, scores %s" % [
		str(snapshot.get("tick")), players.size(), str(position), str(snapshot["scores"])])
	if ticks - joined_at > STEPS and typeof(position) == TYPE_VECTOR3:
		# Every component has come back with the bits that it left with.
		seen_position = seen_position or position == state["pos"]


func is_own_chat(content: Dictionary) -> bool:
	if chat.empty() or typeof(content.get("text")) != TYPE_STRING or typeof(content.get("at")) != TYPE_INT:
		return false
	var tags = content.get("tags")
	if not tags is Array and not tags is PoolStringArray:
		return false
	return content["text"] == chat["text"] and content["at"] == chat["at"] and Array(tags) == chat["tags"]


func fail(reason: String) -> void:
	print("FAILED: ", reason)
	end(1)


func end(code: int) -> void:
	finished = true
	quit(code)
