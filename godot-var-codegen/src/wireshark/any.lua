
-- Any Variant as a tree.

local function summary(node)
	if node.class == "structure" then
		local parts = {}
		for i, value in ipairs(node.value) do
			parts[i] = STRUCTURES[node.name].int and tostring(value) or shortest(value, node.width)
		end
		return node.name .. "(" .. table.concat(parts, ", ") .. ")"
	elseif node.class == "dictionary" then
		return node.name .. ", " .. math.floor(#(node.kids or {}) / 2) .. " pairs"
	elseif node.class == "array" then
		return node.name .. ", " .. #(node.kids or {}) .. " elements"
	elseif node.class == "bytes" then
		return node.name .. ", " .. (node.size or 0) .. " bytes"
	elseif node.value == nil then
		return node.name
	elseif node.class == "float" then
		return shortest(node.value, node.size or node.len)
	end
	return tostring(node.value)
end

local function range_of(c, node)
	return c.tvb(node.off, math.min(node.len, c.stop - node.off))
end

-- One row for a node, in a field when the node is what the field takes.
local function row(c, tree, node, label, at, kind)
	local field, class = at and kind == node.class and F[at] or nil, node.class
	local range = range_of(c, node)
	if not field then
		field = F["variant." .. class]
	end
	local item
	if class == "bytes" then
		item = tree:add(field, node.size and node.size > 0 and c.tvb(node.body, node.size) or c.tvb(node.off, 0))
	elseif class == "bool" or class == "int" or class == "float" or class == "string" or class == "id" then
		if node.value == nil then
			item = tree:add(F["variant.nil"], range)
		else
			item = tree:add(field, range, class == "float" and rounded(node.value, node.size or node.len) or node.value)
		end
	else
		item = tree:add(field, range)
	end
	item:set_text(visible(label .. ": " .. summary(node)))
	if class == "structure" and #node.value > 0 and node.width then
		local parts, known = STRUCTURES[node.name], at and kind == "structure"
		for i, value in ipairs(node.value) do
			local part = known and F[at .. "." .. parts[i]] or F[parts.int and "variant.int" or "variant.float"]
			item:add(part, c.tvb(node.body + (i - 1) * node.width, node.width), parts.int and value or rounded(value, node.width))
				:set_text(parts[i] .. ": " .. (parts.int and tostring(value) or shortest(value, node.width)))
		end
	end
	return item
end

local function show_any(c, tree, node, label, depth)
	local item = row(c, tree, node, label)
	if depth >= MAX_SHOWN_DEPTH then
		return item
	end
	if node.class == "dictionary" then
		for _, pair in ipairs(pairs_of(node)) do
			if pair.key.kids then
				show_any(c, item, pair.key, "key", depth + 1)
			end
			show_any(c, item, pair.value, summary(pair.key), depth + 1)
		end
	elseif node.kids then
		for i, kid in ipairs(node.kids) do
			show_any(c, item, kid, kid.label or "[" .. (i - 1) .. "]", depth + 1)
		end
	end
	return item
end
