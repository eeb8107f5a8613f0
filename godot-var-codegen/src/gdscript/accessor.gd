4|func {name}() -> {class}:
4|	return self as {class}
3|func {name}():
3|	return self if kind == Kind.{constant} else null
