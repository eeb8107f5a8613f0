
-- What all protocols share: the fields of one, and the ports that its preference names.

local function register_fields(proto, fields)
	local declared = {}
	for _, field in pairs(fields) do
		declared[#declared + 1] = field
	end
	proto.fields = declared
end

-- Registers a protocol for its ports, now and after each change of them; changed, if there is one, is told the ports.
local function register_ports(proto, tables, changed)
	local registered = ""
	local function each_table(act)
		for _, name in ipairs(registered ~= "" and tables or {}) do
			act(DissectorTable.get(name))
		end
	end
	local function follow()
		if proto.prefs.ports ~= registered then
			each_table(function(list) list:remove(registered, proto) end)
			registered = proto.prefs.ports
			if changed then
				changed(registered)
			end
			each_table(function(list) list:add(registered, proto) end)
		end
	end
	follow()
	-- It cannot be read again.
	proto.prefs_changed = follow
end
