4|## The message as [code]{class}[/code]; null if it is another variant.
4|func {name}() -> {class}:
4|	return self as {class}
3|# The message as {class}; null if it is another variant.
3|func {name}():
3|	if kind == Kind.{constant}:
3|		return self
3|	return null
