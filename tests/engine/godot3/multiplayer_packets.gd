extends SceneTree
# Prints the messages that a client of Godot's high-level multiplayer writes over WebSocket, as lines of JSON. They are
# tests/vectors/multiplayer_godot3.jsonl.
#
#   godot3-server --path tests/engine/godot3 -s multiplayer_packets.gd -- PORT
#
# The client's server is in this script, too: a WebSocketServer without multiplayer, which sends what the engine's own server would send.

const ID = 70000
const TIMEOUT = 15000

enum Kind { PACKET, ADD_PEER, DEL_PEER, ID }
enum Command { REMOTE_CALL, REMOTE_SET, SIMPLIFY_PATH, CONFIRM_PATH, RAW }

var server := WebSocketServer.new()
var connection := 0
var client := WebSocketClient.new()
var main := Node.new()
var nodes := []
# A description of the next messages.
var expected := []
var stage := 0


func _initialize() -> void:
	main.name = "Main"
	root.add_child(main)
	for name in ["Chat", "Chät"]:
		var node := Node.new()
		node.name = name
		main.add_child(node)
		nodes.append(node)
	var arguments: Array = OS.get_cmdline_args()
	var port := int(arguments[arguments.find("--") + 1])
	# warning-ignore-all:return_value_discarded
	server.connect("client_connected", self, "connected")
	server.connect("data_received", self, "received")
	connect("network_peer_connected", self, "begin")
	if server.listen(port) != OK or client.connect_to_url("ws://127.0.0.1:%d/" % port, PoolStringArray(), true) != OK:
		quit(2)
		return
	set_network_peer(client)


func _idle(_delta: float) -> bool:
	server.poll()
	if OS.get_ticks_msec() > TIMEOUT:
		print("no end in time: ", expected)
		quit(1)
	OS.delay_msec(1)
	return false


# The server's side.

func connected(id: int, _protocol: String) -> void:
	connection = id
	send(Kind.ID, [ID])
	send(Kind.ADD_PEER, [1])


func send(kind: int, rest: Array) -> void:
	var message := StreamPeerBuffer.new()
	message.put_u8(kind)
	message.put_32(1)
	message.put_32(0)
	for part in rest:
		if part is int:
			message.put_32(part)
		elif part is String:
			message.put_data(part.to_utf8())
			message.put_u8(0)
		else:
			message.put_data(part)
	server.get_peer(connection).put_packet(message.data_array)


func received(id: int) -> void:
	var message: PoolByteArray = server.get_peer(id).get_packet()
	var what: Dictionary = expected.pop_front()
	what["hex"] = message.hex_encode()
	print(to_json(what))
	if expected.empty():
		stage += 1
		call_deferred("go_on")


# The client's side.

func begin(id: int) -> void:
	if id == 1:
		go_on()


func go_on() -> void:
	match stage:
		0:
			play({"path": "Main/Chat"}, nodes[0], true)
			play({"path": "Main/Chät"}, nodes[1], false)
		1:
			for path in ["Main/Chat", "Main/Chät"]:
				send(Kind.PACKET, [bytes([Command.CONFIRM_PATH]), path])
			# They have arrived when the answer is sent.
			for path in ["Main/Chat", "Main/Nowhere", "."]:
				expect("confirm_path", {"path": path})
				send(Kind.PACKET, [bytes([Command.SIMPLIFY_PATH]), 9, path])
		2:
			play({"id": 1}, nodes[0], false)
			play({"id": 2}, nodes[1], false)
			expect("raw", {"bytes": "010203"})
			multiplayer.send_bytes(bytes([1, 2, 3]), 1)
		_:
			set_network_peer(null)
			server.stop()
			quit(0)


func bytes(numbers: Array) -> PoolByteArray:
	return PoolByteArray(numbers)


func expect(command: String, what: Dictionary) -> void:
	what["command"] = command
	expected.append(what)


func hex_of(values: Array) -> Array:
	var digits := []
	for value in values:
		digits.append(var2bytes(value).hex_encode())
	return digits


func play(node: Dictionary, at: Node, every_type: bool) -> void:
	if node.has("path"):
		expect("simplify_path", {"id": at.get_index() + 1, "path": node.path})
	var calls := [["none", []], ["say", ["hello", 42]], ["Größe", [Vector2(1, 2), [1, true, {"a": null}]]]]
	var many := []
	for number in 255:
		many.append(number)
	calls.append(["many", many])
	for call in calls:
		expect("rpc", {"node": node, "method": call[0], "args": hex_of(call[1])})
		at.callv("rpc_id", [1, call[0]] + call[1])
	var values := values_of_every_type() if every_type else [Color(1, 0.5, 0, 1)]
	for value in values:
		expect("rset", {"node": node, "property": "color", "value": hex_of([value])[0]})
		at.rset_unreliable_id(1, "color", value)
		expect("rpc", {"node": node, "method": "one", "args": hex_of([value])})
		at.rpc_unreliable_id(1, "one", value)


func values_of_every_type() -> Array:
	return [
		null, true, false, 0, -1, 2147483647, 2147483648, -9223372036854775807, 0.5, 0.1, "", "a", "Grüße", Vector2(1, 2),
		Rect2(1, 2, 3, 4), Vector3(1, 2, 3), Transform2D(0.5, Vector2(1, 2)), Plane(1, 2, 3, 4), Quat(1, 2, 3, 4),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)), Basis(Vector3(1, 2, 3)), Transform(Basis(), Vector3(1, 2, 3)), Color(1, 0.5, 0, 1),
		# Names of 4 bytes, because the padding of others has random bytes.
		NodePath("Main/Chat:name"), NodePath("/root"), {}, {"a": 1, 2: [3]}, [], [null, "x", [1]], PoolByteArray([1, 2, 3]),
		PoolIntArray([1, -2]), PoolRealArray([0.5]), PoolStringArray(["a", "bc"]), PoolVector2Array([Vector2(1, 2)]),
		PoolVector3Array([Vector3(1, 2, 3)]), PoolColorArray([Color(1, 0, 0)]),
	]
