
-- Reading a Godot Variant: bytes to nodes, every read inside the bounds.
-- A node: id, name, class, off, len, and value or kids. A fault ends the reading; what was read stays.

local MAX_DEPTH, MAX_SHOWN_DEPTH, MAX_VALUES = 1024, 64, 100000

local function fail(c, off, message)
	if not c.fault then
		c.fault = { off = math.min(off, c.stop), message = message }
	end
	return false
end

local function has(c, off, len)
	if c.fault then
		return false
	end
	return off + len <= c.stop or fail(c, off, "needs " .. len .. " bytes, has " .. (c.stop - off))
end

local function u32(c, off)
	return has(c, off, 4) and c.tvb(off, 4):le_uint() or nil
end

local function text(c, off, len)
	return len > 0 and c.tvb(off, len):string(ENC_UTF_8) or ""
end

-- Where bytes are no UTF-8, from 0; nothing if they are.
local function invalid_utf8(range)
	local bytes = range:len() > 0 and range:bytes():raw() or ""
	local at = bytes:find("[\128-\255]")
	while at do
		local first, second = bytes:byte(at, at + 1)
		local least, most, more = 0x80, 0xBF, 0
		if first >= 0xC2 and first < 0xE0 then
			more = 1
		elseif first >= 0xE0 and first < 0xF0 then
			more, least, most = 2, first == 0xE0 and 0xA0 or 0x80, first == 0xED and 0x9F or 0xBF
		elseif first >= 0xF0 and first < 0xF5 then
			more, least, most = 3, first == 0xF0 and 0x90 or 0x80, first == 0xF4 and 0x8F or 0xBF
		end
		if more == 0 or not second or second < least or second > most then
			return at - 1
		end
		for i = at + 2, at + more do
			local next_byte = bytes:byte(i) or 0
			if next_byte < 0x80 or next_byte > 0xBF then
				return at - 1
			end
		end
		at = bytes:find("[\128-\255]", at + more + 1)
	end
	return nil
end

local function padded(len)
	return len + (4 - len % 4) % 4
end

-- A length, bytes, padding: the text and where it ends.
local function string_at(c, off)
	local len = u32(c, off)
	if not len or not has(c, off + 4, padded(len)) then
		return nil, off
	end
	local invalid = len > 0 and invalid_utf8(c.tvb(off + 4, len))
	if invalid then
		fail(c, off + 4 + invalid, "a text that is not UTF-8")
		return nil, off
	end
	return text(c, off + 4, len), off + 4 + padded(len), len
end

local function number_at(c, off, class, width)
	local range = c.tvb(off, width)
	if class == "float" then
		return range:le_float()
	end
	-- A field of 64 bits takes no plain number.
	return width == 8 and range:le_int64() or Int64.new(range:le_int())
end

local function count_value(c, off)
	c.values = c.values + 1
	return c.values <= MAX_VALUES or fail(c, off, "more than " .. MAX_VALUES .. " values")
end

local function structure_at(c, name, off, width)
	local parts = STRUCTURES[name]
	local node = { name = name, class = "structure", off = off, body = off, len = #parts * width, width = width, value = {} }
	c.values = c.values + #parts
	if has(c, off, node.len) then
		for i = 1, #parts do
			node.value[i] = number_at(c, off + (i - 1) * width, parts.int and "int" or "float", width)
		end
	end
	return node
end

local parse

-- How a typed container calls its elements; nothing for an untyped one.
local function container_type(c, off, kind)
	if kind == 0 then
		return nil, off
	end
	if kind == 1 then
		local id = u32(c, off)
		return id and (c.types[id] or "type " .. id), off + 4
	end
	return string_at(c, off)
end

local function parse_kids(c, node, off, count, depth)
	node.kids = {}
	for _ = 1, count do
		if c.fault then
			break
		end
		local kid = parse(c, off, depth + 1)
		if kid.len > 0 then
			node.kids[#node.kids + 1] = kid
			kid.is_cut = c.fault ~= nil
		end
		off = off + kid.len
	end
	return off
end

local function parse_packed(c, node, off, flag)
	local count = u32(c, off)
	node.kids = {}
	if not count then
		return off
	end
	off = off + 4
	local element = PACKED[node.name]
	if not element then
		for _ = 1, count do
			if not count_value(c, off) then
				break
			end
			local value, stop, len = string_at(c, off)
			if not value then
				break
			end
			-- The engine counts a NUL at the end.
			if value:sub(-1) == "\0" then
				value, len = value:sub(1, -2), len - 1
			end
			node.kids[#node.kids + 1] =
				{ name = "String", class = "string", off = off, len = stop - off, body = off + 4, size = len, value = value }
			off = stop
		end
		return off
	end
	local parts = STRUCTURES[element.structure]
	local width = element.width or ((flag and not parts.single) and 8 or 4)
	local size = width * (parts and #parts or 1)
	if not has(c, off, count * size) then
		return off
	end
	for i = 1, count do
		local at = off + (i - 1) * size
		if not count_value(c, at) then
			break
		end
		if parts then
			node.kids[i] = structure_at(c, element.structure, at, width)
		else
			local value = number_at(c, at, element.class, width)
			node.kids[i] = { name = element.class, class = element.class, off = at, body = at, len = size, value = value }
		end
	end
	return off + count * size
end

local function parse_node_path(c, node, off)
	local first, subs, flags = u32(c, off), u32(c, off + 4), u32(c, off + 8)
	if not flags then
		return off
	end
	if first < 0x80000000 then
		fail(c, off, "an old form of NodePath")
		return off
	end
	off = off + 12
	local names, count = first - 0x80000000, first - 0x80000000 + subs
	if flags % 4 >= 2 then
		count = count + 1
	end
	local value = flags % 2 == 1 and "/" or ""
	for i = 1, count do
		if not count_value(c, off) then
			break
		end
		local part, stop = string_at(c, off)
		if not part then
			break
		end
		value = value .. (i > names and ":" or (i > 1 and "/" or "")) .. part
		off = stop
	end
	node.value = value
	return off
end

local function parse_object(c, node, off, flag, depth)
	if flag or not c.objects then
		node.class = "id"
		if has(c, off, 8) then
			node.value = c.tvb(off, 8):le_uint64()
		end
		return off + 8
	end
	local class, stop = string_at(c, off)
	if not class then
		return off
	end
	node.class, node.value, node.kids = "object", class, {}
	if class == "" then
		return stop
	end
	local count = u32(c, stop)
	off = stop + 4
	for _ = 1, count or 0 do
		local name, at = string_at(c, off)
		if not name then
			break
		end
		local kid = parse(c, at, depth + 1)
		kid.label = name
		if kid.len > 0 then
			node.kids[#node.kids + 1] = kid
		end
		off = at + kid.len
	end
	return off
end

local function parse_container(c, node, off, flags, depth)
	if c.types == GODOT4 then
		node.key_type, off = container_type(c, off, flags % 4)
		if node.name == "Dictionary" then
			node.value_type, off = container_type(c, off, math.floor(flags / 4) % 4)
		end
	end
	local count = u32(c, off)
	if not count then
		return off
	end
	count = count % 0x80000000
	local values = node.name == "Dictionary" and 2 * count or count
	return parse_kids(c, node, off + 4, values, depth)
end

local CLASSES = {
	Nil = "nil", bool = "bool", int = "int", float = "float", String = "string", StringName = "string",
	NodePath = "string", RID = "id", Object = "id", Callable = "nil", Signal = "string", Dictionary = "dictionary",
	Array = "array", PackedByteArray = "bytes",
}

parse = function(c, off, depth)
	local node = { name = "?", class = "nil", off = off, body = off, len = 0 }
	local header = count_value(c, off) and u32(c, off)
	if not header then
		return node
	end
	node.len = 4
	if depth > MAX_DEPTH then
		fail(c, off, "more than " .. MAX_DEPTH .. " values inside each other")
		return node
	end
	local id, flags = header % 256, math.floor(header / 65536)
	local flag, name = flags % 2 == 1, c.types[id]
	if not name then
		fail(c, off, "no type has the number " .. id)
		return node
	end
	local body, stop = off + 4, off + 4
	node.id, node.name, node.body, node.generation = id, name, body, c.types == GODOT4 and 4 or 3
	node.class = CLASSES[name] or (STRUCTURES[name] and "structure") or "array"
	if name == "bool" then
		node.size = 4
		local value = u32(c, body)
		node.value, stop = value ~= nil and value ~= 0, body + 4
	elseif name == "int" or name == "float" then
		node.size = flag and 8 or 4
		if has(c, body, node.size) then
			node.value = number_at(c, body, name, node.size)
		end
		stop = body + node.size
	elseif name == "String" or name == "StringName" then
		node.value, stop, node.size = string_at(c, body)
		node.body = body + 4
	elseif name == "NodePath" then
		stop = parse_node_path(c, node, body)
	elseif name == "RID" then
		if c.types == GODOT3 then
			node.class = "nil"
		elseif has(c, body, 8) then
			node.value, stop = c.tvb(body, 8):le_uint64(), body + 8
		end
		node.size = 8
	elseif name == "Object" then
		stop = parse_object(c, node, body, flag, depth)
		node.size = 8
	elseif name == "Signal" then
		node.value, stop = string_at(c, body)
		if has(c, stop, 8) then
			node.value = node.value .. " of " .. tostring(c.tvb(stop, 8):le_uint64())
		end
		stop = stop + 8
	elseif name == "Dictionary" or name == "Array" then
		stop = parse_container(c, node, body, flags, depth)
	elseif name == "PackedByteArray" then
		local len = u32(c, body)
		if len and has(c, body + 4, len) then
			node.body, node.size, node.range = body + 4, len, len > 0 and c.tvb(body + 4, len) or nil
			-- At the very end its padding may lack.
			stop = math.min(body + 4 + padded(len), c.stop)
		end
	elseif node.class == "structure" then
		local wide = flag and c.types == GODOT4 and not STRUCTURES[name].single and not STRUCTURES[name].int
		local inner = structure_at(c, name, body, wide and 8 or 4)
		node.value, node.width, stop = inner.value, inner.width, body + inner.len
	elseif node.class == "array" then
		stop = parse_packed(c, node, body, flag and c.types == GODOT4)
	end
	node.len = math.max(4, math.min(stop, c.stop) - off)
	return node
end

-- Reads one value: its node, and in the context what is wrong.
local function read(tvb, off, stop, types, objects)
	local c = { tvb = tvb, stop = stop, types = types, objects = objects, values = 0 }
	return parse(c, off, 1), c
end

-- What a text holds; nothing for any other value.
local function text_of(node)
	return (node.name == "String" or node.name == "StringName") and node.value or nil
end

local function pairs_of(node)
	if not node.pairs then
		node.pairs = {}
		for i = 1, #(node.kids or {}) - 1, 2 do
			node.pairs[#node.pairs + 1] = { key = node.kids[i], value = node.kids[i + 1] }
		end
	end
	return node.pairs
end
