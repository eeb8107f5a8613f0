# What all messages can do.
class Message extends Reference:
	# The value that travels. Every message has its own.
	func to_variant():
		return null


	# What to_variant() gives, as bytes: the payload of one packet.
	func to_bytes() -> PoolByteArray:
		return var2bytes(to_variant())


	func _to_string() -> String:
		return str(to_variant())
