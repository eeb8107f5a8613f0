## What all messages can do.
class Message:
	extends RefCounted

	## The value that travels, for [code]put_var()[/code]. A debug build says by an error what the
	## other side would refuse.
	func to_variant() -> Variant:
		var data: Variant = _write()
		if OS.is_debug_build():
			_verify(data)
		return data


	## What [method to_variant] gives, as bytes: the payload of one packet.
	func to_bytes() -> PackedByteArray:
		return var_to_bytes(to_variant())


	## The value that travels, not checked. Every message has its own.
	func _write() -> Variant:
		return null


	## An error if [param _data] is no message of this class.
	func _verify(_data: Variant) -> void:
		pass


	func _to_string() -> String:
		return str(_write())
