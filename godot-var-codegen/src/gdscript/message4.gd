## What all messages can do.
class Message:
	extends RefCounted

	## The value that travels. Every message has its own.
	func to_variant() -> Variant:
		return null


	## What [method to_variant] gives, as bytes: the payload of one packet.
	func to_bytes() -> PackedByteArray:
		return var_to_bytes(to_variant())


	func _to_string() -> String:
		return str(to_variant())
