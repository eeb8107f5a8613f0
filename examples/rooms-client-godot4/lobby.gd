extends Node
# The RPCs between a player and the lobby.

signal placed(url: String, ticket: String)
signal refused(why: String)


# To the lobby: the player wants to join a room.
@rpc("any_peer")
func enter(_player: String, _key: String, _room: String, _version: int) -> void:
	pass


# From the lobby: the room is at this address, which takes the ticket once.
@rpc
func go(url: String, ticket: String) -> void:
	placed.emit(url, ticket)


@rpc
func sorry(why: String) -> void:
	refused.emit(why)
