## What was read of a value already, and of its parts: an untagged enum may look at a value more than
## once. Its readers share this, so that each reads it once.
class _Seen:
	extends RefCounted

	## By the class: a message, or null if the value is none.
	var messages: Dictionary = {}
	var parts: Dictionary = {}

	## The same for a part of the value.
	func at(key: Variant) -> _Seen:
		if not parts.has(key):
			parts[key] = _Seen.new()
		return parts[key]
