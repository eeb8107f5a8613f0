extends CharacterBody2D

## Pixels per second.
const MOTION_SPEED = 90.0

@export var synced_position := Vector2()
@export var stunned: bool = false

@onready var inputs: Node = $Inputs


func _ready() -> void:
	position = synced_position
	$Inputs/InputsSync.set_multiplayer_authority(str(name).to_int())
	if str(multiplayer.get_unique_id()) == str(name):
		print("at ", position)
		inputs.bombing = true


@rpc("call_local")
func set_player_name(value: String) -> void:
	$label.text = value
	print("name ", value)


@rpc("call_local")
func exploded(_by_who: int) -> void:
	stunned = true
