// Finding text in the kernel: the box of `/`, how many lines have it, and the way to the next one.

import {h} from "./dom.js";

export class Search {
  constructor(app) {
    this.app = app;
    this.box = h("input", {
      type: "search", id: "find", "aria-label": "find in the kernel", placeholder: "find  /", spellcheck: "false", autocomplete: "off",
      oninput: () => this.find(this.box.value),
      onkeydown: (event) => this.key(event),
    });
    this.told = h("output", {for: "find", "aria-live": "polite"});
    this.element = h("span", {class: "search", role: "search"}, this.box, this.told);
  }

  draw() {
    const find = this.app.state.get("find");
    if (document.activeElement !== this.box) this.box.value = find;
    const needle = find.toLowerCase();
    this.hits = needle ? this.app.shown.flatMap((row, place) => (row.text.toLowerCase().includes(needle) ? [place] : [])) : [];
    const at = this.hits.indexOf(this.app.cursor);
    this.told.textContent = needle ? `${at < 0 ? "" : `${at + 1} of `}${this.hits.length} lines` : "";
  }

  find(text) {
    this.app.state.set({find: text});
    if (text && !this.hits.includes(this.app.cursor)) this.step(1);
  }

  /** Go to the next line that has it, or to the one before. */
  step(direction) {
    const {hits, app} = this;
    if (!hits.length) return;
    const next = direction > 0 ? hits.find((place) => place > app.cursor) : hits.findLast((place) => place < app.cursor);
    app.goToRow(next ?? (direction > 0 ? hits[0] : hits.at(-1)));
  }

  key(event) {
    if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      this.app.state.set({find: ""});
      this.box.value = "";
      this.app.listing.element.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
