extends SceneTree
# Plays the client of a world of snapshots with its generated class.
#
#   godot3-server --path tests/engine/godot3 -s snapshots.gd -- FOLDER
#
# FOLDER has the script `messages.gd` and the file `in`: Arrays with the name of a function here and its arguments, as store_var() writes
# them. For each, `out` gets what the function returns.

var net: GDScript
var classes: Dictionary
var state_name: String
var world: Reference
var events: PoolStringArray = PoolStringArray()


func _initialize() -> void:
	var folder: String = OS.get_cmdline_args()[OS.get_cmdline_args().size() - 1]
	net = load(folder + "/messages.gd")
	var input: File = File.new()
	var output: File = File.new()
	if input.open(folder + "/in", File.READ) != OK or output.open(folder + "/out", File.WRITE) != OK:
		print("FAILED: no files")
		quit(1)
		return
	while input.get_position() < input.get_len():
		var call: Array = input.get_var()
		var function: String = call.pop_front()
		output.store_var(callv(function, call))
	output.close()
	world = null
	print("OK")
	quit(0)


func start(name: String, ticks_a_second: int, max_entities: int) -> String:
	classes = net.get_script_constant_map()
	state_name = name
	world = classes[name + "Snapshots"].new(ticks_a_second)
	world.max_entities = max_entities
	world.extrapolate = funcref(self, "ahead")
	world.connect("spawned", self, "_on_spawned")
	world.connect("removed", self, "_on_removed")
	world.connect("begun_anew", self, "_on_begun_anew")
	return ""


func _on_spawned(key: int, state: Reference) -> void:
	events.append("spawned %d as %d" % [key, state.kind if "kind" in state else 0])


func _on_removed(key: int) -> void:
	events.append("removed %d" % key)


func _on_begun_anew() -> void:
	events.append("anew")


func ahead(state: Reference, seconds: float) -> void:
	if "vel" in state:
		state.pos.x += state.vel.x * seconds


func receive(bytes: PoolByteArray, usec: int) -> String:
	return world.receive(bytes, usec)


func check(bytes: PoolByteArray) -> String:
	return classes["Snapshot" + state_name].check(bytes)


func advance(usec: int) -> String:
	events = PoolStringArray()
	world.advance(usec)
	return events.join(", ")


func send(stick: Vector2, fire: bool) -> PoolByteArray:
	return world.send(net.Steer.create(stick, fire))


func send_keys(a: bool, h: bool, turn: int, fire: bool) -> PoolByteArray:
	return world.send(
		net.Keys.create(a, false, false, false, false, false, false, h, turn, fire)
	)


func send_nothing() -> PoolByteArray:
	return world.send()


func reset() -> String:
	world.reset()
	return ""


func unconfirmed() -> String:
	var inputs: Array = []
	if world.has_method("unconfirmed_inputs"):
		for input in world.unconfirmed_inputs():
			inputs.append(int(input.fire))
	return "%d %s" % [world.confirmed_input(), inputs]


func delay() -> PoolByteArray:
	var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
	buffer.put_double(world.delay_msec())
	return buffer.data_array


func other_ticks() -> PoolByteArray:
	var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
	buffer.put_double(world.other_ticks_a_second())
	return buffer.data_array


func sample(key: int) -> PoolByteArray:
	return values(world.sample(key))


func latest(key: int) -> PoolByteArray:
	return values(world.latest(key))


func tick_of(key: int) -> String:
	return str(world.tick_of(key))


# Returns the values of a state after a delta, or why it stays as it is.
func apply(bytes: PoolByteArray, delta: PoolByteArray):
	var thing: Reference = net.Thing.from_bytes(bytes)
	if not thing.apply(net.ThingDelta.from_bytes(delta)):
		return "another variant"
	return values(thing if thing.value == null else thing.value)


func values(state: Reference) -> PoolByteArray:
	var numbers: Array = []
	var name: String = ""
	if state == null:
		pass
	elif "vel" in state:
		var pos: Vector3 = state.pos
		var vel: Vector3 = state.vel
		var target: int = -1
		if state.target != null:
			target = state.target
		numbers = [pos.x, pos.y, pos.z, vel.x, vel.y, vel.z, state.yaw]
		numbers += [state.health, int(state.grounded), target]
		name = state.name
	elif "roll" in state:
		var pos: Vector3 = state.pos
		var turn: Quat = state.turn
		numbers = [pos.x, pos.y, pos.z, turn.x, turn.y, turn.z, turn.w]
		numbers += [state.roll, state.fuel, state.kind]
	elif "at" in state:
		numbers = [state.at, state.count]
	else:
		numbers = [state.kind]
	var buffer: StreamPeerBuffer = StreamPeerBuffer.new()
	for number in numbers:
		buffer.put_double(number)
	if name != "":
		buffer.put_data(name.to_utf8())
	return buffer.data_array
