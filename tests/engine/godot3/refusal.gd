extends SceneTree
# Reads values that are not a Snapshot of the arena, and prints the result.
#
#   godot3-server --path tests/engine/godot3 -s refusal.gd -- SCRIPT


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	# The classes live as long as their script.
	var script: GDScript = load(arguments[arguments.size() - 1])
	var snapshot = script.get_script_constant_map()["Snapshot"]
	var player: Dictionary = {
		"id": 1, "pos": "here", "vel": Vector3(), "yaw": 0, "health": 1, "grounded": true,
	}
	var value: Dictionary = {"tick": 1, "players": [player], "scores": {}}
	print("text for a vector: ", snapshot.from_variant(value))
	player["pos"] = Vector3()
	value["scores"] = {"b b": 0.5}
	print("half a point: ", snapshot.from_variant(value))
	# warning-ignore:return_value_discarded
	value.erase("scores")
	print("no scores: ", snapshot.from_variant(value))
	print("no Dictionary: ", snapshot.from_bytes(var2bytes(7)))
	value["scores"] = {"b b": 2.0}
	print("a good one: ", snapshot.from_variant(value).scores)
	print("JSON: ", snapshot.from_bytes("{\"tick\": 1}".to_utf8()))
	print("no bytes: ", snapshot.from_bytes(PoolByteArray()))
	print("null: ", snapshot.from_bytes(var2bytes(null)))
	print("bytes for a value: ", snapshot.from_variant(var2bytes(value)))
	print("a message: ", snapshot.from_variant(snapshot.new()))
	print("null and more: ", snapshot.from_bytes(var2bytes(null) + PoolByteArray([9])))
	var deep: Dictionary = {}
	for _i in 120:
		deep = {"in": deep}
	value["players"] = deep
	print("deep: ", snapshot.from_variant(value))
	quit(0)
