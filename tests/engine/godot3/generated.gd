extends SceneTree
# Reads messages with generated classes and writes them again.
#
#   godot3-server --path tests/engine/godot3 -s generated.gd -- FOLDER
#
# FOLDER has the script `messages.gd` and the file `in`: Arrays [class, bytes], as store_var() writes them. For each, `out` gets the bytes of
# the message, or the reason why it was refused.


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
		# Unlike bytes2var(), it does not stop the script.
		var value = classes["_Wire"].decode(case[1])
		var reason: String = message_class.check(value)
		if reason != "":
			output.store_var(reason)
			continue
		var message = message_class.from_bytes(case[1])
		if message == null:
			output.store_var("no message")
		else:
			output.store_var(message.to_bytes())
	output.close()
	print("OK")
	quit(0)
