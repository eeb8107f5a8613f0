	extends Reference

	# warning-ignore:unused_class_variable
	var key: int = 0
	# warning-ignore:unused_class_variable
	var life: int = 0
	# Of each state: the number of its packet, its tick, its kind.
	var sequences: Array = []
	var ticks: Array = []
	var kinds: Array = []
	var states: Array = []
	# The first states that a delta may change, and that may be shown.
	var kept: int = 0
	var first: int = 0
	# What comes next: the number of its packet, what it changes, its kind, the state.
	var sequence: int = -1
	var base: int = 0
	var kind: int = 0
	var state = null
	# warning-ignore:unused_class_variable
	var is_shown: bool = false
	# warning-ignore:unused_class_variable
	var has_ended: bool = false
	# What `sample()` returns.
	# warning-ignore:unused_class_variable
	var sample = null
	# warning-ignore:unused_class_variable
	var sample_kind: int = 0

	# Reads a new state of this one as it was back packets before. Returns -1, if there is a
	# fault or if it is not so simple.
	func change(
		new, of_kind: int, back: int, number: int, buffer: StreamPeerBuffer, fault: Array
	) -> bool:
		if sequence >= number:
			return false
		base = sequences.find(number - back, kept)
		if base < 0 or kinds[base] != of_kind:
			return false
		var is_read: bool = new._flat_change(states[base], buffer, fault)
		if is_read:
			sequence = number
			kind = of_kind
			state = new
		return is_read

	# Forgets what comes next.
	func undo() -> void:
		sequence = sequences[sequences.size() - 1]
		state = null

	# Takes over what comes next. shown is the tick that is shown.
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
			sequences = sequences.slice(spare, count)
			ticks = ticks.slice(spare, count)
			kinds = kinds.slice(spare, count)
			states = states.slice(spare, count)
			kept -= spare
			first -= spare
		sequences.append(sequence)
		ticks.append(tick)
		kinds.append(kind)
		states.append(state)
		state = null


# The entities of a world at a client: what a SnapshotServer of Rust sends. Each is a
# Thing.
##
# In the unreliable mode of the transport: give every packet to receive(), and send
# what send() returns, once a tick. In each frame call advance(), then
# sample() for each entity that was spawned.
##
# If receive() refuses every packet, the server may be of another schema: write this
# file again by godot-var generate. Compare LAYOUT when a client
# connects.
class ThingSnapshots:
	extends Reference

	# An entity appears. In a frame its states are those of sample().
	signal spawned(key, state)
	# An entity is gone, or out of sight.
	signal removed(key)
	# The server sends everything again. Just before, all entities were removed.
	signal begun_anew

	# Continues a state without news by what it contains, such as a velocity: is called with a
	# state of any kind that it may change, and the seconds after the newest state.
	# Set it: a state of the schema has extrapolate, which only Rust calls.
	var extrapolate: FuncRef = null
	# For how long.
	var max_extrapolation_msec: int = 250
	# How far the playback is behind the newest packet at most.
	var max_delay_msec: int = 500
	# After a rest, an entity starts to move this many ticks before its new state.
	var max_span: int = 8
	# How many entities there may be.
	var max_entities: int = 65536
	# How many states of an entity a delta may change: the same number as at the server.
	var versions: int = 32

	var _interval: float = 0.0
	var _epoch: int = -1
	# Whether packets of this epoch are dropped, until the next one begins.
	var _asks: bool = false
	# The number of the newest packet, or -1, and its tick.
	var _newest: int = -1
	var _tick: int = 0
	# Bit `j` is packet `_newest - j`. Before the first one, none can have arrived.
	var _received: int = 0
	var _first: int = 0
	var _taken: float = -1.0
	# The entities by the newest packets, and the packets that removed others.
	var _entities: Dictionary = {}
	var _tombstones: Dictionary = {}
	# What one packet brings.
	var _refusal: String = ""
	var _differs: bool = false
	var _is_judged: bool = false
	var _room: int = 0
	var _seen: Dictionary = {}
	var _changed: Array = []
	var _others: Array = []
	var _state = null
	# Entities as they are shown, and those that begin or end at later ticks.
	var _shown: Dictionary = {}
	var _next: Array = []
	var _next_ticks: Array = []
	# How many of them are done, and those of a packet, which come next.
	var _done: int = 0
	var _planned: Array = []
	var _most_next: int = 4096
	var _is_anew: bool = false
	# The time of each of the last packets without that of its tick, and the least of them.
	var _offsets: Array = []
	var _line: float = 0.0
	var _delay: float = 0.0
	# When the first packet arrived, the least of such times in the first second and after 5, the
	# number of packets then, and the ticks a second that follow.
	var _rate_start: float = -1.0
	var _rate_first: float = 0.0
	var _rate_last: float = 0.0
	var _rate_count: int = 0
	var _ticks: float = 0.0
	# The time that is shown, when it was, and its tick.
	var _time: float = 0.0
	var _time_at: float = -1.0
	var _shown_tick: float = -1.0
	# The newest input, those that are not confirmed, and what makes each of the next one.
	var _input: int = 0
	var _confirmed: int = 0
	var _inputs: Array = []
	var _deltas: Array = []
	var _fields: Array = []

	func _init(ticks_a_second: int):
		_interval = 1.0 / max(ticks_a_second, 1)
		_delay = 1.5 * _interval

	## Takes a packet that arrived at [code]OS.get_ticks_usec()[/code]. Returns an empty text, or
	# why it refuses the packet, which then has no effect.
	func receive(bytes: PoolByteArray, usec: int) -> String:
		var fault: Array = []
		var buffer: StreamPeerBuffer = _Flat.reader(bytes, false)
		var now: float = usec * 0.000001
		if bytes.size() < 3:
			return _text(_Flat.cut(fault, buffer, [1, "epoch", 2, "sequence"]), fault)
		var epoch: int = buffer.get_u8()
		var low: int = buffer.get_u16()
		var tick: int = _Flat.varint(buffer, 4294967295, fault)
		if not fault.empty():
			return _text(_Wire.inside(fault, ["tick"]), fault)
		if buffer.get_available_bytes() < 3:
			return _text(_Flat.cut(fault, buffer, [2, "input", 1, "lead"]), fault)
		var input: int = buffer.get_u16()
		buffer.seek(buffer.get_position() + 1)
		var ahead: int = 1 if _epoch < 0 else epoch - _epoch & 255
		var is_new: bool = ahead > 0 and ahead < 128
		var newest: int = -1 if is_new else _newest
		var number: int = 65536 + low
		if newest >= 0:
			number = newest + (low - newest + 32768 & 65535) - 32768
		var is_dropped: bool = ahead > 127 or _asks and not is_new
		var is_old: bool = ahead > 127 or not is_dropped and number + 32 < newest
		if not is_dropped and number <= newest:
			is_dropped = is_old or _received >> newest - number & 1 == 1
		_refusal = ""
		_differs = false
		if newest >= 0 and (tick < _tick if number > newest else tick > _tick):
			_refusal = "the packet of tick %d is out of order: the newest is of tick %d"
			_refusal = _refusal % [tick, _tick]
		_is_judged = not is_dropped and _refusal == ""
		var is_read: bool = _take_records(buffer, number, is_new, fault)
		if not is_read or is_dropped or _refusal != "":
			for entity in _changed:
				entity.undo()
			if not is_read:
				return _text(is_read, fault)
			if is_dropped:
				if is_old and _taken >= 0.0 and now - _taken > 10.0:
					# Nothing else comes: the server is another one, or has lost this client.
					_epoch = epoch
					_taken = now
					reset()
				return ""
			if _differs and number > newest:
				_epoch = epoch
				reset()
			return _refusal
		if is_new:
			_begin(epoch)
		for entity in _changed:
			entity.take(tick, versions, _shown_tick)
		for record in _others:
			_apply(record, number, tick)
		_plan(tick)
		_count(number, tick)
		_taken = now
		_confirm(_input - (_input - input & 65535))
		_arrived(now, tick)
		return ""

	# Makes the message of a tick: which packets arrived, and what the client does, with what the
	# server did not confirm yet.
	func send(input) -> PoolByteArray:
		var fault: Array = []
		if not input._flat_fits(fault, OS.is_debug_build()):
			push_error(_Wire.text("Steer", fault))
			return PoolByteArray()
		var fields: Array = []
		for name in ["stick", "fire"]:
			fields.append(SteerDelta.create({name: input.get(name)}).to_bytes())
		if not _inputs.empty():
			_deltas.append(_older(_fields, fields))
		if _inputs.size() == 12:
			_inputs.remove(0)
			_deltas.remove(0)
		var newest: PoolByteArray = input.to_bytes()
		_inputs.append(newest)
		_fields = fields
		if _input < 4294967295:
			_input += 1
		var flags: int = int(_newest >= 0) | int(_asks) << 1
		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
		buffer.put_u8(flags)
		if _newest >= 0:
			buffer.put_u8(_epoch)
			buffer.put_u16(_newest & 65535)
			buffer.put_u32(_received >> 1)
		_Flat.put_varint(buffer, _input)
		_Flat.put_data(buffer, newest)
		_Flat.put_varint(buffer, _deltas.size())
		for i in range(_deltas.size() - 1, -1, -1):
			_Flat.put_data(buffer, _deltas[i])
		return buffer.data_array

	# Moves the playback, and emits the signals of what happened. Call it in each frame with
	## [code]OS.get_ticks_usec()[/code].
	func advance(usec: int) -> void:
		var now: float = usec * 0.000001
		var is_known: bool = _time_at >= 0.0 or not _offsets.empty()
		var time: float = _time_of(now)
		if not _offsets.empty() and now > _time_at:
			_time = time
			_time_at = now
		if is_known:
			_shown_tick = time / _interval
		if _is_anew:
			_is_anew = false
			for key in _shown.keys():
				_erase(_shown, key)
				emit_signal("removed", key)
			emit_signal("begun_anew")
		while _done < _next.size() and _next_ticks[_done] <= _shown_tick:
			var entity: _Entity = _next[_done]
			_done += 1
			if entity.is_shown:
				_erase(_shown, entity.key)
				emit_signal("removed", entity.key)
			else:
				entity.is_shown = true
				_shown[entity.key] = entity
				var state = _message(sample(entity.key), entity.sample_kind)
				emit_signal("spawned", entity.key, state)
		_drop_done()

	# Returns what the state of an entity holds, as it is shown, or null if there is none. A state
	# that holds nothing is returned itself. It is the same object in each frame.
	func sample(key: int):
		var entity = _shown.get(key)
		if entity == null or _is_anew:
			return null
		var count: int = entity.ticks.size()
		var after: int = entity.ticks.bsearch(int(floor(_shown_tick)) + 1)
		var at: int = after if after <= entity.first else after - 1
		var kind: int = entity.kinds[at]
		if entity.sample == null or entity.sample_kind != kind:
			entity.sample = _made(kind)
			entity.sample_kind = kind
		var older = entity.states[at]
		entity.sample._flat_copy(older)
		if after == count:
			var seconds: float = (_shown_tick - entity.ticks[at]) * _interval
			if extrapolate != null and extrapolate.is_valid():
				seconds = clamp(seconds, 0.0, max_extrapolation_msec * 0.001)
				extrapolate.call_func(entity.sample, seconds)
		elif at < after and entity.kinds[after] == kind:
			var end: int = entity.ticks[after]
			var start: int = end - max_span
			if start < entity.ticks[at]:
				start = entity.ticks[at]
			if _shown_tick > start:
				var part: float = (_shown_tick - start) / (end - start)
				entity.sample._flat_blend(older, entity.states[after], part)
		return entity.sample

	# Returns what the newest state of an entity holds, before it is shown, or null. Do not change
	# it.
	func latest(key: int):
		var entity = _entities.get(key)
		return null if entity == null else entity.states[entity.states.size() - 1]

	# Returns the tick of the newest state of an entity, or -1.
	func tick_of(key: int) -> int:
		var entity = _entities.get(key)
		return -1 if entity == null else entity.ticks[entity.ticks.size() - 1]

	# Returns the number of the newest input that is part of what the server sent. The first input
	# has the number 1.
	func confirmed_input() -> int:
		return _confirmed

	# Returns the inputs after the confirmed one, at most 12, as the server reads them: replay them on
	# latest() to show what the player does without delay.
	func unconfirmed_inputs() -> Array:
		var inputs: Array = []
		for bytes in _inputs:
			inputs.append(Steer.from_bytes(bytes))
		return inputs

	# Returns how far the playback is behind the newest packet.
	func delay_msec() -> float:
		return _delay * 1000.0

	# Returns how many ticks a second arrive, if that differs from what this world was made for by
	# more than a tenth, or 0. It is known after 6 seconds.
	func other_ticks_a_second() -> float:
		return _ticks if abs(_ticks * _interval - 1.0) > 0.1 else 0.0

	# Forgets all states and asks the server to send everything again. Until that begins, entities
	# are shown.
	func reset() -> void:
		_newest = -1
		_entities.clear()
		_tombstones.clear()
		_asks = _epoch >= 0

	func _text(_is_read, fault: Array) -> String:
		return _Wire.text("SnapshotThing", fault)

	func _erase(table: Dictionary, key: int):
		if not table.erase(key):
			push_error("no entity %d" % key)

	# Reads and checks all records.
	func _take_records(buffer: StreamPeerBuffer, number: int, is_new: bool, fault: Array) -> bool:
		var count: int = _Flat.varint(buffer, 9223372036854775807, fault)
		if not _Flat.holds(buffer, count, 2, fault, 127):
			return _Wire.inside(fault, ["records"])
		var entities: Dictionary = _entities
		if is_new:
			entities = {}
		_room = max_entities - entities.size()
		_seen.clear()
		_changed.clear()
		_others.clear()
		for i in count:
			if buffer.get_available_bytes() < 1:
				return _Flat.cut(fault, buffer, [1, null], [i, "records"])
			var header: int = buffer.get_u8()
			var key: int = _Flat.varint(buffer, 4294967295, fault)
			if not fault.empty():
				return _Wire.inside(fault, ["key", i, "records"])
			var back: int = header & 31
			if header & 32 != 0:
				back = _Flat.varint(buffer, 65535, fault)
				if not fault.empty():
					return _Wire.inside(fault, ["far", i, "records"])
			var entity = entities.get(key)
			var life: int = 0
			var kind: int = 0
			var state = null
			if header & 64 != 0:
				if buffer.get_available_bytes() < 1:
					_Flat.ended(fault, buffer.get_size())
					return _Wire.inside(fault, ["life", "whole", i, "records"])
				life = buffer.get_u8()
				var place: int = buffer.get_position()
				kind = buffer.get_u8() if buffer.get_available_bytes() >= 1 else -1
				buffer.seek(place)
				if not _take_whole(buffer, fault):
					return _Wire.inside(fault, ["state", "whole", i, "records"])
				state = _state if _state.value == null else _state.value
			if header & 128 != 0:
				var place: int = buffer.get_position()
				kind = buffer.get_u8() if buffer.get_available_bytes() >= 1 else -1
				state = _made(kind)
				if state == null:
					if fault.empty() and kind < 0:
						_Flat.ended(fault, buffer.get_size())
					elif fault.empty():
						_Flat.unknown(fault, place, "ThingDelta", kind)
					return _Wire.inside(fault, ["delta", i, "records"])
				# Without a call for the usual ones.
				var is_delta: bool = header > 128 and header < 160 or _is_delta(header, back)
				if is_delta and entity != null and _is_judged and not _seen.has(key):
					var start: int = buffer.get_position()
					if entity.change(state, kind, back, number, buffer, fault):
						_changed.append(entity)
						continue
					buffer.seek(start)
				if not fault.empty() or not state._flat_change(state, buffer, fault):
					return _Wire.inside(fault, ["delta", i, "records"])
			if _is_judged:
				var newest: int = -1
				if entity != null:
					newest = entity.sequences[entity.sequences.size() - 1]
				elif not is_new and _tombstones.has(key):
					newest = _tombstones[key]
				var record: Array = [key, life, kind, state]
				_refusal = _judge(record, header, back, entity, newest, number)
				_is_judged = _refusal == ""
		if buffer.get_available_bytes() > 0:
			_Flat.goes_on(fault, buffer.get_position(), buffer.get_size())
		return fault.empty()

	func _is_delta(header: int, back: int) -> bool:
		return header > 128 and header < 160 or header == 160 and back > 31 and back < 16384

	# Returns why a record is refused. One that is not a delta is kept for when all are read.
	func _judge(record: Array, header: int, back: int, entity, newest: int, number: int) -> String:
		var key: int = record[0]
		if _seen.has(key) or entity != null and entity.sequence == number:
			return "entity %d is in the packet twice" % key
		_seen[key] = number
		if header & 64 != 0 and entity == null:
			_room -= 1
			if _room < 0:
				return "there are more than %d entities; raise `max_entities`" % max_entities
		var entity_name: String = "entity %d: " % key
		if header != 0 and header != 64 and not _is_delta(header, back):
			return entity_name + "a record has a whole state, a delta on one packet, or neither"
		if number <= newest:
			return ""
		if header < 128:
			_others.append(record)
			return ""
		_differs = true
		var anew: String = "; the client starts again"
		if entity == null or entity.sequences.find(number - back, entity.kept) < 0:
			return entity_name + "the state that the delta changes is missing" + anew
		return entity_name + "the delta is of another variant" + anew

	# Takes over a whole state or an absence.
	func _apply(record: Array, number: int, tick: int):
		var key: int = record[0]
		var life: int = record[1]
		var entity = _entities.get(key)
		if entity != null and (record[3] == null or entity.life != life):
			entity.has_ended = true
			_put_next(entity, tick)
			_erase(_entities, key)
			entity = null
		if record[3] == null:
			_tombstones[key] = number
			return
		var begins: bool = entity == null
		if begins:
			entity = _Entity.new()
			entity.key = key
			entity.life = life
			_entities[key] = entity
			if _tombstones.has(key):
				_erase(_tombstones, key)
		entity.sequence = number
		entity.kind = record[2]
		entity.state = record[3]
		entity.base = 0
		entity.take(tick, versions, _shown_tick)
		if begins:
			_put_next(entity, tick)

	# An entity begins or ends at a tick.
	func _put_next(entity, tick: int):
		_planned.append(entity)
		if _next.size() - _done + _planned.size() > _most_next:
			_plan(tick)
			_drop_unseen()
			_most_next = 4096 + 2 * _next.size()

	# Puts those of a packet in order, all at once.
	func _plan(tick: int) -> void:
		var more: int = _planned.size()
		if more == 0:
			return
		_drop_done()
		var at: int = _next_ticks.bsearch(tick + 1)
		var count: int = _next.size()
		_resize_next(count + more)
		for i in range(count - 1, at - 1, -1):
			_next[i + more] = _next[i]
			_next_ticks[i + more] = _next_ticks[i]
		for i in more:
			_next[at + i] = _planned[i]
			_next_ticks[at + i] = tick
		_planned.clear()

	# Lives that have ended and were never shown never will be.
	func _drop_unseen() -> void:
		var kept: int = 0
		for i in _next.size():
			if _next[i].is_shown or not _next[i].has_ended:
				_next[kept] = _next[i]
				_next_ticks[kept] = _next_ticks[i]
				kept += 1
		_resize_next(kept)

	# Cuts off what is done, also if somebody who hears a signal calls this world.
	func _drop_done() -> void:
		var last: int = _next.size() - 1
		if _done > last:
			_resize_next(0)
		elif _done > 0:
			_next = _next.slice(_done, last)
			_next_ticks = _next_ticks.slice(_done, last)
		_done = 0

	func _resize_next(count: int) -> void:
		_next.resize(count)
		_next_ticks.resize(count)

	# A packet was applied, and will be confirmed.
	func _count(number: int, tick: int):
		if _newest < 0:
			_newest = number
			_first = number
			_received = 0
			_tick = tick
		if number > _newest:
			_received = _received << number - _newest & 8589934591 if number - _newest < 33 else 0
			_newest = number
			_tick = tick
		_received |= 1 << _newest - number
		if number < _first:
			_first = number
		for key in _tombstones.keys():
			if _tombstones[key] + 32 < _newest:
				_erase(_tombstones, key)

	func _confirm(input: int):
		if input <= _confirmed:
			return
		_confirmed = input
		while _inputs.size() > _input - input:
			_inputs.remove(0)
			if not _deltas.empty():
				_deltas.remove(0)

	# An epoch begins.
	func _begin(epoch: int):
		if _epoch >= 0:
			_is_anew = true
			_done = 0
			_next.clear()
			_next_ticks.clear()
			_offsets.clear()
			_line = 0.0
			_delay = 1.5 * _interval
			_rate_start = -1.0
			_ticks = 0.0
			_time_at = -1.0
			_shown_tick = -1.0
		_epoch = epoch
		reset()
		_asks = false

	# A packet arrived: finds the delay that covers the usual jitter and losses.
	func _arrived(now: float, tick: int):
		if _offsets.size() == 64:
			_offsets.remove(0)
		_measure(now, now - tick * _interval)
		_offsets.append(now - tick * _interval)
		var sorted: Array = _offsets.duplicate()
		sorted.sort()
		_line = sorted[0]
		var late: float = sorted[int(sorted.size() * 95 / 100.0)]
		var known: int = _newest - _first + 1
		if known > 33:
			known = 33
		var missing: int = ~_received & (1 << known) - 1
		var losses: float = 0.0
		while missing != 0:
			missing &= missing - 1
			losses += 1.0
		var intervals: float = 0.0
		if losses >= 0.9 * known:
			intervals = 4.0
		elif losses >= 0.02 * known:
			intervals = clamp(ceil(log(0.01) / log(losses / known)) - 1.0, 0.0, 4.0)
		_delay = max(1.5 * _interval, late - _line + _interval) + intervals * _interval
		_delay = min(_delay, max_delay_msec * 0.001)

	# Compares the ticks that arrive with those that this world was made for, once.
	func _measure(now: float, offset: float):
		if _ticks > 0.0:
			return
		if _rate_start < 0.0:
			_rate_start = now
			_rate_first = offset
			_rate_last = INF
			_rate_count = 0
		var passed: float = now - _rate_start
		if passed < 1.0:
			_rate_first = min(_rate_first, offset)
		elif passed >= 5.0 and passed < 6.0:
			_rate_last = min(_rate_last, offset)
			_rate_count += 1
		elif passed >= 6.0 and _rate_count < 5:
			_rate_start = -1.0
		elif passed >= 6.0:
			_ticks = (1.0 - (_rate_last - _rate_first) / 5.0) / _interval
			if other_ticks_a_second() > 0.0:
				var advice: String = "pass the server's number to ThingSnapshots.new()"
				var rates: Array = [_ticks, 1.0 / _interval, advice]
				push_warning("%.1f ticks a second arrive, %.1f are expected: %s" % rates)

	# Returns the time of the server that is shown at a time. It runs 5 % faster or slower than
	# the real one to get where it should be, and jumps if it is far behind.
	func _time_of(now: float) -> float:
		var aim: float = now - _line - _delay
		if _time_at < 0.0:
			return aim
		var passed: float = now - _time_at if now > _time_at else 0.0
		var late: float = aim - _time - passed
		if late > 0.25:
			return aim
		return _time + passed + clamp(late, -0.05 * passed, 0.05 * passed)

	# Returns the fields of an input that the next one changes.
	func _older(older: Array, newer: Array) -> PoolByteArray:
		var bytes: PoolByteArray = PoolByteArray([0])
		for i in older.size():
			if older[i].hex_encode() == newer[i].hex_encode():
				continue
			for j in 1:
				bytes[j] |= older[i][j]
			for j in range(1, older[i].size()):
				bytes.append(older[i][j])
		return bytes

	func _made(kind: int):
		match kind:
			1:
				return Player.new()
			2:
				return Rocket.new()
			7:
				return Thing.new(Thing.Kind.FLAG)
		return null

	func _message(state, kind: int):
		match kind:
			1:
				return Thing.new(Thing.Kind.PLAYER, state)
			2:
				return Thing.new(Thing.Kind.ROCKET, state)
		return state

	func _take_whole(buffer: StreamPeerBuffer, fault: Array) -> bool:
		_state = Thing._flat_made(buffer, fault)
		if _state == null:
			return false
		if not _state._flat_take(buffer, fault):
			return false
		return true


# Helpers of flat messages.
