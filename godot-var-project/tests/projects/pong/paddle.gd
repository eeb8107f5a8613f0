extends Area2D

const MOTION_SPEED = 150

@export var left: bool = false

var _motion := 0.0
var _has_hit: bool = false


func _process(_delta: float) -> void:
	if not is_multiplayer_authority():
		return
	_motion = MOTION_SPEED
	set_pos_and_motion.rpc(position, _motion)
	# The player hits the first ball, and no other.
	var ball: Area2D = get_parent().get_node("Ball")
	if not _has_hit and ball.direction.x > 0:
		_has_hit = true
		ball.bounce.rpc(left, 0.5)


@rpc("unreliable")
func set_pos_and_motion(pos: Vector2, motion: float) -> void:
	position = pos
	_motion = motion
