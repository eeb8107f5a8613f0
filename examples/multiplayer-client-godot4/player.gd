extends Node2D
# A player. The server sends its position and health; its own client sends its direction.

# From the server.
var health := 100
var title := ""
# From the player's client to the server.
var direction := Vector2.ZERO
var running := false

@onready var label: Label = $Label
@onready var input: MultiplayerSynchronizer = $InputSync


func _enter_tree() -> void:
	# The name of the node is the peer's id.
	get_node(^"InputSync").set_multiplayer_authority(str(name).to_int())


func is_own() -> bool:
	return input.is_multiplayer_authority()


func _process(_delta: float) -> void:
	label.text = "%s %d" % [title, health]


@rpc("authority", "call_remote", "reliable")
func hurt(by: int) -> void:
	print("%s is hurt by %d" % [title, by])
