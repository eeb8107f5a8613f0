extends SceneTree
## Reads flat messages with generated classes and writes them again.
##
##   godot --headless --path tests/engine/godot4 -s flat.gd -- FOLDER
##
## FOLDER has the script `messages.gd` and the file `in`: Arrays [class, beside, bytes], as store_var() writes them. `beside` says that the
## class has functions for Variants, too. For each, `out` gets the bytes of the message, or the reason why it was refused.


func _initialize() -> void:
	var folder: String = OS.get_cmdline_user_args()[0]
	# The classes live as long as their script.
	var script: GDScript = load(folder + "/messages.gd")
	var classes: Dictionary = script.get_script_constant_map()
	var input: FileAccess = FileAccess.open(folder + "/in", FileAccess.READ)
	var output: FileAccess = FileAccess.open(folder + "/out", FileAccess.WRITE)
	while input.get_position() < input.get_length():
		var case: Array = input.get_var()
		var message_class: GDScript = classes[case[0]]
		var beside: bool = case[1]
		var bytes: PackedByteArray = case[2]
		var reason: String = (
			message_class.check_flat(bytes) if beside else message_class.check(bytes)
		)
		if reason != "":
			output.store_var(reason)
			continue
		var message: RefCounted = (
			message_class.from_flat(bytes) if beside else message_class.from_bytes(bytes)
		)
		if str(message).contains("_flat"):
			output.store_var("printed as " + str(message))
		elif message._flat_fits([], true):
			output.store_var(message.to_flat() if beside else message.to_bytes())
		else:
			output.store_var("unwritable")
	output.close()
	print("OK")
	quit(0)
