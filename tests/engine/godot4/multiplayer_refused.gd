extends SceneTree
# Which values a typed variable and a typed parameter take. The folder has `node.gd` with `p0`, `f0`, `p1`, …, and a line of hex digits for
# each value in `values.txt`.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_refused.gd -- FOLDER COUNT


func _initialize() -> void:
	var folder := OS.get_cmdline_user_args()[0]
	var script: GDScript = load(folder.path_join("node.gd"))
	var values := []
	for line in FileAccess.get_file_as_string(folder.path_join("values.txt")).split("\n", false):
		values.append(bytes_to_var(line.hex_decode()))
	for at in int(OS.get_cmdline_user_args()[1]):
		var taken := PackedStringArray()
		for value: Variant in values:
			var node: Node = script.new()
			var before: Variant = node.get("p%d" % at)
			# As a synchronizer does.
			node.set_indexed(NodePath("p%d" % at), value)
			var is_set := not is_same(before, node.get("p%d" % at)) and str(before) != str(node.get("p%d" % at))
			node.callv("f%d" % at, [value])
			taken.append("%d%d" % [int(is_set), int(node.is_called)])
			node.free()
		print("taken ", " ".join(taken))
	quit()
