extends Node
# Begins matches when the server says so.

var slow := false
var world: PackedScene


func _ready() -> void:
	var level := Node.new()
	level.name = "World"
	var players := Node.new()
	players.name = "Players"
	level.add_child(players)
	players.owner = level
	var spawner := MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_path = ^"../Players"
	spawner.add_spawnable_scene("res://multiplayer_walker.tscn")
	level.add_child(spawner)
	spawner.owner = level
	world = PackedScene.new()
	world.pack(level)
	level.free()


@rpc func begin(number: int) -> void:
	print("begin ", number)
	if slow:
		await get_tree().create_timer(1.0).timeout
	get_tree().change_scene_to_packed(world)
	await get_tree().scene_changed
	var spawner: MultiplayerSpawner = get_node(^"/root/World/Spawner")
	spawner.spawned.connect(func(node: Node) -> void: said.rpc_id(1, "spawned %s in match %d" % [node.name, number]))
	loaded.rpc_id(1)


@rpc("any_peer") func loaded() -> void: pass


@rpc("any_peer") func said(_text: String) -> void: pass


@rpc func leave() -> void:
	get_tree().quit()
