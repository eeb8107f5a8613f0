extends Node
# A node, for each side.

var mode: String
remote var color: Color setget set_color
puppet var health: int setget set_health
master var wish: String setget set_wish


func sent() -> Array:
	return [300, true, "Grüße", Vector3(1, 2, 3), [null, 0.1, {"a": 1}], 9223372036854775807, NodePath("A:b"), PoolRealArray([0.5])]


# A client of this library's server.

func begin() -> void:
	for _round in 2:
		callv("rpc_id", [1, "values"] + sent())
		rset_id(1, "color", Color(1, 0.5, 0))
		rset_unreliable_id(1, "wish", "more")
		rpc_unreliable_id(1, "Move", Vector2(1, 2), 3)
		# warning-ignore:return_value_discarded
		multiplayer.send_bytes(PoolByteArray([9, 8]), 1)
		# The answers have arrived, and the server has confirmed the path.
		yield(get_tree().create_timer(0.5), "timeout")
		rpc_id(1, "zeta")


puppet func answer(a, b, c, d, e, f, g, h) -> void:
	var same := var2bytes([a, b, c, d, e, f, g, h]).size() == var2bytes(sent()).size() and str([a, b, c, d, e, f, g, h]) == str(sent())
	print("answer ", same, " from ", multiplayer.get_rpc_sender_id())


puppetsync func tick(number: int) -> void:
	print("tick ", number)


remote func finish() -> void:
	print("finish")
	get_tree().quit()


master func for_master() -> void:
	print("a client is no master")


func private() -> void:
	print("nobody may call this")


func set_color(to: Color) -> void:
	color = to
	print("color ", to.to_html(), " from ", from())


func set_health(to: int) -> void:
	health = to
	print("health ", to, " from ", from())


func set_wish(to: String) -> void:
	wish = to
	print("wish ", to)


func from() -> String:
	return "the server" if multiplayer.get_rpc_sender_id() == 1 else "a client"


func got_bytes(peer: int, bytes: PoolByteArray) -> void:
	print("bytes ", bytes.hex_encode(), " from ", "the server" if peer == 1 else "a client")


# A client that plays with another one through the server.

func met(peer: int) -> void:
	if peer == 1:
		print("met the server")
	elif mode == "pair":
		print("met a client")
		play_with(peer)
	elif mode == "server":
		serve(peer)


func play_with(peer: int) -> void:
	for number in 2:
		rpc_id(peer, "hello", number)
		rset_id(peer, "color", Color(0, 0, 1))
		# warning-ignore:return_value_discarded
		multiplayer.send_bytes(PoolByteArray([7]), peer)
		yield(get_tree().create_timer(0.5), "timeout")
	rpc("hello", "all")


remotesync func hello(number) -> void:
	var sender: int = multiplayer.get_rpc_sender_id()
	var is_own: bool = sender == multiplayer.get_network_unique_id()
	print("hello ", number, " from ", "itself" if is_own else from())
	if str(number) == "all" and not is_own:
		rpc_id(1, "zeta")


func left(peer: int) -> void:
	print("left by ", "the server" if peer == 1 else "a client")


# A server for this library's client.

func serve(peer: int) -> void:
	rpc_id(peer, "tick", -5)
	rset_id(peer, "health", 90)
	# warning-ignore:return_value_discarded
	multiplayer.send_bytes(PoolByteArray([1, 2]), peer)


remote func values(a, b, c, d, e, f, g, h) -> void:
	# To the caller.
	rpc_id(multiplayer.get_rpc_sender_id(), "answer", a, b, c, d, e, f, g, h)
