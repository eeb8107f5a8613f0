func _flat_append_turned(_bytes: PackedByteArray) -> void:
	pass

func _flat_take_turned(_bytes: PackedByteArray, at: int, _fault: Array) -> int:
	return at
