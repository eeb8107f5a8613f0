# What all messages can do.
class Message extends Reference:
	# The value that travels. Every message has its own.
	func to_variant():
		return null


	# What to_variant() gives, as bytes: the payload of one packet. A debug build says by an error
	# what the other side would refuse.
	func to_bytes() -> PoolByteArray:
		var data = to_variant()
		if OS.is_debug_build():
			_verify(data)
		return var2bytes(data)


	# An error if data is no message of this class.
	func _verify(_data) -> void:
		pass


	func _to_string() -> String:
		return str(to_variant())
