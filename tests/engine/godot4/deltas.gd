extends SceneTree
## Applies deltas to a player: to an object of a generated class, and to a plain Dictionary.
##
##   godot --headless --path tests/engine/godot4 -s deltas.gd -- FOLDER
##
## FOLDER has the script `messages.gd` and the file `in`: a player, then deltas. Into `out` go, after each
## delta: the object, the Dictionary, and an object that got the delta from GDScript.


func _initialize() -> void:
	var folder: String = OS.get_cmdline_user_args()[0]
	# The classes live as long as their script.
	var script: GDScript = load(folder + "/messages.gd")
	var classes: Dictionary = script.get_script_constant_map()
	var input: FileAccess = FileAccess.open(folder + "/in", FileAccess.READ)
	var output: FileAccess = FileAccess.open(folder + "/out", FileAccess.WRITE)
	var plain: Dictionary = input.get_var()
	var player: RefCounted = classes["Player"].from_variant(plain)
	var other: RefCounted = classes["Player"].from_variant(plain)
	while input.get_position() < input.get_length():
		var changes: Dictionary = input.get_var()
		for key: String in changes:
			plain[key] = changes[key]
		var delta: RefCounted = classes["PlayerDelta"].from_variant(changes)
		player.apply(delta)
		var made: RefCounted = classes["PlayerDelta"].create(delta.changes)
		other.apply(classes["PlayerDelta"].from_bytes(made.to_bytes()))
		for value: Variant in [player.to_variant(), plain, other.to_variant()]:
			output.store_var(value)
	output.close()
	print("OK")
	quit(0)
