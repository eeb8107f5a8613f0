## Helpers of flat messages.
class _Flat:
	extends RefCounted

3|	static func reader(bytes: PoolByteArray, is_big_endian: bool) -> StreamPeerBuffer:
3|		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
3|		buffer.data_array = bytes
3|		buffer.big_endian = is_big_endian
3|		return buffer

4|	## Makes an array longer by [param count] bytes, and returns where these begin.
4|	static func room(bytes: PackedByteArray, count: int) -> int:
4|		var at: int = bytes.size()
4|		if bytes.resize(at + count) != OK:
4|			push_error("no room for %d bytes" % (at + count))
4|		return at

4|	## Reverses [param count] bytes.
4|	static func turn(bytes: PackedByteArray, at: int, count: int) -> void:
4|		var part: PackedByteArray = bytes.slice(at, at + count)
4|		for i: int in count:
4|			bytes[at + i] = part[count - 1 - i]

4|	static func turned(bytes: PackedByteArray, at: int, count: int) -> PackedByteArray:
4|		var part: PackedByteArray = bytes.slice(at, at + count)
4|		part.reverse()
4|		return part

3|	static func put_48(buffer: StreamPeerBuffer, number: int) -> void:
3|		if buffer.big_endian:
3|			buffer.put_u16(number >> 32)
3|		buffer.put_u32(number & 4294967295)
3|		if not buffer.big_endian:
3|			buffer.put_u16(number >> 32)
3|
3|	static func get_48(buffer: StreamPeerBuffer) -> int:
3|		if buffer.big_endian:
3|			var high: int = buffer.get_u16()
3|			return high << 32 | buffer.get_u32()
3|		var low: int = buffer.get_u32()
3|		return low | buffer.get_u16() << 32

4|	static func put_data(bytes: PackedByteArray, data: PackedByteArray) -> void:
4|		bytes.append_array(data)
3|	static func put_data(buffer: StreamPeerBuffer, data: PoolByteArray) -> void:
3|		if buffer.put_data(data) != OK:
3|			push_error("no room for %d bytes" % data.size())

4|	static func put_text(bytes: PackedByteArray, text: String) -> void:
4|		var data: PackedByteArray = text.to_utf8_buffer()
4|		var size: int = data.size()
4|		if size > 127:
4|			put_varint(bytes, size)
4|		elif bytes.append(size):
4|			push_error("no room for a text")
4|		bytes.append_array(data)
3|	static func put_text(buffer: StreamPeerBuffer, text: String) -> void:
3|		var data: PoolByteArray = text.to_utf8()
3|		put_varint(buffer, data.size())
3|		put_data(buffer, data)

4|	static func put_c_string(bytes: PackedByteArray, text: String) -> void:
4|		bytes.append_array(text.to_utf8_buffer())
4|		bytes[room(bytes, 1)] = 0
3|	static func put_c_string(buffer: StreamPeerBuffer, text: String) -> void:
3|		put_data(buffer, text.to_utf8())
3|		buffer.put_u8(0)

	## Returns how many bytes a number takes in LEB128.
	static func varint_size(number: int) -> int:
		var size: int = 1
		number = number >> 7 & 144115188075855871
		while number != 0:
			size += 1
			number = number >> 7
		return size

4|	static func varint_size_at(bytes: PackedByteArray, at: int) -> int:
4|		var size: int = 1
4|		while bytes[at + size - 1] > 127:
4|			size += 1
4|		return size

4|	static func put_varint(bytes: PackedByteArray, number: int) -> void:
4|		if number >> 7 == 0 and not bytes.append(number):
4|			return
4|		var at: int = room(bytes, varint_size(number))
4|		while number >> 7 != 0:
4|			bytes[at] = number & 127 | 128
4|			at += 1
4|			number = number >> 7 & 144115188075855871
4|		bytes[at] = number
3|	static func put_varint(buffer: StreamPeerBuffer, number: int) -> void:
3|		while number >> 7 != 0:
3|			buffer.put_u8(number & 127 | 128)
3|			number = number >> 7 & 144115188075855871
3|		buffer.put_u8(number)

	## Reads a number in LEB128. [param most] is the largest, or -1 for all of 64 bits.
4|	static func varint(bytes: PackedByteArray, at: int, most: int, fault: Array) -> int:
4|		if at < bytes.size() and bytes[at] < 128 and (bytes[at] <= most or most < 0):
4|			return bytes[at]
4|		var number: int = 0
3|	static func varint(buffer: StreamPeerBuffer, most: int, fault: Array) -> int:
3|		var number: int = 0
3|		var at: int = buffer.get_position()
		for i: int in 10:
4|			if at + i >= bytes.size():
4|				ended(fault, bytes.size())
4|				return 0
4|			var byte: int = bytes[at + i]
3|			if buffer.get_available_bytes() == 0:
3|				ended(fault, buffer.get_size())
3|				return 0
3|			var byte: int = buffer.get_u8()
			if i == 9 and byte > 1:
				break
			number |= (byte & 127) << i * 7
			if byte < 128:
				if byte == 0 and i > 0:
					fail(fault, at, [], "expected a number in as few bytes as it needs")
					return 0
				if most >= 0 and (number < 0 or number > most):
					break
				return number
		var limit: String = "64 bits" if most < 0 else str(most)
		fail(fault, at, [], "expected a number up to " + limit + ", got a larger one")
		return 0

	## 0, -1, 1, -2 … as 0, 1, 2, 3 …
	static func zigzag(number: int) -> int:
		return number * 2 if number >= 0 else -(number + 1) * 2 + 1

	static func unzigzag(number: int) -> int:
		return (number >> 1 & 9223372036854775807) ^ -(number & 1)

	## Returns the bits of the nearest half.
	static func half(value: float) -> int:
		var mark: int = 0
		if value < 0.0 or value == 0.0 and atan2(value, -1.0) < 0.0:
			mark = 32768
		var size: float = absf(value)
		if is_nan(size):
			return 32256
		if is_inf(size):
			return mark | 31744
		var exponent: int = -14
		if size >= 0.00006103515625:
			exponent = int(floorf(log(size) / log(2.0)))
			if size < pow(2.0, exponent):
				exponent -= 1
			elif size >= pow(2.0, exponent + 1):
				exponent += 1
		# Adding a number whose last bit is 1 rounds to the nearest, and of two to the even one.
		var steps: float = size / pow(2.0, exponent - 10)
		steps = steps + 6755399441055744.0 - 6755399441055744.0
		return mark | (exponent + 14) * 1024 + int(steps)

3|	static func of_half(bits: int) -> float:
3|		var factor: float = -1.0 if bits & 32768 != 0 else 1.0
3|		var exponent: int = bits >> 10 & 31
3|		var mantissa: float = (bits & 1023) * 1.0
3|		if exponent == 31:
3|			return NAN if mantissa > 0.0 else factor * INF
3|		if exponent == 0:
3|			return factor * mantissa * pow(2.0, -24)
3|		return factor * (mantissa + 1024.0) * pow(2.0, exponent - 25)

	static func to_step(value: float, low: float, high: float, most: float) -> int:
		return int(roundf((clampf(value, low, high) - low) / (high - low) * most))

	static func of_step(number: int, most: float, low: float, high: float) -> float:
		return high if number == int(most) else low + number / most * (high - low)

3|	static func is_direction(vector) -> bool:
3|		var length: float = vector.length()
3|		return length > 0.0 and not is_inf(length) and not is_nan(length)

3|	static func octahedron(vector: Vector3) -> Vector2:
3|		var size: float = abs(vector.x) + abs(vector.y) + abs(vector.z)
3|		var x: float = vector.x / size
3|		var y: float = vector.y / size
3|		if vector.z < 0.0:
3|			var folded: float = (1.0 - abs(y)) * (1.0 if x >= 0.0 else -1.0)
3|			y = (1.0 - abs(x)) * (1.0 if y >= 0.0 else -1.0)
3|			x = folded
3|		return Vector2(x * 0.5 + 0.5, y * 0.5 + 0.5)

3|	static func of_octahedron(parts: Vector2) -> Vector3:
3|		var vector: Vector3 = Vector3(parts.x * 2.0 - 1.0, parts.y * 2.0 - 1.0, 0)
3|		vector.z = 1.0 - abs(vector.x) - abs(vector.y)
3|		var fold: float = clamp(-vector.z, 0.0, 1.0)
3|		vector.x += -fold if vector.x >= 0.0 else fold
3|		vector.y += -fold if vector.y >= 0.0 else fold
3|		return vector.normalized()

4|	static func is_rotation(rotation: Quaternion) -> bool:
3|	static func is_rotation(rotation: Quat) -> bool:
		var length: float = rotation.length_squared()
		return length > 0.0 and not is_inf(length) and not is_nan(length)

	## Returns the rotation between two, by the shorter way.
4|	static func between(from: Quaternion, to: Quaternion, at: float) -> Quaternion:
3|	static func between(from: Quat, to: Quat, at: float) -> Quat:
		if is_rotation(from) and is_rotation(to):
			return from.normalized().slerp(to.normalized(), at)
		return from

	## Returns a rotation as one number: which component is the largest, then the others.
4|	static func smallest_three(rotation: Quaternion, bits: int) -> int:
3|	static func smallest_three(rotation: Quat, bits: int) -> int:
		var parts: Array = [rotation.x, rotation.y, rotation.z, rotation.w]
		var length: float = 0.0
		var largest: int = 0
		var size: float = 0.0
		for i: int in 4:
			var part: float = parts[i]
			length += part * part
			if absf(part) > size:
				size = absf(part)
				largest = i
		length = sqrt(length)
		var most: float = (1 << bits) - 1.0
		var number: int = 0
		for i: int in 4:
			if i == largest:
				continue
			var part: float = parts[i]
			if parts[largest] < 0.0:
				part = -part
			part = clampf(part / length * sqrt(2.0), -1.0, 1.0)
			number = number << bits | int(roundf((part + 1.0) / 2.0 * most))
		return number | largest << (30 if bits == 10 else 46 if bits == 15 else 62)

4|	static func of_smallest_three(number: int, bits: int) -> Quaternion:
3|	static func of_smallest_three(number: int, bits: int) -> Quat:
		var largest: int = number >> (30 if bits == 10 else 46 if bits == 15 else 62) & 3
		var most: int = (1 << bits) - 1
		var parts: Array = []
		var rest: float = 1.0
		var place: int = 3 * bits
		for i: int in 4:
			var part: float = 0.0
			if i != largest:
				place -= bits
				part = ((number >> place & most) * 1.0 / most * 2.0 - 1.0) / sqrt(2.0)
			parts.append(part)
			rest -= part * part
		parts[largest] = sqrt(maxf(rest, 0.0))
4|		var x: float = parts[0]
4|		var y: float = parts[1]
4|		var z: float = parts[2]
4|		var w: float = parts[3]
4|		return Quaternion(x, y, z, w)
3|		return Quat(parts[0], parts[1], parts[2], parts[3])

	## Whether a message has so many more elements of at least [param size] bytes, and may have them.
4|	static func holds(
4|		bytes: PackedByteArray, at: int, count: int, size: int, fault: Array, most: int = 1048576
4|	) -> bool:
4|		var left: int = bytes.size() - at
3|	static func holds(
3|		buffer: StreamPeerBuffer, count: int, size: int, fault: Array, most: int = 1048576
3|	) -> bool:
3|		var at: int = buffer.get_position()
3|		var left: int = buffer.get_available_bytes()
		if not fault.is_empty():
			return false
		if size == 0:
4|			most = mini(most, 65536 + 32 * bytes.size())
3|			most = int(min(most, 65536 + 32 * buffer.get_size()))
		if count <= most and count * size <= left:
			return true
		too_many(fault, at, count, left, most)
		return false

	## Returns how many bytes numbers of a few bits each take.
	static func packed_size(count: int, bits: int) -> int:
		return (count >> 3) * bits + ((count & 7) * bits + 7 >> 3)

	## Writes numbers or bools in a few bits each, low first.
4|	static func put_packed(bytes: PackedByteArray, list: Array, bits: int) -> void:
4|		var at: int = room(bytes, packed_size(list.size(), bits))
3|	static func put_packed(buffer: StreamPeerBuffer, list: Array, bits: int) -> void:
		var waiting: int = 0
		var have: int = 0
		for item: int in list:
			waiting |= (int(item) & (1 << bits) - 1) << have
			have += bits
			while have >= 8:
4|				bytes[at] = waiting & 255
4|				at += 1
3|				buffer.put_u8(waiting & 255)
				waiting = waiting >> 8
				have -= 8
		if have > 0:
4|			bytes[at] = waiting
3|			buffer.put_u8(waiting)

	## Whether a message has so many more numbers of a few bits each, and may have them.
4|	static func holds_packed(
4|		bytes: PackedByteArray, at: int, count: int, bits: int, fault: Array, most: int = 1048576
4|	) -> bool:
4|		var left: int = bytes.size() - at
3|	static func holds_packed(
3|		buffer: StreamPeerBuffer, count: int, bits: int, fault: Array, most: int = 1048576
3|	) -> bool:
3|		var at: int = buffer.get_position()
3|		var left: int = buffer.get_available_bytes()
		if not fault.is_empty():
			return false
		if count <= most and packed_size(count, bits) <= left:
			return true
		too_many(fault, at, count, left, most)
		return false

	## Adds numbers of a few bits each to a list.
	## [param top] is the highest bit of signed ones, 0 of others, -1 of bools.
4|	static func take_packed(
4|		list: Array, bytes: PackedByteArray, at: int, count: int, bits: int, top: int, fault: Array
4|	) -> bool:
3|	static func take_packed(
3|		list: Array, buffer: StreamPeerBuffer, count: int, bits: int, top: int, fault: Array
3|	) -> bool:
		var waiting: int = 0
		var have: int = 0
		while count > 0:
			count -= 1
			while have < bits:
4|				waiting |= bytes[at] << have
4|				at += 1
3|				waiting |= buffer.get_u8() << have
				have += 8
			var number: int = waiting & (1 << bits) - 1
			waiting = waiting >> bits
			have -= bits
			if top < 0:
				list.append(number == 1)
			else:
				list.append((number ^ top) - top)
		if waiting != 0:
3|			var at: int = buffer.get_position()
			fail(fault, at - 1, [], "expected 0 in the bits after the last element")
			return false
		return true

	static func too_many(fault: Array, at: int, count: int, left: int, most: int) -> void:
		if most >= 0 and count > most:
			fail(fault, at, [], "expected at most %d elements or bytes, got %d" % [most, count])
		var what: String = "%d elements or bytes, got a message that ends %d bytes later"
		fail(fault, at, [], "expected " + what % [count, left])

4|	static func data_at(bytes: PackedByteArray, at: int, count: int, fault: Array) -> PackedByteArray:
4|		if at + count > bytes.size():
4|			ended(fault, bytes.size())
4|		return bytes.slice(at, at + count)
3|	static func data_at(buffer: StreamPeerBuffer, count: int, fault: Array) -> PoolByteArray:
3|		if count > buffer.get_available_bytes():
3|			ended(fault, buffer.get_size())
3|			return PoolByteArray()
3|		return take_data(buffer, count)

3|	static func take_data(buffer: StreamPeerBuffer, count: int) -> PoolByteArray:
3|		return buffer.get_data(count)[1] if count > 0 else PoolByteArray()

	## Returns a text of so many bytes.
4|	static func text_at(
4|		bytes: PackedByteArray, at: int, count: int, fault: Array, most: int = -1
4|	) -> String:
4|		if count > bytes.size() - at or most >= 0 and count > most:
4|			too_many(fault, at, count, bytes.size() - at, most)
4|			return ""
4|		var data: PackedByteArray = bytes.slice(at, at + count)
4|		var text: String = data.get_string_from_utf8()
4|		if text.to_utf8_buffer() != data:
4|			fail(fault, at, [], "expected UTF-8 without U+0000, got other bytes")
4|		return text
3|	static func text_at(
3|		buffer: StreamPeerBuffer, count: int, fault: Array, most: int = 1 << 62
3|	) -> String:
3|		if not holds(buffer, count, 1, fault, most):
3|			return ""
3|		var at: int = buffer.get_position()
3|		var data: PoolByteArray = take_data(buffer, count)
3|		var text: String = data.get_string_from_utf8()
3|		if Array(text.to_utf8()) != Array(data):
3|			fail(fault, at, [], "expected UTF-8 without U+0000, got other bytes")
3|		return text

3|	static func text(buffer: StreamPeerBuffer, fault: Array, most: int = 1 << 62) -> String:
3|		return text_at(buffer, varint(buffer, 9223372036854775807, fault), fault, most)

4|	## Returns where the 0 after a text is.
4|	static func end_of_text(bytes: PackedByteArray, at: int, most: int, fault: Array) -> int:
4|		var end: int = bytes.find(0, at) if at < bytes.size() else -1
4|		if end < 0:
4|			ended(fault, bytes.size())
4|		elif most >= 0 and end - at > most:
4|			fail(fault, at, [], "expected at most %d bytes, got %d" % [most, end - at])
4|		return end

3|	static func c_string(buffer: StreamPeerBuffer, most: int, fault: Array) -> String:
3|		var at: int = buffer.get_position()
3|		var count: int = 0
3|		while buffer.get_available_bytes() > 0:
3|			if buffer.get_u8() == 0:
3|				if most >= 0 and count > most:
3|					fail(fault, at, [], "expected at most %d bytes, got %d" % [most, count])
3|					return ""
3|				buffer.seek(at)
3|				var text: String = text_at(buffer, count, fault)
3|				buffer.seek(at + count + 1)
3|				return text
3|			count += 1
3|		ended(fault, buffer.get_size())
3|		return ""

4|	static func variant(bytes: PackedByteArray, at: int, count: int, fault: Array) -> Variant:
4|		if at + count > bytes.size():
4|			ended(fault, bytes.size())
4|			return null
4|		var data: PackedByteArray = bytes.slice(at, at + count)
4|		var value: Variant = bytes_to_var(data)
4|		if value == null and not (count == 4 and data[0] == 0):
3|	static func variant(buffer: StreamPeerBuffer, count: int, fault: Array):
3|		var at: int = buffer.get_position()
3|		if count > buffer.get_available_bytes():
3|			ended(fault, buffer.get_size())
3|			return null
3|		var data: PoolByteArray = take_data(buffer, count)
3|		var value = _Wire.decode(data)
3|		if value == null and not (count == 4 and data[0] == 0):
			fail(fault, at, [], "expected a Variant, got other bytes")
4|		elif data.decode_var_size(0) < count:
4|			fail(fault, at, [], "expected the end of a Variant, got more bytes")
		return value

	static func bytes_of_ipv4(text: String) -> PackedByteArray:
		var bytes: PackedByteArray = PackedByteArray([0, 0, 0, 0])
		var parts: PackedStringArray = text.split(".")
		for i: int in 4:
			bytes[i] = int(parts[i])
		return bytes

	static func bytes_of_ipv6(text: String) -> PackedByteArray:
		var halves: PackedStringArray = text.split("::")
		var before: Array = groups_of(halves[0])
		if halves.size() == 2:
			var after: Array = groups_of(halves[1])
			while before.size() + after.size() < 8:
				before.append(0)
			before += after
		var bytes: PackedByteArray = PackedByteArray(before + before)
		for i: int in 8:
			var group: int = before[i]
			bytes[2 * i] = group >> 8
			bytes[2 * i + 1] = group & 255
		return bytes

	## Returns the numbers of a part of an IPv6 address.
	static func groups_of(text: String) -> Array:
		var groups: Array = []
		if text == "":
			return groups
		for part: String in text.split(":"):
			if part.find(".") < 0:
				groups.append(("0x" + part).hex_to_int())
				continue
			var bytes: PackedByteArray = bytes_of_ipv4(part)
			groups.append(bytes[0] << 8 | bytes[1])
			groups.append(bytes[2] << 8 | bytes[3])
		return groups

	static func bytes_of_ip(text: String) -> PackedByteArray:
		var is_short: bool = text.find(":") < 0
		var bytes: PackedByteArray = PackedByteArray([4 if is_short else 6])
		bytes.append_array(bytes_of_ipv4(text) if is_short else bytes_of_ipv6(text))
		return bytes

	static func bytes_of_socket(text: String) -> PackedByteArray:
		var host: String = text.substr(0, text.rfind(":"))
		if host.begins_with("["):
			host = host.substr(1, host.length() - 2).split("%")[0]
		return bytes_of_ip(host)

	static func port_of(text: String) -> int:
		return int(text.substr(text.rfind(":") + 1))

	static func bytes_of_uuid(text: String) -> PackedByteArray:
		for mark: String in ["urn:uuid:", "{", "}", "-"]:
			text = text.replace(mark, "")
		var bytes: PackedByteArray = PackedByteArray()
		for i: int in 16:
			var byte: int = ("0x" + text.substr(2 * i, 2)).hex_to_int()
			bytes.append_array(PackedByteArray([byte]))
		return bytes

4|	static func len_of_ip(bytes: PackedByteArray, at: int, fault: Array) -> int:
4|		if at >= bytes.size():
4|			ended(fault, at)
4|			return 0
4|		var family: int = bytes[at]
3|	static func len_of_ip(buffer: StreamPeerBuffer, fault: Array) -> int:
3|		var at: int = buffer.get_position()
3|		if buffer.get_available_bytes() == 0:
3|			ended(fault, at)
3|			return 0
3|		var family: int = buffer.get_u8()
		if family != 4 and family != 6:
			fail(fault, at, [], "expected 4 or 6 before an address, got " + str(family))
		return 4 if family == 4 else 16

	static func ip_of(bytes: PackedByteArray) -> String:
		return ipv4_of(bytes) if bytes.size() == 4 else ipv6_of(bytes)

	static func ipv4_of(bytes: PackedByteArray) -> String:
		return "%d.%d.%d.%d" % Array(bytes)

	static func ipv6_of(bytes: PackedByteArray) -> String:
		var groups: Array = []
		for i: int in 8:
			groups.append(bytes[2 * i] << 8 | bytes[2 * i + 1])
4|		if groups.slice(0, 6) == [0, 0, 0, 0, 0, 65535]:
3|		if groups.slice(0, 5) == [0, 0, 0, 0, 0, 65535]:
4|			return "::ffff:" + ipv4_of(bytes.slice(12))
3|			return "::ffff:" + ipv4_of(bytes.subarray(12, 15))
		# The longest run of zeros, the first of several, is left out.
		var start: int = 8
		var count: int = 1
		for i: int in 8:
			var zeros: int = 0
			while i + zeros < 8 and groups[i + zeros] == 0:
				zeros += 1
			if zeros > count:
				start = i
				count = zeros
		var text: String = ""
		for i: int in 8:
			if i == start:
				text += "::"
			elif i < start or i >= start + count:
				if text != "" and not text.ends_with("::"):
					text += ":"
				text += "%x" % groups[i]
		return text

4|	static func socket_of(bytes: PackedByteArray, port: int) -> String:
3|	static func socket_of(bytes: PoolByteArray, port: int) -> String:
		var host: String = ip_of(bytes)
		return (host if bytes.size() == 4 else "[" + host + "]") + ":" + str(port)

	static func uuid_of(bytes: PackedByteArray) -> String:
		var text: String = bytes.hex_encode()
		for at: int in [20, 16, 12, 8]:
			text = text.insert(at, "-")
		return text

	## Notes a fault, unless there is one.
	static func fail(fault: Array, at: Variant, steps: Array, reason: String) -> void:
		if fault.is_empty():
4|			fault.append_array([reason, at] + steps)
3|			fault.append(reason)
3|			fault.append(at)
3|			for step in steps:
3|				fault.append(step)

	static func ended(fault: Array, at: int) -> void:
		fail(fault, at, [], "the message ends here")

	static func goes_on(fault: Array, at: int, size: int) -> void:
		fail(fault, at, [], "expected the end of the message, got %d more bytes" % (size - at))

4|	static func no_variant(fault: Array, bytes: PackedByteArray, at: int, name: String) -> void:
4|		if at >= bytes.size():
4|			ended(fault, bytes.size())
4|		else:
4|			fail(fault, at, [], "expected a variant of " + name + ", got " + str(bytes[at]))

	static func unknown(fault: Array, at: int, name: String, number: int) -> void:
		fail(fault, at, [], "expected a variant of " + name + ", got " + str(number))

4|	static func odd(fault: Array, at: int, steps: Array, expected: String, found: Variant) -> int:
3|	static func odd(fault: Array, at: int, steps: Array, expected: String, found) -> bool:
		fail(fault, at, steps, "expected " + expected + ", got " + str(found))
4|		return -1
3|		return false

	## Notes in which of some values a message ends. [param sizes] has the size and the step of each.
4|	static func cut(
4|		fault: Array, bytes: PackedByteArray, at: int, sizes: Array, steps: Array = []
4|	) -> int:
4|		var left: int = bytes.size() - at
4|		at = bytes.size()
3|	static func cut(fault: Array, buffer: StreamPeerBuffer, sizes: Array, steps: Array = []) -> bool:
3|		var left: int = buffer.get_available_bytes()
3|		var at: int = buffer.get_size()
		for i: int in range(0, sizes.size(), 2):
			if sizes[i] > left:
				fail(fault, at, [sizes[i + 1]] + steps, "the message ends here")
				break
			left -= sizes[i]
4|		return -1
3|		return false

4|	static func inside(fault: Array, steps: Array) -> int:
4|		fault.append_array(steps)
4|		return -1

	## Notes why a value cannot be written.
	static func unfit(fault: Array, steps: Array, reason: String) -> bool:
		fail(fault, null, steps, reason)
		return false

	static func other_type(expected: String, value: Variant) -> String:
4|		var found: String = "null" if value == null else type_string(typeof(value))
3|		var found: String = "null" if value == null else _Wire.TYPE_NAMES.split(" ")[typeof(value)]
		return "expected " + expected + ", got " + found

	static func beyond(number: int, low: int, high: int) -> String:
		return "expected int from %s to %s, got %s" % [low, high, number]
