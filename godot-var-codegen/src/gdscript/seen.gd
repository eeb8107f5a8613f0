## The results for a value that was read before, and for its parts. Variants of an untagged enum may
## read a value more than once.
class _Seen:
	extends RefCounted

	## A message by its class, or null if the value is not one.
3|	# warning-ignore:unused_class_variable
	var messages: Dictionary = {}
	var parts: Dictionary = {}

	## The results for a part of the value.
4|	func at(key: Variant) -> _Seen:
3|	func at(key):
		if not parts.has(key):
			parts[key] = _Seen.new()
		return parts[key]
