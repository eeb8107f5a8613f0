extends Control

signal ended

const ACTIONS = ["roll", "pass"]

var _players: Array[int] = []
var _names: Array[String] = []
var _lines: Array[String] = []
var _turns := 0


@rpc
func _log(message: String) -> void:
	if message == "end":
		ended.emit()
		return
	_lines.append(message)


@rpc("any_peer")
func set_player_name(_p_name: String) -> void:
	pass


@rpc("call_local")
func update_player_name(player: int, p_name: String) -> void:
	_names[_players.find(player)] = p_name


@rpc("any_peer")
func request_action(_action: String) -> void:
	pass


@rpc("call_local")
func set_turn(turn: int) -> void:
	if _players[turn] == multiplayer.get_unique_id():
		_turns += 1
		request_action.rpc_id(1, ACTIONS[_turns % 2])


@rpc("call_local")
func add_player(id: int, p_name: String = "") -> void:
	_players.append(id)
	_names.append(p_name)


func report(client: String) -> void:
	_names.sort()
	print("%s: %d turns, %d lines, players %s, last %s" % [client, _turns, _lines.size(), ", ".join(_names), _lines[-1]])
