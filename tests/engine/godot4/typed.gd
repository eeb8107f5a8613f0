extends SceneTree
# Builds values as scripts do, for derived types to read, and writes them with store_var.
#
#   godot --headless --path tests/engine/godot4 -s typed.gd -- OUT


func _initialize() -> void:
	var file := FileAccess.open(OS.get_cmdline_user_args()[0], FileAccess.WRITE)
	if file == null:
		quit(2)
		return
	var lua_style := {health = 90, id = 7}
	lua_style.pos = Vector3(1, 2, 3)
	lua_style["vel"] = Vector3()
	lua_style.yaw = 1
	lua_style.grounded = true
	var json := '{"id": 7, "health": 90, "yaw": 1, "grounded": true, "name": "Ann"}'
	var parsed: Dictionary = JSON.parse_string(json)
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
		[1, {"team": 7, "color": Color.RED, "name": "Zoë"}],
		[1.0, {"name": &"Zoë", "color": Color(1, 0, 0)}],
		[3, {"tags": PackedStringArray(["a", "b"]), "text": "hi", "channel": "all", "at": 1}],
		[3, {&"tags": ["a", "b"] as Array[String], &"text": "hi", &"channel": "all", &"at": 1}],
		# Events with a tag, which may be anywhere.
		{"type": "damage", "target": 3, "amount": 12},
		{"amount": 12.0, "type": &"damage", "target": 3},
		{"type": "round_over"},
		# Lists, as Arrays and as packed arrays.
		{"ints": [1, 2.0, -3], "floats": [1, 0.5], "points": [Vector3(1, 2, 3)], "bytes": [1, 255], "texts": ["a"]},
		{"ints": PackedInt64Array([1, 2, -3]), "floats": PackedFloat64Array([1, 0.5]),
			"points": PackedVector3Array([Vector3(1, 2, 3)]), "bytes": PackedByteArray([1, 255]),
			"texts": PackedStringArray(["a"])},
		# Mistakes.
		{"id": -1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0, "grounded": true},
		{"id": 1, "pos": Vector2(), "vel": Vector3(), "yaw": 0, "health": 0, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0.5, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": "0", "health": 0, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0, "grounded": 1},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": null, "health": 0, "grounded": true},
		{"id": 1, "pos": Vector3(), "vel": Vector3(), "yaw": 0, "health": 0},
	]
	for value: Variant in values:
		print(typeof(value), " ", value)
		file.store_var(value)
	file.close()
	quit(0)
