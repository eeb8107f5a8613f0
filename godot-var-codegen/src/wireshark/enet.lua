
-- ENet: the commands of a datagram, of which some carry packets or parts of them. Its numbers are big-endian.

local SENT_TIME, COMPRESSED = 0x8000, 0x4000
-- The length of each command, where the length of its data stands, and the flags that ENet gives it: 8 reliable, 4 unsequenced.
local ENET = {
	{ "ACKNOWLEDGE", 8, nil, { [0] = true } },
	{ "CONNECT", 48, nil, { [8] = true } },
	{ "VERIFY_CONNECT", 44, nil, { [8] = true } },
	{ "DISCONNECT", 8, nil, { [4] = true, [8] = true } },
	{ "PING", 4, nil, { [8] = true } },
	{ "SEND_RELIABLE", 6, 4, { [8] = true } },
	{ "SEND_UNRELIABLE", 8, 6, { [0] = true } },
	{ "SEND_FRAGMENT", 24, 6, { [8] = true } },
	{ "SEND_UNSEQUENCED", 8, 6, { [4] = true } },
	{ "BANDWIDTH_LIMIT", 12, nil, { [8] = true } },
	{ "THROTTLE_CONFIGURE", 16, nil, { [8] = true } },
	{ "SEND_UNRELIABLE_FRAGMENT", 24, 6, { [0] = true } },
}
local FRAGMENT, MAX_JOINED = 24, 2 ^ 24

-- The commands of a datagram, and whether ENet writes such ones.
local function read_enet(tvb, has_checksum)
	local c = { tvb = tvb, stop = tvb:len() }
	local flags = has(c, 0, 2) and tvb(0, 2):uint() or 0
	local off = 2 + (flags >= SENT_TIME and 2 or 0) + (has_checksum and 4 or 0)
	-- A Variant does not begin with the mark of the time, and has a multiple of 4 bytes.
	local is_usual = off < c.stop and (flags >= SENT_TIME or c.stop % 4 ~= 0)
	local found = { c = c }
	if flags % SENT_TIME >= COMPRESSED then
		local bytes = off < c.stop and decompress(tvb, off)
		found.is_compressed = not bytes
		is_usual = bytes and true
		tvb = bytes and bytes:tvb("Decompressed commands of ENet") or tvb
		c.tvb, c.stop, off = tvb, tvb:len(), 0
	end
	while not found.is_compressed and not c.fault and off < c.stop do
		local first = tvb(off, 1):uint()
		local kind, bits = ENET[first % 16], math.floor(first / 16)
		if not kind then
			fail(c, off, "no command of ENet")
		elseif has(c, off, kind[2]) then
			local data = kind[3] and tvb(off + kind[3], 2):uint() or 0
			if has(c, off + kind[2], data) then
				found[#found + 1] = { kind = kind, off = off, body = off + kind[2], size = data }
				is_usual = is_usual and kind[4][bits] and (bits < 8 or flags >= SENT_TIME)
				off = off + kind[2] + data
			end
		end
	end
	found.is_usual = is_usual and not c.fault
	return found
end

local function commands_of(tvb)
	local found = read_enet(tvb, false)
	if not found.is_usual then
		local other = read_enet(tvb, true)
		return other.is_usual and other or found
	end
	return found
end

-- Parts of packets by sender, connection, channel and number, and packets that are whole by the datagram that made them so.
-- The numbers of connections by sender.
local parts_of, whole, connections = {}, {}, {}

local function forget_enet()
	parts_of, whole, connections = {}, {}, {}
end

local function sender_of(pinfo)
	return table.concat({ tostring(pinfo.src), pinfo.src_port, tostring(pinfo.dst), pinfo.dst_port }, " ")
end

-- Takes a part; gives the whole packet to the datagram that has brought the last part.
local function join(tvb, pinfo, command)
	local place = pinfo.number .. ":" .. command.off
	if not pinfo.visited and not whole[place] then
		local channel, start = tvb(command.off + 1, 1):uint(), tvb(command.off + 4, 2):uint()
		local count, number = tvb(command.off + 8, 4):uint(), tvb(command.off + 12, 4):uint()
		local total = tvb(command.off + 16, 4):uint()
		local sender = sender_of(pinfo)
		-- The numbers of unreliable packets begin again at each reliable one, whose number they have, too.
		local reliable = command.kind[4][8] and "" or tvb(command.off + 2, 2):uint()
		local key = table.concat({ sender, connections[sender] or 0, channel, start, command.kind[1], reliable }, " ")
		local parts = parts_of[key]
		if not parts or parts.total ~= total or parts.count ~= count then
			parts = { total = total, count = count, have = 0, size = 0 }
			parts_of[key] = parts
		end
		if number < count and not parts[number] and parts.size + command.size <= math.min(total, MAX_JOINED) then
			parts[number] = tvb(command.body, command.size):bytes()
			parts.have, parts.size = parts.have + 1, parts.size + command.size
		end
		if parts.have == count and parts.size == total then
			local packet = ByteArray.new()
			for at = 0, count - 1 do
				packet:append(parts[at])
			end
			parts_of[key], whole[place] = nil, packet
		end
	end
	return whole[place]
end

-- Shows a datagram of ENet: act shows each packet and gives its name. Shown has the fields.
local function dissect_enet(found, pinfo, tree, shown, act)
	local names, kinds, tvb = {}, {}, found.c.tvb
	if found.is_compressed then
		tree:add(shown.bytes, tvb())
		tree:add_proto_expert_info(unread, "Not compressed by ENet's range coder: by another method, or this is no packet of ENet")
		return "ENet, compressed in an unknown way"
	end
	for _, command in ipairs(found) do
		local kind, size = command.kind, command.size
		if not kinds[kind[1]] then
			kinds[kind[1]], kinds[#kinds + 1] = true, kind[1]
		end
		local item = tree:add(shown.command, tvb(command.off, kind[2] + size), kind[1])
		item:add(shown.channel, tvb(command.off + 1, 1))
		local channel = tvb(command.off + 1, 1):uint()
		if not pinfo.visited and (kind[1] == "CONNECT" or kind[1] == "VERIFY_CONNECT") then
			connections[sender_of(pinfo)] = tvb(command.off + 40, 4):uint()
		end
		if kind[2] == FRAGMENT and size > 0 then
			item:add(shown.bytes, tvb(command.body, size))
			local packet = join(tvb, pinfo, command)
			if packet then
				local whole_tvb = packet:tvb("Packet of ENet")
				names[#names + 1] = act(whole_tvb, 0, whole_tvb:len(), item, channel)
			end
		elseif kind[3] and size > 0 then
			names[#names + 1] = act(tvb, command.body, size, item, channel)
		end
	end
	local fault = found.c.fault
	if fault then
		mark_broken(tree, tvb(), shown.wrong, "ENet, at byte " .. fault.off .. ": " .. fault.message)
	end
	return #names > 0 and table.concat(names, BETWEEN) or "ENet " .. table.concat(kinds, ", ")
end
