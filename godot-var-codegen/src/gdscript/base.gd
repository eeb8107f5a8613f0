func _to_string() -> String:
	return _Wire.described(self)

4|func _note(message: Message, bytes: PackedByteArray, name: String, fault: Array) -> void:
4|	var error: String = ""
4|	if message == null:
4|		error = _Wire.text(name, fault)
4|		push_error(error)
4|		name = fault.back()[0]
4|	if OS.is_debug_build() and _Wire.is_watched():
4|		_Wire.watch(false, message, bytes, error, name)
3|func _note(message, name: String, fault: Array):
3|	if message == null:
3|		push_error(_Wire.text(name, fault))
3|	return message
