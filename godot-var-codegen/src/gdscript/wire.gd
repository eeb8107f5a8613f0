## What only this file uses. A fault is an Array: first the text, then the way to the place from
## the inside out; it stays empty while all is well, so that a good message costs no strings.
4|class _Wire:
4|	extends RefCounted
4|
3|class _Wire extends Reference:
	const I64_MIN: int = -9223372036854775807 - 1
	const I64_MAX: int = 9223372036854775807
	## From here on a finite number would be infinite in single precision.
	const BEYOND_SINGLE: float = TOO_LARGE_FOR_SINGLE
3|	const TYPE_NAMES = [
3|		TYPE_NAMES_IN_ORDER
3|	]

4|	## The field [param key] of [param source], a Dictionary or an Array, is missing or of the wrong
4|	## type.
3|	# bytes2var() would stop the calling function, and the editor, at bad bytes: this gives null.
3|	static func decode(bytes: PoolByteArray):
3|		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
3|		buffer.put_u32(bytes.size())
3|		if buffer.put_data(bytes) != OK:
3|			return null
3|		buffer.seek(0)
3|		return buffer.get_var()
3|
3|
3|	# The field key of source, a Dictionary or an Array, is missing or of the wrong type.
	static func refuse(fault: Array, source: Variant, key: Variant, expected: String) -> void:
4|		var value: Variant = _field(source, key)
4|		if value == null and lacks(source, key):
3|		if source is Dictionary and not source.has(key):
			fault.append("expected " + expected + ", but it is missing")
		else:
4|			mismatch(fault, value, expected)
3|			mismatch(fault, source[key], expected)
		fault.append(key)


	## [param value] itself, not one of its fields, is of the wrong type.
	static func mismatch(fault: Array, value: Variant, expected: String) -> void:
4|		var found: String = "null" if value == null else type_string(typeof(value))
3|		var found: String = "null" if value == null else TYPE_NAMES[typeof(value)]
		fault.append("expected " + expected + ", got " + found)


	## The number [param key] is none of those expected, or it is no number.
	static func odd_key(fault: Array, key: Variant, expected: String) -> void:
		if key is int:
			fault.append("expected " + expected + ", got " + str(key))
		else:
			mismatch(fault, key, expected)


	static func wrong_size(fault: Array, size: int, expected: String) -> void:
		fault.append("expected " + expected + " elements, got " + str(size))


	static func too_long(fault: Array, key: Variant, limit: int, unit: String) -> void:
		fault.append("longer than " + str(limit) + " " + unit)
		fault.append(key)


	static func zero(fault: Array, key: Variant) -> void:
		fault.append("expected int other than 0, got 0")
		fault.append(key)


	## Single precision cannot hold [param value], unless it is infinite.
	static func is_too_large(fault: Array, key: Variant, value: Variant) -> bool:
		if value == INF or value == -INF:
			return false
4|		fault.append("expected a float of 32 bits, got " + var_to_str(value))
3|		fault.append("expected a float of 32 bits, got " + str(value))
		fault.append(key)
		return true


	## Rounds to single precision; keeps a number that has none, which the check then names.
	static func to_single(number: float) -> float:
		# A Color has single precision in every build.
		return number if absf(number) >= BEYOND_SINGLE else Color(number, 0.0, 0.0).r


	static func unexpected(fault: Array, key: Variant) -> void:
		fault.append("unknown key " + var_to_str(key))


	## The first of [param keys] that is there: a field may have had other names.
	static func key_of(fields: Dictionary, keys: Array) -> Variant:
		for key: Variant in keys:
			if fields.has(key):
				return key
		return keys[0]


	## Puts pairs among others.
	static func put_all(fields: Dictionary, others: Dictionary) -> void:
		for key: Variant in others:
			fields[key] = others[key]


	## Puts pairs of [param member] among others, which have the keys [param taken].
	static func put_rest(
			fields: Dictionary, others: Dictionary, member: String, taken: Array) -> void:
		for key: Variant in others:
			if taken.has(key):
				push_error(
						member + ": the flattened map has the key " + var_to_str(key)
						+ ", which is that of a field; a reader would take it for the field")
			else:
				fields[key] = others[key]


	## The same pairs, and null for each of [param keys] that is missing.
	static func with_nulls(fields: Dictionary, keys: Array) -> Dictionary:
		var all: Dictionary = {}
		put_all(all, fields)
		for key: Variant in keys:
			if not all.has(key):
				all[key] = null
		return all


4|	## An untyped Array of what an Array holds, or one of these packed arrays; null for anything else.
3|	# An Array of what an Array holds, or one of these packed arrays; null for anything else.
	static func to_list(value: Variant, packed: Array) -> Variant:
		if value is Array:
			return value
		if not packed.has(typeof(value)):
			return null
4|		var list: Array = []
4|		for item: Variant in value:
4|			list.append(item)
4|		return list
3|		return Array(value)


	static func unknown(fault: Array, tag: Variant, expected: String) -> void:
		fault.append("no " + expected + " has the tag " + var_to_str(tag))


	## The way off the fast path: a float without a fraction is an int; null and a fault if not.
4|	static func to_int(
4|			fault: Array, source: Variant, key: Variant, low: int, high: int) -> Variant:
4|		var value: Variant = _field(source, key)
3|	static func to_int(fault: Array, source, key, low: int, high: int):
3|		var value = null
3|		if source is Array or source.has(key):
3|			value = source[key]
		var number: int = 0
		if value is int:
			number = value
		elif value is float:
4|			var real: float = value
4|			if real != floorf(real) or absf(real) > LARGEST_WHOLE_FLOAT:
4|				fault.append("expected int, got float " + str(real))
3|			if value != floor(value) or abs(value) > LARGEST_WHOLE_FLOAT:
3|				fault.append("expected int, got float " + str(value))
				fault.append(key)
				return null
4|			number = int(real)
3|			number = int(value)
		else:
			refuse(fault, source, key, "int")
			return null
		if number < low or number > high:
			fault.append(
					"expected int from " + str(low) + " to " + str(high) + ", got " + str(number))
			fault.append(key)
			return null
		return number


	## The way off the fast path: an int that a float holds exactly is a float; null and a fault if not.
4|	static func to_float(fault: Array, source: Variant, key: Variant) -> Variant:
4|		if not (_field(source, key) is int):
3|	static func to_float(fault: Array, source, key):
3|		if lacks(source, key) or not (source[key] is int):
			refuse(fault, source, key, "float")
			return null
4|		var value: Variant = to_int(fault, source, key, -LARGEST_WHOLE_FLOAT, LARGEST_WHOLE_FLOAT)
4|		if value == null:
4|			return null
4|		var number: int = value
4|		return number * 1.0
3|		var value = to_int(fault, source, key, -LARGEST_WHOLE_FLOAT, LARGEST_WHOLE_FLOAT)
3|		return null if value == null else value * 1.0


	## An int that is one of [param numbers]; null and a fault if not.
4|	static func to_enum(
4|			fault: Array, source: Variant, key: Variant, name: String, numbers: Array) -> Variant:
3|	static func to_enum(fault: Array, source, key, name: String, numbers: Array):
		var value: Variant = to_int(fault, source, key, I64_MIN, I64_MAX)
		if value != null and not numbers.has(value):
			fault.append("no " + name + " has the number " + str(value))
			fault.append(key)
			return null
		return value


	## The number of a name; null and a fault if it is none of [param numbers].
4|	static func to_name(
4|			fault: Array, source: Variant, key: Variant, name: String, numbers: Dictionary) -> Variant:
4|		var value: Variant = _field(source, key)
4|		if NO_TEXT(value):
3|	static func to_name(fault: Array, source, key, name: String, numbers: Dictionary):
3|		var value = null
3|		if source is Array or source.has(key):
3|			value = source[key]
3|		if NO_TEXT(value):
			refuse(fault, source, key, "String")
			return null
		if not numbers.has(value):
			fault.append("no " + name + " has the name " + var_to_str(value))
			fault.append(key)
			return null
		return numbers[value]


4|	## [code]players[3].pos: expected Vector3, got String[/code]; empty without a fault.
3|	# players[3].pos: expected Vector3, got String; empty without a fault.
	static func text(fault: Array) -> String:
		if fault.is_empty():
			return ""
		var place: String = ""
		for i: int in range(fault.size() - 1, 0, -1):
			var step: String = str(fault[i])
			if fault[i] is int:
				place += "[" + step + "]"
			elif not step.is_valid_identifier():
				place += "[" + var_to_str(step) + "]"
			elif place.is_empty():
				place = step
			else:
				place += "." + step
4|		return str(fault[0]) if place.is_empty() else place + ": " + str(fault[0])
3|		return fault[0] if place.empty() else place + ": " + fault[0]


	static func report(name: String, fault: Array) -> void:
		push_error(name + ": " + text(fault))


4|	static func _field(source: Variant, key: Variant) -> Variant:
4|		if source is Dictionary:
4|			var fields: Dictionary = source
4|			return fields.get(key)
4|		var list: Array = source
4|		return list[key]
4|
4|
	## Whether [param source], a Dictionary or an Array, has no [param key].
	static func lacks(source: Variant, key: Variant) -> bool:
4|		if source is Dictionary:
4|			var fields: Dictionary = source
4|			return not fields.has(key)
4|		return false
3|		return source is Dictionary and not source.has(key)
