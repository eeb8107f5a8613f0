extends SceneTree
# Reads flat messages with generated classes and writes them again.
#
#   godot3-server --path tests/engine/godot3 -s flat.gd -- FOLDER
#
# FOLDER has the script `messages.gd` and the file `in`: Arrays [class, beside, bytes], as store_var() writes them. `beside` says that the
# class has functions for Variants, too. For each, `out` gets the bytes of the message, or the reason why it was refused.


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
	while input.get_position() < input.get_len():
		var case: Array = input.get_var()
		var message_class = classes[case[0]]
		var bytes: PoolByteArray = case[2]
		var reason: String = ""
		if case[1]:
			reason = message_class.check_flat(bytes)
		else:
			reason = message_class.check(bytes)
		if reason != "":
			output.store_var(reason)
			continue
		var message = message_class.from_flat(bytes) if case[1] else message_class.from_bytes(bytes)
		if "_flat" in str(message):
			output.store_var("printed as " + str(message))
		elif not message._flat_fits([], true):
			output.store_var("unwritable")
		elif case[1]:
			output.store_var(message.to_flat())
		else:
			output.store_var(message.to_bytes())
	output.close()
	print("OK")
	quit(0)
