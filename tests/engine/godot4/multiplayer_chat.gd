extends "res://multiplayer_base.gd"
# A node of the client: its own calls, and those of the server.

signal answered


func sent() -> Array:
	var numbers: Array[int] = [1, -1]
	var names: Dictionary[String, int] = {"a": 1}
	return [300, true, "Grüße", Vector3(1, 2, 3), [null, 0.1, &"name"], numbers, names, PackedFloat32Array([0.5])]


func begin() -> void:
	values.rpc_id.callv([1] + sent())
	Move.rpc_id(1, Vector2(1, 2), 3)
	one.rpc_id(1, PackedByteArray([1, 2, 3]))
	multiplayer.send_bytes(PackedByteArray([9, 8]), 1)
	zeta.rpc_id(1)
	# The server confirms the path before it answers.
	await answered
	values.rpc_id.callv([1] + sent())
	Move.rpc_id(1, Vector2(1, 2), 3)
	one.rpc_id(1, PackedByteArray([1, 2, 3]))
	zeta.rpc_id(1)


@rpc("any_peer") func values(_a, _b, _c, _d, _e, _f, _g, _h) -> void: pass


@rpc("any_peer", "unreliable", "call_remote", 3) func Move(_to: Vector2, _speed: float) -> void: pass


@rpc("any_peer") func one(bytes: PackedByteArray) -> void:
	print("one ", bytes.hex_encode())


@rpc("authority") func answer(a, b, c, d, e, f, g, h) -> void:
	var same := var_to_bytes([a, b, c, d, e, f, g, h]) == var_to_bytes(sent())
	print("answer ", same, " from ", multiplayer.get_remote_sender_id())
	answered.emit()


@rpc("authority") func tick(number: int) -> void:
	print("tick ", number)


@rpc("authority") func finish() -> void:
	print("finish")
	get_tree().quit()
