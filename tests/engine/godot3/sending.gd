extends SceneTree
# Sends messages of the arena that its server would refuse, and one that it accepts.
#
#   godot3-server --path tests/engine/godot3 -s sending.gd -- SCRIPT


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	# The classes live as long as their script.
	var script: GDScript = load(arguments[arguments.size() - 1])
	var arena: Dictionary = script.get_script_constant_map()
	var red: Color = Color(1, 0, 0)
	var good = arena["Join"].create("Ann", red, arena["Team"]["BLUE"])
	print("good: ", good.to_bytes() == var2bytes({"name": "Ann", "color": red, "team": 1}))
	arena["Join"].create("123456789012345678901234567890123", red).to_bytes()
	var bad = arena["Join"].create("Ann", red, 99)
	print("bytes of a bad one: ", bad.to_bytes().size())
	# For put_var().
	arena["Join"].create("Ann", red, 98).to_variant()
	var player = arena["PlayerState"].new()
	player.id = -1
	player.to_bytes()
	arena["ClientMessage"].create_move(player).to_bytes()
	arena["ClientMessage"].create_move(null).to_bytes()
	player.id = 1
	player.yaw = -1e300
	player.to_bytes()
	var snapshot = arena["Snapshot"].new()
	snapshot.players.append(null)
	snapshot.to_bytes()
	player.yaw = 0.5
	snapshot.players.clear()
	snapshot.players.append(player)
	print(snapshot)
	print(arena["ClientMessage"].create_chat(arena["Chat"].create("all", "a \"b\"", 7, PoolStringArray(["x"]))))
	print("unit: ", arena["ClientMessage"].create_leave())
	print("kind: ", arena["ClientMessage"].create_leave().kind)
	quit(0)
