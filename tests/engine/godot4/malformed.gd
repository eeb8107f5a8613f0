extends SceneTree
# Reads a file of frames, each an Array of one value that may be broken. For each it writes a byte, whether get_var could read it, and the
# length and the bytes that var_to_bytes makes of the value.
#
#   godot --headless --path tests/engine/godot4 -s malformed.gd -- IN OUT


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	var input := FileAccess.open(arguments[0], FileAccess.READ)
	var output := FileAccess.open(arguments[1], FileAccess.WRITE)
	if input == null or output == null:
		quit(2)
		return
	# Each refusal would print several lines.
	Engine.print_error_messages = false
	while input.get_position() < input.get_length():
		# A value that cannot be read gives null, any other an Array.
		var read: Variant = input.get_var()
		if read is Array:
			var written := var_to_bytes(read[0])
			output.store_8(1)
			output.store_32(written.size())
			output.store_buffer(written)
		else:
			output.store_8(0)
			output.store_32(0)
	input.close()
	output.close()
	quit(0)
