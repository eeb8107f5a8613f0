## Returns the value after an option on the command line.
static func option(called: String, otherwise: String) -> String:
	var arguments: {% if godot3 %}Array = OS.get_cmdline_args{% else %}PackedStringArray = OS.get_cmdline_user_args{% endif %}()
	var at: int = arguments.find(called)
	return arguments[at + 1] if at >= 0 and at + 1 < arguments.size() else otherwise


{% if !snapshots -%}
func _unhandled_key_input(event: {% if godot3 %}InputEventKey{% else %}InputEvent{% endif %}) -> void:
	if event.is_action_pressed("ui_accept"):
		_input.grab_focus()


{% endif -%}
## Names the server's address, once, if nobody answers there.
func _report_silence(is_playing: bool, delta: float) -> void:
	var before: float = _unanswered
	_unanswered = 0.0 if is_playing else before + delta
	if before < PATIENCE and _unanswered >= PATIENCE:
		_status.text = "no server answers at %s" % _address
		print(_status.text)


func _pressed() -> Vector2:
{%- if !snapshots %}
	if _input.has_focus():
		return Vector2.ZERO
{%- endif %}
{%- if godot3 %}
	var x: float = _axis("ui_left", "ui_right", KEY_A, KEY_D)
	var y: float = _axis("ui_up", "ui_down", KEY_W, KEY_S)
	return Vector2(x, y) / max(1.0, Vector2(x, y).length())


func _axis(back: String, forth: String, back_key: int, forth_key: int) -> float:
	var value: float = Input.get_action_strength(forth) - Input.get_action_strength(back)
	if Input.is_key_pressed(back_key):
		value -= 1.0
	if Input.is_key_pressed(forth_key):
		value += 1.0
	return value
{%- else %}
	var arrows: Vector2 = Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	var letters: Vector2 = Vector2(
		_axis(KEY_A, KEY_D),
		_axis(KEY_W, KEY_S),
	)
	return (arrows + letters).limit_length()


func _axis(negative: Key, positive: Key) -> float:
	var left: float = 1.0 if Input.is_physical_key_pressed(negative) else 0.0
	var right: float = 1.0 if Input.is_physical_key_pressed(positive) else 0.0
	return right - left
{%- endif %}


{% if !snapshots -%}
func _on_submitted(text: String) -> void:
	if not text.strip_edges().{{ is_empty }}():
		say(text)
	_input.clear()
	_input.release_focus()


func _add_line(line: String) -> void:
{%- if godot3 %}
	lines.append(line)
	var first: int = int(max(0, lines.size() - LINES))
	_lines.text = PoolStringArray(lines.slice(first, lines.size())).join("\n")
{%- else %}
	if lines.append(line):
		push_error("no memory")
	_lines.text = "\n".join(lines.slice(-LINES))
{%- endif %}


{% endif -%}
func _set_name() -> void:
{%- if godot3 %}
	randomize()
	player_name = option("--name", "Player %d" % (randi() % 999 + 1))
	while player_name.to_utf8().size() > MAX_NAME:
		player_name = player_name.left(player_name.length() - 1)
{%- else %}
	while player_name.to_utf8_buffer().size() > MAX_NAME:
		player_name = player_name.left(-1)
{%- endif %}


func _check(error: {{ error }}) -> void:
	if error != OK:
		_status.text = {% if godot3 %}"error %d: see the global scope's constants" % error{% else %}error_string(error){% endif %}
