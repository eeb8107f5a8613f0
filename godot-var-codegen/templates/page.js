(() => {
	const input = document.getElementById("search");
	const items = [...document.querySelectorAll("nav li")];
	input.hidden = false;
	input.addEventListener("input", () => {
		const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
		for (const item of items) {
			const text = item.textContent.toLowerCase();
			item.hidden = !words.every((word) => text.includes(word));
		}
	});
	input.addEventListener("keydown", (event) => {
		const first = items.find((item) => !item.hidden);
		if (event.key === "Enter" && first) location.hash = first.querySelector("a").hash;
	});
	for (const button of document.querySelectorAll("button[data-copy]")) {
		button.hidden = !navigator.clipboard;
		const label = button.textContent;
		button.addEventListener("click", async () => {
			await navigator.clipboard.writeText(button.dataset.copy);
			button.textContent = "Copied";
			setTimeout(() => (button.textContent = label), 1500);
		});
	}
	const open = () => {
		const at = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
		const details = at && at.querySelector("details");
		if (details) details.open = true;
	};
	addEventListener("hashchange", open);
	addEventListener("beforeprint", () => {
		for (const details of document.querySelectorAll("section details")) details.open = true;
	});
	open();
})();
