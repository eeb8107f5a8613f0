extends Node
# A client of rooms on several processes: examples/network/rooms.
#
#   cargo run --example rooms -- --kills 1 --guests 1     prints the address of the lobby
#   godot --headless --path examples/rooms-client-godot4 -- ws://127.0.0.1:40000 Gil
#
# It talks by itself until the match is over. If it loses a connection, it asks the lobby again.

const Lobby := preload("res://lobby.gd")
const Room := preload("res://room.gd")
# Seconds until it asks the lobby again, and between two messages.
const PAUSE := 0.1
# Seconds without a lobby until it gives up.
const PATIENCE := 30.0
const PACE := 0.05

var lobby_url := ""
var player := ""
# Tells this player from others who want its name.
var key := "%08x%08x" % [randi(), randi()]
var ticket := ""
# When it last had a connection.
var reached := Time.get_ticks_msec()

@onready var lobby: Lobby = $Lobby
@onready var room: Room = $Room


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	if arguments.size() != 2:
		print("usage: -- ws://HOST:PORT NAME")
		get_tree().quit(2)
		return
	lobby_url = arguments[0]
	player = arguments[1]
	var api: SceneMultiplayer = multiplayer
	listen(api.connected_to_server, ask_for_room)
	listen(api.peer_authenticating, show_ticket)
	listen(api.connection_failed, ask_again)
	listen(api.server_disconnected, ask_again)
	listen(lobby.placed, go_to)
	listen(lobby.refused, func(_why: String) -> void: ask_again())
	connect_to(lobby_url, "")
	talk()


# Not while the lobby's packet is read.
func go_to(url: String, signed: String) -> void:
	connect_to.call_deferred(url, signed)


# Without a ticket it is the lobby, which needs no authentication.
func connect_to(url: String, signed: String) -> void:
	ticket = signed
	room.welcomed = false
	var api: SceneMultiplayer = multiplayer
	api.auth_callback = take_refusal if ticket else Callable()
	var peer := WebSocketMultiplayerPeer.new()
	if peer.create_client(url) == OK:
		api.multiplayer_peer = peer
	else:
		ask_again()


func ask_for_room() -> void:
	reached = Time.get_ticks_msec()
	if ticket.is_empty():
		lobby.enter.rpc_id(1, player, key, "red", 1)


func show_ticket(server: int) -> void:
	var api: SceneMultiplayer = multiplayer
	check(api.send_auth(server, ticket.to_ascii_buffer()))
	check(api.complete_auth(server))


func take_refusal(_server: int, why: PackedByteArray) -> void:
	print("refused: ", why.get_string_from_utf8())


func ask_again() -> void:
	room.welcomed = false
	if Time.get_ticks_msec() - reached > PATIENCE * 1000.0:
		print("no lobby at %s for %d s" % [lobby_url, PATIENCE])
		get_tree().quit(1)
		return
	await get_tree().create_timer(PAUSE).timeout
	connect_to(lobby_url, "")


func talk() -> void:
	while room.lost.is_empty() and not (room.over and room.kept_until == room.said):
		await get_tree().create_timer(PACE).timeout
		room.talk()
	print("%s: %d kept, %d visits %s" % [player, room.kept_until, room.visits, room.lost])
	get_tree().quit(0 if room.lost.is_empty() else 1)


func listen(to: Signal, callback: Callable) -> void:
	check(to.connect(callback) as Error)


func check(error: Error) -> void:
	if error != OK:
		print(error_string(error))
