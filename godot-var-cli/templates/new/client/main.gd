extends Node2D
## The client: sends where the player walks and what the player says, and shows what the server
## answers.
##
##   {{ engine }} --path client
##   {{ engine }} --path client -- --server 127.0.0.1:7777 --name Ann
##
## bot.gd plays by itself.

const Net = preload("res://net/net.gd")
const Protocol = preload("res://net/protocol.gd")
const Field = preload("res://field.gd")

{% include "new/client/state.gd" %}
var _net: Net = null
## For how many seconds there has been no connection.
var _closed_for: float = 0.0
{% if !udp %}var _has_greeted: bool = false
{% else %}## What proves the address of this client to the server.
var _token: int = 0
{% endif %}var _is_playing: bool = false

{{ onready }} var _field: Field = $Field
{{ onready }} var _lines: Label = $Lines
{{ onready }} var _status: Label = $Status
{{ onready }} var _input: LineEdit = $Input


func _ready() -> void:
	_set_name()
	_check({% if godot3 %}_input.connect("text_entered", self, "_on_submitted"){% else %}_input.text_submitted.connect(_on_submitted) as Error{% endif %})
	_connect()


func _process(delta: float) -> void:
	_net.poll()
	while _net.has_message():
		_receive(Protocol.ToClient.from_bytes(_net.receive()))
	_report_silence(_is_playing, delta)
	if not _net.is_closed():
		return
{%- if websocket %}
	var reason: String = _net.close_reason()
	if _closed_for == 0.0 and not reason.{{ is_empty }}():
		print(reason)
		_add_line(reason)
{%- endif %}
	_status.text = "no connection to %s" % _address
	_closed_for += delta
	if _closed_for > 1.0:
		_connect()


## 20 times a second: see project.godot.
func _physics_process(_delta: float) -> void:
	if not _net.is_open():
		return
	if not _is_playing:
{%- if udp %}
		# It is sent until the server answers: UDP may lose it, and the first one has no token.
{%- else %}
		if _has_greeted:
			return
		_has_greeted = true
{%- endif %}
		if not _send(Protocol.ToServer.create_hello(Protocol.LAYOUT, player_name{% if udp %}, _token{% endif %})):
			set_physics_process(false)
		return
	if not has_bot:
		direction = _pressed()
	var walk: Protocol.ToServer = Protocol.ToServer.create_walk(direction)
	if not _send(walk{% if enet %}, true{% endif %}):
		set_physics_process(false)


## Says a line of chat.
func say(text: String) -> void:
	if not _send(Protocol.ToServer.create_say(text)):
		_add_line("not sent: the line is too long")


## Returns where a player is, or Vector2.INF if there is no such player.
func position_of(called: String) -> Vector2:
	for player{% if !godot3 %}: Protocol.Player{% endif %} in _field.players:
		if player.name == called:
			return player.position
	return Vector2.INF


func _connect() -> void:
	_is_playing = false
	_closed_for = 0.0
	_field.players = []
{%- if !udp %}
	_has_greeted = false
{%- endif %}
	_net = Net.new()
	# An address without a port gets the usual one.
{%- if websocket %}
	_address = option("--server", ADDRESS)
	if not ":" in _address:
		_address += ":7777"
	_check(_net.open(_address if "://" in _address else "ws://" + _address))
{%- else %}
	var server: {{ pool }}StringArray = (option("--server", ADDRESS) + ":7777").split(":")
	_address = "%s:%s" % [server[0], server[1]]
	_check(_net.open(server[0], {% if godot3 %}int(server[1]){% else %}server[1].to_int(){% endif %}))
{%- endif %}


{% if godot3 -%}
# A Protocol.ToClient, or null. Without a type here, taking the value is no unsafe access.
func _receive(message) -> void:
{%- else -%}
func _receive(message: Protocol.ToClient) -> void:
{%- endif %}
	if message == null:
		return  # Not a message of the protocol: an error said why.
	match message.kind:
{%- if udp %}
		Protocol.ToClient.Kind.CHALLENGE:
			var challenge: Protocol.ToClientChallenge = message.value
			_token = challenge.token
{%- endif %}
		Protocol.ToClient.Kind.WELCOME:
			var welcome: Protocol.ToClientWelcome = message.value
			_on_welcome(welcome)
		Protocol.ToClient.Kind.WORLD:
			var world: Protocol.ToClientWorld = message.value
			_field.players = world.players
		Protocol.ToClient.Kind.JOINED:
			var joined: Protocol.ToClientJoined = message.value
			_add_line("%s joined" % joined.name)
		Protocol.ToClient.Kind.LEFT:
			var left: Protocol.ToClientLeft = message.value
			_add_line("%s left" % left.name)
		Protocol.ToClient.Kind.SAID:
			var said: Protocol.ToClientSaid = message.value
			_add_line("%s: %s" % [said.name, said.text])


func _on_welcome(welcome: Protocol.ToClientWelcome) -> void:
	var refused: String = welcome.refused
	_is_playing = refused.{{ is_empty }}()
	is_refused = not _is_playing
	_status.text = refused
	if not _is_playing:
		print(refused)
		_net.close()
		set_process(false)
		set_physics_process(false)


## Sends a message. Returns false for one that the server would refuse: it is not sent, and the
## status says why.
func _send(message: Protocol.{% if godot3 %}Message{% else %}ToServer{% endif %}{% if enet %}, is_latest: bool = false{% endif %}) -> bool:
	var data{% if !godot3 %}: Variant{% endif %} = message.to_variant()
	var error: String = Protocol.ToServer.check(data)
	if not error.{{ is_empty }}():
		_status.text = "not sent: %s" % error
		print(_status.text)
		return false
	var bytes: {{ pool }}ByteArray = {% if godot3 %}var2bytes{% else %}var_to_bytes{% endif %}(data)
	_check({% if enet %}_net.send_latest(bytes) if is_latest else {% endif %}_net.send(bytes))
	return true


{% include "new/client/shared.gd" %}
