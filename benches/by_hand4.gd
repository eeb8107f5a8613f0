extends RefCounted
## The arena's snapshot and a player in flat bytes, written and read by hand with `encode_*` and `decode_*`: what engine4.gd compares the generated classes with.

const Arena = preload("res://arena.gd")


static func write(snapshot: Arena.Snapshot) -> PackedByteArray:
	var bytes: PackedByteArray = PackedByteArray()
	var at: int = 9
	bytes.resize(at + 37 * snapshot.players.size())
	bytes.encode_s64(0, snapshot.tick)
	bytes.encode_u8(8, snapshot.players.size())
	for player: Arena.PlayerState in snapshot.players:
		bytes.encode_u32(at, player.id)
		var vector: Vector3 = player.pos
		bytes.encode_float(at + 4, vector.x)
		bytes.encode_float(at + 8, vector.y)
		bytes.encode_float(at + 12, vector.z)
		vector = player.vel
		bytes.encode_float(at + 16, vector.x)
		bytes.encode_float(at + 20, vector.y)
		bytes.encode_float(at + 24, vector.z)
		bytes.encode_float(at + 28, player.yaw)
		bytes.encode_s32(at + 32, player.health)
		bytes.encode_u8(at + 36, player.grounded)
		at += 37
	bytes.append(snapshot.scores.size())
	for key: String in snapshot.scores:
		var text: PackedByteArray = key.to_utf8_buffer()
		bytes.append(text.size())
		bytes.append_array(text)
		at = bytes.size()
		bytes.resize(at + 4)
		bytes.encode_s32(at, snapshot.scores[key])
	return bytes


static func read(bytes: PackedByteArray) -> Arena.Snapshot:
	var snapshot: Arena.Snapshot = Arena.Snapshot.new()
	snapshot.tick = bytes.decode_s64(0)
	var at: int = 9
	for i: int in bytes[8]:
		var player: Arena.PlayerState = Arena.PlayerState.new()
		player.id = bytes.decode_u32(at)
		player.pos = Vector3(
			bytes.decode_float(at + 4), bytes.decode_float(at + 8), bytes.decode_float(at + 12)
		)
		player.vel = Vector3(
			bytes.decode_float(at + 16), bytes.decode_float(at + 20), bytes.decode_float(at + 24)
		)
		player.yaw = bytes.decode_float(at + 28)
		player.health = bytes.decode_s32(at + 32)
		player.grounded = bytes[at + 36] == 1
		at += 37
		snapshot.players.append(player)
	var count: int = bytes[at]
	at += 1
	for i: int in count:
		var end: int = at + 1 + bytes[at]
		var key: String = bytes.slice(at + 1, end).get_string_from_utf8()
		snapshot.scores[key] = bytes.decode_s32(end)
		at = end + 4
	return snapshot


static func write_player(player: Arena.PlayerState) -> PackedByteArray:
	var bytes: PackedByteArray = PackedByteArray()
	bytes.resize(37)
	bytes.encode_u32(0, player.id)
	var vector: Vector3 = player.pos
	bytes.encode_float(4, vector.x)
	bytes.encode_float(8, vector.y)
	bytes.encode_float(12, vector.z)
	vector = player.vel
	bytes.encode_float(16, vector.x)
	bytes.encode_float(20, vector.y)
	bytes.encode_float(24, vector.z)
	bytes.encode_float(28, player.yaw)
	bytes.encode_s32(32, player.health)
	bytes.encode_u8(36, player.grounded)
	return bytes


static func read_player(bytes: PackedByteArray) -> Arena.PlayerState:
	if bytes.size() != 37:
		return null
	var player: Arena.PlayerState = Arena.PlayerState.new()
	player.id = bytes.decode_u32(0)
	player.pos = Vector3(bytes.decode_float(4), bytes.decode_float(8), bytes.decode_float(12))
	player.vel = Vector3(bytes.decode_float(16), bytes.decode_float(20), bytes.decode_float(24))
	player.yaw = bytes.decode_float(28)
	player.health = bytes.decode_s32(32)
	player.grounded = bytes[36] == 1
	return player
