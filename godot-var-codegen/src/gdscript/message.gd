## The base class of all messages.
class Message:
	extends BASE

	## Returns the value for [code]put_var()[/code]. A debug build pushes an error if it is invalid.
	func to_variant() -> Variant:
		var data: Variant = _write()
		if OS.is_debug_build():
			var error: String = _error_of(data)
			if error != "":
				push_error(error)
		return data

	## Returns the bytes for [code]put_packet()[/code]. If the message is invalid, a debug build
	## pushes an error and returns no bytes.
	func to_bytes() -> PackedByteArray:
		var data: Variant = _write()
		if OS.is_debug_build():
			var error: String = _error_of(data)
			if error != "":
				push_error(error)
				return PackedByteArray()
		return var_to_bytes(data)

	func _error_of(data: Variant) -> String:
4|		var script: GDScript = get_script()
4|		var copy: Message = script.new()
3|		var copy = get_script().new()
		var fault: Array = []
		var error: String = ""
		if copy._read(data, fault) == null:
			error = _Wire.text(_Wire.name_of(get_script()), fault)
4|		if _Wire.is_watched():
4|			_Wire.watch(true, self, var_to_bytes(data), error)
		return error

	func _to_string() -> String:
		return _Wire.described(self)

	func _write() -> Variant:
		WRITE

4|	func _load(DATA: Variant, FAULT: Array) -> bool:
3|	func _load(DATA, FAULT: Array):
		LOAD

4|	func _read(data: Variant, fault: Array) -> Message:
3|	func _read(data, fault: Array):
		return self if _load(data, fault) else null

4|	func _from_variant(
4|		data: Variant, name: String, bytes: PackedByteArray = PackedByteArray()
4|	) -> Message:
4|		var fault: Array = []
4|		var message: Message = _read(data, fault)
4|		if OS.is_debug_build() and _Wire.is_watched():
4|			var error: String = "" if message != null else _Wire.text(name, fault)
4|			var read: PackedByteArray = var_to_bytes(data) if bytes.is_empty() else bytes
4|			_Wire.watch(false, message, read, error, name)
3|	func _from_variant(data, name: String):
3|		var fault: Array = []
3|		var message = _read(data, fault)
		if message == null:
			push_error(_Wire.text(name, fault))
		return message

4|	func _from_bytes(bytes: PackedByteArray, name: String) -> Message:
4|		var data: Variant = bytes_to_var(bytes)
3|	func _from_bytes(bytes: PoolByteArray, name: String):
3|		var data = _Wire.decode(bytes)
		if data != null or bytes.size() >= 4 and bytes[0] == 0:
4|			return _from_variant(data, name, bytes)
4|		var error: String = name + ": " + _Wire.junk(bytes)
4|		if OS.is_debug_build() and _Wire.is_watched():
4|			_Wire.watch(false, null, bytes, error, name)
4|		push_error(error)
3|			return _from_variant(data, name)
3|		push_error(name + ": " + _Wire.junk(bytes))
		return null

	func _check(data: Variant, name: String) -> String:
		var fault: Array = []
		return _Wire.text(name, fault) if _read(data, fault) == null else ""
