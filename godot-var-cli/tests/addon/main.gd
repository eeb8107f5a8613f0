extends Node
## The game: writes and reads messages, and sends the debugger what no message is when it is told to.

const Arena = preload("res://net/arena.gd")
const World = preload("res://net/world.gd")

var _player: Arena.PlayerState = Arena.PlayerState.create(
	7, Vector3(1, 2, 3), Vector3.ZERO, 0.5, 100, true
)
var _is_walking: bool = true


func _ready() -> void:
	EngineDebugger.register_message_capture("test", _told)
	# An editor that was killed leaves the game behind.
	_note(get_tree().create_timer(300.0).timeout.connect(get_tree().quit))
	# Sent with put_packet().
	var chat: Arena.Chat = Arena.Chat.create("all", "hello\n\"you\"", 5, [])
	var bytes: PackedByteArray = Arena.ClientMessage.create_chat(chat).to_bytes()
	_note(Arena.ClientMessage.from_bytes(bytes))
	# Sent with put_var(), and broken on its way.
	var data: Array = Arena.ClientMessage.create_chat(chat).to_variant()
	var fields: Dictionary = data[1]
	fields["text"] = 7
	_note(Arena.ClientMessage.from_variant(data))
	# JSON.
	_note(Arena.ServerMessage.from_bytes("{\"id\": 1}".to_utf8_buffer()))
	# What the other side refuses.
	var odd: Arena.PlayerState = Arena.PlayerState.create(
		-1, Vector3.ZERO, Vector3.ZERO, 0.0, 1, true
	)
	_note(Arena.PlayerState.from_bytes(var_to_bytes(odd.to_variant())))
	# Flat messages.
	bytes = _player.to_flat()
	_note(Arena.PlayerState.from_flat(bytes))
	_note(Arena.PlayerState.from_flat(bytes.slice(0, 20)))
	# A long list.
	var players: Array[Arena.PlayerState] = []
	for i: int in 100:
		players.append(_player)
	var snapshot: Arena.Snapshot = Arena.Snapshot.create(9, players, {"Ann": 1})
	_note(Arena.ServerMessage.create_snapshot(snapshot).to_bytes())
	# Packets of a world, and what its client sends.
	var world: World.ThingSnapshots = World.ThingSnapshots.new(20)
	for line: String in FileAccess.get_file_as_string("res://packets.txt").split("\n", false):
		_note(world.receive(line.hex_decode(), Time.get_ticks_usec()))
	_note(world.send(World.Steer.create(Vector2.ONE, true)))
	# A check is no message.
	print("checked ", Arena.Chat.check({}))


func _physics_process(_delta: float) -> void:
	if _is_walking:
		_note(Arena.ClientMessage.create_move(_player).to_bytes())


func _note(_value: Variant) -> void:
	pass


func _told(what: String, _data: Array) -> bool:
	_is_walking = false
	match what:
		"hostile":
			_send_junk()
		"flood":
			for i: int in 500:
				_send([1, true, "T%d" % i, PackedStringArray(), 1, PackedByteArray(), ""])
	return true


func _send_junk() -> void:
	var texts: PackedStringArray = PackedStringArray()
	for i: int in 10000:
		_note(texts.append("f%d=%s" % [i, "x".repeat(20)]))
	_send([])
	_send([1, true])
	_send([1, true, "Short", PackedStringArray(), 1, PackedByteArray()])
	_send([null, null, null, null, null, null, null])
	_send(["1", true, "Time", PackedStringArray(), 1, PackedByteArray(), ""])
	_send([1, 1, "Way", PackedStringArray(), 1, PackedByteArray(), ""])
	_send([1, true, 1, PackedStringArray(), 1, PackedByteArray(), ""])
	_send([1, true, "Fields", ["a"], 1, PackedByteArray(), ""])
	_send([1, true, "Size", PackedStringArray(), 1.5, PackedByteArray(), ""])
	_send([1, true, "Bytes", PackedStringArray(), 1, [1], ""])
	_send([1, true, "Error", PackedStringArray(), 1, PackedByteArray(), {}])
	_send([self, self, self, self, self, self, self])
	var long: String = "y".repeat(1000000)
	var many: PackedByteArray = PackedByteArray()
	_note(many.resize(1000000))
	_send([1 << 63, false, long, texts, 1 << 63, many, ""])
	_send([9223372036854775807, true, "", PackedStringArray(), 1 << 60, PackedByteArray(), long])
	_send([1, true, "[b]N[/b]\n\t\u0007", PackedStringArray(["", "=", "[url=x]a[/url]"]), 1, many, ""])
	EngineDebugger.send_message("godot_var:unknown", [1])


func _send(data: Array) -> void:
	EngineDebugger.send_message("godot_var:message", data)
