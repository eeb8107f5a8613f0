extends Node
# The server of benches/multiplayer.rs in the engine: a player for each peer, which the peers of its group see.

const Player := preload("res://player.gd")
const PLAYER := preload("res://player.tscn")
const GROUP := 20
# How many ticks a player's health stays the same.
const CALM := 20
# It ends by itself if nobody ends it.
const LONGEST := 180.0

@onready var players: Node = $Players

# The group that is not full yet.
var group: Array[Player] = []
var tick: int = 0


func _ready() -> void:
	# Peers see the server alone.
	(multiplayer as SceneMultiplayer).server_relay = false
	multiplayer.peer_connected.connect(join)
	multiplayer.peer_disconnected.connect(leave)
	get_tree().create_timer(LONGEST).timeout.connect(func() -> void: get_tree().quit(1))
	var port := 20000 + randi() % 20000
	var peer := WebSocketMultiplayerPeer.new()
	while peer.create_server(port, "127.0.0.1") != OK:
		port += 1
	multiplayer.multiplayer_peer = peer
	print("listening on ", port)


func join(peer: int) -> void:
	if group.size() == GROUP:
		group.clear()
	var player: Player = PLAYER.instantiate()
	player.name = str(peer)
	players.add_child(player)
	group.append(player)
	for other: Player in group:
		player.state_sync.set_visibility_for(str(other.name).to_int(), true)
		other.state_sync.set_visibility_for(peer, true)


func leave(peer: int) -> void:
	var player := players.get_node_or_null(str(peer))
	group.erase(player)
	if player != null:
		player.queue_free()


func _process(_delta: float) -> void:
	tick += 1
	for player: Player in players.get_children():
		player.position += player.direction
		if (player.get_index() + tick) % CALM == 0:
			player.health += 1
