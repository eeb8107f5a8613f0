class_name NetBase
extends Node

## The version of both sides.
const VERSION = 1 << 3 | 0x2
const NAMES := ["ann", "bob"]

enum { NOBODY, SOMEBODY = 5, EVERYBODY }

## Says who is there.
## Called [b]once[/b].
@rpc("any_peer")
func hello(_name: String, version := VERSION) -> void:
	pass

@rpc("unreliable_ordered", "any_peer", "call_local", 7)
func moved(_to: Vector2) -> void: pass

@rpc
func replaced(_n: int) -> void:
	pass
