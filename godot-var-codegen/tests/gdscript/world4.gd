	extends RefCounted

	var key: int = 0
	var life: int = 0
	# Of each state: the number of its packet, its tick, its kind.
	var sequences: PackedInt64Array = PackedInt64Array()
	var ticks: PackedInt64Array = PackedInt64Array()
	var kinds: PackedInt64Array = PackedInt64Array()
	var states: Array[Message] = []
	# The first states that a delta may change, and that may be shown.
	var kept: int = 0
	var first: int = 0
	# What comes next: the number of its packet, what it changes, its kind, the state.
	var sequence: int = -1
	var base: int = 0
	var kind: int = 0
	var state: Message = null
	var is_shown: bool = false
	var has_ended: bool = false
	# What `sample()` returns.
	var sample: Message = null
	var sample_kind: int = 0

	## Reads a new state of this one as it was [param back] packets before. Returns -1, if there is a
	## fault or if it is not so simple.
	func change(
		new: Message,
		of_kind: int,
		back: int,
		number: int,
		bytes: PackedByteArray,
		at: int,
		fault: Array
	) -> int:
		if sequence >= number:
			return -1
		base = sequences.find(number - back, kept)
		if base < 0 or kinds[base] != of_kind:
			return -1
		var end: int = new._flat_change(states[base], bytes, at, fault)
		if end >= 0:
			sequence = number
			kind = of_kind
			state = new
		return end

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
			sequences = sequences.slice(spare)
			ticks = ticks.slice(spare)
			kinds = kinds.slice(spare)
			states = states.slice(spare)
			kept -= spare
			first -= spare
		if sequences.append(sequence) or ticks.append(tick) or kinds.append(kind):
			push_error("no room for a state")
		states.append(state)
		state = null


## Shows the packets of worlds in the editor: see [code]godot-var generate addon[/code].
class _Watched:
	extends RefCounted

	## How many entities of a packet are shown.
	const MOST: int = 40

	## Shows a packet that arrived, each entity as a field. [param message] is null for bytes that are
	## no packet.
	static func packet(
		message: Message, called: String, bytes: PackedByteArray, error: String
	) -> void:
		var fields: Array = []
		if message != null:
			# The last member has the records.
			fields = Array(_Wire.fields_of(message, 0).slice(0, -1))
			var records: Array = message.get("records")
			for record: Message in records.slice(0, MOST):
				fields.append(_entity(record))
			if records.size() > MOST:
				fields.append("more=%d entities" % (records.size() - MOST))
		_Wire.show(false, called, PackedStringArray(fields), bytes, error)

	static func _entity(record: Message) -> String:
		var far: Variant = record.get("far")
		var back: int = record.get("near") if far == null else far
		var whole: Message = record.get("whole")
		var delta: Message = record.get("delta")
		var text: String = "entity %d=" % record.get("key")
		if back == 0 and whole == null and delta == null:
			return text + "gone, or out of sight"
		if back == 0 and whole != null and delta == null:
			var state: Message = whole.get("state")
			var content: Message = _content(state)
			var values: Array = [] if content == null else Array(_Wire.fields_of(content, 5))
			return text + _described(state, "whole", values)
		if back > 0 and whole == null and delta != null:
			var content: Message = _content(delta)
			var changes: Dictionary = {} if content == null else content.get("changes")
			var values: Array = []
			for name: String in changes:
				values.append(name + "=" + _Wire.text_of(changes[name], 5))
			return text + _described(delta, "changed since the packet %d before" % back, values)
		return text + "neither a whole state, nor a delta on one packet, nor gone"

	## Returns the variant of an enum, or an empty text for a struct.
	static func _variant(state: Message) -> String:
		return _Wire.name_of(state).get_extension()

	## Returns what the variant of an enum holds, or a struct itself.
	static func _content(state: Message) -> Message:
		return state if _variant(state).is_empty() else state.get("value")

	static func _described(state: Message, what: String, values: Array) -> String:
		var variant: String = _variant(state)
		var text: String = what if variant.is_empty() else variant + ", " + what
		return text if values.is_empty() else text + ": " + ", ".join(PackedStringArray(values))


## The entities of a world at a client: what a SnapshotServer of Rust sends. Each is a
## Thing.
##
## In the unreliable mode of the transport: give every packet to [code]receive()[/code], and send
## what [code]send()[/code] returns, once a tick. In each frame call [code]advance()[/code], then
## [code]sample()[/code] for each entity that was [code]spawned[/code].
##
## If [code]receive()[/code] refuses every packet, the server may be of another schema: write this
## file again by [code]godot-var generate[/code]. Compare [code]LAYOUT[/code] when a client
## connects.
class ThingSnapshots:
	extends RefCounted

	## An entity appears. In a frame its states are those of [code]sample()[/code].
	signal spawned(key: int, state: Thing)
	## An entity is gone, or out of sight.
	signal removed(key: int)
	## The server sends everything again. Just before, all entities were removed.
	signal begun_anew

	## Continues a state without news by what it contains, such as a velocity: is called with a
	## state of any kind that it may change, and the seconds after the newest state.
	## Set it: a state of the schema has [code]extrapolate[/code], which only Rust calls.
	var extrapolate: Callable = Callable()
	## For how long.
	var max_extrapolation_msec: int = 250
	## How far the playback is behind the newest packet at most.
	var max_delay_msec: int = 500
	## After a rest, an entity starts to move this many ticks before its new state.
	var max_span: int = 8
	## How many entities there may be.
	var max_entities: int = 65536
	## How many states of an entity a delta may change: the same number as at the server.
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
	var _entities: Dictionary[int, _Entity] = {}
	var _tombstones: Dictionary[int, int] = {}
	# What one packet brings.
	var _refusal: String = ""
	var _differs: bool = false
	var _is_judged: bool = false
	var _room: int = 0
	var _seen: Dictionary[int, int] = {}
	var _changed: Array[_Entity] = []
	var _others: Array = []
	var _state: Thing = null
	# Entities as they are shown, and those that begin or end at later ticks.
	var _shown: Dictionary[int, _Entity] = {}
	var _next: Array[_Entity] = []
	var _next_ticks: PackedInt64Array = PackedInt64Array()
	# How many of them are done, and those of a packet, which come next.
	var _done: int = 0
	var _planned: Array[_Entity] = []
	var _most_next: int = 4096
	var _is_anew: bool = false
	# The time of each of the last packets without that of its tick, and the least of them.
	var _offsets: PackedFloat64Array = PackedFloat64Array()
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
	var _inputs: Array[PackedByteArray] = []
	var _deltas: Array[PackedByteArray] = []
	var _fields: Array[PackedByteArray] = []

	func _init(ticks_a_second: int) -> void:
		_interval = 1.0 / maxi(ticks_a_second, 1)
		_delay = 1.5 * _interval

	## Takes a packet that arrived at [code]Time.get_ticks_usec()[/code]. Returns an empty text, or
	## why it refuses the packet, which then has no effect.
	func receive(bytes: PackedByteArray, usec: int) -> String:
		var error: String = _take_packet(bytes, usec)
		if OS.is_debug_build() and _Wire.is_watched():
			_Watched.packet(
				SnapshotThing.new()._flat_read(bytes, []), "SnapshotThing", bytes, error
			)
		return error

	func _take_packet(bytes: PackedByteArray, usec: int) -> String:
		var fault: Array = []
		var now: float = usec * 0.000001
		if bytes.size() < 3:
			return _text(_Flat.cut(fault, bytes, 0, [1, "epoch", 2, "sequence"]), fault)
		var epoch: int = bytes[0]
		var low: int = bytes.decode_u16(1)
		var tick: int = _Flat.varint(bytes, 3, 4294967295, fault)
		if not fault.is_empty():
			return _text(_Flat.inside(fault, ["tick"]), fault)
		var at: int = 3 + _Flat.varint_size(tick)
		if at + 3 > bytes.size():
			return _text(_Flat.cut(fault, bytes, at, [2, "input", 1, "lead"]), fault)
		var input: int = bytes.decode_u16(at)
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
		var is_read: bool = _take_records(bytes, at + 3, number, is_new, fault) >= 0
		if not is_read or is_dropped or _refusal != "":
			for entity: _Entity in _changed:
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
		for entity: _Entity in _changed:
			entity.take(tick, versions, _shown_tick)
		for record: Array in _others:
			_apply(record, number, tick)
		_plan(tick)
		_count(number, tick)
		_taken = now
		_confirm(_input - (_input - input & 65535))
		_arrived(now, tick)
		return ""

	## Makes the message of a tick: which packets arrived, and what the client does, with what the
	## server did not confirm yet.
	func send(input: Steer) -> PackedByteArray:
		var fault: Array = []
		if not input._flat_fits(fault, OS.is_debug_build()):
			push_error(_Wire.text("Steer", fault))
			return PackedByteArray()
		var fields: Array[PackedByteArray] = []
		for name: String in ["stick", "fire"]:
			var field: PackedByteArray = PackedByteArray()
			SteerDelta.create({name: input.get(name)})._flat_append(field)
			fields.append(field)
		if not _inputs.is_empty():
			_deltas.append(_older(_fields, fields))
		if _inputs.size() == 12:
			_inputs.remove_at(0)
			_deltas.remove_at(0)
		var newest: PackedByteArray = PackedByteArray()
		input._flat_append(newest)
		_inputs.append(newest)
		_fields = fields
		if _input < 4294967295:
			_input += 1
		var flags: int = int(_newest >= 0) | int(_asks) << 1
		var bytes: PackedByteArray = PackedByteArray([flags])
		if _newest >= 0:
			var at: int = _Flat.room(bytes, 7)
			bytes[at] = _epoch
			bytes.encode_u16(at + 1, _newest & 65535)
			bytes.encode_u32(at + 3, _received >> 1)
		_Flat.put_varint(bytes, _input)
		bytes.append_array(newest)
		_Flat.put_varint(bytes, _deltas.size())
		for i: int in range(_deltas.size() - 1, -1, -1):
			bytes.append_array(_deltas[i])
		if OS.is_debug_build() and _Wire.is_watched():
			_Wire.watch(true, ClientMessageSteer.new()._flat_read(bytes, []), bytes, "")
		return bytes

	## Moves the playback, and emits the signals of what happened. Call it in each frame with
	## [code]Time.get_ticks_usec()[/code].
	func advance(usec: int) -> void:
		var now: float = usec * 0.000001
		var is_known: bool = _time_at >= 0.0 or not _offsets.is_empty()
		var time: float = _time_of(now)
		if not _offsets.is_empty() and now > _time_at:
			_time = time
			_time_at = now
		if is_known:
			_shown_tick = time / _interval
		if _is_anew:
			_is_anew = false
			for key: int in _shown.keys():
				_erase(_shown, key)
				removed.emit(key)
			begun_anew.emit()
		while _done < _next.size() and _next_ticks[_done] <= _shown_tick:
			var entity: _Entity = _next[_done]
			_done += 1
			if entity.is_shown:
				_erase(_shown, entity.key)
				removed.emit(entity.key)
			else:
				entity.is_shown = true
				_shown[entity.key] = entity
				spawned.emit(entity.key, _message(sample(entity.key), entity.sample_kind))
		_drop_done()

	## Returns what the state of an entity holds, as it is shown, or null if there is none. A state
	## that holds nothing is returned itself. It is the same object in each frame.
	func sample(key: int) -> Message:
		var entity: _Entity = _shown.get(key)
		if entity == null or _is_anew:
			return null
		var count: int = entity.ticks.size()
		var after: int = entity.ticks.bsearch(floori(_shown_tick) + 1)
		var at: int = after if after <= entity.first else after - 1
		var kind: int = entity.kinds[at]
		if entity.sample == null or entity.sample_kind != kind:
			entity.sample = _made(kind)
			entity.sample_kind = kind
		var older: Message = entity.states[at]
		entity.sample._flat_copy(older)
		if after == count:
			var seconds: float = (_shown_tick - entity.ticks[at]) * _interval
			if extrapolate.is_valid():
				seconds = clampf(seconds, 0.0, max_extrapolation_msec * 0.001)
				extrapolate.call(entity.sample, seconds)
		elif at < after and entity.kinds[after] == kind:
			var end: int = entity.ticks[after]
			var start: int = end - max_span
			if start < entity.ticks[at]:
				start = entity.ticks[at]
			if _shown_tick > start:
				var part: float = (_shown_tick - start) / (end - start)
				entity.sample._flat_blend(older, entity.states[after], part)
		return entity.sample

	## Returns what the newest state of an entity holds, before it is shown, or null. Do not change
	## it.
	func latest(key: int) -> Message:
		var entity: _Entity = _entities.get(key)
		return null if entity == null else entity.states[entity.states.size() - 1]

	## Returns the tick of the newest state of an entity, or -1.
	func tick_of(key: int) -> int:
		var entity: _Entity = _entities.get(key)
		return -1 if entity == null else entity.ticks[entity.ticks.size() - 1]

	## Returns the number of the newest input that is part of what the server sent. The first input
	## has the number 1.
	func confirmed_input() -> int:
		return _confirmed

	## Returns the inputs after the confirmed one, at most 12, as the server reads them: replay them on
	## [code]latest()[/code] to show what the player does without delay.
	func unconfirmed_inputs() -> Array[Steer]:
		var inputs: Array[Steer] = []
		for bytes: PackedByteArray in _inputs:
			inputs.append(Steer.from_bytes(bytes))
		return inputs

	## Returns how far the playback is behind the newest packet.
	func delay_msec() -> float:
		return _delay * 1000.0

	## Returns how many ticks a second arrive, if that differs from what this world was made for by
	## more than a tenth, or 0. It is known after 6 seconds.
	func other_ticks_a_second() -> float:
		return _ticks if absf(_ticks * _interval - 1.0) > 0.1 else 0.0

	## Forgets all states and asks the server to send everything again. Until that begins, entities
	## are shown.
	func reset() -> void:
		_newest = -1
		_entities.clear()
		_tombstones.clear()
		_asks = _epoch >= 0

	func _text(_is_read: Variant, fault: Array) -> String:
		return _Wire.text("SnapshotThing", fault)

	func _erase(table: Dictionary, key: int) -> void:
		if not table.erase(key):
			push_error("no entity %d" % key)

	## Reads and checks all records.
	func _take_records(
		bytes: PackedByteArray, at: int, number: int, is_new: bool, fault: Array
	) -> int:
		var count: int = _Flat.varint(bytes, at, 9223372036854775807, fault)
		at += 1 if count >> 7 == 0 else _Flat.varint_size(count)
		if not _Flat.holds(bytes, at, count, 2, fault, 127):
			return _Flat.inside(fault, ["records"])
		var size: int = bytes.size()
		var entities: Dictionary[int, _Entity] = _entities
		if is_new:
			entities = {}
		_room = max_entities - entities.size()
		_seen.clear()
		_changed.clear()
		_others.clear()
		for i: int in count:
			if at + 2 > size:
				return _Flat.cut(fault, bytes, at, [1, null, 1, "key"], [i, "records"])
			var header: int = bytes[at]
			var key: int = bytes[at + 1]
			at += 2
			if key > 127:
				key = _Flat.varint(bytes, at - 1, 4294967295, fault)
				at += _Flat.varint_size(key) - 1
				if not fault.is_empty():
					return _Flat.inside(fault, ["key", i, "records"])
			var back: int = header & 31
			if header & 32 != 0:
				back = _Flat.varint(bytes, at, 65535, fault)
				at += _Flat.varint_size(back)
				if not fault.is_empty():
					return _Flat.inside(fault, ["far", i, "records"])
			var entity: _Entity = entities.get(key)
			var life: int = 0
			var kind: int = 0
			var state: Message = null
			if header & 64 != 0:
				if at >= size:
					_Flat.ended(fault, size)
					return _Flat.inside(fault, ["life", "whole", i, "records"])
				life = bytes[at]
				at += 1
				kind = bytes[at] if at < size else -1
				at = _take_whole(bytes, at, fault)
				if at < 0:
					return _Flat.inside(fault, ["state", "whole", i, "records"])
				state = _state if _state.value == null else _state.value
			if header & 128 != 0:
				kind = bytes[at] if at < size else -1
				state = _made(kind)
				if state == null:
					if fault.is_empty() and kind < 0:
						_Flat.ended(fault, size)
					elif fault.is_empty():
						_Flat.unknown(fault, at, "ThingDelta", kind)
					return _Flat.inside(fault, ["delta", i, "records"])
				at += 1
				# Without a call for the usual ones.
				var is_delta: bool = header > 128 and header < 160 or _is_delta(header, back)
				if is_delta and entity != null and _is_judged and not _seen.has(key):
					var end: int = entity.change(state, kind, back, number, bytes, at, fault)
					if end >= 0:
						at = end
						_changed.append(entity)
						continue
				if fault.is_empty():
					at = state._flat_change(state, bytes, at, fault)
				if not fault.is_empty():
					return _Flat.inside(fault, ["delta", i, "records"])
			if _is_judged:
				var newest: int = -1
				if entity != null:
					newest = entity.sequences[entity.sequences.size() - 1]
				elif not is_new and _tombstones.has(key):
					newest = _tombstones[key]
				var record: Array = [key, life, kind, state]
				_refusal = _judge(record, header, back, entity, newest, number)
				_is_judged = _refusal == ""
		if at < size:
			_Flat.goes_on(fault, at, size)
		return -1 if at < size else at

	func _is_delta(header: int, back: int) -> bool:
		return header > 128 and header < 160 or header == 160 and back > 31 and back < 16384

	## Returns why a record is refused. One that is not a delta is kept for when all are read.
	func _judge(
		record: Array, header: int, back: int, entity: _Entity, newest: int, number: int
	) -> String:
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

	## Takes over a whole state or an absence.
	func _apply(record: Array, number: int, tick: int) -> void:
		var key: int = record[0]
		var life: int = record[1]
		var entity: _Entity = _entities.get(key)
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

	## An entity begins or ends at a tick.
	func _put_next(entity: _Entity, tick: int) -> void:
		_planned.append(entity)
		if _next.size() - _done + _planned.size() > _most_next:
			_plan(tick)
			_drop_unseen()
			_most_next = 4096 + 2 * _next.size()

	## Puts those of a packet in order, all at once.
	func _plan(tick: int) -> void:
		var more: int = _planned.size()
		if more == 0:
			return
		_drop_done()
		var at: int = _next_ticks.bsearch(tick + 1)
		var count: int = _next.size()
		_resize_next(count + more)
		for i: int in range(count - 1, at - 1, -1):
			_next[i + more] = _next[i]
			_next_ticks[i + more] = _next_ticks[i]
		for i: int in more:
			_next[at + i] = _planned[i]
			_next_ticks[at + i] = tick
		_planned.clear()

	## Lives that have ended and were never shown never will be.
	func _drop_unseen() -> void:
		var kept: int = 0
		for i: int in _next.size():
			if _next[i].is_shown or not _next[i].has_ended:
				_next[kept] = _next[i]
				_next_ticks[kept] = _next_ticks[i]
				kept += 1
		_resize_next(kept)

	## Cuts off what is done, also if somebody who hears a signal calls this world.
	func _drop_done() -> void:
		if _done > 0:
			_next = _next.slice(_done)
			_next_ticks = _next_ticks.slice(_done)
		_done = 0

	func _resize_next(count: int) -> void:
		if _next.resize(count) or _next_ticks.resize(count):
			push_error("no room for an entity")

	## A packet was applied, and will be confirmed.
	func _count(number: int, tick: int) -> void:
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
		for key: int in _tombstones.keys():
			if _tombstones[key] + 32 < _newest:
				_erase(_tombstones, key)

	func _confirm(input: int) -> void:
		if input <= _confirmed:
			return
		_confirmed = input
		while _inputs.size() > _input - input:
			_inputs.remove_at(0)
			if not _deltas.is_empty():
				_deltas.remove_at(0)

	## An epoch begins.
	func _begin(epoch: int) -> void:
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

	## A packet arrived: finds the delay that covers the usual jitter and losses.
	func _arrived(now: float, tick: int) -> void:
		if _offsets.size() == 64:
			_offsets.remove_at(0)
		_measure(now, now - tick * _interval)
		if _offsets.append(now - tick * _interval):
			push_error("no room for a time")
		var sorted: PackedFloat64Array = _offsets.duplicate()
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
			intervals = clampf(ceilf(log(0.01) / log(losses / known)) - 1.0, 0.0, 4.0)
		_delay = maxf(1.5 * _interval, late - _line + _interval) + intervals * _interval
		_delay = minf(_delay, max_delay_msec * 0.001)

	## Compares the ticks that arrive with those that this world was made for, once.
	func _measure(now: float, offset: float) -> void:
		if _ticks > 0.0:
			return
		if _rate_start < 0.0:
			_rate_start = now
			_rate_first = offset
			_rate_last = INF
			_rate_count = 0
		var passed: float = now - _rate_start
		if passed < 1.0:
			_rate_first = minf(_rate_first, offset)
		elif passed >= 5.0 and passed < 6.0:
			_rate_last = minf(_rate_last, offset)
			_rate_count += 1
		elif passed >= 6.0 and _rate_count < 5:
			_rate_start = -1.0
		elif passed >= 6.0:
			_ticks = (1.0 - (_rate_last - _rate_first) / 5.0) / _interval
			if other_ticks_a_second() > 0.0:
				var advice: String = "pass the server's number to ThingSnapshots.new()"
				var rates: Array = [_ticks, 1.0 / _interval, advice]
				push_warning("%.1f ticks a second arrive, %.1f are expected: %s" % rates)

	## Returns the time of the server that is shown at a time. It runs 5 % faster or slower than
	## the real one to get where it should be, and jumps if it is far behind.
	func _time_of(now: float) -> float:
		var aim: float = now - _line - _delay
		if _time_at < 0.0:
			return aim
		var passed: float = now - _time_at if now > _time_at else 0.0
		var late: float = aim - _time - passed
		if late > 0.25:
			return aim
		return _time + passed + clampf(late, -0.05 * passed, 0.05 * passed)

	## Returns the fields of an input that the next one changes.
	func _older(older: Array[PackedByteArray], newer: Array[PackedByteArray]) -> PackedByteArray:
		var bytes: PackedByteArray = PackedByteArray([0])
		for i: int in older.size():
			if older[i].hex_encode() == newer[i].hex_encode():
				continue
			for j: int in 1:
				bytes[j] |= older[i][j]
			bytes.append_array(older[i].slice(1))
		return bytes

	func _made(kind: int) -> Message:
		match kind:
			1:
				return Player.new()
			2:
				return Rocket.new()
			7:
				return Thing.new(Thing.Kind.FLAG)
		return null

	func _message(state: Message, kind: int) -> Thing:
		match kind:
			1:
				return Thing.new(Thing.Kind.PLAYER, state)
			2:
				return Thing.new(Thing.Kind.ROCKET, state)
		return state as Thing

	func _take_whole(bytes: PackedByteArray, at: int, fault: Array) -> int:
		_state = Thing._flat_made(bytes, at, fault)
		if _state == null:
			return -1
		at = _state._flat_take(bytes, at, fault)
		if at < 0:
			return -1
		return at


## Helpers of flat messages.
