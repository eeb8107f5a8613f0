## Returns the bytes for [code]put_packet()[/code].
func to_bytes() -> PackedByteArray:
	return to_flat()
