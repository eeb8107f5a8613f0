
-- What all protocols share: the fields of one, the ports that its preference names, and the list of packets.

local function register_fields(proto, fields)
	local declared = {}
	for _, field in pairs(fields) do
		declared[#declared + 1] = field
	end
	proto.fields = declared
end

-- Registers a protocol for its ports, now and after each change of them: in each table the protocol that reads what comes by it.
-- Gives the set of the ports, which changes with them.
local function register_ports(proto, tables)
	local registered, ports = "", {}
	local function each_table(act)
		for name, reader in pairs(registered ~= "" and tables or {}) do
			act(DissectorTable.get(name), reader)
		end
	end
	local function follow()
		if proto.prefs.ports == registered then
			return
		end
		each_table(function(list, reader) list:remove(registered, reader) end)
		registered = proto.prefs.ports
		for port in pairs(ports) do
			ports[port] = nil
		end
		for first, last in registered:gmatch("(%d+)%-?(%d*)") do
			for port = tonumber(first), tonumber(last) or tonumber(first) do
				ports[port] = true
			end
		end
		each_table(function(list, reader) list:add(registered, reader) end)
	end
	follow()
	-- It cannot be read again.
	proto.prefs_changed = follow
	return ports
end

-- Where a packet goes, if the port of the server tells it: one of the preference, or else the one that "Decode As" names.
local function direction_of(pinfo, ports)
	local from, to = pinfo.src_port, pinfo.dst_port
	if not ports[from] and not ports[to] and from ~= to then
		ports = { [pinfo.match_uint] = true }
	end
	return ports[to] and "to server" or ports[from] and "to client" or nil
end

-- The two ends of a connection, whichever of them sends.
local function ends_of(pinfo)
	local from, to = tostring(pinfo.src) .. ":" .. pinfo.src_port, tostring(pinfo.dst) .. ":" .. pinfo.dst_port
	return from < to and from .. " " .. to or to .. " " .. from
end

-- Hidden characters, and those that change the direction of a text, as Rust escapes them.
local function visible(text)
	for _, hidden in ipairs({
		"%c", "\194[\128-\159]", "\216\156", "\226\128[\142\143\168-\174]", "\226\129[\166-\169]", "\239\187\191", "\239\191[\190\191]",
	}) do
		text = text:gsub(hidden, function(char)
			local code = char:byte() % 2 ^ (#char > 1 and 7 - #char or 7)
			for i = 2, #char do
				code = code * 64 + char:byte(i) % 64
			end
			return string.format("\\u{%x}", code)
		end)
	end
	return text
end

-- Between the messages of a packet.
local BETWEEN = " | "

local ARROWS = { ["to server"] = "→ ", ["to client"] = "← " }

-- Shows a message in the list of packets, after those before it in the same packet and the direction by the ports of the server.
local function add_info(pinfo, ports, text)
	local arrow = ARROWS[direction_of(pinfo, ports)] or ""
	local is_next = pinfo.private["godot_var.info"]
	pinfo.private["godot_var.info"] = "shown"
	pinfo.cols.info:set((is_next and BETWEEN or arrow) .. visible(text))
	-- Wireshark's dissectors of TCP and WebSocket set the column again before the next message of the packet.
	pinfo.cols.info:fence()
end
