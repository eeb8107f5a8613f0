## The states of an entity from its insertion to its removal.
class _Entity:
	extends RefCounted

3|	# warning-ignore:unused_class_variable
	var key: int = 0
3|	# warning-ignore:unused_class_variable
	var life: int = 0
	# Of each state: the number of its packet, its tick, its kind.
4|	var sequences: PackedInt64Array = PackedInt64Array()
4|	var ticks: PackedInt64Array = PackedInt64Array()
4|	var kinds: PackedInt64Array = PackedInt64Array()
4|	var states: Array[Message] = []
3|	var sequences: Array = []
3|	var ticks: Array = []
3|	var kinds: Array = []
3|	var states: Array = []
	# The first states that a delta may change, and that may be shown.
	var kept: int = 0
	var first: int = 0
	# What comes next: the number of its packet, what it changes, its kind, the state.
	var sequence: int = -1
	var base: int = 0
	var kind: int = 0
4|	var state: Message = null
3|	var state = null
3|	# warning-ignore:unused_class_variable
	var is_shown: bool = false
3|	# warning-ignore:unused_class_variable
	var has_ended: bool = false
	# What `sample()` returns.
4|	var sample: Message = null
3|	# warning-ignore:unused_class_variable
3|	var sample = null
3|	# warning-ignore:unused_class_variable
	var sample_kind: int = 0

	## Reads a new state of this one as it was [param back] packets before. Returns -1, if there is a
	## fault or if it is not so simple.
4|	func change(
4|		new: Message,
4|		of_kind: int,
4|		back: int,
4|		number: int,
4|		bytes: PackedByteArray,
4|		at: int,
4|		fault: Array
4|	) -> int:
3|	func change(
3|		new, of_kind: int, back: int, number: int, buffer: StreamPeerBuffer, fault: Array
3|	) -> bool:
		if sequence >= number:
4|			return -1
3|			return false
		base = sequences.find(number - back, kept)
		if base < 0 or kinds[base] != of_kind:
4|			return -1
3|			return false
4|		var end: int = new._flat_change(states[base], bytes, at, fault)
4|		if end >= 0:
3|		var is_read: bool = new._flat_change(states[base], buffer, fault)
3|		if is_read:
			sequence = number
			kind = of_kind
			state = new
4|		return end
3|		return is_read

	## Forgets what comes next.
	func undo() -> void:
		sequence = sequences[sequences.size() - 1]
		state = null

	## Takes over what comes next. [param shown] is the tick that is shown.
	func take(tick: int, versions: int, shown: float) -> void:
		var count: int = sequences.size()
		if base > kept:
			kept = base
		if count - kept >= versions:
			kept += 1
		while first + 1 < count and ticks[first + 1] <= shown:
			first += 1
		if count - first > 63:
			first += 1
		if kept > 7 and first > 7:
			var spare: int = kept if kept < first else first
4|			sequences = sequences.slice(spare)
4|			ticks = ticks.slice(spare)
4|			kinds = kinds.slice(spare)
4|			states = states.slice(spare)
3|			sequences = sequences.slice(spare, count)
3|			ticks = ticks.slice(spare, count)
3|			kinds = kinds.slice(spare, count)
3|			states = states.slice(spare, count)
			kept -= spare
			first -= spare
4|		if sequences.append(sequence) or ticks.append(tick) or kinds.append(kind):
4|			push_error("no room for a state")
3|		sequences.append(sequence)
3|		ticks.append(tick)
3|		kinds.append(kind)
		states.append(state)
		state = null
