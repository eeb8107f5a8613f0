extends SceneTree
## Plays the client of a world of snapshots with its generated class.
##
##   godot --headless --path tests/engine/godot4 -s snapshots.gd -- FOLDER
##
## FOLDER has the script `messages.gd` and the file `in`: Arrays with the name of a function here and its arguments, as store_var() writes
## them. For each, `out` gets what the function returns.

var net: GDScript
var classes: Dictionary
var state_name: String
var world: RefCounted
var events: PackedStringArray = PackedStringArray()


func _initialize() -> void:
	var folder: String = OS.get_cmdline_user_args()[0]
	net = load(folder + "/messages.gd")
	var input: FileAccess = FileAccess.open(folder + "/in", FileAccess.READ)
	var output: FileAccess = FileAccess.open(folder + "/out", FileAccess.WRITE)
	while input.get_position() < input.get_length():
		var call: Array = input.get_var()
		output.store_var(callv(call[0], call.slice(1)))
	output.close()
	world = null
	print("OK")
	quit(0)


func start(name: String, ticks_a_second: int, max_entities: int) -> String:
	classes = net.get_script_constant_map()
	state_name = name
	world = classes[name + "Snapshots"].new(ticks_a_second)
	world.max_entities = max_entities
	world.extrapolate = ahead
	world.spawned.connect(_on_spawned)
	world.removed.connect(func(key: int) -> void: events.append("removed %d" % key))
	world.begun_anew.connect(func() -> void: events.append("anew"))
	return ""


func _on_spawned(key: int, state: RefCounted) -> void:
	events.append("spawned %d as %d" % [key, state.kind if "kind" in state else 0])


func ahead(state: RefCounted, seconds: float) -> void:
	if "vel" in state:
		state.pos.x += state.vel.x * seconds


func receive(bytes: PackedByteArray, usec: int) -> String:
	return world.receive(bytes, usec)


func check(bytes: PackedByteArray) -> String:
	return classes["Snapshot" + state_name].check(bytes)


func advance(usec: int) -> String:
	events.clear()
	world.advance(usec)
	return ", ".join(events)


func send(stick: Vector2, fire: bool) -> PackedByteArray:
	return world.send(net.Steer.create(stick, fire))


func send_keys(a: bool, h: bool, turn: int, fire: bool) -> PackedByteArray:
	return world.send(
		net.Keys.create(a, false, false, false, false, false, false, h, turn, fire)
	)


func send_nothing() -> PackedByteArray:
	return world.send()


func reset() -> String:
	world.reset()
	return ""


func unconfirmed() -> String:
	var inputs: Array = []
	if world.has_method("unconfirmed_inputs"):
		for input: RefCounted in world.unconfirmed_inputs():
			inputs.append(int(input.fire))
	return "%d %s" % [world.confirmed_input(), inputs]


func delay() -> PackedByteArray:
	var bytes: PackedByteArray = PackedByteArray()
	bytes.resize(8)
	bytes.encode_double(0, world.delay_msec())
	return bytes


func other_ticks() -> PackedByteArray:
	var bytes: PackedByteArray = PackedByteArray()
	bytes.resize(8)
	bytes.encode_double(0, world.other_ticks_a_second())
	return bytes


func sample(key: int) -> PackedByteArray:
	return values(world.sample(key))


func latest(key: int) -> PackedByteArray:
	return values(world.latest(key))


func tick_of(key: int) -> String:
	return str(world.tick_of(key))


## Returns the values of a state after a delta, or why it stays as it is.
func apply(bytes: PackedByteArray, delta: PackedByteArray) -> Variant:
	var thing: RefCounted = net.Thing.from_bytes(bytes)
	if not thing.apply(net.ThingDelta.from_bytes(delta)):
		return "another variant"
	return values(thing if thing.value == null else thing.value)


func values(state: RefCounted) -> PackedByteArray:
	var numbers: Array = []
	var name: String = ""
	if state == null:
		pass
	elif "vel" in state:
		var pos: Vector3 = state.pos
		var vel: Vector3 = state.vel
		var target: int = -1 if state.target == null else state.target
		numbers = [pos.x, pos.y, pos.z, vel.x, vel.y, vel.z, state.yaw]
		numbers += [state.health, int(state.grounded), target]
		name = state.name
	elif "roll" in state:
		var pos: Vector3 = state.pos
		var turn: Quaternion = state.turn
		numbers = [pos.x, pos.y, pos.z, turn.x, turn.y, turn.z, turn.w]
		numbers += [state.roll, state.fuel, state.kind]
	elif "at" in state:
		numbers = [state.at, state.count]
	else:
		numbers = [state.kind]
	var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
	for number: float in numbers:
		buffer.put_double(number)
	buffer.put_data(name.to_utf8_buffer())
	return buffer.data_array
