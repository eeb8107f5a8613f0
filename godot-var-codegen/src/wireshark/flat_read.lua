
-- Reading flat messages by the table of the schema: bytes to nodes.
-- A node: label, off, len, class, and value, parts or kids. What was read before a fault stays.

local MOST_ELEMENTS, MOST_EMPTY = 2 ^ 31 - 1, 2 ^ 16

-- Whether a type is a byte, so that a list of it is bytes.
local function is_byte(ty)
	return ty.kind == "number" and ty.number == "u8" and not ty.non_zero
end

local value_of_type, record_of_type, message_of_type

-- Reads something with a step of the path.
local function stepped(c, text, read, ...)
	c.path[#c.path + 1] = text
	local node = read(c, ...)
	if not c.fault then
		c.path[#c.path] = nil
	end
	return node
end

local function node_at(label, off, class)
	return { label = label, off = off, len = 0, class = class, kids = {} }
end

local function add_kid(node, kid)
	if kid then
		node.kids[#node.kids + 1] = kid
	end
end

local function field_step(name)
	return name:find("^%d") and "[" .. name .. "]" or "." .. name
end

-- A container among others.
local function enter(c)
	if c.nested >= MAX_DEPTH then
		return wrong(c, c.off, "at most " .. MAX_DEPTH .. " nested containers", "more")
	end
	c.nested, c.levels = c.nested + 1, c.levels + 1
	return true
end

local function leave(c)
	c.nested, c.levels = c.nested - 1, c.levels - 1
end

local function elements(c, node, count, ty)
	if is_byte(ty) then
		node.class, node.body, node.size = "bytes", c.off, count
		take(c, count, "a list")
		return
	end
	for i = 0, count - 1 do
		if c.fault then
			break
		end
		add_kid(node, stepped(c, "[" .. i .. "]", value_of_type, ty, "[" .. i .. "]"))
	end
end

-- How many elements follow; nothing if there are too many.
local function bounded_count(c, ty, bound)
	local start, most = c.off, math.min(ty.most or math.huge, bound)
	local shown, count = count_at(c, ty.prefix)
	if count and count > most then
		return too_many(c, start, shown, most)
	end
	return count
end

-- How many elements follow; nothing if there cannot be so many.
local function elements_count(c, ty)
	local count = bounded_count(c, ty, ty.min == 0 and MOST_EMPTY or MOST_ELEMENTS)
	if count and ty.min > 0 and count > math.floor((c.stop - c.off) / ty.min) then
		return take(c, c.stop - c.off + 1, "a list")
	end
	return count
end

-- Integers or bools of a few bits each, low first.
local function packed(c, node, ty)
	local count = bounded_count(c, ty, MOST_ELEMENTS)
	if not count or not enter(c) then
		return
	end
	local start, size = c.off, math.ceil(count * ty.bits / 8)
	local range = take(c, size, "a list")
	if not range then
		return
	end
	local waiting, have, at, of = 0, 0, 0, ty.of
	local is_signed = of.kind == "number" and NUMBERS[of.number].signed
	for i = 0, count - 1 do
		local first = have > 0 and at - 1 or at
		while have < ty.bits do
			waiting, have, at = waiting + range(at, 1):uint() * 2 ^ have, have + 8, at + 1
		end
		local number = waiting % 2 ^ ty.bits
		waiting, have = math.floor(waiting / 2 ^ ty.bits), have - ty.bits
		c.values = c.values + 1
		if c.values > MAX_VALUES then
			return wrong(c, c.off, "at most " .. MAX_VALUES .. " values", "more")
		end
		local kid = node_at("[" .. i .. "]", start + first)
		kid.len, kid.type = at - first, of
		if of.kind == "bool" then
			kid.class, kid.value = "bool", number ~= 0
		else
			kid.class, kid.value = "int", is_signed and number >= 2 ^ (ty.bits - 1) and number - 2 ^ ty.bits or number
			kid.value = Int64.new(kid.value % 2 ^ 32, kid.value < 0 and 2 ^ 32 - 1 or 0)
		end
		add_kid(node, kid)
	end
	if waiting ~= 0 then
		return wrong(c, c.off - 1, "0 in the bits after the last element", string.format("%.0f", waiting))
	end
	leave(c)
end

-- A value in a header of flags, which begins at `start`: nothing for one that an unknown variant has.
local function bits_value(c, field, header, start, node)
	local number = header:rshift(field.first)
	number = number:lshift(64 - field.count):rshift(64 - field.count)
	local ty = field.type
	if ty.kind == "option" then
		return number ~= UInt64.new(0)
	elseif ty.kind == "bool" then
		node.class, node.value = "bool", number ~= UInt64.new(0)
	elseif ty.kind == "message" then
		local def = SCHEMA.types[ty.index]
		local id = number:tonumber()
		local member = def.by_id[id] or def.other
		if not member then
			wrong(c, start + math.floor(field.first / 8), "a value from bit " .. field.first .. " of the flags on", tostring(number))
			return nil
		end
		node.class, node.value, node.id, node.def = "variant", member.name, id, def
	elseif ty.kind == "number" then
		local is_negative = NUMBERS[ty.number].signed and number:rshift(field.count - 1) ~= UInt64.new(0)
		if is_negative and field.count < 64 then
			number = number:bor(LARGEST:lshift(field.count))
		end
		node.class, node.value = "int", Int64.new(number:lower(), number:higher())
	end
	return true
end

-- The header of flags: by position what it has of each field, and whether an option is there.
local function header_of(c, record, node)
	local start, size = c.off, math.ceil(record.header / 8)
	local range = take(c, size, "the flags")
	if not range then
		return nil
	end
	local header = UInt64.new(0)
	for i = size - 1, 0, -1 do
		header = header:lshift(8):bor(UInt64.new(range(i, 1):uint()))
	end
	if record.header < 64 and header:rshift(record.header) ~= UInt64.new(0) then
		return wrong(c, start, "flags in " .. record.header .. " bits", "more")
	end
	local flags = node_at("flags", start, "flags")
	flags.len, flags.value = size, record.header .. " bits"
	add_kid(node, flags)
	local found = {}
	for i, field in ipairs(record.fields) do
		if field.count and not c.fault then
			local first, last = math.floor(field.first / 8), math.floor((field.first + field.count - 1) / 8)
			local value = node_at(field.name, start + first)
			value.len, value.type = last - first + 1, field.type
			found[i] = stepped(c, field_step(field.name), function()
				return { is_there = bits_value(c, field, header, start, value), node = value }
			end)
		end
	end
	return found
end

record_of_type = function(c, node, record, name, is_whole)
	c.root = c.root or name
	node.is_newtype = #record.fields == 1 and record.fields[1].name == "0"
	local header = {}
	if record.header > 0 then
		header = header_of(c, record, node) or {}
	end
	for i, field in ipairs(record.fields) do
		if c.fault then
			break
		end
		local bits, is_option = header[i], field.type.kind == "option"
		if is_whole and field.default and c.off >= c.stop then
			bits = nil
		elseif bits and not is_option then
			add_kid(node, bits.node)
		elseif bits and not bits.is_there then
			bits.node.class = "nil"
			add_kid(node, bits.node)
		else
			local ty = bits and field.type.of or field.type
			c.time = field.time
			add_kid(node, stepped(c, field_step(field.name), value_of_type, ty, field.name))
		end
	end
end

-- Takes what is left, if something is.
local function rest(c, node, at)
	local off = c.off
	if not c.fault and off < c.stop then
		local kid = node_at(at, off, "bytes")
		kid.at, kid.body, kid.size, kid.len = at, off, c.stop - off, c.stop - off
		c.off = c.stop
		add_kid(node, kid)
	end
end

local function enumeration(c, node, def, is_whole)
	local start = c.off
	local number
	if def.number == "varint" then
		number = leb128(c, UInt64.new(0xFFFFFFFF), "the number of a variant")
		number = number and number:tonumber()
	else
		number = unsigned(c, def.number)
	end
	if not number then
		return
	end
	local member = def.by_id[number]
	if not member and not def.other then
		wrong(c, start, "a variant of " .. def.ident, string.format("%.0f", number))
		return
	end
	node.class, node.value = "variant", (member or def.other).name
	node.id, node.id_len, node.def = number, c.off - start, def
	if not member then
		node.is_other = true
		if def.other.takes_rest then
			rest(c, node, "unknown")
		elseif is_whole and def.trailing then
			rest(c, node, "trailing")
		end
		return
	end
	local inner = member.is_message and member.fields[1].type
	if inner and SCHEMA.types[inner.index].kind == "record" then
		message_of_type(c, node, inner.index, is_whole)
	elseif inner then
		local kid = node_at("0", c.off)
		kid.type = inner
		message_of_type(c, kid, inner.index, is_whole)
		kid.len = c.off - kid.off
		add_kid(node, kid.class and kid)
	else
		record_of_type(c, node, member, member.name, is_whole)
	end
	if is_whole and def.trailing then
		rest(c, node, "trailing")
	end
end

message_of_type = function(c, node, index, is_whole)
	local def, outer_big = SCHEMA.types[index], c.big
	c.big = c.big or def.big
	-- A list counts as a level; a type inside itself without one stands in a pointer, which counts, too.
	local levels = c.around[index]
	local enters = levels == c.levels
	if enters and not enter(c) then
		return
	end
	c.around[index] = c.levels
	if def.kind == "record" then
		if not node.class then
			node.class, node.def = "record", def
		end
		record_of_type(c, node, def, def.ident, is_whole)
		if is_whole and def.trailing then
			rest(c, node, "trailing")
		end
	else
		enumeration(c, node, def, is_whole)
	end
	c.around[index] = levels
	if enters then
		leave(c)
	end
	c.big = outer_big
end

local function variant_value(c, node, ty)
	local len = unsigned(c, "u32")
	local start = c.off
	if not len or not take(c, len, "a Variant") then
		return
	end
	local inner, inside = read(c.tvb, start, c.off, ty.generation == 4 and GODOT4 or GODOT3, false)
	node.variant, node.context = inner, inside
	if inside.fault then
		wrong(c, inside.fault.off, "a Variant", "")
		c.fault.message = inside.fault.message
	elseif start + inner.len < c.off then
		wrong(c, start + inner.len, "the end of a Variant", c.off - start - inner.len .. " more bytes")
	elseif ty.name and ty.name ~= inner.name then
		wrong(c, start, ty.name, inner.name)
	end
end

local function map_of(c, node, ty)
	local count = elements_count(c, ty)
	if not count or not enter(c) then
		return
	end
	for i = 0, count - 1 do
		if c.fault then
			break
		end
		stepped(c, "[" .. i .. "]", function()
			add_kid(node, value_of_type(c, ty.key, "key"))
			add_kid(node, not c.fault and value_of_type(c, ty.value, "value"))
		end)
	end
	leave(c)
end

-- Reads a value. A value that is not whole is a node only if it has parts.
value_of_type = function(c, ty, label)
	local kind, start = ty.kind, c.off
	c.values = c.values + 1
	if c.values > MAX_VALUES then
		return wrong(c, start, "at most " .. MAX_VALUES .. " values", "more")
	end
	local node = node_at(label, start)
	node.type = ty
	if kind == "option" then
		local is_there = byte(c, "an Option")
		if is_there and is_there > 1 then
			return wrong(c, start, "0 or 1 before an optional value", tostring(is_there))
		elseif is_there == 1 then
			local inner = value_of_type(c, ty.of, label)
			if inner then
				inner.off, inner.len = start, c.off - start
			end
			return inner
		end
		node.class = is_there and "nil"
	elseif kind == "unit" then
		node.class = "nil"
	elseif kind == "bool" then
		local value = byte(c, "a u8")
		if value and value > 1 and not ty.lenient then
			return wrong(c, start, "a bool, 0 or 1", tostring(value))
		end
		node.class, node.value = value and "bool", value ~= 0
	elseif TEXTS[kind] then
		node.value = TEXTS[kind](c, ty)
		node.class = node.value and "string"
	elseif PACKED_VECTORS[kind] then
		node.parts = PACKED_VECTORS[kind](c, ty)
		node.class, node.name, node.width = node.parts and "structure", ty.name, 4
	elseif kind == "structure" then
		node.class, node.name, node.parts, node.width = "structure", ty.name, {}, 4
		for i = 1, #ty.names do
			local class, value, width = scalar(c, ty.of)
			if not class then
				return nil
			end
			node.parts[i], node.width, node.is_int = value, width, class == "int"
		end
	elseif kind == "list" then
		node.class = "list"
		local count = elements_count(c, ty)
		if count and enter(c) then
			elements(c, node, count, ty.of)
			leave(c)
		end
	elseif kind == "packed" then
		node.class = "list"
		packed(c, node, ty)
	elseif kind == "array" then
		node.class = "list"
		if c.stop - c.off < ty.min then
			return take(c, c.stop - c.off + 1, "an array")
		end
		elements(c, node, ty.count, ty.of)
	elseif kind == "tuple" then
		node.class = "tuple"
		for i, element in ipairs(ty.elements) do
			local step = "[" .. (i - 1) .. "]"
			add_kid(node, not c.fault and stepped(c, step, value_of_type, element, step))
		end
	elseif kind == "map" then
		node.class = "map"
		map_of(c, node, ty)
	elseif kind == "message" then
		message_of_type(c, node, ty.index, false)
		if ty.bits and not c.fault and node.id >= 2 ^ ty.bits then
			wrong(c, start, "a number in " .. ty.bits .. " bits", string.format("%.0f", node.id))
		end
	elseif kind == "variant" then
		variant_value(c, node, ty)
		node.class = node.variant and "any"
	elseif kind == "custom" then
		return wrong(c, start, "bytes that the schema describes", "a field that `" .. ty.path .. "` encodes")
	else
		node.class, node.value, node.width = scalar(c, ty)
	end
	node.len = c.off - start
	return node.class and node or nil
end

-- Reads a message in [off, stop) as a type: its node, and in the context what is wrong.
local function read_flat(tvb, off, stop, index)
	local c = {
		tvb = tvb, off = off, start = off, stop = stop, path = {}, around = {}, levels = 0, nested = 0, values = 0, big = false,
	}
	local node = node_at(SCHEMA.types[index].name, off)
	message_of_type(c, node, index, true)
	node.len = c.off - off
	if c.off < stop and not c.fault then
		c.root = nil
		wrong(c, c.off, "the end of the message", stop - c.off .. " more bytes")
	end
	return node, c
end
