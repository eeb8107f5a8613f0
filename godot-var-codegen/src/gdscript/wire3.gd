# What only this file uses. A fault is an Array: first the text, then the way to the place from
# the inside out; it stays empty while all is well, so that a good message costs no strings.
class _Wire extends Reference:
	const I64_MIN = -9223372036854775807 - 1
	const I64_MAX = 9223372036854775807
	# From here on a finite number would be infinite in single precision.
	const BEYOND_SINGLE = TOO_LARGE_FOR_SINGLE
	const TYPE_NAMES = [
		TYPE_NAMES_IN_ORDER
	]

	# bytes2var() would stop the calling function, and the editor, at bad bytes: this gives null.
	static func decode(bytes: PoolByteArray):
		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
		buffer.put_u32(bytes.size())
		if buffer.put_data(bytes) != OK:
			return null
		buffer.seek(0)
		return buffer.get_var()


	# The field key of source, a Dictionary or an Array, is missing or of the wrong type.
	static func refuse(fault: Array, source, key, expected: String) -> void:
		if source is Dictionary and not source.has(key):
			fault.append("expected " + expected + ", but it is missing")
		else:
			mismatch(fault, source[key], expected)
		fault.append(key)


	# value itself, not one of its fields, is of the wrong type.
	static func mismatch(fault: Array, value, expected: String) -> void:
		var found: String = "null" if value == null else TYPE_NAMES[typeof(value)]
		fault.append("expected " + expected + ", got " + found)


	# The number key is none of those expected, or it is no number.
	static func odd_key(fault: Array, key, expected: String) -> void:
		if key is int:
			fault.append("expected " + expected + ", got " + str(key))
		else:
			mismatch(fault, key, expected)


	static func wrong_size(fault: Array, size: int, expected: String) -> void:
		fault.append("expected " + expected + " elements, got " + str(size))


	static func too_long(fault: Array, key, limit: int, unit: String) -> void:
		fault.append("longer than " + str(limit) + " " + unit)
		fault.append(key)


	static func zero(fault: Array, key) -> void:
		fault.append("expected int other than 0, got 0")
		fault.append(key)


	# Single precision cannot hold value, unless it is infinite.
	static func is_too_large(fault: Array, key, value) -> bool:
		if value == INF or value == -INF:
			return false
		fault.append("expected a float of 32 bits, got " + str(value))
		fault.append(key)
		return true


	# Rounds to single precision; keeps a number that has none, which the check then names.
	static func to_single(number: float) -> float:
		# A Color has single precision in every build.
		return number if abs(number) >= BEYOND_SINGLE else Color(number, 0.0, 0.0).r


	static func unexpected(fault: Array, key) -> void:
		fault.append("unknown key " + var2str(key))


	# The first of keys that is there: a field may have had other names.
	static func key_of(fields: Dictionary, keys: Array):
		for key in keys:
			if fields.has(key):
				return key
		return keys[0]


	# Puts pairs among others.
	static func put_all(fields: Dictionary, others: Dictionary) -> void:
		for key in others:
			fields[key] = others[key]


	# Puts pairs of member among others, which have the keys taken.
	static func put_rest(
			fields: Dictionary, others: Dictionary, member: String, taken: Array) -> void:
		for key in others:
			if taken.has(key):
				push_error(
						member + ": the flattened map has the key " + var2str(key)
						+ ", which is that of a field; a reader would take it for the field")
			else:
				fields[key] = others[key]


	# The same pairs, and null for each of keys that is missing.
	static func with_nulls(fields: Dictionary, keys: Array) -> Dictionary:
		var all: Dictionary = {}
		put_all(all, fields)
		for key in keys:
			if not all.has(key):
				all[key] = null
		return all


	# An Array of what an Array holds, or one of these packed arrays; null for anything else.
	static func to_list(value, packed: Array):
		if value is Array:
			return value
		if not packed.has(typeof(value)):
			return null
		return Array(value)


	static func unknown(fault: Array, tag, expected: String) -> void:
		fault.append("no " + expected + " has the tag " + var2str(tag))


	# The way off the fast path: a float without a fraction is an int; null and a fault if not.
	static func to_int(fault: Array, source, key, low: int, high: int):
		var value = null
		if source is Array or source.has(key):
			value = source[key]
		var number: int = 0
		if value is int:
			number = value
		elif value is float:
			if value != floor(value) or abs(value) > LARGEST_WHOLE_FLOAT:
				fault.append("expected int, got float " + str(value))
				fault.append(key)
				return null
			number = int(value)
		else:
			refuse(fault, source, key, "int")
			return null
		if number < low or number > high:
			fault.append(
					"expected int from " + str(low) + " to " + str(high) + ", got " + str(number))
			fault.append(key)
			return null
		return number


	# The way off the fast path: an int that a float holds exactly is a float; null and a fault if not.
	static func to_float(fault: Array, source, key):
		if lacks(source, key) or not (source[key] is int):
			refuse(fault, source, key, "float")
			return null
		var value = to_int(fault, source, key, -LARGEST_WHOLE_FLOAT, LARGEST_WHOLE_FLOAT)
		return null if value == null else value * 1.0


	# An int that is one of numbers; null and a fault if not.
	static func to_enum(fault: Array, source, key, name: String, numbers: Array):
		var value = to_int(fault, source, key, I64_MIN, I64_MAX)
		if value != null and not numbers.has(value):
			fault.append("no " + name + " has the number " + str(value))
			fault.append(key)
			return null
		return value


	# The number of a name; null and a fault if it is none of numbers.
	static func to_name(fault: Array, source, key, name: String, numbers: Dictionary):
		var value = null
		if source is Array or source.has(key):
			value = source[key]
		if NO_TEXT(value):
			refuse(fault, source, key, "String")
			return null
		if not numbers.has(value):
			fault.append("no " + name + " has the name " + var2str(value))
			fault.append(key)
			return null
		return numbers[value]


	# players[3].pos: expected Vector3, got String; empty without a fault.
	static func text(fault: Array) -> String:
		if fault.empty():
			return ""
		var place: String = ""
		for i in range(fault.size() - 1, 0, -1):
			var step: String = str(fault[i])
			if fault[i] is int:
				place += "[" + step + "]"
			elif not step.is_valid_identifier():
				place += "[" + var2str(step) + "]"
			elif place.empty():
				place = step
			else:
				place += "." + step
		return fault[0] if place.empty() else place + ": " + fault[0]


	static func report(name: String, fault: Array) -> void:
		push_error(name + ": " + text(fault))


	# Whether source, a Dictionary or an Array, has no key.
	static func lacks(source, key) -> bool:
		return source is Dictionary and not source.has(key)
