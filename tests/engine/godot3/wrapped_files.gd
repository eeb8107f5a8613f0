extends SceneTree
# Writes a value to three files: plain, compressed, and encrypted.
#
#   godot3-server --path tests/engine/godot3 -s wrapped_files.gd -- PLAIN COMPRESSED ENCRYPTED


func _init() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	var plain := File.new()
	var compressed := File.new()
	var encrypted := File.new()
	if plain.open(arguments[first], File.WRITE) != OK \
			or compressed.open_compressed(arguments[first + 1], File.WRITE) != OK \
			or encrypted.open_encrypted_with_pass(arguments[first + 2], File.WRITE, "password") != OK:
		quit(2)
		return
	for file in [plain, compressed, encrypted]:
		file.store_var({"hero": "Ann"})
		file.close()
	quit(0)
