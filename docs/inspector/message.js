// The selected message: its fields, its JSON and its bytes. Links the fields and the bytes.
"use strict";

const byId = (id) => document.getElementById(id);
const [fields, bytesBox, jsonBox] = ["fields", "bytes", "json"].map(byId);
// How many bytes of a message are shown at once.
const WINDOW = 1024;
// The column of a dump at which a text begins that has no indent.
const TEXT = 47;

/** The message that is shown, the rows of its dump, the number of the selected row, and the selected byte. */
let [message, rows, current, at] = [null, [], -1, -1];

/** Returns an element with a text. */
function make(tag, style, text) {
	const made = document.createElement(tag);
	made.className = style;
	made.textContent = text;
	return made;
}

/** Splits a line at its color codes into `[style, text]`. */
function parts(text) {
	const styles = { 2: "dim", 31: "error", 32: "value", 33: "place", 35: "to-client", 36: "type" };
	const found = [];
	let style = "";
	for (const [index, part] of text.split(/\x1b\[([0-9;]*)m/).entries()) {
		if (index % 2 === 0) {
			if (part) found.push([style, part]);
		} else {
			style = part === "0" || part === "" ? "" : styles[part] ?? style;
		}
	}
	return found;
}

/** Shows a message under a title. */
function showMessage(shown, title) {
	[message, current, at] = [shown, -1, -1];
	byId("fields-title").textContent = title;
	message.bytes ??= Uint8Array.from((message.hex ?? "").match(/../g) ?? [], (pair) => parseInt(pair, 16));
	rows = message.dump.trimEnd().split("\n").map(parts).map((line) => parsed(line, message));
	if (message.rest > 0) rows.push(parsed([["dim", `… ${message.rest.toLocaleString("en")} lines more`]], message));
	place(rows);
	fields.replaceChildren(...rows.map(element));
	fields.removeAttribute("aria-activedescendant");
	fields.scrollTop = 0;
	jsonBox.textContent = message.json;
	bytesBox.from = null;
	hexView(null);
}

// --- Fields

// A row has an offset, in LLUDP a second one, bytes in groups of four, and often a text after spaces.
const ROW = /^([0-9a-f]{8})  ()((?:[0-9a-f]{8} ){0,3}(?:[0-9a-f]{2}){0,4})(?: *$|  +)/;
const EXPANDED = /^([0-9a-f]{8})  ([0-9a-f]{8}  )((?:[0-9a-f]{8} ){0,3}(?:[0-9a-f]{2}){0,4})(?: *$|  +)/;

/** Parses a row: its offset, its bytes, and the column of its text. */
function parsed(parts, message) {
	const text = parts.map(([, part]) => part).join("");
	const row = { parts, text, start: null, end: null, indent: null };
	if (text === "raw       expanded") message.isExpanded = true;
	const found = (message.isExpanded && EXPANDED.exec(text)) || ROW.exec(text);
	if (!found) return row;
	const [all, offset, expanded, digits] = found;
	row.offset = parseInt(offset, 16);
	row.isExpanded = expanded !== "";
	row.offsets = row.isExpanded ? 18 : 8;
	row.count = digits.replaceAll(" ", "").length / 2;
	if (all.length < text.length) row.indent = all.length;
	return row;
}

/** Finds the bytes that each row describes. */
function place(rows) {
	let previous = null;
	for (const [index, row] of rows.entries()) {
		const left = /^ {10,}… (\d+) bytes (more|not read)$/.exec(row.text);
		if (row.offset !== undefined) {
			message.base ??= row.isExpanded ? 0 : row.offset;
			row.start = row.offset - message.base;
			row.end = row.start + row.count;
			// These rows show expanded bytes. Only the rows of runs show bytes of the packet.
			if (row.isExpanded && !row.text.includes(" zero-code run: ")) {
				const later = rows.slice(index + 1).find((next) => next.isExpanded && next.offset > row.offset);
				row.end = later ? later.offset : message.bytes.length;
			}
			// A row without a text continues the value above.
			if (row.indent === null && previous && !/\^\^$/.test(rows[index + 1]?.text ?? "")) row.head = previous.head ?? previous;
		} else if (left && previous) {
			row.start = previous.end;
			row.end = row.start + Number(left[1]);
			row.head = left[2] === "more" ? previous.head ?? previous : undefined;
		} else if (/^ +\^\^$/.test(row.text) && previous) {
			const column = row.text.length - 2 - /^[0-9a-f]{8} +/.exec(previous.text)[0].length;
			row.start = previous.start + Math.floor(column / 9) * 4 + Math.floor((column % 9) / 2);
			[row.end, row.isError, previous.isRepeated] = [row.start + 1, true, true];
		}
		if (row.text.startsWith("error:")) {
			const at = message.at ?? (previous?.isError ? previous.start : null);
			if (at !== null) [row.start, row.end, row.isError] = [at, at + 1, true];
		}
		if (row.start !== null) previous = row;
	}
	// A dump without an error: the value does not fit the schema.
	const wrong = rows.some((row) => row.isError) ? null : rows.findLast((row) => row.start !== null && row.start === message.at);
	if (wrong) wrong.isWrong = true;
}

/** Returns the element of a row: its offset, its bytes, which CSS hides, and its text. */
function element(row, index) {
	const line = make("div", "", "");
	line.setAttribute("role", "option");
	line.setAttribute("aria-selected", "false");
	line.id = `field-${index}`;
	// The box of bytes shows what these rows show.
	row.isHidden = row.head !== undefined || row.isRepeated === true || /^ +\^\^$/.test(row.text);
	line.hidden = row.isHidden;
	const isWords = row.offset === undefined;
	if (isWords) line.className = "words";
	if (row.isWrong) line.className = "broken";
	const ends = isWords ? [0, 0] : [row.offsets, row.indent ?? row.text.length];
	const cells = ["offset", "hex", "text"].map((style) => make("span", style, ""));
	const shift = row.indent === null ? 0 : row.indent - TEXT - (row.isExpanded ? 10 : 0);
	cells[2].style.marginLeft = `${Math.max(0, shift)}ch`;
	let column = 0;
	for (const [style, part] of row.parts) {
		let start = 0;
		for (const cut of [...ends.map((end) => end - column).filter((cut) => cut > 0 && cut < part.length), part.length]) {
			const cell = cells[ends.filter((end) => column + start >= end).length];
			cell.append(make("span", style, part.slice(start, cut)));
			start = cut;
		}
		column += part.length;
	}
	line.append(...cells);
	row.line = line;
	return line;
}

// --- Bytes

/** Shows the bytes around those of a row, or the first ones. */
function hexView(row) {
	const { bytes, cut } = message;
	const size = bytes.length;
	const from = Math.max(0, Math.min((row?.start ?? 0) - WINDOW / 2, size - WINDOW)) & ~15;
	if (bytesBox.from !== from) {
		bytesBox.from = from;
		const count = `${size.toLocaleString("en")} ${cut ? "first " : ""}byte${size === 1 ? "" : "s"}`;
		byId("bytes-title").textContent = count;
		bytesBox.replaceChildren(...hexLines(from));
		bytesBox.removeAttribute("aria-activedescendant");
		bytesBox.scrollTop = 0;
	}
	mark(row);
}

function hexLines(from) {
	const { bytes, base } = message;
	const lines = [];
	const note = (text) => lines.push(make("div", "dim", text));
	// An error behind the last byte has a place of its own.
	const isOver = rows.some((row) => row.isError && row.start >= bytes.length);
	const to = Math.min(bytes.length, from + WINDOW) + (isOver ? 1 : 0);
	if (from > 0) note(`… ${from} bytes before`);
	for (let start = from; start < to; start += 16) {
		const line = make("div", "", "");
		line.setAttribute("role", "group");
		line.setAttribute("aria-label", ((base ?? 0) + start).toString(16).padStart(8, "0"));
		const cells = make("span", "cells", "");
		let text = "";
		for (let at = start; at < Math.min(start + 16, to); at += 1) {
			const cell = make("span", "", at < bytes.length ? bytes[at].toString(16).padStart(2, "0") : "··");
			cell.setAttribute("role", "option");
			cell.setAttribute("aria-selected", "false");
			cell.id = `byte-${at}`;
			cells.append(cell);
			text += bytes[at] > 32 && bytes[at] < 127 ? String.fromCharCode(bytes[at]) : "·";
		}
		const ascii = make("span", "dim ascii", text);
		ascii.setAttribute("aria-hidden", "true");
		line.append(make("span", "dim offset", line.getAttribute("aria-label")), cells, ascii);
		lines.push(line);
	}
	if (to < bytes.length) note(`… ${bytes.length - to} bytes more`);
	return lines;
}

/** Marks the bytes of a row, and in another color those of the values inside it. */
function mark(row) {
	for (const cell of bytesBox.querySelectorAll(".own, .inner, .bad")) cell.className = "";
	const paint = (start, end, style) => {
		for (let at = Math.max(start, bytesBox.from); at < Math.min(end, bytesBox.from + WINDOW + 1); at += 1) {
			const cell = byId(`byte-${at}`);
			if (cell) cell.className = style;
		}
	};
	// A row without bytes, such as the name of the message, describes all of them.
	const all = { start: 0, end: 0, inner: message.bytes.length };
	const extent = row && (row.start === null ? all : extentOf(row));
	if (extent) paint(extent.start, extent.inner, "inner");
	for (const row of rows) if (row.isError || row.isWrong) paint(row.start, row.end, "bad");
	if (extent) paint(extent.start, extent.end, "own");
}

/** Returns the bytes of the value that a row belongs to, and the end of the values inside it. */
function extentOf(row) {
	const head = row.head ?? row;
	let [end, inner] = [head.end, head.end];
	for (const next of rows.slice(rows.indexOf(head) + 1)) {
		if (next.head === head) end = Math.max(end, next.end);
		else if (next.start === null || next.isRepeated || next.isError) break;
		else if (!next.head && !(head.indent !== null && next.indent > head.indent)) break;
		inner = Math.max(inner, next.end);
	}
	return { start: head.start, end, inner };
}

// --- Fields and bytes

/** Selects the element of a list box. */
function point(box, line) {
	for (const one of box.querySelectorAll(".now")) {
		one.classList.remove("now");
		one.setAttribute("aria-selected", "false");
	}
	line.classList.add("now");
	line.setAttribute("aria-selected", "true");
	box.setAttribute("aria-activedescendant", line.id);
}

/** Scrolls a box, and not the page, until it shows an element. */
function reveal(box, line) {
	const [outer, inner] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
	if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
	else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

function selectField(index) {
	const row = rows[index];
	if (!row) return;
	current = index;
	point(fields, row.line);
	hexView(row);
	at = row.start ?? at;
}

/** Selects the row that describes a byte. */
function selectByte(where) {
	const isAbout = (row) => row.start !== null && row.start <= where && where < row.end;
	const row = rows.find((row) => isAbout(row) && !row.isRepeated && !row.isError) ?? rows.find(isAbout);
	if (row) {
		const shown = row.head ?? row;
		current = rows.indexOf(shown);
		point(fields, shown.line);
		hexView(row);
		reveal(fields, shown.line);
	}
	at = where;
	if (byId(`byte-${where}`)) point(bytesBox, byId(`byte-${where}`));
}

/** Calls `go` with a number of steps when a key moves the selection of a box. */
function moves(box, steps, go) {
	box.addEventListener("keydown", (event) => {
		const by = { Home: -Infinity, End: Infinity, ...steps }[event.key];
		if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
		event.preventDefault();
		go(by);
	});
}

const within = (value, count) => Math.max(0, Math.min(count - 1, value));
const VERTICAL = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

moves(fields, VERTICAL, (by) => {
	const shown = rows.flatMap((row, index) => (row.isHidden ? [] : [index]));
	selectField(shown[within(shown.indexOf(current) + by, shown.length)]);
	if (!rows[current]) return;
	reveal(fields, rows[current].line);
	const marked = bytesBox.querySelector(".own, .bad");
	if (marked) reveal(bytesBox, marked);
});
moves(bytesBox, { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16 }, (by) => {
	if (message.bytes.length === 0) return;
	selectByte(within(at + by, message.bytes.length));
	reveal(bytesBox, byId(`byte-${at}`));
});
fields.addEventListener("pointerover", ({ target }) => {
	const line = target.closest("#fields > div");
	if (!line) return;
	selectField(Number(line.id.slice("field-".length)));
	const marked = bytesBox.querySelector(".own, .bad");
	if (marked) reveal(bytesBox, marked);
});
bytesBox.addEventListener("pointerover", ({ target }) => {
	if (target.id?.startsWith("byte-")) selectByte(Number(target.id.slice("byte-".length)));
});

for (const [id, isJson] of [["as-fields", false], ["as-json", true]]) {
	byId(id).addEventListener("click", () => {
		[fields.hidden, jsonBox.hidden, byId("copy-json").hidden] = [isJson, !isJson, !isJson];
		byId("as-fields").setAttribute("aria-pressed", String(!isJson));
		byId("as-json").setAttribute("aria-pressed", String(isJson));
	});
}
