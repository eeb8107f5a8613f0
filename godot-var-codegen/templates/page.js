(() => {
	const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
	const make = (tag, text, place) => {
		const element = document.createElement(tag);
		element.textContent = text;
		place.append(element);
		return element;
	};
	const button = (text, place, press) => {
		const element = make("button", text, place);
		element.type = "button";
		element.addEventListener("click", () => press(element));
		return element;
	};
	const copy = async (text, element, done) => {
		const label = element.textContent;
		if (!navigator.clipboard || label === done) return;
		await navigator.clipboard.writeText(text);
		element.textContent = done;
		setTimeout(() => (element.textContent = label), 1500);
	};

	// One way of each task at a time: the chosen one where there is such a way, or else the first.
	const groups = all(".usage");
	const show = (chosen) => {
		for (const group of groups) {
			const ways = all(".way", group);
			const shown = ways.find((way) => way.dataset.way === chosen) ?? ways.find((way) => !way.hidden);
			for (const way of ways) way.hidden = way !== shown;
			for (const tab of all("[aria-pressed]", group)) tab.setAttribute("aria-pressed", tab.textContent === shown.dataset.way);
		}
	};
	for (const group of groups) {
		const bar = document.createElement("div");
		bar.className = "bar";
		bar.append(group.querySelector(".task"));
		group.prepend(bar);
		const ways = all(".way", group);
		if (ways.length > 1) {
			group.classList.add("has-ways");
			for (const way of ways) button(way.dataset.way, bar, () => show(way.dataset.way)).setAttribute("aria-pressed", "false");
		}
		for (const way of ways.slice(1)) way.hidden = true;
		button("Copy", bar, (element) => copy(group.querySelector(".way:not([hidden]) pre").textContent, element, "Copied"));
	}
	show();
	for (const dump of all("[data-hex]")) {
		button("Copy as hex", dump.caption, (element) => copy(dump.dataset.hex, element, "Copied")).style.marginLeft = "1rem";
	}
	for (const anchor of all(".anchor")) anchor.addEventListener("click", () => copy(anchor.href, anchor, "copied"));

	// Contents beside the text are open, above it they are folded.
	const contents = document.querySelector("nav details");
	const wide = matchMedia("(min-width: 62.5rem)");
	const fold = () => (contents.open = wide.matches);
	wide.addEventListener("change", fold);
	fold();
	contents.addEventListener("click", (event) => {
		if (event.target.closest("a") && !wide.matches) contents.open = false;
	});
	const links = new Map(all("a", contents).map((link) => [link.hash.slice(1), link]));
	// The first section in the upper part of the window is the current one.
	const sections = all("section");
	const inside = new Set();
	const seen = new IntersectionObserver(
		(entries) => {
			for (const { isIntersecting, target } of entries) inside[isIntersecting ? "add" : "delete"](target);
			const current = sections.find((section) => inside.has(section));
			for (const link of links.values()) link.removeAttribute("aria-current");
			if (current) links.get(current.id)?.setAttribute("aria-current", "true");
		},
		{ rootMargin: "-10% 0px -80% 0px" },
	);
	for (const section of sections) seen.observe(section);

	// The search looks at names, fields, values and their comments.
	const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
	const entries = all("section[id]").flatMap((section) => {
		const heading = section.querySelector("h2, h3, h4, h5").cloneNode(true);
		heading.querySelector(".anchor").remove();
		const name = words(heading);
		const texts = all(".head > :not(:first-child)", section).map(words);
		const own = { id: section.id, name, text: texts.join(" ") };
		const parts = all("dl > div", section).map((part) => {
			const label = words(part.querySelector(".name") ?? part.querySelector("code"));
			return { id: part.id, name: `${name}.${label}`, text: words(part.querySelector("dd")) };
		});
		return [own, ...parts];
	});
	const search = document.getElementById("search");
	const found = document.getElementById("found");
	const count = document.getElementById("count");
	const MOST = 60;
	const marked = (text, wanted, place) => {
		const escaped = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
		for (const [at, part] of text.split(new RegExp(`(${escaped.join("|")})`, "i")).entries()) {
			if (at % 2) make("mark", part, place);
			else place.append(part);
		}
	};
	// A part of a long text, with the first word that is looked for.
	const part = (text, wanted) => {
		const at = text.toLowerCase().indexOf(wanted.find((word) => text.toLowerCase().includes(word)) ?? "");
		const start = at > 60 ? text.indexOf(" ", at - 40) + 1 : 0;
		return (start > 0 ? "… " : "") + text.slice(start, start + 120) + (text.length > start + 120 ? " …" : "");
	};
	const look = () => {
		const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
		const has = (text) => wanted.every((word) => text.toLowerCase().includes(word));
		const matches = entries.filter(({ name, text }) => has(`${name} ${text}`));
		// Names first.
		matches.sort((one, other) => has(other.name) - has(one.name));
		const active = wanted.length > 0;
		found.hidden = count.hidden = !active;
		contents.hidden = active;
		found.replaceChildren();
		if (!active) return;
		count.textContent = matches.length === 0 ? "Nothing found" : `${matches.length} found`;
		for (const { id, name, text } of matches.slice(0, MOST)) {
			const link = make("a", "", make("li", "", found));
			link.href = `#${id}`;
			marked(name, wanted, link);
			if (text) marked(part(text, wanted), wanted, make("span", "", link));
		}
	};
	const clear = () => {
		search.value = "";
		look();
	};
	search.hidden = false;
	search.addEventListener("input", look);
	search.addEventListener("keydown", (event) => {
		if (event.key === "Enter") found.querySelector("a")?.click();
		if (event.key === "Escape") clear();
	});
	found.addEventListener("click", (event) => {
		if (event.target.closest("a") && !wide.matches) setTimeout(clear);
	});
	addEventListener("keydown", (event) => {
		if (event.key !== "/" || event.target === search || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		search.focus();
	});
	addEventListener("beforeprint", () => {
		for (const details of all("section details")) details.open = true;
		for (const way of all(".way")) way.hidden = false;
	});
})();
