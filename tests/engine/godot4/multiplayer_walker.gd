extends Node2D
# A player that its own client moves. It calls each other client once.

const STEPS := 20

var steps := 0
var last := Vector2.ZERO


func _enter_tree() -> void:
	set_multiplayer_authority(str(name).to_int())


func _ready() -> void:
	if is_multiplayer_authority():
		multiplayer.peer_connected.connect(greet)
		hello.rpc()
	else:
		$Sync.synchronized.connect(walked)


func greet(peer: int) -> void:
	hello.rpc_id(peer)


func _process(delta: float) -> void:
	if is_multiplayer_authority():
		position.x += 100 * delta


func walked() -> void:
	if position != last:
		last = position
		steps += 1
		if steps == STEPS:
			print("sees ", name)


@rpc func hello() -> void:
	print("hears ", name)
