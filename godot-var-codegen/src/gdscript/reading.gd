4|static func from_variant({data}: Variant) -> {class}:
4|	return {class}.new()._from_variant({data}, "{class}") as {class}
3|static func from_variant({data}):
3|	return {class}.new()._from_variant({data}, "{class}")

4|static func from_bytes({bytes}: PackedByteArray) -> {class}:
4|	return {class}.new()._from_bytes({bytes}, "{class}") as {class}
3|static func from_bytes({bytes}: PoolByteArray):
3|	return {class}.new()._from_bytes({bytes}, "{class}")

static func check({data}: Variant) -> String:
	return {class}.new()._check({data}, "{class}")
