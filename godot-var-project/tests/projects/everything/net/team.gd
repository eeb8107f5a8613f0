extends RefCounted
enum Color4 { RED = -1, GREEN = RED + 2, ALIAS = 1 }
