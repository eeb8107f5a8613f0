extends Node
## Times the generated client of a world on packets in which 64 entities change, next to generated
## lists of 64 states: see engine.sh.

const Net = preload("res://arena.gd")

const ROUNDS: int = 12
const PACKETS: int = 300

## What changes: the place; also half of the turns and a quarter of the speeds; all three.
const CHANGES: Array[String] = ["pos", "pos, 1/2 yaw, 1/4 vel", "pos, yaw, vel"]

var best: Dictionary = {}


func _ready() -> void:
	var players: Net.Players = Net.Players.new()
	var things: Net.Things = Net.Things.new()
	for i: int in 64:
		players.list.append(player(i))
		things.list.append(Net.Thing.create_player(player(i)))
	var of_players: PackedByteArray = players.to_bytes()
	var of_things: PackedByteArray = things.to_bytes()
	for _round: int in ROUNDS:
		for _i: int in 100:
			var start: int = Time.get_ticks_usec()
			Net.Players.from_bytes(of_players)
			note("list of a struct", start)
			start = Time.get_ticks_usec()
			Net.Things.from_bytes(of_things)
			note("list of an enum", start)
		for mode: int in CHANGES.size():
			play(Net.PlayerSnapshots.new(20), false, mode)
			play(Net.ThingSnapshots.new(20), true, mode)
	for name: String in best:
		print("| %s | %d µs |" % [name, best[name]])
	get_tree().quit()


func note(name: String, start: int) -> void:
	var time: int = Time.get_ticks_usec() - start
	best[name] = mini(best.get(name, time), time)


func play(world: RefCounted, is_enum: bool, mode: int) -> void:
	var name: String = "packet of %s: %s" % ["an enum" if is_enum else "a struct", CHANGES[mode]]
	for number: int in range(1, PACKETS):
		var bytes: PackedByteArray = packet(number, is_enum, mode)
		var start: int = Time.get_ticks_usec()
		var error: String = world.receive(bytes, number * 50000)
		if number > 10:
			note(name, start)
		assert(error == "")
		if number % 20 == 0:
			world.advance(number * 50000)


func player(i: int) -> Net.Player:
	return Net.Player.create(Vector3(i, 2, 3), Vector3(1, 0, 0), 1.0, 77, true)


## A packet whose deltas stand on the packet four before, as at a round trip of 200 ms.
func packet(number: int, is_enum: bool, mode: int) -> PackedByteArray:
	var bytes: PackedByteArray = PackedByteArray([1, number & 255, number >> 8])
	Net._Flat.put_varint(bytes, 100000 + number)
	bytes.append_array(PackedByteArray([0, 0, 0, 64]))
	for i: int in 64:
		var state: Net.Player = player(i)
		if number < 5:
			bytes.append_array(PackedByteArray([64, i, 1]))
			var whole: Net.Message = Net.Thing.create_player(state) if is_enum else state
			bytes.append_array(whole.to_bytes())
			continue
		bytes.append_array(PackedByteArray([128 + 4, i]))
		if is_enum:
			bytes.append(1)
		var changes: Dictionary = {"pos": state.pos + Vector3(number % 100, 0, 0)}
		if mode == 2 or mode == 1 and i % 2 == 0:
			changes["yaw"] = 0.01 * (number % 100)
		if mode == 2 or mode == 1 and i % 4 == 0:
			changes["vel"] = state.vel
		bytes.append_array(Net.PlayerDelta.create(changes).to_bytes())
	return bytes
