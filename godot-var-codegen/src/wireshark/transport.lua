
-- Where messages come from: datagrams, ENet, WebSocket, streams of TCP.

local BARE, OVER_ENET = 1, 2
proto.prefs.ports = Pref.range("Ports", SCHEMA.ports, "Ports of UDP, TCP, WebSocket and ENet, such as 7777-7780", 65535)
proto.prefs.udp = Pref.enum("UDP carries", 0, "Messages, or packets of ENet with messages", {
	{ 1, "Whichever fits", 0 }, { 2, "Messages", BARE }, { 3, "ENet", OVER_ENET },
}, false)
proto.prefs.max_length = Pref.uint("Longest TCP message", 16777216, "In bytes; a greater length is malformed")

local function dissect_tcp(tvb, pinfo, root)
	local names = {}
	local function length(part, _, off)
		local promised = part(off, 4):le_uint()
		-- Whatever follows is one malformed message.
		return promised > math.min(proto.prefs.max_length, 2 ^ 30) and part:len() - off or promised + 4
	end
	local function message(part, _, _)
		local tree = root:add(proto, part())
		local promised = part(0, 4):le_uint()
		tree:add_le(F.length, part(0, 4))
		if promised ~= part:len() - 4 then
			mark_broken(tree, part(), malformed, "No message is " .. promised .. " bytes long")
			names[#names + 1] = show_line(tree, part(), "Malformed length")
		else
			names[#names + 1] = dissect_value(part, pinfo, tree, 4, part:len())
		end
		return part:len()
	end
	dissect_tcp_pdus(tvb, root, 4, length, message, true)
	if #names > 0 then
		add_info(pinfo, on_ports, table.concat(names, BETWEEN))
	end
	return tvb:len()
end

-- Connections that began with HTTP: Wireshark reads them, and comes back with each message of a WebSocket.
-- No field tells so: it has none where it only reads all packets once.
local http_connections = {}

local function is_http(tvb, pinfo)
	local key = ends_of(pinfo)
	if tvb:len() >= 5 then
		local start = tvb(0, 5):string()
		if start:sub(1, 4) == "GET " or start == "HTTP/" then
			http_connections[key] = true
		end
	end
	return http_connections[key]
end

-- A datagram: a message, or packets of ENet.
local function dissect_udp(tvb, pinfo, tree)
	local way = proto.prefs.udp
	local found = way ~= BARE and commands_of(tvb)
	-- No Variant begins with the mark of what is compressed; a flat message may.
	if way == OVER_ENET or found and (found.is_usual or found.is_compressed and not SCHEMA.outer) then
		local shown = {
			command = F["enet.command"], channel = F["enet.channel"], bytes = F["enet.bytes"], wrong = malformed,
		}
		return dissect_enet(found, pinfo, tree, shown, function(inner, off, len, item)
			return dissect_value(inner, pinfo, item, off, off + len, true)
		end)
	end
	return dissect_value(tvb, pinfo, tree, 0, tvb:len())
end

function proto.dissector(tvb, pinfo, root)
	-- 2 is PT_TCP in every version.
	local is_tcp = pinfo.port_type == 2
	if is_tcp and is_http(tvb, pinfo) then
		-- It may put segments together, as if it was called by TCP itself.
		pinfo.can_desegment = 2
		return Dissector.get("http"):call(tvb, pinfo, root)
	end
	pinfo.cols.protocol:set(SCHEMA.name)
	if tvb:len() == 0 then
		return 0
	elseif is_tcp then
		return dissect_tcp(tvb, pinfo, root)
	end
	local tree = root:add(proto, tvb())
	add_info(pinfo, on_ports, dissect_udp(tvb, pinfo, tree))
	return tvb:len()
end

local websocket = Proto(SCHEMA.name .. "_websocket", SCHEMA.name .. " (messages of a WebSocket)")

function websocket.dissector(tvb, pinfo, root)
	pinfo.cols.protocol:set(SCHEMA.name)
	if tvb:len() > 0 then
		local tree = root:add(proto, tvb())
		add_info(pinfo, on_ports, dissect_value(tvb, pinfo, tree, 0, tvb:len()))
	end
	return tvb:len()
end

function proto.init()
	http_connections = {}
	forget_enet()
end

on_ports = register_ports(proto, { ["udp.port"] = proto, ["tcp.port"] = proto, ["ws.port"] = websocket })
for _, name in ipairs({ "udp.port", "tcp.port" }) do
	DissectorTable.get(name):add_for_decode_as(proto)
end
