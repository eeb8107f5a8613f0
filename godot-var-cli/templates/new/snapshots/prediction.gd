extends {% if godot3 %}Reference{% else %}RefCounted{% endif %}
## Moves the own player at once: replays the inputs that the newest state from the server lacks.

const Protocol = preload("res://net/protocol.gd")

## Where players can be, and pixels in a tick: see src/game.rs.
const AREA: Rect2 = Rect2(18, 44, 924, 478)
const STEP: float = 11.0

## The newest state from the server: its tick, place, and the number of the last input in it.
var _tick: int = -1
var _place: Vector2 = Vector2.ZERO
var _taken: int = 0
## The inputs after that.
var _inputs: Array{% if !godot3 %}[Vector2]{% endif %} = []
## Where the player is at the start of this tick, and at its end.
var _from: Vector2 = Vector2.INF
var _to: Vector2 = Vector2.INF


## After each packet: takes the newest state of the own player.
func confirm(world: Protocol.ThingSnapshots, own: int) -> void:
	if world.tick_of(own) == _tick:
		return
	_tick = world.tick_of(own)
	var player: Protocol.Player = world.latest(own)
	_place = player.place
	if _to == Vector2.INF:
		_from = _place
		_to = _place
	while _taken < world.confirmed_input():
		_taken += 1
		_inputs.{% if godot3 %}remove{% else %}remove_at{% endif %}(0)


## In each tick, after the input was sent.
func step(direction: Vector2) -> void:
	_inputs.append(direction)
	if _to == Vector2.INF:
		return
	var to: Vector2 = _place
	for input{% if !godot3 %}: Vector2{% endif %} in _inputs:
		to = walk(to, input)
	_from = _to
	_to = to


## In each frame: returns where the player is after this share of the tick.
func place(share: float) -> Vector2:
	return _from.{% if godot3 %}linear_interpolate{% else %}lerp{% endif %}(_to, share)


## Returns where a player is after a step, as `walk` of src/game.rs does.
static func walk(from: Vector2, direction: Vector2) -> Vector2:
	var to: Vector2 = from + direction.{% if godot3 %}clamped(1.0){% else %}limit_length(){% endif %} * STEP
{%- if godot3 %}
	return Vector2(
		clamp(to.x, AREA.position.x, AREA.end.x), clamp(to.y, AREA.position.y, AREA.end.y))
{%- else %}
	return to.clamp(AREA.position, AREA.end)
{%- endif %}
