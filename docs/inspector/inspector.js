// The page: builds the command from the form, runs it in the worker, and shows the list of messages.
"use strict";

const [form, setup, hex, list, notes, result, status] = ["form", "setup", "hex", "list", "notes", "result", "status"].map(byId);
// How long the page waits for the next letter, in milliseconds.
const WAIT = 250;
const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

// --- Files

/** The files of the user. */
const chosen = { file: [], schema: [], template: [], settings: [] };
/** Whether the settings were not read yet: then the form takes their format and types. */
let isNew = false;

/** Sorts files by their names. Files of a kind take the place of those before. */
function take(files) {
	const kinds = { rs: "schema", msg: "template", toml: "settings" };
	const kind = ({ name }) => kinds[name.split(".").pop()] ?? "file";
	for (const id of Object.keys(chosen)) {
		const found = files.filter((file) => kind(file) === id);
		if (found.length > 0) keep(id, id === "schema" ? found : found.slice(0, 1));
	}
	if (chosen.template.length > 0) byId("wire").value = "lludp";
	isNew ||= files.some((file) => kind(file) === "settings");
	folds = true;
	later();
}

const isSchema = (text) => /#\[derive\([^)]*Godot/.test(text);
const isExample = () => chosen.file.length === 0 && hex.value === hex.defaultValue;

/** Takes what was dropped or pasted: files, the text of a schema, or bytes as text. */
function receive(data) {
	const text = data.getData("text");
	if (data.files.length > 0) return take([...data.files]);
	if (isSchema(text)) return take([new File([text], "pasted.rs")]);
	if (text.trim() === "") return;
	keep("file", []);
	hex.value = text;
	folds = true;
	later();
}

function keep(id, files) {
	chosen[id] = files;
	const lines = Object.entries(chosen).filter(([, files]) => files.length > 0).map(([id, files]) => {
		const name = files.map(({ name }) => name).join(", ");
		const line = make("li", "", `${name} `);
		const remove = make("button", "", "Remove");
		remove.type = "button";
		remove.dataset.of = id;
		remove.setAttribute("aria-label", `Remove ${name}`);
		line.append(remove);
		return line;
	});
	byId("kept").replaceChildren(...lines);
	hex.disabled = chosen.file.length > 0;
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

// --- The command

function quoted(word) {
	return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns a file's name as a word that is no option, nor the standard input. */
function path(name) {
	return name.startsWith("-") ? `./${name}` : name;
}

/** Returns the words of the command, the files that they name, and the standard input. */
async function request() {
	const { file: [file], schema, template: [template], settings: [settings] } = chosen;
	const files = new Map(Object.values(chosen).flat().map((each) => [each.name, each]));
	const words = ["inspect"];
	const add = (id, value = byId(id).value.trim()) => value && words.push(`--${id}`, value);
	if (settings) words.push("--settings", path(settings.name));
	if (settings ? !isNew : byId("wire").value !== "godot4") add("wire");
	if (template) add("template", path(template.name));
	if (schema.length > 0) add("schema", path(await root(schema)));
	const isByDirection = byId("to-server").value || byId("to-client").value;
	if (schema.length > 0) for (const id of isByDirection ? ["to-server", "to-client"] : ["type"]) add(id);
	for (const id of ["message", "where", "input", "transport", "port", "skip"]) add(id);
	for (const id of ["broken", "big-endian", "objects", "full"]) if (byId(id).checked) words.push(`--${id}`);
	const form = byId("form-of").value;
	if (form) words.push(form);
	const digits = hex.value;
	const isPiped = !file && (form === "--lines" || form === "--pcap");
	if (file) words.push(path(file.name));
	else if (isPiped) words.push("-");
	// Words of digits need no quotes.
	else if (/^[\da-f ]+$/i.test(digits)) words.push(...(digits.trim() || " ").split(/ +/));
	else words.push(digits.trim() || " ");
	const stdin = new Blob([isPiped ? digits : ""]);
	return { args: ["godot-var", "inspect", "--page", ...words.slice(1)], files, stdin, shown: `godot-var ${words.map(quoted).join(" ")}` };
}

// --- The program

let [worker, timer] = [null, null];
/** Shows that a run is long. */
let busy = null;
/** How often the program was asked for. */
let turns = 0;
/** Whether the list is still that of the run before. */
let isOld = false;
/** Whether the form is closed when messages are there, after a file or a paste, and whether bytes were typed. */
let [folds, isTyped] = [false, false];

/** The compiled program. Its text is the last of the page. */
const program = new Promise((go) => {
	addEventListener("DOMContentLoaded", go);
}).then(async () => {
	const packed = Uint8Array.from(atob(byId("program").textContent), (char) => char.charCodeAt(0));
	const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
});

/** Runs the program in a worker of its own, which can be terminated. */
function start(asked, told) {
	const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
	const url = URL.createObjectURL(source);
	const started = new Worker(url);
	URL.revokeObjectURL(url);
	started.onmessage = ({ data }) => told(data);
	started.onerror = (error) => told({ done: { problem: error.message, seconds: 0 } });
	started.postMessage({ env: ["CLICOLOR_FORCE=1"], ...asked });
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
	result.setAttribute("aria-busy", "true");
	const [module, asked] = [await program, await request()];
	if (turn !== turns) return;
	byId("command").textContent = asked.shown;
	const names = Object.values(chosen).flat().map(({ name }) => name);
	if (chosen.file.length === 0) names.unshift(isExample() ? "an example" : "bytes as text");
	byId("chosen").textContent = `: ${names.join(", ")} · ${byId("wire").selectedOptions[0].text}`;
	busy = setTimeout(() => {
		byId("stop").hidden = false;
		status.textContent = "Working …";
	}, 500);
	isOld = true;
	worker = start({ module, ...asked }, ({ records, done }) => {
		if (isOld) clear();
		if (records) show(records);
		if (!done) return;
		end();
		finish(done);
	});
}

/** Tells what a run did. */
function finish({ problem, seconds }) {
	if (isOld) clear();
	const { shown = messages.length, broken = messages.filter(({ fault }) => fault).length, rest = 0, counts } = outcome ?? {};
	const told = [count(shown, "message"), broken > 0 && `${broken.toLocaleString("en")} broken`];
	if (outcome?.hidden > 0) told.push(`${outcome.hidden.toLocaleString("en")} hidden`);
	if (rest > 0) told.push(`the first ${(shown - rest).toLocaleString("en")} are listed: the filters select others`);
	told.push(seconds === undefined ? "stopped" : `${seconds.toFixed(2)} s`);
	status.textContent = told.filter(Boolean).join(", ");
	if (problem) note([["error", "error: "], ["", problem]]);
	const unread = parts(counts ?? "").map(([, text]) => text).join("").split("; ")[1];
	if (unread && /[1-9]/.test(unread)) note([["dim", unread]]);
	if (folds && messages.length > 0) {
		const { activeElement } = document;
		if (activeElement === document.body || setup.contains(activeElement)) list.focus();
		[setup.open, folds, isTyped] = [false, false, false];
	}
	result.setAttribute("aria-busy", "false");
}

// --- The list

/** The messages, the number of the selected one, and what the program told at the end. */
let [messages, selected, outcome] = [[], -1, null];

function clear() {
	isOld = false;
	[messages, selected, outcome] = [[], -1, null];
	list.replaceChildren();
	list.removeAttribute("aria-activedescendant");
	notes.replaceChildren();
	byId("types").hidden = true;
	byId("selected").hidden = true;
}

/** Writes a text with colors. */
function paint(line, parts) {
	line.append(...parts.map(([style, text]) => make("span", style, text)));
	return line;
}

/** Shows a note. A format that it names is chosen by a click. */
function note(parts) {
	const line = paint(make("p", "", ""), parts);
	for (const part of line.querySelectorAll("span")) {
		const words = part.textContent.split(/(--wire [\w.-]+\w)/);
		part.replaceChildren(...words.map((word, index) => {
			if (index % 2 === 0) return word;
			const button = make("button", "link", word);
			button.type = "button";
			button.dataset.wire = word.slice("--wire ".length);
			return button;
		}));
	}
	notes.append(line);
}

notes.addEventListener("click", ({ target: { dataset } }) => {
	if (!dataset.wire) return;
	byId("wire").value = dataset.wire;
	later();
});

/** Shows records of the program: the module `stream::page` describes them. */
function show(records) {
	const lines = [];
	for (const { choices, message, note: noted, told, end } of records) {
		if (choices && offer(choices)) return inspect();
		// Hints of the command line are of no use here.
		if (told && !/^(Usage:|For more information)/.test(told)) note(parts(told.replace(/^error:/, "\x1b[31m$&\x1b[0m")));
		if (end) sum(end);
		const { line, bytes, ...rest } = message ?? { line: noted, dump: noted, json: "" };
		if (line === undefined) continue;
		lines.push(row(line, rest, messages.length));
		messages.push({ hex: bytes, ...rest });
	}
	list.append(...lines);
	byId("selected").hidden = messages.length === 0;
	if (selected < 0) select(0);
}

function row(text, { fault, size }, index) {
	const line = make("div", fault ? "broken" : "", "");
	line.setAttribute("role", "option");
	line.setAttribute("aria-selected", "false");
	line.id = `message-${index}`;
	line.append(paint(make("span", "line", ""), parts(text)));
	if (size !== undefined) line.append(make("span", "dim size", `${size.toLocaleString("en")} B`));
	return line;
}

function select(index) {
	const line = byId(`message-${index}`);
	if (!line) return;
	selected = index;
	point(list, line);
	showMessage(messages[index], messages.length > 1 ? `Message ${(index + 1).toLocaleString("en")}` : "Message");
}

list.addEventListener("click", ({ target }) => {
	const line = target.closest("#list > div");
	if (line) select(Number(line.id.slice("message-".length)));
});
moves(list, VERTICAL, (by) => {
	select(within(selected + by, messages.length));
	if (selected >= 0) reveal(list, byId(`message-${selected}`));
});

/** Shows how many messages and bytes there are of each type. */
function sum(end) {
	outcome = end;
	const { messages: types, all, malformed } = end.summary;
	const number = (value) => make("td", "", value.toLocaleString("en", { maximumFractionDigits: 1 }));
	const lines = types.sort((one, other) => other.total - one.total).map(({ message, count, mean, max, total }) => {
		const line = make("tr", "", "");
		const head = make("th", "", "");
		head.scope = "row";
		head.append(make("button", "link", message));
		line.append(head, number(total), number(Math.round(100 * total / all.total || 0)), number(count), number(mean), number(max));
		return line;
	});
	for (const [kind, count] of Object.entries(malformed)) {
		const line = make("tr", "", "");
		const head = make("th", "", `cannot be read: ${kind}`);
		head.scope = "row";
		line.append(head, make("td", "", ""), make("td", "", ""), number(count), make("td", "", ""), make("td", "", ""));
		lines.push(line);
	}
	byId("sizes").replaceChildren(...lines);
	byId("types").hidden = lines.length === 0;
	const names = types.map(({ message }) => message.replace(/ (\(|or ).*/, ""));
	if (!byId("message").value) byId("names").replaceChildren(...[...new Set(names)].map((name) => new Option(name)));
}

// A click on a type selects its messages.
byId("sizes").addEventListener("click", ({ target }) => {
	if (target.tagName !== "BUTTON") return;
	const [, name, kind] = /^(.*?)(?: \((broken|unknown)\))?$/.exec(target.textContent);
	// Of several types that fit, the first is enough.
	byId("message").value = name.replace(/ or .*/, "");
	byId("broken").checked = kind === "broken";
	later();
});

// --- The form

/** Fills the lists of the form. Returns whether the schema is for another format, which is chosen then. */
function offer({ wires, variant, flat, settings }) {
	const wire = byId("wire");
	const fill = (select, options) => {
		const { value } = select;
		select.replaceChildren(...options.map(([name, words]) => new Option(words, name)));
		select.value = options.some(([name]) => name === value) ? value : options[0]?.[0] ?? "";
	};
	fill(wire, wires.map(([name, words]) => [name, words.replaceAll("`", "").split(": ")[0]]));
	const given = isNew ? settings : null;
	isNew = false;
	if (given) wire.value = given.wire;
	// The types tell what a schema is for.
	const isFlat = wire.value === "flat";
	const wanted = isFlat ? "godot4" : "flat";
	const [these, others] = isFlat ? [flat, variant] : [variant, flat];
	const isVariant = isFlat || /^(godot|flagless)/.test(wire.value);
	if (isVariant && these.length === 0 && others.length > 0) {
		wire.value = wanted;
		return true;
	}
	const types = isVariant ? these : [];
	for (const field of form.querySelectorAll("[data-types]")) {
		field.hidden = types.length < 2;
		fill(field.querySelector("select"), [["", isFlat ? "choose one" : "any"], ...types.map((name) => [name, name])]);
	}
	for (const id of ["to-server", "to-client"]) if (given?.[id] && types.includes(given[id])) byId(id).value = given[id];
	return false;
}

function later() {
	result.setAttribute("aria-busy", "true");
	clearTimeout(timer);
	timer = setTimeout(inspect, WAIT);
}

form.addEventListener("submit", (event) => event.preventDefault());
for (const kind of ["input", "change"]) {
	addEventListener(kind, ({ target }) => {
		if (target.form === form && target.type !== "file") later();
	});
}
byId("files").addEventListener("change", ({ target }) => {
	take([...target.files]);
	target.value = "";
});
byId("kept").addEventListener("click", ({ target }) => {
	if (!target.dataset.of) return;
	keep(target.dataset.of, []);
	later();
});
addEventListener("dragover", (event) => {
	event.preventDefault();
	document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
	event.preventDefault();
	document.body.classList.remove("dropping");
	receive(event.dataTransfer);
});
addEventListener("paste", (event) => {
	const { target, clipboardData } = event;
	// Text goes where the user puts it, but not into the example.
	const isTyped = /^(INPUT|TEXTAREA)$/.test(target.tagName) && !(target === hex && isExample());
	if (isTyped && clipboardData.files.length === 0 && !isSchema(clipboardData.getData("text"))) {
		folds ||= target === hex;
		return;
	}
	event.preventDefault();
	receive(clipboardData);
});
hex.addEventListener("click", () => {
	if (isExample()) hex.select();
});
hex.addEventListener("input", () => {
	isTyped = true;
});
// Typing leaves the form open, going on to the messages closes it.
for (const kind of ["click", "keydown"]) {
	result.addEventListener(kind, () => {
		if (isTyped) [setup.open, isTyped] = [false, false];
	});
}
for (const [id, what, text] of [
	["copy", "The command was copied.", () => byId("command").textContent],
	["copy-json", "The JSON was copied.", () => jsonBox.textContent],
	["copy-hex", "The bytes were copied as hex digits.", () => message.hex ?? ""],
]) {
	byId(id).addEventListener("click", async () => {
		try {
			await navigator.clipboard.writeText(text());
			status.textContent = what;
		} catch {
			status.textContent = "The browser does not let a page copy: select the text.";
		}
	});
}
byId("stop").addEventListener("click", () => {
	end();
	finish({});
});

// --- Start

offer({ wires: [["godot4", "Godot 4.0 and later"]], variant: [], flat: [] });
later();
program.catch((error) => {
	status.textContent = `The program does not start: ${error}`;
});
