## Checks texts with the rules of their types in Rust.
class _Texts:
	extends RefCounted

	static func is_ip(text: String) -> bool:
		return is_ipv4(text) or is_ipv6(text)

	static func is_ipv4(text: String) -> bool:
		var bytes: PackedStringArray = text.split(".")
		if bytes.size() != 4:
			return false
		for byte: String in bytes:
			if byte.length() > 3 or not _is_of(byte, "0123456789"):
				return false
			if byte.length() > 1 and byte.begins_with("0") or int(byte) > 255:
				return false
		return true

	static func is_ipv6(text: String) -> bool:
		var halves: PackedStringArray = text.split("::")
		if halves.size() == 1:
			return _groups(text, true) == 8
		if halves.size() != 2:
			return false
		var before: int = 0 if halves[0] == "" else _groups(halves[0], false)
		var after: int = 0 if halves[1] == "" else _groups(halves[1], true)
		return before + after < 8

	static func is_socket(text: String) -> bool:
		var colon: int = text.rfind(":")
		if colon < 0 or not _is_below(text.substr(colon + 1), 65536):
			return false
		var host: String = text.substr(0, colon)
		if not host.begins_with("[") or not host.ends_with("]"):
			return is_ipv4(host)
		var parts: PackedStringArray = host.substr(1, host.length() - 2).split("%")
		if parts.size() > 2 or parts.size() == 2 and not _is_below(parts[1], 4294967296):
			return false
		return is_ipv6(parts[0])

	static func is_uuid(text: String) -> bool:
		if text.length() == 32:
			return _is_of(text, "0123456789abcdefABCDEF")
		if text.length() == 45 and text.begins_with("urn:uuid:"):
			text = text.substr(9)
		elif text.length() == 38 and text.begins_with("{") and text.ends_with("}"):
			text = text.substr(1, 36)
		var lengths: Array = []
		for part: String in text.split("-"):
			if not _is_of(part, "0123456789abcdefABCDEF"):
				return false
			lengths.append(part.length())
		return lengths == [8, 4, 4, 4, 12]

	## Returns the number of groups in a part of an IPv6 address, or 99 if a group is invalid.
	static func _groups(text: String, may_end_in_ipv4: bool) -> int:
		var groups: PackedStringArray = text.split(":")
		var count: int = groups.size()
		for i: int in groups.size():
			var group: String = groups[i]
			if i == groups.size() - 1 and may_end_in_ipv4 and is_ipv4(group):
				count += 1
			elif group.length() > 4 or not _is_of(group, "0123456789abcdefABCDEF"):
				return 99
		return count

	static func _is_below(text: String, limit: int) -> bool:
		if not _is_of(text, "0123456789"):
			return false
		text = text.lstrip("0")
		return text.length() < 11 and int(text) < limit

	static func _is_of(text: String, letters: String) -> bool:
		for i: int in text.length():
			if letters.find(text[i]) < 0:
				return false
		return text != ""
