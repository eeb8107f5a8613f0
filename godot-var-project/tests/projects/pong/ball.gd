extends Area2D

const SPEED = 1200.0

var direction := Vector2.LEFT
var stopped: bool = false

@onready var _screen_size := get_viewport_rect().size


func _process(delta: float) -> void:
	if stopped:
		return
	translate(SPEED * delta * direction)
	if (position.y < 0 and direction.y < 0) or (position.y > _screen_size.y and direction.y > 0):
		direction.y = -direction.y
	# Only the side that the ball leaves says so.
	if not is_multiplayer_authority() and position.x > _screen_size.x:
		get_parent().update_score.rpc(true)
		_reset_ball.rpc(true)


@rpc("any_peer", "call_local")
func bounce(left: bool, random: float) -> void:
	direction.x = absf(direction.x) if left else -absf(direction.x)
	direction.y = random * 2.0 - 1
	direction = direction.normalized()


@rpc("any_peer", "call_local")
func stop() -> void:
	stopped = true


@rpc("any_peer", "call_local")
func _reset_ball(for_left: float) -> void:
	position = _screen_size / 2
	direction = Vector2.LEFT if for_left else Vector2.RIGHT
