
-- LLUDP packets: header, acks, zero-coding, message number, blocks. Every read stands inside the bounds.

local proto = Proto(TEMPLATE.name, TEMPLATE.description)
local MAX_EXPANDED, MAX_ROWS = 12288, 50000
local F = {}

local function declare(at, make, name, ...)
	F[at] = ProtoField[make](TEMPLATE.name .. "." .. at, name, ...)
end

declare("flags", "uint8", "Flags", base.HEX)
declare("flags.zerocoded", "bool", "Zero-coded", 8, nil, 0x80)
declare("flags.reliable", "bool", "Reliable", 8, nil, 0x40)
declare("flags.resent", "bool", "Resent", 8, nil, 0x20)
declare("flags.ack", "bool", "Has acks", 8, nil, 0x10)
declare("sequence", "uint32", "Sequence number")
declare("extra_length", "uint8", "Length of the extra header")
declare("extra", "bytes", "Extra header")
declare("message", "string", "Message")
declare("number", "uint32", "Message number")
declare("id", "uint32", "Message id", base.HEX)
declare("ack_count", "uint8", "Number of acks")
declare("ack", "uint32", "Ack")
declare("block", "string", "Block")
declare("count", "uint8", "Number of blocks")
declare("missing", "string", "Missing block")
declare("unread", "bytes", "Bytes after the last block")

-- What a field of each type is in a filter, and how many bytes it takes.
local TYPES = {
	U8 = { "uint8", 1 }, U16 = { "uint16", 2 }, U32 = { "uint32", 4 }, U64 = { "uint64", 8 },
	S8 = { "int8", 1 }, S16 = { "int16", 2 }, S32 = { "int32", 4 }, S64 = { "int64", 8 },
	F32 = { "double", 4, real = true }, F64 = { "double", 8, real = true }, BOOL = { "bool", 1 }, LLUUID = { "guid", 16 },
	IPADDR = { "ipv4", 4 }, IPPORT = { "uint16", 2, big = true },
	LLVector3 = { "none", 12, parts = 3, width = 4 }, LLVector3d = { "none", 24, parts = 3, width = 8 },
	LLVector4 = { "none", 16, parts = 4, width = 4 }, LLQuaternion = { "none", 12, parts = 3, width = 4 },
	Fixed = { "bytes" }, Variable = { "bytes" },
}
local PARTS = { "x", "y", "z", "w" }

local by_id = {}
for _, message in ipairs(TEMPLATE.messages) do
	by_id[message.id] = message
	for _, block in ipairs(message.blocks) do
		for _, field in ipairs(block.fields) do
			local ty = TYPES[field.type]
			declare(field.at, ty[1], field.name)
			for i = 1, ty.parts or 0 do
				declare(field.at .. "." .. PARTS[i], "double", PARTS[i])
			end
		end
	end
end

local malformed = ProtoExpert.new(TEMPLATE.name .. ".malformed", "Malformed packet", expert.group.MALFORMED, expert.severity.ERROR)
local noted = ProtoExpert.new(TEMPLATE.name .. ".noted", "Unusual packet", expert.group.PROTOCOL, expert.severity.NOTE)
proto.experts = { malformed, noted }

register_fields(proto, F)

-- The bytes that zero-coded ones stand for, by the viewer's rules: a run may go on over several counts.
local function expand(coded)
	local bytes, size, out = coded, coded:len(), {}
	local i, length = 0, 0
	while i < size do
		local byte = bytes:get_index(i)
		i = i + 1
		local run = 1
		if byte == 0 then
			while i < size and bytes:get_index(i) == 0 do
				run, i = run + 256, i + 1
			end
			if i < size then
				run, i = run + bytes:get_index(i) - 1, i + 1
			end
		end
		length = length + run
		if length > MAX_EXPANDED - 6 then
			return nil
		end
		out[#out + 1] = string.rep(string.format("%02x", byte), run)
	end
	return ByteArray.new(table.concat(out))
end

local function field_row(c, tree, field, off)
	local ty = TYPES[field.type]
	local size, start = ty[2] or field.size, off
	if field.type == "Variable" then
		if off + field.size > c.stop then
			return nil
		end
		start, size = off + field.size, c.tvb(off, field.size):le_uint()
	end
	if start + size > c.stop then
		return nil
	end
	local range = size > 0 and c.tvb(start, size) or c.tvb(off, 0)
	if ty.parts then
		local values = {}
		local item = tree:add(F[field.at], range)
		for i = 1, ty.parts do
			local part = c.tvb(start + (i - 1) * ty.width, ty.width)
			values[i] = part:le_float()
			item:add(F[field.at .. "." .. PARTS[i]], part, values[i])
		end
		item:set_text(field.name .. ": (" .. table.concat(values, ", ") .. ")")
	elseif field.type == "BOOL" then
		tree:add(F[field.at], range, range:uint() ~= 0)
	elseif ty.real then
		tree:add(F[field.at], range, range:le_float())
	elseif ty.big or field.type == "LLUUID" or field.type == "IPADDR" or ty[1] == "bytes" then
		tree:add(F[field.at], range)
	else
		tree:add_le(F[field.at], range)
	end
	c.rows = c.rows + 1 + (ty.parts or 0)
	return start + size
end

local function fault(c, tree, message)
	c.fault = true
	tree:add_proto_expert_info(malformed, message)
end

local function block_rows(c, tree, block, off)
	local count = block.count
	if not count then
		count = c.tvb(off, 1):uint()
		tree:add(F.count, c.tvb(off, 1)):prepend_text(block.name .. ": ")
		off = off + 1
	end
	for i = 1, count do
		c.rows = c.rows + 1
		local item = tree:add(F.block, c.tvb(off, 0), block.name)
		item:set_text(block.name .. (count > 1 and " [" .. (i - 1) .. "]" or ""))
		local start = off
		for _, field in ipairs(block.fields) do
			local stop = c.rows < MAX_ROWS and field_row(c, item, field, off)
			if not stop then
				fault(c, item, "Ends in " .. block.name .. "." .. field.name)
				return off
			end
			off = stop
		end
		item:set_len(off - start)
	end
	return off
end

-- The number with the prefix of its frequency, the number alone, and its length.
local function number_at(c, off)
	local left = c.stop - off
	if left < 1 then
		return nil
	end
	local first = c.tvb(off, 1):uint()
	if first ~= 0xFF then
		return first, first, 1
	elseif left < 2 then
		return nil
	end
	local second = c.tvb(off + 1, 1):uint()
	if second ~= 0xFF then
		return 0xFF00 + second, second, 2
	elseif left < 4 then
		return nil
	end
	local id = c.tvb(off, 4):uint()
	local low = c.tvb(off + 2, 2):uint()
	return id, low < 0xFF00 and low or id, 4
end

local BEFORE, AFTER = 1, 2
proto.prefs.ports = Pref.range("Ports", TEMPLATE.ports, "UDP ports, such as 12035-12050", 65535)
proto.prefs.extra = Pref.enum("Extra header", AFTER, "Where the extra header stands", {
	{ 1, "Behind the message number, as the viewer has it", AFTER }, { 2, "Before the message number", BEFORE },
}, false)

local function body(c, tree, extra)
	local off = 0
	local id, number, width = number_at(c, off)
	if not id then
		fault(c, tree, "Ends in the message number")
		return "Malformed packet"
	end
	local message = by_id[string.format("%08x", id)]
	local name = message and message.name or string.format("Unknown message %08x", id)
	tree:append_text(", " .. name)
	tree:add(F.message, c.tvb(off, width), name)
	tree:add(F.number, c.tvb(off, width), number)
	tree:add(F.id, c.tvb(off, width), id)
	off = off + width
	if extra > 0 then
		if off + extra > c.stop then
			fault(c, tree, "Ends in the extra header")
			return name
		end
		tree:add(F.extra, c.tvb(off, extra))
		off = off + extra
	end
	if not message then
		tree:add_proto_expert_info(noted, "The template has no such message")
		return name
	end
	for i, block in ipairs(message.blocks) do
		if off >= c.stop and (i > 1 or block.count) and #block.fields > 0 then
			if i == 1 then
				fault(c, tree, "Has no block")
				return name
			end
			tree:add(F.missing, c.tvb(0, width), block.name):set_generated()
		elseif off >= c.stop and not block.count then
			fault(c, tree, "Has no block")
			return name
		else
			off = block_rows(c, tree, block, off)
		end
		if c.fault then
			return name
		end
	end
	if off < c.stop then
		tree:add(F.unread, c.tvb(off, c.stop - off)):add_proto_expert_info(noted, "Bytes after the last block")
	end
	return name
end

local on_ports

function proto.dissector(tvb, pinfo, root)
	pinfo.cols.protocol:set(TEMPLATE.name)
	local size = tvb:len()
	if size == 0 then
		return 0
	end
	local tree = root:add(proto, tvb())
	if size < 7 then
		tree:add_proto_expert_info(malformed, "Shorter than the 7 bytes of the shortest packet")
		add_info(pinfo, on_ports, "Malformed packet")
		return size
	end
	local flags = tvb(0, 1):uint()
	local item = tree:add(F.flags, tvb(0, 1))
	for _, name in ipairs({ "zerocoded", "reliable", "resent", "ack" }) do
		item:add(F["flags." .. name], tvb(0, 1))
	end
	tree:add(F.sequence, tvb(1, 4))
	tree:add(F.extra_length, tvb(5, 1))
	local stop = size
	if math.floor(flags / 16) % 2 == 1 then
		local count = tvb(size - 1, 1):uint()
		stop = size - 1 - 4 * count
		if stop < 7 then
			tree:add_proto_expert_info(malformed, "No room for " .. count .. " acks")
			add_info(pinfo, on_ports, "Malformed packet")
			return size
		end
		for i = 1, count do
			tree:add(F.ack, tvb(stop + 4 * (i - 1), 4))
		end
		tree:add(F.ack_count, tvb(size - 1, 1))
	end
	local start, extra = 6, tvb(5, 1):uint()
	if extra > 0 and proto.prefs.extra == BEFORE then
		start = 6 + extra
		if start >= stop then
			tree:add_proto_expert_info(malformed, "Ends in the extra header")
			add_info(pinfo, on_ports, "Malformed packet")
			return size
		end
		tree:add(F.extra, tvb(6, extra))
		extra = 0
	end
	local part = tvb(start, stop - start):tvb()
	if flags >= 0x80 then
		local expanded = expand(tvb(start, stop - start):bytes())
		if not expanded then
			tree:add_proto_expert_info(malformed, "Zero-coding stands for more than " .. MAX_EXPANDED .. " bytes")
			add_info(pinfo, on_ports, "Malformed packet")
			return size
		end
		part = expanded:tvb("Expanded " .. TEMPLATE.name)
	end
	local c = { tvb = part, stop = part:len(), rows = 0 }
	add_info(pinfo, on_ports, body(c, tree, extra))
	return size
end

on_ports = register_ports(proto, { ["udp.port"] = proto })
DissectorTable.get("udp.port"):add_for_decode_as(proto)
