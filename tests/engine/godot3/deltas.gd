extends SceneTree
# Applies deltas to a player: to an object of a generated class, and to a plain Dictionary.
#
#   godot3-server --path tests/engine/godot3 -s deltas.gd -- FOLDER
#
# FOLDER has the script `messages.gd` and the file `in`: a player, then deltas. Into `out` go, after each
# delta: the object, the Dictionary, and an object that got the delta from GDScript.


func _initialize() -> void:
	var folder: String = OS.get_cmdline_args()[OS.get_cmdline_args().size() - 1]
	# The classes live as long as their script.
	var script: GDScript = load(folder + "/messages.gd")
	var classes: Dictionary = script.get_script_constant_map()
	var input: File = File.new()
	var output: File = File.new()
	if input.open(folder + "/in", File.READ) != OK or output.open(folder + "/out", File.WRITE) != OK:
		print("FAILED: no files")
		quit(1)
		return
	var plain: Dictionary = input.get_var()
	var player = classes["Player"].from_variant(plain)
	var other = classes["Player"].from_variant(plain)
	while input.get_position() < input.get_len():
		var changes: Dictionary = input.get_var()
		for key in changes:
			plain[key] = changes[key]
		var delta = classes["PlayerDelta"].from_variant(changes)
		player.apply(delta)
		var made = classes["PlayerDelta"].create(delta.changes)
		other.apply(classes["PlayerDelta"].from_bytes(made.to_bytes()))
		for value in [player.to_variant(), plain, other.to_variant()]:
			output.store_var(value)
	output.close()
	print("OK")
	quit(0)
