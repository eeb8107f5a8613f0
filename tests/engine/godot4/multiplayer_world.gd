extends SceneTree
# A world with players and a door, on either side of Godot's high-level multiplayer. The other side is this library.
#
#   godot --headless --path tests/engine/godot4 -s multiplayer_world.gd -- MODE PORT
#
# MODE is client; late, in which the level is loaded two seconds after the connection; or server, which does what clients tell it.

const Report := preload("res://multiplayer_report.gd")
const Door := preload("res://multiplayer_door.gd")
const TIMEOUT := 20.0

var api: SceneMultiplayer
var mode: String
var report: Node = Report.new()
var players := Node.new()
var spawner := MultiplayerSpawner.new()


func _initialize() -> void:
	mode = OS.get_cmdline_user_args()[0]
	start.call_deferred()


func start() -> void:
	api = get_multiplayer() as SceneMultiplayer
	report.name = "Report"
	root.add_child(report)
	report.told.connect(told)
	api.connected_to_server.connect(connected)
	api.server_disconnected.connect(quit)
	api.peer_connected.connect(joined)
	var peer := WebSocketMultiplayerPeer.new()
	var port := OS.get_cmdline_user_args()[1]
	var error := peer.create_server(port.to_int(), "127.0.0.1") if mode == "server" else peer.create_client("ws://127.0.0.1:" + port)
	if error != OK:
		quit(2)
		return
	api.multiplayer_peer = peer
	if mode != "late":
		root.add_child(world())
	create_timer(TIMEOUT).timeout.connect(late)


func late() -> void:
	print("no end in time")
	quit(1)


func world() -> Node:
	var level := Node.new()
	level.name = "World"
	players.name = "Players"
	level.add_child(players)
	spawner.name = "Spawner"
	spawner.spawn_path = ^"../Players"
	spawner.add_spawnable_scene("res://multiplayer_player.tscn")
	spawner.spawn_function = custom
	spawner.spawned.connect(func(node: Node) -> void: report.say("spawned %s %s" % [node.name, node.get_meta("data") if node.has_meta("data") else "scene"]))
	spawner.despawned.connect(func(node: Node) -> void: report.say("despawned %s" % node.name))
	level.add_child(spawner)
	var door: Node = Door.new()
	door.name = "Door"
	var config := SceneReplicationConfig.new()
	config.add_property(^".:open")
	config.property_set_replication_mode(^".:open", SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
	var sync := MultiplayerSynchronizer.new()
	sync.name = "Sync"
	sync.replication_config = config
	door.add_child(sync)
	level.add_child(door)
	return level


func custom(data: Variant) -> Node:
	var node := Node.new()
	node.name = "Custom"
	node.set_meta("data", data)
	return node


func connected() -> void:
	report.shout.rpc_id(1, "here")
	report.say("connected")
	if mode == "late":
		await create_timer(2.0).timeout
		root.add_child(world())


func joined(peer: int) -> void:
	if mode != "server":
		if peer != 1:
			report.say("sees %d" % peer)
		return
	var player: Node = load("res://multiplayer_player.tscn").instantiate()
	player.name = str(peer)
	player.pos = Vector2(1, 2)
	player.hp = 100
	player.title = "ann"
	players.add_child(player, true)


func told(peer: int, text: String) -> void:
	print("%d: %s" % [peer, text])
	var player := players.get_node_or_null(str(peer))
	match text:
		"hurt":
			player.hp = 99
		"move":
			player.pos = Vector2(3, 4)
		"hello":
			player.hello.rpc_id(peer, 7)
		"custom":
			spawner.spawn({"k": 3})
		"despawn":
			player.queue_free()
