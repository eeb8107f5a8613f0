extends SceneTree
# Reads a file of values with get_var and writes another with store_var: for each value
# [typeof, str], then the value again.
#
#   godot --headless --path tests/engine/godot4 -s files.gd -- IN OUT little_endian|big_endian
#
# Prints a line for each value, and how many they were.


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	var input := FileAccess.open(arguments[0], FileAccess.READ)
	var output := FileAccess.open(arguments[1], FileAccess.WRITE)
	if input == null or output == null:
		quit(2)
		return
	input.big_endian = arguments[2] == "big_endian"
	output.big_endian = input.big_endian
	var count := 0
	while input.get_position() < input.get_length():
		var value: Variant = input.get_var()
		print(typeof(value), " ", value)
		output.store_var([typeof(value), str(value)])
		output.store_var(value)
		count += 1
	input.close()
	output.close()
	print(count, " values")
	quit(0)
