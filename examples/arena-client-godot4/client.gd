extends SceneTree
## Plays for a few seconds in the arena: greets, joins, moves, chats, and leaves after it has seen itself.
##
##   godot --headless --path examples/arena-client-godot4 -s client.gd -- HOST PORT NAME [udp|tcp] [flat]
##
## With `flat`, the messages are flat: for a server with `--flat`.
## Prints a line for each event, and at the end OK (exit code 0), or FAILED and the reason (exit code 1).
## A game does the same in the _process() of a node.
##
## The messages are in arena.gd, which is generated from schemas/arena.rs:
##
##   godot-var generate gdscript --godot 4 schemas/arena.rs -o examples/arena-client-godot4
##
## The project treats every warning of GDScript as an error: see project.godot.

const Arena = preload("arena.gd")

## In milliseconds.
const TIMEOUT: int = 10000
const TICK: int = 50
## UDP can lose datagrams: a message without an answer after this number of ticks is sent again.
const RESEND: int = 10
## The player walks for this number of ticks and then stands still.
const STEPS: int = 10

# Only one of them is used.
var udp: PacketPeerUDP = null
var tcp: StreamPeerTCP = null

## Whether the messages are flat.
var flat: bool = false
var player_name: String = ""
var started: int = 0
var next_tick: int = 0
var ticks: int = 0
var joined_at: int = 0

## Whether client and server have the same protocol.
var greeted: bool = false
## Our number in the arena; -1 until the server has sent it.
var id: int = -1
var state: Arena.PlayerState = Arena.PlayerState.new()
## The chat message that we have sent; null before.
var chat: Arena.Chat = null
var seen_position: bool = false
var seen_chat: bool = false
var finished: bool = false


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	if arguments.size() < 3:
		fail("usage: client.gd -- HOST PORT NAME [udp|tcp] [flat]")
		return
	var host: String = arguments[0]
	var port: int = arguments[1].to_int()
	player_name = arguments[2]
	var transport: String = arguments[3] if arguments.size() > 3 else "udp"
	flat = arguments.size() > 4 and arguments[4] == "flat"
	print("connecting to %s:%d over %s as %s" % [host, port, transport, player_name])
	var error: Error = OK
	if transport == "tcp":
		tcp = StreamPeerTCP.new()
		error = tcp.connect_to_host(host, port)
	else:
		udp = PacketPeerUDP.new()
		error = udp.connect_to_host(host, port)
	if error != OK:
		fail("cannot connect: %s" % error_string(error))
	state.health = 100
	state.grounded = true
	started = Time.get_ticks_msec()
	next_tick = started


func _process(_delta: float) -> bool:
	if finished:
		return false
	if Time.get_ticks_msec() - started > TIMEOUT:
		fail("no more than this after 10 s: welcome %s, own position %s, own chat %s" % [
			id != -1, seen_position, seen_chat])
		return false
	if tcp != null and not is_connected_by_tcp():
		return false
	while not finished and has_message():
		read_message(next_message())
	if not finished and Time.get_ticks_msec() >= next_tick:
		next_tick += TICK
		tick()
	OS.delay_msec(1)
	return false


func is_connected_by_tcp() -> bool:
	if tcp.poll() != OK or tcp.get_status() not in [
			StreamPeerTCP.STATUS_CONNECTING, StreamPeerTCP.STATUS_CONNECTED]:
		fail("the server has closed the connection")
		return false
	if tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		return false
	tcp.set_no_delay(true)
	return true


func has_message() -> bool:
	return udp.get_available_packet_count() > 0 if udp != null else tcp.get_available_bytes() > 0


## Returns the next message, or null after an error for anything else.
func next_message() -> Arena.ServerMessage:
	# Over UDP the bytes of the value are the datagram; over TCP their length comes first.
	if flat:
		return Arena.ServerMessage.from_flat(udp.get_packet() if udp != null else next_frame())
	if udp != null:
		return Arena.ServerMessage.from_bytes(udp.get_packet())
	return Arena.ServerMessage.from_variant(tcp.get_var())


func next_frame() -> PackedByteArray:
	return tcp.get_data(tcp.get_32())[1]


func send(message: Arena.ClientMessage) -> void:
	var bytes: PackedByteArray = message.to_flat() if flat else message.to_bytes()
	var error: Error = OK
	if udp != null:
		error = udp.put_packet(bytes)
	else:
		tcp.put_32(bytes.size())
		error = tcp.put_data(bytes)
	if error != OK:
		print("not sent")


## The fingerprint of the protocol in its form.
func layout() -> String:
	return Arena.FLAT_LAYOUT if flat else Arena.LAYOUT


func send_hello() -> void:
	print("hello")
	send(Arena.ClientMessage.create_hello(Arena.Hello.create(layout())))


func send_join() -> void:
	print("join")
	var join: Arena.Join = Arena.Join.create(player_name, Color(1, 0.5, 0))
	send(Arena.ClientMessage.create_join(join))


func tick() -> void:
	ticks += 1
	if id == -1:
		if ticks % RESEND == 1:
			if greeted:
				send_join()
			else:
				send_hello()
		return
	var step: int = ticks - joined_at
	if step <= STEPS:
		state.vel = Vector3(2, 0, -1)
		state.pos += state.vel * 0.25
		state.yaw = step * 0.1
		print("move to ", state.pos)
	else:
		state.vel = Vector3.ZERO
	send(Arena.ClientMessage.create_move(state))
	if step >= STEPS and not seen_chat and (step - STEPS) % RESEND == 0:
		print("say hello")
		chat = Arena.Chat.create(
				"all", "Hello from %s!" % player_name, int(Time.get_unix_time_from_system()),
				PackedStringArray(["greeting", "godot4"]))
		send(Arena.ClientMessage.create_chat(chat))
	if seen_position and seen_chat:
		print("leave")
		send(Arena.ClientMessage.create_leave())
		if tcp != null:
			tcp.disconnect_from_host()
		print("OK")
		end(0)


## The generated classes report invalid messages and return null.
func read_message(message: Arena.ServerMessage) -> void:
	if message == null:
		fail("not a message")
		return
	match message.kind:
		Arena.ServerMessage.Kind.GREETING:
			var greeting: Arena.Greeting = message.value
			read_greeting(greeting)
		Arena.ServerMessage.Kind.WELCOME:
			var welcome: Arena.Welcome = message.value
			if id == -1:
				id = welcome.you
				state.id = id
				joined_at = ticks
				print("welcome: player %d, tick %d" % [id, welcome.tick])
		Arena.ServerMessage.Kind.SNAPSHOT:
			var snapshot: Arena.Snapshot = message.value
			read_snapshot(snapshot)
		Arena.ServerMessage.Kind.CHAT:
			var said: Arena.Chat = message.value
			print("chat: [%s] %s" % [said.channel, said.text])
			seen_chat = seen_chat or is_own_chat(said)
		Arena.ServerMessage.Kind.BYE:
			var bye: Arena.Bye = message.value
			fail("bye: %s" % bye.reason)


func read_greeting(greeting: Arena.Greeting) -> void:
	if greeting.layout != layout():
		fail("server %s…, client %s…: update the game" % [
			greeting.layout.left(4), layout().left(4)])
	elif not greeted:
		greeted = true
		send_join()


func read_snapshot(snapshot: Arena.Snapshot) -> void:
	var own: Arena.PlayerState = null
	for player: Arena.PlayerState in snapshot.players:
		if player.id == id:
			own = player
	print("snapshot: tick %d, %d players, this one at %s, scores %s" % [
		snapshot.tick, snapshot.players.size(), own.pos if own != null else Vector3.ZERO,
		snapshot.scores])
	if ticks - joined_at > STEPS and own != null:
		# Every component has come back unchanged, bit for bit.
		seen_position = seen_position or own.pos == state.pos


func is_own_chat(said: Arena.Chat) -> bool:
	return chat != null and said.text == chat.text and said.at == chat.at and said.tags == chat.tags


func fail(reason: String) -> void:
	print("FAILED: ", reason)
	end(1)


func end(code: int) -> void:
	finished = true
	quit(code)
