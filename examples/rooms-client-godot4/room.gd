extends Node
# The RPCs between a player and a room, and what the player knows.

# How many messages may wait until the room has kept them.
const WINDOW := 8

# The last number that the player has said, and the last one that its room has kept.
var said := 0
var kept_until := 0
# The number of the last message in the room, of whomever.
var heard_until := 0
var visits := 0
var welcomed := false
var over := false
# What the room has forgotten: nothing.
var lost := ""


# From the room: it has kept our messages up to the first number, those of all up to the second.
@rpc
func welcome(kept_number: int, said_number: int, _version: int) -> void:
	if kept_number < kept_until or said_number < heard_until:
		lost = "kept %d after %d" % [kept_number, kept_until]
		return
	visits += 1
	if visits == 1:
		heard_until = said_number
	kept_until = kept_number
	welcomed = true
	since.rpc_id(1, heard_until)
	# The lost process may not have kept these. The room drops those that it knows.
	for number: int in range(kept_until + 1, said + 1):
		say.rpc_id(1, number, text_of(number))


# To the room: we have heard everything up to this message.
@rpc("any_peer")
func since(_said: int) -> void:
	pass


# To the room: a message with its number.
@rpc("any_peer")
func say(_number: int, _text: String) -> void:
	pass


# From the room: it never loses our messages up to this one.
@rpc
func kept(number: int) -> void:
	kept_until = maxi(kept_until, number)


# From the room: a message of somebody, with its number in the room.
@rpc
func heard(number: int, _player: String, _number: int, text: String) -> void:
	if number != heard_until + 1:
		lost = "heard %d after %d" % [number, heard_until]
	heard_until = number
	over = over or text == "over"


# Says the next message, unless too many wait.
func talk() -> void:
	if welcomed and not over and said < kept_until + WINDOW:
		said += 1
		say.rpc_id(1, said, text_of(said))


func text_of(number: int) -> String:
	return "message %d" % number
