# What all messages can do.
class Message extends Reference:
	# The value that travels, for put_var(). A debug build says by an error what the other side
	# would refuse.
	func to_variant():
		var data = _write()
		if OS.is_debug_build():
			_verify(data)
		return data


	# What to_variant() gives, as bytes: the payload of one packet.
	func to_bytes() -> PoolByteArray:
		return var2bytes(to_variant())


	# The value that travels, not checked. Every message has its own.
	func _write():
		return null


	# An error if data is no message of this class.
	func _verify(_data) -> void:
		pass


	func _to_string() -> String:
		return str(_write())
