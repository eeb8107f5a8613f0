extends Node
# Nothing here travels.
