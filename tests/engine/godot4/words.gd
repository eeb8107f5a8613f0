extends SceneTree
## Prints why values are not messages of a script.
##
##   godot --headless --path tests/engine/godot4 -s words.gd -- SCRIPT


func _initialize() -> void:
	# The classes live as long as their script.
	var script: GDScript = load(OS.get_cmdline_user_args()[0])
	var classes: Dictionary = script.get_script_constant_map()
	var server: GDScript = classes["ToServer"]
	var maps: GDScript = classes["Maps"]
	for value in [null, 7, [], [null], ["1"], [1, {300: 1}], [1, {"x": 1}], [1, null], [1, {}]]:
		print("ToServer said: ", server.check(value))
	for value in [
		{"small": {-1: 1}, "teams": {}, "flags": {}},
		{"small": {}, "teams": {9: 1}, "flags": {}},
		{"small": {}, "teams": {"Red": 1}, "flags": {}},
		{"small": {}, "teams": {}, "flags": {1: 1}},
		{"small": {}, "teams": {}, "flags": null},
		{"small": {0: 1, 255: 2}, "teams": {1: 1}, "flags": {true: 1}},
	]:
		print("Maps said: ", maps.check(value))
	quit(0)
