## What all messages can do.
class Message:
	extends RefCounted

	## The value that travels. Every message has its own.
	func to_variant() -> Variant:
		return null


	## What [method to_variant] gives, as bytes: the payload of one packet. A debug build says by an
	## error what the other side would refuse.
	func to_bytes() -> PackedByteArray:
		var data: Variant = to_variant()
		if OS.is_debug_build():
			_verify(data)
		return var_to_bytes(data)


	## An error if [param _data] is no message of this class.
	func _verify(_data: Variant) -> void:
		pass


	func _to_string() -> String:
		return str(to_variant())
