## Returns the bytes for [code]put_packet()[/code]. If a value has no place in them, pushes an
## error that names the field, and returns no bytes.
func WRITE() -> PackedByteArray:
	var fault: Array = []
4|	var is_debug: bool = OS.is_debug_build()
4|	if not _flat_fits(fault, is_debug):
3|	if not _flat_fits(fault, OS.is_debug_build()):
		push_error(_Wire.text(_Wire.name_of(self), fault))
		return PackedByteArray()
4|	var bytes: PackedByteArray = PackedByteArray()
4|	_flat_append(bytes)
4|	if is_debug and _Wire.is_watched():
4|		_Wire.watch(true, self, bytes, "")
4|	return bytes
3|	var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
3|	buffer.big_endian = _flat_is_big_endian()
3|	_flat_append(buffer)
3|	return buffer.data_array

func _flat_fits(_fault: Array, _all: bool) -> bool:
	return true

3|func _flat_is_big_endian() -> bool:
3|	return false
3|
4|func _flat_put(_bytes: PackedByteArray, _at: int) -> void:
4|	pass
4|
4|func _flat_append(_bytes: PackedByteArray) -> void:
3|func _flat_append(_buffer: StreamPeerBuffer):
	pass

4|func _flat_take(_bytes: PackedByteArray, at: int, _fault: Array) -> int:
4|	return at
3|func _flat_take(_buffer: StreamPeerBuffer, _fault: Array) -> bool:
3|	return true

4|func _flat_whole(bytes: PackedByteArray, at: int, fault: Array) -> int:
4|	return _flat_take(bytes, at, fault)
3|func _flat_whole(buffer: StreamPeerBuffer, fault: Array) -> bool:
3|	return _flat_take(buffer, fault)

4|func _flat_read(bytes: PackedByteArray, fault: Array) -> Message:
4|	return _flat_read_self(bytes, fault)
3|func _flat_read(buffer: StreamPeerBuffer, fault: Array):
3|	return _flat_read_self(buffer, fault)

4|func _flat_read_self(bytes: PackedByteArray, fault: Array) -> Message:
4|	var at: int = _flat_whole(bytes, 0, fault)
4|	if at >= 0 and at < bytes.size():
4|		_Flat.goes_on(fault, at, bytes.size())
3|func _flat_read_self(buffer: StreamPeerBuffer, fault: Array):
3|	if _flat_whole(buffer, fault) and buffer.get_available_bytes() > 0:
3|		_Flat.goes_on(fault, buffer.get_position(), buffer.get_size())
	if fault.is_empty():
		return self
	fault.append([_Wire.name_of(self)])
	return null

4|func _flat_from(bytes: PackedByteArray, name: String) -> Message:
3|func _flat_from(bytes: PoolByteArray, name: String):
	var fault: Array = []
4|	var message: Message = _flat_read(bytes, fault)
4|	if message == null or OS.is_debug_build():
4|		_note(message, bytes, name, fault)
4|	return message
3|	var message = _flat_read(_Flat.reader(bytes, _flat_is_big_endian()), fault)
3|	return _note(message, name, fault)

func _flat_check(bytes: PackedByteArray, name: String) -> String:
	var fault: Array = []
4|	return _Wire.text(name, fault) if _flat_read(bytes, fault) == null else ""
3|	var message = _flat_read(_Flat.reader(bytes, _flat_is_big_endian()), fault)
3|	return _Wire.text(name, fault) if message == null else ""
