extends Node
## Times var_to_bytes and bytes_to_var of Godot 4 on the workloads A to E, and generated classes on a snapshot of the arena, as Variants, as flat
## messages and by hand, also of one player: see engine.sh.

const Arena = preload("res://arena.gd")
const ByHand = preload("res://by_hand4.gd")

const SLICE: int = 4000 # microseconds
const ROUNDS: int = 200


func _ready() -> void:
	for workload: String in ["A", "B", "C", "D", "E"]:
		var value: Variant = build(workload)
		var bytes: PackedByteArray = var_to_bytes(value)
		row(workload, bytes, encode_times.bind(value), decode_times.bind(bytes))
	var snapshot: Arena.Snapshot = Arena.Snapshot.from_variant(build("snapshot"))
	var bytes: PackedByteArray = snapshot.to_bytes()
	row("bare", bytes, encode_times.bind(bytes_to_var(bytes)), decode_times.bind(bytes))
	row("classes", bytes, to_bytes_times.bind(snapshot), from_bytes_times.bind(bytes))
	bytes = snapshot.to_flat()
	assert(bytes == ByHand.write(snapshot) and bytes == ByHand.read(bytes).to_flat())
	row("flat", bytes, to_flat_times.bind(snapshot), from_flat_times.bind(bytes))
	row("by-hand", bytes, write_times.bind(snapshot), read_times.bind(bytes))
	var one: Arena.PlayerState = snapshot.players[0]
	bytes = one.to_flat()
	assert(bytes == ByHand.write_player(one) and bytes == ByHand.read_player(bytes).to_flat())
	row("player", bytes, to_flat_times.bind(one), player_from_flat_times.bind(bytes))
	row("player-by-hand", bytes, write_player_times.bind(one), read_player_times.bind(bytes))
	get_tree().quit()


func row(workload: String, bytes: PackedByteArray, encode: Callable, decode: Callable) -> void:
	print("ROW ", workload, " ", bytes.size(), " ", shortest(encode), " ", shortest(decode))


func player(id: int) -> Dictionary:
	return {
		"id": id,
		"pos": Vector3(12.5, 0.25, -7.75),
		"vel": Vector3(0.5, -9.8, 3.125),
		"yaw": 1.57,
		"health": 87,
		"grounded": true,
	}


func build(workload: String) -> Variant:
	match workload:
		"A":
			return player(7)
		"B":
			return {
				"channel": 3,
				"sender": "Ann of Delft",
				"text": "Meet me behind the old mill at dawn, and bring the lantern!!",
				"at": 1754000000123,
			}
		"C", "snapshot":
			var players: Array = []
			for i: int in 64:
				players.append(player(1000 + i))
			var message: Dictionary = {"tick": 123456, "players": players}
			if workload == "snapshot":
				var scores: Dictionary = {}
				for i: int in 8:
					scores["player %d" % i] = 100 + i
				message["scores"] = scores
			return message
		"D":
			var vertices: PackedVector3Array = PackedVector3Array()
			for i: int in 10000:
				vertices.append(Vector3(i, i * 0.5, -i))
			var indices: PackedInt32Array = PackedInt32Array()
			for i: int in 30000:
				indices.append(i)
			return {"vertices": vertices, "indices": indices}
	return player(7).values()


## The time of the loops alone, in nanoseconds a turn.
func empty(times: int) -> float:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		pass
	return (Time.get_ticks_usec() - start) * 1000.0 / times


func encode_times(times: int, value: Variant) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		var_to_bytes(value)
	return Time.get_ticks_usec() - start


func decode_times(times: int, bytes: PackedByteArray) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		bytes_to_var(bytes)
	return Time.get_ticks_usec() - start


func to_bytes_times(times: int, message: Arena.Message) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		message.to_bytes()
	return Time.get_ticks_usec() - start


func from_bytes_times(times: int, bytes: PackedByteArray) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		Arena.Snapshot.from_bytes(bytes)
	return Time.get_ticks_usec() - start


func to_flat_times(times: int, message: Arena.Message) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		message.to_flat()
	return Time.get_ticks_usec() - start


func from_flat_times(times: int, bytes: PackedByteArray) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		Arena.Snapshot.from_flat(bytes)
	return Time.get_ticks_usec() - start


func write_times(times: int, snapshot: Arena.Snapshot) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		ByHand.write(snapshot)
	return Time.get_ticks_usec() - start


func read_times(times: int, bytes: PackedByteArray) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		ByHand.read(bytes)
	return Time.get_ticks_usec() - start


func player_from_flat_times(times: int, bytes: PackedByteArray) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		Arena.PlayerState.from_flat(bytes)
	return Time.get_ticks_usec() - start


func write_player_times(times: int, state: Arena.PlayerState) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		ByHand.write_player(state)
	return Time.get_ticks_usec() - start


func read_player_times(times: int, bytes: PackedByteArray) -> int:
	var start: int = Time.get_ticks_usec()
	for _i: int in times:
		ByHand.read_player(bytes)
	return Time.get_ticks_usec() - start


## The shortest of many short rounds, in nanoseconds a turn: what else the machine does makes none shorter.
func shortest(run: Callable) -> int:
	var times: int = 1
	while run.call(times) < SLICE / 2.0:
		times *= 2
	var best: float = INF
	var loop: float = INF
	for _round: int in ROUNDS:
		best = minf(best, run.call(times) * 1000.0 / times)
		loop = minf(loop, empty(times))
	return roundi(best - loop)
