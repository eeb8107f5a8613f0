
-- Reading packets of high-level multiplayer. Every read stands inside the bounds.

local multiplayer = Proto(SCHEMA.name .. "_multiplayer", SCHEMA.name .. " (Godot's high-level multiplayer)")
local M = {}

local function field(at, make, name, ...)
	M[at] = ProtoField[make](SCHEMA.name .. ".multiplayer." .. at, name, ...)
end

field("command", "string", "Command")
field("node", "uint32", "Node")
field("path", "string", "Path")
field("method", "uint16", "Method")
field("node_name", "string", "Name of the node")
field("name", "string", "Name")
field("checksum", "string", "Checksum")
field("set", "string", "Set")
field("agrees", "bool", "Checksum agrees")
field("bytes", "bytes", "Bytes")
field("scene", "uint8", "Scene")
field("spawner", "uint32", "Spawner")
field("synchronizer", "uint32", "Synchronizer")
field("by_path", "bool", "Synchronizer by its path")
field("time", "uint16", "Time")
field("mask", "uint64", "Mask", base.HEX)
field("size", "uint32", "Size")
field("count", "uint32", "Count")
field("peer", "int32", "Peer")
field("id", "int32", "Id of the client")
field("enet", "string", "ENet command")
field("channel", "uint8", "ENet channel")

local wrong = ProtoExpert.new(
	SCHEMA.name .. ".multiplayer.malformed", "Malformed packet", expert.group.MALFORMED, expert.severity.ERROR)
multiplayer.experts = { wrong }
register_fields(multiplayer, M)

-- The next bytes of a packet, as a number; nothing after a fault.
local function number(c, len)
	if not has(c, c.off, len) then
		return nil
	end
	local range = c.tvb(c.off, len)
	c.off = c.off + len
	return range:le_uint(), range
end

local function add(c, tree, at, range, value, label)
	local item = value == nil and tree:add(M[at], range) or tree:add(M[at], range, value)
	return label and item:set_text(label) or item
end

-- A number in a field of its own.
local function add_number(c, tree, at, len)
	local value, range = number(c, len)
	if value then
		add(c, tree, at, range, value)
	end
	return value, range
end

-- What packets before have said of the bytes of a number.
local function add_known(c, tree, at, range, value)
	if value then
		add(c, tree, at, range, value):set_generated()
	end
end

-- A text up to its NUL, or to the end.
local function add_text(c, tree, at, stop)
	if c.fault then
		return nil
	end
	local start, last = c.off, c.off
	while last < stop and c.tvb(last, 1):uint() ~= 0 do
		last = last + 1
	end
	c.off = math.min(last + 1, stop)
	local value = text(c, start, last - start)
	if c.off > start then
		add(c, tree, at, c.tvb(start, c.off - start), value)
	end
	return value
end

-- The bytes up to the end, and how many these are.
local function add_bytes(c, tree, stop)
	local size = stop - c.off
	if c.fault or size == 0 then
		return nil
	end
	add(c, tree, "bytes", c.tvb(c.off, size))
	c.off = stop
	return "<" .. size .. " bytes>"
end

-- One value, of which bool and int are compressed.
local function parse_compressed(c, off)
	local first = has(c, off, 1) and c.tvb(off, 1):uint()
	local name = first and c.types[first % TYPE_BITS]
	if name ~= BOOL and name ~= INT then
		return parse(c, off, 1)
	end
	count_value(c, off)
	local node = { id = first % TYPE_BITS, name = name, class = CLASSES[name], off = off, len = 1, generation = 4 }
	if name == BOOL then
		node.body, node.size, node.value = off, 1, first >= TRUE
		return node
	end
	node.size = math.floor(2 ^ math.floor(first / INT_WIDTH))
	node.body, node.len = off + 1, math.min(1 + node.size, c.stop - off)
	if has(c, node.body, node.size) then
		node.value = number_at(c, node.body, "int", node.size)
	end
	return node
end

-- So many values, or all up to the end.
local function values(c, stop, count)
	local nodes, outer = {}, c.stop
	c.stop = math.min(stop, outer)
	while not c.fault and (count and #nodes < count or not count and c.off < c.stop) do
		local node = parse_compressed(c, c.off)
		c.off = c.off + node.len
		nodes[#nodes + 1] = node
		if node.len == 0 then
			break
		end
	end
	c.stop = outer
	return nodes
end

-- Whether values are those of fields.
local function all_fit(nodes, of)
	for i, node in ipairs(nodes) do
		if not of[i] or not fits(node, of[i].type) then
			return false
		end
	end
	return true
end

-- Values under the names of fields, where there are some.
local function show_values(c, tree, nodes, of, label)
	for i, node in ipairs(nodes) do
		if node.len > 0 then
			local known = of and of[i]
			if known then
				show(c, tree, node, known.name, known.type, 1)
			else
				show_any(c, tree, node, label .. "[" .. (i - 1) .. "]", 1)
			end
		end
	end
end

-- The set of a checksum that no set of the schema has.
local FOREIGN = {}

-- What senders have announced: the sets of paths and of their numbers, the path of each number, the name of each spawned node by its
-- number and by those of its synchronizers; false where they say different things.
local announced = {}

local function said_by(c)
	announced[c.sender] = announced[c.sender] or { paths = {}, ids = {}, path_of = {}, spawned = {}, synchronized = {} }
	return announced[c.sender]
end

-- A number with what it stands for.
local function named(names, id)
	return names[id] or "#" .. id
end

-- What is shown of a packet: words, those that are there.
local function phrase(...)
	local words = {}
	for i = 1, select("#", ...) do
		local word = select(i, ...)
		if word and word ~= "" then
			words[#words + 1] = word
		end
	end
	return table.concat(words, " ")
end

local function announce(known, key, set)
	if known[key] == nil then
		known[key] = set
	elseif known[key] ~= set then
		known[key] = false
	end
end

-- The fewest arguments of a method.
local function needed_by(method)
	local needed = 0
	for _, argument in ipairs(method.fields) do
		needed = needed + (argument.required and 1 or 0)
	end
	return needed
end

-- The only method of this id that takes the arguments, or that of the set that was announced.
local function method_of(c, method, nodes, id, path)
	local known = said_by(c)
	local set = path and known.paths[path] or not path and known.ids[id]
	if set == FOREIGN then
		c.note = "The node has a set of another version, or none of the schema: no names"
		return nil
	elseif set then
		return set.methods[method + 1], set
	end
	local found, found_set
	for _, candidate in ipairs(SCHEMA.rpc_sets) do
		local one = candidate.methods[method + 1]
		if one and #nodes >= needed_by(one) and all_fit(nodes, one.fields) then
			if found then
				return nil
			end
			found, found_set = one, candidate
		end
	end
	return found, found_set
end

-- What is wrong with a call of a method; nothing if its arguments fit.
local function wrong_call(set, method, number, nodes)
	if not method then
		return set.name .. " has no method " .. number
	end
	local name, least, most = set.name .. "::" .. method.name, needed_by(method), #method.fields
	if #nodes < least or #nodes > most then
		local count = least < most and least .. " to " .. most or most
		return name .. ": expected " .. count .. (most == 1 and " argument" or " arguments") .. ", found " .. #nodes
	end
	for i, node in ipairs(nodes) do
		local argument = method.fields[i]
		local reason = misfit(node, argument.type)
		if reason then
			local path, message = explained(reason)
			return name .. step(argument.name) .. path .. ": " .. message
		end
	end
	return nil
end

-- The properties of the only set that a row is of.
local function row_of(nodes, is_in_row)
	local found
	for _, set in ipairs(SCHEMA.sync_sets) do
		local row, bit = {}, 0
		for _, property in ipairs(set.fields) do
			if is_in_row(property, bit) then
				row[#row + 1] = property
			end
			bit = bit + (property.mode == "on_change" and 1 or 0)
		end
		if #row > 0 and #row == #nodes and all_fit(nodes, row) then
			if found then
				return nil
			end
			found = row
		end
	end
	return found
end

-- The properties of a spawn's state: of the only sets, in one order, that fit.
local function state_of(nodes, count)
	if count > MOST_SYNCHRONIZERS or #nodes == 0 then
		return nil
	end
	local found = {}
	local function try(left, first, row)
		if left == 0 then
			local names = {}
			for i, property in ipairs(row) do
				names[i] = property.name
			end
			if first > #nodes then
				found[table.concat(names, "\0")] = row
			end
			return
		end
		for _, set in ipairs(SCHEMA.sync_sets) do
			local longer, at = { table.unpack(row) }, first
			for _, property in ipairs(set.fields) do
				if property.spawn and longer then
					local node = nodes[at]
					longer = node and fits(node, property.type) and longer or nil
					if longer then
						longer[#longer + 1], at = property, at + 1
					end
				end
			end
			if longer then
				try(left - 1, at, longer)
			end
		end
	end
	try(count, 1, {})
	local _, only = next(found)
	return only and next(found, next(found)) == nil and only or nil
end

local dissect_packet, server_ports

local function dissect_call(c, tree, first)
	local width = math.floor(first / NODE_WIDTH) % 4
	if width == 3 then
		fail(c, c.off - 1, "a node id of 1, 2 or 4 bytes")
		return "rpc"
	end
	local id, id_range = number(c, math.floor(2 ^ width))
	local method, method_range = number(c, math.floor(first / METHOD_16) % 2 == 1 and 2 or 1)
	if not method then
		return "rpc"
	end
	local stop, path, has_path = c.stop, nil, width == 2 and id >= IS_PATH
	if has_path then
		stop = id - IS_PATH
		if stop < c.off - c.start or c.start + stop > c.stop then
			fail(c, c.off, "the offset of a path after the ids")
			return "rpc"
		end
		stop = c.start + stop
		local after = { tvb = c.tvb, off = stop, stop = c.stop }
		path = add_text(after, tree, "path", c.stop)
	else
		add(c, tree, "node", id_range, id)
	end
	add(c, tree, "method", method_range, method)
	local nodes
	if math.floor(first / BYTES_ONLY) % 2 == 1 then
		local len = stop - c.off
		local range = len > 0 and c.tvb(c.off, len) or nil
		nodes = len > 0 and {
			{ name = "PackedByteArray", class = "bytes", off = c.off, body = c.off, len = len, size = len, range = range, generation = 4 },
		} or {}
		c.off = stop
	else
		local count = add_number(c, tree, "count", 1)
		nodes = values(c, stop, count or 0)
	end
	local found, set = nil, nil
	if not c.fault then
		found, set = method_of(c, method, nodes, id, path)
		c.mistake = set and wrong_call(set, found, method, nodes)
	end
	local name = found and set.name .. "::" .. found.name
	if name then
		add(c, tree, "name", method_range, name):set_generated()
	end
	if not has_path then
		add_known(c, tree, "path", id_range, said_by(c).path_of[id])
	end
	show_values(c, tree, nodes, found and found.fields, "args")
	local arguments = short(put_row, nodes, found and found.fields)
	if not c.fault and c.off < stop then
		fail(c, c.off, (stop - c.off) .. " bytes after the last argument")
	end
	c.off = c.stop
	local node = has_path and path or named(said_by(c).path_of, id)
	return phrase(name or "rpc method " .. method, arguments, "on", node)
end

local function dissect_simplify(c, tree)
	if not has(c, c.off, CHECKSUM_DIGITS + 1) then
		return nil
	end
	local range = c.tvb(c.off, CHECKSUM_DIGITS)
	local checksum = range:string()
	add(c, tree, "checksum", range, checksum)
	c.off = c.off + CHECKSUM_DIGITS + 1
	local id = add_number(c, tree, "node", 4)
	local path = id and add_text(c, tree, "path", c.stop)
	local found, known = checksum ~= NO_METHODS and #SCHEMA.rpc_sets > 0 and FOREIGN, {}
	for i, set in ipairs(SCHEMA.rpc_sets) do
		found = set.checksum == checksum and set or found
		known[i] = i <= MOST_LISTED and set.name .. " " .. set.checksum:sub(1, 8) .. "…" or nil
	end
	if found == FOREIGN then
		c.note = "No set of the schema has this checksum, " .. checksum:sub(1, 8) .. "…: another version of the script of "
			.. (path or "the node") .. ", or none of the schema, which has " .. table.concat(known, ", ")
	elseif found then
		add(c, tree, "set", range, found.name):set_generated()
	end
	if path and not c.visited then
		announce(said_by(c).ids, id, found)
		announce(said_by(c).paths, path, found)
		announce(said_by(c).path_of, id, path)
	end
	return phrase("simplify_path", id and "#" .. id, path and "is " .. path, found and found.name and "with " .. found.name)
end

local function dissect_spawn(c, tree)
	local scene = add_number(c, tree, "scene", 1)
	local spawner, spawner_range = add_number(c, tree, "spawner", 4)
	add_known(c, tree, "path", spawner_range, said_by(c).path_of[spawner or 0])
	local id = add_number(c, tree, "node", 4)
	local count = add_number(c, tree, "count", 4)
	local len = add_number(c, tree, "size", 4)
	local synchronizers = {}
	for i = 1, count or 0 do
		synchronizers[i] = add_number(c, tree, "synchronizer", 4)
		if not synchronizers[i] then
			return nil
		end
	end
	if not len or not has(c, c.off, len) then
		return nil
	end
	local stop = c.off + len
	local name = add_text(c, tree, "node_name", stop)
	c.off = stop
	if name and not c.visited then
		announce(said_by(c).spawned, id, name)
		for _, synchronizer in ipairs(synchronizers) do
			announce(said_by(c).synchronized, synchronizer, name)
		end
	end
	local head = phrase("spawn", name, "by", named(said_by(c).path_of, spawner))
	local argument = {}
	if scene == CUSTOM then
		local size = add_number(c, tree, "size", 4)
		if not size or not has(c, c.off, size) then
			return head
		end
		argument = values(c, c.off + size)
		show_values(c, tree, argument, nil, "argument")
	end
	local nodes = values(c, c.stop)
	local state = not c.fault and state_of(nodes, count) or nil
	show_values(c, tree, nodes, state, "state")
	return phrase(head, short(put_row, argument), short(put_row, nodes, state))
end

local function is_always(property)
	return property.mode == "always"
end

local function dissect_elements(c, tree, is_delta)
	local said, names = {}, said_by(c)
	while not c.fault and c.off < c.stop do
		local start = c.off
		local id, range = number(c, 4)
		local item = id and add(c, tree, "synchronizer", range, id % IS_PATH)
		local mask
		if is_delta and id and has(c, c.off, 8) then
			mask = c.tvb(c.off, 8)
			c.off = c.off + 8
		end
		local size, size_range = number(c, 4)
		if not size or not has(c, c.off, size) then
			break
		end
		add(c, item, "by_path", range, id >= IS_PATH)
		if mask then
			add(c, item, "mask", mask, mask:le_uint64())
		end
		add(c, item, "size", size_range, size)
		local nodes = values(c, c.off + size)
		local is_in_row = is_always
		if mask then
			local low, high = mask(0, 4):le_uint(), mask(4, 4):le_uint()
			is_in_row = function(property, bit)
				local half = bit < 32 and low or high
				return property.mode == "on_change" and bit < 64 and math.floor(half / 2 ^ (bit % 32)) % 2 == 1
			end
		end
		local row = not c.fault and row_of(nodes, is_in_row) or nil
		show_values(c, item, nodes, row, "values")
		item:set_len(c.off - start)
		local is_path = id >= IS_PATH
		local of, number = is_path and names.path_of or names.synchronized, id % IS_PATH
		local name = named(of, number)
		add_known(c, item, is_path and "path" or "node_name", range, of[number])
		said[#said + 1] = phrase(name, short(put_row, nodes, row))
	end
	return phrase(is_delta and "delta" or "sync", table.concat(said, "; "))
end

local function dissect_system(c, tree)
	local kind = number(c, 1)
	if kind == AUTH then
		return phrase("auth", add_bytes(c, tree, c.stop))
	elseif not kind or kind > RELAY then
		fail(c, c.off - 1, "a system command of a kind from 0 to " .. RELAY)
		return "system"
	end
	local range = has(c, c.off, 4) and c.tvb(c.off, 4)
	if not range then
		return "system"
	end
	local peer = range:le_int()
	add(c, tree, "peer", range, peer)
	c.off = c.off + 4
	if kind == ADD_PEER then
		return "add_peer " .. peer
	elseif kind == DEL_PEER then
		return "del_peer " .. peer
	elseif c.is_relayed then
		fail(c, c.off, "a relayed packet in a relayed packet")
		return "relay"
	end
	local inner = { tvb = c.tvb, start = c.off, stop = c.stop, sender = c.sender .. "/" .. peer, is_relayed = true, visited = c.visited }
	c.off = c.stop
	return "relay: " .. dissect_packet(inner, tree)
end

local function command_of(c, tree, first)
	local command = first % COMMAND_BITS
	if command == COMMANDS.remote_call then
		return "rpc", dissect_call(c, tree, first)
	elseif command == COMMANDS.simplify_path then
		return "simplify_path", dissect_simplify(c, tree)
	elseif command == COMMANDS.confirm_path then
		local agrees, range = number(c, 1)
		if agrees then
			add(c, tree, "agrees", range, agrees ~= 0)
		end
		-- Before Godot 4.3 the path itself follows.
		local id, path
		if c.stop - c.off == 4 then
			id = add_number(c, tree, "node", 4)
		else
			path = add_text(c, tree, "path", c.stop)
		end
		return "confirm_path", phrase("confirm_path", id and "#" .. id or path, agrees == 0 and "with another set")
	elseif command == COMMANDS.raw then
		return "raw", phrase("raw", add_bytes(c, tree, c.stop))
	elseif command == COMMANDS.spawn then
		return "spawn", dissect_spawn(c, tree)
	elseif command == COMMANDS.despawn then
		local id, id_range = add_number(c, tree, "node", 4)
		add_known(c, tree, "node_name", id_range, said_by(c).spawned[id or 0])
		return "despawn", id and "despawn " .. named(said_by(c).spawned, id)
	elseif command == COMMANDS.sync and math.floor(first / DELTA) % 2 == 1 then
		return "delta", dissect_elements(c, tree, true)
	elseif command == COMMANDS.sync then
		add_number(c, tree, "time", 2)
		return "sync", dissect_elements(c, tree, false)
	end
	local name = dissect_system(c, tree)
	return name:match("^[a-z_]+"), name
end

-- One packet; what it is, for the list of packets.
dissect_packet = function(c, tree)
	c.types, c.values, c.objects = GODOT4, 0, proto.prefs.objects
	c.off = c.start
	local first, range = number(c, 1)
	if not first then
		return "Empty packet"
	end
	local whole = c.tvb(c.start, c.stop - c.start)
	local item = tree:add(multiplayer, whole)
	local command, info = command_of(c, item, first)
	add(c, item, "command", range, command)
	info = info or command
	if not c.is_relayed then
		show_message(item, whole, c.pinfo, server_ports)
	end
	item:append_text(", " .. visible(info))
	if not c.fault and c.off < c.stop then
		fail(c, c.off, (c.stop - c.off) .. " bytes after the packet")
	end
	if c.fault then
		local fault = "At byte " .. (c.fault.off - c.start) .. ": " .. c.fault.message
		mark_broken(item, whole, wrong, fault)
		info = info .. " [malformed: " .. fault .. "]"
	elseif c.mistake then
		mark_broken(item, whole, broken, c.mistake)
		info = info .. " [broken: " .. c.mistake .. "]"
	end
	if c.note then
		item:add_proto_expert_info(other_version, visible(c.note))
		info = info .. " [other version]"
	end
	return c.is_relayed and info or show_line(item, whole, info)
end

local function packet(tvb, off, len, pinfo, tree)
	local sender = tostring(pinfo.src) .. ":" .. pinfo.src_port .. ">" .. tostring(pinfo.dst) .. ":" .. pinfo.dst_port
	return dissect_packet({ tvb = tvb, start = off, stop = off + len, sender = sender, visited = pinfo.visited, pinfo = pinfo }, tree)
end

multiplayer.prefs.ports = Pref.range("Ports", SCHEMA.multiplayer_ports, "Ports of ENet and WebSocket", 65535)
local PACKETS, OVER_ENET = 1, 2
multiplayer.prefs.udp = Pref.enum("UDP carries", 0, "ENet, or packets of high-level multiplayer without it, as recordings have", {
	{ 1, "Whichever fits", 0 }, { 2, "Packets", PACKETS }, { 3, "ENet", OVER_ENET },
}, false)

local shown_enet = { command = M.enet, channel = M.channel, bytes = M.bytes, wrong = wrong }

-- The first message over WebSocket is the number of the client, in 4 bytes.
local first_messages = {}

-- What UDP carries between two ends.
local carried = {}

-- The commands of ENet in a datagram; nothing if it is a packet itself.
local function enet_in(tvb, pinfo)
	local way = multiplayer.prefs.udp
	local found, ends = way ~= PACKETS and commands_of(tvb), ends_of(pinfo)
	if way ~= 0 then
		return found
	elseif found.is_usual then
		carried[ends] = OVER_ENET
	elseif not found.is_compressed then
		carried[ends] = carried[ends] or PACKETS
	end
	return carried[ends] ~= PACKETS and found
end

function multiplayer.init()
	first_messages, carried = {}, {}
end

function multiplayer.dissector(tvb, pinfo, root)
	pinfo.cols.protocol:set(SCHEMA.name)
	local size = tvb:len()
	if size == 0 then
		return 0
	end
	local tree = root:add(multiplayer, tvb())
	local info
	-- 3 is PT_UDP in every version.
	if pinfo.port_type == 3 then
		local function act(inner, off, len, item)
			return packet(inner, off, len, pinfo, item)
		end
		local commands = enet_in(tvb, pinfo)
		info = commands and dissect_enet(commands, pinfo, tree, shown_enet, act) or packet(tvb, 0, size, pinfo, tree)
	else
		local key = tostring(pinfo.src) .. ":" .. pinfo.src_port .. ">" .. tostring(pinfo.dst) .. ":" .. pinfo.dst_port
		first_messages[key] = first_messages[key] or pinfo.number
		if size == 4 and first_messages[key] == pinfo.number then
			tree:add_le(M.id, tvb(0, 4))
			info = "id " .. tvb(0, 4):le_int()
		else
			info = packet(tvb, 0, size, pinfo, tree)
		end
	end
	add_info(pinfo, server_ports, info)
	return size
end

server_ports = register_ports(multiplayer, { ["udp.port"] = multiplayer, ["ws.port"] = multiplayer })
DissectorTable.get("udp.port"):add_for_decode_as(multiplayer)
