extends SceneTree
# Times var2bytes and bytes2var of Godot 3 on the workloads A to E: see engine.sh.

const SLICE = 200000 # microseconds
const ROUNDS = 5


func _init() -> void:
	for workload in ["A", "B", "C", "D", "E"]:
		var value = build(workload)
		var bytes: PoolByteArray = var2bytes(value)
		print("ROW ", workload, " ", bytes.size(), " ", encode(value), " ", decode(bytes))
	quit(0)


func player(id: int) -> Dictionary:
	return {
		"id": id,
		"pos": Vector3(12.5, 0.25, -7.75),
		"vel": Vector3(0.5, -9.8, 3.125),
		"yaw": 1.57,
		"health": 87,
		"grounded": true,
	}


func build(workload: String):
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
		"C":
			var players: Array = []
			for i in 64:
				players.append(player(1000 + i))
			return {"tick": 123456, "players": players}
		"D":
			var vertices := PoolVector3Array()
			for i in 10000:
				vertices.append(Vector3(i, i * 0.5, -i))
			var indices := PoolIntArray()
			for i in 30000:
				indices.append(i)
			return {"vertices": vertices, "indices": indices}
	return player(7).values()


# The time of the loops alone, in nanoseconds a turn.
func empty(times: int) -> float:
	var start: int = OS.get_ticks_usec()
	for _i in times:
		pass
	return (OS.get_ticks_usec() - start) * 1000.0 / times


func encode_times(value, times: int) -> int:
	var start: int = OS.get_ticks_usec()
	for _i in times:
		var2bytes(value)
	return OS.get_ticks_usec() - start


func decode_times(bytes: PoolByteArray, times: int) -> int:
	var start: int = OS.get_ticks_usec()
	for _i in times:
		bytes2var(bytes)
	return OS.get_ticks_usec() - start


func encode(value) -> int:
	return middle("encode_times", value)


func decode(bytes: PoolByteArray) -> int:
	return middle("decode_times", bytes)


# The median of some rounds, each as long as a slice.
func middle(function: String, argument) -> int:
	var times: int = 1
	var took: int = call(function, argument, times)
	while took < SLICE / 2:
		times *= 2
		took = call(function, argument, times)
	var rounds: Array = []
	for _round in ROUNDS:
		rounds.append(call(function, argument, times) * 1000.0 / times - empty(times))
	rounds.sort()
	return int(round(rounds[ROUNDS / 2]))
