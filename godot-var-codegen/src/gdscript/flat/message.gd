## The base class of all messages.
class Message:
	extends RefCounted

	## Returns the bytes for [code]put_packet()[/code]. If a value has no place in them, pushes an
	## error that names the field, and returns no bytes.
	func TO_FLAT() -> PackedByteArray:
		var fault: Array = []
		if not _flat_fits(fault, OS.is_debug_build()):
			push_error(_Wire.text(_Wire.name_of(get_script()), fault))
			return PackedByteArray()
		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
		_flat_append(buffer)
4|		if OS.is_debug_build() and _Wire.is_watched():
4|			_Wire.watch(true, self, buffer.data_array, "")
		return buffer.data_array

	func _to_string() -> String:
		return _Wire.described(self)

	func _flat_fits(_fault: Array, _all: bool) -> bool:
		return true

	func _flat_append(_buffer: StreamPeerBuffer) -> void:
		pass

	func _flat_take(_buffer: StreamPeerBuffer, _fault: Array) -> bool:
		return true

	func _flat_whole(buffer: StreamPeerBuffer, fault: Array) -> bool:
		return _flat_take(buffer, fault)

4|	func _flat_read(buffer: StreamPeerBuffer, fault: Array) -> Message:
3|	func _flat_read(buffer: StreamPeerBuffer, fault: Array):
		return _flat_read_self(buffer, fault)

4|	func _flat_read_self(buffer: StreamPeerBuffer, fault: Array) -> Message:
3|	func _flat_read_self(buffer: StreamPeerBuffer, fault: Array):
		if _flat_whole(buffer, fault) and buffer.get_available_bytes() > 0:
			_Flat.goes_on(fault, buffer.get_position(), buffer.get_size())
		if fault.is_empty():
			return self
		fault.append([_Wire.name_of(get_script())])
		return null

4|	func _flat_from(bytes: PackedByteArray, name: String) -> Message:
3|	func _flat_from(bytes: PoolByteArray, name: String):
		var fault: Array = []
		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
		buffer.data_array = bytes
4|		var message: Message = _flat_read(buffer, fault)
4|		if OS.is_debug_build() and _Wire.is_watched():
4|			var error: String = "" if message != null else _Wire.text(name, fault)
4|			_Wire.watch(false, message, bytes, error, name)
3|		var message = _flat_read(buffer, fault)
		if message == null:
			push_error(_Wire.text(name, fault))
		return message

	func _flat_check(bytes: PackedByteArray, name: String) -> String:
		var fault: Array = []
		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
		buffer.data_array = bytes
		return _Wire.text(name, fault) if _flat_read(buffer, fault) == null else ""
