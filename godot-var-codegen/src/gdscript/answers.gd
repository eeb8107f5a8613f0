## The answer to a question.
class Answer:
	extends RefCounted

	signal done

	## Why there is no answer; empty if there is one.
	var error := ""
	var value: Variant = null
	var _peer := 0
	var _is_done := false

	func _finish(new_error: String, new_value: Variant) -> void:
		if not _is_done:
			_is_done = true
			error = new_error
			value = new_value
			done.emit()


## Answers the question of a peer with a value or an error. In the function that was asked,
## [code]multiplayer.get_remote_sender_id()[/code] returns the [code]peer[/code].
func answer(peer: int, request: int, value: Variant, error := "") -> void:
	rpc_id(peer, &"answered", request, error, value)


func _ask(method: StringName, arguments: Array, peer: int, timeout: float) -> Answer:
	_last_request += 1
	var request := _last_request
	var asked := Answer.new()
	asked._peer = peer
	_asked[request] = asked
	var sent: int = rpc_id.callv([peer, method, request] + arguments)
	if sent != OK:
		asked._finish(error_string(sent), null)
	else:
		get_tree().create_timer(timeout).timeout.connect(asked._finish.bind("no answer in time", null))
	if not asked._is_done:
		await asked.done
	_asked.erase(request)
	return asked


func _take_answer(request: int, error: String, value: Variant) -> void:
	var asked: Answer = _asked.get(request)
	if asked != null and asked._peer == multiplayer.get_remote_sender_id():
		asked._finish(error, value)
