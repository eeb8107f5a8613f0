4|static func from_bytes({bytes}: PackedByteArray) -> {class}:
4|	if not OS.is_debug_build():
4|		var {message}: {class} = {class}.new()
4|		var {fault}: Array = []
4|		if {message}._flat_whole({bytes}, 0, {fault}) == {bytes}.size() and {fault}.is_empty():
4|			return {message}
4|	return {class}.new()._flat_from({bytes}, "{class}") as {class}
3|static func from_bytes({bytes}: PoolByteArray):
3|	return {class}.new()._flat_from({bytes}, "{class}")

static func check({bytes}: PackedByteArray) -> String:
	return {class}.new()._flat_check({bytes}, "{class}")
