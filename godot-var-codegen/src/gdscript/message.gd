## What all messages can do.
4|class Message:
4|	extends RefCounted
4|
4|	## The value that travels, for [code]put_var()[/code]. A debug build says by an error what the
4|	## other side would refuse.
3|class Message extends Reference:
3|	# The value that travels, for put_var(). A debug build says by an error what the other side
3|	# would refuse.
	func to_variant() -> Variant:
		var data: Variant = _write()
		if OS.is_debug_build():
			_verify(data)
		return data


4|	## What [method to_variant] gives, as bytes: the payload of one packet.
3|	# What to_variant() gives, as bytes: the payload of one packet.
	func to_bytes() -> PackedByteArray:
		return var_to_bytes(to_variant())


	## The value that travels, not checked. Every message has its own.
	func _write() -> Variant:
		return null


4|	## An error if [param _data] is no message of this class.
3|	# An error if data is no message of this class.
	func _verify(_data: Variant) -> void:
		pass


	func _to_string() -> String:
		return str(_write())
