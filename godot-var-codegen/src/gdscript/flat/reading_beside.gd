4|static func from_flat({bytes}: PackedByteArray) -> {class}:
4|	return {class}.new()._flat_from({bytes}, "{class}") as {class}
3|static func from_flat({bytes}: PoolByteArray):
3|	return {class}.new()._flat_from({bytes}, "{class}")

static func check_flat({bytes}: PackedByteArray) -> String:
	return {class}.new()._flat_check({bytes}, "{class}")
