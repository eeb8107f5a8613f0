extends Node2D
# The client of a small game with Godot 3's high-level multiplayer. Its server is a Rust program: examples/network/multiplayer_godot3.rs.
#
#   cargo run --example multiplayer_godot3 -- --listen 127.0.0.1:7777
#   godot3 --path examples/multiplayer-client-godot3 -- ws://127.0.0.1:7777 Ann
#   godot3 --path examples/multiplayer-client-godot3 -- enet://127.0.0.1:7777 Bob
#
# The arrow keys move, Enter sends the line, Space opens the door. With the argument demo after the name it plays by itself, prints what it
# sees, and ends. It then needs no screen (godot3-server). With a name after demo it plays with the player of that name.

const Player = preload("res://player.gd")
const PlayerScene = preload("res://player.tscn")
# A demonstration that takes longer has failed.
const PATIENCE = 20.0

var demo: bool = false
var own_name: String = ""
var direction: Vector2 = Vector2.ZERO
# The chat so far. Each text begins with its sender.
var heard: Array = []

onready var players: Node2D = $Players
onready var door: ColorRect = $Door
onready var chat: RichTextLabel = $Chat
onready var line: LineEdit = $Line


# warning-ignore-all:return_value_discarded
func _ready() -> void:
	var arguments: Array = OS.get_cmdline_args()
	arguments = arguments.slice(arguments.find("--") + 1, arguments.size() - 1)
	if arguments.size() < 2:
		print("usage: -- ws://HOST:PORT NAME, or enet://HOST:PORT NAME")
		get_tree().quit(2)
		return
	Engine.target_fps = 60
	own_name = arguments[1]
	demo = arguments.has("demo")
	get_tree().connect("connected_to_server", self, "ask_in")
	get_tree().connect("connection_failed", self, "leave", ["no connection"])
	get_tree().connect("server_disconnected", self, "leave", ["the server is gone"])
	line.connect("text_entered", self, "say_line")
	var peer: NetworkedMultiplayerPeer = connected_peer(arguments[0])
	if peer == null:
		leave("cannot connect to %s" % arguments[0])
		return
	get_tree().network_peer = peer
	if demo:
		get_tree().create_timer(PATIENCE).connect("timeout", self, "leave", ["not seen in time"])
		if arguments.size() > 3:
			play_with(arguments[3])
		else:
			play()


func connected_peer(url: String) -> NetworkedMultiplayerPeer:
	if url.begins_with("enet://"):
		var address: PoolStringArray = url.trim_prefix("enet://").split(":")
		var enet: NetworkedMultiplayerENet = NetworkedMultiplayerENet.new()
		# The default in Godot 3.4 and later.
		enet.compression_mode = NetworkedMultiplayerENet.COMPRESS_RANGE_CODER
		return enet if enet.create_client(address[0], int(address[1])) == OK else null
	var web: WebSocketClient = WebSocketClient.new()
	return web if web.connect_to_url(url, PoolStringArray(), true) == OK else null


func ask_in() -> void:
	rpc_id(1, "join", own_name)


func own_player() -> Player:
	if get_tree().network_peer == null:
		return null
	return players.get_node_or_null(str(get_tree().get_network_unique_id())) as Player


func _process(_delta: float) -> void:
	if own_player() == null or demo:
		return
	walk(Input.get_action_strength("ui_right") - Input.get_action_strength("ui_left"),
			Input.get_action_strength("ui_down") - Input.get_action_strength("ui_up"))
	if Input.is_action_just_pressed("ui_select"):
		door.rpc_id(1, "push")


# Sends the direction of the own player, if it has changed.
func walk(x: float, y: float) -> void:
	if direction != Vector2(x, y):
		direction = Vector2(x, y)
		own_player().rpc_id(1, "walk", direction)


func say_line(text: String) -> void:
	rpc_id(1, "say", text)
	line.clear()


# To the server: our name. The server answers with the players.
master func join(_called: String) -> void:
	pass


# To the server: a line of chat.
master func say(_text: String) -> void:
	pass


# From the server: a player has joined, or was there before.
puppet func joined(peer: int, called: String) -> void:
	var player: Node = PlayerScene.instance()
	player.name = str(peer)
	player.called = called
	players.add_child(player)


# From the server: a player has left.
puppet func gone(peer: int) -> void:
	players.get_node(str(peer)).queue_free()


# From the server: a line of somebody's chat.
puppet func said(who: String, text: String) -> void:
	hear("%s: %s" % [who, text])


# From another client, through the server.
remote func whisper(text: String) -> void:
	var from: Player = players.get_node_or_null(str(get_tree().get_rpc_sender_id())) as Player
	hear("%s whispers: %s" % ["nobody" if from == null else from.called, text])


func hear(words: String) -> void:
	heard.append(words)
	chat.add_text(words + "\n")
	print(words)


# Plays by itself: walks over the spikes, talks, changes its color, opens the door.
func play() -> void:
	while own_player() == null:
		yield(get_tree(), "idle_frame")
	var player: Player = own_player()
	var from: float = player.position.x
	print("%s is at %d with %d" % [player.called, from, player.health])
	walk(1, 0)
	while player.health == 100:
		yield(get_tree(), "idle_frame")
	walk(0, 0)
	print("health %d, moved %s" % [player.health, player.position.x > from])
	rpc_id(1, "say", "hello")
	while heard.empty():
		yield(get_tree(), "idle_frame")
	player.rset_id(1, "tint", Color.orange)
	while player.tint != Color.orange:
		yield(get_tree(), "idle_frame")
	print("%s is orange" % player.called)
	door.rpc_id(1, "push")
	while not door.open:
		yield(get_tree(), "idle_frame")
	print("the door is open")
	print("OK")
	get_tree().quit()


# Plays with another client that does the same: each sees the other walk, and whispers that.
func play_with(friend: String) -> void:
	while own_player() == null or player_of(friend) == null:
		yield(get_tree(), "idle_frame")
	walk(1, 0)
	while player_of(friend).position.x == 0:
		yield(get_tree(), "idle_frame")
	print("%s walks" % friend)
	rpc_id(int(player_of(friend).name), "whisper", "I see you, %s" % friend)
	while not heard.has("%s whispers: I see you, %s" % [friend, own_name]):
		yield(get_tree(), "idle_frame")
	# The server gets this after the whisper, which is then on its way to the friend.
	rpc_id(1, "say", "bye")
	while not (heard.has("%s: bye" % own_name) and heard.has("%s: bye" % friend)):
		yield(get_tree(), "idle_frame")
	print("OK")
	get_tree().quit()


func player_of(called: String) -> Player:
	for player in players.get_children():
		if player.called == called:
			return player
	return null


func leave(reason: String) -> void:
	print(reason)
	get_tree().quit(1)
