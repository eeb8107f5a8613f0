
-- ENet's own compression: a range coder that predicts a byte by the two before it. The numbers have 32 bits.

local decompress
do
	local TOP, BOTTOM, WORD = 2 ^ 24, 2 ^ 16, 2 ^ 32
	local MAX_DATAGRAM, MAX_SYMBOLS, MAX_ORDER = 4096, 4094, 2
	-- What a byte that was seen adds in a context, what one that was not seen adds to its escapes, and what adds in the outermost one.
	local DELTA, ESCAPE_DELTA, ROOT_DELTA = 2, 5, 3

	local function new_symbol(value, delta)
		return { value = value, count = delta, under = delta, escapes = 0, total = 0 }
	end

	-- Halves the counts of a tree; gives their sum.
	local function halve(symbol)
		local total = 0
		while symbol do
			symbol.count = symbol.count - math.floor(symbol.count / 2)
			symbol.under = symbol.count + halve(symbol.left)
			total = total + symbol.under
			symbol = symbol.right
		end
		return total
	end

	local function rescale(context, least)
		context.total = halve(context.symbols)
		context.escapes = context.escapes - math.floor(context.escapes / 2)
		context.total = context.total + context.escapes + least
	end

	-- The bytes of a datagram from here on; nothing if they are not so compressed.
	decompress = function(tvb, off)
		local stop, low, code, range = tvb:len(), 0, 0, WORD - 1
		local function next_byte()
			off = off + 1
			return off <= stop and tvb(off - 1, 1):uint() or 0
		end
		for _ = 1, 4 do
			code = code * 256 + next_byte()
		end
		local function place(total)
			range = math.floor(range / total)
			return math.floor((code - low) % WORD / range) % BOTTOM
		end
		local function seek(under, count)
			low, range = (low + under * range) % WORD, range * count % WORD
			while true do
				if math.floor(low / TOP) ~= math.floor((low + range) % WORD / TOP) then
					if range >= BOTTOM then
						return
					end
					range = -low % BOTTOM
				end
				code, range, low = code * 256 % WORD + next_byte(), range * 256 % WORD, low * 256 % WORD
			end
		end
		local root, predicted, order, symbols
		local function start()
			root = { value = 0, count = 0, under = 0, escapes = 1, total = 257 }
			predicted, order, symbols = root, 0, 1
		end
		-- A new symbol below a node, or in a context without one.
		local function grow(above, side, value, delta)
			symbols = symbols + 1
			above[side] = new_symbol(value, delta)
			return above[side]
		end
		-- The symbol that was met in a context, what is before it, and how often it was met.
		local function met(context, at)
			local under, node = 0, context.symbols
			while node do
				local after = under + node.under
				if at >= after then
					under, node = after, node.right
				elseif at < after - node.count then
					node.under, node = node.under + DELTA, node.left
				else
					local count = node.count
					node.under, node.count = node.under + DELTA, count + DELTA
					return node, after - count, count
				end
			end
			return nil
		end
		-- The same in the outermost one, in which every byte is.
		local function met_at_last(at)
			local under, node = 0, root.symbols
			if not node then
				return grow(root, "symbols", at % 256, ROOT_DELTA), at, 1
			end
			while true do
				local after = under + node.under + node.value + 1
				local before = after - node.count - 1
				if at >= after then
					under = under + node.under
					if not node.right then
						return grow(node, "right", (node.value + 1 + at - after) % 256, ROOT_DELTA), at, 1
					end
					node = node.right
				elseif at < before then
					node.under = node.under + ROOT_DELTA
					if not node.left then
						return grow(node, "left", (node.value - (before - at)) % 256, ROOT_DELTA), at, 1
					end
					node = node.left
				else
					local count = node.count
					node.under, node.count = node.under + ROOT_DELTA, count + ROOT_DELTA
					return node, before, count + 1
				end
			end
		end
		-- Adds a byte to a context; gives its symbol, and how often it was met before.
		local function add_to(context, value)
			local node = context.symbols
			if not node then
				return grow(context, "symbols", value, DELTA), 0
			end
			while true do
				if value == node.value then
					local count = node.count
					node.under, node.count = node.under + DELTA, count + DELTA
					return node, count
				end
				local side = value < node.value and "left" or "right"
				if side == "left" then
					node.under = node.under + DELTA
				end
				if not node[side] then
					return grow(node, side, value, DELTA), 0
				end
				node = node[side]
			end
		end
		local out = {}
		start()
		while #out < MAX_DATAGRAM do
			local context, symbol = predicted, nil
			while context ~= root and not symbol do
				local escapes = context.escapes
				if escapes > 0 and escapes < context.total then
					local at = place(context.total)
					if at < escapes then
						seek(0, escapes)
					else
						local under, count
						symbol, under, count = met(context, at - escapes)
						if not symbol then
							return nil
						end
						seek(escapes + under, count)
						context.total = context.total + DELTA
						if count > 255 - 2 * DELTA or context.total > BOTTOM - 256 then
							rescale(context, 0)
						end
					end
				end
				if not symbol then
					context = context.parent or root
				end
			end
			if not symbol then
				local at = place(root.total)
				if at < root.escapes then
					return #out > 0 and ByteArray.new(table.concat(out), true) or nil
				end
				local under, count
				symbol, under, count = met_at_last(at - root.escapes)
				seek(root.escapes + under, count)
				root.total = root.total + ROOT_DELTA
				if count > 256 - 2 * ROOT_DELTA or root.total > BOTTOM - 256 then
					rescale(root, 256)
				end
			end
			-- The contexts that did not know the byte learn it; each has that of the shorter context as its parent.
			local patch, value, head, last = predicted, symbol.value, nil, nil
			while patch ~= context do
				local added, count = add_to(patch, value)
				if last then
					last.parent = added
				end
				head, last = head or added, added
				if count == 0 then
					patch.escapes, patch.total = patch.escapes + ESCAPE_DELTA, patch.total + ESCAPE_DELTA
				end
				patch.total = patch.total + DELTA
				if count > 255 - 2 * DELTA or patch.total > BOTTOM - 256 then
					rescale(patch, 0)
				end
				patch = patch.parent or root
			end
			if last then
				last.parent = symbol
			end
			predicted = head or symbol
			out[#out + 1] = string.char(value)
			if order >= MAX_ORDER then
				predicted = predicted.parent or root
			else
				order = order + 1
			end
			if symbols >= MAX_SYMBOLS then
				start()
			end
		end
		return nil
	end
end
