extends SceneTree
# Reads a file of frames, each an Array of one value that may be broken. For each it writes a byte, whether get_var could read it, and the
# length and the bytes that var2bytes makes of the value.
#
#   godot3-server --path tests/engine/godot3 -s malformed.gd -- IN OUT

func _init() -> void:
	var arguments: Array = OS.get_cmdline_args()
	arguments = arguments.slice(arguments.find("--") + 1, arguments.size() - 1)
	var input := File.new()
	var output := File.new()
	if input.open(arguments[0], File.READ) != OK or output.open(arguments[1], File.WRITE) != OK:
		quit(2)
		return
	while input.get_position() < input.get_len():
		# A value that cannot be read gives null, any other an Array.
		var read = input.get_var()
		if typeof(read) == TYPE_ARRAY:
			var written: PoolByteArray = var2bytes(read[0])
			output.store_8(1)
			output.store_32(written.size())
			output.store_buffer(written)
		else:
			output.store_8(0)
			output.store_32(0)
	input.close()
	output.close()
	quit(0)
