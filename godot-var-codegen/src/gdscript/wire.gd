## Helpers of all messages. A fault is an empty Array, or a reason, the byte or null, and steps from
## the inside out.
class _Wire:
	extends RefCounted

	const F32_LIMIT: float = TOO_LARGE_FOR_SINGLE

	## The packed arrays that lists of ints are read from.
	const INT_ARRAYS: Array = [ARRAYS_OF_INTS]

	const FLOAT_ARRAYS: Array = [ARRAYS_OF_FLOATS]

3|	const TYPE_NAMES = TYPE_NAMES_IN_ORDER

3|	# bytes2var() would stop the calling function and the editor at invalid bytes; this returns null.
3|	static func decode(bytes: PoolByteArray):
3|		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
3|		buffer.put_u32(bytes.size())
3|		buffer.data_array += bytes
3|		buffer.seek(0)
3|		return buffer.get_var()

	## Returns the name of a message's class, of an enum with the kind.
	static func name_of(message: RefCounted) -> String:
		var script: Script = message.get_script()
		CLASS_NAMES
		var at: int = scripts.find(script)
		var name: String = names.split(" ")[at] if at >= 0 else ""
		var kinds: Dictionary = script.get_script_constant_map().get("Kind", {})
		at = kinds.values().find(message.get("kind"))
		return name + "." + str(kinds.keys()[at]) if at >= 0 else name

4|	static func described(message: RefCounted, most: int = 1 << 32) -> String:
4|		return name_of(message) + "(" + ", ".join(fields_of(message, most)) + ")"

4|	## Returns the fields of a message as texts. Of each list, a text has [param most] elements.
4|	static func fields_of(message: RefCounted, most: int) -> PackedStringArray:
3|	static func described(message) -> String:
		var script: Script = message.get_script()
		var hidden: Array = ["_seen", "_flat_depth"]
		if script.get_script_constant_map().has("Kind"):
			hidden += ["kind", "value" if message.get("value") == null else ""]
		var fields: Array = []
		for property: Dictionary in message.get_property_list():
			var field: String = property["name"]
			var usage: int = property["usage"]
			if usage & PROPERTY_USAGE_SCRIPT_VARIABLE == 0 or hidden.has(field):
				continue
			var value: Variant = message.get(field)
4|			fields.append(field + "=" + text_of(value, most))
3|			fields.append(field + "=" + (var2str(value) if value is String else str(value)))
4|		return PackedStringArray(fields)
3|		return name_of(message) + "(" + PoolStringArray(fields).join(", ") + ")"

4|	## Returns a value of a field as text.
4|	static func text_of(value: Variant, most: int) -> String:
4|		var list: Array = value if value is Array else []
4|		if value is RefCounted:
4|			var part: RefCounted = value
4|			return described(part, most)
4|		if list.size() > most:
4|			return str(list.slice(0, most)) + " and %d more" % (list.size() - most)
4|		return var_to_str(value) if value is String else str(value)

4|	## Whether the game runs in the debugger of an editor with the add-on.
4|	static func is_watched() -> bool:
4|		if not EngineDebugger.is_active():
4|			return false
4|		var plugins: Variant = ProjectSettings.get_setting("editor_plugins/enabled", "")
4|		return str(plugins).contains("/addons/godot_var/")

4|	## Shows a message in the editor: see [code]godot-var generate addon[/code]. A broken one has the
4|	## name of the class that should have read it.
4|	static func watch(
4|		is_sent: bool, message: RefCounted, bytes: PackedByteArray, error: String, name: String = ""
4|	) -> void:
4|		var fields: PackedStringArray = PackedStringArray()
4|		if message != null:
4|			name = name_of(message)
4|			fields = fields_of(message, 5)
4|			if fields.size() == 1 and message.get("value") is RefCounted:
4|				var content: RefCounted = message.get("value")
4|				fields = fields_of(content, 5)
4|		show(is_sent, name, fields, bytes, error)

4|	## Shows a message in the editor by the texts of its fields.
4|	static func show(
4|		is_sent: bool,
4|		name: String,
4|		fields: PackedStringArray,
4|		bytes: PackedByteArray,
4|		error: String
4|	) -> void:
4|		var data: Array = [Time.get_ticks_usec(), is_sent, name, fields, bytes.size()]
4|		data += [bytes.slice(0, 1024), error]
4|		EngineDebugger.send_message("godot_var:message", data)

	static func junk(bytes: PackedByteArray) -> String:
		var start: String = "nothing" if bytes.is_empty() else bytes.hex_encode().left(8) + "…"
4|		var reason: String = "expected bytes from var_to_bytes(), got " + start
3|		var reason: String = "expected bytes from var2bytes(), got " + start
		if bytes.size() > 0 and bytes[0] > 0x20 and bytes[0] < 0x7f:
			reason += ", which looks like text or JSON"
		return reason + "; send put_packet(message.to_bytes())"

	## Records a fault, unless there already is one. [param step] is null for the whole value.
	static func fail(fault: Array, step: Variant, reason: String) -> void:
		if fault.is_empty():
4|			fault.append_array([reason, null, step])
3|			fault.append(reason)
3|			fault.append(null)
3|			fault.append(step)

	static func inside(fault: Array, steps: Array) -> bool:
4|		fault.append_array(steps)
3|		for step in steps:
3|			fault.append(step)
		return false

4|	static func refuse(fault: Array, step: Variant, value: Variant, fallback: Variant) -> Variant:
4|		mismatch(fault, step, value, type_string(typeof(fallback)))
3|	static func refuse(fault: Array, step, value, fallback):
3|		mismatch(fault, step, value, TYPE_NAMES.split(" ")[typeof(fallback)])
		return fallback

	static func mismatch(fault: Array, step: Variant, value: Variant, expected: String) -> void:
4|		var found: String = "null" if value == null else type_string(typeof(value))
3|		var found: String = "null" if value == null else TYPE_NAMES.split(" ")[typeof(value)]
		if typeof(value) >= TYPE_ARRAY and len(value) == 0:
			found = "an empty " + found
		elif value is Object:
			found += "; send message.to_bytes(), or put_var() with message.to_variant()"
4|		elif value is PackedByteArray:
3|		elif value is PoolByteArray:
			found += "; from_bytes() reads bytes"
		fail(fault, step, "expected " + expected + ", got " + found)

	static func lacks(fault: Array, data: Variant, keys: Array) -> bool:
		if not (data is Dictionary):
			mismatch(fault, null, data, "Dictionary")
4|		var fields: Dictionary = data if data is Dictionary else {}
3|		var fields = data if data is Dictionary else {}
		for key: Variant in keys:
			if not fields.has(key):
				fail(fault, key, "it is missing")
		return false

	static func unexpected(fault: Array, key: Variant) -> bool:
		fail(fault, null, "unknown key " + var_to_str(key))
		return false

	static func wrong_size(fault: Array, step: Variant, size: int, expected: String) -> void:
		fail(fault, step, "expected " + expected + " elements, got " + str(size))

	## [param data] is not an Array of the right size.
	static func odd_size(fault: Array, data: Variant, expected: String) -> bool:
		if data is Array:
4|			var fields: Array = data
4|			fail(fault, null, "expected %s elements, got %d" % [expected, fields.size()])
3|			fail(fault, null, "expected %s elements, got %d" % [expected, data.size()])
		mismatch(fault, null, data, "Array")
		return false

	## [param data] is not a Dictionary with one pair.
	static func not_a_pair(fault: Array, data: Variant, fields: Dictionary) -> void:
		if not (data is Dictionary):
			mismatch(fault, null, data, "Dictionary")
		fail(fault, null, "expected 1 elements, got " + str(fields.size()))

	static func zero(fault: Array, step: Variant) -> void:
		fail(fault, step, "expected int other than 0, got 0")

	## [param list] is a packed array.
	static func no_zeros(fault: Array, step: Variant, list: Variant) -> void:
		var numbers: Array = to_list(fault, step, list, "", INT_ARRAYS)
		if fault.is_empty() and numbers.has(0):
			zero(fault, numbers.find(0))
			if not fault.is_empty():
				fault.append(step)

	static func beyond(fault: Array, step: Variant, number: Variant, low: int, high: int) -> void:
		fail(fault, step, "expected int from %s to %s, got %s" % [low, high, number])

	## No variant has this number or name. [param all] lists the known ones if they are few.
4|	static func no_variant(
4|		fault: Array, step: Variant, name: String, tag: Variant, all: Array
4|	) -> void:
3|	static func no_variant(fault: Array, step, name: String, tag, all: Array) -> void:
		var reason: String = "no " + name + " has the "
		reason += "number " + str(tag) if tag is int else "name " + var_to_str(str(tag))
		if all.size() > 0 and all.size() <= 8:
			reason += "; it has " + var_to_str(all).lstrip("[ ").rstrip(" ]")
		fail(fault, step, reason)

	## A key that is none of the expected numbers, or not a number.
	static func odd_key(fault: Array, key: Variant, expected: String) -> void:
		if key is int:
			fail(fault, null, "expected " + expected + ", got " + str(key))
		mismatch(fault, null, key, expected)

	static func check_f32(fault: Array, step: Variant, number: Variant) -> void:
		if number != INF and number != -INF:
4|			fail(fault, step, "expected a float of 32 bits, got " + var_to_str(number))
3|			fail(fault, step, "expected a float of 32 bits, got " + str(number))

	## Rounds to single precision. Keeps a number that is too large, for the check to report.
	static func to_single(number: float) -> float:
		# A Color has single precision in every build.
		return number if absf(number) >= F32_LIMIT else Color(number, 0.0, 0.0).r

	## Returns the first of [param keys] that exists: a field may have had other names.
	static func key_of(fields: Dictionary, keys: Array) -> Variant:
		for key: Variant in keys:
			if fields.has(key):
				return key
		return keys[0]

	static func put_all(fields: Dictionary, others: Dictionary) -> void:
		for key: Variant in others:
			fields[key] = others[key]

	## Adds the pairs of a flattened map to fields whose keys are in [param taken].
	static func put_rest(fields: Dictionary, others: Dictionary, member: String, taken: Array) -> void:
		for key: Variant in others:
			if taken.has(key):
				push_error(
					(
						member
						+ ": the flattened map has the key "
						+ var_to_str(key)
						+ ", which is that of a field; a reader would take it for the field"
					)
				)
			else:
				fields[key] = others[key]

	## Returns an Array or one of these packed arrays as an untyped Array.
4|	static func to_list(
4|		fault: Array, step: Variant, value: Variant, expected: String, packed: Array
4|	) -> Array:
3|	static func to_list(fault: Array, step, value, expected: String, packed: Array) -> Array:
		if value is Array:
			return value
		if not packed.has(typeof(value)):
			mismatch(fault, step, value, expected)
			return []
		var list: Array = []
		for item: Variant in value:
			list.append(item)
		return list

4|	static func to_int(fault: Array, step: Variant, value: Variant) -> int:
4|		var number: float = value if value is float else 0.5
3|	static func to_int(fault: Array, step, value) -> int:
3|		var number = value if value is float else 0.5
		if value is int:
			return value
		if number == floorf(number) and absf(number) <= LARGEST_WHOLE_FLOAT:
			return int(number)
		if value is float:
			fail(fault, step, "expected int, got float " + str(number))
		mismatch(fault, step, value, "int")
		return 0

4|	static func to_float(fault: Array, step: Variant, value: Variant) -> float:
4|		var number: int = value if value is int else 0
3|	static func to_float(fault: Array, step, value) -> float:
3|		var number = value if value is int else 0
		if number < -LARGEST_WHOLE_FLOAT or number > LARGEST_WHOLE_FLOAT:
			beyond(fault, step, number, -LARGEST_WHOLE_FLOAT, LARGEST_WHOLE_FLOAT)
		elif not (value is int or value is float):
			mismatch(fault, step, value, "float")
		return value if value is float else number * 1.0

	static func to_text(fault: Array, step: Variant, value: Variant) -> String:
		if not (IS_TEXT(value)):
			mismatch(fault, step, value, "String")
		return str(value)

	static func to_letter(fault: Array, step: Variant, value: Variant) -> String:
		var letter: String = to_text(fault, step, value)
		if letter.length() != 1:
			mismatch(fault, step, value, "one character")
		return letter

4|	static func to_name(fault: Array, step: Variant, value: Variant) -> StringName:
4|		if IS_NAME(value):
4|			return StringName(str(value))
4|		mismatch(fault, step, value, "StringName")
4|		return &""

	static func to_path(fault: Array, step: Variant, value: Variant) -> NodePath:
		if IS_PATH(value):
			return NodePath(str(value))
		mismatch(fault, step, value, "NodePath")
		return NodePath("")

4|	static func to_enum(
4|		fault: Array, step: Variant, value: Variant, name: String, all: Array
4|	) -> Variant:
3|	static func to_enum(fault: Array, step, value, name: String, all: Array):
		var number: int = to_int(fault, step, value)
		if not all.has(number):
			no_variant(fault, step, name, number, all)
		return number

4|	static func to_member(
4|		fault: Array, step: Variant, value: Variant, name: String, numbers: Dictionary
4|	) -> Variant:
3|	static func to_member(fault: Array, step, value, name: String, numbers: Dictionary):
		var member: String = to_text(fault, step, value)
		if numbers.has(member):
			return numbers[member]
		no_variant(fault, step, name, member, numbers.keys())
		return 0

4|	static func to_texts(fault: Array, step: Variant, value: Variant) -> PackedStringArray:
3|	static func to_texts(fault: Array, step, value) -> PoolStringArray:
		var texts: Array = []
4|		var list: Array = value if value is Array else []
3|		var list = value if value is Array else []
		if not (value is Array):
			mismatch(fault, step, value, "PackedStringArray")
		elif fault.is_empty():
			for i: int in list.size():
				texts.append(to_text(fault, i, list[i]))
			if not fault.is_empty():
				fault.append(step)
		return PackedStringArray(texts)

4|	static func to_ints(
4|		fault: Array, step: Variant, value: Variant, expected: String, bounds: Array = []
4|	) -> Array:
3|	static func to_ints(fault: Array, step, value, expected: String, bounds: Array = []) -> Array:
		var out: Array = []
		var list: Array = to_list(fault, step, value, expected, INT_ARRAYS)
		if fault.is_empty():
			for i: int in list.size():
				var number: int = to_int(fault, i, list[i])
				if bounds.size() > 0 and (number < bounds[0] or number > bounds[1]):
4|					var low: int = bounds[0]
4|					var high: int = bounds[1]
4|					beyond(fault, i, number, low, high)
3|					beyond(fault, i, number, bounds[0], bounds[1])
				out.append(number)
			if not fault.is_empty():
				fault.append(step)
		return out

4|	static func to_floats(
4|		fault: Array, step: Variant, value: Variant, expected: String, single: bool
4|	) -> Array:
3|	static func to_floats(fault: Array, step, value, expected: String, single: bool) -> Array:
		var out: Array = []
		var list: Array = to_list(fault, step, value, expected, FLOAT_ARRAYS)
		if fault.is_empty():
			for i: int in list.size():
				var number: float = to_float(fault, i, list[i])
				if single and absf(number) >= F32_LIMIT:
					check_f32(fault, i, number)
				out.append(number)
			if not fault.is_empty():
				fault.append(step)
		return out

4|	static func to_values(
4|		fault: Array, step: Variant, value: Variant, expected: String, fallback: Variant
4|	) -> Array:
3|	static func to_values(fault: Array, step, value, expected: String, fallback) -> Array:
		var out: Array = []
		var list: Array = to_list(fault, step, value, expected, [])
		if fault.is_empty():
			for i: int in list.size():
				var is_right: bool = typeof(list[i]) == typeof(fallback)
				out.append(list[i] if is_right else refuse(fault, i, list[i], fallback))
			if not fault.is_empty():
				fault.append(step)
		return out

	## Returns a tag of the type [param expected]: int, String, or both. Returns null after a fault.
	static func to_tag(fault: Array, step: Variant, value: Variant, expected: String) -> Variant:
		if expected != "String" and (value is int or value is float):
			return to_int(fault, step, value)
		if expected != "int" and (IS_TEXT(value)):
			return str(value)
		mismatch(fault, step, value, expected)
		return null

	static func id_of(fault: Array, data: Variant) -> Variant:
4|		var fields: Array = data if data is Array else []
4|		if fields.is_empty():
3|		if not (data is Array) or data.empty():
			mismatch(fault, null, data, "an Array that begins with an id")
			return null
4|		var id: Variant = to_int(fault, 0, fields[0])
3|		var id = to_int(fault, 0, data[0])
		return id if fault.is_empty() else null

	## Returns the number or name at the start of an Array, or null after a fault.
	static func tag_at_start(fault: Array, data: Variant, expected: String) -> Variant:
4|		var fields: Array = data if data is Array else []
4|		if fields.is_empty():
3|		if not (data is Array) or data.empty():
			mismatch(fault, null, data, "an Array that begins with an id")
			return null
4|		return to_tag(fault, 0, fields[0], expected)
3|		return to_tag(fault, 0, data[0], expected)

	## Returns the tag of a variant.
	static func tag_of(fault: Array, data: Variant, key: String, expected: String) -> Variant:
		if not (data is Dictionary):
			mismatch(fault, null, data, "Dictionary")
			return null
4|		var fields: Dictionary = data
4|		if not fields.has(key):
3|		if not data.has(key):
			fail(fault, key, "it is missing")
			return null
4|		return to_tag(fault, key, fields[key], expected)
3|		return to_tag(fault, key, data[key], expected)

	## Reads a variant. In a fault, its name becomes a step, as an Array.
4|	static func loaded(message: Message, data: Variant, fault: Array) -> Message:
3|	static func loaded(message, data, fault: Array):
		if message == null or message._load(data, fault):
			return message
		fault.append([name_of(message)])
		return null

	## Reads a variant with the content at [param key].
4|	static func loaded_content(message: Message, data: Variant, key: String, fault: Array) -> Message:
4|		var fields: Dictionary = data
3|	static func loaded_content(message, fields, key: String, fault: Array):
		if fields.has(key):
			return loaded(message, fields[key], fault)
		fail(fault, key, "it is missing")
		fault.append([name_of(message)])
		return null

	## Returns a fault as a text. It begins with the name of a message, which is its last step then.
	static func text(name: String, fault: Array) -> String:
		if not (fault.back() is Array):
			fault.append([name])
		var place: String = fault.back()[0]
		for i: int in range(fault.size() - 2, 1, -1):
			if fault[i] == null or fault[i] is Array:
				continue
			var step: String = str(fault[i])
			if fault[i] is int:
				place += "[" + step + "]"
			elif step.is_valid_identifier():
				place += "." + step
			else:
				place += "[" + var_to_str(step) + "]"
		if fault[1] != null:
			place += " at byte " + str(fault[1])
		return place + ": " + str(fault[0])
