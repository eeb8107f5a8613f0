extends SceneTree
## Reads messages with generated classes and writes them again.
##
##   godot --headless --path tests/engine/godot4 -s generated.gd -- FOLDER
##
## FOLDER has the script `messages.gd` and the file `in`: Arrays [class, bytes], as store_var() writes them. For each, `out` gets the bytes
## of the message, or the reason why it was refused.


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
		var bytes: PackedByteArray = case[1]
		var reason: String = message_class.check(bytes_to_var(bytes))
		if reason != "":
			output.store_var(reason)
			continue
		var message: RefCounted = message_class.from_bytes(bytes)
		if message == null:
			output.store_var("no message")
		else:
			output.store_var(message.to_bytes())
	output.close()
	print("OK")
	quit(0)
