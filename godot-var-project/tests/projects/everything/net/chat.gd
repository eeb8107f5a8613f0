## Everybody talks.
@tool
extends NetBase

const Team = preload("res://net/team.gd")
const CHANNEL = 2
const MOTTO = 'it\'s ' + "fine"
const RATIO: float = -1.5e-1

## How loud.
enum Volume { WHISPER, SPEAK = 3, SHOUT }

signal heard(text: String)

var unrelated := func(a, b): return a + b
var multiline = """
@rpc func not_a_function(): pass
func neither(): pass
"""
var counted: int = 0:
	set(value):
		counted = value
	get:
		return counted


func _ready() -> void:
	var nested := func() -> void:
		@warning_ignore("unused_variable")
		var inside := 1
	nested.call()
	if true and \
			counted == 0:
		heard.emit("""a
@rpc
""")


# An override without an annotation keeps that of the base.
func replaced(_n: int, _more: float = 0.5) -> void:
	pass


@rpc("any_peer", "reliable", "call_remote", CHANNEL)
func say(
	_text: String, # with a comment, and (brackets
	_volume: Volume = Volume.SPEAK,
	_team := Team.Color4.RED,
	_times: int = 1 + 2 * 3,
	_at := Vector2.ZERO,
	_tags: Array[String] = [],
) -> void:
	pass


@rpc("any_peer") func _everything(a: bool, b: StringName, c: NodePath, d: Vector3i, e: Color,
		f: PackedByteArray, g: PackedFloat32Array, h: Array[int], i: Dictionary[String, int],
		j: Array[Node], k: Dictionary, l, m: Node, n: Error, o: Array[Volume], p: Callable) -> void: pass


@rpc("any_peer")
func defaults(_a = 1, _b = null, _c := "text", _d := -2, _e: float = 3, _f := Vector2(1, -2.5), _g := randi()) -> void:
	pass


@warning_ignore("unused_parameter")
@rpc("any_peer")
func type(self_: int, match_: bool, loop: int, gen: int) -> void:
	pass


@rpc func camelCase2(someValue: int) -> void: pass
@rpc func camel_case_2() -> void: pass; 

class Inner extends Node:
	@rpc("any_peer")
	func inside() -> void:
		pass
