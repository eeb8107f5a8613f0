extends SceneTree
## Sends messages of the arena that its server would refuse, and one that it accepts.
##
##   godot --headless --path tests/engine/godot4 -s sending.gd -- SCRIPT


func _initialize() -> void:
	# The classes live as long as their script.
	var script: GDScript = load(OS.get_cmdline_user_args()[0])
	var arena: Dictionary = script.get_script_constant_map()
	var good: RefCounted = arena["Join"].create("Ann", Color.RED, arena["Team"]["BLUE"])
	print("good: ", good.to_bytes() == var_to_bytes({"name": "Ann", "color": Color.RED, "team": 1}))
	arena["Join"].create("x".repeat(33), Color.RED).to_bytes()
	var bad: RefCounted = arena["Join"].create("Ann", Color.RED, 99)
	print("bytes of a bad one: ", bad.to_bytes().size())
	# For put_var().
	arena["Join"].create("Ann", Color.RED, 98).to_variant()
	var player: RefCounted = arena["PlayerState"].new()
	player.id = -1
	player.to_bytes()
	arena["ClientMessage"].create_move(player).to_bytes()
	arena["ClientMessage"].create_move(null).to_bytes()
	player.id = 1
	player.yaw = -1e300
	player.to_bytes()
	var snapshot: RefCounted = arena["Snapshot"].new()
	snapshot.players.append(null)
	snapshot.to_bytes()
	player.yaw = 0.5
	snapshot.players.clear()
	snapshot.players.append(player)
	print(snapshot)
	print(arena["ClientMessage"].create_chat(arena["Chat"].create("all", "a \"b\"", 7, PackedStringArray(["x"]))))
	print("unit: ", arena["ClientMessage"].create_leave())
	print("kind: ", arena["ClientMessage"].create_leave().kind)
	quit(0)
