extends SceneTree
# A client of Godot's high-level multiplayer whose player keeps its seat when the client is killed. Its server is this library.
#
#   godot --headless --path tests/engine/godot4 -s seats.gd -- URL POINTS
#
# It prints each change of each player, asks for POINTS when its own player appears, and moves that player. It ends when it is killed.

const Login := preload("res://seats_login.gd")
const Game := preload("res://seats_game.gd")
const TIMEOUT := 60.0

var game: Node = Game.new()
var players := Node.new()
var printed: Dictionary[StringName, String] = {}


func _initialize() -> void:
	Engine.max_fps = 60
	start.call_deferred()


func start() -> void:
	root.add_child(Login.new())
	game.name = "Game"
	root.add_child(game)
	root.add_child(level())
	var url := OS.get_cmdline_user_args()[0]
	var error: Error
	if url.begins_with("enet://"):
		var address := url.trim_prefix("enet://").split(":")
		var enet := ENetMultiplayerPeer.new()
		error = enet.create_client(address[0], address[1].to_int())
		get_multiplayer().multiplayer_peer = enet
	else:
		var web := WebSocketMultiplayerPeer.new()
		error = web.create_client(url)
		get_multiplayer().multiplayer_peer = web
	if error != OK:
		quit(2)
	create_timer(TIMEOUT).timeout.connect(quit.bind(1))


func level() -> Node:
	var world := Node.new()
	world.name = "World"
	players.name = "Players"
	world.add_child(players)
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_path = ^"../Players"
	spawner.add_spawnable_scene("res://seats_player.tscn")
	spawner.spawned.connect(came)
	spawner.despawned.connect(func(player: Node) -> void: print(player.name, " is gone"))
	world.add_child(spawner)
	return world


func came(player: Node) -> void:
	print(player.name, " is here")
	if is_own(player):
		for _point in OS.get_cmdline_user_args()[1].to_int():
			game.rpc_id(1, &"point")


func is_own(player: Node) -> bool:
	return player.get_node(^"InputSync").is_multiplayer_authority()


func _process(delta: float) -> bool:
	for player: Node2D in players.get_children():
		var whose := "mine" if is_own(player) else "of another"
		var state := "%s: score %d, %s" % [player.name, player.get(&"score"), whose]
		if printed.get(player.name, "") != state:
			printed[player.name] = state
			print(state)
		if is_own(player):
			player.position.x += 100 * delta
	return false
