## Returns the value for [code]put_var()[/code]. A debug build pushes an error if it is invalid.
func to_variant() -> Variant:
	var data: Variant = _write()
	if OS.is_debug_build() and _refuses(data):
		pass  # It has pushed the error.
	return data

## Returns the bytes for [code]put_packet()[/code]. If the message is invalid, a debug build
## pushes an error and returns no bytes.
func to_bytes() -> PackedByteArray:
	var data: Variant = _write()
	if OS.is_debug_build() and _refuses(data):
		return PackedByteArray()
	return var_to_bytes(data)

func _refuses(data: Variant) -> bool:
4|	var script: GDScript = get_script()
4|	var copy: Message = script.new()
3|	var copy = get_script().new()
	var error: String = copy._check(data, _Wire.name_of(self))
	if error != "":
		push_error(error)
4|	if _Wire.is_watched():
4|		_Wire.watch(true, self, var_to_bytes(data), error)
	return error != ""

func _write() -> Variant:
	return null

4|func _load(_data: Variant, _fault: Array) -> bool:
3|func _load(_data, _fault: Array):
	return true

4|func _read(data: Variant, fault: Array) -> Message:
3|func _read(data, fault: Array):
	return self if _load(data, fault) else null

4|func _from_variant(
4|	data: Variant, name: String, bytes: PackedByteArray = PackedByteArray()
4|) -> Message:
3|func _from_variant(data, name: String):
	var fault: Array = []
4|	var message: Message = _read(data, fault)
4|	if message == null or OS.is_debug_build():
4|		_note(message, var_to_bytes(data) if bytes.is_empty() else bytes, name, fault)
4|	return message
3|	return _note(_read(data, fault), name, fault)

4|func _from_bytes(bytes: PackedByteArray, name: String) -> Message:
4|	var data: Variant = bytes_to_var(bytes)
3|func _from_bytes(bytes: PoolByteArray, name: String):
3|	var data = _Wire.decode(bytes)
	if data != null or bytes.size() >= 4 and bytes[0] == 0:
4|		return _from_variant(data, name, bytes)
4|	_note(null, bytes, name, [_Wire.junk(bytes), null])
4|	return null
3|		return _from_variant(data, name)
3|	return _note(null, name, [_Wire.junk(bytes), null])

func _check(data: Variant, name: String) -> String:
	var fault: Array = []
	return _Wire.text(name, fault) if _read(data, fault) == null else ""
