4|func _flat_copy(_from: Message) -> void:
3|func _flat_copy(_from):
	pass

4|func _flat_change(_from: Message, _bytes: PackedByteArray, at: int, _fault: Array) -> int:
4|	return at
3|func _flat_change(_from, _buffer: StreamPeerBuffer, _fault: Array) -> bool:
3|	return true

4|func _flat_blend(_older: Message, _newer: Message, _at: float) -> void:
3|func _flat_blend(_older, _newer, _at: float):
	pass
