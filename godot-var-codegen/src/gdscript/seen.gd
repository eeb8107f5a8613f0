## What was read of a value already, and of its parts: an untagged enum may look at a value more than
## once. Its readers share this, so that each reads it once.
4|class _Seen:
4|	extends RefCounted
4|
3|class _Seen extends Reference:
	## By the class: a message, or null if the value is none.
3|	# warning-ignore:unused_class_variable
	var messages: Dictionary = {}
	var parts: Dictionary = {}

	## The same for a part of the value.
4|	func at(key: Variant) -> _Seen:
3|	func at(key):
		if not parts.has(key):
			parts[key] = _Seen.new()
		return parts[key]
