// The page: builds the command from the fields, shows the lines of the worker, and links lines and bytes.
"use strict";

const byId = (id) => document.getElementById(id);
const [form, dump, bytesBox, result, status] = ["form", "dump", "bytes", "result", "status"].map(byId);
// How many bytes of a message are shown at once.
const WINDOW = 1024;
const WAIT = 250;

// --- The command

/** Splits a text into words, at spaces outside of quotes, as a shell does. */
function split(text) {
	const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
	return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

function quoted(word) {
	return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns a file's name as a word that is no option, nor the standard input. */
function path(name) {
	return name.startsWith("-") ? `./${name}` : name;
}

/** Hides the field that only one wire needs. */
function fit() {
	byId("template-field").hidden = byId("wire").value !== "lludp" && byId("template").files.length === 0;
}

/** Returns the words of the command, the files that they name, and the standard input. */
async function request() {
	const value = (id) => byId(id).value.trim();
	const [file, template] = ["file", "template"].map((id) => byId(id).files[0]);
	const schemas = [...byId("schema").files];
	const files = new Map([file, template, ...schemas].filter(Boolean).map((each) => [each.name, each]));
	const more = split(value("more"));
	const input = value("input");
	const words = ["inspect"];
	if (value("wire") !== "godot4") words.push("--wire", value("wire"));
	if (template) words.push("--template", path(template.name));
	if (schemas.length > 0) words.push("--schema", path(await root(schemas)));
	if (value("message")) words.push("--message", value("message"));
	if (value("where")) words.push("--where", value("where"));
	if (byId("full").checked) words.push("--full");
	if (byId("objects").checked) words.push("--objects");
	// Only dumps are linked to bytes.
	const isDump = !more.some((word) => ["--json", "-j", "--summary", "--hex", "-x", "--help", "-h"].includes(word));
	if (file && isDump) words.push("-v");
	words.push(...more);
	if (input) words.push(input);
	const digits = byId("hex").value;
	const isPiped = !file && (input === "--lines" || input === "--pcap");
	if (file) words.push(path(file.name));
	else if (isPiped) words.push("-");
	// Words of digits need no quotes.
	else if (/^[\da-f ]+$/i.test(digits)) words.push(...(digits.trim() || " ").split(/ +/));
	else words.push(digits.trim() || " ");
	const shown = `godot-var ${words.map(quoted).join(" ")}`;
	if (isDump) words.splice(1, 0, "--hex");
	return { args: ["godot-var", ...words], files, stdin: new Blob([isPiped ? digits : ""]), shown };
}

/** Returns the schema that has the other files as its modules. */
async function root(schemas) {
	const texts = await Promise.all(schemas.map((schema) => schema.text()));
	const isModule = ({ name }) => {
		const item = new RegExp(`\\bmod\\s+${name.replace(/\.rs$/, "").replace(/\W/g, "\\$&")}\\s*;`);
		return texts.some((text) => item.test(text));
	};
	return (schemas.find((schema) => !isModule(schema)) ?? schemas[0]).name;
}

// --- The program

let [module, worker, timer] = [null, null, null];
/** Shows that a run is long. */
let busy = null;
/** How many lines of the present run are shown. */
let shown = 0;
/** How often the program was asked for. */
let turns = 0;

async function compiled() {
	const packed = Uint8Array.from(atob(byId("program").textContent), (char) => char.charCodeAt(0));
	const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

/** Runs the program in a worker of its own, which can be terminated. */
function start(asked, told) {
	const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
	const url = URL.createObjectURL(source);
	const started = new Worker(url);
	URL.revokeObjectURL(url);
	started.onmessage = ({ data }) => told(data);
	started.onerror = (error) => told({ done: { status: 1, problem: error.message, messages: 0, rest: 0, seconds: 0 } });
	started.postMessage({ module, env: ["CLICOLOR_FORCE=1"], ...asked });
	return started;
}

function end() {
	clearTimeout(busy);
	worker?.terminate();
	worker = null;
	byId("stop").hidden = true;
}

async function inspect() {
	end();
	turns += 1;
	const turn = turns;
	const asked = await request();
	if (turn !== turns) return;
	byId("command").textContent = asked.shown;
	result.setAttribute("aria-busy", "true");
	shown = 0;
	busy = setTimeout(() => {
		byId("stop").hidden = false;
		status.textContent = "Working …";
	}, 500);
	worker = start(asked, ({ lines, done }) => {
		if (lines) shown = show(lines);
		if (!done) return;
		end();
		finish(done);
	});
}

/** Tells what a run did. A run that was stopped tells nothing of itself. */
function finish({ problem, messages: counted, rest = 0, seconds }) {
	// The lines of the run before do not belong to this command.
	if (shown === 0) show([]);
	const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
	const read = counted ?? messages.length;
	const told = [problem && `Error: ${problem}`, read > 0 && count(read, "message"), count(shown + rest, "line")];
	if (rest > 0) told.push(`the first ${shown.toLocaleString("en")} are shown: --message and --where select`);
	told.push(seconds === undefined ? "stopped" : `${seconds.toFixed(2)} s`);
	status.textContent = told.filter(Boolean).join(", ");
	result.setAttribute("aria-busy", "false");
}

// --- Lines

/** The rows of the dump, and the messages that they belong to. */
let [rows, messages] = [[], []];
let [current, at] = [-1, -1];

function show(lines) {
	[rows, messages, current, at] = [[], [], -1, -1];
	let [message, header] = [null, []];
	for (const line of lines) {
		if (line.message) {
			message = { bytes: line.message, isCut: line.isCut, base: null, number: messages.length + 1, rows: [] };
			messages.push(message);
			// The line above the bytes belongs to the message, too.
			for (const row of header) own(row, message);
			header = [];
			continue;
		}
		const row = parsed(line, message?.isExpanded);
		if (message && row.text === "raw       expanded") message.isExpanded = true;
		rows.push(row);
		if (/^(line \d+$|#\d+  )/.test(row.text)) {
			header = [row];
			message = null;
		} else if (message && !/^(datagrams|messages) shown: /.test(row.text)) {
			own(row, message);
		}
	}
	for (const { rows } of messages) if (rows.length > 0) place(rows);
	dump.replaceChildren(...rows.map(element));
	hexView(messages[0], null);
	return rows.length;
}

function own(row, message) {
	row.message = message;
	message.rows.push(row);
}

// A row has an offset, in LLUDP a second one, bytes in groups of four, and often a text after spaces.
const ROW = /^([0-9a-f]{8})  ()((?:[0-9a-f]{8} ){0,3}(?:[0-9a-f]{2}){0,4})(?: *$|  +)/;
const EXPANDED = /^([0-9a-f]{8})  ([0-9a-f]{8}  )((?:[0-9a-f]{8} ){0,3}(?:[0-9a-f]{2}){0,4})(?: *$|  +)/;

/** Parses a row: its offset, its bytes, and the column of its text. */
function parsed(parts, isExpanded) {
	const text = parts.map(([, part]) => part).join("");
	const row = { parts, text, message: null, start: null, end: null, indent: null };
	const found = (isExpanded && EXPANDED.exec(text)) || ROW.exec(text);
	if (!found) return row;
	const [all, offset, expanded, digits] = found;
	row.offset = parseInt(offset, 16);
	row.isExpanded = expanded !== "";
	row.count = digits.replaceAll(" ", "").length / 2;
	row.hex = [expanded ? 20 : 10, digits.length];
	if (all.length < text.length) row.indent = all.length;
	return row;
}

/** Finds the bytes that each row of a message describes. */
function place(rows) {
	const [{ message }] = rows;
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
		if (row.text.startsWith("error:") && previous?.isError) [row.start, row.end, row.isError] = [previous.start, previous.end, true];
		if (row.start !== null) previous = row;
	}
}

function element(row, index) {
	const line = document.createElement("div");
	line.setAttribute("role", "option");
	line.setAttribute("aria-selected", "false");
	line.id = `line-${index}`;
	if (row.head) line.className = "more";
	else if (row.offset === undefined && !row.isError) line.className = "words";
	if (row.isRepeated || row.isError) line.className = "fault";
	if (row.text.startsWith("error:")) line.className = "words";
	if (row.message && row === row.message.rows[0] && row.message.number > 1) line.classList.add("first");
	const add = (style, text) => {
		const span = document.createElement("span");
		span.className = style;
		span.textContent = text;
		line.append(span);
	};
	let column = 0;
	// A narrow window hides the bytes, so they are in an element of their own.
	const [from, to] = row.hex ? [row.hex[0], Math.max(row.hex[0] + row.hex[1], (row.isExpanded ? 20 : 10) + 37)] : [0, 0];
	for (const [style, part] of row.parts) {
		const cuts = [from - column, to - column].filter((cut) => cut > 0 && cut < part.length);
		let start = 0;
		for (const cut of [...cuts, part.length]) {
			const isHex = column + start >= from && column + cut <= to;
			add(isHex ? `${style} hex` : style, part.slice(start, cut));
			start = cut;
		}
		column += part.length;
	}
	row.line = line;
	return line;
}

// --- The bytes of a message

/** Shows the bytes of a message around those of a row, or the first ones. */
function hexView(message, row) {
	const title = byId("bytes-title");
	if (!message) {
		title.textContent = "Bytes";
		bytesBox.message = null;
		bytesBox.replaceChildren();
		return;
	}
	const size = message.bytes.length;
	const from = Math.max(0, Math.min((row?.start ?? 0) - WINDOW / 2, size - WINDOW)) & ~15;
	if (bytesBox.message !== message || bytesBox.from !== from) {
		[bytesBox.message, bytesBox.from] = [message, from];
		const of = messages.length > 1 ? ` of message ${message.number} of ${messages.length}` : "";
		title.textContent = `${size.toLocaleString("en")}${message.isCut ? " first" : ""} byte${size === 1 ? "" : "s"}${of}`;
		bytesBox.replaceChildren(...hexRows(message, from, Math.min(size, from + WINDOW)));
	}
	mark(message, row);
}

function hexRows({ bytes, base, rows }, from, to) {
	// The position of an error can be after the last byte.
	const isMissing = (at) => at === bytes.length && rows.some((row) => row.isError && row.start === at);
	if (to === bytes.length && isMissing(to)) to += 1;
	const lines = [];
	const note = (text) => {
		const line = document.createElement("div");
		line.className = "dim";
		line.textContent = text;
		lines.push(line);
	};
	if (from > 0) note(`… ${from} bytes before`);
	for (let start = from; start < to; start += 16) {
		const line = document.createElement("div");
		line.setAttribute("role", "group");
		line.setAttribute("aria-label", ((base ?? 0) + start).toString(16).padStart(8, "0"));
		const offset = document.createElement("span");
		offset.className = "dim offset";
		offset.textContent = line.getAttribute("aria-label");
		const cells = document.createElement("span");
		cells.className = "cells";
		let text = "";
		for (let at = start; at < Math.min(start + 16, to); at += 1) {
			const cell = document.createElement("span");
			cell.setAttribute("role", "option");
			cell.setAttribute("aria-selected", "false");
			cell.id = `byte-${at}`;
			cell.textContent = at < bytes.length ? bytes[at].toString(16).padStart(2, "0") : "··";
			cells.append(cell);
			text += bytes[at] > 32 && bytes[at] < 127 ? String.fromCharCode(bytes[at]) : "·";
		}
		const ascii = document.createElement("span");
		ascii.className = "dim ascii";
		ascii.setAttribute("aria-hidden", "true");
		ascii.textContent = text;
		line.append(offset, cells, ascii);
		lines.push(line);
	}
	if (to < bytes.length) note(`… ${bytes.length - to} bytes more`);
	return lines;
}

/** Marks the bytes of a row, and in another color those of the values inside it. */
function mark(message, row) {
	for (const cell of bytesBox.querySelectorAll(".own, .inner, .bad")) cell.className = "";
	const paint = (start, end, style) => {
		for (let at = Math.max(start, bytesBox.from); at < Math.min(end, bytesBox.from + WINDOW + 1); at += 1) {
			const cell = byId(`byte-${at}`);
			if (cell) cell.className = style;
		}
	};
	for (const row of message.rows) if (row.isError) paint(row.start, row.end, "bad");
	if (!row) return;
	// A row without bytes, such as the name of the message, describes all of them.
	if (row.start === null) return paint(0, message.bytes.length, "inner");
	const extent = extentOf(row);
	paint(extent.start, extent.inner, "inner");
	paint(extent.start, extent.end, "own");
}

/** Returns the bytes of the value that a row belongs to, and the end of the values inside it. */
function extentOf(row) {
	const head = row.head ?? row;
	const { rows } = row.message;
	let [end, inner] = [head.end, head.end];
	for (const next of rows.slice(rows.indexOf(head) + 1)) {
		if (next.head === head) end = Math.max(end, next.end);
		else if (next.start === null || next.isRepeated || next.isError) break;
		else if (!next.head && !(head.indent !== null && next.indent > head.indent)) break;
		inner = Math.max(inner, next.end);
	}
	return { start: head.start, end, inner };
}

// --- Lines and bytes

function select(index, scroll) {
	const row = rows[index];
	if (!row) return;
	for (const line of dump.querySelectorAll(".now")) {
		line.classList.remove("now");
		line.setAttribute("aria-selected", "false");
	}
	current = index;
	row.line.classList.add("now");
	row.line.setAttribute("aria-selected", "true");
	dump.setAttribute("aria-activedescendant", row.line.id);
	if (scroll) row.line.scrollIntoView({ block: "nearest" });
	if (!row.message) return;
	hexView(row.message, row);
	if (row.start === null) return;
	at = row.start;
	if (scroll !== "bytes") bytesBox.querySelector(".own, .bad")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Selects the row that describes a byte. */
function selectByte(where) {
	const message = bytesBox.message;
	const isAbout = (row) => row.start <= where && where < row.end && row.start !== null;
	const row = message?.rows.find((row) => isAbout(row) && !row.isRepeated && !row.isError) ?? message?.rows.find(isAbout);
	if (row) select(rows.indexOf(row), "bytes");
	at = where;
	bytesBox.querySelector(".now")?.classList.remove("now");
	byId(`byte-${where}`)?.classList.add("now");
	bytesBox.setAttribute("aria-activedescendant", `byte-${where}`);
}

const lineOf = (target) => target.closest?.("#dump > div");
dump.addEventListener("pointerover", ({ target }) => {
	const line = lineOf(target);
	if (line) select(Number(line.id.slice("line-".length)));
});
bytesBox.addEventListener("pointerover", ({ target }) => {
	if (target.id?.startsWith("byte-")) selectByte(Number(target.id.slice("byte-".length)));
});
for (const [box, moves, go] of [
	[dump, { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }, (by) => {
		select(Math.max(0, Math.min(rows.length - 1, current + by)), true);
	}],
	[bytesBox, { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16 }, (by) => {
		const size = bytesBox.message?.bytes.length ?? 0;
		if (size > 0) selectByte(Math.max(0, Math.min(size - 1, at + by)));
	}],
]) {
	box.addEventListener("keydown", (event) => {
		const by = { Home: -Infinity, End: Infinity, ...moves }[event.key];
		if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
		event.preventDefault();
		go(by);
	});
}

// --- Files

function put(id, files) {
	const moved = new DataTransfer();
	for (const file of files) moved.items.add(file);
	byId(id).files = moved.files;
	byId(id).dispatchEvent(new Event("change", { bubbles: true }));
}

function later() {
	fit();
	result.setAttribute("aria-busy", "true");
	clearTimeout(timer);
	timer = setTimeout(inspect, WAIT);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", later);
form.addEventListener("change", ({ target }) => {
	later();
	const clear = form.querySelector(`[data-of=${target.id}]`);
	if (clear) clear.hidden = target.files.length === 0;
	if (target.id === "file") {
		byId("hex").disabled = target.files.length > 0;
		byId("hex").rows = target.files.length > 0 ? 1 : 4;
	}
	if (target.id === "template" && target.files.length > 0) byId("wire").value = "lludp";
});
form.addEventListener("click", ({ target }) => {
	if (target.dataset.of) put(target.dataset.of, []);
});
addEventListener("dragover", (event) => {
	event.preventDefault();
	document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
	event.preventDefault();
	document.body.classList.remove("dropping");
	const files = [...event.dataTransfer.files];
	const ends = (end) => files.filter(({ name }) => name.endsWith(end));
	const others = files.filter(({ name }) => !name.endsWith(".rs") && !name.endsWith(".msg"));
	for (const [id, found] of [["schema", ends(".rs")], ["template", ends(".msg")], ["file", others.slice(0, 1)]]) {
		if (found.length > 0) put(id, found);
	}
});
byId("copy").addEventListener("click", async () => {
	const copied = navigator.clipboard?.writeText(byId("command").textContent);
	await copied?.then(() => {
		status.textContent = "The command was copied.";
	}, () => getSelection().selectAllChildren(byId("command")));
});
byId("stop").addEventListener("click", () => {
	end();
	finish({});
});

// --- Start

// A narrow window has no room for the filters above the dump.
document.querySelector("details").open = innerWidth >= 700;
fit();

/** Reads the names of the wires from the program's help. */
function wires(lines) {
	const text = lines.map((line) => line.map(([, part]) => part).join("")).join("\n");
	const part = /--wire <WIRE>[^]*?\n\n? +Possible values:\n((?: +- .*\n)+)/.exec(text)?.[1] ?? "";
	return [...part.matchAll(/- (\S+): +(.*)/g)].map(([, name, words]) => ({ name, words }));
}

compiled().then((done) => {
	module = done;
	start({ args: ["godot-var", "inspect", "--help"], env: [], files: new Map(), stdin: new Blob([]) }, ({ lines }) => {
		if (!lines) return;
		const known = wires(lines);
		const chosen = byId("wire").value;
		byId("wire").replaceChildren(...known.map(({ name, words }) => new Option(`${name}: ${words}`, name, name === chosen, name === chosen)));
		later();
	});
}, (error) => {
	status.textContent = `Error: the program does not start: ${error}`;
});
