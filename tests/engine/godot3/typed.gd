extends SceneTree
# Builds values as scripts do, for derived types to read, and writes them with store_var.
#
#   godot3-server --path tests/engine/godot3 -s typed.gd -- OUT

func _init() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var file := File.new()
	if file.open(arguments[arguments.size() - 1], File.WRITE) != OK:
		quit(2)
		return
	var lua_style: Dictionary = {health = 90, id = 7}
	lua_style.pos = Vector3(1, 2, 3)
	lua_style["vel"] = Vector3()
	lua_style.yaw = 1
	lua_style.grounded = true
	var json: String = '{"id": 7, "health": 90, "yaw": 1, "grounded": true, "name": "Ann"}'
	var parsed: Dictionary = JSON.parse(json).result
	parsed["pos"] = Vector3(1, 2, 3)
	parsed["vel"] = Vector3.ZERO
	var values: Array = [
		# Players: keys in order; in another order with other keys between; with int and float swapped.
		{"id": 7, "pos": Vector3(1, 2, 3), "vel": Vector3(0, 0, 0), "yaw": 1.0, "health": 90, "grounded": true},
		{"grounded": true, "weapon": ["spoon", {}], "yaw": 1, "pos": Vector3(1, 2, 3), 5: null, "health": 90.0,
			"vel": Vector3(0, 0, 0), "id": 7.0, Vector2(1, 1): "key"},
		lua_style,
		# JSON has no ints.
		parsed,
		# Messages.
		[4],
		[2, lua_style],
		[1, {"team": 7, "color": Color.red, "name": "Zoë"}],
		[1.0, {"name": "Zoë", "color": Color(1, 0, 0)}],
		[3, {"tags": PoolStringArray(["a", "b"]), "text": "hi", "channel": "all", "at": OS.get_unix_time() * 0 + 1}],
		[3, {"tags": ["a", "b"], "text": "hi", "channel": "all", "at": 1}],
		# Events with a tag, which may be anywhere.
		{"type": "damage", "target": 3, "amount": 12},
		{"amount": 12.0, "type": "damage", "target": 3},
		{"type": "round_over"},
		# Lists, as Arrays and as packed arrays.
		{"ints": [1, 2.0, -3], "floats": [1, 0.5], "points": [Vector3(1, 2, 3)], "bytes": [1, 255], "texts": ["a"]},
		{"ints": PoolIntArray([1, 2, -3]), "floats": PoolRealArray([1, 0.5]),
			"points": PoolVector3Array([Vector3(1, 2, 3)]), "bytes": PoolByteArray([1, 255]),
			"texts": PoolStringArray(["a"])},
		# Mistakes.
		{"id": -1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0, "grounded": true},
		{"id": 1, "pos": Vector2(), "vel": Vector3(), "yaw": 0, "health": 0, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0.5, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": "0", "health": 0, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0, "grounded": 1},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": null, "health": 0, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0},
	]
	for value in values:
		print(typeof(value), " ", value)
		file.store_var(value)
	file.close()
	quit(0)
