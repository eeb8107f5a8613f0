extends Node2D

signal game_finished(left: int, right: int)

const SCORE_TO_WIN = 3

var score_left := 0
var score_right := 0


func _ready() -> void:
	$Player2.set_multiplayer_authority(multiplayer.get_unique_id())


# A bool is passed, and travels.
@rpc("any_peer", "call_local")
func update_score(add_to_left: int) -> void:
	if add_to_left:
		score_left += 1
	else:
		score_right += 1
	if score_left == SCORE_TO_WIN or score_right == SCORE_TO_WIN:
		$Ball.stop.rpc()
		game_finished.emit(score_left, score_right)
