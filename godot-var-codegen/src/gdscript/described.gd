	func _to_string() -> String:
		return _Wire.described(self)

