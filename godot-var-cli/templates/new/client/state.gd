## Where players find the server, without `--server`{% if websocket %}: `wss://game.example.org/ws` works, too{% endif %}.
const ADDRESS: String = "127.0.0.1"
{% if !snapshots %}## How many lines of chat are shown.
const LINES: int = 5
{% endif %}## In seconds. A server that has not answered by then is reported.
const PATIENCE: float = 3.0
## How many bytes a name may have: see src/protocol.rs.
const MAX_NAME: int = 24

var player_name: String = {% if godot3 %}""{% else %}option("--name", "Player %d" % randi_range(1, 999)){% endif %}
## Where the player walks; the length is at most 1.
var direction: Vector2 = Vector2.ZERO
## Whether bot.gd sets the direction.
var has_bot: bool = false
{% if !snapshots %}## What was said, and who joined and left.
var lines: {% if godot3 %}Array{% else %}PackedStringArray{% endif %} = []
{% endif %}## Whether the server has refused this client.
var is_refused: bool = false

var _address: String = ""
## For how many seconds nobody has answered.
var _unanswered: float = 0.0
