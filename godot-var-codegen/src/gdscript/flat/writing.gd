## Returns the bytes for [code]put_packet()[/code].
func to_bytes() -> PackedByteArray:
	return to_flat()

## A flat message has no form as a Variant.
func to_variant() -> Variant:
	push_error(_Wire.name_of(get_script()) + " is a flat message, without a form as a Variant")
	return null
