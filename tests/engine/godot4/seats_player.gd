extends Node2D

var score := 0
# The peer that moves this player: Spawn on, On Change.
var owner_id := 1:
	set(value):
		owner_id = value
		get_node(^"InputSync").set_multiplayer_authority(value)
