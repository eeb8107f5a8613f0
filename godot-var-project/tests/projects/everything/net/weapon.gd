extends "res://net/chat.gd".Inner

var ammo := 5
