extends Node2D
# A player: the server says where it is and how it is, its own client where it wants to go.

# From the server.
var health := 100
var title := ""
# To the server, from the client whose player it is.
var direction := Vector2.ZERO
var running := false

@onready var label: Label = $Label
@onready var input: MultiplayerSynchronizer = $InputSync


func _enter_tree() -> void:
	# The name of the node is the id of the peer.
	get_node(^"InputSync").set_multiplayer_authority(str(name).to_int())


func is_own() -> bool:
	return input.is_multiplayer_authority()


func _process(_delta: float) -> void:
	label.text = "%s %d" % [title, health]


@rpc("authority", "call_remote", "reliable")
func hurt(by: int) -> void:
	print("%s is hurt by %d" % [title, by])
