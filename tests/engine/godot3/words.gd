extends SceneTree
# Prints why values are not messages of a script.
#
#   godot3-server --path tests/engine/godot3 -s words.gd -- SCRIPT


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	# The classes live as long as their script.
	var script: GDScript = load(arguments[arguments.size() - 1])
	var classes: Dictionary = script.get_script_constant_map()
	var server = classes["ToServer"]
	var maps = classes["Maps"]
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
