extends Node2D
# The client of a small game with Godot's high-level multiplayer. Its server is a Rust program: examples/network/multiplayer.rs.
#
#   cargo run --example multiplayer -- --listen 127.0.0.1:7777
#   godot --path examples/multiplayer-client-godot4 -- ws://127.0.0.1:7777 Ann
#   godot --path examples/multiplayer-client-godot4 -- enet://127.0.0.1:7777 Bob
#
# The arrow keys move, Shift runs, Enter sends the line, Space opens the door, Home marks the place. With the argument demo after the name it plays by itself,
# prints what it sees, and ends. It then needs no screen (--headless). With a name after demo it plays with the player of that name.

const Player := preload("res://player.gd")
const Door := preload("res://door.gd")
const Messages := preload("res://messages.gd")
const PASSWORD := "open sesame"
# A demonstration that takes longer has failed.
const PATIENCE := 20.0

var demo := false
# The chat so far. Each text begins with its sender.
var heard: PackedStringArray = []
# Where all players are, by their ids, as the map shows them.
var dots := {}
var marks: PackedVector2Array = []

@onready var players: Node2D = $Players
@onready var door: Door = $Door
@onready var chat: RichTextLabel = $Chat
@onready var line: LineEdit = $Line


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	if arguments.size() < 2:
		print("usage: -- ws://HOST:PORT NAME, or enet://HOST:PORT NAME")
		get_tree().quit(2)
		return
	demo = arguments.has("demo")
	var api: SceneMultiplayer = multiplayer
	# The server admits a client that sends the password.
	api.auth_callback = authenticate
	listen(api.peer_authenticating, ask_in)
	listen(api.connected_to_server, func() -> void: join.rpc_id(1, arguments[1]))
	listen(api.connection_failed, func() -> void: leave("no connection"))
	listen(api.server_disconnected, func() -> void: leave("the server is gone"))
	listen(api.peer_packet, take_packet)
	listen(line.text_submitted, say_line)
	var peer := connected_peer(arguments[0])
	if peer == null:
		leave("cannot connect to %s" % arguments[0])
		return
	api.multiplayer_peer = peer
	if demo:
		listen(get_tree().create_timer(PATIENCE).timeout, func() -> void: leave("not seen in time"))
		if arguments.size() > 3:
			play_with(arguments[3])
		else:
			play()


func connected_peer(url: String) -> MultiplayerPeer:
	if url.begins_with("enet://"):
		var address := url.trim_prefix("enet://").split(":")
		var enet := ENetMultiplayerPeer.new()
		return enet if enet.create_client(address[0], address[1].to_int()) == OK else null
	var web := WebSocketMultiplayerPeer.new()
	return web if web.create_client(url) == OK else null


func ask_in(server: int) -> void:
	var api: SceneMultiplayer = multiplayer
	check(api.send_auth(server, PASSWORD.to_utf8_buffer()))
	check(api.complete_auth(server))


func authenticate(_server: int, _data: PackedByteArray) -> void:
	pass # The server asks for nothing more.


func own_player() -> Player:
	return players.get_node_or_null(str(multiplayer.get_unique_id())) as Player


func _process(_delta: float) -> void:
	var player := own_player()
	if player == null or demo:
		return
	player.direction = Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	player.running = Input.is_key_pressed(KEY_SHIFT)
	if Input.is_action_just_pressed("ui_select"):
		door.rpc_id(1, &"push")
	if Input.is_action_just_pressed("ui_home"):
		mark()


func say_line(text: String) -> void:
	say.rpc_id(1, text)
	line.clear()


# To the server: our name. The server spawns our player.
@rpc("any_peer", "call_remote", "reliable")
func join(_called: String) -> void:
	pass


# To the server: a line of chat.
@rpc("any_peer", "call_remote", "reliable")
func say(_text: String) -> void:
	pass


# From the server: a line of somebody's chat.
@rpc("authority", "call_remote", "reliable")
func said(who: String, text: String) -> void:
	heard.append("%s: %s" % [who, text])
	chat.add_text("%s: %s\n" % [who, text])
	print("%s: %s" % [who, text])


# From the server: where all players are. Flat messages are the only argument, so nothing is added to their bytes.
@rpc("authority", "call_remote", "unreliable_ordered")
func map(bytes: PackedByteArray) -> void:
	var seen := Messages.Map.from_bytes(bytes)
	if seen == null:
		return
	dots.clear()
	for dot in seen.dots:
		dots[dot.peer] = dot.position


# To the server: a mark at our own position, which all see. It is no RPC at all.
func mark() -> void:
	var api: SceneMultiplayer = multiplayer
	check(api.send_bytes(Messages.Mark.create(own_player().position).to_bytes(), 1))


# From the server: a mark of somebody.
func take_packet(_server: int, bytes: PackedByteArray) -> void:
	var seen := Messages.Mark.from_bytes(bytes)
	if seen != null:
		marks.append(seen.position)


# Plays by itself: walks over the spikes, talks, opens the door.
func play() -> void:
	while own_player() == null:
		await get_tree().process_frame
	var player := own_player()
	var from := player.position.x
	print("%s is at %d with %d" % [player.title, from, player.health])
	player.direction = Vector2.RIGHT
	player.running = true
	while player.health == 100:
		await get_tree().process_frame
	player.direction = Vector2.ZERO
	print("health %d, moved %s" % [player.health, player.position.x > from])
	say.rpc_id(1, "hello")
	while heard.is_empty():
		await get_tree().process_frame
	while not dots.has(multiplayer.get_unique_id()):
		await get_tree().process_frame
	mark()
	while marks.is_empty():
		await get_tree().process_frame
	# A step of the map is 540 pixels / 255.
	print("marked on the map: %s" % (marks[0].distance_to(player.position) < 3.0))
	door.rpc_id(1, &"push")
	while not door.open:
		await get_tree().process_frame
	print("the door is open")
	print("OK")
	get_tree().quit()


# Plays with another client that does the same: each sees the other walk, and reports that.
func play_with(friend: String) -> void:
	while own_player() == null or player_of(friend) == null:
		await get_tree().process_frame
	var player := own_player()
	player.direction = Vector2.RIGHT
	while player_of(friend).position.x == 0.0:
		await get_tree().process_frame
	print("%s walks" % friend)
	var seen := "I see you, %s"
	say.rpc_id(1, seen % friend)
	# When the server hears that, it has already sent its own line to all.
	for said_line: String in ["%s: %s" % [player.title, seen % friend], "%s: %s" % [friend, seen % player.title]]:
		while not heard.has(said_line):
			await get_tree().process_frame
	print("OK")
	get_tree().quit()


func player_of(called: String) -> Player:
	for player: Player in players.get_children():
		if player.title == called:
			return player
	return null


func leave(reason: String) -> void:
	print(reason)
	get_tree().quit(1)


func listen(to: Signal, callback: Callable) -> void:
	check(to.connect(callback) as Error)


func check(error: Error) -> void:
	if error != OK:
		leave(error_string(error))
