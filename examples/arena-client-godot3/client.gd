extends SceneTree
# Plays for a few seconds in the arena: greets, joins, moves, chats, and leaves after it has seen itself.
#
#   godot3-server --path examples/arena-client-godot3 -s client.gd -- HOST PORT NAME [udp|tcp] [flat]
#
# With `flat`, the messages are flat: for a server with `--flat`.
# Prints a line for each event, and at the end OK (exit code 0), or FAILED and the reason (exit code 1).
# A game does the same in the _process() of a node instead of _idle().
#
# The messages are in arena.gd, which is generated from schemas/arena.rs:
#
#   godot-var generate gdscript --godot 3 schemas/arena.rs -o examples/arena-client-godot3

const Arena = preload("arena.gd")

# In milliseconds.
const TIMEOUT = 10000
const TICK = 50
# UDP can lose datagrams: a message without an answer after this number of ticks is sent again.
const RESEND = 10
# The player walks for this number of ticks and then stands still.
const STEPS = 10

# Only one of them is used.
var udp: PacketPeerUDP
var tcp: StreamPeerTCP

# Whether the messages are flat.
var flat: bool = false
var player_name: String
var started: int = 0
var next_tick: int = 0
var ticks: int = 0
var joined_at: int = 0

# Whether client and server have the same protocol.
var greeted: bool = false
# Our number in the arena; -1 until the server has sent it.
var id: int = -1
var state: Arena.PlayerState = Arena.PlayerState.new()
# The chat message that we have sent; null before.
var chat: Arena.Chat = null
var seen_position: bool = false
var seen_chat: bool = false
var finished: bool = false


func _initialize() -> void:
	var arguments: Array = OS.get_cmdline_args()
	var first: int = arguments.find("--") + 1
	if first == 0 or arguments.size() < first + 3:
		fail("usage: client.gd -- HOST PORT NAME [udp|tcp] [flat]")
		return
	var host: String = arguments[first]
	var port: int = int(arguments[first + 1])
	player_name = arguments[first + 2]
	var transport: String = arguments[first + 3] if arguments.size() > first + 3 else "udp"
	flat = arguments.size() > first + 4 and arguments[first + 4] == "flat"
	print("connecting to %s:%d over %s as %s" % [host, port, transport, player_name])
	var error: int
	if transport == "tcp":
		tcp = StreamPeerTCP.new()
		error = tcp.connect_to_host(host, port)
	else:
		udp = PacketPeerUDP.new()
		error = udp.set_dest_address(host, port)
	if error != OK:
		fail("cannot connect: error %d" % error)
	state.health = 100
	state.grounded = true
	started = OS.get_ticks_msec()
	next_tick = started


func _idle(_delta: float) -> bool:
	if finished:
		return false
	if OS.get_ticks_msec() - started > TIMEOUT:
		fail("no more than this after 10 s: welcome %s, own position %s, own chat %s" % [
			id != -1, seen_position, seen_chat])
		return false
	if tcp != null:
		match tcp.get_status():
			StreamPeerTCP.STATUS_CONNECTING:
				return false
			StreamPeerTCP.STATUS_CONNECTED:
				tcp.set_no_delay(true)
			_:
				fail("the server has closed the connection")
				return false
	while not finished and has_value():
		read_message(next_message())
	if not finished and OS.get_ticks_msec() >= next_tick:
		next_tick += TICK
		tick()
	OS.delay_msec(1)
	return false


func has_value() -> bool:
	return udp.get_available_packet_count() > 0 if udp != null else tcp.get_available_bytes() > 0


# Returns the next message, or null after an error for anything else.
func next_message():
	# Over UDP the bytes of the value are the datagram; over TCP their length comes first.
	if flat:
		return Arena.ServerMessage.from_flat(udp.get_packet() if udp != null else next_frame())
	# get_var() returns null for bytes that are not a value.
	return Arena.ServerMessage.from_variant(udp.get_var() if udp != null else tcp.get_var())


func next_frame() -> PoolByteArray:
	return tcp.get_data(tcp.get_32())[1]


func send(message: Arena.ClientMessage) -> void:
	var bytes: PoolByteArray = message.to_flat() if flat else message.to_bytes()
	if udp != null:
		# warning-ignore:return_value_discarded
		udp.put_packet(bytes)
	else:
		tcp.put_32(bytes.size())
		# warning-ignore:return_value_discarded
		tcp.put_data(bytes)


# The fingerprint of the protocol in its form.
func layout() -> String:
	return Arena.FLAT_LAYOUT if flat else Arena.LAYOUT


func send_hello() -> void:
	print("hello")
	var hello: Arena.Hello = Arena.Hello.new()
	hello.layout = layout()
	send(Arena.ClientMessage.create_hello(hello))


func send_join() -> void:
	print("join")
	var join: Arena.Join = Arena.Join.new()
	join.name = player_name
	join.color = Color(1, 0.5, 0)
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
		state.vel = Vector3(0, 0, 0)
	send(Arena.ClientMessage.create_move(state))
	if step >= STEPS and not seen_chat and (step - STEPS) % RESEND == 0:
		print("say hello")
		chat = Arena.Chat.new()
		chat.channel = "all"
		chat.text = "Hello from %s!" % player_name
		chat.at = OS.get_unix_time()
		chat.tags = PoolStringArray(["greeting", "godot3"])
		send(Arena.ClientMessage.create_chat(chat))
	if seen_position and seen_chat:
		print("leave")
		send(Arena.ClientMessage.create_leave())
		if tcp != null:
			tcp.disconnect_from_host()
		print("OK")
		end(0)


# The generated classes report invalid messages and return null.
func read_message(message: Arena.ServerMessage) -> void:
	if message == null:
		fail("not a message")
		return
	match message.kind:
		Arena.ServerMessage.Kind.GREETING:
			read_greeting(message.value)
		Arena.ServerMessage.Kind.WELCOME:
			var welcome: Arena.Welcome = message.value
			if id == -1:
				id = welcome.you
				state.id = id
				joined_at = ticks
				print("welcome: player %d, tick %d" % [id, welcome.tick])
		Arena.ServerMessage.Kind.SNAPSHOT:
			read_snapshot(message.value)
		Arena.ServerMessage.Kind.CHAT:
			print("chat: [%s] %s" % [message.value.channel, message.value.text])
			seen_chat = seen_chat or is_own_chat(message.value)
		Arena.ServerMessage.Kind.BYE:
			fail("bye: %s" % message.value.reason)


func read_greeting(greeting: Arena.Greeting) -> void:
	if greeting.layout != layout():
		fail("server %s…, client %s…: update the game" % [
			greeting.layout.left(4), layout().left(4)])
	elif not greeted:
		greeted = true
		send_join()


func read_snapshot(snapshot: Arena.Snapshot) -> void:
	var position = null
	for player in snapshot.players:
		if player.id == id:
			position = player.pos
	print("snapshot: tick %d, %d players, this one at %s, scores %s" % [
		snapshot.tick, snapshot.players.size(), str(position), str(snapshot.scores)])
	if ticks - joined_at > STEPS and position != null:
		# Every component has come back unchanged, bit for bit.
		seen_position = seen_position or position == state.pos


func is_own_chat(said: Arena.Chat) -> bool:
	return chat != null and said.text == chat.text and said.at == chat.at \
		and Array(said.tags) == Array(chat.tags)


func fail(reason: String) -> void:
	print("FAILED: ", reason)
	end(1)


func end(code: int) -> void:
	finished = true
	quit(code)
