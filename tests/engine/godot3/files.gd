extends SceneTree
# Reads a file of values with get_var and writes another with store_var: for each value
# [typeof, str], then the value again.
#
#   godot3-server --path tests/engine/godot3 -s files.gd -- IN OUT little_endian|big_endian
#
# Prints a line for each value, and how many they were.

func _init() -> void:
	var arguments: Array = OS.get_cmdline_args()
	arguments = arguments.slice(arguments.find("--") + 1, arguments.size() - 1)
	var input := File.new()
	var output := File.new()
	if input.open(arguments[0], File.READ) != OK or output.open(arguments[1], File.WRITE) != OK:
		quit(2)
		return
	input.endian_swap = arguments[2] == "big_endian"
	output.endian_swap = input.endian_swap
	var count: int = 0
	while input.get_position() < input.get_len():
		var value = input.get_var()
		print(typeof(value), " ", value)
		output.store_var([typeof(value), str(value)])
		output.store_var(value)
		count += 1
	input.close()
	output.close()
	print(count, " values")
	quit(0)
