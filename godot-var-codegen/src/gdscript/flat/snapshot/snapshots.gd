## The entities of a world at a client: what a SnapshotServer of Rust sends. Each is a
## {State}.
##
## In the unreliable mode of the transport: give every packet to [code]receive()[/code], and send
## what [code]send()[/code] returns, once a tick. In each frame call [code]advance()[/code], then
## [code]sample()[/code] for each entity that was [code]spawned[/code].
##
## If [code]receive()[/code] refuses every packet, the server may be of another schema: write this
## file again by [code]godot-var generate[/code]. Compare [code]LAYOUT[/code] when a client
## connects.
class {Snapshots}:
	extends RefCounted

	## An entity appears. In a frame its states are those of [code]sample()[/code].
4|	signal spawned(key: int, state: {State})
3|	signal spawned(key, state)
	## An entity is gone, or out of sight.
4|	signal removed(key: int)
3|	signal removed(key)
	## The server sends everything again. Just before, all entities were removed.
	signal begun_anew

	## Continues a state without news by what it contains, such as a velocity: is called with a
	## state of any kind that it may change, and the seconds after the newest state.
X|	## Set it: a state of the schema has [code]extrapolate[/code], which only Rust calls.
4|	var extrapolate: Callable = Callable()
3|	var extrapolate: FuncRef = null
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
4|	var _entities: {Entities} = {}
4|	var _tombstones: {Numbers} = {}
3|	var _entities: Dictionary = {}
3|	var _tombstones: Dictionary = {}
	# What one packet brings.
	var _refusal: String = ""
	var _differs: bool = false
	var _is_judged: bool = false
	var _room: int = 0
4|	var _seen: {Numbers} = {}
4|	var _changed: Array[_Entity] = []
3|	var _seen: Dictionary = {}
3|	var _changed: Array = []
	var _others: Array = []
4|	var _state: {State} = null
3|	var _state = null
	# Entities as they are shown, and those that begin or end at later ticks.
4|	var _shown: {Entities} = {}
4|	var _next: Array[_Entity] = []
4|	var _next_ticks: PackedInt64Array = PackedInt64Array()
3|	var _shown: Dictionary = {}
3|	var _next: Array = []
3|	var _next_ticks: Array = []
	# How many of them are done, and those of a packet, which come next.
	var _done: int = 0
4|	var _planned: Array[_Entity] = []
3|	var _planned: Array = []
	var _most_next: int = 4096
	var _is_anew: bool = false
	# The time of each of the last packets without that of its tick, and the least of them.
4|	var _offsets: PackedFloat64Array = PackedFloat64Array()
3|	var _offsets: Array = []
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
I|4|	var _inputs: Array[PackedByteArray] = []
I|4|	var _deltas: Array[PackedByteArray] = []
I|4|	var _fields: Array[PackedByteArray] = []
I|3|	var _inputs: Array = []
I|3|	var _deltas: Array = []
I|3|	var _fields: Array = []

4|	func _init(ticks_a_second: int) -> void:
3|	func _init(ticks_a_second: int):
		_interval = 1.0 / maxi(ticks_a_second, 1)
		_delay = 1.5 * _interval

4|	## Takes a packet that arrived at [code]Time.get_ticks_usec()[/code]. Returns an empty text, or
3|	## Takes a packet that arrived at [code]OS.get_ticks_usec()[/code]. Returns an empty text, or
	## why it refuses the packet, which then has no effect.
4|	func receive(bytes: PackedByteArray, usec: int) -> String:
4|		var error: String = _take_packet(bytes, usec)
4|		if OS.is_debug_build() and _Wire.is_watched():
4|			_Watched.packet({Packet}.new()._flat_read(bytes, []), "{Packet}", bytes, error)
4|		return error
4|
4|	func _take_packet(bytes: PackedByteArray, usec: int) -> String:
3|	func receive(bytes: PoolByteArray, usec: int) -> String:
		var fault: Array = []
3|		var buffer: StreamPeerBuffer = _Flat.reader(bytes, false)
		var now: float = usec * 0.000001
4|		if bytes.size() < 3:
4|			return _text(_Flat.cut(fault, bytes, 0, [1, "epoch", 2, "sequence"]), fault)
4|		var epoch: int = bytes[0]
4|		var low: int = bytes.decode_u16(1)
4|		var tick: int = _Flat.varint(bytes, 3, 4294967295, fault)
3|		if bytes.size() < 3:
3|			return _text(_Flat.cut(fault, buffer, [1, "epoch", 2, "sequence"]), fault)
3|		var epoch: int = buffer.get_u8()
3|		var low: int = buffer.get_u16()
3|		var tick: int = _Flat.varint(buffer, 4294967295, fault)
		if not fault.is_empty():
4|			return _text(_Flat.inside(fault, ["tick"]), fault)
3|			return _text(_Wire.inside(fault, ["tick"]), fault)
4|		var at: int = 3 + _Flat.varint_size(tick)
4|		if at + 3 > bytes.size():
4|			return _text(_Flat.cut(fault, bytes, at, [2, "input", 1, "lead"]), fault)
4|		var input: int = bytes.decode_u16(at)
3|		if buffer.get_available_bytes() < 3:
3|			return _text(_Flat.cut(fault, buffer, [2, "input", 1, "lead"]), fault)
3|		var input: int = buffer.get_u16()
3|		buffer.seek(buffer.get_position() + 1)
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
4|		var is_read: bool = _take_records(bytes, at + 3, number, is_new, fault) >= 0
3|		var is_read: bool = _take_records(buffer, number, is_new, fault)
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
I|4|	func send(input: {Input}) -> PackedByteArray:
I|3|	func send(input) -> PoolByteArray:
N|	func send() -> PackedByteArray:
I|		var fault: Array = []
I|		if not input._flat_fits(fault, OS.is_debug_build()):
I|			push_error(_Wire.text("{Input}", fault))
I|			return PackedByteArray()
I|		var fields: Array{OfBytes} = []
I|		for name: String in [{Fields}]:
I|4|			var field: PackedByteArray = PackedByteArray()
I|4|			{InputDelta}.create({name: input.get(name)})._flat_append(field)
I|4|			fields.append(field)
I|3|			fields.append({InputDelta}.create({name: input.get(name)}).{to_bytes}())
I|		if not _inputs.is_empty():
I|			_deltas.append(_older(_fields, fields))
I|		if _inputs.size() == 12:
I|			_inputs.remove_at(0)
I|			_deltas.remove_at(0)
I|4|		var newest: PackedByteArray = PackedByteArray()
I|4|		input._flat_append(newest)
I|3|		var newest: PoolByteArray = input.{to_bytes}()
I|		_inputs.append(newest)
I|		_fields = fields
		if _input < 4294967295:
			_input += 1
		var flags: int = int(_newest >= 0) | int(_asks) << 1
4|		var bytes: PackedByteArray = PackedByteArray([flags])
4|		if _newest >= 0:
4|			var at: int = _Flat.room(bytes, 7)
4|			bytes[at] = _epoch
4|			bytes.encode_u16(at + 1, _newest & 65535)
4|			bytes.encode_u32(at + 3, _received >> 1)
4|		_Flat.put_varint(bytes, _input)
I|4|		bytes.append_array(newest)
I|4|		_Flat.put_varint(bytes, _deltas.size())
I|4|		for i: int in range(_deltas.size() - 1, -1, -1):
I|4|			bytes.append_array(_deltas[i])
N|4|		_Flat.put_varint(bytes, mini(_input - _confirmed, 12) - 1)
4|		if OS.is_debug_build() and _Wire.is_watched():
4|			_Wire.watch(true, {Message}.new()._flat_read(bytes, []), bytes, "")
4|		return bytes
3|		var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
3|		buffer.put_u8(flags)
3|		if _newest >= 0:
3|			buffer.put_u8(_epoch)
3|			buffer.put_u16(_newest & 65535)
3|			buffer.put_u32(_received >> 1)
3|		_Flat.put_varint(buffer, _input)
I|3|		_Flat.put_data(buffer, newest)
I|3|		_Flat.put_varint(buffer, _deltas.size())
I|3|		for i in range(_deltas.size() - 1, -1, -1):
I|3|			_Flat.put_data(buffer, _deltas[i])
N|3|		_Flat.put_varint(buffer, int(min(_input - _confirmed, 12)) - 1)
3|		return buffer.data_array

	## Moves the playback, and emits the signals of what happened. Call it in each frame with
4|	## [code]Time.get_ticks_usec()[/code].
3|	## [code]OS.get_ticks_usec()[/code].
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
4|				removed.emit(key)
3|				emit_signal("removed", key)
4|			begun_anew.emit()
3|			emit_signal("begun_anew")
		while _done < _next.size() and _next_ticks[_done] <= _shown_tick:
			var entity: _Entity = _next[_done]
			_done += 1
			if entity.is_shown:
				_erase(_shown, entity.key)
4|				removed.emit(entity.key)
3|				emit_signal("removed", entity.key)
			else:
				entity.is_shown = true
				_shown[entity.key] = entity
E|4|				spawned.emit(entity.key, _message(sample(entity.key), entity.sample_kind))
E|3|				var state = _message(sample(entity.key), entity.sample_kind)
E|3|				emit_signal("spawned", entity.key, state)
S|4|				spawned.emit(entity.key, sample(entity.key))
S|3|				emit_signal("spawned", entity.key, sample(entity.key))
		_drop_done()

E|	## Returns what the state of an entity holds, as it is shown, or null if there is none. A state
E|	## that holds nothing is returned itself. It is the same object in each frame.
S|	## Returns the state of an entity as it is shown, or null if there is none. It is the same object
S|	## in each frame.
4|	func sample(key: int) -> {Value}:
3|	func sample(key: int):
4|		var entity: _Entity = _shown.get(key)
3|		var entity = _shown.get(key)
		if entity == null or _is_anew:
			return null
		var count: int = entity.ticks.size()
4|		var after: int = entity.ticks.bsearch(floori(_shown_tick) + 1)
3|		var after: int = entity.ticks.bsearch(int(floor(_shown_tick)) + 1)
		var at: int = after if after <= entity.first else after - 1
		var kind: int = entity.kinds[at]
		if entity.sample == null or entity.sample_kind != kind:
			entity.sample = {Made}
			entity.sample_kind = kind
4|		var older: Message = entity.states[at]
3|		var older = entity.states[at]
		entity.sample._flat_copy(older)
		if after == count:
			var seconds: float = (_shown_tick - entity.ticks[at]) * _interval
4|			if extrapolate.is_valid():
4|				seconds = clampf(seconds, 0.0, max_extrapolation_msec * 0.001)
4|				extrapolate.call(entity.sample, seconds)
3|			if extrapolate != null and extrapolate.is_valid():
3|				seconds = clamp(seconds, 0.0, max_extrapolation_msec * 0.001)
3|				extrapolate.call_func(entity.sample, seconds)
		elif at < after and entity.kinds[after] == kind:
			var end: int = entity.ticks[after]
			var start: int = end - max_span
			if start < entity.ticks[at]:
				start = entity.ticks[at]
			if _shown_tick > start:
				var part: float = (_shown_tick - start) / (end - start)
				entity.sample._flat_blend(older, entity.states[after], part)
		return entity.sample

E|	## Returns what the newest state of an entity holds, before it is shown, or null. Do not change
	## it.
S|	## Returns the newest state of an entity, before it is shown, or null. Do not change it.
4|	func latest(key: int) -> {Value}:
4|		var entity: _Entity = _entities.get(key)
3|	func latest(key: int):
3|		var entity = _entities.get(key)
		return null if entity == null else entity.states[entity.states.size() - 1]

	## Returns the tick of the newest state of an entity, or -1.
	func tick_of(key: int) -> int:
4|		var entity: _Entity = _entities.get(key)
3|		var entity = _entities.get(key)
		return -1 if entity == null else entity.ticks[entity.ticks.size() - 1]

	## Returns the number of the newest input that is part of what the server sent. The first input
	## has the number 1.
	func confirmed_input() -> int:
		return _confirmed

I|	## Returns the inputs after the confirmed one, at most 12, as the server reads them: replay them on
I|	## [code]latest()[/code] to show what the player does without delay.
I|4|	func unconfirmed_inputs() -> Array[{Input}]:
I|4|		var inputs: Array[{Input}] = []
I|3|	func unconfirmed_inputs() -> Array:
I|3|		var inputs: Array = []
I|		for bytes: PackedByteArray in _inputs:
I|			inputs.append({Input}.{from_bytes}(bytes))
I|		return inputs
I|
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

4|	func _text(_is_read: Variant, fault: Array) -> String:
3|	func _text(_is_read, fault: Array) -> String:
		return _Wire.text("{Packet}", fault)

4|	func _erase(table: Dictionary, key: int) -> void:
4|		if not table.erase(key):
4|			push_error("no entity %d" % key)
3|	func _erase(table: Dictionary, key: int):
3|		if not table.erase(key):
3|			push_error("no entity %d" % key)

	## Reads and checks all records.
4|	func _take_records(
4|		bytes: PackedByteArray, at: int, number: int, is_new: bool, fault: Array
4|	) -> int:
4|		var count: int = _Flat.varint(bytes, at, 9223372036854775807, fault)
4|		at += 1 if count >> 7 == 0 else _Flat.varint_size(count)
4|		if not _Flat.holds(bytes, at, count, 2, fault, 127):
4|			return _Flat.inside(fault, ["records"])
4|		var size: int = bytes.size()
4|		var entities: {Entities} = _entities
3|	func _take_records(buffer: StreamPeerBuffer, number: int, is_new: bool, fault: Array) -> bool:
3|		var count: int = _Flat.varint(buffer, 9223372036854775807, fault)
3|		if not _Flat.holds(buffer, count, 2, fault, 127):
3|			return _Wire.inside(fault, ["records"])
3|		var entities: Dictionary = _entities
		if is_new:
			entities = {}
		_room = max_entities - entities.size()
		_seen.clear()
		_changed.clear()
		_others.clear()
		for i: int in count:
4|			if at + 2 > size:
4|				return _Flat.cut(fault, bytes, at, [1, null, 1, "key"], [i, "records"])
4|			var header: int = bytes[at]
4|			var key: int = bytes[at + 1]
4|			at += 2
4|			if key > 127:
4|				key = _Flat.varint(bytes, at - 1, 4294967295, fault)
4|				at += _Flat.varint_size(key) - 1
4|				if not fault.is_empty():
4|					return _Flat.inside(fault, ["key", i, "records"])
3|			if buffer.get_available_bytes() < 1:
3|				return _Flat.cut(fault, buffer, [1, null], [i, "records"])
3|			var header: int = buffer.get_u8()
3|			var key: int = _Flat.varint(buffer, 4294967295, fault)
3|			if not fault.empty():
3|				return _Wire.inside(fault, ["key", i, "records"])
			var back: int = header & 31
			if header & 32 != 0:
4|				back = _Flat.varint(bytes, at, 65535, fault)
4|				at += _Flat.varint_size(back)
4|				if not fault.is_empty():
4|					return _Flat.inside(fault, ["far", i, "records"])
3|				back = _Flat.varint(buffer, 65535, fault)
3|				if not fault.empty():
3|					return _Wire.inside(fault, ["far", i, "records"])
4|			var entity: _Entity = entities.get(key)
3|			var entity = entities.get(key)
			var life: int = 0
			var kind: int = 0
4|			var state: Message = null
3|			var state = null
			if header & 64 != 0:
4|				if at >= size:
4|					_Flat.ended(fault, size)
4|					return _Flat.inside(fault, ["life", "whole", i, "records"])
4|				life = bytes[at]
4|				at += 1
E|4|				kind = {Kind}
4|				at = _take_whole(bytes, at, fault)
4|				if at < 0:
4|					return _Flat.inside(fault, ["state", "whole", i, "records"])
3|				if buffer.get_available_bytes() < 1:
3|					_Flat.ended(fault, buffer.get_size())
3|					return _Wire.inside(fault, ["life", "whole", i, "records"])
3|				life = buffer.get_u8()
E|3|				var place: int = buffer.get_position()
E|3|				kind = {Kind}
E|3|				buffer.seek(place)
3|				if not _take_whole(buffer, fault):
3|					return _Wire.inside(fault, ["state", "whole", i, "records"])
E|				state = _state if _state.value == null else _state.value
S|				state = _state
			if header & 128 != 0:
E|3|				var place: int = buffer.get_position()
E|				kind = {Kind}
				state = {Made}
E|				if state == null{OrFault}:
E|4|					if fault.is_empty() and kind < 0:
E|3|					if fault.empty() and kind < 0:
E|4|						_Flat.ended(fault, size)
E|3|						_Flat.ended(fault, buffer.get_size())
E|4|					elif fault.is_empty():
E|4|						_Flat.unknown(fault, at, "{Delta}", kind)
E|3|					elif fault.empty():
E|3|						_Flat.unknown(fault, place, "{Delta}", kind)
E|4|					return _Flat.inside(fault, ["delta", i, "records"])
E|3|					return _Wire.inside(fault, ["delta", i, "records"])
E|4|				at += {KindSize}
				# Without a call for the usual ones.
				var is_delta: bool = header > 128 and header < 160 or _is_delta(header, back)
				if is_delta and entity != null and _is_judged and not _seen.has(key):
4|					var end: int = entity.change(state, kind, back, number, bytes, at, fault)
4|					if end >= 0:
4|						at = end
3|					var start: int = buffer.get_position()
3|					if entity.change(state, kind, back, number, buffer, fault):
						_changed.append(entity)
						continue
3|					buffer.seek(start)
4|				if fault.is_empty():
4|					at = state._flat_change(state, bytes, at, fault)
4|				if not fault.is_empty():
4|					return _Flat.inside(fault, ["delta", i, "records"])
3|				if not fault.empty() or not state._flat_change(state, buffer, fault):
3|					return _Wire.inside(fault, ["delta", i, "records"])
			if _is_judged:
				var newest: int = -1
				if entity != null:
					newest = entity.sequences[entity.sequences.size() - 1]
				elif not is_new and _tombstones.has(key):
					newest = _tombstones[key]
				var record: Array = [key, life, kind, state]
				_refusal = _judge(record, header, back, entity, newest, number)
				_is_judged = _refusal == ""
4|		if at < size:
4|			_Flat.goes_on(fault, at, size)
4|		return -1 if at < size else at
3|		if buffer.get_available_bytes() > 0:
3|			_Flat.goes_on(fault, buffer.get_position(), buffer.get_size())
3|		return fault.empty()

	func _is_delta(header: int, back: int) -> bool:
		return header > 128 and header < 160 or header == 160 and back > 31 and back < 16384

	## Returns why a record is refused. One that is not a delta is kept for when all are read.
4|	func _judge(
4|		record: Array, header: int, back: int, entity: _Entity, newest: int, number: int
4|	) -> String:
3|	func _judge(record: Array, header: int, back: int, entity, newest: int, number: int) -> String:
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
4|	func _apply(record: Array, number: int, tick: int) -> void:
3|	func _apply(record: Array, number: int, tick: int):
		var key: int = record[0]
		var life: int = record[1]
4|		var entity: _Entity = _entities.get(key)
3|		var entity = _entities.get(key)
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
4|	func _put_next(entity: _Entity, tick: int) -> void:
3|	func _put_next(entity, tick: int):
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
4|		if _done > 0:
4|			_next = _next.slice(_done)
4|			_next_ticks = _next_ticks.slice(_done)
3|		var last: int = _next.size() - 1
3|		if _done > last:
3|			_resize_next(0)
3|		elif _done > 0:
3|			_next = _next.slice(_done, last)
3|			_next_ticks = _next_ticks.slice(_done, last)
		_done = 0

	func _resize_next(count: int) -> void:
4|		if _next.resize(count) or _next_ticks.resize(count):
4|			push_error("no room for an entity")
3|		_next.resize(count)
3|		_next_ticks.resize(count)

	## A packet was applied, and will be confirmed.
4|	func _count(number: int, tick: int) -> void:
3|	func _count(number: int, tick: int):
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

4|	func _confirm(input: int) -> void:
3|	func _confirm(input: int):
		if input <= _confirmed:
			return
		_confirmed = input
I|		while _inputs.size() > _input - input:
I|			_inputs.remove_at(0)
I|			if not _deltas.is_empty():
I|				_deltas.remove_at(0)

	## An epoch begins.
4|	func _begin(epoch: int) -> void:
3|	func _begin(epoch: int):
		if _epoch >= 0:
			_is_anew = true
			_done = 0
			_next.clear()
4|			_next_ticks.clear()
4|			_offsets.clear()
3|			_next_ticks.clear()
3|			_offsets.clear()
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
4|	func _arrived(now: float, tick: int) -> void:
3|	func _arrived(now: float, tick: int):
		if _offsets.size() == 64:
			_offsets.remove_at(0)
		_measure(now, now - tick * _interval)
4|		if _offsets.append(now - tick * _interval):
4|			push_error("no room for a time")
4|		var sorted: PackedFloat64Array = _offsets.duplicate()
3|		_offsets.append(now - tick * _interval)
3|		var sorted: Array = _offsets.duplicate()
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
4|	func _measure(now: float, offset: float) -> void:
3|	func _measure(now: float, offset: float):
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
				var advice: String = "pass the server's number to {Snapshots}.new()"
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
I|
I|	## Returns the fields of an input that the next one changes.
I|4|	func _older(older: Array[PackedByteArray], newer: Array[PackedByteArray]) -> PackedByteArray:
I|3|	func _older(older: Array, newer: Array) -> PoolByteArray:
I|4|		var bytes: PackedByteArray = PackedByteArray([{Zeros}])
I|3|		var bytes: PoolByteArray = PoolByteArray([{Zeros}])
I|		for i: int in older.size():
I|			if older[i].hex_encode() == newer[i].hex_encode():
I|				continue
I|			for j: int in {Mask}:
I|				bytes[j] |= older[i][j]
I|4|			bytes.append_array(older[i].slice({Mask}))
I|3|			for j in range({Mask}, older[i].size()):
I|3|				bytes.append(older[i][j])
I|		return bytes
