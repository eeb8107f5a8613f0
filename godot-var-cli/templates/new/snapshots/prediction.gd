extends {% if godot3 %}Reference{% else %}RefCounted{% endif %}
## Moves the own player at once: replays the inputs that the newest state from the server lacks.

const Protocol = preload("res://net/protocol.gd")

## Where players can be, and pixels in a tick: see src/game.rs.
const AREA: Rect2 = Rect2(18, 44, 924, 478)
const STEP: float = 11.0
## How many inputs are kept. The server sends no news while the player stands.
const MOST: int = 64

## The newest state from the server: its tick and place.
var _tick: int = -1
var _place: Vector2 = Vector2.ZERO
## The number of the newest input, and the inputs that this state lacks.
var _sent: int = 0
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
	var waiting: int = _sent - world.confirmed_input()
	assert(waiting >= 0, "call `step` after each `send`")
	while _inputs.size() > waiting and not _inputs.{{ is_empty }}():
		_inputs.{% if godot3 %}remove{% else %}remove_at{% endif %}(0)


## In each tick, after the input was sent.
func step(direction: Vector2) -> void:
	_sent += 1
	_inputs.append(direction)
	if _inputs.size() > MOST:
		_inputs.{% if godot3 %}remove{% else %}remove_at{% endif %}(0)
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
{%- if godot3 %}
	var to: Vector2 = from + direction * STEP / max(1.0, direction.length())
	return Vector2(
		clamp(to.x, AREA.position.x, AREA.end.x), clamp(to.y, AREA.position.y, AREA.end.y))
{%- else %}
	var to: Vector2 = from + direction.limit_length() * STEP
	return to.clamp(AREA.position, AREA.end)
{%- endif %}
