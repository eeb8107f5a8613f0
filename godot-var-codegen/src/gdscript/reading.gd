## Reads {a} {class}; null and an error when [param {data}] is none.
4|static func from_variant({data}: Variant) -> {class}:
3|static func from_variant({data}):
	var {fault}: Array = []
4|	var {message}: {class} = _read({data}, {fault})
3|	var {message} = _read({data}, {fault})
	if {message} == null:
		_Wire.report("{class}", {fault})
	return {message}


## Reads {a} {class} from the bytes of one packet.
4|static func from_bytes({bytes}: PackedByteArray) -> {class}:
4|	return from_variant(bytes_to_var({bytes}))
3|static func from_bytes({bytes}: PoolByteArray):
3|	return from_variant(_Wire.decode({bytes}))


## Why [param {data}] is no {class}; empty when it is one.
static func check({data}: Variant) -> String:
	var {fault}: Array = []
	return _Wire.text({fault}) if _read({data}, {fault}) == null else ""


func _verify({data}: Variant) -> void:
	var {fault}: Array = []
	if _read({data}, {fault}) == null:
		_Wire.report("{class}", {fault})
